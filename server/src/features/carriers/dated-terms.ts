/** Dated terms of a carrier (ratings, yearly figures, declared rates): added, corrected with a reason, and no earlier statement is lost. */
import { carrierFinancials, carrierRatings, productRates } from '@corridor/contract/carrier-terms.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { ratingProblem } from '@corridor/domain/carriers/ratings.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { ResourceCall, Row } from '../../platform/records/resource-rows.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { auditAgain } from './audit-again.ts'
import { carrierCode } from './binding.ts'

interface TermKind {
  calls: { model: string; fields: z.ZodObject; endpoints: Record<'list' | 'add' | 'correct' | 'remove', Endpoint> }
  kind: 'RATING' | 'FINANCIALS' | 'PRODUCT_RATE'
  table: string
  /** Fields whose column has another name. */
  columns: Readonly<Record<string, string>>
  /** Columns that tell one line of rows from another: of a line the latest row up to a day holds. */
  line: readonly string[]
  /** The day from which a row holds; in SQL the row is of that alias. */
  from: (alias: string) => RawBuilder<string>
  /** Rows of a carrier; in SQL the row is `t`. */
  of: (code: string) => RawBuilder<boolean>
  /** Rules that hold between fields: {field: [messages]}. */
  refused: (row: Row) => Record<string, string[]>
  /** Days beyond the next row in which reports still speak of this one; undefined when no report does. */
  printed?: string
  /** The message of the field that is refused when there is such a row already. */
  taken: readonly [field: string, message: string]
}

const RATES: TermKind = {
  calls: productRates,
  kind: 'PRODUCT_RATE',
  table: 'productRate',
  columns: { effectiveOn: 'effectiveFrom' },
  line: ['productId'],
  from: (alias) => sql`${sql.ref(`${alias}.effectiveFrom`)}`,
  of: (code) => sql`t.product_id in (select p.id from product p where p.carrier_code = ${code})`,
  refused: () => ({}),
  // A change is told on the reports of its month and quarter, and the next one tells what it was before.
  printed: '4 months',
  taken: ['effectiveOn', 'There is already a rate for this product on this date. Correct that one, or choose another date.'],
}

const KINDS: readonly TermKind[] = [
  {
    calls: carrierRatings,
    kind: 'RATING',
    table: 'carrierRating',
    columns: { effectiveOn: 'effectiveDate' },
    line: ['carrierCode', 'agency'],
    from: (alias) => sql`${sql.ref(`${alias}.effectiveDate`)}`,
    of: (code) => sql`t.carrier_code = ${code}`,
    refused: ({ agency, rating, outlook, watch, action }) => {
      const by = z.enum(['AM_BEST', 'SP', 'MOODYS', 'FITCH', 'COMDEX']).parse(agency)
      const problem = ratingProblem(by, String(rating))
      const more = by === 'COMDEX' && (outlook !== null || watch === true || action !== null)
      return {
        ...(problem ? { rating: [problem] } : {}),
        ...(more ? { agency: ['A Comdex has no outlook, watch or action: it is a ranking.'] } : {}),
      }
    },
    printed: '0 days',
    taken: ['effectiveOn', 'There is already a rating by this agency on this date. Correct that one, or choose another date.'],
  },
  {
    calls: carrierFinancials,
    kind: 'FINANCIALS',
    table: 'carrierFinancials',
    columns: {},
    line: ['carrierCode'],
    from: (alias) => sql`make_date(${sql.ref(`${alias}.year`)}, 12, 31)`,
    of: (code) => sql`t.carrier_code = ${code}`,
    refused: ({ assetsCents, liabilitiesCents, surplusCents }) =>
      Number(liabilitiesCents) + Number(surplusCents) === Number(assetsCents)
        ? {}
        : { surplusCents: ['Liabilities and surplus must add up to the assets.'] },
    taken: ['year', 'There are already figures for this year. Correct those.'],
  },
  RATES,
]

export function carrierTermRoutes(app: FastifyInstance, kernel: Kernel): void {
  for (const kind of KINDS) {
    const { list, add, correct, remove } = kind.calls.endpoints
    const answer = async ({ trx, scope }: ResourceCall, code: string, on?: string) =>
      readTerms(trx, kind, code, on ?? (await dayOfSite(kernel, trx, scope.siteId)))
    route(app, kernel, list, async ({ input, ...call }) => {
      const { id, on } = asked.parse(input)
      return answer(call, await carrierCode(call.trx, id), on)
    })
    route(app, kernel, add, async ({ input, ...call }) => {
      const { id, ...row } = given.parse(input)
      const code = await carrierCode(call.trx, id, { lock: true })
      await addTerm(call, kernel, kind, { id, code }, row)
      if (kind === RATES) await auditAgain(kernel, call)
      return answer(call, code)
    })
    const replace = async (call: ResourceCall, input: unknown, gone: boolean) => {
      const { id, rowId, reason, updatedAt, ...row } = changed.parse(input)
      const code = await carrierCode(call.trx, id, { lock: true })
      await replaceTerm(call, kernel, kind, { id, code }, { rowId, reason, updatedAt, row: gone ? undefined : row })
      if (kind === RATES) await auditAgain(kernel, call)
      return answer(call, code)
    }
    route(app, kernel, correct, ({ input, ...call }) => replace(call, input, false))
    route(app, kernel, remove, ({ input, ...call }) => replace(call, input, true))
  }
}

