/** The periods that reports can be generated for: the latest complete one first while it has work left, and what speaks against each of the others. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { GeneratableInstitution } from '@corridor/contract/reports.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import {
  addMonthEnds,
  formatLongDate,
  formatMonth,
  isQuarterEnd,
  monthOf,
  type PlainDate,
  plainDate,
} from '@corridor/domain/primitives/period.ts'
import type { ReportPages } from './family.ts'

const MONTHS_OFFERED = 36
const MONTHS_OF_A_YEAR = 12

/** How far the book has come, and which day it is on the site. */
export interface Book {
  current: PlainDate
  complete: PlainDate | null
  /** Told by the month, which an annual family's period may be too. */
  values: { latest: PlainDate; complete: PlainDate | null }
  today: PlainDate
}
export const bookOf = ({
  currentPeriod,
  completePeriod,
  values,
  today,
}: ReplyOf<ReportPages['calls']['listInstitutionsToGenerate']>): Book => ({
  current: plainDate(currentPeriod),
  complete: dateOf(completePeriod),
  values: { latest: plainDate(values.latest), complete: dateOf(values.complete) },
  today: plainDate(today),
})
const dateOf = (text: string | null) => (text === null ? null : plainDate(text))

/** The latest complete period, until every institution has its report of it released: then the one that the book is being closed for. */
export function usualPeriod({ current, complete }: Book, ofComplete: readonly GeneratableInstitution[]): PlainDate {
  const asked = ofComplete.filter(({ subsidary_id }) => subsidary_id === null)
  const isThrough = asked.length > 0 && asked.every(({ existing }) => existing?.released)
  return complete === null || isThrough ? current : complete
}

/** Why reports of the period cannot, or should not yet, be generated; null for one that is over and whose values are all there. */
export function cautionOf(
  { today, values: { latest, complete } }: Book,
  period: PlainDate,
  rows: readonly GeneratableInstitution[],
): string | null {
  if (period > today)
    return `${formatMonth(period)} has not ended. Its values are final once the carriers’ files of ${formatLongDate(period)} are posted.`
  if (period > latest) return `No values are posted for ${formatMonth(period)} yet. Post the carriers’ files first.`
  const lacking = rows.reduce((sum, row) => sum + row.policiesWithoutValue, 0)
  if (lacking === 0) return null
  const instead = complete === null || complete === period ? '' : ` The latest complete period is ${formatMonth(complete)}.`
  return `${formatMonth(period)} is not complete: ${counted(lacking, 'policy')} still ${lacking === 1 ? 'has' : 'have'} no posted value.${instead}`
}

/** The fiscal year end of another month that is worked on beside the period's: the first one after it, or the one before while that has no values. */
export function yearEndNear(period: PlainDate, fiscalYearEndMonth: number, latest: PlainDate): PlainDate {
  const ahead = (fiscalYearEndMonth - monthOf(period) + MONTHS_OF_A_YEAR) % MONTHS_OF_A_YEAR
  const next = addMonthEnds(period, ahead)
  return next > latest ? addMonthEnds(next, -MONTHS_OF_A_YEAR) : next
}

/** Around the current month; of an annual family the years that ended by then, whatever month an institution's year ends in. */
export function periodOptions(
  { rhythm }: ReportPages,
  { current, values: { latest, complete }, today }: Book,
  chosen: PlainDate,
): { value: string; label: string }[] {
  const ahead = rhythm === 'annual' ? MONTHS_OF_A_YEAR - 1 : 1
  const offered = Array.from({ length: MONTHS_OFFERED }, (_, index) => addMonthEnds(current, ahead - index))
  const all = offered.includes(chosen) ? offered : [...offered, chosen]
  const note = (period: PlainDate) => {
    if (period > today) return ' (not ended)'
    if (period > latest) return ' (no values yet)'
    if (complete !== null && period > complete) return ' (values missing)'
    if (rhythm === 'annual') return monthOf(period) === MONTHS_OF_A_YEAR ? ' (calendar year)' : ''
    return isQuarterEnd(period) ? ' (quarter end)' : ''
  }
  return all.map((period) => ({ value: period, label: `${formatMonth(period)}${note(period)}` }))
}
