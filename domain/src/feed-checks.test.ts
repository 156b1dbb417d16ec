/** The rules on a row of a feed, with the examples of domain.md 4.3 and 4.4 and the fixture bank's December. */
import { describe, expect, test } from 'vitest'
import { checkRow, type FeedValues, type PolicyFacts, periodOf } from './feed-checks.ts'
import { FEED_RULES, mayAccept } from './feed-rules.ts'
import { cents, usd } from './money.ts'
import { plainDate } from './period.ts'

const PERIOD = plainDate('2025-12-31')
const EMPTY: FeedValues = {
  asOfDate: null,
  policyStatus: null,
  issueDate: null,
  insuredDateOfBirth: null,
  insuredGender: null,
  productName: null,
  faceAmount: null,
  accountValueBegin: null,
  accountValueEnd: null,
  surrenderCharge: null,
  cashSurrenderValue: null,
  netSurrenderValue: null,
  loanBalance: null,
  loanInterestAccrued: null,
  guaranteedCashValue: null,
  deathBenefit: null,
  premiumPaid: null,
  cumulativePremium: null,
  withdrawals: null,
  interestCredited: null,
  costOfInsurance: null,
  expenseCharge: null,
  grossCreditingRate: null,
  netCreditingRate: null,
  guaranteedRate: null,
  marketValue: null,
  bookValue: null,
  costBasis: null,
  insuredShare: null,
  institutionShare: null,
}
/** A-1001 as the carrier reports it. */
const A1001: FeedValues = {
  ...EMPTY,
  asOfDate: PERIOD,
  policyStatus: 'IN_FORCE',
  issueDate: plainDate('2016-06-15'),
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
  insuredShare: usd(500_000),
  institutionShare: usd(6_400_000),
}
const FACTS: PolicyFacts = {
  policyStatus: 'IN_FORCE',
  issueDate: plainDate('2016-06-15'),
  faceAmount: usd(6_900_000),
  productName: 'Alpha UL',
  dateOfBirth: plainDate('1971-05-05'),
  gender: 'F',
  cannotFall: true,
  insuredShare: usd(500_000),
  prior: { cashSurrenderValue: usd(3_050_000), deathBenefit: usd(6_900_000), accountValueEnd: usd(3_050_000) },
  othersHavePrior: true,
  recordedIn: usd(0),
  recordedOut: usd(0),
}
const codes = (values: Partial<FeedValues>, facts: Partial<PolicyFacts> | null = {}, period = PERIOD) =>
  checkRow({ ...A1001, ...values }, period, facts && { ...FACTS, ...facts }).map(({ ruleCode }) => ruleCode)

test('A-1001 of December passes every check', () => expect(codes({})).toEqual([]))
test('a row that says little is checked for what it says', () =>
  expect(checkRow({ ...EMPTY, cashSurrenderValue: usd(1), deathBenefit: usd(2) }, PERIOD, null)).toEqual([]))

describe('the examples of 4.4', () => {
  test('a feed that says 3,095,706.52 moved 1.50 %: M3', () => {
    const [finding] = checkRow(
      { ...A1001, cashSurrenderValue: usd(3_095_706.52), accountValueEnd: usd(3_095_706.52), interestCredited: usd(46_426.52) },
      PERIOD,
      FACTS,
    )
    expect(finding).toMatchObject({ ruleCode: 'M3', severity: 'error', field: 'cashSurrenderValue' })
    expect(finding?.message).toContain('moved by 1.50% in a month')
  })
  test('a feed that says 3,049,100.00 without a withdrawal fell: M1', () =>
    expect(codes({ cashSurrenderValue: usd(3_049_100), accountValueEnd: null })).toEqual(['M1']))
  test('an unwrapped separate account may fall', () =>
    expect(codes({ cashSurrenderValue: usd(3_049_100), accountValueEnd: null }, { cannotFall: false })).toEqual([]))
  test('a withdrawal in the feed or in the book explains a fall', () => {
    expect(codes({ cashSurrenderValue: usd(3_049_100), accountValueEnd: null, withdrawals: usd(10_000) })).toEqual([])
    expect(
      codes(
        { cashSurrenderValue: usd(3_049_100), accountValueEnd: null, withdrawals: null, premiumPaid: null },
        { recordedOut: usd(10_000) },
      ),
    ).toEqual([])
  })
})

