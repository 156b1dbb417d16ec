/** The layouts that are kept of carriers' files with fixed positions, and a layout as it is stored. */
import { type FixedLayout, LONGEST_LINE, MOST_COLUMNS, withPoint } from '@corridor/domain/data-feeds/fixed-layout.ts'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { personName } from '../people/person-name.ts'

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

interface ReadFile {
  layoutOf: string | null
  layoutVersion: number | null
}

/** The kept layout that a file was read by, as it was then. */
export async function selectKeptLayout(trx: Trx, scope: Scope, { layoutOf: carrierCode, layoutVersion }: ReadFile) {
  if (carrierCode === null || layoutVersion === null) return undefined
  return trx
    .selectFrom('fileLayout as l')
    .select(['l.carrierCode', 'l.version', 'l.layout', 'l.createdAt as at', personName('l.createdBy').as('by')])
    .where('l.siteId', '=', scope.siteId)
    .where('l.carrierCode', '=', carrierCode)
    .where('l.version', '=', layoutVersion)
    .executeTakeFirst()
}

/** Writes the decimal point that the file's layout implies into a cell as it was received. */
export type ImpliedPoints = (header: string, received: string) => string

export async function readImpliedPoints(trx: Trx, scope: Scope, file: ReadFile & { layout: unknown }): Promise<ImpliedPoints> {
  return pointsIn(await readLayout(trx, scope, file))
}

/** The same for several files. One whose layout cannot be read any more is left out, because its digits may be dollars or cents. */
export async function readPointsOf(trx: Trx, scope: Scope, fileIds: readonly number[]): Promise<Map<number, ImpliedPoints>> {
  const points = new Map<number, ImpliedPoints>()
  if (fileIds.length === 0) return points
  const files = await trx
    .selectFrom('carrierFile')
    .select(['id', 'layoutOf', 'layout', 'layoutVersion'])
    .where('siteId', '=', scope.siteId)
    .where('id', 'in', [...fileIds])
    .execute()
  for (const file of files) {
    const layout = await readLayout(trx, scope, file)
    if (layout !== null || (file.layout === null && file.layoutVersion === null)) points.set(file.id, pointsIn(layout))
  }
  return points
}

const readLayout = async (trx: Trx, scope: Scope, file: ReadFile & { layout: unknown }): Promise<FixedLayout | null> =>
  asLayout(file.layout) ?? asLayout((await selectKeptLayout(trx, scope, file))?.layout)

function pointsIn(layout: FixedLayout | null): ImpliedPoints {
  const decimals = new Map(layout?.columns.map((column) => [column.name, column.decimals]))
  return (header, received) => withPoint(received, decimals.get(header) ?? 0)
}
