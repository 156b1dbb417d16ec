/** The first report of a policy whose carrier gave no day for its premium. */
import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import type { AssetReportSnapshot } from './snapshot.ts'

const period = plainDate('2025-12-31')
const paid = usd(1_000_000)
const [policy] = firstExampleBank().policies
/** One policy, issued in the month, with its premium on a day. */
const firstMonth = (day: string, more: Partial<AssetReportSnapshot> = {}) => {
  const date = plainDate(day)
  if (!policy) return expect.unreachable()
  const issued = { ...policy, issueDate: plainDate('2025-12-01'), balances: [], flows: [{ date, type: 'PREMIUM' as const, amount: paid }] }
  return buildAssetReport(
    firstExampleBank({
      policies: [issued],
      activity: {
        transactions: [
          {
            date,
            ...(date === period ? { isMonthOnly: true } : {}),
            type: 'PREMIUM',
            policyNumber: policy.policyNumber,
            carrierCode: policy.carrierCode,
            insuredName: policy.insuredName,
            amount: paid,
            note: null,
          },
        ],
        rateChanges: [],
        statusChanges: [],
        claims: [],
      },
      ...more,
    }),
  )
}
const NO_YIELD = /^Current net yield, and with it the tax-equivalent yield, is shown as "-": /
const MONTH_ALONE = /^A transaction listed with its month alone/

test('the premium is listed with its month, and the notes say why there is no yield', () => {
  const { activity, totals, notes } = firstMonth('2025-12-31')
  expect(activity?.transactions.rows.map(({ cells }) => cells.date)).toEqual(['December 2025'])
  expect([totals.netYield, totals.taxEquivalentYield]).toEqual([null, null])
  expect(notes.filter((note) => NO_YIELD.test(note))).toEqual([
    'Current net yield, and with it the tax-equivalent yield, is shown as "-": the average invested value that it is measured on is not above zero, as what is paid in counts only for the days after its date.',
  ])
  expect(notes.some((note) => MONTH_ALONE.test(note))).toBe(true)
  // The summary lists no transactions.
  expect(firstMonth('2025-12-31', { kind: 'AssetSummaryReport' }).notes.some((note) => MONTH_ALONE.test(note))).toBe(false)
})

test('a premium whose day is known is listed with it, and has a yield', () => {
  const { activity, totals, notes } = firstMonth('2025-12-10')
  expect(activity?.transactions.rows.map(({ cells }) => cells.date)).toEqual(['2025-12-10'])
  expect(totals.netYield).not.toBeNull()
  expect(notes.some((note) => NO_YIELD.test(note) || MONTH_ALONE.test(note))).toBe(false)
})

test('a month for which no policy has an increase says that', () => {
  if (!policy) return
  const { notes } = buildAssetReport(firstExampleBank({ policies: [{ ...policy, issueDate: plainDate('2020-01-01'), balances: [] }] }))
  expect(notes.find((note) => NO_YIELD.test(note))).toMatch(/: no policy has an increase for the month to compute it from\.$/)
})
