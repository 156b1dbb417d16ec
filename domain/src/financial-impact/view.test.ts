/** A scenario as it is shown: every figure with its explanation, and nothing hidden behind a gain. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { figureOfTable, workedOut } from '../reports/explanation/explanation.ts'
import { example, scenarios, tableOf, textsOf, withNumbers } from '../test/impact-example.ts'
import { ALTERNATIVE_CODES, ALTERNATIVES, carryingTaxOf, taxOfAlternative } from './alternatives.ts'
import { IMPACT_FORMULAS } from './formulas.ts'
import { restructure } from './restructure.ts'
import { flawsOf, isSameScenario, type Scenario } from './scenario.ts'
import { explainImpact, impactOf } from './view.ts'

const view = impactOf(example)

test('a scenario is the same in whatever order the database names its parts, and changed by one figure or source', () => {
  const named = { ...example, sources: { tier1: 'Call Report', equity: 'Record' } }
  expect(isSameScenario(named, { ...named, sources: { equity: 'Record', tier1: 'Call Report' } })).toBe(true)
  expect(isSameScenario(named, { ...named, numbers: { ...named.numbers, premium: usd(5_000_000.01) } })).toBe(false)
  expect(isSameScenario(named, { ...named, sources: { tier1: 'Call Report' } })).toBe(false)
  expect(isSameScenario(named, { ...named, held: [...named.held].reverse() })).toBe(false)
})

describe('the worked example of a $5,000,000 purchase', () => {
  test('year one', () => {
    expect(textsOf(view, 'yearOne', 'alternative')).toEqual([
      'Agency mortgage-backed security',
      '5,000,000.00',
      '4.20%',
      '210,000.00',
      '54,054.00',
      '0.00',
      '155,946.00',
      '3.1189%',
    ])
    expect(textsOf(view, 'yearOne', 'difference')).toEqual([
      'Difference',
      '-',
      '-0.25%',
      '-12,500.00',
      '-54,054.00',
      '0.00',
      '41,554.00',
      '0.8311%',
    ])
  })
  test('earnings, returns and tax rate', () => {
    expect(textsOf(view, 'ratios', 'before')).toEqual(['Before', '7,200,000.00', '2.8800', '1.108%', '11.613%', '25.740%', '86,400,000.00'])
    expect(textsOf(view, 'ratios', 'after')).toEqual(['After', '7,241,554.00', '2.8966', '1.114%', '11.680%', '25.215%', '86,898,648.00'])
    expect(textsOf(view, 'ratios', 'change')?.at(-1)).toBe('498,648.00')
  })
  test('the tax rate before is called the assumed statutory rate that it is; only the one after is called effective', () => {
    const told = (row: string) => explainImpact(view, { table: 'ratios', row, column: 'effectiveTaxRate' })
    expect(tableOf(view, 'ratios').columns.map(({ label }) => label)).toContain('Tax rate')
    expect([told('before')?.name, told('before')?.formula]).toEqual([
      'Tax rate, before (combined statutory rate assumed)',
      'combined tax rate',
    ])
    expect([told('after')?.name, told('after')?.formula]).toEqual(['Effective tax rate, after', 'income tax ÷ pre-tax income'])
  })
  test('yields that compare, and ten years', () => {
    expect(textsOf(view, 'yields', 'breakEvenAlternative')?.[1]).toBe('5.319%')
    expect(textsOf(view, 'yields', 'breakEvenPolicy')?.[1]).toBe('3.119%')
    expect(textsOf(view, 'horizon', '10')).toEqual(['Year 10', '7,365,715.51', '6,797,568.03', expect.any(String), '568,147.48'])
  })
  test('the breach is told in words, beside the approval that it needs', () => {
    expect(textsOf(view, 'concentrations', 'aggregate')?.slice(1)).toEqual([
      '14,682,544.81',
      '24.47%',
      '5,000,000.00',
      '19,682,544.81',
      '32.80%',
      '25.00%',
      '-4,682,544.81',
      'Over the limit',
    ])
    expect(view.approvals).toEqual([
      expect.stringMatching(/^Alpha Life 16\.84% of Tier 1 .* over the limit by .* The board approves/),
      expect.stringMatching(/^All carriers 32\.80% of Tier 1 /),
    ])
    expect(view.tiles.find(({ key }) => key === 'aggregate')).toMatchObject({
      tone: 'bad',
      detail: 'Over the limit of 25.00% by $4,682,544.81',
    })
  })
  test('a share that comes near its limit is marked, with the limit and the room that is left', () => {
    const tileAt = (aggregateLimit: number) =>
      impactOf({ ...example, numbers: { ...example.numbers, aggregateLimit } }).tiles.find(({ key }) => key === 'aggregate')
    expect(tileAt(0.34)).toMatchObject({
      tone: 'warn',
      detail: expect.stringMatching(/^Near the limit of 34\.00%, headroom \$[\d,]+\.\d\d$/),
    })
    expect(tileAt(0.9)).toMatchObject({ tone: 'plain', detail: expect.stringMatching(/^Within the limit of 90\.00%, headroom /) })
  })
  test('the first figure tells gain or loss by its sign, with the spread and whether a load stands against it', () => {
    const tileOf = (scenario: Scenario) => impactOf(scenario).tiles[0]
    expect(tileOf(example)).toMatchObject({ text: '+$41,554.00', detail: '+83.1 basis points', tone: 'good' })
    expect(tileOf(withNumbers({ policyYield: 0.03 }))).toMatchObject({ text: '-$5,946.00', detail: '-11.9 basis points', tone: 'bad' })
    expect(tileOf(withNumbers({ loadFraction: 0.01 }))?.detail).toBe('+83.1 basis points before the load')
  })
  test('the balance sheet foots before and after', () => {
    const cell = (row: string, key: string) => Number(tableOf(view, 'balanceSheet').rows.find(({ id }) => id === row)?.cells[key])
    for (const when of ['before', 'change', 'after']) {
      expect(cell('securities', when) + cell('lifeInsurance', when) + cell('otherAssets', when)).toBe(cell('totalAssets', when))
      expect(cell('liabilities', when) + cell('equity', when)).toBe(cell('totalAssets', when))
    }
  })
  test('where the securities are not known it foots on one line of all assets other than life insurance', () => {
    const shown = impactOf(withNumbers({ securities: null }))
    const rows = tableOf(shown, 'balanceSheet').rows.map(({ id }) => textsOf(shown, 'balanceSheet', id))
    expect(rows).toEqual([
      ['Life insurance', '14,682,544.81', '5,000,000.00', '19,682,544.81'],
      ['All assets other than life insurance', '645,317,455.19', '-5,000,000.00', '640,317,455.19'],
      ['Total assets', '660,000,000.00', '0.00', '660,000,000.00'],
      ['Liabilities', '598,000,000.00', '0.00', '598,000,000.00'],
      ['Equity', '62,000,000.00', '0.00', '62,000,000.00'],
    ])
  })
  test('an amount that is not known is called so, and no dash that would say there is none', () => {
    const shown = impactOf(withNumbers({ totalAssets: null }, { lacking: 'holdings elsewhere' }))
    expect(textsOf(shown, 'balanceSheet', 'lifeInsurance')).toEqual(['Life insurance', 'Not known', '5,000,000.00', 'Not known'])
    expect(textsOf(shown, 'balanceSheet', 'otherAssets')).toEqual(['All other assets', 'Not known', '0.00', 'Not known'])
    expect(textsOf(shown, 'balanceSheet', 'totalAssets')).toEqual(['Total assets', 'Not known', '0.00', 'Not known'])
    expect(textsOf(shown, 'balanceSheet', 'securities')?.[1]).toBe('120,000,000.00')
  })
  test('policies replaced: 4.79 years by surrender, at once by exchange', () => {
    expect(textsOf(view, 'restructure', 'surrender')?.slice(1)).toEqual([
      '3,000,000.00',
      '154,440.00',
      '60,000.00',
      '0.00',
      '2,785,560.00',
      '5.67',
    ])
    expect(textsOf(view, 'restructure', 'exchange')?.slice(1)).toEqual(['3,000,000.00', '0.00', '0.00', '0.00', '3,000,000.00', '0.00'])
    const example39 = restructure({
      cashSurrenderValue: usd(3_000_000),
      gain: usd(600_000),
      isModifiedEndowment: true,
      taxRate: 0.2574,
      chargeFraction: 0,
      oldYield: 0.026,
      newYield: 0.042,
    })
    expect(example39.surrender).toMatchObject({ cost: usd(214_440), reinvested: usd(2_785_560) })
    expect(example39.surrender.breakEvenYears?.toFixed(2)).toBe('4.79')
  })
})

describe('what is not known is left out and said', () => {
  test('without capital no limit is within anything', () => {
    const blind = impactOf(withNumbers({ capitalBase: null, tier1: null }))
    expect(textsOf(blind, 'concentrations', 'aggregate')?.at(-1)).toBe('Not tested')
    expect(blind.alerts).toContainEqual(expect.stringContaining('nothing here says that the purchase is within one'))
    expect(blind.tables.some(({ id }) => id === 'capital')).toBe(false)
  })
  test('holdings that are partly unknown are never within a limit', () => {
    const partly = impactOf(withNumbers({ premium: usd(1000) }, { lacking: '3 of 8 policies without a value' }))
    expect(textsOf(partly, 'concentrations', 'aggregate')?.slice(-2)).toEqual(['-', 'Not tested'])
  })
  test('without shares there are no earnings a share, and the other ratios stay', () => {
    const unlisted = impactOf(withNumbers({ shares: null, priceEarnings: null }))
    expect(textsOf(unlisted, 'ratios', 'after')).toEqual(['After', '7,241,554.00', '-', '1.114%', '11.680%', '25.215%', '-'])
  })
  test('a loss against the alternative stands before the figures', () => {
    expect(view.alerts).toEqual([])
    expect(impactOf(withNumbers({ policyYield: 0.03 })).alerts).toEqual(['After tax the policies earn less than the alternative.'])
  })
  test('the disclosures stand on every view', () => expect(impactOf(withNumbers({ netIncome: null })).disclosures).toHaveLength(4))
})

describe('alternatives', () => {
  const profile = {
    federalRate: 0.21,
    stateRate: 0.06,
    federalDeductibleFraction: 0,
    boliStateTreatment: 'EXCLUDED',
    combinedRateOverride: null,
  } as const
  const exempt = { usObligationInterestTaxed: false, municipalInterestTaxed: false }
  test('each has the tax of its kind', () =>
    expect(Object.fromEntries(ALTERNATIVE_CODES.map((code) => [code, Number(taxOfAlternative(code, profile, exempt).toFixed(4))]))).toEqual(
      {
        AGENCY: 0.21,
        TREASURY: 0.21,
        MUNICIPAL: 0,
        MORTGAGE: 0.2574,
        CORPORATE: 0.2574,
      },
    ))
  test('a municipal bond loses the deduction of a fifth of its carrying cost, one that is not bank-qualified of all', () => {
    expect(carryingTaxOf({ costOfFunds: 0.02, federalRate: 0.21, isBankQualified: true })).toBeCloseTo(0.00084, 12)
    const of = (isBankQualified: boolean) =>
      textsOf(
        impactOf(withNumbers({ alternativeYield: 0.03, alternativeTax: 0 }, { alternative: 'MUNICIPAL', isBankQualified })),
        'yearOne',
        'alternative',
      )
    expect(of(true)?.slice(3)).toEqual(['150,000.00', '4,200.00', '0.00', '145,800.00', '2.9160%'])
    expect(of(false)?.slice(3)).toEqual(['150,000.00', '21,000.00', '0.00', '129,000.00', '2.5800%'])
  })
  test('only a municipal bond bears it', () =>
    expect(textsOf(impactOf(withNumbers({}, { alternative: 'AGENCY' })), 'yearOne', 'alternative')?.[4]).toBe('54,054.00'))
  test('every alternative names the source of its risk weight', () =>
    expect(Object.values(ALTERNATIVES).every(({ riskWeightSource }) => riskWeightSource.includes('12 CFR 3.32'))).toBe(true))
})

test.each([
  [{ premium: null }, { premium: 'Enter a value.' }],
  [{ policyYield: 0.21 }, { policyYield: 'Enter 20% or less.' }],
  [{ premium: 99 }, { premium: 'Enter $1 or more.' }],
  [{ horizonYears: 2.5 }, { horizonYears: 'Enter a whole number.' }],
  [{ replacedGain: usd(3_000_001) }, { replacedGain: 'The gain cannot be more than the cash surrender value.' }],
  [{ netIncome: null }, {}],
])('the flaws of %o are told by input', (numbers, flaws) => {
  expect(flawsOf(withNumbers(numbers))).toEqual(flaws)
  if (Object.keys(flaws).length > 0) expect(() => impactOf(withNumbers(numbers))).toThrow(RangeError)
})

test('yields and tax rates print with the decimals that were entered, two at least and four at most', () => {
  const shown = impactOf(withNumbers({ policyYield: 0.03706, alternativeYield: 0.0425, alternativeTax: 0.24555, taxRate: 0.26 }))
  expect(['alternative', 'policies', 'difference'].map((row) => textsOf(shown, 'yearOne', row)?.[2])).toEqual([
    '4.250%',
    '3.706%',
    '-0.544%',
  ])
  expect(textsOf(shown, 'sensitivity', 'yield1')?.[0]).toBe('3.206%')
  expect(tableOf(shown, 'sensitivity').columns.map(({ label }) => label)).toContain('Tax 22.055%')
  expect(['policyYield', 'alternativeTax', 'taxRate'].map((row) => textsOf(shown, 'inputs', row)?.[2])).toEqual([
    '3.706%',
    '24.555%',
    '26.00%',
  ])
  expect(textsOf(impactOf(withNumbers({ policyYield: 0.037061234 })), 'yearOne', 'policies')?.[2]).toBe('3.7061%')
})

test('no column head breaks after the hyphen of “After-tax”', () => {
  for (const { columns } of view.tables) for (const { label } of columns) expect(label).not.toContain('After-')
})

test('the bounds of an input are allowed, and one step beyond them is not', () => {
  for (const years of [1, 30]) expect(flawsOf(withNumbers({ horizonYears: years }))).toEqual({})
  expect(flawsOf(withNumbers({ horizonYears: 0 }))).toEqual({ horizonYears: 'Enter 1 or more.' })
  expect(flawsOf(withNumbers({ horizonYears: 31 }))).toEqual({ horizonYears: 'Enter 30 or less.' })
})

test('every explained figure of any scenario works out to the figure on the page', () => {
  let figures = 0
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const shown = impactOf(scenario)
      for (const table of shown.tables)
        for (const row of table.rows)
          for (const { key, kind } of table.columns) {
            const figure = figureOfTable(table, { table: table.id, row: row.id, column: key })
            if (!figure || typeof row.cells[key] !== 'number' || !figure.formula) continue
            const worked = workedOut(figure, IMPACT_FORMULAS)
            if (worked === null) continue
            figures += 1
            const value = Number(row.cells[key])
            expect(Math.abs(worked - value), `${table.id} ${row.id} ${key}: ${value}, worked out ${worked}`).toBeLessThanOrEqual(
              kind === 'money' ? 1 + Math.abs(value) * 1e-12 : 1e-9 + Math.abs(value) * 1e-9,
            )
            expect(explainImpact(shown, { table: table.id, row: row.id, column: key })?.figures).toBeTruthy()
          }
    }),
    { numRuns: 60 },
  )
  expect(figures).toBeGreaterThan(2000)
})

test('inputs of a municipal bond are printed with one, and with no other alternative', () => {
  const printed = (alternative: Scenario['alternative']) =>
    tableOf(impactOf({ ...example, alternative }), 'inputs')
      .rows.map(({ id }) => id)
      .filter((id) => id === 'costOfFunds' || id === 'federalRate')
  expect(ALTERNATIVE_CODES.map(printed)).toEqual(
    ALTERNATIVE_CODES.map((code) => (code === 'MUNICIPAL' ? ['costOfFunds', 'federalRate'] : [])),
  )
})

test('a Treasury’s yield stands under its own name until the alternative’s is entered', () => {
  const sources = { alternativeYield: '2-year Treasury of 11/20/2026, 7 days old, FRED GS2, no spread added' }
  const told = (changes: Partial<Scenario>) => {
    const shown = impactOf({ ...example, ...changes })
    return [textsOf(shown, 'yearOne', 'alternative')?.[0], textsOf(shown, 'inputs', 'alternativeYield')?.[1]]
  }
  expect(told({ alternative: 'AGENCY', sources })).toEqual(['Agency bond (2-year Treasury)', 'Yield of the alternative (2-year Treasury)'])
  expect(told({ alternative: 'AGENCY', sources: {} })).toEqual(['Agency bond', 'Yield of the alternative'])
  expect(told({ alternative: 'TREASURY', sources })).toEqual(['Treasury note', 'Yield of the alternative'])
})
