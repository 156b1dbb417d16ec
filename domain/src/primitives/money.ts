/** Money is integer cents and rates are fractions; this file mints both and formats them. */

declare const centsBrand: unique symbol

/** US cents, a safe integer. Minted by `cents`, `usd` and the database driver only. */
export type Cents = number & { readonly [centsBrand]: 'Cents' }

/** Mint of Cents from a number already in cents. @throws RangeError when it is not a safe integer */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return (amount === 0 ? 0 : amount) as Cents
}

/** Mint of Cents from dollars, rounded half away from zero. @throws RangeError when not finite */
export function usd(dollars: number): Cents {
  return cents(roundHalfAwayFromZero(dollars * 100))
}

/**
 * Rounds half away from zero, as Excel does, after removing binary noise of some dozen units in the last place:
 * 1.005 * 100 is 100.49999999999999 in binary and must still become 101. The noise removed is never above a thousandth, so that
 * billions of dollars keep their cents.
 * @throws RangeError when not finite
 */
export function roundHalfAwayFromZero(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`cannot round ${value}`)
  const magnitude = Math.abs(value)
  const rounded = Number.isInteger(magnitude) ? magnitude : Math.floor(magnitude + 0.5 + Math.min(Math.max(magnitude, 1) * 1e-14, 1e-3))
  return value < 0 ? (rounded === 0 ? 0 : -rounded) : rounded
}

/** Sum of cents; 0 for none. @throws RangeError when the sum leaves the safe integers */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return cents(total)
}

/** Amount times a fraction, rounded half away from zero to the cent. */
export function times(amount: Cents, fraction: number): Cents {
  return cents(roundHalfAwayFromZero(amount * fraction))
}

/** Signs for a missing value, and for a list without entries. */
export const MISSING = '-'
export const EMPTY_LIST = 'N/A'

/** "$1,234.50", "-$1,234.50"; "-" when missing. Exact to the cent for every Cents. */
export function formatMoney(amount: Cents | null | undefined): string {
  return amount === null || amount === undefined ? MISSING : `${amount < 0 ? '-' : ''}$${unsigned(amount)}`
}

/** The same without the dollar sign, for table columns whose header names the unit. */
export function formatAmount(amount: Cents | null | undefined): string {
  return amount === null || amount === undefined ? MISSING : `${amount < 0 ? '-' : ''}${unsigned(amount)}`
}

/** A fraction as "3.42%": times 100 with 2 decimals, half away from zero. "-" when missing. */
export function formatPercent(fraction: number | null | undefined, decimals = 2): string {
  if (fraction === null || fraction === undefined || !Number.isFinite(fraction)) return MISSING
  const scale = 10 ** decimals
  const value = roundHalfAwayFromZero(fraction * 100 * scale) / scale
  return `${separated(value.toFixed(decimals))}%`
}

/** A plain number with two decimals or so many, half away from zero: basis points, multiples, ratings' distances. */
export const formatDecimal = (value: number, decimals = 2): string =>
  separated((roundHalfAwayFromZero(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals))

/** Whole counts with thousands separators; "-" when missing. */
export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? MISSING : separated(String(count))
}

// Whole dollars and cents apart: exact above 2^53/100 dollars too, where a division by 100 would not be.
function unsigned(amount: Cents): string {
  const magnitude = Math.abs(amount)
  return `${separated(String(Math.floor(magnitude / 100)))}.${String(magnitude % 100).padStart(2, '0')}`
}

/**
 * Thousands separators into a number's decimal text, as en-US has them. Not Intl, whose first use takes a browser 13 ms, more than a page of figures.
 * @param text digits, perhaps with a sign before and a fraction behind
 */
export function separated(text: string): string {
  const [whole = '', ...fraction] = text.split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}
