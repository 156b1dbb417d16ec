/**
 * Likely corrections of a carrier's cells, each with the fact that it follows from: the line's own amounts, the register, the last posted month, or another way
 * to read what is written. Offered, never applied: a person decides, with a reason.
 */
import type { Cents } from '../primitives/money.ts'
import { addDays, addMonthEnds, areDayAndMonthExchanged, formatMonth, isMonthEnd, type PlainDate, plainDate } from '../primitives/period.ts'
import { type DateOrder, isUnreadable, matchKey, readDate, readMoney, readRate } from './cell-values.ts'
import { FEED_FIELDS, type FeedField } from './columns.ts'
import { areSwapped, type LineCells, leadsTo, SIZES, type Suspect, suspicionOf } from './footing.ts'
import type { BookedPolicy } from './mapping-proposals.ts'
import { isMoneyField, isRateField, type MoneyField, type RateField } from './row.ts'

export interface LineFacts {
  cells: LineCells
  /** The policy of the line in the register; null where it has none. */
  booked: BookedPolicy | null
  /** The month that `booked` has posted amounts of. */
  month: PlainDate | null
  /** The month end of most of the file's rows; null where none has one. */
  fileMonth: PlainDate | null
  /** The order in which the dates of a column are read. */
  orderOf: (field: FeedField) => DateOrder
  /** Numbers in the register that the line's may be, with why. */
  numbers: readonly { policyNumber: string; reason: string }[]
}

export interface Correction {
  field: FeedField
  value: string
  reason: string
}

/** Amounts that stay from one month to the next unless something happened to the policy. */
const STAYING: readonly FeedField[] = ['deathBenefit', 'faceAmount', 'costBasis', 'insuredShare', 'institutionShare']
/** Words of the register under a field, as a carrier would write them. */
const WORDS: readonly FeedField[] = ['insuredGender', 'policyStatus', 'mecIndicator']
const OF_REGISTER: ReadonlySet<FeedField> = new Set(['faceAmount', 'costBasis', 'issueDate', 'insuredDateOfBirth', ...WORDS])
/** As close to last month's as a value is a month later. */
const CLOSE = 0.05
/** An amount further from it than this has another size. */
const FAR = 0.5

export interface LineCorrections {
  /** The cell that keeps the line from footing stands first. */
  likely: Correction[]
  /** Cells that likely are right as they are, or follow from a cell in doubt: no value is offered for them, but why. */
  following: { field: FeedField; reason: string }[]
}

/**
 * Likely corrections of a whole line. An account value that is not the sum of its flows is not corrected into that sum while one of them is in doubt: the wrong flow
 * would be carried into the value.
 * @param fields with an open finding on them
 */
export function lineCorrections(fields: readonly FeedField[], facts: LineFacts): LineCorrections {
  const { suspect, dependent } = suspicionOf(facts.cells, new Set(fields), facts.booked?.amounts ?? {}, isClose)
  const offered = [...new Set(suspect ? [suspect.field, ...fields] : fields)].flatMap((field) =>
    likelyCorrections(field, facts, dependent.has(field)),
  )
  const isSame = (one: Correction) => suspect !== null && one.field === suspect.field && one.value === written(suspect.amount)
  const sum = suspect && leadsTo(suspect.field, facts.cells)
  const first = suspect && (sum?.amount === suspect.amount ? offered.find(isSame) : footing(suspect, facts))
  return {
    likely: first ? [first, ...offered.filter((one) => !isSame(one))] : offered,
    following: fields
      .filter((field) => dependent.has(field))
      .map((field) => ({
        field,
        reason: first
          ? `${FEED_FIELDS[field].label} foots once ${labelOf(first.field)} is ${first.value}.`
          : 'No value is suggested: it would be the sum of the other amounts on the line, and one of them may be wrong.',
      })),
  }
}

function footing({ field, amount, slip }: Suspect, facts: LineFacts): Correction {
  const known = facts.booked?.amounts[field]
  const close = known !== undefined && isClose(amount, known) ? `, and it is close to the ${labelOf(field)} ${posted(field, facts)}` : ''
  return { field, value: written(amount), reason: `${slip === null ? 'With it' : `${slip},`} the line foots${close}.` }
}

