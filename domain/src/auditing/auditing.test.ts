import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { POLICY } from '../test/feed-rows.ts'
import { E, earnings, monthOf, type Planted, tables } from '../test/worked-month.ts'
import { COVERED_RULES, notAsked, POLICY_RULES } from './applicability.ts'
import { auditCarrierMonth, auditClient, type CarrierMonth, CLIENT_MONTH_RULES, type ClientTotals, clientLacks } from './client-month.ts'
import { isExceptionOverdue, monthsRunning, REASONS, settlingRefused } from './exceptions.ts'
import { auditOpening, auditOpenings, type OpeningBalance } from './opening-balances.ts'
import { auditPolicy } from './policy-month.ts'
import { AUDIT_RULES, auditRuleCodes, checkOf, DEFAULT_RULES, rulesOf } from './rules.ts'
import { impliedYield, medianOf, offCohort, yieldOf } from './yields.ts'

const found = (planted: Planted = {}) => auditPolicy(monthOf(planted), E, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)

test('the worked month is clean: every rule that can be asked of it is, and none finds anything', () => {
  expect(found()).toEqual([])
  const asked = POLICY_RULES.filter((code) => notAsked(code, monthOf({}), E) === null)
  expect(asked).toEqual(POLICY_RULES.filter((code) => !['M7', 'Y7'].includes(code)))
})

test('what only a carrier’s line tells is not asked of a policy without one, nor of a file that could not be tried with it', () => {
  const askedOf = (planted: Planted) => COVERED_RULES.map((code) => [code, notAsked(code, monthOf(planted), E)] as const)
  const lacking = (planted: Planted) => askedOf(planted).filter(([code, lacks]) => lacks !== null && !['M7', 'Y7'].includes(code))
  const none = 'no line of the carrier for the month'
  expect(lacking({ month: { fed: null } })).toEqual(['V3', 'V4', 'V10', 'V11', 'V12', 'V2', 'V13'].map((code) => [code, none]))
  const lacks = { V11: 'the file has no column for insured share', V13: 'the file ends without a total line' }
  const { fed } = monthOf({})
  expect(lacking({ month: { fed: fed && { ...fed, lacks } } })).toEqual(Object.entries(lacks))
  expect(notAsked('V13', monthOf({ posted: null }), E), 'a file is tried whole, whether or not the value was posted').toBeNull()
})

test('the implied yield of the worked example: 4.10 % over 31 days less 720.00 is 3.747 %, and the month yields 3.7471 %', () => {
  expect(impliedYield(0.041, usd(720), usd(3_050_000), usd(3_050_000), E, tables.terms)).toBeCloseTo(0.03747, 5)
  expect(yieldOf(earnings, E)).toBeCloseTo(0.037471, 6)
})

describe('one planted error, and the rule that finds it', () => {
  const fell = { cashSurrenderValue: usd(3_049_100), accountValueEnd: usd(3_049_100) }
  const fed = (surrender: number, death = 6_900_000) => ({ fed: { cashSurrenderValue: usd(surrender), deathBenefit: usd(death) } })
  const market = { cannotFall: false }
  const steady = Array.from({ length: 36 }, (_, index) => (index % 2 === 0 ? 0.004 : 0.006))
  test.each<[string, Planted, string]>([
    ['no value is posted', { posted: null }, 'V1'],
    ['the carrier’s value is 18,000.00 higher: two digits exchanged at posting', { month: fed(3_077_706.52) }, 'V3'],
    ['the carrier’s death benefit is 2.00 higher', { month: fed(3_059_706.52, 6_900_002) }, 'V4'],
    ['the value is zero', { posted: { cashSurrenderValue: usd(0) } }, 'V5'],
    ['the death benefit is below the value', { posted: { deathBenefit: usd(3_000_000) } }, 'V6'],
    ['the value is dated four days before the month end', { posted: { asOfDate: plainDate('2025-12-27') } }, 'V7'],
    ['both values are last month’s', { posted: { cashSurrenderValue: usd(3_050_000), deathBenefit: usd(6_900_000) } }, 'V8'],
    ['account value less surrender charge is 0.02 off', { posted: { surrenderCharge: usd(0.02) } }, 'V9'],
    ['the register says that the policy has ended', { facts: { policyStatus: 'SURRENDERED' }, month: { isHeld: false } }, 'V10'],
    ['the insured’s share is above the amount at risk', { posted: { insuredShare: usd(3_900_000) } }, 'V11'],
    ['the face amount differs from the register', { posted: { faceAmount: usd(6_800_000) } }, 'V12'],
    ['a fall that nothing explains', { posted: fell }, 'M1'],
    ['a rise far off expectation', { posted: { cashSurrenderValue: usd(3_062_000), accountValueEnd: usd(3_062_000) } }, 'M2'],
    ['1.4986 % in a month without a flow', { posted: { cashSurrenderValue: usd(3_095_706.52), accountValueEnd: usd(3_095_706.52) } }, 'M3'],
    ['parts that do not make the closing value', { posted: { interestCredited: usd(10_526.52) } }, 'M4'],
    ['a death benefit that moved by 1 %', { posted: { deathBenefit: usd(6_969_000) } }, 'M5'],
    ['an opening value that is not last month’s', { posted: { accountValueBegin: usd(3_049_982) } }, 'M6'],
    ['a return far from its past', { facts: market, earnings: { returns: [...steady, 0.02] } }, 'M7'],
    ['a yield 16 basis points off what rate and charges imply', { earnings: { declaredRate: 0.0427, declaredRateBefore: 0.0427 } }, 'Y1'],
    ['a yield 40 basis points off the month before', { earnings: { earned: usd(10_800) } }, 'Y2'],
    ['a yield below the guarantee', { earnings: { guaranteedRate: 0.05 } }, 'Y4'],
    ['last year’s 4.35 % credited where 4.10 % is declared', { posted: { grossCreditingRate: 0.0435 } }, 'Y5'],
    ['twelve months at 3.20 % where 3.80 % was illustrated', { earnings: { trailingYield: 0.032, illustratedYield: 0.038 } }, 'Y7'],
  ])('%s: %s', (_, planted, rule) => expect(found(planted)).toContain(rule))
})

