/** Moments of a file as the screen shows them: on the clock of the site. */

/** @returns ISO moments as "2026-11-27 20:05:07" on that clock, in which a spreadsheet sees a time */
export function clockOf(timeZone: string): (moment: string) => string {
  // Sweden writes moments as ISO 8601 does, with a space.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(new Date(moment))
}

/** A moment in a mail: "11/27/2026, 8:05 PM EST", the form of the screen with the zone, which the reader may not be in. */
export function momentOn(timeZone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  // The narrow space before PM is not in every mail client's fonts.
  return format.format(moment).replaceAll('\u202f', ' ')
}

/** "Eastern Time": of the year's two clocks neither, since the rows of a file may lie in both; "Coordinated Universal Time", which has no generic name. */
export function zoneName(timeZone: string): string {
  const named = (timeZoneName: 'longGeneric' | 'long') =>
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ??
    timeZone
  const generic = named('longGeneric')
  return generic.startsWith('GMT') ? named('long') : generic
}
