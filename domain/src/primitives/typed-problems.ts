/** Sentences about typed dates and amounts that cannot be taken, each saying what to do. */
import { type Cents, cents, formatMoney } from './money.ts'
import { dollarsIn, typedDateRange, typedMoney } from './typed-input.ts'

/** Why a typed date of a form is none. @returns undefined for a date */
export function dateProblem(text: string, year: number): string | undefined {
  if (typedDateRange(text, year) !== undefined) return undefined
  const [, month = '', day = '', typedYear = ''] = /^(0?[1-9]|1[0-2])[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? []
  return typedYear === ''
    ? 'Enter a date as mm/dd/yyyy'
    : `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${typedYear} is not a calendar date.`
}

/** The largest amount that cents are kept of to the cent: $90,071,992,547,409.91. */
const LARGEST = cents(Number.MAX_SAFE_INTEGER)

/** Why a typed amount is none. @param most what the field takes at most @returns undefined for an amount */
export function moneyProblem(text: string, most: Cents = LARGEST): string | undefined {
  if (typedMoney(text) !== undefined) return undefined
  const amount = dollarsIn(text)
  if (typeof amount !== 'number') return 'Enter an amount such as 1,234.56'
  return amount > 0 ? `Too large: enter ${formatMoney(most)} or less` : `Too far below zero: enter ${formatMoney(cents(-LARGEST))} or more`
}
