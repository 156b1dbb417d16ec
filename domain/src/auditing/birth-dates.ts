/** Two dates of birth that should be one: named by the parts in which they differ, which may be told to those who may see neither. */
import type { PlainDate } from '../primitives/period.ts'

export const BIRTH_DATE_PARTS = ['year', 'month', 'day'] as const
export type BirthDatePart = (typeof BIRTH_DATE_PARTS)[number]

const PLACES: Readonly<Record<BirthDatePart, [number, number]>> = { year: [0, 4], month: [5, 7], day: [8, 10] }

/** @returns none for equal dates */
export const differingParts = (one: PlainDate, other: PlainDate): BirthDatePart[] =>
  BIRTH_DATE_PARTS.filter((part) => one.slice(...PLACES[part]) !== other.slice(...PLACES[part]))

/** "The year and the day differ." */
export function differenceInWords(differ: readonly BirthDatePart[] | null): string {
  if (differ === null) return 'They cannot be compared now: one of them is missing or cannot be read.'
  const named = differ.map((part) => `the ${part}`)
  const last = named.pop()
  if (last === undefined) return 'The two agree now: the line or the register was corrected after the audit.'
  const said = named.length === 0 ? `${last} differs` : `${named.join(', ')} and ${last} differ`
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}
