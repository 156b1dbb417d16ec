/** Values of the month before that stand in the sum of a preliminary report: nobody books a sum without knowing how much of it is last month's. */
import { counted } from '../../primitives/counted.ts'
import { type Cents, formatMoney, sumCents } from '../../primitives/money.ts'
import { addMonthEnds, formatDate } from '../../primitives/period.ts'
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import type { CarriedValues } from './view.ts'

/** @returns null where every value is of the statement date */
export function carriedValues(
  holdings: readonly Holding[],
  total: Cents,
  { kind, period }: Pick<AssetReportSnapshot, 'kind' | 'period'>,
): CarriedValues | null {
  const carried = holdings.filter(({ inForce }) => inForce?.flags.estimated)
  if (carried.length === 0) return null
  const cashSurrenderValue = sumCents(carried.map((holding) => holding.cashSurrenderValue))
  const asOf = addMonthEnds(period, -1)
  const [amount, date] = [formatMoney(cashSurrenderValue), formatDate(asOf)]
  const text = `${amount} is the value of ${date} (${counted(carried.length, 'policy')})`
  return {
    policies: carried.length,
    asOf,
    cashSurrenderValue,
    detail: `Of which ${kind === 'AssetSummaryReport' ? `${amount} is of ${date}` : text}`,
    text,
    sentence: `Cash surrender value ${formatMoney(total)}, of which ${text}.`,
  }
}