test.each([
  [
    'V5',
    { cashSurrenderValue: usd(0), accountValueEnd: null, deathBenefit: usd(10), insuredShare: null, institutionShare: null },
    { prior: null, othersHavePrior: false },
  ],
  ['V6', { deathBenefit: usd(3_000_000), insuredShare: null, institutionShare: null }, {}],
  ['V7', { asOfDate: plainDate('2025-12-15') }, {}],
  ['V8', { cashSurrenderValue: usd(3_050_000), accountValueEnd: null }, {}],
  ['V9', { surrenderCharge: usd(100) }, {}],
  ['V9', { netSurrenderValue: usd(3_000_000), loanBalance: usd(50_000) }, {}],
  ['V10', { policyStatus: 'SURRENDERED' as const }, {}],
  ['V11', { institutionShare: usd(6_300_000) }, {}],
  ['V12', { insuredGender: 'M' as const }, {}],
  ['V12', { issueDate: plainDate('2016-06-16') }, {}],
  ['M4', { costOfInsurance: usd(700) }, {}],
  ['M6', { accountValueBegin: usd(3_050_000.05), interestCredited: usd(10_426.47) }, {}],
  ['P3', {}, { prior: null }],
] as const)('%s alone: %o', (code, values, facts) => expect(codes(values, facts)).toEqual([code]))

describe('tolerances are where the table puts them', () => {
  test('a cent of V9 and five of M4 pass', () => {
    expect(codes({ surrenderCharge: cents(1) })).toEqual([])
    expect(codes({ surrenderCharge: cents(2) })).toEqual(['V9'])
    expect(codes({ costOfInsurance: cents(usd(720) + 5) })).toEqual([])
    expect(codes({ costOfInsurance: cents(usd(720) + 6) })).toEqual(['M4'])
  })
  test('one percent of M3 passes', () => {
    expect(codes({ cashSurrenderValue: usd(3_080_500), accountValueEnd: null })).toEqual([])
    expect(codes({ cashSurrenderValue: usd(3_080_500.01), accountValueEnd: null })).toEqual(['M3'])
  })
  test('a valuation three days off still belongs to its month end', () => {
    expect([periodOf(plainDate('2026-01-03')), periodOf(plainDate('2026-01-04')), periodOf(plainDate('2025-12-29'))]).toEqual([
      '2025-12-31',
      '2026-01-31',
      '2025-12-31',
    ])
  })
})

test('roll-forward is checked only when every component is there', () =>
  expect(codes({ costOfInsurance: usd(1), expenseCharge: null })).toEqual([]))
test('a policy in its first month may be worth nothing yet', () =>
  expect(
    codes(
      { cashSurrenderValue: usd(0), accountValueEnd: null, issueDate: plainDate('2025-12-10') },
      { issueDate: plainDate('2025-12-10'), prior: null },
    ),
  ).toEqual([]))
test('a terminated policy is not compared with last month', () =>
  expect(
    codes({
      policyStatus: 'SURRENDERED',
      cashSurrenderValue: usd(0),
      accountValueEnd: null,
      deathBenefit: usd(0),
      insuredShare: null,
      institutionShare: null,
    }),
  ).toEqual(['V10']))

test('every finding is a sentence', () => {
  const found = checkRow(
    { ...A1001, cashSurrenderValue: usd(-1), deathBenefit: usd(-2), insuredGender: 'M', policyStatus: 'DEATH_CLAIM_PENDING' },
    PERIOD,
    FACTS,
  )
  expect(found.length).toBeGreaterThan(3)
  for (const { message } of found) expect(message).toMatch(/^[A-Z].*[.?]$/)
})

test('the table holds every rule the issue names, with the severities of domain.md', () => {
  const errors = ['V2', 'V3', 'V4', 'V5', 'V6', 'V8', 'V10', 'V13', 'M1', 'M3', 'M4', 'M6', 'P1', 'P2', 'P3', 'P4', 'P5', 'V1'] as const
  for (const code of errors) expect(FEED_RULES[code].severity, code).toBe('error')
  for (const code of ['V7', 'V9', 'V11', 'V12'] as const) expect(FEED_RULES[code].severity, code).toBe('warning')
  expect([mayAccept('M1'), mayAccept('V2'), mayAccept('V6'), mayAccept('X')]).toEqual([true, false, false, false])
})
