/** An invented history of what carriers earn on new money, and the crediting rates that follow from it with a lag. */
import { monthOf, type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { ProductTerms } from './products.ts'
import { randomOf } from './random.ts'

const FIRST_YEAR = 1996
const LAST_YEAR = 2026

// Level of investment-grade private and public bonds a life insurer could buy; the shape of the times (2008, 2012, 2020, 2023), not their figures.
const LEVELS: readonly (readonly [year: number, percent: number])[] = [
  [1996, 7.4],
  [1998.5, 6.7],
  [2000.4, 8.1],
  [2003.4, 5.3],
  [2006.5, 6.2],
  [2008.9, 7.5],
  [2010.5, 5.2],
  [2012.6, 3.9],
  [2014.0, 4.6],
  [2016.5, 3.7],
  [2018.8, 4.7],
  [2020.6, 2.9],
  [2021.6, 3.0],
  [2022.8, 5.5],
  [2023.8, 6.2],
  [2024.7, 5.2],
  [2025.5, 5.5],
  [2026.9, 5.1],
]

const monthIndex = (year: number, month: number) => (year - FIRST_YEAR) * 12 + month - 1

/** Yield on new money in each month since January 1996, as a fraction. */
export const NEW_MONEY_YIELDS: readonly number[] = newMoneyYields()

/** Declared gross rates of a product, oldest first: the lagging yield of its assets less the spread, in steps of five basis points, never under the guarantee. */
export function declaredRates(product: ProductTerms, until: PlainDate): { effectiveFrom: PlainDate; grossRate: number }[] {
  if (product.rateMethod === 'TOTAL_RETURN') return []
  const assets = assetYields(product.smoothingMonths)
  const rates: { effectiveFrom: PlainDate; grossRate: number }[] = []
  for (let year = product.soldFrom; year <= yearOf(until); year += 1) {
    for (const month of resetMonths(product)) {
      const effectiveFrom = plainDate(`${year}-${String(month).padStart(2, '0')}-01`)
      if (effectiveFrom > until) break
      // Declared from what the assets earned two months before, when the committee met.
      const earned = assets[monthIndex(year, month) - 2] ?? 0
      const grossRate = Math.max(Math.round((earned - product.spread) * 2000) / 2000, product.guaranteedMinimumRate)
      if (rates.at(-1)?.grossRate !== grossRate || rates.length === 0) rates.push({ effectiveFrom, grossRate })
    }
  }
  return rates
}

/** The return of an unwrapped bond fund in a month, as a fraction: carry plus price, within the range of such a fund in a quiet year. */
export function fundReturn(productId: number, year: number, month: number): number {
  const index = monthIndex(year, month)
  const carry = ((NEW_MONEY_YIELDS[index] ?? 0) - 0.008) / 12
  const price = randomOf('fund', productId, index).normal() * 0.0022
  return Math.min(Math.max(carry + price, -0.006), 0.009)
}

/** A rate's lookup by month: the last one declared on or before the first of the month; undefined before the product was sold. */
export function rateByMonth(product: ProductTerms, until: PlainDate): (year: number, month: number) => number | undefined {
  const table: (number | undefined)[] = []
  for (const { effectiveFrom, grossRate } of declaredRates(product, until))
    table[monthIndex(yearOf(effectiveFrom), monthOf(effectiveFrom))] = grossRate
  let last: number | undefined
  for (let index = 0; index <= monthIndex(yearOf(until), 12); index += 1) {
    last = table[index] ?? last
    table[index] = last
  }
  return (year, month) => table[monthIndex(year, month)]
}

function resetMonths(product: ProductTerms): readonly number[] {
  if (product.resets === 'QUARTERLY') return [1, 4, 7, 10]
  return product.resets === 'JANUARY' ? [1] : [7]
}

function newMoneyYields(): number[] {
  const random = randomOf('market')
  const yields: number[] = []
  let drift = 0
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      drift = drift * 0.85 + random.normal() * 0.07
      yields.push((levelAt(year + (month - 0.5) / 12) + drift) / 100)
    }
  }
  return yields
}

function levelAt(time: number): number {
  const after = LEVELS.findIndex(([year]) => year >= time)
  const [left, right] = [LEVELS[Math.max(after - 1, 0)], LEVELS[after === -1 ? LEVELS.length - 1 : after]]
  if (!left || !right || left === right) return (right ?? left)?.[1] ?? 0
  return left[1] + ((right[1] - left[1]) * (time - left[0])) / (right[0] - left[0])
}

// Each month one part in `months` of the assets matures and is invested anew: what portfolio-rate crediting amounts to.
function assetYields(months: number): readonly number[] {
  const known = assetYieldsByMonths.get(months)
  if (known) return known
  let level = 0.078
  const yields = NEW_MONEY_YIELDS.map((fresh) => {
    level += (fresh - level) / months
    return level
  })
  assetYieldsByMonths.set(months, yields)
  return yields
}
const assetYieldsByMonths = new Map<number, readonly number[]>()

/** Market value of a wrapped fund over its book value: what rates have done since its bonds were bought, times their duration. */
export function marketToBook(product: ProductTerms, year: number, month: number): number {
  const index = monthIndex(year, month)
  const earned = assetYields(product.smoothingMonths)[index] ?? 0
  return 1 - 3.8 * ((NEW_MONEY_YIELDS[index] ?? earned) - earned)
}
