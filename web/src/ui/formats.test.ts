import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { currentSession } from '../kernel/session.ts'
import { buildSession } from '../test/fixtures.ts'
import { formatDay, formatMoment, formatTimeOrMoment, siteDay } from './formats.ts'

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone
afterEach(() => currentSession.set(null))
const at = (timeZone: string) => currentSession.set(buildSession({ timeZone }))

test('the day of a moment is the site’s, as Intl writes it; the reader’s before anyone is signed in', () => {
  const moments = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  for (const zone of ['America/New_York', 'Pacific/Honolulu', 'Pacific/Auckland', undefined]) {
    if (zone) at(zone)
    else currentSession.set(null)
    const intl = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: zone })
    fc.assert(
      fc.property(moments, (moment) => {
        expect(formatDay(moment.toISOString())).toBe(intl.format(moment))
      }),
    )
  }
  expect(formatDay(null)).toBe('-')
})

test('a moment has its day and its time; a missing one is "-"', () => {
  expect(formatMoment('2026-11-03T12:00:00Z')).toMatch(/^11\/03\/2026, \d{1,2}:00 [AP]M$/)
  expect([formatMoment(null), formatMoment(undefined), formatMoment('')]).toEqual(['-', '-', '-'])
})

test('a paper of the evening is of the day that the screen says: both are on the site’s clock, named where the reader’s is another', () => {
  // One of the two is not the clock that the tests run on.
  const [zone, shown, day] =
    HERE === 'America/Los_Angeles'
      ? (['America/New_York', '11/26/2026, 11:30 PM EST', '11/26/2026'] as const)
      : (['America/Los_Angeles', '11/26/2026, 8:30 PM PST', '11/26/2026'] as const)
  at(zone)
  expect(formatMoment('2026-11-27T04:30:00Z').replace('\u202f', ' ')).toBe(shown)
  expect(formatDay('2026-11-27T04:30:00Z')).toBe(day)
  expect(siteDay(new Date('2026-11-27T04:30:00Z'))).toBe('2026-11-26')
  at(HERE)
  expect(formatMoment('2026-11-27T04:30:00Z')).toMatch(/[AP]M$/)
})

test('a moment of the site’s today is told by its time alone, on the site’s clock with its zone; an earlier one with its date', () => {
  const zone = HERE === 'America/Los_Angeles' ? 'America/New_York' : 'America/Los_Angeles'
  at(zone)
  expect(formatTimeOrMoment(new Date().toISOString())).toMatch(/^\d{1,2}:\d{2}\s[AP]M [EP][SD]T$/)
  expect(formatTimeOrMoment('2020-03-04T23:00:00Z')).toMatch(/^03\/04\/2020, \d{1,2}:00\s[AP]M [EP]ST$/)
})
