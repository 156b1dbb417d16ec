/** For tests of the audits: a policy's month of the worked examples, with the tables of its product, and the same with something planted. */
import type { PolicyMonth } from '../auditing/policy-month.ts'
import type { ProductTables } from '../auditing/recomputation.ts'
import type { Earnings } from '../auditing/yields.ts'
import { type FeedValues, NO_VALUES, type PolicyFacts } from '../data-feeds/row.ts'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { POLICY } from './feed-rows.ts'

// Policy A-1001 of the worked examples: November 2025 at 3,050,000.00, December at 3,059,706.52, cost of insurance 720.00, declared 4.10 %.
export const E = plainDate('2025-12-31')
export const posted: FeedValues = {
  ...NO_VALUES,
  asOfDate: E,
  faceAmount: usd(6_900_000),
  accountValueBegin: usd(3_050_000),
  accountValueEnd: usd(3_059_706.52),
  surrenderCharge: usd(0),
  cashSurrenderValue: usd(3_059_706.52),
  deathBenefit: usd(6_900_000),
  premiumPaid: usd(0),
  withdrawals: usd(0),
  interestCredited: usd(10_426.52),
  costOfInsurance: usd(720),
  expenseCharge: usd(0),
  grossCreditingRate: 0.041,
  insuredShare: usd(0),
}
export const earnings: Earnings = {
  averageInvested: usd(3_050_000),
  earned: usd(9_706.52),
  declaredRate: 0.041,
  declaredRateBefore: 0.041,
  guaranteedRate: 0.02,
  trailingYield: null,
  illustratedYield: null,
  returns: [],
}
export const tables: ProductTables = {
  terms: { interestMethod: 'EFFECTIVE', dayCount: 'ACTUAL_ACTUAL', interestFrom: 'RECEIPT' },
  rates: [{ from: plainDate('2025-07-01'), rate: 0.041 }],
  followsIndex: false,
  costOfInsurance: { per: 'MONTH', rates: new Map([['F NONSMOKER 65', 0.187013]]) },
  insured: { sex: 'F', smokerClass: 'NONSMOKER', attainedAge: 65 },
  flows: [],
  flowsAreDated: true,
}
export interface Planted {
  posted?: Partial<FeedValues> | null
  facts?: Partial<PolicyFacts>
  earnings?: Partial<Earnings>
  month?: Partial<PolicyMonth>
}
export const monthOf = ({ posted: values = {}, facts = {}, earnings: earned = {}, month = {} }: Planted): PolicyMonth => ({
  policyNumber: 'A-1001',
  isHeld: true,
  posted: values === null ? null : { ...posted, ...values },
  facts: { ...POLICY, ...facts },
  fed: { cashSurrenderValue: usd(3_059_706.52), deathBenefit: usd(6_900_000) },
  earnings: { ...earnings, ...earned },
  tables,
  ...month,
})
