import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { addDays, plainDate } from '../primitives/period.ts'
import { NO_FLOWS } from './movements.ts'
import { type FeedValues, NO_VALUES, type PolicyFacts } from './row.ts'
import { checkRow, periodOf } from './row-checks.ts'

// Policy A-1001 of First Example Bank: December 2025 after November at 3,050,000.00.
const E = plainDate('2025-12-31')
const sound: FeedValues = {
  ...NO_VALUES,
  asOfDate: E,
  policyStatus: 'IN_FORCE',
  mecIndicator: true,
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
}
const facts: PolicyFacts = {
  policyStatus: 'IN_FORCE',
  issueDate: plainDate('2012-03-15'),
  faceAmount: usd(6_900_000),
  costBasis: null,
  productName: 'General UL',
  dateOfBirth: plainDate('1960-05-05'),
  gender: 'F',
  isModifiedEndowment: true,
  cannotFall: true,
  insuredShare: usd(500_000),
  deathBenefitOption: 'A',
  prior: {
    cashSurrenderValue: usd(3_050_000),
    deathBenefit: usd(6_900_000),
    accountValueEnd: usd(3_050_000),
    surrenderCharge: usd(0),
    grossRate: 0.041,
  },
  before: null,
  priorFlows: { in: usd(0), out: usd(0) },
  othersHavePrior: true,
  recorded: NO_FLOWS,
  usual: null,
  hasFaceChange: false,
}
const rules = (values: Partial<FeedValues>, book: Partial<PolicyFacts> | null = {}, askedFor = E) =>
  checkRow({ ...sound, ...values }, periodOf(values.asOfDate ?? E), book === null ? null : { ...facts, ...book }, askedFor).map(
    ({ ruleCode, field }) => `${ruleCode} ${field}`,
  )
/** Without the components that would make other rules speak up too. */
const bare = { accountValueBegin: null, accountValueEnd: null, surrenderCharge: null }

