/** The worked numbers of the asset reports, on First Example Bank. */
import { describe, expect, test } from 'vitest'
import { cents, usd } from '../../primitives/money.ts'
import { addMonthEnds, monthEndsBetween, plainDate } from '../../primitives/period.ts'
import { firstExampleBank, PERIOD, PRIOR, WORKED_POLICIES, YEAR_START } from '../../test/first-example-bank.ts'
import { carrierCells, percent, policyCells } from '../../test/report-cells.ts'
import { formatCell, formatFigure } from '../table.ts'
import { buildAssetReport, readAssetReportSnapshot } from './build.ts'

const december = buildAssetReport(firstExampleBank())
describe('the carriers of December 2025', () => {
  test.each([
    ['ALPHA', 5_090_000, 16_175.32, 5_106_175.32, 192_574.67, 3.74, 5.04, 8.51],
    ['BRAVO', 5_550_000, 15_084.2, 5_565_084.2, 182_353.25, 3.2, 4.31, 9.28],
    ['CHARLIE', 4_000_000, 11_285.29, 4_011_285.29, 139_379.63, 3.32, 4.47, 6.69],
  ])('%s', (code, begin, increase, end, ytd, yielded, taxEquivalent, ofTier1) => {
    const cells = carrierCells(december, code)
    expect(cells).toMatchObject({ priorValue: usd(begin), increase: usd(increase), cashSurrenderValue: usd(end), ytdIncrease: usd(ytd) })
    expect(formatCell('percent', cells.netYield)).toBe(`${yielded.toFixed(2)}%`)
    expect(formatCell('percent', cells.taxEquivalentYield)).toBe(`${taxEquivalent.toFixed(2)}%`)
    expect(formatCell('percent', cells.shareOfTier1)).toBe(`${ofTier1.toFixed(2)}%`)
  })

  test('the total is computed from summed dollars, not from the average of percentages', () => {
    expect(december.carriers.total?.cells).toMatchObject({
      priorValue: usd(14_640_000),
      increase: usd(42_544.81),
      cashSurrenderValue: usd(14_682_544.81),
      ytdIncrease: usd(514_307.55),
      policies: 5,
    })
    expect(percent(december.totals.netYield)).toBe(3.4217)
    expect(percent(december.totals.taxEquivalentYield)).toBe(4.6077)
    expect(percent(december.totals.grossRate)).toBe(3.8748)
    expect(percent(december.totals.shareOfTier1)).toBe(24.4709)
    expect(Math.round(december.totals.herfindahl ?? 0)).toBe(3392)
  })

  test('carriers come by name, with ratings and premium', () => {
    expect(december.carriers.rows.map((row) => row.cells.carrier)).toEqual(['Alpha', 'Bravo', 'Charlie'])
    expect(carrierCells(december, 'ALPHA')).toMatchObject({
      accountType: 'General',
      amBest: 'A+',
      comdex: 92,
      costBasis: usd(4_200_000),
      policies: 2,
    })
  })
})

test('the total of the ledger entries says what it totals, and leaves empty what it does not', () => {
  const { table, totalDebits, totalCredits } = december.ledger
  expect(table.total?.cells).toEqual({ accountNumber: 'Total', debit: totalDebits, credit: totalCredits })
})

test('the year-to-date yield is on the average of twelve month-begin balances', () => {
  const begins = monthEndsBetween(YEAR_START, PRIOR).map((date) =>
    WORKED_POLICIES.reduce((sum, { balances }) => sum + (balances.find((held) => held.date === date)?.cashSurrenderValue ?? 0), 0),
  )
  expect(begins).toHaveLength(12)
  expect(december.totals.ytdYield).toBeCloseTo(usd(514_307.55) / (begins.reduce((sum, begin) => sum + begin, 0) / 12), 12)
})

test.each([
  [1, 9_706.52, 3_059_706.52, 3.7471, 6_900_000, 500_000, 6_400_000],
  [2, 6_468.8, 2_046_468.8, 3.7336, 4_650_000, 0, 4_650_000],
  [3, 11_957.38, 4_411_957.38, 3.1997, 9_800_000, 1_000_000, 8_800_000],
  [4, 3_126.82, 1_153_126.82, 3.2014, 2_600_000, 0, 2_600_000],
  [5, 11_285.29, 4_011_285.29, 3.3219, 7_400_000, 0, 7_400_000],
])('2.1: policy %i', (policyId, increase, end, yielded, deathBenefit, insuredShare, institutionShare) => {
  const cells = policyCells(december, policyId)
  expect(cells).toMatchObject({
    increase: usd(increase),
    cashSurrenderValue: usd(end),
    deathBenefit: usd(deathBenefit),
    insuredShare: usd(insuredShare),
    institutionShare: usd(institutionShare),
    netAmountAtRisk: cents(usd(institutionShare) - usd(end)),
  })
  expect(percent(cells.netYield)).toBe(yielded)
})

