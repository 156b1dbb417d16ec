import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { rateSteps } from './rates.ts'
import { PRINT_THEME } from './value-and-shares.ts'

const SIZE = { width: 600, height: 240 }
const { fontSize } = PRINT_THEME
const steps = [
  { from: plainDate('2023-01-01'), rate: 0.03 },
  { from: plainDate('2025-01-01'), rate: 0.045 },
]

/** Corners of the drawn line of rates: pairs of x and y. */
function corners(until = plainDate('2027-01-01')): (number | undefined)[][] {
  const { marks } = rateSteps(steps, 0.02, until, PRINT_THEME, SIZE)
  const path = marks.map(({ attributes }) => String(attributes.d ?? '')).find((d) => d.includes('L'))
  return (path ?? '')
    .slice(1)
    .split('L')
    .map((corner) => corner.split(' ').map(Number))
}

test('a rate holds from its first day to the next one’s, across a plot that leaves room for the numbers beside and below it', () => {
  const [begin, end, change, last] = corners()
  expect(begin?.[0]).toBeCloseTo(fontSize * 4.4, 0)
  expect(last?.[0]).toBeCloseTo(SIZE.width - fontSize * 1.2, 0)
  // 731 of the 1,461 days lie before the change.
  const across = (last?.[0] ?? 0) - (begin?.[0] ?? 0)
  expect(((change?.[0] ?? 0) - (begin?.[0] ?? 0)) / across).toBeCloseTo(731 / 1461, 2)
  expect(end).toEqual([change?.[0], begin?.[1]])
  for (const [, y] of corners()) {
    expect(y).toBeGreaterThan(fontSize * 1.5)
    expect(y).toBeLessThan(SIZE.height - fontSize * 2.3)
  }
})

test('a higher rate stands higher, and the guaranteed rate below both', () => {
  const { marks } = rateSteps(steps, 0.02, plainDate('2027-01-01'), PRINT_THEME, SIZE)
  const floor = marks.find(({ attributes }) => attributes.stroke === PRINT_THEME.negative)
  const guaranteed = Number(/M\S+ (\S+)H/.exec(String(floor?.attributes.d))?.[1])
  const [begin, , change] = corners()
  expect(begin?.[1]).toBeGreaterThan(change?.[1] ?? 0)
  expect(guaranteed).toBeGreaterThan(begin?.[1] ?? 0)
})

test('nothing is drawn of no rates', () => {
  expect(() => rateSteps([], 0.02, plainDate('2027-01-01'), PRINT_THEME, SIZE)).toThrow(RangeError)
})