/** @param isDependent the sum of the line would carry a wrong amount into it @returns none that says what the cell says already, each value once */
function likelyCorrections(field: FeedField, facts: LineFacts, isDependent: boolean): Correction[] {
  const cell = (facts.cells[field] ?? '').trim()
  const found = isMoneyField(field)
    ? amounts(field, cell, facts, isDependent)
    : isRateField(field)
      ? rates(field, cell, facts)
      : FEED_FIELDS[field].kind === 'date'
        ? dates(field, cell, facts)
        : field === 'policyNumber'
          ? facts.numbers.map(({ policyNumber, reason }) => ({ value: policyNumber, reason }))
          : words(field, facts)
  const values = new Set([cell])
  return found.flatMap(({ value, reason }) => {
    if (values.has(value)) return []
    values.add(value)
    return [{ field, value, reason }]
  })
}

interface Likely {
  value: string
  reason: string
}

const posted = (field: FeedField, { month }: LineFacts): string =>
  OF_REGISTER.has(field) ? 'in the register' : month === null ? 'posted last' : `posted for ${formatMonth(month)}`
/** Within a sentence; MEC and FDIC stay as they are. */
const labelOf = (field: FeedField): string => FEED_FIELDS[field].label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
const written = (amount: number): string => {
  const [dollars, rest] = [Math.floor(Math.abs(amount) / 100), Math.abs(amount) % 100]
  return `${amount < 0 ? '-' : ''}${dollars}.${String(rest).padStart(2, '0')}`
}
const isClose = (amount: number, known: number): boolean => known !== 0 && Math.abs(amount - known) <= Math.abs(known) * CLOSE

function amounts(field: MoneyField, cell: string, facts: LineFacts, isDependent: boolean): Likely[] {
  const known = facts.booked?.amounts[field] ?? null
  const read = readMoney(cell)
  const amount = read === null || isUnreadable(read) ? null : read
  const found: Likely[] = []
  const led = isDependent ? null : leadsTo(field, facts.cells)
  if (led !== null && led.amount !== amount) {
    const digits = amount !== null && areSwapped(written(amount), written(led.amount)) ? ', with two digits exchanged' : ''
    found.push({ value: written(led.amount), reason: `${led.reason}${digits}.` })
  }
  const otherwise = cell === '' ? null : readOtherwise(cell)
  if (otherwise !== null && otherwise.amount !== amount && (known === null || isClose(otherwise.amount, known)))
    found.push({
      value: written(otherwise.amount),
      reason: `${otherwise.reason}${known === null ? '' : `, it is close to the ${labelOf(field)} ${posted(field, facts)}`}.`,
    })
  if (amount !== null && amount !== 0 && known !== null && Math.abs(amount - known) > Math.abs(known) * FAR)
    for (const { by, words: said } of SIZES) {
      const other = Math.round(amount * by)
      if (isClose(other, known))
        found.push({ value: written(other), reason: `${said}, it is close to the ${labelOf(field)} ${posted(field, facts)}.` })
    }
  if (known !== null && STAYING.includes(field) && known !== amount)
    found.push({ value: written(known), reason: `The ${labelOf(field)} ${posted(field, facts)}.` })
  return found
}

/** Another way to read what cannot be read, or not so: decimals after a comma, a credit or debit in letters. */
function readOtherwise(cell: string): { amount: Cents; reason: string } | null {
  const text = cell.replace(/[\s$]/g, '')
  if (/^-?(\d{1,3}(\.\d{3})+|\d+),\d{1,2}$/.test(text)) {
    const amount = readMoney(text.replaceAll('.', '').replace(',', '.'))
    return amount === null || isUnreadable(amount) ? null : { amount, reason: 'Read with a comma before the decimals' }
  }
  const lettered = /^(.*\d)(CR|DR)$/i.exec(text)
  if (lettered) {
    const amount = readMoney(lettered[1] ?? '')
    return amount === null || isUnreadable(amount) ? null : { amount, reason: `Read without ${(lettered[2] ?? '').toUpperCase()}` }
  }
  return null
}