test('the fixture is sound', () => expect(rules({})).toEqual([]))
test.each<[string, Partial<FeedValues>, Partial<PolicyFacts> | null, string[]]>([
  ['V5 a value of zero', { ...bare, cashSurrenderValue: usd(0) }, { prior: null, othersHavePrior: false }, ['V5 cashSurrenderValue']],
  ['V5 a death benefit of zero, which is also below the value', { deathBenefit: usd(0) }, {}, ['V5 deathBenefit', 'V6 deathBenefit']],
  ['no V5 in the first month', { ...bare, cashSurrenderValue: usd(0) }, { prior: null, issueDate: plainDate('2025-12-05') }, []],
  ['V6 a death benefit below the value', { deathBenefit: usd(3_000_000) }, {}, ['V6 deathBenefit']],
  ['V6 equal is enough, though M5 wonders', { deathBenefit: usd(3_059_706.52) }, {}, ['M5 deathBenefit']],
  ['V7 in the middle of the month', { asOfDate: plainDate('2025-12-15') }, {}, ['V7 asOfDate']],
  ['V7 the last business day is fine', { asOfDate: plainDate('2025-12-29') }, {}, []],
  ['V7 another month than asked for', { asOfDate: plainDate('2025-11-30') }, { prior: null, othersHavePrior: false }, ['V7 asOfDate']],
  ['V8 last month’s values', { ...bare, cashSurrenderValue: usd(3_050_000) }, {}, ['V8 cashSurrenderValue']],
  [
    'V8 unchanged without a crediting rate',
    { ...bare, cashSurrenderValue: usd(3_050_000), grossCreditingRate: null },
    {},
    ['M4 cashSurrenderValue'],
  ],
  ['V9 a surrender charge not taken off', { surrenderCharge: usd(100) }, {}, ['V9 cashSurrenderValue']],
  [
    'V9 an account value below what is left of it',
    { accountValueEnd: usd(305_970.65), surrenderCharge: null, accountValueBegin: null },
    {},
    ['V9 accountValueEnd'],
  ],
  ['V9 within a cent', { surrenderCharge: usd(0.01) }, {}, []],
  [
    'V9 a loan not taken off',
    { netSurrenderValue: usd(3_059_706.52), loanBalance: usd(1000), loanInterestAccrued: usd(5) },
    {},
    ['V9 netSurrenderValue'],
  ],
  [
    'V9 a loan with its interest taken off',
    { netSurrenderValue: usd(3_058_701.52), loanBalance: usd(1000), loanInterestAccrued: usd(5) },
    {},
    [],
  ],
  ['V10 the carrier reports a death', { policyStatus: 'DEATH_CLAIM_PENDING' }, {}, ['V10 policyStatus']],
  [
    'V10 the carrier reports a surrender, at no value',
    { ...bare, policyStatus: 'SURRENDERED', cashSurrenderValue: usd(0), deathBenefit: usd(0) },
    {},
    // Its interest is not posted, which is said.
    ['UNUSED interestCredited', 'V10 policyStatus'],
  ],
  ['V10 the register says surrendered', {}, { policyStatus: 'SURRENDERED', prior: null, othersHavePrior: false }, ['V10 policyStatus']],
  [
    'V10 still valued without a status',
    { policyStatus: null },
    { policyStatus: 'LAPSED', prior: null, othersHavePrior: false },
    ['V10 policyStatus'],
  ],
  ['V10 paid up is in force', { policyStatus: 'PAID_UP' }, {}, []],
  ['V11 shares that do not add up', { insuredShare: usd(500_000), institutionShare: usd(6_000_000) }, {}, ['V11 insuredShare']],
  ['V11 a share above the net amount at risk', { insuredShare: usd(4_000_000) }, { insuredShare: usd(3_840_293.48) }, ['V11 insuredShare']],
  ['V11 a share other than the agreement’s', { insuredShare: usd(400_000) }, {}, ['V11 insuredShare']],
  ['V11 shares a cent off fit', { insuredShare: usd(500_000), institutionShare: usd(6_399_999.99) }, {}, []],
  ['V11 shares two cents off', { insuredShare: usd(500_000), institutionShare: usd(6_399_999.98) }, {}, ['V11 insuredShare']],
  ['V11 a cent above the net amount at risk fits', { insuredShare: usd(3_840_293.49) }, { insuredShare: usd(3_840_293.49) }, []],
  ['V11 two cents above it', { insuredShare: usd(3_840_293.5) }, { insuredShare: usd(3_840_293.5) }, ['V11 insuredShare']],
  [
    'V11 the agreement’s share of a claim, as at the death, above what is at risk now',
    { insuredShare: usd(3_850_000), policyStatus: 'DEATH_CLAIM_PENDING' },
    { insuredShare: usd(3_850_000), policyStatus: 'DEATH_CLAIM_PENDING' },
    [],
  ],
  [
    'V11 another share of a claim above what is at risk now',
    { insuredShare: usd(3_850_000), policyStatus: 'DEATH_CLAIM_PENDING' },
    { insuredShare: usd(3_840_000), policyStatus: 'DEATH_CLAIM_PENDING' },
    ['V11 insuredShare'],
  ],
  ['V11 a share a cent off the agreement’s fits', { insuredShare: usd(500_000.01) }, {}, []],
  ['V11 a share two cents off it', { insuredShare: usd(500_000.02) }, {}, ['V11 insuredShare']],
  ['V11 shares that fit', { insuredShare: usd(500_000), institutionShare: usd(6_400_000) }, {}, []],
  [
    'V12 drift in every column',
    {
      issueDate: plainDate('2012-03-16'),
      faceAmount: usd(1),
      productName: 'Other',
      insuredDateOfBirth: plainDate('1961-05-05'),
      insuredGender: 'M',
      mecIndicator: false,
    },
    {},
    ['V12 issueDate', 'V12 faceAmount', 'V12 insuredDateOfBirth', 'V12 insuredGender', 'V12 mecIndicator', 'V12 productName'],
  ],
  ['V12 nothing to compare with', { insuredGender: 'M' }, { gender: null }, []],
  ['M1 a fall', { ...bare, cashSurrenderValue: usd(3_049_100) }, {}, ['M1 cashSurrenderValue']],
  ['M1 a fall that a withdrawal explains', { ...bare, cashSurrenderValue: usd(3_049_100), withdrawals: usd(10_000) }, {}, []],
  [
    'M1 a fall that the register explains',
    { ...bare, cashSurrenderValue: usd(3_049_100), withdrawals: null, premiumPaid: null },
    { recorded: { ...NO_FLOWS, withdrawal: usd(10_000) } },
    [],
  ],
  [
    'M1 a premium that did not arrive',
    { ...bare, cashSurrenderValue: usd(3_055_000), premiumPaid: usd(10_000) },
    {},
    ['M1 cashSurrenderValue'],
  ],
  ['M1 does not hold for an unwrapped separate account', { ...bare, cashSurrenderValue: usd(3_049_100) }, { cannotFall: false }, []],
  ['M3 the transposed value of the worked example', { ...bare, cashSurrenderValue: usd(3_095_706.52) }, {}, ['M3 cashSurrenderValue']],
  // Not too large for M3, but 11.77 % a year.
  ['M3 exactly one percent', { ...bare, cashSurrenderValue: usd(3_080_500) }, {}, ['Y4 cashSurrenderValue']],
  ['M3 with a premium', { ...bare, cashSurrenderValue: usd(3_160_000), premiumPaid: usd(100_000) }, {}, []],
  ['M4 a charge not taken off', { costOfInsurance: usd(700) }, {}, ['M4 accountValueEnd']],
  ['M4 within five cents', { costOfInsurance: usd(720.05) }, {}, []],
  ['M4 a missing component skips', { costOfInsurance: null }, {}, []],
  ['M6 history restated', { accountValueBegin: usd(3_049_000), interestCredited: usd(11_426.52) }, {}, ['M6 accountValueBegin']],
  ['P3 nothing last month', {}, { prior: null }, ['P3 policyNumber']],
  ['P3 nobody had a value last month', {}, { prior: null, othersHavePrior: false }, []],
  ['P3 a policy issued this month', {}, { prior: null, issueDate: plainDate('2025-12-01') }, []],
  ['a policy not in the register is checked against itself only', { deathBenefit: usd(1) }, null, ['V6 deathBenefit']],
])('%s', (_, values, book, expected) => expect(rules(values, book)).toEqual(expected))

