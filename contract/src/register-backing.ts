/** Backing of the register's policies and plans beyond their values: the funds of separate accounts, what plans owe, what was
 * illustrated, 7-pay premiums. */
import { FUND_APPROACHES, HEAVIEST_WEIGHT } from '@corridor/domain/policies/separate-account-funds.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { z } from 'zod'
import { idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { amount, day, needed, registerCalls, text } from './register-calls.ts'

const share = z.number().min(0, 'A share is 0% to 100%').max(1, 'A share is 0% to 100%')
const weight = z.number().min(0, 'A risk weight is 0% or more').max(HEAVIEST_WEIGHT, 'A risk weight is 1,250% at most')
const approach = worded(z.enum(codesOf(FUND_APPROACHES)), FUND_APPROACHES)
const fundClass = z.strictObject({ name: needed('the class of assets', 80), share, weight, most: share.nullable() })
const fundFields = {
  productId: idParam,
  /** For one policy, where value and wrap differ from the others’ of the product. */
  policyId: idParam.nullable(),
  asOfDate: day,
  fundName: needed('the fund’s name', 120),
  marketValueCents: amount.min(1, 'A market value is above 0'),
  bookValueCents: amount.min(1, 'A book value is above 0'),
  wrapProvider: text(120),
  wrapRating: text(20),
  wrapWeight: weight.nullable(),
  wrapFeeRate: z.number().min(0, 'A fee is 0% or more').max(0.05, 'A fee is 5% a year at most').nullable(),
  wrapEndsOn: day.nullable(),
  approach,
  classes: z.array(fundClass).min(1, 'Enter the fund’s holdings').max(40),
  source: needed('the source', 300),
  documentDate: day.nullable(),
}
export const funds = registerCalls({
  path: 'funds',
  words: ['statement of a separate account’s fund', 'funds of separate accounts'],
  fields: fundFields,
  row: {
    ...z.object(fundFields).shape,
    productName: z.string(),
    carrierName: z.string(),
    policyNumber: z.string().nullable(),
    /** No later statement of the same product or policy stands against it. */
    newest: z.boolean(),
  },
  filters: { productId: idParam.optional(), approach: repeated(approach) },
  totals: z.object({ funds: z.int() }),
  sortable: ['asOfDate', 'fundName', 'productName', 'marketValueCents', 'bookValueCents', 'wrapEndsOn'],
  defaultSort: 'asOfDate',
  desc: true,
})

const liabilityFields = {
  planId: idParam,
  asOfDate: day,
  liabilityCents: amount,
  /** Participants' choices, with the assets held against them, in cents. */
  hedges: z.array(z.strictObject({ fund: needed('the fund', 80), notional: amount })).max(100),
  source: needed('the source', 300),
}
export const liabilities = registerCalls({
  path: 'liabilities',
  words: ['plan’s liability', 'liabilities of plans'],
  fields: liabilityFields,
  row: {
    ...z.object(liabilityFields).shape,
    planName: z.string(),
    /** Value of the plan’s policies, posted for the last month end up to the day; null without one. */
    cashSurrenderValueCents: z.int().nullable(),
    valuedOn: z.string().nullable(),
  },
  filters: { planId: idParam.optional() },
  totals: z.object({ liabilities: z.int() }),
  sortable: ['asOfDate', 'planName', 'liabilityCents', 'cashSurrenderValueCents'],
  defaultSort: 'asOfDate',
  desc: true,
})

const illustrationFields = {
  policyId: idParam,
  illustratedOn: day,
  illustratedYield: z.number().min(-0.5, 'A yield is −50% or more').max(0.5, 'A yield is 50% at most').nullable(),
  /** Cash surrender values in cents at the ends of policy years. */
  yearlyValues: z.array(z.strictObject({ year: z.int().min(0).max(120), value: amount })).max(121),
  source: needed('the source', 300),
}
export const illustrations = registerCalls({
  path: 'illustrations',
  words: ['illustration', 'illustrations'],
  fields: illustrationFields,
  row: {
    ...z.object(illustrationFields).shape,
    policyNumber: z.string(),
    carrierName: z.string(),
    insuredName: z.string(),
    issueDate: z.string(),
  },
  filters: { policyId: idParam.optional() },
  totals: z.object({ illustrations: z.int() }),
  sortable: ['illustratedOn', 'policyNumber', 'insuredName', 'illustratedYield'],
  defaultSort: 'policyNumber',
})

const sevenPayFields = {
  policyId: idParam,
  /** The issue date, or the day on which a material change took effect. */
  startsOn: day,
  annualPremiumCents: amount.min(1, 'A 7-pay premium must be above 0'),
  /** The carrier’s own sum of what was paid in the period up to the day it stated; null where the book has it all. */
  paidCents: amount.nullable(),
  statedOn: day,
  source: needed('the source', 300),
}
export const sevenPay = registerCalls({
  path: 'seven-pay',
  words: ['7-pay premium', '7-pay premiums'],
  fields: sevenPayFields,
  row: {
    ...z.object(sevenPayFields).shape,
    policyNumber: z.string(),
    carrierName: z.string(),
    insuredName: z.string(),
    issueDate: z.string(),
    /** As the register marks the policy. */
    mec: z.boolean(),
    /** No later period of the policy has begun. */
    newest: z.boolean(),
  },
  filters: { policyId: idParam.optional() },
  totals: z.object({ periods: z.int() }),
  sortable: ['policyNumber', 'startsOn', 'insuredName', 'annualPremiumCents', 'statedOn'],
  defaultSort: 'policyNumber',
})
