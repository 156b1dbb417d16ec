import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'

const QUIET = { transactions: [], rateChanges: [], statusChanges: [], claims: [] }
const RATE_CHANGE = {
  effectiveDate: plainDate('2025-12-01'),
  carrierCode: 'ALPHA',
  productName: 'ALPHA general',
  oldRate: 0.04,
  newRate: 0.041,
  policies: 2,
}

test('what a month has none of is one line with the reason of each, and a quarter says quarter', () => {
  const month = buildAssetReport(firstExampleBank({ activity: QUIET })).notApplicable
  expect(month).toEqual({
    title: 'Not applicable this month',
    text: 'Transactions: none on record. Rate changes: no crediting rate changed. Status changes: no policy changed its status. Claims: none open or paid. Call Report tie-out: in the quarterly report of the same date.',
  })
  const { institution } = firstExampleBank({})
  const withoutForm = buildAssetReport(firstExampleBank({ activity: QUIET, institution: { ...institution, callReportForm: 'NONE' } }))
  expect(withoutForm.notApplicable?.text).not.toContain('Call Report')
  const quarter = buildAssetReport(firstExampleBank({ activity: QUIET, isQuarterly: true, priorPeriod: plainDate('2025-09-30') }))
  expect(quarter.notApplicable?.title).toBe('Not applicable this quarter')
  expect(quarter.notApplicable?.text).not.toContain('Call Report')
})

test('a table with a row is not in that line, and a summary, which has none of these tables, has no such line', () => {
  const view = buildAssetReport(firstExampleBank({ activity: { ...QUIET, rateChanges: [RATE_CHANGE] } }))
  expect(view.notApplicable?.text).not.toContain('Rate changes')
  expect(view.activity?.rateChanges.rows).toHaveLength(1)
  expect(buildAssetReport(firstExampleBank({ activity: QUIET, kind: 'AssetSummaryReport' })).notApplicable).toBeNull()
})

test('where rates of policies were reset, the line of rate changes says that no declared rate changed, and where the resets are', () => {
  const reset = { date: plainDate('2025-12-01'), type: 'RATE_RESET', policyNumber: 'A-1', carrierCode: 'ALPHA', insuredName: 'Adams, Ann' }
  const { activity, notApplicable } = buildAssetReport(
    firstExampleBank({ activity: { ...QUIET, transactions: [{ ...reset, amount: null, note: '4.10% to 4.20%' }] } }),
  )
  expect(activity?.transactions.rows.map(({ cells }) => cells.type)).toEqual(['Crediting rate reset'])
  expect(notApplicable?.text).toContain(
    'Rate changes: no declared rate of a product changed; the rate resets of policies are listed under Transactions.',
  )
})

test('a month in which no value moved has no entries by policy, while the table of journal entries stays', () => {
  const still = firstExampleBank({ activity: QUIET })
  const policies = still.policies.map((policy) => ({
    ...policy,
    cashSurrenderValue: policy.balances.at(-1)?.cashSurrenderValue ?? policy.cashSurrenderValue,
  }))
  const view = buildAssetReport({ ...still, policies })
  expect(view.ledger.table.rows).toEqual([])
  expect(view.notApplicable?.text).toMatch(/^Entries by policy: no policy has an entry\. /)
  expect(view.notApplicable?.text).not.toContain('journal')
})
