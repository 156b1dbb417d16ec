/** A policy's statuses by the date from which each holds: whether the sequence can be true. */

import { addDays, formatDate, type PlainDate } from '../primitives/period.ts'
import { POLICY_STATUS_AFTER, POLICY_STATUSES, type PolicyStatus } from './statuses.ts'

export interface StatusFrom {
  effectiveDate: PlainDate
  status: PolicyStatus
}

/**
 * The fault of a sequence of statuses, in a sentence; undefined when it can be true.
 * @param policy the days that bound it: issue or, of a policy taken over, its acquisition; and the insured's death where known
 */
export function statusHistoryProblem(
  history: readonly StatusFrom[],
  policy: { issueDate: PlainDate; acquiredOn?: PlainDate | null; dateOfDeath: PlainDate | null; today: PlainDate },
): string | undefined {
  const rows = inOrder(history)
  const [first] = rows
  if (!first) return 'A policy has at least one status.'
  const heldFrom = policy.acquiredOn ?? policy.issueDate
  if (first.status !== 'PENDING' && first.effectiveDate > heldFrom)
    return `The policy has no status from its ${policy.acquiredOn ? 'acquisition' : 'issue'} on ${formatDate(heldFrom)} to ${formatDate(addDays(first.effectiveDate, -1))}.`
  for (const [index, { effectiveDate, status }] of rows.entries()) {
    const before = rows[index - 1]
    const named = POLICY_STATUSES[status].label.toLowerCase()
    if (effectiveDate > policy.today) return `A status cannot begin in the future (${formatDate(effectiveDate)}).`
    if (status !== 'PENDING' && effectiveDate < policy.issueDate)
      return `The policy cannot be ${named} from ${formatDate(effectiveDate)}: it was issued on ${formatDate(policy.issueDate)}.`
    const isClaim = status === 'DEATH_CLAIM_PENDING' || status === 'DEATH_PAID'
    if (isClaim && policy.dateOfDeath !== null && effectiveDate < policy.dateOfDeath)
      return `A claim cannot begin before the insured died on ${formatDate(policy.dateOfDeath)}.`
    if (!before) continue
    if (before.effectiveDate === effectiveDate)
      return `The policy has a status from ${formatDate(effectiveDate)} already. Correct that one.`
    if (before.status === status) return `The policy is ${named} from ${formatDate(before.effectiveDate)} already.`
    if (!POLICY_STATUS_AFTER[before.status].includes(status))
      return `${POLICY_STATUSES[before.status].label} (from ${formatDate(before.effectiveDate)}) is not followed by ${named}. If it was a mistake, void it.`
  }
  return undefined
}

const inOrder = (history: readonly StatusFrom[]): StatusFrom[] =>
  [...history].sort((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : a.effectiveDate > b.effectiveDate ? 1 : 0))
