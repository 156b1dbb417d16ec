/**
 * Findings about thousands of carriers’ rows stay as they were, rule by rule: rows that are right, off by a tolerance, by a cent more, by a factor, and
 * with parts missing. A change that means to change a rule runs `npx vitest run domain/src/data-feeds/same-findings -u` and shows which rules it changed.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { POLICY } from '../test/feed-rows.ts'
import { Prints } from '../test/prints.ts'
import { matchKey, readDate, readMoney, readName, readRate } from './cell-values.ts'
import { NO_FLOWS } from './movements.ts'
import { type FeedValues, NO_VALUES, type PolicyFacts } from './row.ts'
import { checkRow, periodOf } from './row-checks.ts'
import { oddAverages, oddSizes } from './sizes.ts'

const PERIOD = plainDate('2025-12-31')
const VALUE = 305_970_652
const BENEFIT = 690_000_000
/** An amount as it should be, at the edge of a tolerance, beyond it, of another size, or not stated. */
const near = (right: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(right) },
    { weight: 4, arbitrary: fc.constantFrom(-101, -100, -6, -5, -2, -1, 1, 2, 5, 6, 100, 101).map((off) => right + off) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(-1, 0.001, 0.01, 0.1, 0.9, 0.95, 0.99, 1.01, 1.05, 1.1, 5, 20, 21, 100, 1000)
        .map((by) => Math.round(right * by)),
    },
    { weight: 1, arbitrary: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((off) => right + off) },
  )
const stated = (right: number) => fc.option(near(right).map(cents), { freq: 3 })
const rarely = (right: number) => fc.option(near(right).map(cents), { freq: 2 })
const STATUSES = ['IN_FORCE', 'IN_FORCE', 'IN_FORCE', 'PAID_UP', 'PENDING', 'DEATH_CLAIM_PENDING', 'SURRENDERED', 'LAPSED'] as const
const DATES = ['2025-12-31', '2025-12-28', '2025-12-27', '2026-01-03', '2026-01-04', '2025-11-30'].map(plainDate)
const BIRTHS = ['1960-05-05', '1930-12-31', '2001-01-01'].map(plainDate)
const ISSUES = ['2012-03-15', '2025-11-30', '2025-12-01'].map(plainDate)
const rate = fc.option(fc.constantFrom(-0.01, 0, 0.001, 0.005, 0.0375, 0.041, 0.06, 0.0601, 0.061, 0.0611, 0.1, 0.1001, 0.2), { freq: 3 })

const row: fc.Arbitrary<FeedValues> = fc
  .record({
    asOfDate: fc.option(fc.constantFrom(...DATES)),
    policyStatus: fc.option(fc.constantFrom(...STATUSES)),
    issueDate: fc.option(fc.constantFrom(...ISSUES), { freq: 2 }),
    insuredDateOfBirth: fc.option(fc.constantFrom(...BIRTHS), { freq: 2 }),
    insuredGender: fc.option(fc.constantFrom('M' as const, 'F' as const), { freq: 2 }),
    mecIndicator: fc.option(fc.boolean(), { freq: 2 }),
    productName: fc.option(fc.constantFrom('General UL', 'GENERAL UL', 'Hybrid UL'), { freq: 2 }),
    faceAmount: rarely(BENEFIT),
    accountValueBegin: stated(305_000_000),
    accountValueEnd: stated(VALUE),
    surrenderCharge: fc.option(near(0).map(cents)),
    cashSurrenderValue: fc.option(fc.oneof(near(VALUE), near(305_000_000), near(0)).map(cents), { freq: 20 }),
    netSurrenderValue: rarely(VALUE),
    loanBalance: rarely(VALUE),
    loanInterestAccrued: rarely(0),
    guaranteedCashValue: rarely(250_000_000),
    deathBenefit: fc.option(fc.oneof(near(BENEFIT), near(VALUE), near(0)).map(cents), { freq: 20 }),
    premiumPaid: fc.option(fc.oneof(near(0), near(5_000_000)).map(cents), { freq: 3 }),
    cumulativePremium: rarely(200_000_000),
    withdrawals: fc.option(fc.oneof(near(0), near(1_000_000)).map(cents), { freq: 3 }),
    interestCredited: stated(1_042_652),
    costOfInsurance: stated(72_000),
    expenseCharge: fc.option(fc.oneof(near(0), near(72_000)).map(cents)),
    grossCreditingRate: rate,
    netCreditingRate: rate,
    guaranteedRate: rate,
    marketValue: rarely(VALUE),
    bookValue: rarely(VALUE),
    costBasis: rarely(200_000_000),
    insuredShare: fc.option(fc.oneof(near(50_000_000), near(BENEFIT - VALUE)).map(cents), { freq: 2 }),
    institutionShare: fc.option(fc.oneof(near(BENEFIT - 50_000_000), near(VALUE)).map(cents), { freq: 2 }),
  })
  .map((values) => ({ ...NO_VALUES, ...values }))

