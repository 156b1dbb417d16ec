/** Every figure on the pages of every report family opens how it comes about, and works out: a walk over all of them, so that none is forgotten. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, roundHalfAwayFromZero, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { expectLeads } from '../../test/expect-leads.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { workedForm8925 } from '../../test/form-8925-example.ts'
import { fundExample } from '../../test/fund-example.ts'
import { livedReviews, reviewAt } from '../../test/lived-review.ts'
import { BOARD, reviewExample } from '../../test/review-example.ts'
import { buildAnnualReview } from '../annual-review/build.ts'
import { explainReviewFigure, reviewFigureAt } from '../annual-review/explanation.ts'
import { REVIEW_FORMULAS } from '../annual-review/formulas.ts'
import { isReviewSectionCode } from '../annual-review/outline.ts'
import type { AnnualReviewSnapshot } from '../annual-review/snapshot.ts'
import type { AnnualReviewView } from '../annual-review/view.ts'
import { buildAssetReport } from '../asset-report/build.ts'
import { explainAssetFigure } from '../asset-report/explanation.ts'
import type { AssetReportSnapshot } from '../asset-report/snapshot.ts'
import { explainForm8925Figure } from '../form-8925/explanation.ts'
import { buildForm8925 } from '../form-8925/view.ts'
import type { ViewTable } from '../table.ts'
import type { FigureAddress } from './address.ts'
import { type Explanation, workedOut } from './explanation.ts'
import { explainTables, tablesIn } from './of-table.ts'

/** Every number in a table of a view. */
const cellsOf = (tables: readonly ViewTable[]): FigureAddress[] =>
  tables.flatMap(({ id, columns, rows, total }) =>
    [...rows, ...(total ? [total] : [])].flatMap((row) =>
      columns.flatMap(({ key }) => (typeof row.cells[key] === 'number' ? [{ table: id, row: row.id, column: key }] : [])),
    ),
  )

/** Every number of a review, in tables or not, charts and their tables included. */
function figuresOf(view: AnnualReviewView): FigureAddress[] {
  return [
    ...cellsOf(tablesIn(view.sections)),
    ...view.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block): FigureAddress[] => {
        const facts = block.kind === 'figures' ? block.figures : block.kind === 'risk' ? block.risk.facts : []
        const scores = block.kind === 'scorecard' ? block.rows : []
        const shares = block.kind === 'chart' && block.chart.kind === 'carriers' ? block.chart.shares : []
        return [
          ...facts.flatMap(({ id, value }) => (typeof value === 'number' ? [{ table: block.id, row: id, column: 'value' }] : [])),
          ...scores.flatMap((row) =>
            (['thisYear', 'lastYear'] as const).flatMap((key) =>
              typeof row[key] === 'number' ? [{ table: 'scorecard', row: row.id, column: key }] : [],
            ),
          ),
          ...(block.kind === 'chart' && block.chart.kind === 'concentration' ? block.chart.years : []).map(({ period }) => ({
            table: 'concentration-chart',
            row: period,
            column: 'ratio',
          })),
          ...shares.map(({ name }) => ({ table: 'carriers-ring', row: name, column: 'share' })),
        ]
      }),
    ),
  ]
}

const unexplained = (addresses: readonly FigureAddress[], explainer: (address: FigureAddress) => Explanation | null): string[] =>
  addresses.filter((address) => explainer(address) === null).map(({ table, row, column }) => `${table} ${row} ${column}`)

/** @returns how many figures there are */
function expectReview(snapshot: AnnualReviewSnapshot): number {
  const view = buildAnnualReview(snapshot)
  const addresses = figuresOf(view)
  expect(unexplained(addresses, (address) => explainReviewFigure(view, address))).toEqual([])
  let leading = 0
  for (const address of addresses) {
    const where = `${address.table} ${address.row} ${address.column}`
    const figure = reviewFigureAt(view, address)
    if (!figure) throw new Error(where)
    leading += expectLeads(explainReviewFigure(view, address), (further) => explainReviewFigure(view, further))
    const worked = workedOut(figure, REVIEW_FORMULAS)
    if (worked === null) continue
    if (figure.kind === 'percent' || figure.kind === 'decimal') expect(worked, where).toBeCloseTo(Number(figure.value), 9)
    else expect(roundHalfAwayFromZero(worked), where).toBe(figure.value)
  }
  expect(leading).toBeGreaterThan(0)
  return addresses.length
}

