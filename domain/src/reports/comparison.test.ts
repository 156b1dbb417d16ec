import { expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { firstExampleBank, PERIOD, PRIOR, WORKED_POLICIES } from '../test/first-example-bank.ts'
import { workedForm8925 } from '../test/form-8925-example.ts'
import { compareAssetReports } from './asset-report/comparison.ts'
import { compareForm8925 } from './form-8925/comparison.ts'

/** November of First Example Bank, as December's report keeps it: 30 days, the same rates, no charges stated. */
const november = () =>
  firstExampleBank({
    period: PRIOR,
    priorPeriod: plainDate('2025-10-31'),
    reportId: 339,
    trend: [],
    policies: WORKED_POLICIES.map((held) => ({
      ...held,
      cashSurrenderValue: held.balances.at(-1)?.cashSurrenderValue ?? usd(0),
      balances: held.balances.slice(0, -1),
    })),
  })

test('December of the worked bank: 42,544.81 is interest of 47,343.14 less cost of insurance of 3,775.00 and expenses of 1,023.33', () => {
  const { measures, between } = compareAssetReports(november(), firstExampleBank())
  expect(between).toBe('periods')
  expect(measures[0]).toMatchObject({
    key: 'cashSurrenderValue',
    from: usd(14_640_000),
    to: usd(14_682_544.81),
    difference: usd(42_544.81),
    unexplained: 0,
    causes: [
      { key: 'interest', amount: usd(47_343.14), lines: 5 },
      { key: 'costOfInsurance', amount: usd(-3_775), lines: 5 },
      { key: 'expenses', amount: usd(-1_023.33), lines: 3 },
    ],
  })
})

test('interest of values that were entered is not said to be reported: both are counted, beside the policies', () => {
  const [first] = WORKED_POLICIES
  const entered = firstExampleBank({
    policies: firstExampleBank().policies.map((held) => (held.policyId === first?.policyId ? { ...held, source: null } : held)),
  })
  const textsOf = (snapshot: typeof entered) =>
    compareAssetReports(november(), snapshot).measures.flatMap(({ causes }) =>
      causes.flatMap(({ key, text }) => (key === 'interest' ? [text] : [])),
    )
  expect(new Set(textsOf(firstExampleBank()))).toEqual(new Set(['As the carriers reported it.']))
  expect(new Set(textsOf(entered))).toEqual(new Set(['As posted: 4 reported, 1 entered.']))
  expect(textsOf(entered).length).toBeGreaterThan(1)
})

test('where either month is an estimate, the estimate is all that is told of a policy’s income', () => {
  const estimated = (snapshot: ReturnType<typeof november>) => ({
    ...snapshot,
    policies: snapshot.policies.map((held) => ({ ...held, flags: { ...held.flags, estimated: true } })),
  })
  for (const [one, other] of [
    [estimated(november()), firstExampleBank()],
    [november(), estimated(firstExampleBank())],
  ] as const) {
    const income = compareAssetReports(one, other).measures.find(({ key }) => key === 'increase')
    expect(income?.causes.map(({ key }) => key)).toEqual(['estimates'])
    expect(income?.difference).not.toBe(0)
  }
})

test.each([
  ['earlier', true],
  ['later', false],
] as const)('where the %s month’s rate is not told, a change of interest is told whole', (_, isEarlier) => {
  const told = {
    ...november(),
    policies: november().policies.map((held) => ({ ...held, interest: usd(9_000), costOfInsurance: usd(0), expense: usd(0) })),
  }
  const without = <One extends { policies: readonly { grossRate: number | null }[] }>(snapshot: One) => ({
    ...snapshot,
    policies: snapshot.policies.map((held) => ({ ...held, grossRate: null })),
  })
  const [one, other] = isEarlier ? [without(told), firstExampleBank()] : [told, without(firstExampleBank())]
  const increase = compareAssetReports(one, other).measures.find(({ key }) => key === 'increase')
  const keys = increase?.causes.map(({ key }) => key)
  expect(keys).toContain('interest')
  for (const split of ['rates', 'days', 'value']) expect(keys).not.toContain(split)
})

test('another tax rate moves the tax-equivalent yield alone, another capital the share of Tier 1 alone', () => {
  const one = firstExampleBank()
  const other = firstExampleBank({
    version: 2,
    tax: { ...(one.tax ?? never()), stateRate: 0.09 },
    capital: { ...(one.capital ?? never()), tier1: usd(58_000_000) },
  })
  const { measures, conclusions } = compareAssetReports(one, other)
  // 24.47% of 60 million is near the limit of 25%, of 58 million over it.
  expect(conclusions.map(({ label, from, to }) => [label, from?.status, to?.status])).toEqual([['Aggregate', 'watch', 'bad']])
  const causes = Object.fromEntries(measures.map(({ key, causes: of }) => [key, of.map((cause) => cause.key)]))
  expect(causes).toEqual({
    cashSurrenderValue: [],
    increase: [],
    deathBenefit: [],
    netYield: [],
    taxEquivalentYield: ['taxRate'],
    shareOfTier1: ['capital'],
    policies: [],
  })
  expect(measures.every(({ unexplained }) => Math.abs(unexplained) < 1e-12)).toBe(true)
})

test('reports of two banks, or of a month and a quarter, are not compared', () => {
  const { institution } = firstExampleBank()
  expect(() => compareAssetReports(firstExampleBank(), firstExampleBank({ institution: { ...institution, id: 8 } }))).toThrow(RangeError)
  expect(() =>
    compareAssetReports(firstExampleBank(), firstExampleBank({ isQuarterly: true, priorPeriod: plainDate('2025-09-30') })),
  ).toThrow(RangeError)
})

test('line 3 of a later form differs by who died, what was surrendered and what was issued', () => {
  const after = workedForm8925()
  const [first, second] = after.policies
  const counted = compareForm8925(after, { ...after, version: 2 }).measures[0]?.to ?? 0
  const before = { ...after, period: plainDate('2024-12-31'), yearStart: plainDate('2023-12-31'), reportId: 69 }
  const changed = {
    ...after,
    policies: after.policies.map((policy) =>
      policy === first ? { ...policy, statusAtYearEnd: 'SURRENDERED', statusDate: plainDate('2025-06-30'), deathBenefit: null } : policy,
    ),
    insureds: after.insureds.map((insured) =>
      insured.insuredId === second?.insuredId ? { ...insured, dateOfDeath: plainDate('2025-09-01') } : insured,
    ),
  }
  const { measures } = compareForm8925(before, changed)
  expect(measures[0]).toMatchObject({
    key: 'insuranceInForce',
    from: counted,
    causes: [
      { key: 'surrenders', amount: -(first?.deathBenefit ?? 0), lines: 1 },
      { key: 'deaths', amount: -(second?.deathBenefit ?? 0), lines: 1 },
    ],
    unexplained: 0,
  })
  expect(measures.find(({ key }) => key === 'insuredEmployees')).toMatchObject({ difference: -2, unexplained: 0 })
})

test('a benefit that changed since is restated in the same year’s form, and reported anew in another year’s', () => {
  const before = workedForm8925()
  const [first] = before.policies
  const raised = (period: string) => ({
    ...before,
    period: plainDate(period),
    reportId: 70,
    policies: before.policies.map((policy) =>
      policy === first ? { ...policy, deathBenefit: cents((policy.deathBenefit ?? 0) + usd(1_000)) } : policy,
    ),
  })
  const causes = (period: string) => compareForm8925(before, raised(period)).measures[0]?.causes
  expect(causes(before.period)).toEqual([expect.objectContaining({ key: 'restated', amount: usd(1_000), lines: 1 })])
  expect(causes('2026-12-31')).toEqual([expect.objectContaining({ key: 'reported', amount: usd(1_000), lines: 1 })])
})

const never = (): never => {
  throw new Error(`the bank of ${PERIOD} has both`)
}
