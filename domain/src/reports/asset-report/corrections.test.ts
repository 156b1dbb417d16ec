/** A report says which of its values the firm corrected in a carrier's file before posting, and no more than is known of them. */
import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank, WORKED_POLICIES } from '../../test/first-example-bank.ts'
import { detailRows, policyCells } from '../../test/report-cells.ts'
import { buildAssetReport } from './build.ts'
import { explainAssetFigure } from './explanation.ts'
import type { SnapshotCorrection, SnapshotPolicy } from './snapshot.ts'

const value: SnapshotCorrection = {
  label: 'Cash surrender value',
  amounts: { stated: usd(18_000), posted: usd(3_059_706.52) },
  reason: 'Digits lost, as the carrier confirmed',
}
const corrected = (corrections: SnapshotCorrection[], kind: 'AssetReport' | 'AssetSummaryReport' = 'AssetReport') =>
  buildAssetReport(
    firstExampleBank({
      kind,
      policies: WORKED_POLICIES.map((policy) => (policy.policyId === 1 ? { ...policy, corrections } : policy)),
    }),
  )
const noted = ({ notes }: { notes: readonly string[] }) => notes.filter((note) => note.includes('corrected by the firm'))

test('a policy whose line was corrected bears a mark, and a note has the carrier’s figure, the posted one and the reason', () => {
  const view = corrected([value])
  expect(policyCells(view, 1).flags).toBe('※')
  expect(policyCells(view, 2).flags).toBeNull()
  expect(view.footnotes).toEqual([
    { symbol: '※', text: 'Cells of the carrier’s line were corrected by the firm before posting (see Notes).' },
  ])
  const told =
    '※ Policy A-1001, corrected by the firm before posting: cash surrender value, $18,000.00 in the carrier’s file and $3,059,706.52 posted. Reason given: Digits lost, as the carrier confirmed.'
  expect(noted(view)).toEqual([told])
  expect(detailRows(view).flatMap((row) => row.corrected ?? [])).toEqual([told])
  const figure = explainAssetFigure(view, { table: 'detail', row: 'policy-1', column: 'cashSurrenderValue' })
  expect(figure).toMatchObject({
    words: 'As posted: the firm corrected cells of the carrier’s line before posting.',
    note: told,
    source: expect.stringContaining('with cells corrected by the firm'),
  })
  expect(explainAssetFigure(view, { table: 'detail', row: 'policy-2', column: 'cashSurrenderValue' })).toMatchObject({
    words: 'As the carrier reported it.',
    note: null,
  })
  expect(explainAssetFigure(view, { table: 'highlights', row: 'highlights', column: 'cashSurrenderValue' })?.note).toContain(
    'The firm corrected the carrier’s line of 1 policy before posting (see Notes).',
  )
})

test('cells of one reason are told together, one without a figure that is read safely by its name alone, an empty one as none', () => {
  const interest = { label: 'Interest credited', amounts: { stated: null, posted: usd(12) }, reason: value.reason }
  expect(noted(corrected([{ ...value, reason: null }]))[0]).toMatch(/\$3,059,706\.52 posted\.$/)
  const view = corrected([value, interest, { label: 'Gross crediting rate', reason: 'The declared rate!' }])
  expect(noted(view)[0]).toMatch(
    /posted; interest credited, none in the carrier’s file and \$12\.00 posted\. Reason given: Digits lost, as the carrier confirmed\. Also gross crediting rate\. Reason given: The declared rate!$/,
  )
})

test('of a quarter’s report a correction of an earlier month says which', () => {
  const july = { ...value, asOf: plainDate('2026-07-31') }
  expect(noted(corrected([july, value]))[0]).toContain(
    'before posting: cash surrender value of July 2026, $18,000.00 in the carrier’s file and $3,059,706.52 posted; cash surrender value, $18,000.00 in',
  )
})

test('a report without corrections, or made before they were kept, marks and notes none', () => {
  const view = buildAssetReport(firstExampleBank())
  expect([view.footnotes, noted(view), noted(corrected([]))]).toEqual([[], [], []])
})

test('of many corrected policies a handful is told, and the rest counted with where to read them', () => {
  const several = (count: number) => {
    const policies = Array.from(
      { length: count },
      (_, at): SnapshotPolicy => ({ ...WORKED_POLICIES[0], policyId: at + 1, policyNumber: `A-${at + 1}`, corrections: [value] }),
    )
    return buildAssetReport(firstExampleBank({ policies }))
  }
  expect(noted(several(6))).toHaveLength(6)
  expect(noted(several(9))).toHaveLength(6)
  expect(noted(several(9))[5]).toBe(
    '※ 4 more policies were corrected by the firm before posting: the workbook of this report (XLSX) lists them under Notes.',
  )
})

test('the summary names no policy and counts them', () => {
  expect(noted(corrected([value], 'AssetSummaryReport'))).toEqual([
    'For 1 policy the carrier’s line was corrected by the firm before posting: the Asset Report gives the details.',
  ])
})