const example = reviewExample()
const [first] = example.insureds
const told: AnnualReviewSnapshot = {
  ...example,
  board: { ...BOARD, maxSalaryMultiple: 12 },
  capital: example.capital.map((row) => ({ ...row, tier2: usd(4_000_000), total: usd(66_000_000) })),
  state: {
    stateCode: 'CO',
    stateName: 'Colorado',
    taxName: 'Income tax',
    figuresYear: 2025,
    source: 'Invented',
    reviewedOn: null,
    perCarrier: 0.1,
    aggregate: 0.2,
    basis: 'TIER1_PLUS_ACL',
    approvalRequired: null,
    insurableInterestStatute: null,
    consentType: null,
  },
  charges: (['ALPHA', 'BRAVO', 'CHARLIE'] as const).map((carrierCode) => ({
    yearEnd: plainDate('2025-12-31'),
    carrierCode,
    interest: usd(180_000),
    costOfInsurance: usd(12_000),
    expense: usd(3_000),
    incomplete: false,
  })),
  carriers: example.carriers.map((carrier) => ({
    ...carrier,
    financials: [{ year: 2024, assets: usd(1_000_000_000), surplus: usd(90_000_000), riskBasedCapitalRatio: 4.1, source: 'Statement' }],
  })),
  ended: (['DEATH_PAID', 'SURRENDERED'] as const).map((status, index) => ({
    policyId: 90 + index,
    policyNumber: `A-90${index}`,
    carrierCode: 'ALPHA',
    insuredId: 1,
    insuredName: 'Ford, Fay',
    issueDate: plainDate('2016-06-15'),
    status,
    endedOn: plainDate('2024-03-15'),
    modifiedEndowment: true,
    costBasis: usd(400_000),
    institutionShare: usd(1_000_000),
    values: [
      { date: plainDate('2023-12-31'), cashSurrenderValue: usd(480_000), deathBenefit: usd(1_100_000), institutionShare: usd(1_000_000) },
    ],
    flows: [
      {
        date: plainDate('2024-03-15'),
        type: status === 'DEATH_PAID' ? ('DEATH_CLAIM' as const) : ('SURRENDER' as const),
        amount: usd(485_000),
      },
    ],
  })),
  splitDollar: [
    {
      agreementId: 1,
      type: 'ENDORSEMENT',
      benefitFormula: 'PCT_OF_NAR',
      rateBasis: 'TABLE_2001',
      survivesTermination: false,
      effectiveDate: plainDate('2012-09-30'),
    },
  ],
  peers: {
    reportDate: plainDate('2025-12-31'),
    source: 'INVENTED',
    banks: 4,
    own: bank(1, 14_000_000),
    sizeGroup: '$500 million to $1 billion',
    stateCode: null,
    group: [bank(2, 9_000_000), bank(3, 12_000_000), bank(4, 17_000_000)],
  },
}
function bank(idRssd: number, lifeInsurance: number) {
  const [totalAssets, tier1, totalCapital] = [usd(650_000_000), usd(60_000_000), usd(66_000_000)]
  return { idRssd, name: `BANK ${idRssd}`, stateCode: 'CO', totalAssets, lifeInsurance: usd(lifeInsurance), tier1, totalCapital }
}

test('of annual reviews every figure opens and works out, of banks and corporations, told and untold, with the appendix or without', () => {
  expect(first).toBeDefined()
  expect(expectReview(told)).toBeGreaterThan(400)
  expectReview(example)
  const { site } = example.asset
  expectReview({ ...told, asset: { ...told.asset, site: { ...site, portalLabel: 'COLI' } } })
  const liabilities = ['2024-12-31', '2025-12-31'].map((asOf) => ({
    asOf: plainDate(asOf),
    liability: usd(15_000_000),
    source: 'Administrator',
    hedges: [{ fund: 'Notional index', notional: usd(9_000_000) }],
  }))
  const plans = told.plans.map((plan) => ({ ...plan, type: 'NQDC_COLI', liabilities }))
  const funds = [fundExample({ bookValue: usd(3_900_000) })]
  expectReview({ ...told, plans, asset: { ...told.asset, funds, site: { ...site, portalLabel: 'COLI' } } })
  expectReview({ ...told, plans, asset: { ...told.asset, funds } })
  const sevenPay = (startsOn: string, statedOn: string, paid: number | null) => ({
    periods: [
      {
        startsOn: plainDate(startsOn),
        annualPremium: usd(400_000),
        paid: paid === null ? null : usd(paid),
        statedOn: plainDate(statedOn),
        source: 'Carrier',
      },
    ],
    reportedBasis: null,
    isInitialAssumed: false,
  })
  const policies = told.policies.map((policy, index) => {
    const periods = [sevenPay('2016-06-15', '2016-06-15', null), sevenPay('2021-01-01', '2024-12-31', 700_000)][index] ?? null
    const flows = [...policy.flows, { date: plainDate('2025-03-01'), type: 'WITHDRAWAL' as const, amount: usd(1_000) }]
    const values = [9, 10].map((year) => ({ year, value: usd(1_000_000 + year * 100_000) }))
    const illustration = { illustratedOn: plainDate('2016-06-01'), yield: index === 0 ? 0.04 : null, values, source: 'Carrier' }
    return { ...policy, flows, sevenPay: periods, ...(index < 2 ? { illustration } : {}) }
  })
  expectReview({ ...told, policies })
  expectReview({ ...told, asset: { ...told.asset, tax: null, capital: null, limits: null }, capital: [] })
  const sections = told.texts.configuration.sections.map((section) =>
    isReviewSectionCode(section.code) && section.code === 'APPENDICES' ? { ...section, on: false } : section,
  )
  const bare = { ...told, texts: { ...told.texts, configuration: { ...told.texts.configuration, sections } } }
  expectReview(bare)
  // Without the appendix no policy is named.
  const view = buildAnnualReview(bare)
  expect(explainReviewFigure(view, { table: 'carriers', row: 'ALPHA', column: 'value' })).toMatchObject({ lines: null })
})