test('the highlights are the ten of section 1', () => {
  expect(december.highlights.map(({ key, kind, value }) => [key, formatFigure(kind, value)])).toEqual([
    ['cashSurrenderValue', '$14,682,544.81'],
    ['increase', '$42,544.81'],
    ['ytdIncrease', '$514,307.55'],
    ['netYield', '3.42%'],
    ['taxEquivalentYield', '4.61%'],
    ['deathBenefit', '$31,350,000.00'],
    ['institutionShare', '$29,850,000.00'],
    ['policies', '5'],
    ['insureds', '5'],
    ['shareOfTier1', '24.47%'],
  ])
})

test('growth is one entry to cash surrender value and other noninterest income, and its schedule foots', () => {
  const { ledger } = december
  expect(ledger.periodText).toBe('Period December 1, 2025 to December 31, 2025')
  expect(ledger.entries.map(({ kind, lines }) => [kind, lines.map(({ debit, credit }) => [debit, credit])])).toEqual([
    [
      'growth',
      [
        [usd(42_544.81), null],
        [null, usd(42_544.81)],
      ],
    ],
  ])
  expect(ledger.schedule?.total?.cells).toMatchObject({ growth: usd(42_544.81), netChange: usd(42_544.81) })
  expect(ledger.totalDebits).toBe(ledger.totalCredits)
})

test('the header says whose report it is, as of when, and how final', () => {
  expect(december.header).toMatchObject({
    title: 'Asset Report',
    portalLabel: 'BOLI Portal',
    legalName: 'First Example Bank, N.A.',
    asOfText: 'As of December 31, 2025',
    stamp: { text: 'FINAL' },
  })
  expect(buildAssetReport(firstExampleBank({ restated: true, version: 3 })).header.stamp).toEqual({ kind: 'restated', text: 'RESTATED v3' })
  expect(december.footer.reference).toBe('Batch 12 · Report 340 v1 · Values 1a2b3c4d')
})

test('control totals are what the total rows print', () => {
  expect(december.controlTotals).toEqual({
    rows: 5,
    cashSurrenderValue: usd(14_682_544.81),
    deathBenefit: usd(31_350_000),
    increase: usd(42_544.81),
  })
  expect(december.detail?.total.cells).toMatchObject({
    cashSurrenderValue: usd(14_682_544.81),
    deathBenefit: usd(31_350_000),
    increase: usd(42_544.81),
  })
})

describe('the summary report', () => {
  const summary = buildAssetReport(firstExampleBank({ kind: 'AssetSummaryReport' }))

  test('names no insured and no policy', () => {
    const text = JSON.stringify(summary)
    for (const policy of WORKED_POLICIES) {
      expect(text).not.toContain(policy.insuredName.split(',')[0])
      expect(text).not.toContain(policy.policyNumber)
    }
    expect([summary.detail, summary.activity, summary.ledger.schedule]).toEqual([null, null, null])
  })

  test('prints the limit test line of the worked bank', () => {
    const aggregate = summary.limitTests.at(-1)
    expect(aggregate?.sentence).toBe('Aggregate 24.47% of Tier 1 against a 25% limit: within limit, headroom $317,455.19.')
    expect(aggregate?.status).toBe('near')
    expect(carrierCells(summary, 'BRAVO')).toMatchObject({ limit: 0.15, headroom: usd(3_434_915.8) })
    expect(summary.carriers.total?.cells).toMatchObject({ limit: 0.25, headroom: usd(317_455.19) })
    expect(summary.carriers.columns.map(({ key }) => key)).toEqual([
      'carrier',
      'accountType',
      'amBest',
      'sp',
      'moodys',
      'fitch',
      'comdex',
      'priorValue',
      'cashSurrenderValue',
      'increase',
      'ytdIncrease',
      'netYield',
      'taxEquivalentYield',
      'shareOfTier1',
      'limit',
      'headroom',
    ])
  })

  test('shows the share of the capital that its limits are measured on', () => {
    const limits = { perCarrier: 0.1, aggregate: 0.2, basis: 'TIER1_PLUS_ACL' as const }
    const view = buildAssetReport(firstExampleBank({ kind: 'AssetSummaryReport', limits }))
    expect(view.carriers.columns.map(({ label }) => label)).toContain('% of Tier 1 + allowance')
    expect(percent(view.carriers.total?.cells.shareOfLimitBasis)).toBe(22.4504)
    expect(view.limitTests.at(-1)).toMatchObject({ status: 'over', basis: 'TIER1_PLUS_ACL', limit: 0.2 })
  })

  test('shows the same totals as the full report', () => expect(summary.totals).toEqual(december.totals))
})

