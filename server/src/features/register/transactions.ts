/** Dated transactions by hand: by their type's rules, the halves of an exchange kept equal; those that come with a status move with it. */
import { transactions } from '@corridor/contract/register-holdings.ts'
import { TRANSACTION_TYPES, type TransactionType } from '@corridor/domain/policies/register.ts'
import { type TransactionSurroundings, transactionRefused } from '@corridor/domain/policies/rules.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { ENDED_STATUSES } from '../../shared/policies/in-force-policies.ts'
import { noteChange } from '../../shared/policies/register-changes.ts'
import { day, money } from '../../shared/policies/register-rows.ts'
import type { RecordKind } from './records.ts'
import { earlier, type RegisterCall, todayOf } from './register-scope.ts'

const row = z.looseObject({
  policyId: z.int(),
  transactionDate: day,
  type: z.string().transform((text): TransactionType => typeOf(text)),
  amountCents: money.nullable(),
  note: z.string().nullable(),
  pairedPolicyId: z.int().nullish(),
})
function typeOf(text: string): TransactionType {
  const found = transactions.fields.shape.type.safeParse(text)
  if (!found.success) throw new Error(`there is no transaction of type ${text}`)
  return found.data
}

export const transactionKind: RecordKind = {
  isAudited: true,
  calls: transactions,
  entity: 'transaction',
  table: 'policyTransaction',
  columns: ['policyId', 'transactionDate', 'type', 'amountCents', 'note'],
  others: {
    pairedPolicyId: sql`(select o.policy_id from policy_transaction o where o.institution_id = t.institution_id and o.id = t.paired_transaction_id)`,
  },
  check: async (call, after, before) => {
    const transaction = row.parse(after)
    const was = before && row.parse(before)
    const kind = TRANSACTION_TYPES[transaction.type]
    const { surroundings, insuredId } = await surroundingsOf(call, transaction, before?.id ?? 0)
    const refused = transactionRefused(transaction, surroundings)
    const say = (field: string, sentence: string) => (refused[field] = [...(refused[field] ?? []), sentence])
    if (was && was.policyId !== transaction.policyId) say('policyId', 'A transaction belongs to one policy. Remove it and enter it again.')
    if (was && was.type !== transaction.type && !(kind.byHand && TRANSACTION_TYPES[was.type].byHand))
      say('type', 'A transaction that came with a status keeps its type.')
    if (!was && !kind.byHand) say('type', 'Enter it as a status of the policy; the transaction is added with it.')
    if (was && !kind.byHand && was.transactionDate !== transaction.transactionDate)
      say('transactionDate', 'Correct the date of the status: the transaction moves with it.')
    if (transaction.type !== 'EXCHANGE_IN' && transaction.type !== 'EXCHANGE_OUT' && transaction.pairedPolicyId)
      say('pairedPolicyId', 'Only an exchange has a counterpart.')
    if (transaction.type === 'EXCHANGE_IN' && transaction.pairedPolicyId && surroundings.pair === null)
      say('pairedPolicyId', 'That policy has no unmatched exchange out on this date. Enter its status "Exchanged out" first.')
    return {
      refused,
      // A correction by hand stays: the next carrier file of the month leaves it alone.
      also: before ? { fileId: null, lineNumber: null } : { createdBy: call.session.userId },
      holdsFrom: earlier(transaction.transactionDate, was?.transactionDate ?? null),
      auditsFrom: earlier(transaction.transactionDate, was?.transactionDate ?? null),
      policyId: transaction.policyId,
      insuredId,
    }
  },
  dependants: () => [],
  stays: (before) =>
    TRANSACTION_TYPES[row.parse(before).type].byHand
      ? undefined
      : 'It came with a status of the policy: void that status, and the transaction is voided with it.',
  link: async (call, id, after, before) => linkPair(call, id, row.parse(after), before && row.parse(before)),
  unlink: async ({ trx, institutionId }, { id }) => {
    await sql`update policy_transaction set paired_transaction_id = null where institution_id = ${institutionId} and paired_transaction_id = ${id}`.execute(
      trx,
    )
  },
}

type Transaction = z.output<typeof row>

