/** All dirty feeds, and the sample of them that `npm test` tries: some of each kind, drawn by a seed. */
import { AMOUNTS } from './amounts.ts'
import { DATES } from './dates.ts'
import { type DirtyFeed, KINDS } from './dirty-feed.ts'
import { ENCODINGS } from './encodings.ts'
import { HEADER_PAIRS } from './headers.ts'
import { KINDS_OF_FILE } from './kinds-of-file.ts'
import { LINES } from './lines.ts'
import { LOCKED_MONTHS } from './locked-months.ts'
import { MOVEMENTS } from './movements.ts'
import { NUMBERS } from './numbers.ts'
import { RATES } from './rates.ts'
import { SHEET_LAYOUTS } from './sheet-layouts.ts'
import { SHEETS } from './sheets.ts'
import { SIZES } from './sizes.ts'
import { STATUS_WORDS } from './status-words.ts'
import { WHOSE_AND_WHEN } from './whose-and-when.ts'

export const DIRTY_FEEDS: readonly DirtyFeed[] = [
  ...LOCKED_MONTHS,
  ...STATUS_WORDS,
  ...MOVEMENTS,
  ...AMOUNTS,
  ...HEADER_PAIRS,
  ...SHEETS,
  ...SHEET_LAYOUTS,
  ...DATES,
  ...SIZES,
  ...RATES,
  ...ENCODINGS,
  ...NUMBERS,
  ...LINES,
  ...WHOSE_AND_WHEN,
  ...KINDS_OF_FILE,
]

/** One feed of every kind in turn until there are as many as wanted, in an order that the seed decides. */
export function sampleOf(feeds: readonly DirtyFeed[], count: number, seed: number): DirtyFeed[] {
  let state = seed
  const next = () => {
    // A linear congruential generator: the same sample for the same seed, on every machine.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const shuffled = KINDS.map((kind) =>
    feeds
      .filter((feed) => feed.kind === kind)
      .map((feed) => ({ feed, place: next() }))
      .toSorted((a, b) => a.place - b.place),
  )
  const rounds = Array.from({ length: Math.ceil(count / KINDS.length) }, (_, round) =>
    shuffled.flatMap((ofKind) => (ofKind[round] ? [ofKind[round].feed] : [])),
  )
  return rounds.flat().slice(0, count)
}
