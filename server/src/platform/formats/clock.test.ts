/** The clock that times of files stand on, and its name. */
import { expect, test } from 'vitest'
import { clockOf, zoneName } from './clock.ts'

test.each([
  ['America/New_York', 'Eastern Time'],
  ['America/Phoenix', 'Mountain Standard Time'],
  ['UTC', 'Coordinated Universal Time'],
])('the clock of %s is called %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name)
})

test('the night on which clocks go back is written as the clocks showed it', () => {
  const clock = clockOf('America/New_York')
  expect(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'].map(clock)).toEqual([
    '2026-11-01 01:30:00',
    '2026-11-01 01:30:00',
    '2026-11-01 02:30:00',
  ])
})
