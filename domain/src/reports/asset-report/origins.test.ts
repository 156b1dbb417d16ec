/** A value that a carrier reported names the carrier's file and its day, and a sum is of the source of its lines: neither is a convention. */
import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { ASC, CARRIER, HOUSE, REGISTER } from '../explanation/formula.ts'
import { buildAssetReport } from './build.ts'
import { explainAssetFigure } from './explanation.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import { policyRows } from './view.ts'

const posted = { ...firstExampleBank(), postedOn: plainDate('2026-01-07') }
const policies = posted.policies.map((policy) => ({
  ...policy,
  source: policy.source && { ...policy.source, fileId: policy.source.fileName.charCodeAt(0) },
}))
const sourcesIn = (snapshot: AssetReportSnapshot) => {
  const view = buildAssetReport(snapshot)
  const of = (table: string, row: string | undefined, column: string) => explainAssetFigure(view, { table, row: row ?? '', column })?.source
  return { view, of }
}
const { view, of } = sourcesIn({ ...posted, policies })
const ALL = 'All values of this report: 3 carrier files posted by January 7, 2026.'
const rowOf = (carrier: string) => view.carriers.rows.find(({ carrierCode }) => carrierCode === carrier)?.id

test('the value of a policy names its carrier and the line of the file, and when the files were posted', () => {
  const [first] = policyRows(view)
  for (const column of ['cashSurrenderValue', 'deathBenefit']) expect(of('detail', first?.id, column)).toBe(`Alpha’s file, line 2. ${ALL}`)
  const sheets = policies.map((policy) => ({ ...policy, source: policy.source && { ...policy.source, sheet: 'June' } }))
  expect(sourcesIn({ ...posted, policies: sheets }).of('detail', first?.id, 'deathBenefit')).toContain('file, sheet June, line 2.')
  const entered = policies.map((policy) => ({ ...policy, source: null }))
  expect(sourcesIn({ ...posted, policies: entered }).of('detail', first?.id, 'deathBenefit')).toBe(
    'Entered without a carrier file. All values of this report: 5 values entered without a file posted by January 7, 2026.',
  )
})

test('no name of a carrier’s file, which may be another bank’s too, is in what a reader is sent', () => {
  expect(JSON.stringify(view)).not.toContain('ALPHA.csv')
})

test('a sum of such values names the carriers behind its lines', () => {
  expect(of('carriers', rowOf('ALPHA'), 'cashSurrenderValue')).toBe(`As reported by Alpha. ${ALL}`)
  for (const [table, row, column] of [
    ['highlights', '', 'cashSurrenderValue'],
    ['highlights', '', 'deathBenefit'],
    ['carriers', view.carriers.total?.id, 'cashSurrenderValue'],
    ['detail', view.detail?.total.id, 'deathBenefit'],
  ] as const)
    expect(of(table, row, column)).toBe(`As reported by Alpha, Bravo, Charlie. ${ALL}`)
  const summary = sourcesIn({ ...posted, policies, kind: 'AssetSummaryReport' })
  expect(summary.of('highlights', '', 'cashSurrenderValue'), 'the summary names no policies').toBe(ALL)
})

test('other sums are of the source of what they sum; a count is a convention', () => {
  for (const row of [rowOf('ALPHA'), view.carriers.total?.id]) {
    expect([of('carriers', row, 'priorValue'), of('carriers', row, 'yearStartValue')]).toEqual([CARRIER, CARRIER])
    expect(['costBasis', 'additions', 'removals'].map((column) => of('carriers', row, column))).toEqual([REGISTER, REGISTER, REGISTER])
    expect([of('carriers', row, 'increase'), of('carriers', row, 'policies')]).toEqual([ASC, HOUSE])
  }
  expect(of('detail', policyRows(view)[0]?.id, 'priorValue')).toBe(CARRIER)
  expect(of('detail', view.detail?.total.id, 'increase')).toBe(ASC)
})