function rates(field: RateField, cell: string, facts: LineFacts): Likely[] {
  const known = facts.booked?.rates[field]
  if (known === undefined) return []
  const read = readRate(cell)
  const number = Number(cell.replace(/[^\d.-]/g, ''))
  const percent = (fraction: number) => `${Number((fraction * 100).toPrecision(9))}%`
  const found: Likely[] = []
  if (number > 0)
    for (const divisor of [1, 100, 10_000])
      if (Math.abs(number / divisor - known) <= 0.0025 && (read === null || isUnreadable(read) || Math.abs(read - known) > 0.0025))
        found.push({ value: percent(number / divisor), reason: `It is then close to the ${labelOf(field)} ${posted(field, facts)}.` })
  if (isUnreadable(read)) found.push({ value: percent(known), reason: `The ${labelOf(field)} ${posted(field, facts)}.` })
  return found
}

/** Excel counts days from the last of December 1899. */
const FIRST_SERIAL = plainDate('1899-12-30')
const SERIALS = { least: 10_000, most: 60_000 }

function dates(field: FeedField, cell: string, facts: LineFacts): Likely[] {
  const known = facts.booked?.dates[field]
  const order = facts.orderOf(field)
  const latest = field === 'insuredDateOfBirth' ? 2019 : undefined
  const found: Likely[] = []
  const read = cell === '' ? null : readDate(cell, latest, order)
  const other = readDate(cell, latest, order === 'MDY' ? 'DMY' : 'MDY')
  if (field === 'asOfDate' && facts.fileMonth !== null && read !== null && !isUnreadable(read) && addMonthEnds(read, 0) !== facts.fileMonth)
    found.push({ value: facts.fileMonth, reason: 'The month end of most rows of the file.' })
  if (cell !== '' && other !== null && other !== read && !isUnreadable(other)) {
    const why = other === known ? ', as the register has it' : field === 'asOfDate' && isMonthEnd(other) ? ', a month end' : ''
    const isUnread = isUnreadable(read)
    if (isUnread || why !== '') found.push({ value: other, reason: `Read with the ${order === 'MDY' ? 'day' : 'month'} first${why}.` })
  }
  const serial = /^\d{5}(\.\d+)?$/.test(cell) ? Math.floor(Number(cell)) : 0
  if (serial >= SERIALS.least && serial <= SERIALS.most)
    found.push({ value: addDays(FIRST_SERIAL, serial), reason: 'Read as the day number of a spreadsheet.' })
  if (known !== undefined) {
    const isExchanged = read !== null && !isUnreadable(read) && areDayAndMonthExchanged(read, known)
    found.push({ value: known, reason: `The ${labelOf(field)} in the register${isExchanged ? ', with day and month exchanged' : ''}.` })
  }
  return found
}

const SAID: Record<string, string> = { true: 'Yes', false: 'No' }

function words(field: FeedField, { booked }: LineFacts): Likely[] {
  const known = WORDS.includes(field) ? booked?.words[field] : undefined
  return known === undefined
    ? []
    : [
        {
          value: SAID[known] ?? (known.length === 1 ? known : known.replaceAll('_', ' ').toLowerCase()),
          reason: `The ${labelOf(field)} in the register.`,
        },
      ]
}

/** Why a number of the register may be the one that a line means; null where it is another. */
export function sameNumber(written: string, registered: string): string | null {
  const [one, other] = [matchKey(written), matchKey(registered)]
  if (one === '' || one === other) return null
  if (one.replace(/^0+/, '') === other.replace(/^0+/, '')) return 'The register has it with its leading zeros.'
  return lookAlike(one) === lookAlike(other) ? 'The register has it with a letter and a digit that look alike exchanged.' : null
}
/** How the number of a policy that is missing from the file comes close to one that the register lacks; null where they differ by more than one slip. */
export function closeNumber(written: string, missing: string): string | null {
  const [one, other] = [matchKey(written), matchKey(missing)]
  const slip = areSwapped(one, other)
    ? 'two neighboring characters are exchanged'
    : differsByOne(one, other)
      ? 'one character differs'
      : null
  return slip && `${missing} is missing from the file, and ${slip}.`
}
const differsByOne = (one: string, other: string): boolean =>
  one.length === other.length && Array.from(one).filter((sign, place) => sign !== other[place]).length === 1

/** Letters and digits that are taken for each other; a database compares with the same ones. */
export const LOOK_ALIKE = { letters: 'OILSBZ', digits: '011582' } as const
const lookAlike = (key: string): string =>
  Array.from(key)
    .map((sign) => LOOK_ALIKE.digits[LOOK_ALIKE.letters.indexOf(sign)] ?? sign)
    .join('')
