/** Rows of a state by date, and what yields take from them by the formula of their basis. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { addDays, plainDate } from '../primitives/period.ts'
import {
  bracketProblem,
  periodProblem,
  type StateTaxFigures,
  stateRowOn,
  stateRowProblems,
  stateShareOf,
  TAX_BASES,
  TREATMENTS_OF,
} from './state-tax.ts'
import { combinedRateOf, taxEquivalentYieldOf } from './tax-equivalent-yield.ts'

const row = (over: Partial<StateTaxFigures> = {}): StateTaxFigures => ({
  taxBasis: 'NET_INCOME',
  corporateRate: 0.06,
  financialInstitutionRate: 0.06,
  federalDeductibleFraction: 0,
  boliGrowthTreatment: 'EXCLUDED',
  ...over,
})
const profileOf = (figures: StateTaxFigures) => ({ federalRate: 0.21, combinedRateOverride: null, ...stateShareOf(figures) })
const percent = (fraction: number | null) => Number(((fraction ?? Number.NaN) * 100).toFixed(4))
const portfolio = (42_544.81 / 14_640_000) * (365 / 31)

test.each([
  ['a tax on income', row(), 25.74, 4.6077],
  ['a franchise tax measured by income', row({ taxBasis: 'FRANCHISE_MEASURED_BY_INCOME' }), 25.74, 4.6077],
  ['one that taxes the growth', row({ boliGrowthTreatment: 'TAXED' }), 25.74, 4.3893],
  ['full federal deductibility', row({ financialInstitutionRate: 0.065, federalDeductibleFraction: 1 }), 25.1128, 4.5691],
  ['half deductibility', row({ financialInstitutionRate: 0.0448, federalDeductibleFraction: 0.5 }), 24.1826, 4.513],
  ['a tax on capital, whatever its rate', row({ taxBasis: 'NET_CAPITAL', boliGrowthTreatment: 'IN_CAPITAL_BASE' }), 21, 4.3312],
  ['a tax on shares', row({ taxBasis: 'SHARES_VALUE', boliGrowthTreatment: 'IN_CAPITAL_BASE' }), 21, 4.3312],
  ['a tax on deposits', row({ taxBasis: 'DEPOSITS', boliGrowthTreatment: 'NOT_APPLICABLE' }), 21, 4.3312],
  ['a tax on receipts', row({ taxBasis: 'GROSS_RECEIPTS', boliGrowthTreatment: 'NOT_APPLICABLE' }), 21, 4.3312],
  ['no tax', row({ taxBasis: 'NONE', boliGrowthTreatment: 'NOT_APPLICABLE' }), 21, 4.3312],
])('%s: combined rate and yield of the fixture portfolio', (_, figures, combined, yielded) => {
  expect(percent(combinedRateOf(profileOf(figures)))).toBe(combined)
  expect(percent(taxEquivalentYieldOf(portfolio, profileOf(figures)))).toBe(yielded)
})

test('the rate for banks comes before that for corporations', () => {
  expect(stateShareOf(row({ financialInstitutionRate: 0.1084, corporateRate: 0.0884 })).stateRate).toBe(0.1084)
  expect(stateShareOf(row({ financialInstitutionRate: null, corporateRate: 0.0884 })).stateRate).toBe(0.0884)
  expect(stateShareOf(row({ financialInstitutionRate: 0, corporateRate: 0.0884 })).stateRate).toBe(0)
})

const [y2020, y2024] = [plainDate('2020-01-01'), plainDate('2024-01-01')]
describe('periods of a state', () => {
  const until2023 = { effectiveFrom: y2020, effectiveTo: plainDate('2023-12-31') }
  const on = { effectiveFrom: y2024, effectiveTo: null }
  test('follow one another without a day in common', () => {
    expect(periodProblem(on, [until2023])).toBeUndefined()
    expect(periodProblem(until2023, [on])).toBeUndefined()
    expect(periodProblem({ ...until2023, effectiveTo: y2024 }, [on])?.field).toBe('effectiveFrom')
    expect(periodProblem(on, [{ effectiveFrom: y2020, effectiveTo: null }])?.message).toBe(
      'Another row of the state is effective from 01/01/2020 onward. End it on 12/31/2023 first, or choose another day.',
    )
    expect(periodProblem({ effectiveFrom: y2020, effectiveTo: null }, [on])?.message).toContain('Change one of the two.')
    expect(periodProblem({ effectiveFrom: y2024, effectiveTo: y2020 }, [])?.field).toBe('effectiveTo')
    expect(periodProblem({ effectiveFrom: y2024, effectiveTo: y2024 }, [])).toBeUndefined()
  })
  test('the row of a day is found, at both ends of its period and not beyond', () => {
    const rows = [
      { stateCode: 'GA', ...until2023 },
      { stateCode: 'GA', ...on },
      { stateCode: 'AL', ...on },
    ]
    const found = (code: string, day: string) => rows.findIndex((one) => one === stateRowOn(rows, code, day))
    expect([found('GA', '2019-12-31'), found('GA', '2020-01-01'), found('GA', '2023-12-31'), found('GA', '2024-01-01')]).toEqual([
      -1, 0, 0, 1,
    ])
    expect([found('AL', '2023-06-30'), found('AL', '2030-06-30'), found('OH', '2030-06-30')]).toEqual([-1, 2, -1])
  })
  test('whatever periods are accepted one after another, no day has two rows', () => {
    const period = fc
      .record({ start: fc.integer({ min: 0, max: 400 }), days: fc.option(fc.integer({ min: 0, max: 120 })) })
      .map(({ start, days }) => ({
        effectiveFrom: addDays(y2020, start),
        effectiveTo: days === null ? null : addDays(y2020, start + days),
      }))
    fc.assert(
      fc.property(fc.array(period, { maxLength: 8 }), fc.integer({ min: 0, max: 600 }), (asked, day) => {
        const kept: typeof asked = []
        for (const one of asked) if (!periodProblem(one, kept)) kept.push(one)
        const today = addDays(y2020, day)
        const holding = kept.filter((one) => one.effectiveFrom <= today && (one.effectiveTo === null || one.effectiveTo >= today))
        expect(holding.length).toBeLessThanOrEqual(1)
        // And what was refused did share a day with one that stands.
        for (const one of asked) if (!kept.includes(one)) expect(periodProblem(one, kept)).toBeDefined()
      }),
    )
  })
})

describe('brackets', () => {
  const falling = [
    { fromCents: usd(0), rate: 0.087 },
    { fromCents: usd(20_000_000), rate: 0.067 },
    { fromCents: usd(650_000_000), rate: 0.017 },
  ]
  test('rise in income, from nothing on, whichever way their rates go', () => {
    expect(bracketProblem([])).toBeUndefined()
    expect(bracketProblem(falling)).toBeUndefined()
    expect(bracketProblem(falling.slice(1))).toBe('The first bracket begins at an income of 0.')
    expect(bracketProblem([...falling, { fromCents: usd(650_000_000), rate: 0.01 }])).toBe('Each bracket begins above the one before it.')
    expect(bracketProblem([{ fromCents: cents(0), rate: 1.2 }])).toContain('not 120%')
  })
})

describe('what goes together in a row', () => {
  const whole = (over: object = {}) => ({
    ...row(),
    bracketTable: [],
    stateCharteredLimitPerCarrierFraction: null,
    stateCharteredLimitAggregateFraction: null,
    limitBasis: null,
    ...over,
  })
  test.each([
    [{}, []],
    [{ financialInstitutionRate: null, corporateRate: null }, ['financialInstitutionRate']],
    [{ financialInstitutionRate: 0.65 }, ['financialInstitutionRate']],
    [{ financialInstitutionRate: null, corporateRate: 0.65 }, ['corporateRate']],
    [{ boliGrowthTreatment: 'IN_CAPITAL_BASE' }, ['boliGrowthTreatment']],
    [
      { taxBasis: 'DEPOSITS', boliGrowthTreatment: 'EXCLUDED', federalDeductibleFraction: 1 },
      ['boliGrowthTreatment', 'federalDeductibleFraction'],
    ],
    [{ bracketTable: [{ fromCents: cents(5), rate: 0.1 }] }, ['bracketTable']],
    [
      { stateCharteredLimitPerCarrierFraction: 0.3, stateCharteredLimitAggregateFraction: 0.25, limitBasis: 'TIER1' },
      ['stateCharteredLimitPerCarrierFraction'],
    ],
    [{ stateCharteredLimitAggregateFraction: 0.25 }, ['limitBasis']],
    [{ limitBasis: 'TIER1' }, ['limitBasis']],
  ])('%o', (over, fields) => expect(Object.keys(stateRowProblems(whole(over)))).toEqual(fields))
  test('each basis has a treatment to start with', () => {
    for (const basis of TAX_BASES)
      expect(stateRowProblems(whole({ taxBasis: basis, boliGrowthTreatment: TREATMENTS_OF[basis][0] }))).toEqual({})
  })
})
