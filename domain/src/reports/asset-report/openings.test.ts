/** The year to date starts from stored opening balances: each figure moves by exactly what the balance differs, and its explanation says which was used. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, roundHalfAwayFromZero, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { livedBook, reportAt } from '../../test/lived-book.ts'
import { workedOut } from '../explanation/explanation.ts'
import { buildAssetReport } from './build.ts'
import { assetFigureAt, explainAssetFigure } from './explanation.ts'
import { ASSET_FORMULAS } from './formulas.ts'
import type { AssetReportSnapshot, SnapshotOpening, SnapshotPolicy } from './snapshot.ts'
import { type AssetReportView, policyRows } from './view.ts'

/** The snapshot with an opening balance for each policy that had a value at the year end, some cents apart from it. */
function opened(snapshot: AssetReportSnapshot, apart: (index: number) => number, restated?: SnapshotOpening['restated']) {
  let moved = 0
  const policies = snapshot.policies.map((policy, index): SnapshotPolicy => {
    const posted = policy.balances.find(({ date }) => date === snapshot.yearStart)?.cashSurrenderValue
    if (posted === undefined) return policy
    moved += apart(index)
    return { ...policy, opening: { cashSurrenderValue: cents(posted + apart(index)), ...(restated ? { restated } : {}) } }
  })
  return { snapshot: { ...snapshot, policies }, moved }
}
const ytdOf = (view: AssetReportView, policyId: number) =>
  policyRows(view).find((row) => row.policyId === policyId)?.cells.ytdIncrease ?? null

test('earnings year to date of each policy and of the whole moves by exactly what its opening balance differs, and nothing else moves', () =>
  fc.assert(
    fc.property(
      livedBook,
      fc.integer({ min: 1, max: 13 }),
      fc.array(fc.integer({ min: -9_999, max: 9_999 }), { minLength: 10, maxLength: 10 }),
      (lived, place, apart) => {
        const plain = reportAt(lived, place)
        const { snapshot, moved } = opened(plain, (index) => apart[index] ?? 0)
        const [before, after] = [buildAssetReport(plain), buildAssetReport(snapshot)]
        for (const [index, { policyId, opening }] of snapshot.policies.entries()) {
          const [from, to] = [ytdOf(before, policyId), ytdOf(after, policyId)]
          if (typeof from === 'number') expect(to).toBe(from - (opening ? (apart[index] ?? 0) : 0))
        }
        expect(after.totals.ytdIncrease).toBe(before.totals.ytdIncrease === null ? null : before.totals.ytdIncrease - moved)
        for (const key of ['cashSurrenderValue', 'increase', 'netYield', 'priorValue', 'additions'] as const)
          expect(after.totals[key]).toBe(before.totals[key])
        for (const table of [
          after.carriers,
          ...(after.detail ? [{ ...after.detail, rows: policyRows(after), total: after.detail.total }] : []),
        ])
          for (const row of [...table.rows, ...(table.total ? [table.total] : [])])
            for (const column of ['yearStartValue', 'ytdIncrease']) {
              const figure = assetFigureAt(after, { table: table.id, row: row.id, column })
              const worked = figure && workedOut(figure, ASSET_FORMULAS)
              if (figure && worked !== null) expect(roundHalfAwayFromZero(worked)).toBe(figure.value)
            }
      },
    ),
    { numRuns: 40 },
  ))

test('without a stored balance a report reads as before', () => {
  const view = buildAssetReport(firstExampleBank())
  expect(view.openings).toBeNull()
  expect(view.detail?.columns.find(({ key }) => key === 'yearStartValue')?.label).toBe('CSV 12/31/2024')
  expect(view.notes.join(' ')).not.toContain('pening balance')
})

const RESTATED = { on: plainDate('2025-03-02'), reason: 'Carrier corrected its December file' }
const example = (apart: number, restated?: SnapshotOpening['restated']) =>
  buildAssetReport(opened(firstExampleBank(), (index) => (index === 0 ? apart : 0), restated).snapshot)
