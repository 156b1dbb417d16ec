/** How long requests took to their first answer and until they were done, by the month they were sent in and the person who owns them. */

export interface TimedRequest {
  /** YYYY-MM, by the calendar of the site. */
  month: string
  ownerId: number | null
  owner: string | null
  /** Moments in ISO 8601. */
  createdAt: string
  firstAnsweredAt: string | null
  doneAt: string | null
}
export interface TimesRow {
  month: string
  ownerId: number | null
  owner: string | null
  requests: number
  answered: number
  done: number
  /** Medians in hours of the calendar, nights and weekends included; null where nothing was answered or done. */
  hoursToAnswer: number | null
  hoursToDone: number | null
}

/** @returns a row for each month and owner, the latest month first, owners by name and those without one last */
export function timesOf(requests: readonly TimedRequest[]): TimesRow[] {
  const groups = Map.groupBy(requests, ({ month, ownerId }) => `${month} ${ownerId ?? ''}`)
  const rows = [...groups.values()].flatMap((group): TimesRow[] => {
    const [first] = group
    if (!first) return []
    const answered = group.flatMap(({ createdAt, firstAnsweredAt }) => hoursBetween(createdAt, firstAnsweredAt))
    const done = group.flatMap(({ createdAt, doneAt }) => hoursBetween(createdAt, doneAt))
    return [
      {
        month: first.month,
        ownerId: first.ownerId,
        owner: first.owner,
        requests: group.length,
        answered: answered.length,
        done: done.length,
        hoursToAnswer: median(answered),
        hoursToDone: median(done),
      },
    ]
  })
  return rows.toSorted((a, b) => b.month.localeCompare(a.month) || byName(a, b))
}

const byName = (a: TimesRow, b: TimesRow): number =>
  a.ownerId === null || b.ownerId === null
    ? Number(a.ownerId === null) - Number(b.ownerId === null)
    : (a.owner ?? '').localeCompare(b.owner ?? '') || a.ownerId - b.ownerId

const HOUR = 3_600_000
/** @throws RangeError for an end before its beginning */
function hoursBetween(from: string, to: string | null): number[] {
  if (to === null) return []
  const hours = (Date.parse(to) - Date.parse(from)) / HOUR
  if (!(hours >= 0)) throw new RangeError(`${to} is before ${from}`)
  return [hours]
}

/** The middle of the values, or the mean of the two in the middle; null of none. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}

/** "45 min", "6.5 h", "3.2 days": a length of time as one reads it. */
export function durationText(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`
  return hours < 48 ? `${Math.round(hours * 10) / 10} h` : `${Math.round((hours / 24) * 10) / 10} days`
}
