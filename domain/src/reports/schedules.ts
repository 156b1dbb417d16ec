/** When a schedule of reports falls due: on a business day of the month after each of its periods. Which day it is, the site's time zone says. */
import { businessDayAfter } from '../primitives/business-days.ts'
import { addMonthEnds, monthEnd, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'

export interface Rhythm {
  rhythm: 'monthly' | 'annual'
  isQuarterly: boolean
  businessDay: number
  /** Nothing that falls due before is ever run. */
  startsOn: PlainDate
  /** In which months the fiscal years of its institutions end: quarters and years are theirs. */
  fiscalYearEnds: readonly number[]
}

export interface Due {
  period: PlainDate
  on: PlainDate
}

/** Whether a month end is a period of the schedule: every month; or a quarter, or year, of one of its institutions. */
export function isPeriodOf({ rhythm, isQuarterly, fiscalYearEnds }: Rhythm, period: PlainDate): boolean {
  const every = rhythm === 'annual' ? 12 : isQuarterly ? 3 : 1
  return every === 1 || fiscalYearEnds.some((month) => (monthOf(period) - month) % every === 0)
}

/** The latest period that has fallen due by a day; null when none has since the schedule began. Earlier ones are not made up for. */
export function latestDue(schedule: Rhythm, today: PlainDate): Due | null {
  for (let period = lastEnded(today), left = 13; left > 0; period = addMonthEnds(period, -1), left--) {
    const on = businessDayAfter(period, schedule.businessDay)
    if (on < schedule.startsOn) return null
    if (on <= today && isPeriodOf(schedule, period)) return { period, on }
  }
  return null
}

/** The first that falls due after a day; null for a schedule without institutions. */
export function nextDue(schedule: Rhythm, today: PlainDate): Due | null {
  for (let period = addMonthEnds(lastEnded(today), -1), left = 16; left > 0; period = addMonthEnds(period, 1), left--) {
    const on = businessDayAfter(period, schedule.businessDay)
    if (on > today && on >= schedule.startsOn && isPeriodOf(schedule, period)) return { period, on }
  }
  return null
}

/** The period that a run asked for by hand is about: the last that has ended. */
export function lastPeriod(schedule: Rhythm, today: PlainDate): PlainDate | null {
  for (let period = lastEnded(today), left = 13; left > 0; period = addMonthEnds(period, -1), left--)
    if (isPeriodOf(schedule, period)) return period
  return null
}

/** The last month end on or before a day. */
function lastEnded(today: PlainDate): PlainDate {
  const end = monthEnd(yearOf(today), monthOf(today))
  return end === today ? end : addMonthEnds(end, -1)
}