test.each([
  ['2025-12-31', '2025-12-31'],
  ['2025-12-29', '2025-12-31'],
  ['2026-01-03', '2025-12-31'],
  ['2026-01-04', '2026-01-31'],
  ['2025-12-15', '2025-12-31'],
])('a value dated %s stands for %s', (date, end) => expect(periodOf(plainDate(date))).toBe(end))
test('no message tells a date of birth', () => {
  const [drift] = checkRow({ ...sound, insuredDateOfBirth: plainDate('1961-05-05') }, E, facts)
  expect(drift?.message).toBe('Date of birth: the carrier’s differs from the register’s.')
})

test('a date of birth after the date of the value holds the row as an error, of a policy that the register lacks as well; one on that day does not', () => {
  const born = (date: string, book: PolicyFacts | null, asOfDate = E) =>
    checkRow({ ...sound, asOfDate, insuredDateOfBirth: plainDate(date) }, E, book)
      .filter(({ field }) => field === 'insuredDateOfBirth')
      .map(({ ruleCode, severity, message }) => `${ruleCode} ${severity} ${message}`)
  const unborn = 'V12 error Date of birth: the carrier’s is after the date of the value.'
  expect(born('2070-05-05', facts)).toEqual([unborn])
  expect(born('2070-05-05', null)).toEqual([unborn])
  expect(born('2070-05-05', { ...facts, dateOfBirth: plainDate('2070-05-05') })).toEqual([unborn])
  expect(born(addDays(E, 1), null)).toEqual([unborn])
  expect(born(E, null)).toEqual([])
  expect(born(E, null, addDays(E, -1))).toEqual([unborn])
})
