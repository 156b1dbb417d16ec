/** Properties of every register: printed totals are the sums of printed lines, entries balance, months add to quarters, order and storage change nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '../../primitives/money.ts'
import { addDays, addMonthEnds, monthEndsBetween, plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import type { Column, ViewRow } from '../table.ts'
import { type AssetReportSnapshot, type AssetReportView, buildAssetReport, readAssetReportSnapshot } from './build.ts'
import type { SnapshotPolicy, SnapshotRemovedPolicy } from './snapshot.ts'

const PERIOD = plainDate('2025-12-31')
const YEAR_START = plainDate('2024-12-31')
const MONTHS = monthEndsBetween(YEAR_START, addMonthEnds(PERIOD, -1))
const CARRIERS = ['ALPHA', 'BRAVO', 'CHARLIE'] as const
const TYPES = ['GENERAL', 'HYBRID', 'SEPARATE'] as const

const value = fc.integer({ min: 1, max: 2_000_000_000 }).map(cents)
const flow = fc.record({
  date: fc.integer({ min: 1, max: 365 }).map((day) => addDays(YEAR_START, day)),
  type: fc.constantFrom('PREMIUM' as const, 'WITHDRAWAL' as const, 'EXCHANGE_IN' as const),
  amount: fc.integer({ min: 0, max: 50_000_000 }).map(cents),
})
const holding = fc.record({
  carrierCode: fc.constantFrom(...CARRIERS),
  product: fc.integer({ min: 1, max: 2 }),
  accountType: fc.constantFrom(...TYPES),
  insured: fc.integer({ min: 1, max: 12 }),
  ends: fc.array(fc.option(value, { freq: 12 }), { minLength: 12, maxLength: 12 }),
  end: value,
  deathBenefit: value,
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  rate: fc.option(fc.double({ min: 0, max: 0.08, noNaN: true })),
  flows: fc.array(flow, { maxLength: 3 }),
  flags: fc.record({ insuredNotEmployed: fc.boolean(), pendingClaim: fc.boolean(), newThisPeriod: fc.boolean(), estimated: fc.boolean() }),
  issuedInYear: fc.boolean(),
  removedMonth: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 4 }),
})
type Drawn = typeof holding extends fc.Arbitrary<infer One> ? One : never

/** With gaps, some month ends lack a value; without, every figure can be compared. */
const book = (isQuarterly: boolean, withGaps: boolean) =>
  fc.array(holding, { maxLength: 14 }).map((drawn): AssetReportSnapshot => {
    const policies = drawn.filter(({ removedMonth }) => removedMonth === null).map((one, index) => inForce(one, index + 1, withGaps))
    const removedPolicies = drawn
      .filter(({ removedMonth }) => removedMonth !== null)
      .map((one, index) => removed(one, 1000 + index, withGaps))
    return firstExampleBank({ isQuarterly, priorPeriod: addMonthEnds(PERIOD, isQuarterly ? -3 : -1), policies, removedPolicies, trend: [] })
  })

function base(one: Drawn, policyId: number, withGaps: boolean) {
  const issueDate = one.issuedInYear ? plainDate('2025-10-15') : plainDate('2015-06-15')
  const balances = MONTHS.flatMap((date, index) => {
    const held = one.ends[index] ?? (withGaps ? null : cents(100_000_00))
    return held === null || date < issueDate ? [] : [{ date, cashSurrenderValue: held }]
  })
  const flows = one.flows.filter(({ date }) => date >= issueDate).sort((a, b) => (a.date < b.date ? -1 : 1))
  const shared = {
    policyId,
    policyNumber: `P-${policyId}`,
    carrierCode: one.carrierCode,
    productName: `Product ${one.product}`,
    accountType: one.accountType,
  }
  return {
    ...shared,
    insuredId: one.insured,
    insuredName: `Name${one.insured}, Given`,
    issueDate,
    costBasis: cents(50_000_00),
    balances,
    flows,
  }
}
function inForce(one: Drawn, policyId: number, withGaps: boolean): SnapshotPolicy {
  const insuredShare = cents(Math.floor(one.deathBenefit * one.share))
  const values = {
    cashSurrenderValue: one.end,
    deathBenefit: one.deathBenefit,
    insuredShare,
    grossRate: one.rate,
    interest: null,
    costOfInsurance: null,
    expense: null,
    valuationVersion: 1,
    source: null,
  }
  return { ...base(one, policyId, withGaps), ...values, flags: { ...one.flags, estimated: withGaps && one.flags.estimated } }
}
function removed(one: Drawn, policyId: number, withGaps: boolean): SnapshotRemovedPolicy {
  const shared = { ...base({ ...one, issuedInYear: false }, policyId, withGaps) }
  const removedOn = addDays(addMonthEnds(YEAR_START, (one.removedMonth ?? 1) - 1), 10)
  const balances = shared.balances.filter(({ date }) => date < removedOn)
  const flows = [...shared.flows.filter(({ date }) => date < removedOn), { date: removedOn, type: 'SURRENDER' as const, amount: one.end }]
  return { ...shared, balances, flows, removedOn, removal: 'SURRENDER', institutionDeathBenefit: null }
}

