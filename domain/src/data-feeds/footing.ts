/**
 * The sums that a carrier's line states about itself, and the cell that alone keeps them from footing. A sum that does not foot says nothing of which of its
 * cells is wrong: its result may be right and an amount in it have a digit too many.
 */
import { type Cents, cents } from '../primitives/money.ts'
import { isUnreadable, readMoney } from './cell-values.ts'
import type { FeedField } from './columns.ts'
import type { MoneyField } from './row.ts'
import { FEED_RULES } from './rules.ts'

/** A line of a file as far as its columns have fields. */
export type LineCells = Partial<Record<FeedField, string>>

/** Charges that carriers itemize beside the expense charge. */
const ITEMIZED = ['premiumLoad', 'premiumTaxCharge', 'riderCharge', 'otherCharge'] as const satisfies readonly FeedField[]

interface Sum {
  result: MoneyField
  plus: readonly FeedField[]
  minus: readonly FeedField[]
  /** Nothing, where the line has none. */
  optional: readonly FeedField[]
  /** Only a line with one of each is held to the sum, as the rules M4 and V9 do. */
  compared: readonly (readonly FeedField[])[]
  tolerance: number
  reason: string
}

const SUMS: readonly Sum[] = [
  {
    result: 'cashSurrenderValue',
    plus: ['accountValueEnd'],
    minus: ['surrenderCharge'],
    optional: ['surrenderCharge'],
    compared: [['surrenderCharge']],
    tolerance: FEED_RULES.V9.absolute,
    reason: 'The line’s account value less its surrender charge',
  },
  {
    result: 'accountValueEnd',
    plus: ['accountValueBegin', 'premiumPaid', 'interestCredited', 'loanedInterestCredited'],
    minus: ['withdrawals', 'costOfInsurance', 'expenseCharge', ...ITEMIZED],
    optional: ['premiumPaid', 'loanedInterestCredited', 'withdrawals', 'expenseCharge', ...ITEMIZED],
    compared: [['premiumPaid'], ['withdrawals'], ['expenseCharge', ...ITEMIZED]],
    tolerance: FEED_RULES.M4.absolute,
    reason: 'The line’s beginning value with its premium and interest, less its withdrawals and charges',
  },
  {
    result: 'netSurrenderValue',
    plus: ['cashSurrenderValue'],
    minus: ['loanBalance', 'loanInterestAccrued'],
    optional: ['loanInterestAccrued'],
    compared: [],
    tolerance: FEED_RULES.V9.absolute,
    reason: 'The line’s cash surrender value less its loan',
  },
]

type Read = (field: FeedField) => ReturnType<typeof readMoney>
const reading =
  (cells: LineCells): Read =>
  (field) =>
    readMoney(cells[field] ?? '')
const partsOf = ({ plus, minus }: Sum): readonly FeedField[] => [...plus, ...minus]

function addUp(sum: Sum, read: Read): Cents | null {
  let total = 0
  for (const field of partsOf(sum)) {
    const amount = read(field)
    if (isUnreadable(amount) || (amount === null && !sum.optional.includes(field))) return null
    total += (sum.minus.includes(field) ? -1 : 1) * (amount ?? 0)
  }
  return cents(total)
}

/** The result less its parts; null where the line is not held to the sum. */
function offBy(sum: Sum, read: Read): number | null {
  const [written, added] = [read(sum.result), addUp(sum, read)]
  if (written === null || isUnreadable(written) || added === null) return null
  return sum.compared.every((fields) => fields.some((field) => read(field) !== null)) ? written - added : null
}
const foots = (sum: Sum, read: Read): boolean => Math.abs(offBy(sum, read) ?? 0) <= sum.tolerance

/** The other amounts of the line add up to this one; null where one of them is missing or cannot be read. */
export function leadsTo(field: FeedField, cells: LineCells): { amount: Cents; reason: string } | null {
  const sum = SUMS.find(({ result }) => result === field)
  const amount = sum ? addUp(sum, reading(cells)) : null
  return sum && amount !== null ? { amount, reason: sum.reason } : null
}

export interface Suspect {
  field: FeedField
  amount: Cents
  /** How the cell was written wrong; null where nothing tells but that a finding is on it, or what was posted. */
  slip: string | null
}
export interface Suspicion {
  /** The one cell that more speaks for than for any other; null where several may be it. */
  suspect: Suspect | null
  /** Results whose sum would carry the wrong amount into them. */
  dependent: ReadonlySet<FeedField>
}

/**
 * @param doubted fields with an open finding @param known last posted amounts
 * @param isClose as close as a value is a month later
 */
