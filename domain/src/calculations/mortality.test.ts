/** The fit is made again when the public tables lie beside the repository; the law's shape is held always. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { annualMortality, cumulatedForce, MAKEHAM_2017_CSO, mortalityWithin } from './mortality.ts'

const FITTED_AGES = { from: 25, to: 95 }

const TABLES = join(import.meta.dirname, '../../../shared/data/mortality/csv')
const FITS = [
  { gender: 'M', table: 't3289', rootMeanSquare: 0.107, largest: 0.264, at: 42 },
  { gender: 'F', table: 't3290', rootMeanSquare: 0.093, largest: 0.231, at: 38 },
] as const

describe.skipIf(!existsSync(TABLES))('the parameters are the least-squares fit to the 2017 CSO tables', () => {
  test.each(FITS)('$gender, $table', ({ gender, table, rootMeanSquare, largest, at }) => {
    const observed = ultimateRates(table)
    const errors = (logs: readonly number[]) => {
      const [a = 0, b = 0, c = 0] = logs.map(Math.exp)
      return observed.map(({ age, q }) => Math.log(-Math.expm1(-cumulatedForce(age, 1, { a, b, c }))) - Math.log(q))
    }
    const squares = (logs: readonly number[]) => errors(logs).reduce((sum, error) => sum + error ** 2, 0)
    const stated = MAKEHAM_2017_CSO[gender]
    const fitted = nelderMead(squares, [Math.log(5e-4), Math.log(1e-5), Math.log(1.1)])
    expect(Math.exp(fitted[0] ?? 0) / stated.a).toBeCloseTo(1, 4)
    expect(Math.exp(fitted[1] ?? 0) / stated.b).toBeCloseTo(1, 4)
    expect(Math.exp(fitted[2] ?? 0)).toBeCloseTo(stated.c, 5)

    const residuals = errors([stated.a, stated.b, stated.c].map(Math.log)).map(Math.abs)
    expect(Math.sqrt(residuals.reduce((sum, error) => sum + error ** 2, 0) / residuals.length)).toBeCloseTo(rootMeanSquare, 3)
    expect(Math.max(...residuals)).toBeCloseTo(largest, 3)
    expect(observed[residuals.indexOf(Math.max(...residuals))]?.age).toBe(at)
  })
})

test.each(['M', 'F'] as const)('%s mortality rises with age and stays a probability', (gender) => {
  for (let age = 20; age < 119; age++) {
    expect(annualMortality(age + 1, gender)).toBeGreaterThan(annualMortality(age, gender))
    expect(annualMortality(age, gender)).toBeLessThan(1)
  }
})

test('women outlive men at every fitted age', () => {
  for (let age = FITTED_AGES.from; age <= FITTED_AGES.to; age++) expect(annualMortality(age, 'F')).toBeLessThan(annualMortality(age, 'M'))
})

test.each(['M', 'F'] as const)('%s survival over two years is survival over the first times over the second', (gender) => {
  const survival = (age: number, years: number) => 1 - mortalityWithin(age, years, gender)
  expect(survival(50, 2)).toBeCloseTo(survival(50, 1) * survival(51, 1), 12)
  const { a, b, c } = MAKEHAM_2017_CSO[gender]
  expect(mortalityWithin(60, 1 / 365, gender) * 365).toBeCloseTo(a + b * c ** 60, 4)
})

test('an age that nobody has is refused', () => {
  expect(annualMortality(0, 'F')).toBeGreaterThan(0)
  expect(() => annualMortality(-1, 'M')).toThrow(RangeError)
  expect(() => annualMortality(Number.NaN, 'F')).toThrow(RangeError)
  expect(() => mortalityWithin(40, -1, 'F')).toThrow(RangeError)
})

function ultimateRates(table: string): { age: number; q: number }[] {
  return readFileSync(join(TABLES, `${table}.csv`), 'utf8')
    .split('\n')
    .map((line) => line.split(','))
    .filter(([section]) => section === 'ultimate')
    .map(([, age, , q]) => ({ age: Number(age), q: Number(q) }))
    .filter(({ age }) => age >= FITTED_AGES.from && age <= FITTED_AGES.to)
}

/** Nelder and Mead's simplex, restarted until it stays where it is. */
function nelderMead(cost: (point: readonly number[]) => number, start: readonly number[]): readonly number[] {
  let best = start
  for (let round = 0; round < 6; round++) best = simplex(cost, best)
  return best
}
function simplex(cost: (point: readonly number[]) => number, start: readonly number[]): readonly number[] {
  let points = [start, ...start.map((_, i) => start.map((value, j) => (i === j ? value * 1.05 : value)))].map((at) => ({
    at,
    cost: cost(at),
  }))
  const move = (from: readonly number[], center: readonly number[], by: number) => {
    const at = center.map((value, i) => value + by * ((from[i] ?? 0) - value))
    return { at, cost: cost(at) }
  }
  for (let step = 0; step < 2000; step++) {
    points.sort((one, other) => one.cost - other.cost)
    const [best, worst, second] = [points[0], points.at(-1), points.at(-2)]
    if (!best || !worst || !second || worst.cost - best.cost < 1e-15) break
    const center = best.at.map((_, i) => points.slice(0, -1).reduce((sum, point) => sum + (point.at[i] ?? 0), 0) / (points.length - 1))
    const reflected = move(worst.at, center, -1)
    const tried =
      reflected.cost < best.cost
        ? [move(worst.at, center, -2), reflected]
        : reflected.cost < second.cost
          ? [reflected]
          : [move(worst.at, center, 0.5)]
    const better = tried.sort((one, other) => one.cost - other.cost)[0]
    if (better && better.cost < worst.cost) points = [...points.slice(0, -1), better]
    else points = points.map((point) => (point === best ? point : move(point.at, best.at, 0.5)))
  }
  return points[0]?.at ?? start
}
