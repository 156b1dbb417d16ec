/** Layouts of carriers' files without separators: positions of the columns, chosen at a file and kept for its carrier by version. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { FEED_FIELD_NAMES } from '@corridor/domain/data-feeds/columns.ts'
import { LONGEST_LINE, MOST_COLUMNS } from '@corridor/domain/data-feeds/fixed-layout.ts'
import { z } from 'zod'
import { carrierFile } from './carrier-file.ts'
import { endpoint, flag, idParam } from './kernel/endpoint.ts'

const column = z.strictObject({
  name: z.string().trim().min(1, 'Name the column').max(120),
  start: z.int().min(1, 'Positions count from 1').max(LONGEST_LINE),
  length: z.int().min(1, 'At least one position').max(LONGEST_LINE),
  decimals: z
    .int()
    .min(0)
    .max(9)
    .meta({ description: 'Digits after a decimal point that is not written: 000305970652 with 2 is 3059706.52.' }),
  onLine: z.string().min(1).max(40).nullable().default(null).meta({
    description:
      'Where a policy has several lines: the text, at the position of the mark, of the line on which the column stands; null: its first line.',
  }),
})
const surroundings = {
  skipLines: z.int().min(0).max(1_000).meta({ description: 'Lines above the first policy.' }),
  mark: z
    .strictObject({ start: z.int().min(1).max(LONGEST_LINE), text: z.string().min(1).max(40) })
    .nullable()
    .meta({ description: 'A policy begins with each line that has this text at this position.' }),
}

export const getFileLayout = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/layout',
  summary: 'The layout that a file without separators is read by, with its first lines to see it on.',
  access: permission('ASSET_REPORT', 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    lines: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Null for whoever may not see dates of birth and the like: a line may hold anything.' }),
    layout: z.object({ columns: z.array(column), ...surroundings }).nullable(),
    kept: z
      .object({ carrierCode: z.string(), version: z.int(), by: z.string().nullable(), at: z.string() })
      .nullable()
      .meta({ description: 'Where it was kept for the carrier, and is not chosen for this file alone.' }),
    guess: z.array(column).meta({ description: 'Columns as blanks between them show; names are to be given.' }),
  }),
})
export const setFileLayout = endpoint({
  method: 'PUT',
  path: '/api/etl/files/:id/layout',
  summary: 'Say at which positions the columns stand, and what they hold; the file is read again. Takes INSTITUTIONS 2 as well.',
  access: permission('ASSET_REPORT', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({
    id: idParam,
    columns: z
      .array(column.extend({ field: z.enum(FEED_FIELD_NAMES).nullable() }))
      .min(1, 'Describe at least one column')
      .max(MOST_COLUMNS),
    ...surroundings,
    carrierCode: z.string().trim().toUpperCase().max(12).optional(),
    keep: flag.default(true),
    updatedAt: z.iso.datetime(),
  }),
  reply: carrierFile,
})