test('of lived years every figure of a review works out', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), (lived, place) => {
      expectReview(reviewAt(lived, place))
    }),
    { numRuns: 25 },
  ))

test('what is summed over policies lists them: a carrier, a plan, a product, a kind, the whole, and what surrendering costs', () => {
  const view = buildAnnualReview(told)
  const listed = figuresOf(view).flatMap((address) =>
    explainReviewFigure(view, address)?.lines ? [{ address, made: explainReviewFigure(view, address) }] : [],
  )
  expect(listed.length).toBeGreaterThan(80)
  for (const { address, made } of listed) {
    // Lines of another kind are what a formula is worked out from.
    if (made?.linesKind) continue
    const sum = made?.lines?.reduce((total, { value }) => total + value, 0)
    if (made?.kind === 'decimal') expect(sum, JSON.stringify(address)).toBeCloseTo(Number(made.value), 9)
    else expect(roundHalfAwayFromZero(sum ?? 0), JSON.stringify(address)).toBe(made?.value)
  }
  expect(
    explainReviewFigure(view, { table: 'carriers', row: 'ALPHA', column: 'value' })?.lines?.map(({ detail, text }) => [detail, text]),
  ).toEqual([
    ['A-1001', '3,059,706.52'],
    ['A-1002', '2,046,468.80'],
  ])
  expect(explainReviewFigure(view, { table: 'surrender', row: 'gain', column: 'value' })?.lines).toHaveLength(5)
  expect(explainReviewFigure(view, { table: 'surrender', row: 'tax', column: 'value' })).toMatchObject({
    figures: 'rounded (1,982,544.81 × 25.74%)',
    text: '510,307.03',
  })
  expect(explainReviewFigure(view, { table: 'policies', row: '1', column: 'value' })).toMatchObject({ policyId: 1 })
  expect(explainReviewFigure(view, { table: 'years', row: '2025-12-31', column: 'yield' })).toMatchObject({
    text: '3.63%',
    formula: 'increase ÷ average invested value × days in the year ÷ days in the period',
    figures: '514,307.55 ÷ 14,168,237.26 × 365 ÷ 365',
  })
  expect(explainReviewFigure(view, { table: 'nowhere', row: 'x', column: 'y' })).toBeNull()
  // A family without an explainer of its own has its tables explained all the same.
  const total = { table: 'carriers', row: 'total', column: 'value' }
  expect(explainTables(view, total)).toEqual(explainReviewFigure(view, total))
  expect(explainTables(view, { table: 'nowhere', row: 'x', column: 'y' })).toBeNull()
})

test('of asset reports and forms no number in a table or beside one is without its explanation', () => {
  const asset = (snapshot: AssetReportSnapshot) => {
    const view = buildAssetReport(snapshot)
    const { detail } = view
    const rows = (detail?.carriers ?? []).flatMap(({ products, subtotal }) => [
      ...products.flatMap((product) => [...product.rows, product.subtotal]),
      subtotal,
    ])
    const details = detail ? [{ id: 'detail', title: '', columns: detail.columns, rows, total: detail.total }] : []
    const alone = [
      ...view.highlights.flatMap(({ key, value }) => (typeof value === 'number' ? [{ table: 'highlights', row: '', column: key }] : [])),
      ...view.limitTests.flatMap(({ key, headroom }) => (headroom === null ? [] : [{ table: 'limits', row: key, column: 'headroom' }])),
    ]
    const addresses = [...cellsOf([...tablesIn({ ...view, detail: null }), ...details]), ...alone]
    expect(unexplained(addresses, (address) => explainAssetFigure(view, address))).toEqual([])
    return addresses.length
  }
  const month = firstExampleBank()
  expect(asset(month)).toBeGreaterThan(150)
  asset({ ...month, isQuarterly: true, period: plainDate('2025-12-31'), priorPeriod: plainDate('2025-09-30') })
  asset({ ...month, kind: 'AssetSummaryReport' })
  const form = buildForm8925(workedForm8925())
  const lines = form.form.flatMap(({ line, value }) => (value === null ? [] : [{ table: 'form', row: line, column: 'entry' }]))
  expect(lines).toHaveLength(5)
  expect(unexplained([...cellsOf(tablesIn(form)), ...lines], (address) => explainForm8925Figure(form, address))).toEqual([])
})

test('line 4a lists who is counted and whose consent is not valid', () => {
  const form = buildForm8925(workedForm8925())
  const made = explainForm8925Figure(form, { table: 'form', row: '4a', column: 'entry' })
  expect(made?.text).toBe('No')
  expect(made?.words).toContain('every person on line 2')
  expect(cents(made?.lines?.reduce((sum, { value }) => sum + value, 0) ?? 0)).toBe(form.controlTotals.withoutConsent)
})