describe('what is within its tolerance is left alone', () => {
  test.each<[string, Planted]>([
    ['a cent between file and ledger', { month: { fed: { cashSurrenderValue: usd(3_059_706.53), deathBenefit: usd(6_900_000) } } }],
    ['a dollar of death benefit', { month: { fed: { cashSurrenderValue: usd(3_059_706.52), deathBenefit: usd(6_900_001) } } }],
    ['no line of the carrier', { month: { fed: null } }],
    [
      'a basis point of crediting rate',
      { posted: { grossCreditingRate: 0.0411 }, facts: { prior: { ...(POLICY.prior ?? fail()), grossRate: 0.0411 } } },
    ],
    [
      'a yield 40 basis points off the month before in the month of the anniversary',
      { earnings: { earned: usd(10_800), declaredRate: null }, facts: { issueDate: plainDate('2012-12-15') } },
    ],
    ['a yield 49 basis points under its illustration', { earnings: { trailingYield: 0.0331, illustratedYield: 0.038 } }],
    ['twelve returns and no more', { facts: { cannotFall: false }, earnings: { returns: Array(12).fill(0.004).concat(0.4).slice(1) } }],
    ['a policy that is not in force and has no value', { posted: null, month: { isHeld: false } }],
  ])('%s', (_, planted) => expect(found(planted)).toEqual([]))
})
const fail = (): never => {
  throw new Error('the example has a month before')
}

test('a tolerance that a site sets holds in place of the default', () => {
  const wider = { ...DEFAULT_RULES, V3: { ...DEFAULT_RULES.V3, absolute: 2_000_000 } }
  const month = monthOf({ month: { fed: { cashSurrenderValue: usd(3_077_706.52), deathBenefit: usd(6_900_000) } } })
  expect(auditPolicy(month, E, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)).toEqual(['V3'])
  expect(auditPolicy(month, E, wider)).toEqual([])
})

describe('a client’s policies with one carrier', () => {
  // ALPHA: two policies last month, one death paid on December 18, still two posted, one in the file.
  const clean: CarrierMonth = {
    carrierName: 'Stonemarch',
    prior: 2,
    added: 0,
    removed: 1,
    expected: 1,
    posted: 1,
    fed: 1,
    missing: [],
    extra: [],
    fedCashSurrenderValue: usd(1_000),
    postedCashSurrenderValue: usd(1_000),
    isDue: true,
  }
  const rules = (month: Partial<CarrierMonth>) =>
    auditCarrierMonth({ ...clean, ...month }, E, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)
  test('agrees', () => expect(rules({})).toEqual([]))
  test('ALPHA of the worked example: P1, P4 and P2', () =>
    expect(rules({ posted: 2, extra: ['A-1002'] }).toSorted()).toEqual(['P1', 'P2', 'P4']))
  test('a carrier without a file past its day: P6, and nothing before it', () => {
    expect(rules({ fed: null })).toEqual(['P6'])
    expect(rules({ fed: null, isDue: false })).toEqual([])
    expect(rules({ fed: null, expected: 0, posted: 0, prior: 0, removed: 0 })).toEqual([])
  })
  test('sums more than a dollar apart: V3', () => {
    expect(rules({ postedCashSurrenderValue: usd(1_001) })).toEqual([])
    expect(rules({ postedCashSurrenderValue: usd(1_001.01) })).toEqual(['V3'])
  })
  test('a first month has nothing to roll forward from', () => expect(rules({ prior: 0, removed: 0, posted: 9, fed: 9 })).toEqual([]))
})

