/** The test of each rule in a sentence, as a page shows it beside what the rule found. */
import type { AuditRuleCode } from './rules.ts'

export const RULE_TESTS: Readonly<Record<AuditRuleCode, string>> = {
  V1: 'A policy in force has a value posted at the month end.',
  V2: 'A line of the carrier’s file is of one policy of the register, and of one only.',
  V3: 'Posted cash surrender value less the carrier’s.',
  V4: 'Posted death benefit less the carrier’s.',
  V5: 'Cash surrender value and death benefit of a policy in force, past its first month, are above zero.',
  V6: 'The death benefit is no less than the cash surrender value.',
  V7: 'The carrier’s valuation date is the month end.',
  V8: 'Cash surrender value and death benefit change from month to month while interest is credited.',
  V9: 'Account value less surrender charge makes the cash surrender value; less loans, the net one.',
  V10: 'The carrier and the register agree whether the policy is in force.',
  V11: 'The shares of institution and insured make the death benefit, and the insured’s is within the net amount at risk.',
  V12: 'Issue date, face amount, product, birth date and gender are those of the register.',
  V13: 'Rows and sums of the file are the carrier’s control totals.',
  M1: 'Cash surrender value, with withdrawals and released charges, is no less than last month’s with premiums.',
  M2: 'Increase less what last month’s net yield leads to expect for the days of this month.',
  M3: 'Increase without flows as a part of last month’s cash surrender value.',
  M4: 'Beginning value, premiums and interest, less withdrawals, cost of insurance and expenses, make the ending value; by declared rate and cost-of-insurance table, interest and charge are as posted.',
  M5: 'The death benefit moves with a change of face, an increasing option or a corridor only.',
  M6: 'The beginning value of the carrier’s line is what was posted for last month.',
  M7: 'The month’s return less the mean of the months before, in standard deviations.',
  M8: 'The client’s increase less what its last three months lead to expect.',
  P1: 'Policies in the carrier’s file and policies posted.',
  P2: 'Policies posted, and last month’s with those that came in and without those that left.',
  P3: 'A policy of the carrier’s file has a posted value.',
  P4: 'Every posted policy is in the carrier’s file: none may be missing.',
  P5: 'A policy is in the carrier’s file once.',
  P6: 'The carrier sent a file for the month.',
  P7: 'The policy belongs to the client it belonged to last month.',
  B1: 'Opening balance less the value posted now at the fiscal year end.',
  B2: 'Opening balance less the carrier’s own figure for the fiscal year end.',
  B3: 'A policy in force at the fiscal year end has an opening balance, and one issued since has none.',
  B4: 'Sum of the posted months’ increases less value now, opening balance and flows.',
  B5: 'No value of the closed year was posted again after its balance was stored.',
  B6: 'Sum of the client’s opening balances less the bank’s general ledger.',
  Y1: 'Net yield less what the declared rate and the charges imply.',
  Y2: 'Net yield less last month’s, without a rate reset or an anniversary.',
  Y3: 'Net yield less the median of policies of the same product and issue year.',
  Y4: 'The yield is within bounds, and before charges no less than the guarantee.',
  Y5: 'The carrier’s gross crediting rate less the declared one.',
  Y6: 'The client’s net yield less last month’s.',
  Y7: 'Yield of the twelve months less the illustrated one.',
}

/** The two figures that a rule compares, by their names in a sentence. */
export interface Comparison {
  actual: string
  expected: string
  /** Names a finding of this part of its rule, where the rule's own title would say another. */
  title?: string
  /** Both figures are of this, as a column names it; rules of movements compare several. */
  quantity?: string
  /** Name of the difference, where it is more than that. */
  difference?: string
  /** More of it posted is less value. */
  lessens?: true
  /** One of the two worked out from the figures that are kept with the exception, as formulas of reports are written. */
  worked?: { of: 'actual' | 'expected'; text: string; inputs: Readonly<Record<string, string>> }
}
const SURRENDER = 'posted cash surrender value'
const FLOWS = {
  priorCashSurrenderValueCents: 'last month’s cash surrender value',
  premiumsCents: 'premiums',
  withdrawalsCents: 'withdrawals',
  cashSurrenderValueCents: SURRENDER,
}
const INCREASE: Comparison['worked'] = {
  of: 'actual',
  text: 'cashSurrenderValueCents - priorCashSurrenderValueCents - premiumsCents + withdrawalsCents',
  inputs: FLOWS,
}

