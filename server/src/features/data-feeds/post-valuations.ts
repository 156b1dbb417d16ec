/** Posting a file: its accepted rows become valuations, flows and status changes, all in one transaction or not at all. */
import { FEED_RULES } from '@corridor/domain/data-feeds/rules.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { hashJoins } from '../../platform/database/hash-joins.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { auditTouched } from '../../shared/auditing/audit-month.ts'
import { askForAudit } from '../../shared/auditing/audit-run.ts'
import { auditSince } from '../../shared/auditing/audit-since.ts'
import { addTotals, NOTHING_AUDITED } from '../../shared/auditing/totals.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { refuseLockedValues } from '../../shared/policies/period-locks.ts'
import { VALUATION_COLUMNS } from '../../shared/policies/valuation-columns.ts'
import { VALUATION_NAMES, valuationColumns } from '../../shared/policies/valuation-names.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { checkInTransaction } from './check-in-transaction.ts'
import { touch } from './counts.ts'
import { lockFile } from './lock.ts'
import { noteLocksOf } from './locked-months.ts'
import { changesBook, current, valued } from './row-values.ts'
import { adoptStatuses, reopenStatuses } from './status-proposals.ts'

export interface PostInput {
  id: number
  restatementReason?: string | undefined
  /** As the person saw the file; a change since then is 409. */
  updatedAt?: string | undefined
}
export interface PostResult {
  posted: number
  unchanged: number
  restated: number
  exceptions: number
}

/** Compares the file with the book and the locks again when they changed since. Commit this before posting, so that new findings are seen. */
export async function checkIfStale(kernel: Kernel, scope: Scope, trx: Trx, fileId: number): Promise<boolean> {
  const file = await lockFile(trx, scope, fileId)
  await hashJoins(trx)
  if (file.status !== 'VALIDATED') return false
  if (!(await isStale(trx, fileId, await periodsOf(trx, fileId)))) {
    await reopenStatuses(trx, scope, fileId)
    return noteLocksOf(kernel, scope, trx, file)
  }
  await checkInTransaction(kernel, scope, trx, file)
  return true
}

/** @throws AppError open_errors, wrong_status, period_locked, conflict; input when values would be restated without a reason */
export async function postInTransaction(
  kernel: Kernel,
  scope: Scope,
  trx: Trx,
  input: PostInput,
  record: (event: ActivityEvent) => Promise<void>,
): Promise<PostResult> {
  // One posting of a site at a time: two files with the same month must see each other's values.
  await takeTurn(trx, scope)
  const file = await lockFile(trx, scope, input.id, input.updatedAt)
  if (file.status === 'POSTED') return postedBefore(file)
  if (file.status !== 'VALIDATED')
    throw new AppError('wrong_status', {
      message: 'Only a file that has been read and checked can be posted.',
      meta: { status: file.status },
    })
  await hashJoins(trx)
  const months = await periodsOf(trx, file.id)
  await refuseLockedValues(trx, scope, await changedMonths(trx, file.id, months))
  await refuseOpenErrors(trx, file.id)
  const { fresh, restated, unchanged, periods } = await classify(trx, file.id, months)
  if (restated > 0 && !input.restatementReason)
    throw inputError({
      restatementReason: [
        `${restated === 1 ? 'One value that is' : `${restated.toLocaleString('en-US')} values that are`} already posted would change. Enter a reason.`,
      ],
    })
  const adopted: Adopted[] = []
  for (const period of months) {
    await supersede(trx, file.id, period)
    await insertValuations(trx, scope, file.id, period, restated > 0 ? (input.restatementReason ?? null) : null)
    await recordFlows(trx, scope, file.id, period)
    adopted.push(...(await adoptStatuses({ kernel, scope, trx, record }, file.id, period)))
  }
  // Posted before it is audited: what the check of the file found counts from then on.
  await trx
    .updateTable('carrierFile')
    .set({ status: 'POSTED', postedBy: scope.userId || null, postedAt: sql`now()` })
    .where('id', '=', file.id)
    .execute()
  const exceptions = (await auditPosted(kernel, trx, scope, file.id, months, adopted)).standing
  const result: PostResult = { posted: fresh + restated, unchanged, restated, exceptions }
  await trx
    .updateTable('carrierFile')
    .set({ summary: sql`summary || ${JSON.stringify({ posted: result })}::jsonb` })
    .where('id', '=', file.id)
    .execute()
  await touch(trx, file.id)
  await record({
    action: 'feed.posted',
    entity: 'carrierFile',
    entityId: file.id,
    after: { ...result, periods, ...(input.restatementReason ? { restatementReason: input.restatementReason } : {}) },
  })
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId: file.id, status: 'POSTED' })
  const latest = months.at(-1)
  if (latest) await askForAudit(kernel, trx, scope, latest)
  return result
}

type Adopted = Awaited<ReturnType<typeof adoptStatuses>>[number]