const sumOf = (rows: readonly ViewRow[], key: string) => rows.reduce((total, row) => total + Number(row.cells[key] ?? 0), 0)
const summed = (columns: readonly Column[]) => columns.filter(({ total }) => total === 'sum').map(({ key }) => key)
const detailOf = (view: AssetReportView) => {
  const carriers = view.detail?.carriers ?? []
  return {
    columns: view.detail?.columns ?? [],
    carriers,
    rows: carriers.flatMap(({ products }) => products.flatMap(({ rows }) => rows)),
    total: view.detail?.total,
  }
}
const check = (arbitrary: fc.Arbitrary<AssetReportSnapshot>, predicate: (view: AssetReportView, snapshot: AssetReportSnapshot) => void) =>
  fc.assert(
    fc.property(arbitrary, (snapshot) => predicate(buildAssetReport(snapshot), snapshot)),
    { numRuns: 150 },
  )

test.each([[false], [true]])('totals and subtotals are the sums of the lines above them (quarterly: %s)', (isQuarterly) =>
  check(book(isQuarterly, true), (view) => {
    const { columns, carriers, rows, total } = detailOf(view)
    for (const key of summed(columns)) {
      expect(sumOf(rows, key), key).toBe(Number(total?.cells[key] ?? 0))
      for (const carrier of carriers) {
        expect(
          sumOf(
            carrier.products.map(({ subtotal }) => subtotal),
            key,
          ),
          key,
        ).toBe(Number(carrier.subtotal.cells[key] ?? 0))
        for (const product of carrier.products) expect(sumOf(product.rows, key), key).toBe(Number(product.subtotal.cells[key] ?? 0))
      }
    }
    for (const key of summed(view.carriers.columns))
      expect(sumOf(view.carriers.rows, key), key).toBe(Number(view.carriers.total?.cells[key] ?? 0))
  }),
)

test('the detail’s carriers say what the carrier table says', () =>
  check(book(false, true), (view) => {
    for (const carrier of detailOf(view).carriers) {
      const row = view.carriers.rows.find(({ carrierCode }) => carrierCode === carrier.carrierCode)
      for (const key of ['cashSurrenderValue', 'increase', 'ytdIncrease', 'priorValue', 'yearStartValue', 'netYield', 'grossRate'])
        expect(carrier.subtotal.cells[key]).toBe(row?.cells[key])
    }
  }))

test('every line foots: prior, added, removed and increase make the value', () =>
  check(book(false, false), (view) => {
    for (const { cells } of [...view.carriers.rows, ...(view.carriers.total ? [view.carriers.total] : [])])
      expect(Number(cells.priorValue) + Number(cells.additions) - Number(cells.removals) + Number(cells.increase)).toBe(
        cells.cashSurrenderValue,
      )
  }))

/** Opening value, what came in, earnings, less what was taken out and removed, and values without an opening: the closing value. */
const bridged = ({ cells }: ViewRow) =>
  Number(cells.yearStartValue) +
  Number(cells.ytdAdditions) +
  Number(cells.ytdIncrease) -
  Number(cells.ytdWithdrawals) -
  Number(cells.ytdRemoved) +
  Number(cells.ytdUnopened)