const first = firstExampleBank().policies[0]?.policyId ?? 0
const explained = (view: AssetReportView, column: string, row = `policy-${first}`) =>
  explainAssetFigure(view, { table: 'detail', row, column })

test('an explanation says that the year starts from the opening balance, when it was stored and why it was restated', () => {
  const stored = 'Opening balance stored when December 2024 was locked.'
  expect(explained(example(0), 'yearStartValue')).toMatchObject({ name: 'Opening balance', source: stored })
  expect(explained(example(0), 'ytdIncrease')?.note).toBe(`Value at the start of the year: ${stored}`)
  expect(explained(example(0, RESTATED), 'yearStartValue')?.source).toBe(
    'Opening balance stored when December 2024 was locked, restated on 03/02/2025 with reason “Carrier corrected its December file”.',
  )
  const { policies, ...rest } = opened(firstExampleBank(), () => 0).snapshot
  const one = buildAssetReport({ ...rest, policies: [...firstExampleBank().policies.slice(0, 1), ...policies.slice(1)] })
  expect(explained(one, 'yearStartValue')?.name).toBe('Value of the policy')
  expect(explained(one, 'ytdIncrease')?.note).toBe(
    'Value at the start of the year: Value posted for December 31, 2024; no opening balance is stored.',
  )
  expect(one.notes).toContain(
    'The year to date of 4 of 5 policies starts from the opening balance stored when December 2024 was locked, that of the others from what is posted.',
  )
})

test('where stored and posted differ, a note of the report says by how much and what it does to the year', () => {
  expect(example(0).openings?.notes).toEqual([
    'The year to date of every policy starts from its opening balance, stored when December 2024 was locked.',
  ])
  const view = example(usd(-18), RESTATED)
  expect(view.notes.slice(-3)).toEqual(view.openings?.notes)
  expect(view.openings?.notes.slice(1)).toEqual([
    '5 opening balances were restated on 03/02/2025 with reason “Carrier corrected its December file”.',
    expect.stringMatching(
      /^1 opening balance differs from what is posted for December 31, 2024 now: \$[\d,.]+ against \$[\d,.]+\. Earnings year to date are \$18\.00 more than from the posted values\.$/,
    ),
  ])
  expect(explained(view, 'ytdIncrease', view.detail?.total.id)?.note).toContain('Earnings year to date are $18.00 more')
  // So does the table that begins with them, where thirteen months show the posted value of the same day.
  expect(view.yearToDate?.lead).toMatch(
    / Opening values are the balances stored when the year was locked, \$18\.00 below what is posted for December 31, 2024 now\.$/,
  )
  expect(example(usd(18)).yearToDate?.lead).toContain('$18.00 above what is posted')
  expect(example(0).yearToDate?.lead).not.toContain('posted')
  // Differences that cancel out are told too.
  const even = buildAssetReport(opened(firstExampleBank(), (index) => [usd(5), usd(-5)][index] ?? 0).snapshot)
  expect(even.yearToDate?.lead).toContain('in sum the same as, but not for each policy, what is posted for December 31, 2024 now.')
})

test('an opening balance without a value posted beside it is counted in a note', () => {
  const { policies, ...rest } = opened(firstExampleBank(), () => 0).snapshot
  const unposted = policies.map((policy, index) =>
    index === 0 ? { ...policy, balances: policy.balances.filter(({ date }) => date !== rest.yearStart) } : policy,
  )
  expect(buildAssetReport({ ...rest, policies: unposted }).openings?.notes.slice(1)).toEqual([
    '1 opening balance has no value posted for December 31, 2024 beside it.',
  ])
})

test('a policy that ended before the year has nothing to start from, whatever was stored', () => {
  const bank = firstExampleBank()
  const removedPolicies = bank.policies.slice(0, 1).map((held) => ({
    ...held,
    flows: [],
    opening: { cashSurrenderValue: usd(5) },
    removedOn: bank.yearStart,
    removal: 'LAPSE' as const,
    institutionDeathBenefit: null,
  }))
  const view = buildAssetReport({ ...bank, policies: bank.policies.slice(1), removedPolicies })
  expect(ytdOf(view, first)).toBe(0)
  expect(view.openings).toBeNull()
})
