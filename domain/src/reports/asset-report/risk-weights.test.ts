/** Risk weights in the quarter's report by worked numbers, with the fund on file and without. */

import { expect, test } from 'vitest'
import type { SnapshotFund } from '../../policies/separate-account-funds.ts'
import { usd } from '../../primitives/money.ts'
import { addMonthEnds } from '../../primitives/period.ts'
import { firstExampleBank, PERIOD } from '../../test/first-example-bank.ts'
import { fundExample } from '../../test/fund-example.ts'
import { buildAssetReport } from './build.ts'
import { explainAssetFigure } from './explanation.ts'
import type { AssetReportSnapshot } from './snapshot.ts'

const quarterWith = (funds?: SnapshotFund[], over: Partial<AssetReportSnapshot> = {}) =>
  buildAssetReport({
    ...firstExampleBank(),
    isQuarterly: true,
    priorPeriod: addMonthEnds(PERIOD, -3),
    ...(funds ? { funds } : {}),
    ...over,
  })
const weightsOf = (view: ReturnType<typeof quarterWith>) =>
  view.callReport?.riskWeights?.table.rows.map(({ cells }) => [cells.account, cells.value, cells.weight, cells.assets])

test.each([
  ['of a snapshot from before funds were kept', undefined],
  ['with no fund on file', []],
  ['with a fund of another product', [fundExample({ productName: 'Another' })]],
  ['with a fund of another policy', [fundExample({ policyId: 99 })]],
])('%s: separate accounts weigh in full, and the report reads as it always did', (_, funds) => {
  const view = quarterWith(funds)
  expect(weightsOf(view)).toEqual([
    ['General account', usd(5_106_175.32), 1, usd(5_106_175.32)],
    ['Separate account', usd(4_011_285.29), 1, usd(4_011_285.29)],
    ['Hybrid account', usd(5_565_084.2), 1, usd(5_565_084.2)],
  ])
  expect(view.callReport?.riskWeights?.table.total?.cells).toMatchObject({
    value: usd(14_682_544.81),
    weight: 1,
    assets: usd(14_682_544.81),
  })
  expect(view.callReport?.riskWeights?.funds).toBeUndefined()
  expect(view.callReport?.riskWeights?.note).toBe(
    'Schedule RC-R Part II. Separate accounts without look-through; a documented one may weigh less.',
  )
  expect(view.notes.at(-1)).toContain('No statement of a separate account’s fund is on file, so separate accounts weigh 100% too')
  expect(view.callReport?.table.rows.map(({ cells }) => cells.item)).toEqual(['RC-F 5.a', 'RC-F 5.b', 'RC-F 5.c', 'RC 11', 'RI-E 1.b'])
})

test('looked through, C-3001 weighs 1,372,885.29 and the portfolio 12,044,144.81', () => {
  const view = quarterWith([fundExample()])
  expect(weightsOf(view)?.[1]?.slice(3)).toEqual([usd(1_372_885.29)])
  expect(((Number(weightsOf(view)?.[1]?.[2]) || 0) * 100).toFixed(2)).toBe('34.23')
  expect(view.callReport?.riskWeights?.table.total?.cells.assets).toBe(usd(12_044_144.81))
  const [fund] = view.callReport?.riskWeights?.funds?.rows ?? []
  expect(fund?.cells).toMatchObject({
    fund: 'Charlie Stable Value Division',
    value: usd(4_011_285.29),
    market: usd(3_880_000),
    wrap: usd(131_285.29),
    wrapWeight: 1,
    assets: usd(1_372_885.29),
  })
  expect(fund?.cells.weight).toBeCloseTo(0.32, 12)
  const filed = view.callReport?.table.rows.slice(-2).map(({ cells }) => [cells.item, cells.amount, cells.thousands])
  expect(filed).toEqual([
    ['RC-R II 8.a', usd(4_011_285.29), 4011],
    ['RC-R II 8.a, weighted', usd(1_372_885.29), 1373],
  ])
  expect(view.notes.at(-1)).toBe(
    'Charlie Stable Value Division, as of 12/31/2025 (Statement of the separate account): market value $3,880,000.00 against book value $4,011,285.29; wrapped by Delta Life (A+), without an end, for 0.18% a year. Holdings: Agency mortgage-backed securities 80.00% at 20.00%; Corporate bonds 15.00% at 100.00%; Cash and deposits 5.00% at 20.00%.',
  )
})

test.each([
  ['ALTERNATIVE_MODIFIED', 0.36, 1_528_085.29],
  ['SIMPLE_MODIFIED', 1, 4_011_285.29],
] as const)('3.10: %s weighs the fund at %d and the account at %d', (approach, weight, assets) => {
  const [fund] = quarterWith([fundExample({ approach })]).callReport?.riskWeights?.funds?.rows ?? []
  expect(fund?.cells.weight).toBeCloseTo(weight, 12)
  expect(fund?.cells.assets).toBe(usd(assets))
})

test('each figure of a fund explains itself with its numbers', () => {
  const view = quarterWith([fundExample()])
  const said = (column: string) => explainAssetFigure(view, { table: 'separate-account-funds', row: 'fund-31', column })?.figures
  expect([said('market'), said('wrap'), said('assets')]).toEqual([
    'rounded (4,011,285.29 × 3,880,000.00 ÷ 4,011,285.29)',
    '4,011,285.29 − 3,880,000.00',
    'rounded (3,880,000.00 × 32%) + rounded (131,285.29 × 100%)',
  ])
})

test('a policy’s own fund goes before its product’s, and what lies without one is told', () => {
  const { policies } = firstExampleBank()
  const more = policies.flatMap((policy) =>
    policy.carrierCode === 'CHARLIE' ? [policy, { ...policy, policyId: 77, policyNumber: 'C-3002', productName: 'Unstated' }] : [policy],
  )
  const own = fundExample({
    fundId: 32,
    policyId: policies.find(({ carrierCode }) => carrierCode === 'CHARLIE')?.policyId ?? 0,
    policyNumber: 'C-3001',
    approach: 'SIMPLE_MODIFIED',
  })
  const view = quarterWith([fundExample(), own], { policies: more })
  expect(view.callReport?.riskWeights?.funds?.rows.map(({ cells }) => [cells.fund, cells.assets])).toEqual([
    ['Charlie Stable Value Division, policy C-3001', usd(4_011_285.29)],
  ])
  expect(view.callReport?.riskWeights?.note).toContain(
    'whose fund is not on file weigh 100% (simple modified look-through): $4,011,285.29.',
  )
  expect(weightsOf(view)?.[1]?.[3]).toBe(usd(8_022_570.58))
})

test('without a wrap the whole value is the fund’s, and so it is where the assets are worth more than the policies carry', () => {
  for (const fund of [fundExample({ wrap: null }), fundExample({ marketValue: usd(4_500_000) })]) {
    const [row] = quarterWith([fund]).callReport?.riskWeights?.funds?.rows ?? []
    expect([row?.cells.market, row?.cells.wrap, row?.cells.assets]).toEqual([usd(4_011_285.29), 0, usd(1_283_611.29)])
  }
})