test.each([[false], [true]])(
  'the year to date foots to the closing value, line by line, also where opening values are unknown (gaps: %s)',
  (hasGaps) =>
    check(book(false, hasGaps), (view) => {
      const { table, note } = view.yearToDate ?? { table: view.carriers, note: null }
      for (const row of [...table.rows, ...(table.total ? [table.total] : [])])
        expect(bridged(row), row.id).toBe(row.cells.cashSurrenderValue)
      for (const key of [
        'yearStartValue',
        'ytdAdditions',
        'ytdIncrease',
        'ytdWithdrawals',
        'ytdRemoved',
        'ytdUnopened',
        'cashSurrenderValue',
      ])
        expect(sumOf(table.rows, key), key).toBe(Number(table.total?.cells[key] ?? 0))
      expect(table.total?.cells.cashSurrenderValue ?? 0).toBe(view.totals.cashSurrenderValue)
      expect(table.total?.cells.ytdIncrease ?? null).toBe(view.totals.ytdIncrease)
      const unopened = detailOf(view).rows.filter(({ cells }) => cells.yearStartValue === null).length
      expect(table.columns.some(({ key }) => key === 'ytdUnopened')).toBe(unopened > 0)
      expect(note !== null && note.includes(`no opening value`)).toBe(unopened > 0)
    }),
)

test('a quarter’s increase is the sum of its months, line by line; it is unknown where a month’s is', () =>
  check(book(true, false), (view) => {
    for (const { cells } of detailOf(view).rows) {
      const months = [cells.month1Increase, cells.month2Increase, cells.month3Increase]
      expect(cells.increase).toBe(months.includes(null) ? null : months.reduce<number>((sum, month) => sum + Number(month), 0))
    }
  }))

test('entries balance, and what they do to cash surrender value is how it moved', () =>
  check(book(false, false), (view) => {
    const { ledger, totals } = view
    expect(ledger.totalDebits).toBe(ledger.totalCredits)
    expect(sumOf(ledger.summary.rows, 'debit')).toBe(ledger.totalDebits)
    expect(sumOf(ledger.table.rows, 'credit')).toBe(ledger.totalCredits)
    expect(Number(ledger.schedule?.total?.cells.netChange ?? 0)).toBe(totals.cashSurrenderValue - (totals.priorValue ?? 0))
    for (const column of ledger.schedule?.columns ?? [])
      if (column.total === 'sum')
        expect(sumOf(ledger.schedule?.rows ?? [], column.key)).toBe(Number(ledger.schedule?.total?.cells[column.key] ?? 0))
  }))

test('control totals are the grand total’s', () =>
  check(book(false, true), (view, snapshot) => {
    const { rows, total } = detailOf(view)
    expect(view.controlTotals).toEqual({
      rows: rows.filter((row) => !row.removed).length,
      cashSurrenderValue: total?.cells.cashSurrenderValue,
      deathBenefit: total?.cells.deathBenefit,
      increase: total?.cells.increase,
    })
    expect(view.controlTotals.rows).toBe(snapshot.policies.length)
  }))

test('the summary says the same totals and names nobody', () =>
  check(book(false, true), (view, snapshot) => {
    const summary = buildAssetReport({ ...snapshot, kind: 'AssetSummaryReport' })
    expect(summary.totals).toEqual(view.totals)
    expect(JSON.stringify(summary)).not.toMatch(/Name\d|P-\d/)
  }))

test('neither the order of policies nor storage changes a report', () =>
  check(book(true, true), (view, snapshot) => {
    const stored: unknown = JSON.parse(
      JSON.stringify({
        ...snapshot,
        policies: snapshot.policies.toReversed(),
        removedPolicies: snapshot.removedPolicies.toReversed(),
        carriers: snapshot.carriers.toReversed(),
      }),
    )
    expect(buildAssetReport(readAssetReportSnapshot(stored))).toEqual(view)
  }))

test('the total’s yield lies between the lowest and the highest of its lines', () =>
  check(book(false, false), (view) => {
    const yields = detailOf(view)
      .rows.filter(({ cells }) => Number(cells.priorValue) > 0 && cells.netYield !== null && view.totals.netYield !== null)
      .map(({ cells }) => Number(cells.netYield))
    const others = detailOf(view).rows.some(({ cells }) => cells.netYield === null || Number(cells.priorValue) === 0)
    if (others || yields.length === 0 || view.totals.netYield === null) return
    expect(view.totals.netYield).toBeGreaterThanOrEqual(Math.min(...yields) - 1e-9)
    expect(view.totals.netYield).toBeLessThanOrEqual(Math.max(...yields) + 1e-9)
  }))

test('shares of the whole add to one', () =>
  check(book(false, true), (view) => {
    if (view.totals.cashSurrenderValue === 0) return
    expect(sumOf(view.carriers.rows, 'shareOfTotal')).toBeCloseTo(1, 9)
  }))
