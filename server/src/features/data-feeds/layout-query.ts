/** The layouts that are kept of carriers' files with fixed positions, and a layout as it is stored. */
import { type FixedLayout, LONGEST_LINE, MOST_COLUMNS } from '@corridor/domain/data-feeds/fixed-layout.ts'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

const storedLayout = z
  .object({
    columns: z
      .array(
        z.object({
          name: z.string(),
          start: z.int().min(1).max(LONGEST_LINE),
          length: z.int().min(1).max(LONGEST_LINE),
          decimals: z.int().min(0),
          // Layouts that were kept before a policy could have several lines.
          onLine: z.string().min(1).nullable().default(null),
        }),
      )
      .min(1)
      .max(MOST_COLUMNS),
    skipLines: z.int().min(0),
    mark: z.object({ start: z.int().min(1), text: z.string().min(1) }).nullable(),
  })
  .nullable()
  .catch(null)
export const asLayout = (value: unknown): FixedLayout | null => storedLayout.parse(value)

/** The latest of each carrier on the site. */
export async function readKeptLayouts(trx: Trx, scope: Scope): Promise<{ carrierCode: string; version: number; layout: FixedLayout }[]> {
  const rows = await trx
    .selectFrom('fileLayout')
    .distinctOn('carrierCode')
    .select(['carrierCode', 'version', 'layout'])
    .where('siteId', '=', scope.siteId)
    .orderBy('carrierCode')
    .orderBy('version', 'desc')
    .execute()
  return rows.flatMap(({ layout, ...row }) => {
    const read = asLayout(layout)
    return read ? [{ ...row, layout: read }] : []
  })
}