/** Audits what the file touched: its institutions and carriers, in each of its months; and earlier months, from which a status of it holds. */
async function auditPosted(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  fileId: number,
  months: readonly PlainDate[],
  adopted: readonly Adopted[],
) {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  for (const [institutionId, statuses] of Map.groupBy(adopted, (status) => status.institutionId)) {
    const since = statuses.flatMap((status) => status.since ?? []).sort()[0] ?? null
    await auditSince(trx, scope, { institutionIds: [institutionId], since, today })
  }
  let totals = NOTHING_AUDITED
  for (const period of months) {
    const { rows } = await sql<{ institutionIds: number[]; carrierCodes: string[] }>`
      select coalesce(array_agg(distinct institution_id), '{}') as institution_ids, coalesce(array_agg(distinct carrier_code), '{}') as carrier_codes
      from carrier_file_row where file_id = ${fileId} and period = ${period} and policy_id is not null`.execute(trx)
    const [touched] = rows
    if (touched && touched.institutionIds.length > 0)
      totals = addTotals(totals, await auditTouched(trx, scope, { period, today, ...touched }))
  }
  return totals
}

/** Posting again changes nothing, and says so. */
function postedBefore(file: { summary: unknown }): PostResult {
  const { posted } = z
    .looseObject({
      posted: z
        .object({ posted: z.number(), unchanged: z.number() })
        .catch({ posted: 0, unchanged: 0 })
        .default({ posted: 0, unchanged: 0 }),
    })
    .parse(file.summary)
  return { posted: 0, unchanged: posted.posted + posted.unchanged, restated: 0, exceptions: 0 }
}

export async function periodsOf(trx: Trx, fileId: number): Promise<PlainDate[]> {
  const rows = await trx
    .selectFrom('carrierFileRow')
    .select('period')
    .distinct()
    .where('fileId', '=', fileId)
    .where('policyId', 'is not', null)
    .execute()
  return rows.flatMap(({ period }) => (period === null ? [] : [period])).sort()
}

/** Months of which a row would change a value or a status; a month whose every row is posted already is none. */
async function changedMonths(trx: Trx, fileId: number, months: readonly PlainDate[]): Promise<PlainDate[]> {
  const changed: PlainDate[] = []
  for (const period of months) {
    const { rows } = await sql<{ changes: boolean }>`
      select exists (select from carrier_file_row r where r.file_id = ${fileId} and r.period = ${period} and ${changesBook(period)}) as changes`.execute(
      trx,
    )
    if (rows[0]?.changes) changed.push(period)
  }
  return changed
}

/** A policy of the file, its value of the month, or its value of the month before changed after the file was compared with the book. */
async function isStale(trx: Trx, fileId: number, months: readonly PlainDate[]): Promise<boolean> {
  const { rows: policies } = await sql<{
    stale: boolean
  }>`select exists (select from carrier_file f join carrier_file_row r on r.file_id = f.id
    join policy p on p.institution_id = r.institution_id and p.id = r.policy_id where f.id = ${fileId} and p.updated_at > f.checked_at) as stale`.execute(
    trx,
  )
  if (policies[0]?.stale) return true
  for (const month of new Set(months.flatMap((period) => [period, addMonthEnds(period, -1)]))) {
    const { rows } = await sql<{
      stale: boolean
    }>`select exists (select from carrier_file f join policy_valuation v on v.posted_at > f.checked_at
      where f.id = ${fileId} and v.as_of_date = ${month} and v.site_id = f.site_id
        and exists (select from carrier_file_row r where r.file_id = f.id and r.institution_id = v.institution_id and r.policy_id = v.policy_id)) as stale`.execute(
      trx,
    )
    if (rows[0]?.stale) return true
  }
  return false
}

async function refuseOpenErrors(trx: Trx, fileId: number): Promise<void> {
  const { rows } = await sql<{ errors: number; unsettled: number; rules: string[] | null }>`
    select (select count(*) from carrier_file_finding where file_id = ${fileId} and status = 'OPEN' and severity = 'error')::int as errors,
      (select count(*) from carrier_file_row where file_id = ${fileId} and match_status in ('UNMATCHED', 'NEW', 'DUPLICATE'))::int as unsettled,
      (select array_agg(distinct rule_code order by rule_code) from carrier_file_finding where file_id = ${fileId} and status = 'OPEN' and severity = 'error') as rules`.execute(
    trx,
  )
  const { errors = 0, unsettled = 0, rules = null } = rows[0] ?? {}
  if (errors === 0 && unsettled === 0) return
  const titles = (rules ?? []).flatMap((code) =>
    Object.entries(FEED_RULES).flatMap(([known, rule]) => (known === code ? [`${rule.title} (${code})`] : [])),
  )
  throw new AppError('open_errors', { meta: { openErrors: errors, unsettledRows: unsettled, rules: titles } })
}

