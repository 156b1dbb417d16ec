/** Formats of the screen alone: moments on the site's clock, as papers and mails are dated. The others are domain's: money.ts, period.ts, list.ts. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { currentSession } from '../kernel/session.ts'

/** A moment on the site's clock: "11/03/2026, 2:15 PM", with the zone where the reader's own clock says otherwise: "… 2:15 PM EST"; "-" when missing. */
export function formatMoment(text: string | null | undefined): string {
  return text ? onSiteClock('moment', new Date(text)) : MISSING
}

/** The same without its date where that is today's on the site: "2:15 PM", or "2:15 PM EST". */
export function formatTimeOrMoment(text: string): string {
  const moment = new Date(text)
  return onSiteClock(siteDay(moment) === siteToday() ? 'time' : 'moment', moment)
}

function onSiteClock(shape: 'moment' | 'time', moment: Date): string {
  const zone = siteZone()
  const shown = formatOf(shape, zone).format(moment)
  return formatOf('moment', zone).format(moment) === formatOf('moment').format(moment) ? shown : `${shown} ${nameOfZone(moment, zone)}`
}

/** The day of a moment where the site is: "11/03/2026"; "-" when missing. */
export const formatDay = (text: string | null | undefined): string => (text ? formatDate(siteDay(new Date(text))) : MISSING)

/** The day of a moment where the site is. */
export const siteDay = (moment: Date): PlainDate => plainDate(formatOf('day', siteZone()).format(moment))

export const siteToday = (): PlainDate => siteDay(new Date())

/** The reader's own before anyone is signed in. */
const siteZone = (): string | undefined => currentSession.get()?.timeZone

const nameOfZone = (moment: Date, zone: string | undefined): string =>
  formatOf('zone', zone)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const SHAPES = {
  moment: ['en-US', { month: '2-digit', day: '2-digit', year: 'numeric', hour: 'numeric', minute: '2-digit' }],
  time: ['en-US', { hour: 'numeric', minute: '2-digit' }],
  // Canada writes days as ISO 8601 does.
  day: ['en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }],
  zone: ['en-US', { timeZoneName: 'short' }],
} as const
// Made at the first moment shown: it takes a browser longer than most pages take to draw.
const made = new Map<string, Intl.DateTimeFormat>()

function formatOf(shape: keyof typeof SHAPES, timeZone?: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`
  const [locale, options] = SHAPES[shape]
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  made.set(key, format)
  return format
}