async function surroundingsOf(
  call: RegisterCall,
  { policyId, transactionDate, type, pairedPolicyId }: Transaction,
  ownId: number,
): Promise<{ surroundings: TransactionSurroundings; insuredId: number }> {
  const { trx, scope, institutionId } = call
  const { rows } = await sql<{
    issueDate: string
    endedOn: string | null
    isReplacement: boolean
    insuredId: number
    valueBefore: number | null
    loans: number
  }>`
    select p.issue_date, case when p.policy_status = any(${[...ENDED_STATUSES]}::text[]) then p.status_date end as ended_on, p.is_section1035_replacement as is_replacement, p.insured_id,
      (select v.cash_surrender_value_cents from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id and v.status = 'POSTED' and v.as_of_date < ${transactionDate}
        order by v.as_of_date desc limit 1) as value_before,
      (select coalesce(sum(case t.type when 'LOAN' then t.amount_cents else -t.amount_cents end), 0) from policy_transaction t
        where t.institution_id = p.institution_id and t.policy_id = p.id and t.type in ('LOAN', 'LOAN_REPAY') and t.transaction_date <= ${transactionDate} and t.id <> ${ownId}) as loans
    from policy p where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.id = ${policyId}`.execute(trx)
  const [policy] = rows
  if (!policy) throw new AppError('not_found')
  const pair = type === 'EXCHANGE_IN' && pairedPolicyId ? await exchangeOutOf(call, pairedPolicyId, transactionDate, ownId) : null
  if (pair && pair.policyId === policyId) throw new AppError('not_found')
  return {
    insuredId: policy.insuredId,
    surroundings: {
      issueDate: plainDate(policy.issueDate),
      endedOn: policy.endedOn === null ? null : plainDate(policy.endedOn),
      isReplacement: policy.isReplacement,
      valueBefore: policy.valueBefore === null ? null : cents(policy.valueBefore),
      loansOutstanding: cents(policy.loans),
      pair: pair && {
        ...pair,
        transactionDate: plainDate(pair.transactionDate),
        amountCents: pair.amountCents === null ? null : cents(pair.amountCents),
      },
      today: await todayOf(call),
    },
  }
}

/** The exchange out of a policy on a day that is nobody else's other half. @throws AppError not_found for a policy of another institution */
async function exchangeOutOf({ trx, scope, institutionId }: RegisterCall, policyId: number, on: string, ownId: number) {
  const { rows } = await sql<{
    id: number | null
    policyId: number
    policyNumber: string
    transactionDate: string
    amountCents: number | null
  }>`
    select t.id, p.id as policy_id, p.policy_number, t.transaction_date, t.amount_cents
    from policy p left join policy_transaction t on t.institution_id = p.institution_id and t.policy_id = p.id and t.type = 'EXCHANGE_OUT'
      and (t.paired_transaction_id is null or t.paired_transaction_id = ${ownId})
    where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.id = ${policyId}
    order by t.transaction_date = ${on}::date desc nulls last, t.id limit 1`.execute(trx)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found.id === null ? null : { ...found, id: found.id }
}

/** Joins the halves of an exchange; an exchange out that is put right takes the other half along. */
async function linkPair(call: RegisterCall, id: number, after: Transaction, before: Transaction | undefined): Promise<void> {
  const { trx, institutionId } = call
  if (after.type === 'EXCHANGE_IN' && (!before || before.pairedPolicyId !== after.pairedPolicyId)) {
    await sql`update policy_transaction set paired_transaction_id = null where institution_id = ${institutionId} and paired_transaction_id = ${id}`.execute(
      trx,
    )
    const pair = after.pairedPolicyId ? await exchangeOutOf(call, after.pairedPolicyId, after.transactionDate, id) : null
    await sql`update policy_transaction set paired_transaction_id = case id when ${id} then ${pair?.id ?? null}::int else ${id}::int end
      where institution_id = ${institutionId} and id in (${id}, ${pair?.id ?? id})`.execute(trx)
  }
  if (after.type !== 'EXCHANGE_OUT' || !before || after.amountCents === before.amountCents) return
  const { rows } = await sql<{ id: number; policyId: number }>`
    update policy_transaction set amount_cents = ${after.amountCents}, updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where institution_id = ${institutionId} and paired_transaction_id = ${id} returning id, policy_id`.execute(trx)
  for (const half of rows)
    await noteChange(call, {
      entity: 'transaction',
      entityId: half.id,
      policyId: half.policyId,
      action: 'CORRECTED',
      reason: 'The counterpart of the exchange was corrected',
      before: { amountCents: before.amountCents },
      after: { amountCents: after.amountCents },
      reachesFrom: after.transactionDate,
    })
}
