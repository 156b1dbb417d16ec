import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, isMonthEnd, plainDate } from '../primitives/period.ts'
import { isPeriodOf, lastPeriod, latestDue, nextDue, type Rhythm } from './schedules.ts'

const monthly: Rhythm = { rhythm: 'monthly', isQuarterly: false, businessDay: 5, startsOn: plainDate('2026-01-01'), fiscalYearEnds: [12] }
const on = (day: string) => plainDate(day)

test('October falls due on the fifth business day of November, and not before', () => {
  expect(latestDue(monthly, on('2026-11-05'))).toEqual({ period: '2026-09-30', on: '2026-10-07' })
  expect(latestDue(monthly, on('2026-11-06'))).toEqual({ period: '2026-10-31', on: '2026-11-06' })
  expect(nextDue(monthly, on('2026-11-05'))).toEqual({ period: '2026-10-31', on: '2026-11-06' })
  expect(nextDue(monthly, on('2026-11-06'))).toEqual({ period: '2026-11-30', on: '2026-12-07' })
})

test('what fell due before the schedule began is not run', () => {
  const young = { ...monthly, startsOn: on('2026-11-21') }
  expect(latestDue(young, on('2026-11-21'))).toBeNull()
  expect(latestDue(young, on('2026-12-07'))).toEqual({ period: '2026-11-30', on: '2026-12-07' })
})

test('quarters and years are those of the institutions', () => {
  const quarterly = { ...monthly, isQuarterly: true }
  expect([lastPeriod(quarterly, on('2026-11-21')), lastPeriod({ ...quarterly, fiscalYearEnds: [10] }, on('2026-11-21'))]).toEqual([
    '2026-09-30',
    '2026-10-31',
  ])
  const annual: Rhythm = { ...monthly, rhythm: 'annual', fiscalYearEnds: [12, 6] }
  expect(nextDue(annual, on('2026-11-21'))?.period).toBe('2026-12-31')
  expect(nextDue({ ...annual, fiscalYearEnds: [] }, on('2026-11-21'))).toBeNull()
})

test('day after day every period falls due exactly once, in order', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 400 }), (businessDay, start) => {
      const schedule = { ...monthly, businessDay }
      const seen: string[] = []
      for (let day = 0; day < 120; day++) {
        const today = addDays(on('2026-01-01'), start + day)
        const before = nextDue(schedule, addDays(today, -1))
        const due = latestDue(schedule, today)
        if (before?.on === today) {
          expect(due).toEqual(before)
          seen.push(before.period)
        }
        if (due) expect(isMonthEnd(due.period) && due.on <= today && isPeriodOf(schedule, due.period)).toBe(true)
      }
      expect(seen).toEqual([...new Set(seen)].toSorted())
      expect(seen.length).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 40 },
  ))
