import { expect, test } from 'vitest'
import { durationText, type TimedRequest, timesOf } from './times.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 2, hour)).toISOString()
const request = (over: Partial<TimedRequest>): TimedRequest => ({
  month: '2026-11',
  ownerId: 7,
  owner: 'Ada Hart',
  createdAt: at(8),
  firstAnsweredAt: null,
  doneAt: null,
  ...over,
})

test('medians are of what was answered and done, and of an even number the mean of the two in the middle', () => {
  const [row, ...others] = timesOf([
    request({ firstAnsweredAt: at(9), doneAt: at(18) }),
    request({ firstAnsweredAt: at(11) }),
    request({ firstAnsweredAt: at(20), doneAt: at(12) }),
    request({}),
  ])
  expect(others).toEqual([])
  expect(row).toMatchObject({ requests: 4, answered: 3, done: 2, hoursToAnswer: 3, hoursToDone: 7 })
})

test('the latest month stands first, owners by name, and what nobody owns last', () => {
  const rows = timesOf([
    request({ month: '2026-10' }),
    request({ ownerId: null, owner: null }),
    request({}),
    request({ ownerId: 3, owner: 'Abe Cole' }),
  ])
  expect(rows.map(({ month, owner }) => [month, owner])).toEqual([
    ['2026-11', 'Abe Cole'],
    ['2026-11', 'Ada Hart'],
    ['2026-11', null],
    ['2026-10', 'Ada Hart'],
  ])
  expect(rows[0]).toMatchObject({ hoursToAnswer: null, hoursToDone: null })
})

test('an answer before its request is refused, and not counted as quick', () =>
  expect(() => timesOf([request({ firstAnsweredAt: at(7) })])).toThrow(RangeError))

test.each([
  [0.5, '30 min'],
  [6.52, '6.5 h'],
  [47.9, '47.9 h'],
  [72, '3 days'],
])('%d hours read %s', (hours, text) => expect(durationText(hours)).toBe(text))
