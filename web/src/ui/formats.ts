/** Formats of the screen alone: moments in the reader's time zone. The others are domain's: money.ts, period.ts, list.ts. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'

// Made at the first moment shown: it takes a browser longer than most pages take to draw.
let moments: Intl.DateTimeFormat | undefined

/** A moment in the reader's time zone: "11/03/2026, 2:15 PM"; "-" when missing. */
export const formatMoment = (text: string | null | undefined): string => (text ? momentFormat().format(new Date(text)) : MISSING)
/** Its day: "11/03/2026". */
export const formatDay = (text: string | null | undefined): string => (text ? formatDate(localDay(new Date(text))) : MISSING)

function momentFormat(): Intl.DateTimeFormat {
  moments ??= new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', hour: 'numeric', minute: '2-digit' })
  return moments
}

/** The day of a moment in the reader's time zone. */
export const localDay = (moment: Date): PlainDate =>
  plainDate([moment.getFullYear(), ...[moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'))].join('-'))
