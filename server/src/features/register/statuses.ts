/** A policy's statuses by date: entered, corrected and set aside, each with the transaction that carries its money. */
import { type PlainDate, plainDate } from '@corridor/domain/period.ts'
import { statusHistoryProblem } from '@corridor/domain/policy-history.ts'
import { STATUS_TRANSACTION } from '@corridor/domain/register.ts'
import { insuredRefused } from '@corridor/domain/register-rules.ts'
import { isPolicyStatus, POLICY_STATUSES, type PolicyStatus } from '@corridor/domain/statuses.ts'
import { sql } from 'kysely'
import { AppError, inputError } from '../../kernel/errors.ts'
import { noteChange, staleSave } from './history.ts'
import { earlier, type RegisterCall, reachToChange, refuseLocked, todayOf } from './place.ts'

export interface StatusInput {
  status: PolicyStatus
  effectiveDate: string
  releasedCents?: number | null | undefined
  dateOfDeath?: string | null | undefined
  deathSource?: 'BANK' | 'SWEEP' | 'CARRIER' | 'OBITUARY' | null | undefined
}
interface Change {
  policyId: number
  reason: string
  updatedAt: string
}
interface LiveRow {
  id: number
  effectiveDate: PlainDate
  status: PolicyStatus
  reason: string | null
  transactionId: number | null
}

export const addStatus = (call: RegisterCall, change: Change, input: StatusInput) => changeHistory(call, change, undefined, input)
export const correctStatus = (call: RegisterCall, change: Change, statusId: number, input: StatusInput) =>
  changeHistory(call, change, statusId, input)
export const setStatusAside = (call: RegisterCall, change: Change, statusId: number) => changeHistory(call, change, statusId, undefined)

async function changeHistory(call: RegisterCall, change: Change, statusId: number | undefined, input: StatusInput | undefined) {
  await reachToChange(call)
  const policy = await lockPolicy(call, change.policyId)
  const live = await liveHistory(call, policy.id)
  const old = live.find(({ id }) => id === statusId)
  if (statusId !== undefined && !old) throw new AppError('not_found')
  if (policy.updatedAt !== new Date(change.updatedAt).toISOString())
    throw await staleSave(call, 'status', policy.id, { updatedAt: policy.updatedAt, status: policy.policyStatus }, { ...input })
  const from = input ? plainDate(input.effectiveDate) : null
  const dateOfDeath = input ? await deathOf(call, policy, input) : policy.dateOfDeath
  const next = [...live.filter((row) => row !== old), ...(input && from ? [{ effectiveDate: from, status: input.status }] : [])]
  const problem = statusHistoryProblem(next, {
    issueDate: policy.issueDate,
    acquiredOn: policy.acquiredOn,
    dateOfDeath,
    today: await todayOf(call),
  })
  if (problem) throw inputError({ effectiveDate: [problem] }, problem)
  const reachesFrom = earlier(from, old?.effectiveDate ?? null)
  await refuseLocked(call, reachesFrom)
  if (old) await setAside(call, policy, old, change.reason)
  const before = next
    .filter((row) => from !== null && row.effectiveDate < from)
    .sort((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1))
    .at(-1)
  const made = input && from ? await record(call, policy, { ...input, effectiveDate: from }, before?.status, change.reason) : undefined
  const saved = await syncPolicy(call, policy.id)
  await noteChange(call, {
    entity: 'status',
    entityId: made ?? old?.id ?? 0,
    policyId: policy.id,
    insuredId: policy.insuredId,
    action: !old ? 'ADDED' : made === undefined ? 'REMOVED' : 'CORRECTED',
    reason: change.reason,
    ...(old ? { before: { status: old.status, effectiveDate: old.effectiveDate } } : {}),
    ...(input ? { after: { status: input.status, effectiveDate: input.effectiveDate } } : {}),
    reachesFrom,
  })
  return saved
}

