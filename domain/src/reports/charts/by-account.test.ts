import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { addMonthEnds, plainDate } from '../../primitives/period.ts'
import { type AccountMonth, accountArea, accountAreaText, accountsHeld } from './by-account.ts'
import { PRINT_THEME } from './value-and-shares.ts'

const months = [
  { period: plainDate('2026-08-31'), general: usd(1000), hybrid: usd(0), separate: usd(500.5) },
  { period: plainDate('2026-09-30'), general: usd(1100), hybrid: usd(0), separate: usd(510.25) },
]

const COLORS = { general: 'navy', hybrid: 'blue', separate: 'green' }
const drawn = (shown: readonly AccountMonth[], size = { width: 600, height: 300 }) => accountArea(shown, PRINT_THEME, COLORS, size)
const words = (shown: readonly AccountMonth[], size?: { width: number; height: number }) =>
  drawn(shown, size).marks.flatMap(({ text }) => text ?? [])

test('an account type without value gets no area', () => {
  expect(accountsHeld(months)).toEqual(['general', 'separate'])
  const fills = drawn(months).marks.map(({ attributes }) => attributes.fill)
  expect(fills.filter((fill) => Object.values(COLORS).some((color) => color === fill))).toEqual(['navy', 'green'])
})

test('the areas stand on each other, their heights as their dollars', () => {
  const { points, bottom } = drawn(months)
  const heights = points.map(({ dots }) => dots.map(({ y }) => bottom - y))
  expect((heights[0]?.[1] ?? 0) / (heights[0]?.[0] ?? 1)).toBeCloseTo(1500.5 / 1000)
  expect((heights[1]?.[1] ?? 0) / (heights[0]?.[1] ?? 1)).toBeCloseTo(1610.25 / 1500.5)
})

test('the axis begins at nothing, in round steps of one unit, and ends above the greatest total', () => {
  expect(words(months)).toEqual(['$0', '$500', '$1,000', '$1,500', '$2,000', 'Aug 2026', 'Sep 2026'])
})

test('as many months are named as have room, always the last, and none beyond the edge', () => {
  const long = Array.from({ length: 37 }, (_, index) => ({ ...months[0], period: addMonthEnds(plainDate('2023-09-30'), index) })).map(
    (month) => ({ general: usd(1000), hybrid: usd(0), separate: usd(0), ...month }),
  )
  const named = (width: number) => words(long, { width, height: 300 }).filter((word) => /\d{4}$/.test(word) && !word.startsWith('$'))
  expect(named(1000)).toHaveLength(13)
  expect(named(600)).toHaveLength(10)
  expect(named(260)).toEqual(['Sep 2023', 'Sep 2024', 'Sep 2025', 'Sep 2026'])
  const { marks } = drawn(long, { width: 260, height: 300 })
  const names = marks.filter(({ text }) => text === 'Sep 2023' || text === 'Sep 2026')
  expect(names.map(({ attributes }) => attributes.textAnchor)).toEqual(['start', 'end'])
})

test('one month alone is a column in the middle', () => {
  const [point, ...others] = drawn(months.slice(1)).points
  expect(others).toEqual([])
  expect(point?.x).toBeGreaterThan(200)
  expect(point?.x).toBeLessThan(400)
})

test('the sentence for those who do not see the picture gives both totals and the parts', () => {
  expect(accountAreaText(months)).toBe(
    'Cash surrender value from $1,500.50 in August 2026 to $1,610.25 in September 2026: general account $1,100.00, separate account $510.25.',
  )
  expect(accountAreaText([])).toBe('No months to show.')
})

test('a month without a value breaks the areas, and one of some policies is a hollow point with the mark', () => {
  const shown: AccountMonth[] = ['2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30'].map((day) => ({
    period: plainDate(day),
    general: usd(1000),
    hybrid: usd(0),
    separate: usd(0),
    missing: 0,
  }))
  const gapped = shown.map(
    (month, index): AccountMonth =>
      index === 1
        ? { ...month, general: null, hybrid: null, separate: null, missing: 60 }
        : index === 3
          ? { ...month, general: usd(500), missing: 26 }
          : month,
  )
  const areas = (months: readonly AccountMonth[]) => drawn(months).marks.filter(({ attributes }) => attributes.fill === 'navy').length
  expect([areas(shown), areas(gapped)]).toEqual([1, 3])
  expect(words(gapped).filter((word) => word === '*')).toHaveLength(1)
  expect(drawn(gapped).points.map(({ dots }) => dots.length)).toEqual([1, 0, 1, 0, 1])
  expect(accountAreaText(gapped)).toContain('from $1,000.00 in May 2026 to $1,000.00 in September 2026')
  expect(accountAreaText(gapped)).toContain('Values are missing in June 2026, August 2026.')
})
