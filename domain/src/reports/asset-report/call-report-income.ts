/** The year's income of a bank's policies for its Call Report: by the calendar year, and stated only where every policy's part of it is known. */

import { additionsOf, increase, removalsOf } from '../../calculations/yields.ts'
import { type Cents, formatCount } from '../../primitives/money.ts'
import { formatLongDate, isQuarterEnd, type PlainDate, priorFiscalYearEnd } from '../../primitives/period.ts'
import type { Basis } from '../table.ts'
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import type { AssetReportTotals } from './view.ts'

export interface CallReportIncome {
  /** Null where it cannot be told. */
  income: Cents | null
  /** Why it is not there, or of which year it is where that is not the report's own; null when there is nothing to say. */
  note: string | null
  /** Its inputs, where they are not the report's year to date. */
  basis: Basis | null
}

export function callReportIncome(
  { institution, period, calendarYear, preliminary }: AssetReportSnapshot,
  { ytdIncrease }: Pick<AssetReportTotals, 'ytdIncrease'>,
  holdings: readonly Holding[],
): CallReportIncome {
  const from = priorFiscalYearEnd(period)
  const absent = (note: string): CallReportIncome => ({ income: null, note: `RI-E 1.b is not shown: ${note}`, basis: null })
  const withoutValue = (count: number) =>
    absent(
      `${count === 1 ? 'one policy has' : `${formatCount(count)} policies have`} no value at ${formatLongDate(from)}, where the calendar year begins, or at ${formatLongDate(period)}, so the year’s income is not known whole.`,
    )
  const estimated =
    (preliminary?.policyIds.length ?? 0) > 0 ? 'RI-E 1.b ends with last month’s value for the policies that are estimated.' : null
  if (institution.fiscalYearEndMonth === 12) {
    const unknown = holdings.filter((holding) => holding.ytdIncrease === null).length
    return unknown > 0 ? withoutValue(unknown) : { income: ytdIncrease, note: estimated, basis: null }
  }
  if (!calendarYear)
    return absent('the Call Report counts income by calendar year, and this report was made with figures of the fiscal year alone.')
  if (calendarYear.missing > 0) return withoutValue(calendarYear.missing)
  const { begin, end, flows } = calendarYear
  const whose = `RI-E 1.b is of the calendar year from ${formatLongDate(from)}, as the Call Report counts income; earnings year to date in this report are of the fiscal year.`
  return {
    income: increase(begin, end, flows),
    note: [whose, estimated].filter((part) => part !== null).join(' '),
    basis: { begin, end, added: additionsOf(flows), taken: removalsOf(flows) },
  }
}

/** A fiscal quarter that ends between calendar quarters: the Call Report takes nothing of its date. */
export const betweenQuarters = (period: PlainDate): string =>
  `The Call Report is filed as of calendar quarter ends. This quarter ends on ${formatLongDate(period)}, so the report has no tie-out page.`

/** The month ends a quarter of a bank that files a Call Report. */
export const filesCallReport = ({ institution, period }: AssetReportSnapshot): boolean =>
  institution.callReportForm !== 'NONE' && isQuarterEnd(period)
