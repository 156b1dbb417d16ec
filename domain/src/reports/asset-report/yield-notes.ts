/** Notes where the institution has no yield, and where a transaction has no day. */
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import type { AssetReportTotals } from './view.ts'

export function yieldNotes(holdings: readonly Holding[], totals: AssetReportTotals, snapshot: AssetReportSnapshot): (string | false)[] {
  const { isQuarterly, kind, activity } = snapshot
  const span = isQuarterly ? 'quarter' : 'month'
  const told = holdings.flatMap(({ span: { increase, atWork } }) => (increase === null || atWork === null ? [] : [atWork]))
  const invested = told.reduce((sum, atWork) => sum + atWork, 0)
  const why =
    told.length === 0
      ? `no policy has an increase for the ${span} to compute it from.`
      : invested > 0
        ? `the loss of the ${span} is too large to compound to a year.`
        : 'the average invested value that it is measured on is not above zero, as what is paid in counts only for the days after its date.'
  return [
    totals.netYield === null && holdings.length > 0 && `Current net yield, and with it the tax-equivalent yield, is shown as "-": ${why}`,
    kind !== 'AssetSummaryReport' &&
      activity.transactions.some(({ isMonthOnly }) => isMonthOnly) &&
      'A transaction listed with its month alone is from a carrier’s file that does not give its day: in yields it counts as of the month end.',
  ]
}
