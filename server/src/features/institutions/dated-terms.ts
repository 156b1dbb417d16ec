/** Dated terms of an institution (tax profile, capital, policy limits, GL accounts): added, corrected with a reason, and no earlier statement is lost. */
import { capitalFigures, ledgerAccountTerms, policyLimitTerms, taxProfiles } from '@corridor/contract/institution-terms.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { stateShareOf } from '@corridor/domain/calculations/state-tax.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { type Acting, refusedInput, route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { ResourceCall, Row } from '../../platform/records/resource-rows.ts'
import { refuseLockedFacts } from '../../shared/policies/period-locks.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { reach, reachAndLock } from './binding.ts'

interface TermKind {
  calls: { model: string; fields: z.ZodObject; endpoints: Record<'list' | 'add' | 'correct' | 'remove', Endpoint> }
  kind: 'TAX_PROFILE' | 'CAPITAL' | 'POLICY_LIMITS' | 'LEDGER_ACCOUNTS'
  table: string
  /** The column of the date from which, or of which, the row holds. */
  date: string
  /** Fills in what the row takes from elsewhere. */
  completed?: (trx: Trx, row: Row) => Promise<Row>
  /** Rules that hold between fields: {field: [messages]}. */
  refused: (row: Row, today: string) => Record<string, string[]>
}

const above = (one: unknown, other: unknown): boolean => typeof one === 'number' && typeof other === 'number' && one > other
const KINDS: readonly TermKind[] = [
  {
    calls: taxProfiles,
    kind: 'TAX_PROFILE',
    table: 'institutionTaxProfile',
    date: 'effectiveFrom',
    completed: async (trx, row) => (row.usesStateRow === true ? { ...row, ...(await stateFigures(trx, row)) } : row),
    refused: () => ({}),
  },
  {
    calls: capitalFigures,
    kind: 'CAPITAL',
    table: 'institutionFinancials',
    date: 'asOfDate',
    refused: ({ effectiveOn, tier1CapitalCents: tier1, totalRiskBasedCapitalCents: total, totalAssetsCents: assets }, today) => ({
      ...(String(effectiveOn) > today ? { effectiveOn: ['The date of the capital cannot be in the future.'] } : {}),
      ...(above(tier1, total) ? { totalRiskBasedCapitalCents: ['Total risk-based capital includes Tier 1 and cannot be less.'] } : {}),
      ...(above(tier1, assets) ? { totalAssetsCents: ['Total assets cannot be less than Tier 1 capital.'] } : {}),
    }),
  },
  {
    calls: policyLimitTerms,
    kind: 'POLICY_LIMITS',
    table: 'institutionPolicyLimits',
    date: 'effectiveFrom',
    refused: ({ perCarrierLimitFraction, aggregateLimitFraction, boardApprovalDate, nextReviewDate }) => ({
      ...(above(perCarrierLimitFraction, aggregateLimitFraction)
        ? { perCarrierLimitFraction: ['The limit for one carrier cannot be above the limit for all.'] }
        : {}),
      ...(typeof boardApprovalDate === 'string' && typeof nextReviewDate === 'string' && nextReviewDate <= boardApprovalDate
        ? { nextReviewDate: ['The next review must be after the board’s approval.'] }
        : {}),
    }),
  },
  {
    calls: ledgerAccountTerms,
    kind: 'LEDGER_ACCOUNTS',
    table: 'institutionLedgerAccounts',
    date: 'effectiveFrom',
    // A row that names nothing would say nothing.
    refused: (row): Record<string, string[]> =>
      Object.keys(ledgerAccountTerms.fields.shape).some((field) => typeof row[field] === 'string')
        ? {}
        : { cashSurrenderValueNumber: ['Enter at least one account.'] },
  },
]

export function termRoutes(app: FastifyInstance, kernel: Kernel): void {
  for (const kind of KINDS) {
    const { list, add, correct, remove } = kind.calls.endpoints
    route(app, kernel, list, async ({ input, ...call }) => {
      const { id } = named.parse(input)
      await reach(call, id)
      return readTerms(call.trx, kind, id)
    })
    route(app, kernel, add, async ({ input, ...call }) => {
      const { id, ...row } = given.parse(input)
      await reachAndLock(call, id)
      await addTerm(call, kernel, kind, id, row)
      return readTerms(call.trx, kind, id)
    })
    route(app, kernel, correct, async ({ input, ...call }) => {
      const { id, date, reason, updatedAt, ...row } = given.and(changed).parse(input)
      await reachAndLock(call, id)
      await replaceTerm(call, kernel, kind, { id, date, reason, updatedAt, row })
      return readTerms(call.trx, kind, id)
    })
    route(app, kernel, remove, async ({ input, ...call }) => {
      const { id, date, reason, updatedAt } = named.and(changed).parse(input)
      await reachAndLock(call, id)
      await replaceTerm(call, kernel, kind, { id, date, reason, updatedAt, row: undefined })
      return readTerms(call.trx, kind, id)
    })
  }
}

export interface StatedTerm {
  kind: TermKind['kind']
  /** From when on it holds, or of which day it is. */
  effectiveOn: string
  /** The values stated. */
  changes: Row
  /** Values that were not stated, where no row before has them. */
  otherwise: Row
  /** Whether what was not told is taken from the row before: terms go on, figures of another day do not. */
  goesOn: boolean
  reason: string
}

/** A row as an institution told it: a new one, or the correction of the row of that very day. @throws AppError not_found, input by field */
export async function keepTerm(call: Acting, id: number, told: StatedTerm): Promise<void> {
  const kind = KINDS.find((one) => one.kind === told.kind)
  if (!kind) throw new RangeError(`no terms of the kind ${told.kind}`)
  await reachAndLock(call, id)
  const { rows } = await sql<Row & { effectiveOn: string; updatedAt: string }>`
    select ${columnsOf(kind)}, t.updated_at from ${sql.table(kind.table)} t where t.institution_id = ${id} order by 1 desc limit ${MOST}`.execute(
    call.trx,
  )
  const [newest] = rows
  if (told.goesOn && newest && newest.effectiveOn > told.effectiveOn)
    throw inputError({
      effectiveOn: [
        `A row effective from ${formatDate(plainDate(newest.effectiveOn))} was entered since. Correct that one on the institution’s page.`,
      ],
    })
  const sameDay = rows.find(({ effectiveOn }) => effectiveOn === told.effectiveOn)
  const before = sameDay ?? (told.goesOn ? newest : undefined)
  const known = before ? Object.fromEntries(fieldsOf(kind).map((field) => [field, before[field]])) : told.otherwise
  const parsed = kind.calls.endpoints.add.input.safeParse({ ...known, ...told.changes, id, effectiveOn: told.effectiveOn })
  if (!parsed.success) throw refusedInput(parsed.error)
  const { id: _id, ...row } = given.parse(parsed.data)
  if (sameDay)
    await replaceTerm(call, call.kernel, kind, { id, date: told.effectiveOn, reason: told.reason, updatedAt: sameDay.updatedAt, row })
  else await addTerm(call, call.kernel, kind, id, row, told.reason)
}

// Each input was parsed by its contract, whose fields differ by kind; these say what all have.
const named = z.looseObject({ id: z.int() })
const given = z.looseObject({ id: z.int(), effectiveOn: z.string() })
const changed = z.looseObject({ date: z.string(), reason: z.string(), updatedAt: z.string() })

const fieldsOf = ({ calls }: TermKind): string[] => Object.keys(calls.fields.shape)
const columnsOf = (kind: TermKind) =>
  sql.join([sql`t.${sql.ref(kind.date)} as effective_on`, ...fieldsOf(kind).map((field) => sql.ref(`t.${field}`))])
const personOf = (column: string) => sql`(select u.first_name || ' ' || u.last_name from user_account u where u.id = ${sql.ref(column)})`

const MOST = 400 // Quarterly figures of a century.

async function readTerms(trx: Trx, kind: TermKind, id: number) {
  const { rows } = await sql<Row & { effectiveOn: string; updatedAt: string }>`
    select ${columnsOf(kind)}, ${personOf('t.enteredBy')} as entered_by, t.updated_at
    from ${sql.table(kind.table)} t where t.institution_id = ${id} order by 1 desc limit ${MOST}`.execute(trx)
  const { rows: past } = await sql<
    { effectiveOn: string; content: unknown; removed: boolean; enteredAt: string; replacedAt: string } & Row
  >`
    select v.effective_on, v.content, ${personOf('v.enteredBy')} as entered_by, v.entered_at, ${personOf('v.replacedBy')} as replaced_by, v.replaced_at, v.reason, v.removed
    from institution_term_version v where v.institution_id = ${id} and v.kind = ${kind.kind} order by v.replaced_at desc, v.id desc limit ${MOST}`.execute(
    trx,
  )
  const versions = past.map(({ content, ...version }) => ({ ...kind.calls.fields.parse(content), ...version }))
  // A version ended at the moment the next one began, whatever date either is of: that leads from a row to its past, and to no other row's.
  const endedAt = new Map(versions.filter(({ removed }) => !removed).map((version) => [version.replacedAt, version]))
  const of = (moment: string): typeof versions => {
    const before = endedAt.get(moment)
    return before ? [before, ...of(before.enteredAt)] : []
  }
  const records = rows.map((row) => ({ ...row, versions: of(row.updatedAt) }))
  const living = new Set(records.flatMap((row) => row.versions))
  return { records, removed: versions.filter((version) => !living.has(version)) }
}

/** Now, and later than anything said of this kind before: moments tell versions apart. */
async function nextMoment(trx: Trx, kernel: Kernel, kind: TermKind, id: number): Promise<string> {
  const { rows } = await sql<{ last: string | null }>`select greatest(
      (select max(updated_at) from ${sql.table(kind.table)} where institution_id = ${id}),
      (select max(replaced_at) from institution_term_version where institution_id = ${id} and kind = ${kind.kind})) as last`.execute(trx)
  const last = rows[0]?.last
  return new Date(Math.max(kernel.now().getTime(), last ? Date.parse(last) + 1 : 0)).toISOString()
}

/** The state's row of the profile's first day: it stands in the profile where no row holds any more. */
async function stateFigures(trx: Trx, { stateCode, effectiveOn }: Row): Promise<Row> {
  const found = await trx
    .selectFrom('stateConfiguration')
    .select(['taxBasis', 'corporateRate', 'financialInstitutionRate', 'federalDeductibleFraction', 'boliGrowthTreatment'])
    .where('stateCode', '=', String(stateCode))
    .where(sql<boolean>`${String(effectiveOn)}::date between effective_from and coalesce(effective_to, 'infinity')`)
    .executeTakeFirst()
  if (found) return { ...stateShareOf(found) }
  throw inputError({
    usesStateRow: [
      `No row of ${String(stateCode)} is in effect on ${formatDate(plainDate(String(effectiveOn)))}. Enter the figures here, or have the row added to the states.`,
    ],
  })
}

async function addTerm(
  { trx, session, scope, record }: ResourceCall,
  kernel: Kernel,
  kind: TermKind,
  id: number,
  given: Row,
  reason?: string,
): Promise<void> {
  const row = (await kind.completed?.(trx, given)) ?? given
  await refuse(kind, row, kernel, { trx, scope })
  await refuseLockedFacts(trx, scope, id, plainDate(String(row.effectiveOn)))
  const now = await nextMoment(trx, kernel, kind, id)
  await written(
    sql`insert into ${sql.table(kind.table)} (institution_id, ${sql.ref(kind.date)}, ${sql.join(fieldsOf(kind).map((field) => sql.ref(field)))}, entered_by, created_at, updated_at)
      values (${id}, ${row.effectiveOn}, ${sql.join(fieldsOf(kind).map((field) => sql`${row[field] ?? null}`))}, ${session.userId}, ${now}, ${now})`.execute(
      trx,
    ),
  )
  await record({
    action: `institutions.${kind.calls.model}.added`,
    entity: 'institutions',
    entityId: id,
    institutionId: id,
    after: reason === undefined ? row : { ...row, reason },
  })
}

interface Replacement {
  id: number
  date: string
  reason: string
  updatedAt: string
  /** Undefined takes the row out. */
  row: Row | undefined
}

async function replaceTerm(
  { trx, session, scope, record }: ResourceCall,
  kernel: Kernel,
  kind: TermKind,
  change: Replacement,
): Promise<void> {
  const { id, date, reason, updatedAt } = change
  const row = change.row && ((await kind.completed?.(trx, change.row)) ?? change.row)
  const { rows } = await sql<Row & { effectiveOn: string; enteredBy: number | null; updatedAt: string }>`
    select ${columnsOf(kind)}, t.entered_by, t.updated_at from ${sql.table(kind.table)} t
    where t.institution_id = ${id} and t.${sql.ref(kind.date)} = ${date} for update`.execute(trx)
  const before = rows[0]
  if (!before) throw new AppError('not_found')
  if (before.updatedAt !== new Date(updatedAt).toISOString())
    throw new AppError('conflict', { meta: { current: before, yours: row ?? {} } })
  if (row) await refuse(kind, row, kernel, { trx, scope })
  for (const one of [before, row])
    if (typeof one?.effectiveOn === 'string') await refuseLockedFacts(trx, scope, id, plainDate(one.effectiveOn))
  const content = Object.fromEntries(fieldsOf(kind).map((field) => [field, before[field]]))
  const now = await nextMoment(trx, kernel, kind, id)
  await sql`insert into institution_term_version (institution_id, kind, effective_on, content, entered_by, entered_at, replaced_by, replaced_at, reason, removed)
    values (${id}, ${kind.kind}, ${before.effectiveOn}, ${JSON.stringify(content)}::jsonb, ${before.enteredBy}, ${before.updatedAt}, ${session.userId}, ${now}, ${reason}, ${row === undefined})`.execute(
    trx,
  )
  const place = sql`where institution_id = ${id} and ${sql.ref(kind.date)} = ${date}`
  if (row === undefined) await sql`delete from ${sql.table(kind.table)} ${place}`.execute(trx)
  else {
    const assignments = fieldsOf(kind).map((field) => sql`${sql.ref(field)} = ${row[field] ?? null}`)
    await written(
      sql`update ${sql.table(kind.table)} set ${sql.ref(kind.date)} = ${row.effectiveOn}, ${sql.join(assignments)}, entered_by = ${session.userId},
        updated_at = ${now} ${place}`.execute(trx),
    )
  }
  await record({
    action: `institutions.${kind.calls.model}.${row ? 'corrected' : 'removed'}`,
    entity: 'institutions',
    entityId: id,
    institutionId: id,
    before: { effectiveOn: before.effectiveOn, ...content },
    after: row ? { ...row, reason } : { reason },
  })
}

async function refuse(kind: TermKind, row: Row, kernel: Kernel, { trx, scope }: Pick<ResourceCall, 'trx' | 'scope'>): Promise<void> {
  const meta = kind.refused(row, await dayOfSite(kernel, trx, scope.siteId))
  if (Object.keys(meta).length > 0) throw inputError(meta)
}

/** One row a date: the second is a correction of the first, and is asked for as one. */
async function written(query: Promise<unknown>): Promise<void> {
  try {
    await query
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === '23505')
      throw inputError({ effectiveOn: ['There is already a row for this date. Correct that one, or choose another date.'] })
    throw cause
  }
}
