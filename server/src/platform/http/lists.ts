/** Lists: one page of a scoped query, its total counted apart under the same conditions, an order that always ends in the id. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { EXPORT_MAX, type Page, type PageQuery } from '@corridor/contract/kernel/page.ts'
import { CompiledQuery, type Expression, type ExpressionWrapper, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../database/database.ts'
import { inputError } from './errors.ts'
import type { Scope } from './scope.ts'

export interface ListOptions {
  /** The end of the order that makes it total: the column, or columns, of the key. */
  id: string | readonly string[]
  /** Columns by which equals of the chosen one stand, ascending in either direction: names are read from A. */
  ties?: readonly string[]
  /** The SQL of a sortable name of the contract, where it is not a column of that very name. */
  sort?: Readonly<Record<string, string | Expression<unknown>>>
  /** Columns that `search` looks in. */
  search?: readonly (string | Expression<unknown>)[]
  /** The sorted column holds no null: then its index gives the order, which the words "nulls last" would keep from it. */
  neverNull?: boolean
  /** The caller. Given, the total of a big list is remembered for some seconds: see `totalOf`. */
  scope?: Scope
}

/**
 * `pageOf(selectReports(trx, scope, input), input, { id: 'report.id', sort: { institutionName: 'institution.name' } })`.
 * While a file of the list is made (kernel/exports), it answers the whole list piece by piece, whatever page was asked for.
 * @param query the whole statement but order, limit and search; one row a record (no `distinct`, no `group by`)
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  input: PageQuery,
  options: ListOptions,
): Promise<Page<Row>> {
  const found = input.search && options.search ? query.where(matches(input.search, options.search)) : query
  const whole = wholeList.getStore()
  if (whole) return nextPiece(whole, found, input, options)
  const records = await ordered(found, input, options).limit(input.take).offset(input.skip).execute()
  return { records, page: pageInfoOf(input, await totalOf(found, records.length, input, options.scope)) }
}

/** A list of which a file is made: the transaction it is read in, and how many rows it has once its cursor is open. */
export interface WholeList {
  trx: Trx
  /** The statement that the cursor is open for. */
  text?: string
  total?: number
}
/** Set while a handler is called for a file; `pageOf` alone reads it, so that no handler has to know of it. */
export const wholeList = new AsyncLocalStorage<WholeList>()
const PIECE = 500

/** Counted before a row is read, then read by a cursor: the rows are sorted once, of one moment, and never all in memory. */
async function nextPiece<DB, TB extends keyof DB, Row>(
  whole: WholeList,
  query: SelectQueryBuilder<DB, TB, Row>,
  input: PageQuery,
  options: ListOptions,
): Promise<Page<Row>> {
  const { trx } = whole
  const { sql: text, parameters } = ordered(query, input, options).compile()
  if (whole.total === undefined) {
    whole.text = text
    const counted = query
      .clearSelect()
      .clearOrderBy()
      .select(sql`1`.as('one'))
      .limit(EXPORT_MAX + 1)
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${counted}) as counted`.execute(trx)
    whole.total = rows[0]?.total ?? 0
    refuseTooLong(whole.total)
    // All rows will be wanted, not the first ones soon.
    await sql`set local cursor_tuple_fraction = 1`.execute(trx)
    await trx.executeQuery(CompiledQuery.raw(`declare whole_list no scroll cursor for ${text}`, [...parameters]))
  }
  if (whole.text !== text) throw new Error('a list that is exported is read by one statement')
  const { rows } = await sql<Row>`fetch ${sql.raw(String(PIECE))} from whole_list`.execute(trx)
  return { records: rows, page: pageInfoOf(input, whole.total) }
}

/** Totals of the whole list beside its rows: asked once for a file, not with every piece of it. */
export function beside<Result>(ask: () => Promise<Result>): Promise<Result> {
  const whole: object | undefined = wholeList.getStore()
  if (!whole) return ask()
  // A handler tells one thing beside its rows, the same with every piece.
  const known: Promise<Result> | undefined = Reflect.get(whole, 'beside')
  const told = known ?? ask()
  Reflect.set(whole, 'beside', told)
  return told
}

/** @throws AppError('input') for more rows than one file holds */
export function refuseTooLong(rows: number): void {
  if (rows > EXPORT_MAX)
    throw inputError({ format: [`A list exports up to ${EXPORT_MAX.toLocaleString('en-US')} rows: narrow the search or add a filter.`] })
}

/** For lists that are made in memory: the same page, total and order by what the caller sorted already. */
export function pageOfArray<Row>(rows: readonly Row[], input: PageQuery): Page<Row> {
  const records = rows.slice(input.skip, input.skip + input.take)
  return { records, page: pageInfoOf(input, rows.length) }
}

export const pageInfoOf = (input: PageQuery, totalRecords: number): Page<never>['page'] => ({
  page: Math.floor(input.skip / input.take) + 1,
  perPage: input.take,
  totalRecords,
  sortBy: input.sort,
  sortDirection: input.desc ? 'desc' : 'asc',
})

function ordered<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  input: PageQuery,
  { id, ties = [], sort = {}, neverNull = false }: ListOptions,
) {
  const direction = sql.raw(input.desc ? 'desc' : 'asc')
  const nulls = sql.raw(neverNull ? '' : 'nulls last')
  let result = query.orderBy(sql`${asExpression(sort[input.sort] ?? input.sort)} ${direction} ${nulls}`)
  for (const column of ties) result = result.orderBy(sql.ref(column))
  for (const column of typeof id === 'string' ? [id] : id) result = result.orderBy(sql`${sql.ref(column)} ${direction}`)
  return result
}

/**
 * A page that is not full tells the total by itself. Counting a million rows takes a hundred times as long as reading a page of them: totals above
 * BIG are remembered, for the same person on the same site and institution asking with the same filters, and so may be some seconds old.
 */
async function totalOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  rows: number,
  { take, skip }: PageQuery,
  scope: Scope | undefined,
): Promise<number> {
  if (rows < take && (rows > 0 || skip === 0)) return skip + rows
  const counting = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
  const key = scope && keyOf(scope, counting.compile())
  const known = key === undefined ? undefined : totals.get(key)
  if (known && known.until > performance.now()) return known.total
  const total = Number(Object.values(await counting.executeTakeFirstOrThrow())[0])
  if (key !== undefined && total > BIG) {
    if (totals.size >= TOTALS_MOST) totals.clear()
    totals.set(key, { total, until: performance.now() + REMEMBERED_FOR })
  }
  return total
}

const totals = new Map<string, { total: number; until: number }>()
const BIG = 10_000
const REMEMBERED_FOR = 10_000
const TOTALS_MOST = 1_000

/** The inputs of the count: its text and values, and what row-level security reads. */
const keyOf = ({ side, siteId, institutionId, userId }: Scope, { sql: text, parameters }: CompiledQuery): string =>
  JSON.stringify([side, siteId, institutionId, userId, text, parameters])

/** Case-insensitive, anywhere in any of the columns; the pattern signs of LIKE are plain characters. */
export function matches(
  search: string,
  columns: NonNullable<ListOptions['search']>,
): ExpressionWrapper<never, never, SqlBool> | Expression<SqlBool> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${asExpression(column)}::text ilike ${pattern}`),
    sql` or `,
  )})`
}

const asExpression = (column: string | Expression<unknown>): Expression<unknown> => (typeof column === 'string' ? sql.ref(column) : column)