// Each input was parsed by its contract, whose fields differ by kind; these say what all have.
const asked = z.looseObject({ id: z.int(), on: z.string().optional() })
const given = z.looseObject({ id: z.int() })
const changed = z.looseObject({ id: z.int(), rowId: z.int(), reason: z.string(), updatedAt: z.string() })

export interface Carrier {
  id: number
  code: string
}
const fieldsOf = ({ calls }: TermKind): string[] => Object.keys(calls.fields.shape)
const columnOf = ({ columns }: TermKind, field: string) => sql.ref(columns[field] ?? field)
const selected = (kind: TermKind) => sql.join(fieldsOf(kind).map((field) => sql`t.${columnOf(kind, field)} as ${sql.ref(field)}`))
const sameLine = ({ line }: TermKind) =>
  sql.join(
    line.map((column) => sql`${sql.ref(`o.${column}`)} = ${sql.ref(`t.${column}`)}`),
    sql` and `,
  )
const personOf = (column: string) => sql`(select u.first_name || ' ' || u.last_name from user_account u where u.id = ${sql.ref(column)})`
/** A century of quarterly reviews by five agencies is more than anybody keeps. */
const MOST = 2000

async function readTerms(trx: Trx, kind: TermKind, code: string, on: string) {
  const { from } = kind
  const { rows } = await sql<Row & { id: number }>`
    select t.id, ${selected(kind)}, ${personOf('t.enteredBy')} as entered_by, t.updated_at,
      ${from('t')} <= ${on}::date and not exists (select from ${sql.table(kind.table)} o where ${sameLine(kind)} and ${from('o')} <= ${on}::date and ${from('o')} > ${from('t')}) as in_force
    from ${sql.table(kind.table)} t where ${kind.of(code)} order by ${from('t')} desc, t.id limit ${MOST}`.execute(trx)
  const { rows: past } = await sql<Row & { rowId: number; before: unknown; removed: boolean }>`
    select c.row_id, c.before, ${personOf('c.enteredBy')} as entered_by, c.entered_at, ${personOf('c.userId')} as replaced_by, c.at as replaced_at, c.reason, c.action = 'REMOVED' as removed
    from carrier_change c where c.carrier_code = ${code} and c.kind = ${kind.kind} and c.before is not null order by c.id desc limit ${MOST}`.execute(
    trx,
  )
  const versions = past.map(({ rowId, before, ...version }) => ({ rowId, version: { ...kind.calls.fields.parse(before), ...version } }))
  const living = new Set(rows.map(({ id }) => id))
  const of = (id: number) => versions.filter(({ rowId }) => rowId === id).map(({ version }) => version)
  return {
    on,
    records: rows.map((row) => ({ ...row, versions: of(row.id) })),
    removed: versions.filter(({ rowId }) => !living.has(rowId)).map(({ version }) => version),
  }
}

/** One declared rate, as an import enters it. */
export const addRate = (call: ResourceCall, kernel: Kernel, carrier: Carrier, row: Row): Promise<void> =>
  addTerm(call, kernel, RATES, carrier, row)
export const correctRate = (call: ResourceCall, kernel: Kernel, carrier: Carrier, change: Replacement): Promise<void> =>
  replaceTerm(call, kernel, RATES, carrier, change)

async function addTerm(call: ResourceCall, kernel: Kernel, kind: TermKind, { id, code }: Carrier, row: Row): Promise<void> {
  const { trx, session, record } = call
  await refuse(trx, kind, code, row)
  const now = kernel.now().toISOString()
  const owner = kind.kind === 'PRODUCT_RATE' ? [] : [[sql.ref('carrierCode'), sql`${code}`] as const]
  const stored = [...owner, ...fieldsOf(kind).map((field) => [columnOf(kind, field), sql`${row[field] ?? null}`] as const)]
  const rowId = await written(
    kind,
    sql<{
      id: number
    }>`insert into ${sql.table(kind.table)} (${sql.join(stored.map(([column]) => column))}, entered_by, created_at, updated_at)
      values (${sql.join(stored.map(([, value]) => value))}, ${session.userId}, ${now}, ${now}) returning id`.execute(trx),
  )
  await note(call, kernel, kind, code, { rowId, action: 'ADDED', reach: await reachOf(trx, kind, rowId) })
  await record({ action: `${kind.calls.model}.added`, entity: 'carriers', entityId: id, after: row })
}

interface Replacement {
  rowId: number
  reason: string
  updatedAt: string
  /** Undefined takes the row out. */
  row: Row | undefined
}