describe('the quarterly variant', () => {
  const quarter = firstExampleBank({ isQuarterly: true, priorPeriod: plainDate('2025-09-30') })
  const view = buildAssetReport(quarter)

  test('the quarter is the sum of its three months, and ends less begins', () => {
    const cells = view.carriers.total?.cells ?? {}
    const months = [cells.month1Increase, cells.month2Increase, cells.month3Increase].map(Number)
    expect(cells.increase).toBe(months.reduce((sum, month) => sum + month, 0))
    expect(cells.increase).toBe(Number(cells.cashSurrenderValue) - Number(cells.priorValue))
    expect(months[2]).toBe(usd(42_544.81))
    expect(view.carriers.columns.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['CSV 09/30/2025', 'Increase Oct 2025', 'Increase Nov 2025', 'Increase Dec 2025', 'Quarter increase']),
    )
  })

  test('yield is annualized over the days of the quarter', () => {
    const { increase, priorValue, netYield } = view.totals
    expect(netYield).toBeCloseTo((Number(increase) / Number(priorValue)) * (365 / 92), 12)
  })

  test('the Call Report tie-out prints thousands, says that they do not foot, and of which forms its codes are', () => {
    expect(view.callReport?.table.rows.map(({ cells }) => [cells.item, cells.code, cells.thousands])).toEqual([
      ['RC-F 5.a', 'K201', 5106],
      ['RC-F 5.b', 'K202', 4011],
      ['RC-F 5.c', 'K270', 5565],
      ['RC 11', null, 14_683],
      ['RI-E 1.b', 'C014', 514],
    ])
    expect(view.callReport?.note).toBe(
      'Each line is rounded to thousands of dollars on its own: the lines add to 14,682, the total is 14,683. Codes are those of the Call Report forms of December 31, 2019 (FFIEC Central Data Repository) and have not been checked against later forms.',
    )
  })

  test('a corporation files no Call Report, and a monthly report carries none', () => {
    expect(buildAssetReport({ ...quarter, institution: { ...quarter.institution, callReportForm: 'NONE' } }).callReport).toBeNull()
    expect(december.callReport).toBeNull()
    expect(buildAssetReport({ ...quarter, kind: 'AssetSummaryReport' }).callReport?.riskWeights, 'one page holds no more').toBeNull()
  })

  test('with another fiscal year the fiscal year’s income is not taken for the calendar year’s', () => {
    const view = buildAssetReport({ ...quarter, institution: { ...quarter.institution, fiscalYearEndMonth: 6 } })
    expect(view.callReport?.table.rows.map(({ cells }) => cells.item)).not.toContain('RI-E 1.b')
  })
})

test('the trend runs by month, with yields, and tells nothing of months that cannot be compared', () => {
  const months = monthEndsBetween(addMonthEnds(PERIOD, -12), PERIOD)
  const trend = months.map((period, index) => ({
    period,
    beginCashSurrenderValue: usd(1_000_000 + index * 3_000),
    cashSurrenderValue: usd(1_003_000 + index * 3_000),
    flows: [],
    comparable: index !== 0,
  }))
  const view = buildAssetReport(firstExampleBank({ trend }))
  expect(view.trend.months).toHaveLength(13)
  expect(view.trend.months[0]).toMatchObject({ increase: null, netYield: null })
  expect(view.trend.months[1]).toMatchObject({ increase: usd(3_000) })
  expect(view.trend.months.at(-1)).toMatchObject({
    cashSurrenderValue: usd(14_682_544.81),
    increase: usd(42_544.81),
    netYield: december.totals.netYield,
  })
})

test('a snapshot survives storage, and the same snapshot makes the same report', () => {
  const stored: unknown = JSON.parse(JSON.stringify(firstExampleBank()))
  expect(buildAssetReport(readAssetReportSnapshot(stored))).toEqual(december)
  expect(() => readAssetReportSnapshot({ schema: 2 })).toThrow(RangeError)
})

test('nonsense is refused', () => {
  const day = plainDate('2025-11-15')
  for (const change of [
    { priorPeriod: PERIOD },
    { yearStart: PERIOD },
    { period: plainDate('2025-12-15') },
    { priorPeriod: day },
    { yearStart: day },
  ])
    expect(() => buildAssetReport(firstExampleBank(change)), JSON.stringify(change)).toThrow('an asset report from')
  expect(() => buildAssetReport(firstExampleBank({ carriers: [] }))).toThrow('names carrier')
  expect(() => buildAssetReport(firstExampleBank({ policies: [WORKED_POLICIES[0], WORKED_POLICIES[0]] }))).toThrow('comes twice')
})

test('every column of every table finds its cells', () => {
  const { carriers, detail, trend, ledger, callReport } = buildAssetReport(
    firstExampleBank({ isQuarterly: true, priorPeriod: plainDate('2025-09-30') }),
  )
  const rows = detail?.carriers.flatMap(({ products }) => products.flatMap((product) => product.rows)) ?? []
  for (const table of [
    carriers,
    { columns: detail?.columns ?? [], rows },
    trend.table,
    ledger.table,
    ledger.summary,
    ledger.schedule,
    callReport?.table,
    callReport?.riskWeights?.table,
  ]) {
    expect(table?.rows.length).toBeGreaterThan(0)
    for (const row of table?.rows ?? [])
      expect(Object.keys(row.cells)).toEqual(expect.arrayContaining(table?.columns.map(({ key }) => key) ?? []))
  }
})
