import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDay, formatMoment } from './formats.ts'

test('the day of a moment is the reader’s, as Intl writes it', () => {
  const intl = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' })
  const moments = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      expect(formatDay(moment.toISOString())).toBe(intl.format(moment))
    }),
  )
  expect(formatDay(null)).toBe('-')
})

test('a moment has its day and its time; a missing one is "-"', () => {
  expect(formatMoment('2026-11-03T12:00:00Z')).toMatch(/^11\/03\/2026, \d{1,2}:00 [AP]M$/)
  expect([formatMoment(null), formatMoment(undefined), formatMoment('')]).toEqual(['-', '-', '-'])
})
