/** An asset report's sums of earlier months: over all policies held then, with the number of policies without a value. */

import type { Flow } from '../../calculations/yields.ts'
import type { Cents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'

/** One month of the trend, over all policies held in it. */
export interface SnapshotMonth {
  period: PlainDate
  /** Sum at the month's end, of the policies that have a value then. */
  cashSurrenderValue: Cents
  /** Sum at the month's beginning, over the policies held then. */
  beginCashSurrenderValue: Cents
  /** All flows of the month, of policies held at its end or removed in it. */
  flows: Flow[]
  /** False when a policy held at the end lacks a value at the beginning though it was in force: no increase is then told. */
  comparable: boolean
  /** Held at the month's end, and of them those without a value; absent in reports made before they were counted. */
  policies?: number
  missing?: number
}

/** The calendar year to a quarter's end, which the Call Report counts whatever the fiscal year: sums over all policies held in it. */
export interface SnapshotCalendarYear {
  /** The last day of the year before. */
  from: PlainDate
  begin: Cents
  end: Cents
  flows: Flow[]
  /** Policies held at the beginning without a value then, or at the end without one of that date. */
  missing: number
}
