/** RI-E 1.b of a quarterly report: the calendar year's income, whole, or a sentence that says why it is not there. */
import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import { explainAssetFigure } from './explanation.ts'
import type { AssetReportSnapshot } from './snapshot.ts'

const quarter = firstExampleBank({ isQuarterly: true, priorPeriod: plainDate('2025-09-30') })
const ofFiscalYear = (fiscalYearEndMonth: number, over: Partial<AssetReportSnapshot> = {}) =>
  buildAssetReport({ ...quarter, institution: { ...quarter.institution, fiscalYearEndMonth }, ...over })
const income = (view: ReturnType<typeof buildAssetReport>) => view.callReport?.table.rows.find(({ id }) => id === 'ri-e-1-b')?.cells.amount

test('a bank of another fiscal year has the calendar year’s income, with its own sum behind it', () => {
  const view = ofFiscalYear(6, {
    calendarYear: {
      from: plainDate('2024-12-31'),
      begin: usd(14_000_000),
      end: usd(14_682_544.81),
      flows: [{ date: plainDate('2025-03-10'), type: 'PREMIUM', amount: usd(200_000) }],
      missing: 0,
    },
  })
  expect(income(view)).toBe(usd(482_544.81))
  expect(view.callReport?.note).toContain(
    'RI-E 1.b is of the calendar year from December 31, 2024, as the Call Report counts income; earnings year to date in this report are of the fiscal year.',
  )
  expect(explainAssetFigure(view, { table: 'call-report', row: 'ri-e-1-b', column: 'amount' })).toMatchObject({
    text: '482,544.81',
    figures: '14,682,544.81 − 14,000,000.00 − 200,000.00 + 0.00',
  })
})

test('where a policy lacks a value at the beginning of the calendar year the income is not told, and a sentence says why', () => {
  const missing = ofFiscalYear(6, { calendarYear: { from: plainDate('2024-12-31'), begin: usd(1), end: usd(2), flows: [], missing: 3 } })
  const why =
    'RI-E 1.b is not shown: 3 policies have no value at December 31, 2024, where the calendar year begins, or at December 31, 2025, so the year’s income is not known whole.'
  expect([income(missing), missing.callReport?.note]).toEqual([undefined, expect.stringContaining(why)])
  const [first, ...others] = quarter.policies
  if (!first) throw new Error('an example without a policy')
  const calendar = ofFiscalYear(12, { policies: [{ ...first, balances: first.balances.slice(1) }, ...others] })
  expect(income(calendar)).toBeUndefined()
  expect(calendar.callReport?.note).toContain('one policy has no value at December 31, 2024')
})

test('a report made before the calendar year was kept says that it knows the fiscal year alone', () =>
  expect(ofFiscalYear(6).callReport?.note).toContain('this report was made with figures of the fiscal year alone'))

test('a fiscal quarter that ends between calendar quarters has no tie-out page, and says so', () => {
  const view = ofFiscalYear(10, {
    period: plainDate('2025-10-31'),
    priorPeriod: plainDate('2025-07-31'),
    yearStart: plainDate('2024-10-31'),
  })
  expect(view.callReport).toBeNull()
  expect(view.notes).toContain(
    'The Call Report is filed as of calendar quarter ends. This quarter ends on October 31, 2025, so the report has no tie-out page.',
  )
})
