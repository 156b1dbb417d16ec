/**
 * Exceptions for the demo's two last months, each by its cause: a figure that no report prints is posted wrong, an opening balance is off; misprints and missing lines are in the files from the
 * start (plants.ts). The audits find them; people have settled some. Cause, audit and settlement are one transaction, so that no report made meanwhile sees September open.
 * The months before that the demo has reports of were audited as their values came, which found no error, and signed off.
 */
import { AUDIT_CHECK_CODES, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { addDays, monthEndsBetween, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { selectReviewState } from '../../features/auditing/review-state.ts'
import { signOff } from '../../features/auditing/sign-offs.ts'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type Scope, scopeOfManager, scopeOfSystem } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { storeOpenings } from '../../shared/auditing/audit-clients.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { askForAudit } from '../../shared/auditing/audit-run.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { MANAGER_ID } from './accounts.ts'
import { type Cause, CLOSED_YEAR, LEDGERS, MONTHS, type Planted, SETTLEMENTS, SUPPRESSED } from './demo-exceptions.ts'
import { DEMO_INSTITUTIONS } from './demo-institutions.ts'
import { DEMO_LOADED } from './demo-reports.ts'
import { demoTerms } from './terms.ts'

const AUDITS_ASKED = 'demo.audits.asked'
const SIGNED_MONTH = plainDate('2026-09-30')
/** Months of the demo's asset reports, the quarter's among them, that nothing is planted in. */
const EARLIER = monthEndsBetween(plainDate('2026-04-30'), plainDate('2026-08-31'))
const DAYS_TO_AUDIT = 13
const DAYS_TO_SIGN_OFF = 19
const CLOSED_AT = '2026-01-21T15:30:00.000Z'

/**
 * Plants, audits and settles on every site of a demo where that was not done yet; then the job audits both months again, as it does each night. What is told of an
 * institution holds for the demo's own: the book of printed papers (terms.ts) has others under their numbers, whose months are audited as they are.
 */
export async function addDemoAudits(ownerDb: Db, kernel: Kernel): Promise<void> {
  const { rows: sites } = await sql<{ siteId: number }>`
    select s.id as site_id from site s
    where exists (select from activity where action = ${DEMO_LOADED}) and not exists (select from activity where action = ${AUDITS_ASKED} and site_id = s.id)
    order by s.id`.execute(ownerDb)
  const own = await demoInstitutions(ownerDb)
  for (const { siteId } of sites) {
    const [scope, manager] = [scopeOfSystem(siteId), scopeOfManager(siteId, MANAGER_ID)]
    const isHere: IsHere = (told) => told.siteId === siteId && own.has(told.institutionId)
    await ownerDb.transaction().execute(async (trx) => {
      const today = await dayOfSite(kernel, trx, siteId)
      await closeYears(trx, scope)
      for (const period of EARLIER) {
        await audit(trx, scope, { period, today }, `${addDays(period, DAYS_TO_AUDIT)}T20:20:00.000Z`)
        await settle(trx, siteId, period, isHere)
        if (own.size > 0) await signOffs(trx, manager, period, AUDIT_CHECK_CODES)
      }
      await stateLedgers(trx, scope, isHere)
      for (const { period, planted, readAt } of MONTHS) {
        for (const one of planted) if (isHere(one)) await plant(trx, one, period)
        await audit(trx, scope, { period, today }, readAt)
        await settle(trx, siteId, period, isHere)
        if (period === SIGNED_MONTH && own.size > 0) await signOffs(trx, manager, period, SIGNED_CHECKS)
        await askForAudit(kernel, trx, scope, period)
      }
      await recordSystemActivity(trx, { action: AUDITS_ASKED, siteId })
    })
  }
}

/** An audit of today as it was made then: what it finds, or no longer finds, is so since that time, and what the book tells from before keeps its days. */
async function audit(trx: Trx, scope: Scope, month: { period: PlainDate; today: PlainDate }, at: string): Promise<void> {
  await auditMonth(trx, scope, { ...month, isWhole: true })
  const found = sql`x.site_id = ${scope.siteId} and x.period = ${month.period}`
  await sql`update audit_exception x set first_seen = least(x.first_seen, ${at}), updated_at = ${at}, 
      resolved_at = case when x.resolved_at is not null then least(x.resolved_at, ${at}) end where ${found}`.execute(trx)
  await sql`update audit_exception_step t set at = least(t.at, ${at}) from audit_exception x where x.institution_id = t.institution_id and x.id = t.exception_id and ${found}`.execute(
    trx,
  )
}

type IsHere = (told: { siteId: number; institutionId: number }) => boolean

/** Numbers of those of the demo's institutions that are in this book. */
async function demoInstitutions(ownerDb: Db): Promise<ReadonlySet<number>> {
  const rows = await ownerDb.selectFrom('institution').select(['id', 'legalName']).execute()
  const names = new Map(DEMO_INSTITUTIONS.map(({ id, legalName }) => [id, legalName]))
  return new Set(rows.filter(({ id, legalName }) => names.get(id) === legalName).map(({ id }) => id))
}

/** As the locks of the year ends stored them, the last of them in January. */
async function closeYears(trx: Trx, scope: Scope): Promise<void> {
  for (const yearEnd of demoTerms(undefined).lockedYears) await storeOpenings(trx, { ...scope, userId: MANAGER_ID }, yearEnd)
  await sql`update opening_balance set stored_at = ${CLOSED_AT} where site_id = ${scope.siteId}`.execute(trx)
}

/** Balances of banks' own ledgers, which no audit before September had. */
async function stateLedgers(trx: Trx, scope: Scope, isHere: IsHere): Promise<void> {
  for (const { institutionId, offCents, source } of LEDGERS.filter(isHere))
    await sql`insert into ledger_balance (institution_id, site_id, year_end, balance_cents, source, entered_by, entered_at)
      select institution_id, site_id, year_end, sum(cash_surrender_value_cents) + ${offCents}, ${source}, ${MANAGER_ID}, ${CLOSED_AT} from opening_balance
      where institution_id = ${institutionId} and site_id = ${scope.siteId} and year_end = ${CLOSED_YEAR} group by institution_id, site_id, year_end`.execute(
      trx,
    )
}

async function plant(trx: Trx, planted: Planted, period: PlainDate): Promise<void> {
  const { siteId, institutionId, carrierCode, nth, cause } = planted
  const { rows } = await sql<{ policyId: number }>`
    select p.id as policy_id from policy p
    where p.site_id = ${siteId} and p.institution_id = ${institutionId} and p.carrier_code = ${carrierCode} and p.policy_status = 'IN_FORCE' and p.issue_date < '2025-01-01'
      and exists (select from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED')
    order by p.id offset ${nth} limit 1`.execute(trx)
  const policyId = rows[0]?.policyId
  if (policyId === undefined) throw new Error(`no policy ${nth} of ${carrierCode} at institution ${institutionId} to plant on`)
  for (const statement of CAUSES[cause](policyOf(institutionId, policyId, siteId), period)) await statement.execute(trx)
  if (planted === SUPPRESSED)
    await sql`insert into audit_suppression (institution_id, site_id, policy_id, rule_code, until, reason, created_by)
      values (${institutionId}, ${siteId}, ${policyId}, 'V9', '2027-03-31', 'The carrier nets a policy fee that it refunds; corrected with its first-quarter file', ${MANAGER_ID})`.execute(
      trx,
    )
}

interface Subject {
  institutionId: number
  policyId: number
  siteId: number
  of: RawBuilder<unknown>
}
const policyOf = (institutionId: number, policyId: number, siteId: number): Subject => ({
  institutionId,
  policyId,
  siteId,
  of: sql`institution_id = ${institutionId} and policy_id = ${policyId}`,
})

const posted = ({ of }: Subject, period: PlainDate, change: RawBuilder<unknown>) =>
  sql`update policy_valuation set ${change} where ${of} and as_of_date = ${period} and status = 'POSTED'`
/** The history's entry of a value that no file brought, as the register writes it. */
const enteredByHand = ({ institutionId, policyId }: Subject, period: PlainDate) => sql`
  insert into register_change (institution_id, site_id, entity, entity_id, policy_id, insured_id, action, reason, after, reaches_from, user_id, at)
  select v.institution_id, v.site_id, 'valuation', v.policy_id, v.policy_id, p.insured_id, 'ADDED', 'Told by the carrier; its file does not have the policy',
    jsonb_build_object('asOfDate', v.as_of_date, 'cashSurrenderValueCents', v.cash_surrender_value_cents, 'deathBenefitCents', v.death_benefit_cents,
      'insuredShareCents', v.insured_share_cents, 'accountValueEndCents', v.account_value_end_cents, 'surrenderChargeCents', v.surrender_charge_cents),
    v.as_of_date, v.posted_by, v.posted_at
  from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
  where v.institution_id = ${institutionId} and v.policy_id = ${policyId} and v.as_of_date = ${period} and v.status = 'POSTED'`
const CAUSES: Record<Cause, (subject: Subject, period: PlainDate) => RawBuilder<unknown>[]> = {
  NET_VALUE: (subject, period) => [
    posted(
      subject,
      period,
      sql`loan_balance_cents = coalesce(loan_balance_cents, 0), net_surrender_value_cents = cash_surrender_value_cents - coalesce(loan_balance_cents, 0) - 4500`,
    ),
  ],
  NO_LINE: (subject, period) => [enteredByHand(subject, period)],
  OPENING_BALANCE: ({ of }) => [
    sql`update opening_balance set cash_surrender_value_cents = cash_surrender_value_cents - 1800 where ${of} and year_end = ${CLOSED_YEAR}`,
  ],
  GUARANTEE: (subject, period) => [posted(subject, period, sql`guaranteed_rate = 0.06`)],
  SMOKER: ({ institutionId, policyId }) => [
    sql`update insured set smoker_status = 'SMOKER' where institution_id = ${institutionId} and id = (select insured_id from policy where institution_id = ${institutionId} and id = ${policyId})`,
  ],
  ILLUSTRATION: ({ institutionId, policyId, siteId }) => [
    sql`insert into policy_illustration (institution_id, site_id, policy_id, illustrated_on, illustrated_yield, source)
      values (${institutionId}, ${siteId}, ${policyId}, ${plainDate('2026-08-14')}, 0.0525, 'In-force illustration of the carrier, August 2026')`,
  ],
}

/** One audit is left to be signed off, so that papers show both. */
const SIGNED_CHECKS = AUDIT_CHECK_CODES.filter((code) => code !== 'yield-exceptions')
/** As the manager did once the month was settled, who posted none of its values. */
async function signOffs(trx: Trx, scope: Scope, period: PlainDate, checks: readonly AuditCheck[]): Promise<void> {
  const record: Acting['record'] = (event) => recordSystemActivity(trx, { ...event, siteId: scope.siteId, actorId: scope.userId })
  for (const check of checks) {
    const { sha256 } = await selectReviewState(trx, scope, check, period)
    await signOff({ trx, scope, record }, { check, period, stateSha256: sha256 })
  }
  await sql`update audit_sign_off set signed_at = ${`${addDays(period, DAYS_TO_SIGN_OFF)}T18:30:00.000Z`} where site_id = ${scope.siteId} and period = ${period}`.execute(
    trx,
  )
}

async function settle(trx: Trx, siteId: number, period: PlainDate, isHere: IsHere): Promise<void> {
  for (const one of SETTLEMENTS) {
    if (!isHere(one) || one.period !== period) continue
    const { institutionId, rules, status, reasonCode, note, by, at, assignedTo = null, dueOn = null } = one
    const { rows } = await sql<{ id: number }>`
      with written as (
        update audit_exception set status = ${status}, reason_code = ${reasonCode}, note = ${note}, updated_at = ${at}, resolved_by = ${status === 'OPEN' ? null : by},
          resolved_at = ${status === 'OPEN' ? null : at}::timestamptz, assigned_to = ${assignedTo}, due_on = ${dueOn}::date
        where site_id = ${siteId} and period = ${period} and institution_id = ${institutionId} and rule_code = any(${[...rules]}::text[])
        returning institution_id, id)
      insert into audit_exception_step (institution_id, site_id, exception_id, at, user_id, status, reason_code, note, assigned_to, due_on)
      select institution_id, ${siteId}, id, ${at}, ${by}, ${status}, ${reasonCode}, ${note}, ${assignedTo}, ${dueOn}::date from written returning id`.execute(
      trx,
    )
    if (rows.length === 0) throw new Error(`nothing of ${rules.join(', ')} at institution ${institutionId} to settle`)
  }
}
