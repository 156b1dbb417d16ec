/** Values of the month before that stand in the sum of a preliminary report: nobody books a sum without knowing how much of it is last month's. */
import { counted } from '../../primitives/counted.ts'
import { type Cents, formatMoney, sumCents } from '../../primitives/money.ts'
import { addMonthEnds, formatDate, type PlainDate } from '../../primitives/period.ts'
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'

export interface CarriedValues {
  policies: number
  asOf: PlainDate
  cashSurrenderValue: Cents
  /** Under the figure: "Of which $193,919.48 is the value of 09/30/2026 (1 policy)"; in the summary, whose one page is full, "Of which $193,919.48 is of 09/30/2026". */
  detail: string
  /** "$193,919.48 is the value of 09/30/2026 (1 policy)" */
  text: string
  /** "Cash surrender value $5,826,113.19, of which $193,919.48 is the value of 09/30/2026 (1 policy)." */
  sentence: string
}

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
