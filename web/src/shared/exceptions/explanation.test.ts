/** The explanation of an exception works out to what the rule found. */
import { auditCarrierMonth } from '@corridor/domain/auditing/client-month.ts'
import { COMPARISONS } from '@corridor/domain/auditing/rule-tests.ts'
import { AUDIT_RULES, auditRuleCodes, DEFAULT_RULES, unitOf } from '@corridor/domain/auditing/rules.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { explanationOf } from './explanation.ts'

const exception = {
  check: 'cash-surrender-exceptions' as const,
  ruleCode: 'M1',
  ruleTitle: 'Value fell',
  unit: 'cents' as const,
  expected: '30600000',
  actual: '30400000',
  differenceCents: -200_000,
  tolerance: 0,
  figures: {
    priorCashSurrenderValueCents: 30_500_000,
    premiumsCents: 300_000,
    withdrawalsCents: 200_000,
    cashSurrenderValueCents: 30_400_000,
  },
}

test('a difference is said in words and with its numbers, with the tolerance beside them', () => {
  expect(explanationOf(exception)).toMatchObject({
    value: '-$2,000.00',
    formula: 'posted cash surrender value − the least without a loss',
    figures: '$304,000.00 − $306,000.00',
    inputs: [{ text: '$304,000.00' }, { text: '$306,000.00' }, { label: 'may differ by', text: 'None: it must be exact' }],
  })
})

test('a side opens how it comes about where the figures kept with the exception make it, and only then', () => {
  const side = (one: typeof exception) => explanationOf(one)?.inputs.find(({ name }) => name === 'expected')?.by
  expect(side(exception)).toMatchObject({
    formula: 'last month’s cash surrender value + premiums − withdrawals',
    figures: '$305,000.00 + $3,000.00 − $2,000.00',
    text: '$306,000.00',
  })
  expect(side({ ...exception, figures: { ...exception.figures, premiumsCents: 400_000 } })).toBeNull()
})

test('a charge is explained by its effect on the value, as its sentence says it', () => {
  const figures = { ...exception.figures, costOfInsuranceCents: 69_539, tabledCostOfInsuranceCents: 72_000 }
  const charge = { ...exception, ruleCode: 'M4', expected: '72000', actual: '69539', differenceCents: 2_461, tolerance: 5, figures }
  expect(explanationOf(charge)).toMatchObject({
    name: 'Effect of the cost of insurance on the value',
    value: '$24.61',
    formula: 'cost of insurance by the table − cost of insurance posted',
    figures: '$720.00 − $695.39',
  })
})

test('a rule that compares no figures is its test in words, with what was expected', () => {
  const words = { ...exception, check: 'client-exceptions' as const, ruleCode: 'V10', unit: 'words' as const }
  expect(explanationOf({ ...words, expected: 'in force', actual: 'lapsed' })).toMatchObject({
    value: 'lapsed',
    formula: null,
    words: 'The carrier and the register agree whether the policy is in force.',
    note: 'Expected: in force. Actual: lapsed.',
  })
})

test('a valuation date is set against its month end in days; what may differ is in its sentence alone', () => {
  const dated = { ...exception, check: 'client-exceptions' as const, ruleCode: 'V7', unit: 'days' as const, differenceCents: null }
  expect(explanationOf({ ...dated, expected: '2026-10-31', actual: '2026-10-26', tolerance: null })).toMatchObject({
    value: '-5 days',
    formula: 'valuation date − month end',
    figures: '10/26/2026 − 10/31/2026',
    inputs: [{ text: '10/26/2026' }, { text: '10/31/2026' }],
  })
})

test('a posted policy that the file lacks is one missing policy where none may be, on both sides of the difference', () => {
  const { period, ...posted } = { period: plainDate('2026-10-31'), prior: 12, added: 0, removed: 0, expected: 12, posted: 12, isDue: true }
  const month = { ...posted, carrierName: 'Stonemarch', fed: 11, missing: [], extra: ['A-1002'] }
  const values = { fedCashSurrenderValue: usd(1), postedCashSurrenderValue: usd(1) }
  const found = auditCarrierMonth({ ...month, ...values }, period, DEFAULT_RULES).find(({ ruleCode }) => ruleCode === 'P4')
  expect(found?.message).toBe('Missing from Stonemarch’s file: 1 posted policy, A-1002.')
  const check = 'policy-count-exceptions' as const
  const { expected, actual } = found?.measured ?? { expected: null, actual: null }
  const one = { check, ruleCode: 'P4', ruleTitle: AUDIT_RULES.P4.title, unit: 'count' as const, differenceCents: null, figures: {} }
  expect(explanationOf({ ...one, expected: String(expected), actual: String(actual), tolerance: 0 })).toMatchObject({
    title: 'P4, Posted policy missing from the file',
    value: '1',
    formula: 'posted policies missing from the file − policies that may be missing',
    figures: '1 − 0',
  })
})

test('every rule that compares amounts, rates or counts names both sides; B3 and B5 ask whether a balance or a value is there', () => {
  const silent = auditRuleCodes.filter((code) => unitOf(code) !== 'words' && !COMPARISONS[code])
  expect(silent).toEqual(['B3', 'B5'])
})