describe('a whole client', () => {
  const month = (period: string, increase: number, more: Partial<ClientTotals> = {}): ClientTotals => ({
    period: plainDate(period),
    begin: usd(100_000_000),
    averageInvested: usd(100_000_000),
    increase: usd(increase),
    reset: 0,
    isWhole: true,
    ...more,
  })
  const past = [month('2025-09-30', 300_000), month('2025-10-31', 310_000), month('2025-11-30', 300_000)]
  const rules = (...months: ClientTotals[]) => auditClient(months, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)
  test('steady months are left alone', () => expect(rules(...past, month('2025-12-31', 310_000))).toEqual([]))
  test('a month a quarter off the three before: M8, and Y6 by the yield', () =>
    expect(rules(...past, month('2025-12-31', 390_000))).toEqual(['M8', 'Y6']))
  test('eleven basis points off the month before: Y6 alone', () => expect(rules(...past, month('2025-12-31', 320_000))).toEqual(['Y6']))
  test('rates that were declared 12 basis points higher explain a yield 12 higher, and no more', () => {
    expect(rules(...past, month('2025-12-31', 320_000, { reset: 0.0012 }))).toEqual([])
    expect(rules(...past, month('2025-12-31', 310_000, { reset: 0.0012 }))).toEqual(['Y6'])
  })
  test('a purchase is no exception', () =>
    expect(rules(...past, month('2025-12-31', 465_000, { averageInvested: usd(150_000_000), begin: usd(150_000_000) }))).toEqual([]))
  test('the lack that keeps a month from being asked or compared with is named', () => {
    const whole = [...past, month('2025-12-31', 310_000)]
    const partial = month('2025-11-30', 300_000, { isWhole: false })
    const lacks = (...months: ClientTotals[]) => CLIENT_MONTH_RULES.map((rule) => clientLacks(rule, months))
    const [none, now] = [
      'no policy whose value does not follow the market has one at both ends of the month',
      'not every policy in force has a value for the month',
    ]
    const trailing = 'not every policy has a value in each of the three months before'
    expect(lacks(...whole)).toEqual([null, null])
    expect(lacks()).toEqual([none, none])
    expect(lacks(...past, month('2025-12-31', 900_000, { isWhole: false }))).toEqual([now, now])
    expect(lacks(...whole.slice(1)), 'two months before').toEqual([trailing, null])
    expect(lacks(...past.slice(0, 2), partial, month('2025-12-31', 310_000))).toEqual([
      trailing,
      'not every policy has a value in the month before',
    ])
    expect(lacks(...whole.slice(0, 3), month('2025-12-31', 0, { averageInvested: 0 }))).toEqual([
      null,
      'no yield of the month or of the month before',
    ])
  })
  test('a month that is not whole is not asked, nor compared with', () => {
    expect(rules(...past, month('2025-12-31', 900_000, { isWhole: false }))).toEqual([])
    expect(rules(...past.slice(0, 2), month('2025-11-30', 300_000, { isWhole: false }), month('2025-12-31', 900_000))).toEqual([])
  })
})

describe('opening balances', () => {
  const clean: OpeningBalance = {
    policyNumber: 'A-1001',
    issueDate: plainDate('2012-03-15'),
    yearEnd: plainDate('2024-12-31'),
    opening: usd(2_944_120.1),
    postedYearEnd: usd(2_944_120.1),
    wasHeld: true,
    statement: usd(2_944_120.1),
    restatedOn: null,
    increases: usd(115_586.42),
    now: usd(3_059_706.52),
    flowsIn: usd(0),
    flowsOut: usd(0),
  }
  const rules = (balance: Partial<OpeningBalance>) => auditOpening({ ...clean, ...balance }, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)
  test('agree', () => expect(rules({})).toEqual([]))
  test('the worked example: restated to 2,944,102.10 in March, 18.00 off and year to date 115,604.42', () => {
    const restated = {
      ...clean,
      postedYearEnd: usd(2_944_102.1),
      statement: usd(2_944_102.1),
      restatedOn: plainDate('2025-03-10'),
      increases: usd(115_604.42),
    }
    const exceptions = auditOpening(restated, DEFAULT_RULES)
    expect(exceptions.map(({ ruleCode }) => ruleCode)).toEqual(['B1', 'B2', 'B4', 'B5'])
    expect(exceptions.find(({ ruleCode }) => ruleCode === 'B2')?.measured).toEqual({
      expected: usd(2_944_102.1),
      actual: usd(2_944_120.1),
      tolerance: 1,
    })
    expect(exceptions.find(({ ruleCode }) => ruleCode === 'B4')?.measured).toMatchObject({
      expected: usd(115_586.42),
      actual: usd(115_604.42),
    })
  })
  test('missing of a policy that was in force, or there of one that was issued since: B3', () => {
    expect(rules({ opening: null })).toEqual(['B3'])
    expect(rules({ opening: null, wasHeld: false })).toEqual([])
    expect(rules({ issueDate: plainDate('2025-01-15') })).toEqual(['B3'])
  })
  test('the bank’s own ledger by the dollar: B6', () => {
    const against = (ledger: number) => auditOpenings([clean], usd(ledger), DEFAULT_RULES).map(({ ruleCode }) => ruleCode)
    expect(against(2_944_121.1)).toEqual([])
    expect(against(2_944_121.11)).toEqual(['B6'])
    expect(auditOpenings([clean], null, DEFAULT_RULES)).toEqual([])
  })
  test('a client’s policies a few cents each off add up: B4 of the client', () => {
    const cent = { ...clean, increases: cents(usd(115_586.42) + 5) }
    expect(auditOpening(cent, DEFAULT_RULES)).toEqual([])
    expect(auditOpenings(Array(21).fill(cent), null, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)).toEqual(['B4'])
  })
})

