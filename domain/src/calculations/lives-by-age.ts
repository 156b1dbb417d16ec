/**
 * People by age, so that what a table expects of them can be followed without telling anybody's age: in the review's own bands, men and women together,
 * never fewer than `FEWEST_TOGETHER` in one. Dates of birth and sex are kept from clients, and the chance of one person would tell both.
 */

import { type Cents, sumCents } from '../primitives/money.ts'

/** People of one span of ages at the year's beginning. */
export interface MortalityLine {
  ages: string
  people: number
  /** The sum of their chances to die within the year. */
  chances: number
  /** The institution's share of their death benefits. */
  share: Cents
  /** The sum of chance times share, cents, unrounded. */
  proceeds: number
}

/** Fewer people than this would tell an age by their chance of dying. */
export const FEWEST_TOGETHER = 5

export const AGE_BANDS = [
  ['Below 40', 0, 40],
  ['40 to 49', 40, 50],
  ['50 to 59', 50, 60],
  ['60 to 69', 60, 70],
  ['70 to 79', 70, 80],
  ['80 and above', 80, 200],
] as const

/** By the bands of age, each joined with the next until enough people stand together; nothing where there are fewer in all. */
export function bySpansOfAge<Life extends { age: number; personId: number }>(lives: readonly Life[]): { ages: string; lives: Life[] }[] {
  const spans: { from: number; below: number; lives: Life[] }[] = []
  const isShort = (span: (typeof spans)[number] | undefined) =>
    span !== undefined && new Set(span.lives.map(({ personId }) => personId)).size < FEWEST_TOGETHER
  for (const [, from, below] of AGE_BANDS) {
    const those = lives.filter(({ age }) => age >= from && age < below)
    const last = spans.at(-1)
    if (last && isShort(last)) spans.splice(-1, 1, { ...last, below, lives: [...last.lives, ...those] })
    else if (those.length > 0) spans.push({ from, below, lives: those })
  }
  const [before, last] = [spans.at(-2), spans.at(-1)]
  if (last && isShort(last)) {
    if (!before) return []
    spans.splice(-2, 2, { from: before.from, below: last.below, lives: [...before.lives, ...last.lives] })
  }
  return spans.map(({ from, below, lives: those }) => ({ ages: spanName(from, below), lives: those }))
}

export const mortalityLines = (exposed: readonly ExposedLife[]): MortalityLine[] =>
  bySpansOfAge(exposed).map(({ ages, lives }) => ({
    ages,
    people: lives.length,
    chances: lives.reduce((sum, { chance }) => sum + chance, 0),
    share: sumCents(lives.map(({ share }) => share)),
    proceeds: lives.reduce((sum, { chance, share }) => sum + chance * share, 0),
  }))

const OLDEST = 200
function spanName(from: number, below: number): string {
  if (from === 0) return below === OLDEST ? 'All ages' : `Below ${below}`
  return below === OLDEST ? `${from} and above` : `${from} to ${below - 1}`
}

/** A person at the beginning of a year. */
export interface ExposedLife {
  personId: number
  age: number
  /** The chance of dying within the year, 0 to 1. */
  chance: number
  /** The institution's, of the death benefits of policies that had a value then. */
  share: Cents
}