const flow = fc.oneof(fc.constant(0), near(5_000_000)).map(cents)
const facts: fc.Arbitrary<PolicyFacts> = fc.record({
  policyStatus: fc.constantFrom(...STATUSES),
  issueDate: fc.option(fc.constantFrom(...ISSUES), { freq: 5 }),
  faceAmount: fc.option(near(BENEFIT).map(cents), { freq: 5 }),
  productName: fc.constant('General UL'),
  dateOfBirth: fc.option(fc.constantFrom(...BIRTHS), { freq: 5 }),
  gender: fc.constantFrom('M' as const, 'F' as const, null),
  isModifiedEndowment: fc.boolean(),
  cannotFall: fc.constantFrom(true, true, false),
  insuredShare: fc.option(near(50_000_000).map(cents)),
  deathBenefitOption: fc.constantFrom('A' as const, 'A' as const, 'B' as const),
  prior: fc.option(
    fc.record({
      cashSurrenderValue: fc.oneof(near(305_000_000), near(VALUE)).map(cents),
      deathBenefit: fc.oneof(near(BENEFIT), near(BENEFIT - 970_652)).map(cents),
      accountValueEnd: stated(305_000_000),
      surrenderCharge: fc.option(near(0).map(cents)),
      grossRate: rate,
    }),
    { freq: 9 },
  ),
  before: fc.option(fc.constant(POLICY.before), { freq: 5 }),
  priorFlows: fc.record({ in: flow, out: flow }),
  othersHavePrior: fc.boolean(),
  recorded: fc.oneof(
    fc.constant(NO_FLOWS),
    fc.record({
      premium: flow,
      refund: flow,
      withdrawal: flow,
      byHand: fc.record({ premium: fc.option(flow), refund: fc.option(flow), withdrawal: fc.option(flow) }),
      exchangeIn: flow,
      released: flow,
    }),
  ),
  usual: fc.option(fc.record({ cashSurrenderValue: stated(VALUE), deathBenefit: stated(BENEFIT) })),
  costBasis: fc.option(near(200_000_000).map(cents)),
  hasFaceChange: fc.constantFrom(false, false, true),
})

test('rows beside the register and last month', () => {
  const prints = new Prints()
  for (const [values, known, askedFor] of fc.sample(fc.tuple(row, fc.option(facts, { freq: 9 }), fc.constantFrom(null, PERIOD)), {
    seed: 1,
    numRuns: 6_000,
  })) {
    const period = values.asOfDate === null ? PERIOD : periodOf(values.asOfDate)
    const found = checkRow(values, period, known, askedFor)
    for (const finding of found) prints.add(`${finding.ruleCode} ${finding.field}`, finding)
    prints.add('which of them', [period, found.map(({ ruleCode, field }) => `${ruleCode} ${field}`).join(', ')])
    prints.add('sizes', oddSizes(values, known ?? { usual: null, costBasis: null }))
  }
  return expect(prints.toString()).toMatchFileSnapshot('same-findings/rows.txt')
})

test('averages of a first load beside what is posted and what is filed', () => {
  const prints = new Prints()
  const load = fc.record({
    policies: fc.constantFrom(0, 1, 2, 3, 40),
    cashSurrenderValue: fc.oneof(near(VALUE), near(40 * VALUE)),
    deathBenefit: fc.oneof(near(BENEFIT), near(40 * BENEFIT), near(750_000), near(5_000_000_000)),
  })
  const filed = fc.option(fc.oneof(near(VALUE), near(VALUE * 3), near(VALUE / 2_000)).map((amount) => cents(Math.round(amount))))
  for (const [one, typical, report] of fc.sample(fc.tuple(load, load, filed), { seed: 1, numRuns: 2_000 }))
    prints.add('averages', oddAverages(one, typical, report))
  return expect(prints.toString()).toMatchFileSnapshot('same-findings/averages.txt')
})

test('cells as carriers write them', () => {
  const prints = new Prints()
  const two = fc.integer({ min: 0, max: 33 }).map(String)
  const year = fc.constantFrom('26', '2026', '69', '70', '1899', '0')
  const between = fc.constantFrom('/', '-', '.', ' ')
  const dates = fc
    .tuple(two, between, fc.oneof(two, fc.constantFrom('Jan', 'dec', 'June', 'Xyz')), year)
    .map(([a, sign, b, c]) => `${a}${sign}${b}${sign}${c}`)
  for (const cell of fc.sample(
    fc.oneof(dates, fc.constantFrom('20261231', '2026-02-30', '18991231', '22001231', '0', '45000', '45000.5')),
    { seed: 1, numRuns: 2_000 },
  ))
    for (const order of ['MDY', 'DMY'] as const) prints.add('dates', [cell, readDate(cell, 2069, order), readDate(cell, 2019, order)])
  const parts = fc.array(
    fc.constantFrom('1', '12', '123', '1,234', '.5', '.05', '.005', ',5', '-', '(', ')', '$', '%', 'E+5', ' ', 'bps', '0', 'CR'),
    { minLength: 1, maxLength: 4 },
  )
  for (const cell of fc.sample(parts, { seed: 1, numRuns: 4_000 }).map((some) => some.join('')))
    prints.add('amounts and rates', [cell, readMoney(cell), readRate(cell), readRate(cell, 'PERCENT'), readRate(cell, 'FRACTION')])
  const words = fc.array(fc.constantFrom('John', 'Q', 'Doe,', 'Doe', ' ', 'de la', 'Jr.', '-'), { maxLength: 6 })
  for (const cell of fc.sample(words, { seed: 1, numRuns: 500 }).map((some) => some.join(' ')))
    prints.add('names', [cell, readName(cell), matchKey(cell)])
  return expect(prints.toString()).toMatchFileSnapshot('same-findings/cells.txt')
})
