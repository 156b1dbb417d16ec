/** The lines of other tables that a policy belongs to, as "table row". What tells of a person's age, salary or consent is left out. */

import { fundOf } from '../../policies/separate-account-funds.ts'
import { yearOf } from '../../primitives/period.ts'
import type { ReviewFigures, ReviewHolding } from './figures.ts'
import { kindOf } from './sections/compliance-contracts.ts'
import { wrappedPolicies } from './sections/risk-price.ts'

/** The tags of every policy of a review. */
export function policyTags(figures: ReviewFigures): (holding: ReviewHolding) => string[] {
  const { funds } = figures.snapshot.asset
  const wrapped = new Set(wrappedPolicies(figures).map(({ policy }) => policy.policyId))
  const agreements = new Map(figures.snapshot.splitDollar.map((agreement) => [agreement.agreementId, kindOf(agreement)]))
  return (holding) => {
    const { policy, more } = holding
    const fund = fundOf(policy, funds ?? [])
    const agreement = more.agreementId === null ? undefined : agreements.get(more.agreementId)
    return [
      ...ownTags(holding),
      ...(fund ? [`separate-account-funds fund-${fund.fundId}`] : []),
      ...(wrapped.has(policy.policyId) ? ['kinds wrapped'] : []),
      ...(agreement ? [`split-dollar ${agreement}`] : []),
    ]
  }
}

function ownTags({ policy, more }: ReviewHolding): string[] {
  const kinds = [
    more.modifiedEndowment ? 'mec' : 'not-mec',
    more.section1035 !== null && 'exchanged',
    more.isAcquired && 'acquired',
    more.subsidiaryName !== null && 'subsidiaries',
    (more.loanBalance ?? 0) > 0 && 'loans',
  ].filter((kind) => typeof kind === 'string')
  const item = { GENERAL: 'rc-f-5-a', SEPARATE: 'rc-f-5-b', HYBRID: 'rc-f-5-c' }[policy.accountType]
  return [
    `plans ${more.planId}`,
    `plan-coverage ${more.planId}`,
    `purchases ${yearOf(policy.issueDate)}`,
    `carriers ${policy.carrierCode}`,
    `concentration ${policy.carrierCode}`,
    `products ${more.productId}`,
    `risk-weights ${policy.accountType}`,
    `call-report ${item}`,
    'call-report rc-11',
    ...(policy.accountType === 'SEPARATE' ? ['call-report rc-r-ii-8-a'] : []),
    `issue-states ${more.issueState ?? 'Not known'}`,
    ...kinds.map((kind) => `kinds ${kind}`),
  ]
}
