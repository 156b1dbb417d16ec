import { expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { POLICY } from '../test/feed-rows.ts'
import { expectedIncrease, flowsOf, NO_FLOWS, offExpectation, priorYield, yieldOutOfBounds } from './movements.ts'
import { type FeedValues, NO_VALUES, type PolicyFacts } from './row.ts'
import { checkRow } from './row-checks.ts'

// Policy A-1001: December 2025 after November at 3,050,000.00, which earned 3.75 % net of charges.
const E = plainDate('2025-12-31')
const row: FeedValues = {
  ...NO_VALUES,
  asOfDate: E,
  policyStatus: 'IN_FORCE',
  cashSurrenderValue: usd(3_059_706.52),
  deathBenefit: usd(6_900_000),
  grossCreditingRate: 0.041,
}
const facts = POLICY
const prior = {
  cashSurrenderValue: usd(3_050_000),
  deathBenefit: usd(6_900_000),
  accountValueEnd: null,
  surrenderCharge: null,
  grossRate: 0.041,
}
const found = (values: Partial<FeedValues>, book: Partial<PolicyFacts> = {}) =>
  checkRow({ ...row, ...values }, E, { ...facts, ...book }).map(({ ruleCode }) => ruleCode)

test('M2 by its worked example: 3,050,000.00 at 3.75 % over 31 days makes 9,714.04; 9,706.52 is 7.52 off where 971.40 may be', () => {
  expect(priorYield(facts, E)?.least).toBeCloseTo(0.0375, 6)
  const expected = expectedIncrease(row, facts, E)
  expect([expected?.least, expected?.most].map((cents) => (cents ?? 0) / 100)).toEqual([
    expect.closeTo(9_714.04, 2),
    expect.closeTo(9_714.04, 2),
  ])
  const span = { least: 971_404, most: 971_404 }
  expect(offExpectation(usd(9_706.52), span)).toBeNull()
  expect(offExpectation(usd(45_706.52), span)).toEqual({ expected: 971_404, variance: 3_599_248, tolerance: expect.closeTo(97_140.4, 6) })
  expect(found({})).toEqual([])
  // 1.4986 % in a month, and a fall: as the example has them.
  expect(found({ cashSurrenderValue: usd(3_095_706.52) })).toEqual(['M3', 'M2'])
  expect(found({ cashSurrenderValue: usd(3_049_100) })).toEqual(['M1'])
})

test('a value with two digits exchanged that rises by less than 1 % is found, and its yield named', () => {
  const book = {
    prior: { ...prior, cashSurrenderValue: usd(146_340.12), deathBenefit: usd(358_000) },
    before: { cashSurrenderValue: usd(145_905.3), surrenderCharge: null },
    faceAmount: usd(358_000),
  }
  expect(found({ cashSurrenderValue: usd(146_795.51), deathBenefit: usd(358_000) }, book)).toEqual([])
  const [yields, expected] = checkRow({ ...row, cashSurrenderValue: usd(147_695.51), deathBenefit: usd(358_000) }, E, { ...facts, ...book })
  expect([yields?.ruleCode, yields?.severity, yields?.message]).toEqual([
    'Y4',
    'error',
    'The increase of $1,355.39 on $146,340.12 is 10.91% a year; a policy earns between 0% and 8%. Are two digits exchanged?',
  ])
  expect([expected?.ruleCode, expected?.severity, expected?.message]).toEqual([
    'M2',
    'warning',
    'The value rose by $1,355.39; at last month’s yield, $450.65 was expected. The difference of $904.74 is more than the $45.07 allowed.',
  ])
})

test.each<[string, Partial<FeedValues>, Partial<PolicyFacts>, string[]]>([
  ['25 dollars either way are nothing', { cashSurrenderValue: usd(10_056) }, small(10_000, 9_969.27), []],
  ['26 are', { cashSurrenderValue: usd(10_058) }, small(10_000, 9_969.27), ['M2']],
  ['a reset counts with its new rate', { cashSurrenderValue: usd(3_061_003.56), grossCreditingRate: 0.046 }, {}, []],
  ['without the reset the same rise is too much', { cashSurrenderValue: usd(3_061_003.56) }, {}, ['M2']],
  [
    'a premium may have come on any day: on the last it earned nothing',
    { cashSurrenderValue: usd(4_059_714), premiumPaid: usd(1_000_000) },
    {},
    [],
  ],
  ['on the first it earned a month', { cashSurrenderValue: usd(4_062_898), premiumPaid: usd(1_000_000) }, {}, []],
  ['it earned no more than that', { cashSurrenderValue: usd(4_065_400), premiumPaid: usd(1_000_000) }, {}, ['M2']],
  ['the load of a premium comes off', { cashSurrenderValue: usd(3_155_000), premiumPaid: usd(100_000), expenseCharge: usd(5_000) }, {}, []],
  ['a withdrawal on the first day earns nothing more', { cashSurrenderValue: usd(2_056_529), withdrawals: usd(1_000_000) }, {}, []],
  [
    'what a lower surrender charge releases was not earned',
    { cashSurrenderValue: usd(3_079_714), surrenderCharge: usd(80_000), accountValueEnd: usd(3_159_714) },
    { prior: { ...prior, surrenderCharge: usd(100_000) } },
    [],
  ],
  ['nothing is expected of a policy’s second month', { cashSurrenderValue: usd(3_067_000) }, { before: null }, []],
  [
    'nor after a premium that hides what the month before earned',
    { cashSurrenderValue: usd(3_062_000) },
    { priorFlows: { in: usd(3_000_000), out: usd(0) }, before: { cashSurrenderValue: usd(41_000), surrenderCharge: null } },
    [],
  ],
  [
    'nor while a claim is pending',
    { policyStatus: 'DEATH_CLAIM_PENDING', cashSurrenderValue: usd(3_062_000) },
    { policyStatus: 'DEATH_CLAIM_PENDING' },
    [],
  ],
  ['nor where the market moves the value', { cashSurrenderValue: usd(3_040_000) }, { cannotFall: false }, []],
  ['last month’s values again are that, not off expectation too', { cashSurrenderValue: usd(3_050_000) }, {}, ['V8']],
])('M2: %s', (_, values, book, expected) => expect(found(values, book)).toEqual(expected))

/** A policy of little value, whose death benefit stays. */
function small(value: number, before: number): Partial<PolicyFacts> {
  return { prior: { ...prior, cashSurrenderValue: usd(value) }, before: { cashSurrenderValue: usd(before), surrenderCharge: null } }
}

test.each<[string, Partial<FeedValues>, Partial<PolicyFacts>, string[]]>([
  ['doubled', { deathBenefit: usd(13_800_000) }, {}, ['M5']],
  ['half of it', { deathBenefit: usd(3_450_000) }, {}, ['M5']],
  ['by half a percent', { deathBenefit: usd(6_934_500) }, {}, []],
  ['by a cent more', { deathBenefit: usd(6_934_500.01) }, {}, ['M5']],
  [
    'by a dollar, of little',
    { deathBenefit: usd(101), cashSurrenderValue: usd(50.2) },
    { ...small(50, 49.8), prior: { ...prior, cashSurrenderValue: usd(50), deathBenefit: usd(100) } },
    [],
  ],
  ['after a change of face that is recorded', { deathBenefit: usd(13_800_000) }, { hasFaceChange: true, faceAmount: usd(13_800_000) }, []],
  ['a face changed by the file alone', { deathBenefit: usd(13_800_000), faceAmount: usd(13_800_000) }, {}, ['V12', 'M5']],
  [
    'under option B by as much as the value',
    { deathBenefit: usd(7_950_000), cashSurrenderValue: usd(4_059_714), premiumPaid: usd(1_000_000) },
    { deathBenefitOption: 'B', prior: { ...prior, deathBenefit: usd(6_940_286) } },
    [],
  ],
  [
    'under option A by as much as the value',
    { deathBenefit: usd(7_950_000), cashSurrenderValue: usd(4_059_714), premiumPaid: usd(1_000_000) },
    { prior: { ...prior, deathBenefit: usd(6_940_286) } },
    ['M5'],
  ],
  [
    'to the corridor: at 65 it is 1.20 of the value',
    { deathBenefit: usd(4_871_656.8), cashSurrenderValue: usd(4_059_714), premiumPaid: usd(1_000_000) },
    { faceAmount: usd(4_000_000), prior: { ...prior, deathBenefit: usd(4_000_000) } },
    [],
  ],
  [
    'and back to the face amount',
    { deathBenefit: usd(2_500_000), cashSurrenderValue: usd(2_056_529), withdrawals: usd(1_000_000) },
    { faceAmount: usd(2_500_000), prior: { ...prior, deathBenefit: usd(3_660_000) } },
    [],
  ],
  ['by less than was withdrawn', { deathBenefit: usd(5_900_000), cashSurrenderValue: usd(2_056_529), withdrawals: usd(1_000_000) }, {}, []],
  [
    'by more than was withdrawn',
    { deathBenefit: usd(4_900_000), cashSurrenderValue: usd(2_056_529), withdrawals: usd(1_000_000) },
    {},
    ['M5'],
  ],
  [
    'in step with the value, of somebody without an age',
    { deathBenefit: usd(4_871_656.8), cashSurrenderValue: usd(4_059_714), premiumPaid: usd(1_000_000) },
    { dateOfBirth: null, prior: { ...prior, deathBenefit: usd(3_660_000) } },
    [],
  ],
  ['doubled, of somebody without an age', { deathBenefit: usd(13_800_000) }, { dateOfBirth: null }, ['M5']],
])('M5: a death benefit that moved %s', (_, values, book, expected) => expect(found(values, book)).toEqual(expected))

test('M5 tells how far a doubled death benefit moved', () => {
  const book = {
    prior: { ...prior, cashSurrenderValue: usd(146_340.12), deathBenefit: usd(358_000) },
    before: null,
    faceAmount: usd(358_000),
  }
  const [moved] = checkRow({ ...row, cashSurrenderValue: usd(146_795.51), deathBenefit: usd(716_000) }, E, { ...facts, ...book })
  expect([moved?.severity, moved?.message]).toEqual([
    'warning',
    'The death benefit moved by $358,000.00, from $358,000.00 to $716,000.00. No change of face amount is recorded, and neither option B nor the corridor explains it.',
  ])
})

test('Y4: below nothing and above 8 % a year are out of bounds, whatever day the flows were', () => {
  const base = [cents(1_000_000)]
  expect(yieldOutOfBounds(6_794, base, E)).toBeNull()
  expect(yieldOutOfBounds(6_795, base, E)).toBeCloseTo(0.08, 3)
  expect(yieldOutOfBounds(0, base, E)).toBeNull()
  expect(yieldOutOfBounds(-1, base, E)).toBeCloseTo(0, 4)
  // On the larger of two bases it is within them.
  expect(yieldOutOfBounds(12_000, [1_000_000, 2_000_000], E)).toBeNull()
  // An issue that M1 or M3 reported is not reported again.
  expect(found({ cashSurrenderValue: usd(3_075_000) }, { before: null })).toEqual(['Y4'])
  expect(found({ cashSurrenderValue: usd(3_095_000) }, { before: null })).toEqual(['M3'])
  expect(found({ cashSurrenderValue: usd(3_049_000) }, { before: null })).toEqual(['M1'])
  expect(found({ cashSurrenderValue: usd(3_075_000) }, { before: null, cannotFall: false })).toEqual([])
})

test('flows are those that posting will leave in the register: by hand before the file’s, a premium below zero paid back', () => {
  const fed = (premiumPaid: number | null, withdrawals: number | null) => ({
    premiumPaid: premiumPaid === null ? null : usd(premiumPaid),
    withdrawals: withdrawals === null ? null : usd(withdrawals),
  })
  expect(flowsOf(fed(100, 30), NO_FLOWS)).toEqual({ in: 10_000, out: 3_000 })
  expect(flowsOf(fed(-1_000, null), NO_FLOWS)).toEqual({ in: 0, out: 100_000 })
  expect(flowsOf(fed(null, -30), { ...NO_FLOWS, premium: usd(5), refund: usd(2), released: usd(1) })).toEqual({ in: 500, out: 300 })
  const byHand = { premium: usd(7), refund: null, withdrawal: usd(3) }
  expect(flowsOf(fed(100, 30), { ...NO_FLOWS, premium: usd(7), withdrawal: usd(3), byHand, exchangeIn: usd(1) })).toEqual({
    in: 800,
    out: 300,
  })
})

// The month's parts, where the row has too few of them for M4: the value rose by 9,706.52.
const parts = { interestCredited: usd(10_426.52), costOfInsurance: usd(720), expenseCharge: usd(0) }
test.each<[string, Partial<FeedValues>, Partial<PolicyFacts>, string[]]>([
  ['interest less charges is the increase', parts, {}, []],
  ['a charge of the month is a digit too long', { ...parts, costOfInsurance: usd(7_200) }, {}, ['M4']],
  ['interest is a tenth', { ...parts, interestCredited: usd(1_742.65) }, {}, ['M4']],
  ['off by less than carriers leave out', { ...parts, costOfInsurance: usd(1_700) }, {}, []],
  ['a value that follows the market', { ...parts, costOfInsurance: usd(7_200) }, { cannotFall: false }, []],
  ['charges alone, as an account can bear them', { costOfInsurance: usd(720), expenseCharge: usd(20) }, {}, []],
  ['charges alone, which would take interest of 28 % a year', { costOfInsurance: usd(63_000) }, {}, ['SIZE']],
])('a month of parts: %s', (_, values, book, expected) => expect(found(values, book)).toEqual(expected))

test('an account value moves with the surrender value, where no charge tells why it should not', () => {
  const held = { ...prior, accountValueEnd: usd(3_150_000) }
  const moved = (accountValueEnd: number, more: Partial<FeedValues> = {}) =>
    found({ accountValueEnd: usd(accountValueEnd), ...more }, { prior: held })
  expect(moved(3_159_706.52)).toEqual([])
  // A charge that ends with the policy year.
  expect(moved(3_059_706.52)).toEqual([])
  expect(moved(6_319_413.04)).toEqual(['V9'])
  expect(moved(6_319_413.04, { surrenderCharge: usd(3_259_706.52) })).toEqual([])
})