interface PolicyRow {
  id: number
  insuredId: number
  issueDate: PlainDate
  acquiredOn: PlainDate | null
  policyStatus: string
  updatedAt: string
  dateOfDeath: PlainDate | null
}
async function lockPolicy({ trx, scope, institutionId }: RegisterCall, id: number): Promise<PolicyRow> {
  const { rows } = await sql<PolicyRow>`
    select p.id, p.insured_id, p.issue_date, case when p.is_acquired then p.acquisition_date end as acquired_on, p.policy_status, p.updated_at, s.date_of_death
    from policy p join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.id = ${id} for update of p`.execute(trx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

async function liveHistory({ trx, institutionId }: RegisterCall, policyId: number): Promise<LiveRow[]> {
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
async function deathOf(call: RegisterCall, policy: PolicyRow, input: StatusInput): Promise<PlainDate | null> {
  if (input.status !== 'DEATH_CLAIM_PENDING' && input.status !== 'DEATH_PAID') return policy.dateOfDeath
  if (policy.dateOfDeath !== null) return policy.dateOfDeath
  if (!input.dateOfDeath) throw inputError({ dateOfDeath: ['Enter when the insured died: a claim follows a death.'] })
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
  const refused = insuredRefused({ ...insured, ...after }, { firstIssue: null, lastIssue: null, ...rows[0], today: await todayOf(call) })
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

async function setAside(call: RegisterCall, policy: PolicyRow, old: LiveRow, reason: string): Promise<void> {
  const { trx, institutionId, session } = call
  await trx
    .updateTable('policyStatusHistory')
    .set({ voidedAt: sql`clock_timestamp()`, voidedBy: session.userId, voidReason: reason })
    .where('institutionId', '=', institutionId)
    .where('id', '=', old.id)
    .execute()
  const { rows } = await sql<{ id: number; transactionDate: PlainDate; type: string; amountCents: number | null; note: string | null }>`
    select t.id, t.transaction_date, t.type, t.amount_cents, t.note from policy_transaction t
    where t.institution_id = ${institutionId} and t.policy_id = ${policy.id}
      and (t.id = ${old.transactionId} or ${old.transactionId}::int is null and t.transaction_date = ${old.effectiveDate} and t.type = ${STATUS_TRANSACTION[old.status].type})`.execute(
    trx,
  )
  for (const { id, ...transaction } of rows) {
    await sql`update policy_transaction set paired_transaction_id = null where institution_id = ${institutionId} and paired_transaction_id = ${id}`.execute(
      trx,
    )
    await sql`delete from policy_transaction where institution_id = ${institutionId} and id = ${id}`.execute(trx)
    await noteChange(call, { entity: 'transaction', entityId: id, policyId: policy.id, action: 'REMOVED', reason, before: transaction })
  }
}

/** The status as a row, and its transaction. A status that ends the policy releases its value: the last posted one unless another is given. */
async function record(
  call: RegisterCall,
  policy: PolicyRow,
  { status, effectiveDate, releasedCents }: StatusInput & { effectiveDate: PlainDate },
  before: PolicyStatus | undefined,
  reason: string,
): Promise<number> {
  const { trx, scope, institutionId, session } = call
  const { type, releases } = STATUS_TRANSACTION[status]
  const { rows } = await sql<{ value: number | null }>`
    select v.cash_surrender_value_cents as value from policy_valuation v
    where v.institution_id = ${institutionId} and v.policy_id = ${policy.id} and v.status = 'POSTED' and v.as_of_date < ${effectiveDate} order by v.as_of_date desc limit 1`.execute(
    trx,
  )
  const { id: transactionId } = await trx
    .insertInto('policyTransaction')
    .values({
      institutionId,
      siteId: scope.siteId,
      policyId: policy.id,
      transactionDate: effectiveDate,
      type,
      amountCents: releases ? sql`${releasedCents ?? rows[0]?.value ?? null}` : null,
      note: `${before ? `${POLICY_STATUSES[before].label} to ` : ''}${POLICY_STATUSES[status].label}: ${reason}`.slice(0, 500),
      createdBy: session.userId,
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
      source: 'HAND',
      transactionId,
      recordedBy: session.userId,
      recordedAt: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The policy's own status is the last of its history; a feed's file that was compared before is compared again. */
async function syncPolicy({ trx, institutionId }: RegisterCall, policyId: number): Promise<{ id: number; updatedAt: string }> {
  const { rows } = await sql<{ id: number; updatedAt: string }>`
    update policy p set policy_status = h.status, status_date = h.effective_date, status_reason = h.reason, updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 millisecond')
    from (select status, effective_date, reason from policy_status_history
      where institution_id = ${institutionId} and policy_id = ${policyId} and voided_at is null order by effective_date desc limit 1) h
    where p.institution_id = ${institutionId} and p.id = ${policyId} returning p.id, p.updated_at`.execute(trx)
  if (!rows[0]) throw new Error(`policy ${policyId} has no status`)
  return rows[0]
}