async function replaceTerm(call: ResourceCall, kernel: Kernel, kind: TermKind, { id, code }: Carrier, change: Replacement): Promise<void> {
  const { trx, session, record } = call
  const { rowId, reason, updatedAt, row } = change
  const { rows } = await sql<Row & { id: number; enteredBy: number | null; updatedAt: string }>`
    select t.id, ${selected(kind)}, t.entered_by, t.updated_at from ${sql.table(kind.table)} t where t.id = ${rowId} and ${kind.of(code)} for update`.execute(
    trx,
  )
  const before = rows[0]
  if (!before) throw new AppError('not_found')
  if (before.updatedAt !== new Date(updatedAt).toISOString())
    throw new AppError('conflict', { meta: { current: before, yours: row ?? {} } })
  if (row) await refuse(trx, kind, code, row)
  const content = Object.fromEntries(fieldsOf(kind).map((field) => [field, before[field]]))
  const reach = await reachOf(trx, kind, rowId)
  if (row) {
    const now = kernel.now().toISOString()
    const assignments = fieldsOf(kind).map((field) => sql`${columnOf(kind, field)} = ${row[field] ?? null}`)
    await written(
      kind,
      sql<{ id: number }>`update ${sql.table(kind.table)} t set ${sql.join(assignments)}, entered_by = ${session.userId},
        updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond') where t.id = ${rowId} returning t.id`.execute(
        trx,
      ),
    )
  } else await sql`delete from ${sql.table(kind.table)} where id = ${rowId}`.execute(trx)
  await note(call, kernel, kind, code, {
    rowId,
    action: row ? 'CORRECTED' : 'REMOVED',
    // Its old days reached some months, its new days others: reports of both become stale.
    reach: widest(reach, row ? await reachOf(trx, kind, rowId) : null),
    reason,
    before: { content, enteredBy: before.enteredBy, enteredAt: before.updatedAt },
  })
  await record({
    action: `${kind.calls.model}.${row ? 'corrected' : 'removed'}`,
    entity: 'carriers',
    entityId: id,
    before: content,
    after: row ? { ...row, reason } : { reason },
  })
}

interface Reach {
  from: string
  until: string | null
}

/** From the row's day until another stands in its place: the month ends whose reports print it. */
async function reachOf(trx: Trx, kind: TermKind, rowId: number): Promise<Reach | null> {
  const { from, printed } = kind
  if (printed === undefined) return null
  const { rows } = await sql<Reach>`
    select ${from('t')}::date as from,
      ((select min(${from('o')}) from ${sql.table(kind.table)} o where ${sameLine(kind)} and ${from('o')} > ${from('t')}) + ${printed}::interval)::date as until
    from ${sql.table(kind.table)} t where t.id = ${rowId}`.execute(trx)
  return rows[0] ?? null
}

const widest = (one: Reach | null, other: Reach | null): Reach | null => {
  if (one === null || other === null) return one ?? other
  return {
    from: one.from < other.from ? one.from : other.from,
    until: one.until === null || other.until === null ? null : one.until > other.until ? one.until : other.until,
  }
}

interface Noted {
  rowId: number
  action: 'ADDED' | 'CORRECTED' | 'REMOVED'
  reach: Reach | null
  reason?: string
  before?: { content: Row; enteredBy: number | null; enteredAt: string }
}

async function note({ trx, session }: ResourceCall, kernel: Kernel, kind: TermKind, code: string, change: Noted): Promise<void> {
  const { rowId, action, reach, reason, before } = change
  await sql`insert into carrier_change (carrier_code, kind, row_id, action, before, entered_by, entered_at, reason, user_id, at, reaches_from, reaches_until)
    values (${code}, ${kind.kind}, ${rowId}, ${action}, ${before ? JSON.stringify(before.content) : null}::jsonb, ${before?.enteredBy ?? null}, ${before?.enteredAt ?? null},
      ${reason ?? null}, ${session.userId}, ${kernel.now().toISOString()}, ${reach?.from ?? null}, ${reach?.until ?? null})`.execute(trx)
}

async function refuse(trx: Trx, kind: TermKind, code: string, row: Row): Promise<void> {
  const meta = kind.refused(row)
  if (Object.keys(meta).length > 0) throw inputError(meta)
  if (kind.kind !== 'PRODUCT_RATE') return
  const product = await trx
    .selectFrom('product')
    .select('id')
    .where('id', '=', Number(row.productId))
    .where('carrierCode', '=', code)
    .executeTakeFirst()
  if (!product) throw new AppError('not_found')
}

/** One row a date and line: the second is a correction of the first, and is asked for as one. */
async function written({ taken: [field, message] }: TermKind, query: Promise<{ rows: { id: number }[] }>): Promise<number> {
  try {
    return (await query).rows[0]?.id ?? 0
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === '23505') throw inputError({ [field]: [message] })
    throw cause
  }
}
