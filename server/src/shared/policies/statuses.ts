/**
 * A policy's status entered, corrected or set aside: its history, the transaction that carries its money, the insured who died. One function for what is
 * entered by hand and for what a carrier's file proposed and somebody accepted, so that both book the same.
 */

import { ADDING_FLOWS, type Flow, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import {
  groundAt,
  type PostedValue,
  SETTLEMENTS,
  type Settlement,
  STATUS_SETTLEMENTS,
  statusEffect,
} from '@corridor/domain/policies/endings.ts'
import { insuredRefused } from '@corridor/domain/policies/rules.ts'
import { statusHistoryProblem } from '@corridor/domain/policies/status-history.ts'
import { isPolicyStatus, POLICY_STATUSES, type PolicyStatus } from '@corridor/domain/policies/statuses.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../site-day.ts'
import { refuseLockedFacts } from './period-locks.ts'
import { noteChange, type RegisterWriter } from './register-changes.ts'

export interface StatusWriter extends RegisterWriter {
  kernel: Pick<Kernel, 'now'>
}
export interface StatusInput {
  status: PolicyStatus
  effectiveDate: string
  settlement?: Settlement | null | undefined
  releasedCents?: number | null | undefined
  differenceConfirmed?: boolean | undefined
  dateOfDeath?: string | null | undefined
  deathSource?: 'BANK' | 'SWEEP' | 'CARRIER' | 'OBITUARY' | null | undefined
}
interface StatusChange {
  policyId: number
  reason: string
  /** The status that is corrected or set aside. */
  statusId?: number | undefined
  /** The value in its place; undefined sets it aside. */
  input?: StatusInput | undefined
  /** The line of the carrier's file that said so; without one it is somebody's hand. */
  source?: { fileId: number; lineNumber: number } | undefined
  /** Values that are to be posted before the status is: of earlier months in the same file. */
  coming?: readonly PostedValue[]
  /** Throws when the caller has seen another state of the policy. */
  refuseStale?: (policy: StatusPolicy) => Promise<void>
}
export interface StatusPolicy {
  id: number
  insuredId: number
  issueDate: PlainDate
  acquiredOn: PlainDate | null
  policyStatus: string
  updatedAt: string
  dateOfDeath: PlainDate | null
}
interface ChangedStatus {
  id: number
  updatedAt: string
  /** The first day that has another status now. */
  reachesFrom: PlainDate | null
}
interface LiveRow {
  id: number
  effectiveDate: PlainDate
  status: PolicyStatus
  reason: string | null
  transactionId: number | null
}

/** @throws AppError not_found, input by field, period_locked, and what `refuseStale` throws; nothing is written then */
export async function changeStatus(call: StatusWriter, change: StatusChange): Promise<ChangedStatus> {
  const { input, statusId, reason } = change
  const policy = await lockPolicy(call, change.policyId)
  const live = await liveHistory(call, policy.id)
  const old = live.find(({ id }) => id === statusId)
  if (statusId !== undefined && !old) throw new AppError('not_found')
  await change.refuseStale?.(policy)
  const from = input ? plainDate(input.effectiveDate) : null
  const dateOfDeath = input ? await deathOf(call, policy, input) : policy.dateOfDeath
  const next = [...live.filter((row) => row !== old), ...(input && from ? [{ effectiveDate: from, status: input.status }] : [])]
  const today = await dayOfSite(call.kernel, call.trx, call.scope.siteId)
  const problem = statusHistoryProblem(next, { issueDate: policy.issueDate, acquiredOn: policy.acquiredOn, dateOfDeath, today })
  if (problem) throw inputError({ effectiveDate: [problem] }, problem)
  const reachesFrom = [from, old?.effectiveDate ?? null].filter((day) => day !== null).sort()[0] ?? null
  await refuseLockedFacts(call.trx, call.scope, call.institutionId, reachesFrom)
  if (old) await setAside(call, policy, old, reason)
  const before = next
    .filter((row) => from !== null && row.effectiveDate < from)
    .sort((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1))
    .at(-1)
  const made = input && from ? await record(call, policy, { ...input, effectiveDate: from }, before?.status, change) : undefined
  const saved = await syncPolicy(call, policy.id)
  await noteChange(call, {
    entity: 'status',
    entityId: made ?? old?.id ?? 0,
    policyId: policy.id,
    insuredId: policy.insuredId,
    action: !old ? 'ADDED' : made === undefined ? 'REMOVED' : 'CORRECTED',
    reason,
    ...(old ? { before: { status: old.status, effectiveDate: old.effectiveDate } } : {}),
    ...(input ? { after: { status: input.status, effectiveDate: input.effectiveDate } } : {}),
    reachesFrom,
  })
  return { ...saved, reachesFrom }
}

async function lockPolicy({ trx, scope, institutionId }: StatusWriter, id: number): Promise<StatusPolicy> {
  const { rows } = await sql<StatusPolicy>`
    select p.id, p.insured_id, p.issue_date, case when p.is_acquired then p.acquisition_date end as acquired_on, p.policy_status, p.updated_at, s.date_of_death
    from policy p join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.id = ${id} for update of p`.execute(trx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

async function liveHistory({ trx, institutionId }: StatusWriter, policyId: number): Promise<LiveRow[]> {
  const rows = await trx
    .selectFrom('policyStatusHistory')
    .select(['id', 'effectiveDate', 'status', 'reason', 'transactionId'])
    .where('institutionId', '=', institutionId)
    .where('policyId', '=', policyId)
    .where('voidedAt', 'is', null)
    .orderBy('effectiveDate')
    .execute()
  return rows.flatMap(({ status, ...row }) => (isPolicyStatus(status) ? [{ ...row, status }] : []))
}

/** A claim follows a death: where the insured's is not on file, the status brings it. */
async function deathOf(call: StatusWriter, policy: StatusPolicy, input: StatusInput): Promise<PlainDate | null> {
  if (input.status !== 'DEATH_CLAIM_PENDING' && input.status !== 'DEATH_PAID') return policy.dateOfDeath
  if (policy.dateOfDeath !== null) return policy.dateOfDeath
  if (!input.dateOfDeath) throw inputError({ dateOfDeath: ['Enter the insured’s date of death.'] })
  const { trx, institutionId } = call
  const died = plainDate(input.dateOfDeath)
  const insured = await trx
    .selectFrom('insured')
    .selectAll()
    .where('institutionId', '=', institutionId)
    .where('id', '=', policy.insuredId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ firstIssue: PlainDate | null; lastIssue: PlainDate | null }>`
    select min(issue_date) as first_issue, max(issue_date) as last_issue from policy where institution_id = ${institutionId} and insured_id = ${policy.insuredId}`.execute(
    trx,
  )
  const after = {
    employmentStatus: 'DECEASED' as const,
    employmentStatusDate: died,
    dateOfDeath: died,
    deathSource: input.deathSource ?? null,
  }
  const today = await dayOfSite(call.kernel, trx, call.scope.siteId)
  const refused = insuredRefused({ ...insured, ...after }, { firstIssue: null, lastIssue: null, ...rows[0], today })
  if (Object.keys(refused).length > 0) throw inputError(refused)
  await trx
    .updateTable('insured')
    .set({ ...after, updatedAt: sql`greatest(clock_timestamp(), updated_at + interval '1 millisecond')` })
    .where('institutionId', '=', institutionId)
    .where('id', '=', policy.insuredId)
    .execute()
  const { employmentStatus, employmentStatusDate, dateOfDeath, deathSource } = insured
  await noteChange(call, {
    entity: 'insured',
    entityId: policy.insuredId,
    insuredId: policy.insuredId,
    action: 'CORRECTED',
    reason: `${POLICY_STATUSES[input.status].label} entered`,
    before: { employmentStatus, employmentStatusDate, dateOfDeath, deathSource },
    after,
    reachesFrom: died,
  })
  return died
}

async function setAside(call: StatusWriter, policy: StatusPolicy, old: LiveRow, reason: string): Promise<void> {
  const { trx, scope, institutionId } = call
  await trx
    .updateTable('policyStatusHistory')
    .set({ voidedAt: sql`clock_timestamp()`, voidedBy: scope.userId || null, voidReason: reason })
    .where('institutionId', '=', institutionId)
    .where('id', '=', old.id)
    .execute()
  const types = STATUS_SETTLEMENTS[old.status].map((settlement) => SETTLEMENTS[settlement].transaction)
  const { rows } = await sql<{ id: number; transactionDate: PlainDate; type: string; amountCents: number | null; note: string | null }>`
    select t.id, t.transaction_date, t.type, t.amount_cents, t.note from policy_transaction t
    where t.institution_id = ${institutionId} and t.policy_id = ${policy.id}
      and (t.id = ${old.transactionId} or ${old.transactionId}::int is null and t.transaction_date = ${old.effectiveDate}
        and t.type = any(${types.length > 0 ? types : ['STATUS_CHANGE']}::text[]))`.execute(trx)
  for (const { id, ...transaction } of rows) {
    await sql`update policy_transaction set paired_transaction_id = null where institution_id = ${institutionId} and paired_transaction_id = ${id}`.execute(
      trx,
    )
    await sql`delete from policy_transaction where institution_id = ${institutionId} and id = ${id}`.execute(trx)
    await noteChange(call, { entity: 'transaction', entityId: id, policyId: policy.id, action: 'REMOVED', reason, before: transaction })
  }
}

const FLOW_TYPES = [...ADDING_FLOWS, ...REMOVING_FLOWS]

/** A file's own value of a month counts before a posted one, because it is what posting leaves in the book. */
export const withComing = (posted: readonly PostedValue[], coming: readonly PostedValue[]): PostedValue[] => [
  ...posted.filter(({ asOfDate }) => !coming.some((value) => value.asOfDate === asOfDate)),
  ...coming,
]

/** Inputs of the rules for a policy's endings: every posted value, and every flow that reports count. */
export async function policyBook(
  { trx, institutionId }: Pick<StatusWriter, 'trx' | 'institutionId'>,
  policyId: number,
): Promise<{ values: PostedValue[]; flows: Flow[] }> {
  const { rows: values } = await sql<PostedValue>`
    select as_of_date, cash_surrender_value_cents as cash_surrender_value, death_benefit_cents - insured_share_cents as institution_death_benefit
    from policy_valuation where institution_id = ${institutionId} and policy_id = ${policyId} and status = 'POSTED' order by as_of_date`.execute(
    trx,
  )
  const { rows: flows } = await sql<Flow>`
    select transaction_date as date, type, abs(amount_cents) as amount from policy_transaction
    where institution_id = ${institutionId} and policy_id = ${policyId} and amount_cents <> 0 and type = any(${FLOW_TYPES}::text[])
    order by transaction_date, id`.execute(trx)
  return { values, flows }
}

/** The status as a row, with the transaction that it brings along. */
async function record(
  call: StatusWriter,
  policy: StatusPolicy,
  input: StatusInput & { effectiveDate: PlainDate },
  before: PolicyStatus | undefined,
  { reason, source, coming = [] }: StatusChange,
): Promise<number> {
  const { trx, scope, institutionId } = call
  const { status, effectiveDate } = input
  const { values, flows } = await policyBook(call, policy.id)
  const effect = statusEffect(
    {
      status,
      effectiveDate,
      settlement: input.settlement ?? null,
      releasedCents: typeof input.releasedCents === 'number' ? cents(input.releasedCents) : null,
      differenceConfirmed: input.differenceConfirmed ?? false,
    },
    groundAt({ values: withComing(values, coming), flows }, effectiveDate),
  )
  if (Object.keys(effect.refused).length > 0) throw inputError(effect.refused)
  const told = { fileId: source?.fileId ?? null, lineNumber: source?.lineNumber ?? null }
  const { id: transactionId } = await trx
    .insertInto('policyTransaction')
    .values({
      institutionId,
      siteId: scope.siteId,
      policyId: policy.id,
      transactionDate: effectiveDate,
      ...effect.transaction,
      note: `${before ? `${POLICY_STATUSES[before].label} to ` : ''}${POLICY_STATUSES[status].label}: ${reason}`.slice(0, 500),
      ...told,
      createdBy: scope.userId || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('policyStatusHistory')
    .values({
      institutionId,
      siteId: scope.siteId,
      policyId: policy.id,
      effectiveDate,
      status,
      reason,
      source: source ? 'FEED' : 'HAND',
      ...told,
      transactionId,
      recordedBy: scope.userId || null,
      recordedAt: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The policy's own status is the last of its history; a feed's file that was compared before is compared again. */
async function syncPolicy({ trx, institutionId }: StatusWriter, policyId: number): Promise<{ id: number; updatedAt: string }> {
  const { rows } = await sql<{ id: number; updatedAt: string }>`
    update policy p set policy_status = h.status, status_date = h.effective_date, status_reason = h.reason, updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 millisecond')
    from (select status, effective_date, reason from policy_status_history
      where institution_id = ${institutionId} and policy_id = ${policyId} and voided_at is null order by effective_date desc limit 1) h
    where p.institution_id = ${institutionId} and p.id = ${policyId} returning p.id, p.updated_at`.execute(trx)
  if (!rows[0]) throw new Error(`policy ${policyId} has no status`)
  return rows[0]
}