export function suspicionOf(
  cells: LineCells,
  doubted: ReadonlySet<FeedField>,
  known: Partial<Record<FeedField, Cents>>,
  isClose: (amount: number, known: number) => boolean,
): Suspicion {
  const read = reading(cells)
  const broken = SUMS.filter((sum) => !foots(sum, read))
  const results = new Set<FeedField>(broken.map(({ result }) => result))
  const near = (field: FeedField, amount: number) => {
    const posted = known[field]
    return posted !== undefined && isClose(amount, posted)
  }
  // A cell that says what was posted last is right.
  const changed = candidates(broken, read).filter(({ field, written }) => written !== known[field])
  const scored = changed.map((candidate) => {
    const { field, written, amount, slip } = candidate
    const sum = broken.find(({ result }) => result === field)
    const isTold = sum
      ? broken.length > 1 || partsOf(sum).every((part) => isSound(part, sum, read, near))
      : near(field, amount) && !near(field, written)
    // The finding on a result is that of its sum, which any of its cells may have brought about.
    return {
      candidate,
      score: (slip === null ? 0 : slip === LOST ? 1 : 2) + (doubted.has(field) && !results.has(field) ? 2 : 0) + (isTold ? 1 : 0),
    }
  })
  const most = Math.max(0, ...scored.map(({ score }) => score))
  const [first, second] = scored.filter(({ score }) => score === most)
  const suspect = most > 0 && first && !second ? first.candidate : null
  // A value that is missing is added up from the rest, unless a cell of the rest is in doubt.
  const unfounded = SUMS.filter(
    (sum) => sum.result !== suspect?.field && (results.has(sum.result) || partsOf(sum).some((part) => doubted.has(part))),
  )
  return { suspect, dependent: new Set(unfounded.map(({ result }) => result)) }
}

/** Nothing is wrong with a part that is zero, close to what was posted, or in another sum that foots. */
function isSound(part: FeedField, within: Sum, read: Read, near: (field: FeedField, amount: number) => boolean): boolean {
  const amount = read(part)
  if (amount === null || amount === 0) return true
  if (isUnreadable(amount)) return false
  return (
    near(part, amount) ||
    SUMS.some((sum) => sum !== within && [sum.result, ...partsOf(sum)].includes(part) && offBy(sum, read) !== null && foots(sum, read))
  )
}

type Candidate = Suspect & { written: Cents }

/** Cells whose change alone makes every sum of the line foot. */
function candidates(broken: readonly Sum[], read: Read): Candidate[] {
  const [sum] = broken
  const off = sum ? offBy(sum, read) : null
  if (!sum || off === null) return []
  return [sum.result, ...partsOf(sum)].flatMap((field): Candidate[] => {
    const written = read(field)
    if (written === null || isUnreadable(written)) return []
    const exact = cents(written + (field === sum.result || sum.minus.includes(field) ? -off : off))
    const mends = (amount: number) => SUMS.every((each) => foots(each, (name) => (name === field ? cents(amount) : read(name))))
    const [slip] = slipsOf(written, exact)
      .filter(({ amount }) => mends(amount))
      .sort((one, other) => Math.abs(one.amount - exact) - Math.abs(other.amount - exact))
    if (slip) return [{ field, written, amount: cents(slip.amount), slip: slip.words }]
    return mends(exact) ? [{ field, written, amount: exact, slip: null }] : []
  })
}

/** Any digit may be lost at any place, so that it fits more amounts than the other slips do. */
const LOST = 'Read with one more digit'

export const SIZES = [
  { by: 1_000, words: 'Read as thousands of dollars' },
  { by: 0.01, words: 'Read as cents without a decimal point' },
  { by: 0.001, words: 'Read as a thousandth' },
  { by: 100, words: 'Read with its decimal point two digits to the right' },
  { by: 10, words: LOST },
  { by: 0.1, words: 'Read with one digit less' },
  { by: -1, words: 'Read with the other sign' },
] as const

/** Amounts that the written one may be a slip for. @param exact the one that is looked for: a lost digit may be any */
function slipsOf(written: Cents, exact: Cents): { amount: number; words: string }[] {
  const sign = Math.sign(written)
  const digits = String(Math.abs(written))
  const places = Array.from(digits, (_, place) => place)
  const without = (text: string, place: number) => `${text.slice(0, place)}${text.slice(place + 1)}`
  const wanted = String(Math.abs(exact))
  const isLost = Math.sign(exact) === sign && Array.from(wanted).some((_, place) => without(wanted, place) === digits)
  return written === 0
    ? []
    : [
        ...(areSwapped(digits, wanted) && Math.sign(exact) === sign ? [{ amount: exact, words: 'Read with two digits exchanged' }] : []),
        ...places.map((place) => ({ amount: sign * Number(without(digits, place)), words: 'Read with one digit less' })),
        ...(isLost ? [{ amount: exact, words: LOST }] : []),
        ...SIZES.map(({ by, words }) => ({ amount: Math.round(written * by), words })),
      ]
}

/** 3059706.52 and 3095706.52: one pair of neighbors exchanged. */
export function areSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const places = Array.from(one).flatMap((digit, place) => (digit === other[place] ? [] : [place]))
  const [first, second] = places
  return places.length === 2 && first !== undefined && second === first + 1 && one[first] === other[second] && one[second] === other[first]
}
