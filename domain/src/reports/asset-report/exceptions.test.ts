/** The report's notes on policies that are new, lack a value, are estimated, or ended. */
import { describe, expect, test } from 'vitest'
import { formatMoney, usd } from '../../primitives/money.ts'
import { monthEndsBetween, plainDate } from '../../primitives/period.ts'
import { firstExampleBank, PRIOR, WORKED_POLICIES, YEAR_START } from '../../test/first-example-bank.ts'
import { carrierCells, percent, policyCells } from '../../test/report-cells.ts'
import { formatCell } from '../table.ts'
import { type AssetReportSnapshot, buildAssetReport } from './build.ts'
import type { SnapshotPolicy, SnapshotRemovedPolicy } from './snapshot.ts'

const december = buildAssetReport(firstExampleBank())
const withPolicy = (policyId: number, change: Partial<SnapshotPolicy>): AssetReportSnapshot =>
  firstExampleBank({ policies: WORKED_POLICIES.map((policy) => (policy.policyId === policyId ? { ...policy, ...change } : policy)) })
const removed = (change: Partial<SnapshotRemovedPolicy> = {}): SnapshotRemovedPolicy => ({
  policyId: 9,
  policyNumber: 'A-1009',
  carrierCode: 'ALPHA',
  productName: 'ALPHA general',
  accountType: 'GENERAL',
  insuredId: 9,
  insuredName: 'Zimmer, Zoe',
  issueDate: plainDate('2016-06-15'),
  costBasis: usd(800_000),
  balances: monthEndsBetween(YEAR_START, PRIOR).map((date) => ({ date, cashSurrenderValue: usd(1_000_000) })),
  flows: [{ date: plainDate('2025-12-18'), type: 'DEATH_CLAIM', amount: usd(1_001_500) }],
  removedOn: plainDate('2025-12-18'),
  removal: 'DEATH_CLAIM',
  institutionDeathBenefit: usd(2_400_000),
  ...change,
})