describe('cohorts', () => {
  const member = (policyId: number, yields: number) => ({ policyId, yield: yields })
  const cohort = [0.0371, 0.0372, 0.0373, 0.0374, 0.0375].map((yields, index) => member(index, yields))
  test('the policy far from the median of its product and year is found: Y3', () =>
    expect(offCohort([...cohort, member(9, 0.0412)], DEFAULT_RULES).map(({ policyId }) => policyId)).toEqual([9]))
  test('fewer than five are no cohort', () => expect(offCohort([...cohort.slice(0, 3), member(9, 0.05)], DEFAULT_RULES)).toEqual([]))
  test('a wide cohort widens the tolerance', () => {
    const wide = [0.02, 0.03, 0.04, 0.05, 0.06].map((yields, index) => member(index, yields))
    expect(offCohort(wide, DEFAULT_RULES)).toEqual([])
  })
  test('the median is the middle, or between the two middles', () =>
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 30 }), (values) => {
        const middle = medianOf(values)
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2)
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2)
      }),
    ))
})

test('every rule belongs to one audit, and the audits have all 41', () => {
  expect(auditRuleCodes.length).toBe(41)
  expect(rulesOf('beginning-year-balance')).toEqual(['B1', 'B2', 'B3', 'B4', 'B5', 'B6'])
  for (const code of auditRuleCodes) expect(rulesOf(checkOf(code))).toContain(code)
  for (const rule of Object.values(AUDIT_RULES)) expect(rule.title.length).toBeGreaterThan(5)
})

describe('the life of an exception', () => {
  const open = { status: 'OPEN', severity: 'error', enteredBy: 7 } as const
  test('whoever posted the value does not clear its error, and may reopen it', () => {
    expect(settlingRefused(open, 'RESOLVED', 7)).toContain('Someone else')
    expect(settlingRefused(open, 'ACKNOWLEDGED', 7)).toContain('Someone else')
    expect(settlingRefused(open, 'RESOLVED', 8)).toBeNull()
    expect(settlingRefused({ ...open, severity: 'warning' }, 'RESOLVED', 7)).toBeNull()
    expect(settlingRefused({ ...open, enteredBy: null }, 'RESOLVED', 7)).toBeNull()
    expect(settlingRefused({ ...open, status: 'RESOLVED' }, 'OPEN', 7)).toBeNull()
  })
  test('what is resolved is reopened before it is settled otherwise', () =>
    expect(settlingRefused({ ...open, status: 'RESOLVED' }, 'FALSE_POSITIVE', 8)).toBe(
      'An exception that is resolved cannot become false positive.',
    ))
  test('the third month running', () =>
    expect([1, 2, 3, 14].map(monthsRunning)).toEqual([null, 'Second month running', 'Third month running', '14 months running']))
  test('every reason reads on in a sentence', () => {
    for (const { sentence } of Object.values(REASONS)) expect(sentence).toMatch(/^[a-z].*[a-z]$/)
  })
})

test.each([
  ['OPEN', '2026-11-20', true],
  ['ACKNOWLEDGED', '2026-11-20', true],
  ['OPEN', '2026-11-26', false],
  ['RESOLVED', '2026-11-20', false],
  ['OPEN', null, false],
] as const)('%s and due on %s is late on November 26: %s', (status, dueOn, late) =>
  expect(isExceptionOverdue({ status, dueOn }, plainDate('2026-11-26'))).toBe(late),
)
