/** Moments of a file as the screen shows them: on the clock of the site. */

/** @returns ISO moments as "2026-11-27 20:05:07" on that clock, in which a spreadsheet sees a time */
export function clockOf(timeZone: string): (moment: string) => string {
  // Sweden writes moments as ISO 8601 does, with a space.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(new Date(moment))
}

/** "Eastern Time": of the year's two clocks neither, since the rows of a file may lie in both; "Coordinated Universal Time", which has no generic name. */
export function zoneName(timeZone: string): string {
  const named = (timeZoneName: 'longGeneric' | 'long') =>
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ??
    timeZone
  const generic = named('longGeneric')
  return generic.startsWith('GMT') ? named('long') : generic
}