describe('policies that are new, missing, estimated or gone', () => {
  test('a premium is not income', () => {
    const flows = [{ date: plainDate('2025-12-05'), type: 'PREMIUM' as const, amount: usd(1_000_000) }]
    const view = buildAssetReport(
      withPolicy(4, {
        issueDate: plainDate('2025-12-05'),
        balances: [],
        flows,
        cashSurrenderValue: usd(1_002_400),
        flags: { insuredNotEmployed: false, pendingClaim: false, newThisPeriod: true, estimated: false },
      }),
    )
    expect(policyCells(view, 4)).toMatchObject({ increase: usd(2_400), ytdIncrease: usd(2_400), priorValue: 0, flags: '§' })
    expect(percent(policyCells(view, 4).netYield)).toBe(percent((2_400 / (1_000_000 * (26 / 31))) * (365 / 31)))
    expect(view.ledger.entries.map(({ kind }) => kind)).toEqual(['growth', 'premium'])
    expect(view.footnotes).toEqual([{ symbol: '§', text: 'New in this period.' }])
  })

  test('what was paid for a new policy and is not on file is no income either: its earnings are not stated, and a note says why', () => {
    const issued = { issueDate: plainDate('2025-12-05'), balances: [], flows: [], cashSurrenderValue: usd(1_002_400) }
    const view = buildAssetReport(withPolicy(4, issued))
    expect(policyCells(view, 4)).toMatchObject({
      priorValue: null,
      increase: null,
      netYield: null,
      ytdIncrease: null,
      yearStartValue: null,
    })
    const others = firstExampleBank().policies.filter(({ policyId }) => policyId !== 4)
    expect(view.ledger.entries).toEqual(buildAssetReport(firstExampleBank({ policies: others })).ledger.entries)
    expect(view.notes.join(' ')).toContain('1 policy issued since December 31, 2024 has no premium on file: ')
    expect(view.yearToDate?.table.total?.cells.ytdUnopened).toBe(usd(1_002_400))
    // Its months after the first have a value to compare with; the year has none.
    const later = buildAssetReport(
      withPolicy(4, { ...issued, issueDate: plainDate('2025-11-05'), balances: [{ date: PRIOR, cashSurrenderValue: usd(1_000_000) }] }),
    )
    expect(policyCells(later, 4)).toMatchObject({ priorValue: usd(1_000_000), increase: usd(2_400), ytdIncrease: null })
    // Reports made before the rule keep their figures.
    expect(policyCells(buildAssetReport({ ...withPolicy(4, issued), edition: 3 }), 4)).toMatchObject({
      increase: usd(1_002_400),
      priorValue: 0,
    })
    // One that is worth nothing yet was not paid for.
    expect(policyCells(buildAssetReport(withPolicy(4, { ...issued, cashSurrenderValue: usd(0) })), 4)).toMatchObject({
      increase: 0,
      ytdIncrease: 0,
    })
  })

  test('with a gap only point and year-to-date figures print, and a note says so', () => {
    const balances = WORKED_POLICIES[0].balances.filter(({ date }) => date !== PRIOR)
    const view = buildAssetReport(withPolicy(1, { balances }))
    expect(policyCells(view, 1)).toMatchObject({
      priorValue: null,
      increase: null,
      netYield: null,
      cashSurrenderValue: usd(3_059_706.52),
      ytdIncrease: usd(115_586.42),
    })
    expect(formatCell('money', policyCells(view, 1).increase)).toBe('-')
    expect(view.totals.increase).toBe(usd(42_544.81 - 9_706.52))
    expect(view.totals.netYield).toBeCloseTo(((42_544.81 - 9_706.52) / (14_640_000 - 3_050_000)) * (365 / 31), 10)
    expect(view.totals.ytdYield).toBeNull()
    expect(view.notes.join(' ')).toContain('1 policy has no value at November 30, 2025: the increase is shown as "-"')
  })

  test('a preliminary report carries last month’s value, tells no increase for it, and says why', () => {
    const estimated = {
      cashSurrenderValue: usd(3_050_000),
      flags: { insuredNotEmployed: false, pendingClaim: false, newThisPeriod: false, estimated: true },
    }
    const view = buildAssetReport({ ...withPolicy(1, estimated), preliminary: { reason: 'Alpha is late.', policyIds: [1] } })
    expect(view.header.stamp).toEqual({ kind: 'preliminary', text: 'PRELIMINARY' })
    expect(policyCells(view, 1)).toMatchObject({
      increase: null,
      cashSurrenderValue: usd(3_050_000),
      ytdIncrease: usd(105_879.9),
      flags: '¶',
    })
    expect(view.notes[0]).toContain('Preliminary: Alpha is late. 1 policy carries the last value known')
    expect(view.carried).toMatchObject({ policies: 1, asOf: '2025-11-30', cashSurrenderValue: usd(3_050_000) })
    expect(view.highlights[0]?.detail).toBe('Of which $3,050,000.00 is the value of 11/30/2025 (1 policy)')
    expect(view.carried?.sentence).toBe(
      `Cash surrender value ${formatMoney(view.totals.cashSurrenderValue)}, of which $3,050,000.00 is the value of 11/30/2025 (1 policy).`,
    )
    expect(december.carried).toBeNull()
    const summary = buildAssetReport({ ...withPolicy(1, estimated), kind: 'AssetSummaryReport' })
    expect(summary.highlights[0]?.detail, 'its one page is full').toBe('Of which $3,050,000.00 is of 11/30/2025')
  })

  test('a value that staff entered is marked where others come from files', () => {
    const view = buildAssetReport(withPolicy(1, { source: null }))
    expect(policyCells(view, 1).flags).toBe('‖')
    expect(policyCells(view, 4).flags).toBeNull()
    expect(view.footnotes).toEqual([{ symbol: '‖', text: 'Value entered by staff, without a carrier’s file.' }])
    const snapshot = withPolicy(1, {})
    const brought = buildAssetReport({ ...snapshot, policies: snapshot.policies.map((policy) => ({ ...policy, source: null })) })
    expect(brought.footnotes).toEqual([])
  })

  test('a death claim is shown, foots with its carrier, and books claim, release and gain', () => {
    const view = buildAssetReport(firstExampleBank({ removedPolicies: [removed()] }))
    expect(carrierCells(view, 'ALPHA')).toMatchObject({
      priorValue: usd(6_090_000),
      removals: usd(1_001_500),
      increase: usd(17_675.32),
      cashSurrenderValue: usd(5_106_175.32),
      policies: 2,
    })
    expect(policyCells(view, 9)).toMatchObject({ flags: '#', increase: usd(1_500), cashSurrenderValue: null, deathBenefit: null })
    expect(
      view.ledger.entries.find(({ kind }) => kind === 'death')?.lines.map(({ accountName, debit, credit }) => [accountName, debit, credit]),
    ).toEqual([
      ['Life insurance claim receivable', usd(2_400_000), null],
      ['Cash surrender value of life insurance', null, usd(1_001_500)],
      ['Other noninterest income, life insurance', null, usd(1_398_500)],
    ])
    expect(
      view.ledger.entries
        .find(({ kind }) => kind === 'claimReceipt')
        ?.lines.map(({ accountName, debit, credit }) => [accountName, debit, credit]),
    ).toEqual([
      ['Cash', usd(2_400_000), null],
      ['Life insurance claim receivable', null, usd(2_400_000)],
    ])
    expect(view.controlTotals.rows).toBe(5)
    // A report that was made before claims were booked as received says what its readers posted.
    const { edition: _, ...earlier } = firstExampleBank({ removedPolicies: [removed()] })
    expect(buildAssetReport(earlier).ledger.entries.some(({ kind }) => kind === 'claimReceipt')).toBe(false)
  })

  test('a surrender earlier in the year counts in the year’s increase only', () => {
    const earlier = removed({
      removal: 'SURRENDER',
      removedOn: plainDate('2025-03-10'),
      institutionDeathBenefit: null,
      flows: [{ date: plainDate('2025-03-10'), type: 'SURRENDER', amount: usd(1_004_000) }],
      balances: [{ date: YEAR_START, cashSurrenderValue: usd(1_000_000) }],
    })
    const view = buildAssetReport(firstExampleBank({ removedPolicies: [earlier] }))
    expect(policyCells(view, 9)).toMatchObject({ priorValue: 0, increase: 0, ytdIncrease: usd(4_000) })
    expect(view.totals.increase).toBe(usd(42_544.81))
    expect(view.totals.netYield).toBe(december.totals.netYield)
  })

  test('a claim paid months after the death keeps its value until then', () => {
    const view = buildAssetReport(firstExampleBank({ removedPolicies: [removed({ removedOn: plainDate('2025-10-02') })] }))
    expect(policyCells(view, 9)).toMatchObject({ priorValue: usd(1_000_000), increase: usd(1_500) })
  })

  test('what was released on the day the period begins is of the period before', () => {
    const flows = [{ date: PRIOR, type: 'SURRENDER' as const, amount: usd(1_001_000) }]
    const view = buildAssetReport(firstExampleBank({ removedPolicies: [removed({ removal: 'SURRENDER', removedOn: PRIOR, flows })] }))
    expect(policyCells(view, 9)).toMatchObject({ priorValue: 0, increase: 0, ytdIncrease: usd(1_000) })
    expect(carrierCells(view, 'ALPHA').removals).toBe(0)
  })

  test('a claim below the value released shows its loss in the schedule, with the increase up to it', () => {
    const view = buildAssetReport(firstExampleBank({ removedPolicies: [removed({ institutionDeathBenefit: usd(900_000) })] }))
    const row = view.ledger.schedule?.rows.find(({ cells }) => cells.policyNumber === 'A-1009')
    expect(row?.cells).toMatchObject({ growth: usd(1_500), removals: usd(1_001_500), netChange: usd(-1_000_000), claimGain: usd(-101_500) })
  })

  test('a policy whose only movement is a claim’s gain is in the schedule', () => {
    const flows = [{ date: plainDate('2025-12-18'), type: 'DEATH_CLAIM' as const, amount: usd(1_000_000) }]
    const view = buildAssetReport(firstExampleBank({ removedPolicies: [removed({ flows })] }))
    expect(view.ledger.schedule?.rows.map(({ cells }) => cells.policyNumber)).toContain('A-1009')
  })

  test('a policy taken over by exchange in the year starts with it, not with its issue long ago', () => {
    const flows = [{ date: plainDate('2025-12-10'), type: 'EXCHANGE_IN' as const, amount: usd(1_000_000) }]
    const view = buildAssetReport(withPolicy(4, { balances: [], flows, cashSurrenderValue: usd(1_002_000) }))
    expect(policyCells(view, 4)).toMatchObject({ yearStartValue: 0, priorValue: 0, increase: usd(2_000), ytdIncrease: usd(2_000) })
    expect(carrierCells(view, 'BRAVO').additions).toBe(usd(1_000_000))
  })

  test('a policy of before the year without an opening balance tells no increase of the year', () => {
    const view = buildAssetReport(withPolicy(4, { balances: WORKED_POLICIES[3].balances.filter(({ date }) => date !== YEAR_START) }))
    expect(policyCells(view, 4)).toMatchObject({ yearStartValue: null, ytdIncrease: null, increase: usd(3_126.82) })
    expect(view.notes.join(' ')).toContain('1 policy has no value at December 31, 2024: earnings year to date are shown as "-"')
  })

  test('an estimate in the first month of the fiscal year has earned nothing yet', () => {
    const estimated = {
      cashSurrenderValue: usd(3_050_000),
      flags: { insuredNotEmployed: true, pendingClaim: true, newThisPeriod: false, estimated: true },
    }
    const view = buildAssetReport({ ...withPolicy(1, estimated), yearStart: PRIOR, preliminary: { reason: 'Late.', policyIds: [1] } })
    expect(policyCells(view, 1)).toMatchObject({ ytdIncrease: 0, flags: '† ‡ ¶' })
  })

  test('without tax and capital on file those figures are "-", not nought', () => {
    const view = buildAssetReport(firstExampleBank({ tax: null, capital: null }))
    expect([view.totals.taxEquivalentYield, view.totals.shareOfTier1]).toEqual([null, null])
    expect(view.limitTests.every(({ status }) => status === 'unknown')).toBe(true)
    expect(view.limitTests.at(-1)?.sentence).toBe('Aggregate: no Tier 1 on file, so the 25% limit cannot be tested.')
  })

  test('a book without policies is an empty report', () => {
    const view = buildAssetReport(firstExampleBank({ policies: [], trend: [] }))
    expect(view.carriers).toMatchObject({ rows: [], total: null })
    expect(view.controlTotals).toEqual({ rows: 0, cashSurrenderValue: 0, deathBenefit: 0, increase: null })
  })
})

