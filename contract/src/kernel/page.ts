/** Lists: what every list call takes and answers. */
import { z } from 'zod'
import { flag, repeated } from './endpoint.ts'

export const TAKE_DEFAULT = 25
export const TAKE_MAX = 1000
export const SKIP_MAX = 10_000
/** Rows of a list that one file holds. */
export const EXPORT_MAX = 100_000
/** Rows that one bulk action changes. */
export const BULK_MAX = 1000

/**
 * The query of a list whose rows can be sorted by the given columns. Filters are added with `.extend`.
 * `format` answers the whole filtered list as a file, with `columns` chosen: names of fields, each with the heading of its page where that is given (`stateCode:State`).
 */
export const pageInput = <const Column extends string>(
  sortable: readonly [Column, ...Column[]],
  defaultSort: Column,
  defaultDesc = false,
) =>
  z.strictObject({
    take: z.coerce.number().int().min(1).max(TAKE_MAX).default(TAKE_DEFAULT),
    skip: z.coerce
      .number()
      .int()
      .min(0)
      .max(SKIP_MAX, `Lists page to ${SKIP_MAX.toLocaleString('en-US')} rows: narrow the search or add a filter.`)
      .default(0),
    sort: z.enum(sortable).default(defaultSort as never),
    desc: flag.default(defaultDesc),
    search: z.string().trim().max(200).optional(),
    format: z.enum(['xlsx', 'csv']).optional(),
    columns: repeated(z.string().max(120)),
  })

export interface PageQuery {
  take: number
  skip: number
  sort: string
  desc: boolean
  search?: string | undefined
  format?: 'xlsx' | 'csv' | undefined
  columns?: string[] | undefined
}

export const pageInfo = z.object({
  page: z.int(),
  perPage: z.int(),
  totalRecords: z.int(),
  sortBy: z.string(),
  sortDirection: z.enum(['asc', 'desc']),
})

export const page = <Record extends z.ZodType>(record: Record) => z.object({ records: z.array(record), page: pageInfo })
export type Page<Record> = { records: Record[]; page: z.infer<typeof pageInfo> }
