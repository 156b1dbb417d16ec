/** Tables of an asset report that have nothing to tell of its month or quarter. */
import { isApplicable, type NotApplicable, notApplicable, notPerformed } from '../not-applicable.ts'
import type { AssetReportView } from './view.ts'

/** The journal entries stay, as section 4 of the report is always there. */
export function tablesLeftOut({
  isQuarterly,
  ledger,
  activity,
  isTieOutQuarterly,
  hasRateResets,
}: Pick<AssetReportView, 'isQuarterly' | 'ledger' | 'activity'> & {
  /** The month ends a quarter whose Call Report amounts are in another report. */
  isTieOutQuarterly: boolean
  /** Rates of policies were reset, which the transactions list. */
  hasRateResets: boolean
}): NotApplicable | null {
  const parts = [
    { table: ledger.schedule, reason: 'no policy has an entry' },
    { table: activity?.transactions, reason: 'none on record' },
    { table: activity?.rateChanges, reason: hasRateResets ? RESETS_ONLY : 'no crediting rate changed' },
    { table: activity?.statusChanges, reason: 'no policy changed its status' },
    { table: activity?.claims, reason: 'none open or paid' },
  ]
  return notApplicable(isQuarterly ? 'quarter' : 'month', [
    ...parts.flatMap(({ table, reason }) => (table && !isApplicable(table) ? [{ title: table.title, reason }] : [])),
    ...(isTieOutQuarterly ? [{ title: 'Call Report tie-out', reason: 'in the quarterly report of the same date' }] : []),
  ])
}

const RESETS_ONLY = 'no declared rate of a product changed; the rate resets of policies are listed under Transactions'

/** Controls of a month that was not audited. */
export const controlsNotPerformed = ({ controls }: Pick<AssetReportView, 'controls'>): NotApplicable | null =>
  controls && !isApplicable(controls.table) ? notPerformed(controls.table.title, controls.lead) : null