test('section 5 tells what happened in words, and is empty when nothing did', () => {
  const who = { policyNumber: 'A-1001', carrierCode: 'ALPHA', insuredName: 'Adams, Alice' }
  const activity = {
    transactions: [{ date: plainDate('2025-12-05'), type: 'FACE_CHANGE', ...who, amount: null, note: 'Requested' }],
    rateChanges: [
      {
        effectiveDate: plainDate('2025-12-01'),
        carrierCode: 'ALPHA',
        productName: 'ALPHA general',
        oldRate: 0.0405,
        newRate: 0.041,
        policies: 2,
      },
    ],
    statusChanges: [
      {
        date: plainDate('2025-12-18'),
        ...who,
        oldStatus: 'IN_FORCE',
        newStatus: 'DEATH_CLAIM_PENDING',
        reason: 'Accepted from a carrier’s feed by person 1',
      },
    ],
    claims: [
      {
        ...who,
        dateOfDeath: plainDate('2025-12-18'),
        status: 'DEATH_CLAIM_PENDING',
        deathBenefit: usd(6_900_000),
        institutionShare: usd(6_400_000),
      },
    ],
  }
  const told = buildAssetReport(firstExampleBank({ activity })).activity
  expect(told?.transactions.rows[0]?.cells).toMatchObject({ carrier: 'Alpha', type: 'Face amount changed', amount: null })
  expect(told?.rateChanges.rows[0]?.cells).toMatchObject({ product: 'ALPHA general', oldRate: 0.0405, newRate: 0.041 })
  expect(told?.statusChanges.rows[0]?.cells).toMatchObject({
    oldStatus: 'In force',
    newStatus: 'Death claim pending',
    reason: 'Accepted from a carrier’s feed',
  })
  expect(told?.claims.rows[0]?.cells).toMatchObject({ status: 'Death claim pending', institutionShare: usd(6_400_000) })
  expect(december.activity?.claims.rows).toEqual([])
})
