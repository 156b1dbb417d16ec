import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { insuredShare, type SplitDollarAgreement } from './split-dollar.ts'

const agreement = (overrides: Partial<SplitDollarAgreement>): SplitDollarAgreement => ({
  benefitFormula: 'FIXED_DOLLAR',
  amount: null,
  fraction: null,
  cap: null,
  survivesTermination: false,
  effectiveDate: plainDate('2016-01-01'),
  terminationDate: null,
  ...overrides,
})
// Policy A-1001 of First Example Bank in December 2025.
const policy = {
  deathBenefit: usd(6_900_000),
  cashSurrenderValue: usd(3_059_706.52),
  annualCompensation: usd(200_000),
  employmentEnded: false,
  on: plainDate('2025-12-31'),
}

test.each([
  ['a fixed amount', { amount: usd(500_000) }, 500_000],
  ['a fixed amount above the net amount at risk', { amount: usd(5_000_000) }, 3_840_293.48],
  ['half the net amount at risk', { benefitFormula: 'PCT_OF_NAR' as const, fraction: 0.5 }, 1_920_146.74],
  ['a tenth of the death benefit', { benefitFormula: 'PCT_OF_DB' as const, fraction: 0.1 }, 690_000],
  ['twice the salary', { benefitFormula: 'MULTIPLE_OF_SALARY' as const, fraction: 2 }, 400_000],
  ['the lesser of an amount and a share', { benefitFormula: 'LESSER_OF' as const, amount: usd(2_000_000), fraction: 0.5 }, 1_920_146.74],
  ['a cap', { benefitFormula: 'PCT_OF_DB' as const, fraction: 0.5, cap: usd(100_000) }, 100_000],
  ['before its term', { amount: usd(500_000), effectiveDate: plainDate('2026-01-01') }, 0],
  ['after its term', { amount: usd(500_000), terminationDate: plainDate('2025-11-30') }, 0],
])('%s', (_, overrides, expected) => expect(insuredShare(agreement(overrides), policy)).toBe(usd(expected)))
test('no agreement, no share', () => expect(insuredShare(null, policy)).toBe(0))
test('a share ends with employment unless it survives that', () => {
  expect(insuredShare(agreement({ amount: usd(5) }), { ...policy, employmentEnded: true })).toBe(0)
  expect(insuredShare(agreement({ amount: usd(5), survivesTermination: true }), { ...policy, employmentEnded: true })).toBe(500)
})
test('a multiple of an unknown salary is nothing', () =>
  expect(insuredShare(agreement({ benefitFormula: 'MULTIPLE_OF_SALARY', fraction: 2 }), { ...policy, annualCompensation: null })).toBe(0))
test('a value above the death benefit leaves nothing at risk', () =>
  expect(insuredShare(agreement({ amount: usd(5) }), { ...policy, cashSurrenderValue: usd(7_000_000) })).toBe(0))
test.each([
  ['a fixed amount', { amount: usd(500_000), fraction: 0.01 }, 500_000],
  ['a share of the net amount at risk', { benefitFormula: 'PCT_OF_NAR' as const, fraction: 0.5, amount: usd(1) }, 1_920_146.74],
  ['a share of the death benefit', { benefitFormula: 'PCT_OF_DB' as const, fraction: 0.1, amount: usd(1) }, 690_000],
  ['a multiple of salary', { benefitFormula: 'MULTIPLE_OF_SALARY' as const, fraction: 2, amount: usd(1) }, 400_000],
  ['the lesser, where the amount is', { benefitFormula: 'LESSER_OF' as const, amount: usd(1_000_000), fraction: 0.5 }, 1_000_000],
])('%s goes by its own terms, whatever else the agreement states', (_, terms, expected) =>
  expect(insuredShare(agreement(terms), policy)).toBe(usd(expected)),
)
test('an agreement is in force on its first and on its last day', () => {
  const [first, last] = [plainDate('2025-12-31'), plainDate('2025-12-31')]
  expect(insuredShare(agreement({ amount: usd(5), effectiveDate: first, terminationDate: last }), policy)).toBe(500)
})
test('a cap of nothing leaves nothing', () => expect(insuredShare(agreement({ amount: usd(5), cap: usd(0) }), policy)).toBe(0))
test('from the death on the share stands as at the death: neither a growing value nor the end of the agreement moves it', () => {
  const terms = agreement({ benefitFormula: 'PCT_OF_NAR', fraction: 0.5, terminationDate: plainDate('2025-12-20') })
  const death = { on: plainDate('2025-12-19'), deathBenefit: usd(6_900_000), cashSurrenderValue: usd(3_000_000) }
  const shareOn = (on: string) => insuredShare(terms, { ...policy, on: plainDate(on), death })
  expect([shareOn('2025-12-18'), shareOn('2025-12-19'), shareOn('2026-03-31')]).toEqual([usd(1_920_146.74), usd(1_950_000), usd(1_950_000)])
})