/** Parts of a month that M4 compares besides its ending value, by the figures that are kept with the exception. */
export const MOVEMENT_PARTS: readonly (Comparison & { of: { actual: string; expected: string | null } })[] = [
  {
    of: { actual: 'interestCents', expected: 'tabledInterestCents' },
    title: 'Interest differs from the declared rate',
    quantity: 'Interest',
    actual: 'interest posted',
    expected: 'interest by the declared rate',
    difference: 'Effect of the interest on the value',
  },
  {
    of: { actual: 'costOfInsuranceCents', expected: 'tabledCostOfInsuranceCents' },
    title: 'Cost of insurance differs from the table',
    quantity: 'Cost of insurance',
    actual: 'cost of insurance posted',
    expected: 'cost of insurance by the table',
    difference: 'Effect of the cost of insurance on the value',
    lessens: true,
  },
  {
    of: { actual: 'increaseCents', expected: null },
    quantity: 'Increase',
    actual: 'increase of the posted value',
    expected: 'interest less charges',
    difference: 'Effect on the value',
    worked: INCREASE,
  },
]

/** Rules that are not here compare no two figures: their test says it all. */
export const COMPARISONS: Readonly<Partial<Record<AuditRuleCode, Comparison>>> = {
  V3: { actual: SURRENDER, expected: 'the carrier’s' },
  V4: { actual: 'posted death benefit', expected: 'the carrier’s' },
  V5: { actual: 'posted value', expected: 'the least there can be' },
  V6: { actual: 'death benefit', expected: 'cash surrender value' },
  V7: { actual: 'valuation date', expected: 'month end' },
  V8: { actual: SURRENDER, expected: 'last month’s' },
  V9: { actual: SURRENDER, expected: 'what the account makes it' },
  V11: { actual: 'shares of institution and insured', expected: 'death benefit' },
  V13: { actual: 'sum of the file', expected: 'the carrier’s control total' },
  M1: {
    quantity: 'Cash surrender value',
    actual: SURRENDER,
    expected: 'the least without a loss',
    worked: { of: 'expected', text: 'priorCashSurrenderValueCents + premiumsCents - withdrawalsCents', inputs: FLOWS },
  },
  M2: { quantity: 'Increase', actual: 'increase', expected: 'increase that last month’s yield makes', worked: INCREASE },
  M3: {
    quantity: 'Movement',
    actual: 'movement',
    expected: 'none without flows',
    worked: {
      of: 'actual',
      text: '(cashSurrenderValueCents - priorCashSurrenderValueCents) / priorCashSurrenderValueCents',
      inputs: FLOWS,
    },
  },
  // Its other halves compare one of `MOVEMENT_PARTS`.
  M4: {
    quantity: 'Account value',
    actual: 'ending value posted',
    expected: 'ending value that its parts make',
    difference: 'Effect on the value',
  },
  M5: { quantity: 'Death benefit', actual: 'death benefit', expected: 'last month’s' },
  M6: { quantity: 'Opening account value', actual: 'the carrier’s beginning value', expected: 'value posted for last month' },
  M7: { quantity: 'Return', actual: 'return of the month', expected: 'mean of the months before' },
  M8: { quantity: 'Increase', actual: 'increase of the client', expected: 'increase that its last three months make' },
  P1: { actual: 'policies posted', expected: 'policies in the carrier’s file' },
  P2: { actual: 'policies posted', expected: 'last month’s with those that came in and without those that left' },
  P4: { actual: 'posted policies missing from the file', expected: 'policies that may be missing' },
  B1: { actual: 'opening balance', expected: 'value posted at the fiscal year end' },
  B2: { actual: 'opening balance', expected: 'the carrier’s figure for the fiscal year end' },
  B4: { actual: 'sum of the months’ increases', expected: 'value now less opening balance and flows' },
  B6: { actual: 'sum of opening balances', expected: 'general ledger balance' },
  Y1: { actual: 'net yield', expected: 'yield that rate and charges imply' },
  Y2: { actual: 'net yield', expected: 'last month’s' },
  Y3: { actual: 'yield before charges', expected: 'median of its product and year of issue' },
  Y4: { actual: 'yield', expected: 'bound of what a policy earns' },
  Y5: { actual: 'the carrier’s gross rate', expected: 'declared rate' },
  Y6: { actual: 'net yield of the client', expected: 'last month’s' },
  Y7: { actual: 'yield of twelve months', expected: 'illustrated yield' },
}
