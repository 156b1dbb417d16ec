/** Moments of a file as the screen shows them: on the clock of the site. */

/** @returns ISO moments as "2026-11-27 20:05:07" on that clock, in which a spreadsheet sees a time */
export function clockOf(timeZone: string): (moment: string) => string {
  // Sweden writes moments as ISO 8601 does, with a space.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(new Date(moment))
}

/** "Eastern Time": of the year's two clocks neither, since the rows of a file may lie in both. */
export const zoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts().find(({ type }) => type === 'timeZoneName')
    ?.value ?? timeZone