async function classify(
  trx: Trx,
  fileId: number,
  months: readonly PlainDate[],
): Promise<{ fresh: number; restated: number; unchanged: number; periods: PlainDate[] }> {
  const found = { fresh: 0, restated: 0, unchanged: 0 }
  const periods: PlainDate[] = []
  for (const period of months) {
    const { rows } = await sql<{ kind: keyof typeof found; count: number }>`
      select case when v.policy_id is null then 'fresh' when (${valuationColumns('r')}) is distinct from (${valuationColumns('v')}) then 'restated' else 'unchanged' end as kind, count(*)::int as count
      from carrier_file_row r
      left join policy_valuation v on v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.as_of_date = ${period} and v.status = 'POSTED'
      where r.file_id = ${fileId} and r.period = ${period} and ${valued}
      group by 1`.execute(trx)
    for (const { kind, count } of rows) found[kind] += count
    if (rows.some(({ kind }) => kind !== 'unchanged')) periods.push(period)
  }
  return { ...found, periods }
}

async function supersede(trx: Trx, fileId: number, period: PlainDate): Promise<void> {
  await sql`update policy_valuation v set status = 'SUPERSEDED' from carrier_file_row r
    where r.file_id = ${fileId} and r.period = ${period} and ${valued} and v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.as_of_date = ${period} and v.status = 'POSTED'
      and (${valuationColumns('r')}) is distinct from (${valuationColumns('v')})`.execute(trx)
}

async function insertValuations(
  trx: Trx,
  scope: Scope,
  fileId: number,
  period: PlainDate,
  restatementReason: string | null,
): Promise<void> {
  await sql`insert into policy_valuation (institution_id, policy_id, as_of_date, version, site_id, file_id, line_number, valuation_date, restatement_reason, posted_by, posted_at,
      ${VALUATION_NAMES})
    select r.institution_id, r.policy_id, r.period, coalesce(earlier.version, 0) + 1, r.site_id, r.file_id, r.line_number, r.valuation_date,
      case when earlier.version is not null then ${restatementReason}::text end, ${scope.userId || null}, clock_timestamp(),
      ${sql.raw(VALUATION_COLUMNS.map(({ field, name }) => (field === 'insuredShare' ? `coalesce(r.${name}, 0)` : `r.${name}`)).join(', '))}
    from carrier_file_row r
    left join (select institution_id, policy_id, max(version) as version from policy_valuation where site_id = ${scope.siteId} and as_of_date = ${period} group by 1, 2) earlier
      on earlier.institution_id = r.institution_id and earlier.policy_id = r.policy_id
    where r.file_id = ${fileId} and r.period = ${period} and ${valued} and not exists (select from ${current(period)})`.execute(trx)
}

/**
 * Flows that rows report, dated at the month end; what was entered by hand for the month is not doubled, what an earlier file reported is replaced where
 * this one has the column. A premium below zero is one that the carrier paid back: a flow of its own.
 */
async function recordFlows(trx: Trx, scope: Scope, fileId: number, period: PlainDate): Promise<void> {
  const prior = addMonthEnds(period, -1)
  const month = sql`t.transaction_date > ${prior} and t.transaction_date <= ${period}`
  await sql`delete from policy_transaction t using policy_valuation v
    where v.file_id = ${fileId} and v.as_of_date = ${period} and v.status = 'POSTED' and t.institution_id = v.institution_id and t.policy_id = v.policy_id and t.file_id is not null
      and (t.type = 'RATE_RESET' or t.type in ('PREMIUM', 'PREMIUM_REFUND') and v.premium_paid_cents is not null or t.type = 'WITHDRAWAL' and v.withdrawals_cents is not null)
      and ${month}`.execute(trx)
  await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents, note, file_id, line_number, created_by)
    select v.institution_id, v.site_id, v.policy_id, v.as_of_date, flow.type, flow.amount, flow.note, v.file_id, v.line_number, ${scope.userId || null}
    from policy_valuation v
    left join policy_valuation prior on prior.institution_id = v.institution_id and prior.policy_id = v.policy_id and prior.status = 'POSTED'
      and prior.as_of_date = ${prior}
    cross join lateral (values
      ('PREMIUM', v.premium_paid_cents, null),
      ('PREMIUM_REFUND', -v.premium_paid_cents, null),
      ('WITHDRAWAL', v.withdrawals_cents, null),
      ('RATE_RESET', case when prior.gross_crediting_rate <> v.gross_crediting_rate then 0 end, to_char((prior.gross_crediting_rate * 100)::numeric, 'FM990.0099') || '% to ' || to_char((v.gross_crediting_rate * 100)::numeric, 'FM990.0099') || '%')
    ) as flow (type, amount, note)
    where v.file_id = ${fileId} and v.as_of_date = ${period} and v.status = 'POSTED' and (flow.amount > 0 or (flow.type = 'RATE_RESET' and flow.amount = 0))
      and not exists (select from policy_transaction t where t.institution_id = v.institution_id and t.policy_id = v.policy_id and t.type = flow.type and ${month})`.execute(
    trx,
  )
  await sql`update policy_transaction set amount_cents = null where file_id = ${fileId} and transaction_date = ${period} and type = 'RATE_RESET'`.execute(
    trx,
  )
}
