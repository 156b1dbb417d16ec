/**
 * Fields proposed for columns whose headers nobody knows, from their cells: by how many rows agree with the register and with the last posted month.
 * A proposal is never more than that: a person takes it.
 */
import { type Cents, cents } from '../primitives/money.ts'
import { formatDate, formatMonth, isMonthEnd, type PlainDate } from '../primitives/period.ts'
import {
  isUnreadable,
  LATEST_BIRTH_YEAR,
  matchKey,
  readDate,
  readGender,
  readMoney,
  readRate,
  readStatus,
  readText,
  readYesNo,
} from './cell-values.ts'
import { FEED_FIELDS, type FeedField, REQUIRED_FIELDS } from './columns.ts'
import { MONEY_FIELDS } from './row.ts'

/** The register's facts of one policy under the fields of a feed: amounts in cents, rates as fractions, dates, words. */
export interface BookedPolicy {
  amounts: Partial<Record<FeedField, Cents>>
  rates: Partial<Record<FeedField, number>>
  dates: Partial<Record<FeedField, PlainDate>>
  words: Partial<Record<FeedField, string>>
}

/** A column with its cells, row by row in the order of all other columns. */
export interface CellsOfColumn {
  header: string
  cells: readonly string[]
}

export interface ProposalBasis {
  /** Columns that nothing reads. */
  open: readonly CellsOfColumn[]
  /** The column of policy numbers, where one is read as such. */
  policyNumbers: CellsOfColumn | null
  /** Columns that are read already, with the field of each: one of them may hold the same figures. */
  read: readonly (CellsOfColumn & { field: FeedField })[]
  /** By match key. */
  book: ReadonlyMap<string, BookedPolicy>
  /** The month that amounts and rates of the book were posted for; null where policies differ in it. */
  month: PlainDate | null
  isCarrier: (cell: string) => boolean
  isInstitution: (cell: string) => boolean
}

export interface MappingProposal {
  header: string
  field: FeedField
  /** At least nine of ten rows and five of them are equal to the book, amounts to the cent, and no other column or field fits as well. */
  sure: boolean
  reason: string
}

interface Fit {
  column: CellsOfColumn
  field: FeedField
  compared: number
  agreeing: number
  /** Mean relative distance from the book of the rows that agree; 0 where they are equal to it. */
  distance: number
  what: string
}

const RATES = ['grossCreditingRate', 'netCreditingRate', 'guaranteedRate'] as const
const RATE_WITHIN = 0.0005
/** Per cent and fractions come to the same rate but for the last binary digit. */
const RATE_IS_EQUAL = 1e-9
const DATES = ['issueDate', 'insuredDateOfBirth'] as const
const OF_REGISTER: ReadonlySet<FeedField> = new Set(['faceAmount', 'costBasis'])

const LEAST_RATIO = 0.6
const SURE = { ratio: 0.9, rows: 5 }
/** A fit this much behind the best one is a rival. */
const RIVAL = { ratio: 0.1, distance: 0.002 }

/** In the order of the columns, one field a column and one column a field at most. */
export function proposeMapping(basis: ProposalBasis): MappingProposal[] {
  const taken = new Set(basis.read.map(({ field }) => field))
  const numbers = basis.policyNumbers ? null : bestNumbers(basis)
  const policies = policiesOf(basis.policyNumbers ?? numbers?.column ?? null, basis.book)
  const fits = [
    ...(numbers ? [numbers] : []),
    ...basis.open
      .filter((column) => column !== numbers?.column)
      .flatMap((column) => fitsOf(column, policies, basis).filter(({ field }) => !taken.has(field))),
  ].filter(isLikely)
  const chosen: Fit[] = []
  for (const fit of fits.toSorted(byFit))
    if (!chosen.some(({ column, field }) => column === fit.column || field === fit.field)) chosen.push(fit)
  const read =
    chosen.length === 0 ? [] : basis.read.map((column) => ({ ...column, fits: fitsOf(column, policies, basis).filter(isLikely) }))
  return basis.open.flatMap((column) => {
    const fit = chosen.find((one) => one.column === column)
    if (!fit) return []
    const alike = read.filter((other) => other.fits.some((one) => one.field === fit.field && fitsAlike(fit, one)))
    return [
      proposalOf(
        fit,
        fits,
        alike.map(({ header, field }) => `“${header}”, read as the ${labelOf(field)}, fits as well.`),
      ),
    ]
  })
}

const ratioOf = ({ compared, agreeing }: Fit): number => agreeing / compared
const isRequired = (field: FeedField): boolean => REQUIRED_FIELDS.some((name) => name === field)
const byFit = (one: Fit, other: Fit): number =>
  ratioOf(other) - ratioOf(one) ||
  Number(isRequired(other.field)) - Number(isRequired(one.field)) ||
  one.distance - other.distance ||
  other.compared - one.compared

const isLikely = (fit: Fit): boolean => fit.compared >= 2 && ratioOf(fit) >= LEAST_RATIO
const isAsFrequent = (fit: Fit, other: Fit): boolean => ratioOf(other) >= ratioOf(fit) - RIVAL.ratio
const isRival = (fit: Fit, other: Fit): boolean => isAsFrequent(fit, other) && other.distance <= fit.distance + RIVAL.distance
/** A fit that is only close decides nothing against a column that is close in as many rows, even if that one is closer; an equal fit does. */
const fitsAlike = (fit: Fit, other: Fit): boolean => (fit.distance > 0 ? isAsFrequent(fit, other) : isRival(fit, other))

function proposalOf(fit: Fit, fits: readonly Fit[], alike: readonly string[]): MappingProposal {
  const fields = fits.filter((other) => other.column === fit.column && other.field !== fit.field && isRival(fit, other))
  const columns = fits.filter((other) => other.field === fit.field && other.column !== fit.column && isRival(fit, other))
  const doubts = [
    ...(fields.length > 0 ? [`It could be the ${listed(fields.map(({ field }) => labelOf(field)))} as well.`] : []),
    ...(columns.length > 0 ? [`${listed(columns.map(({ column }) => `“${column.header}”`))} fits as well.`] : []),
    ...alike,
  ]
  const isCounted = fit.distance === 0 && fit.compared >= SURE.rows && ratioOf(fit) >= SURE.ratio
  return {
    header: fit.column.header,
    field: fit.field,
    sure: isCounted && doubts.length === 0,
    reason: [`${count(fit.agreeing)} of ${count(fit.compared)} ${fit.compared === 1 ? 'row' : 'rows'} ${fit.what}.`, ...doubts].join(' '),
  }
}

const count = (rows: number): string => rows.toLocaleString('en-US')
const labelOf = (field: FeedField): string => FEED_FIELDS[field].label.toLowerCase()
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** The open column with most policy numbers of the register. */
function bestNumbers({ open, book }: ProposalBasis): Fit | null {
  const fits = open.map((column) =>
    fitOf(column, 'policyNumber', 'hold the number of a policy in the register', (cell) => {
      const key = matchKey(readText(cell))
      return key === '' ? null : book.has(key)
    }),
  )
  return fits.filter((fit) => fit.compared > 0).toSorted(byFit)[0] ?? null
}

const policiesOf = (column: CellsOfColumn | null, book: ProposalBasis['book']): (BookedPolicy | null)[] =>
  (column?.cells ?? []).map((cell) => book.get(matchKey(readText(cell))) ?? null)

/** @param test whether a cell of a row agrees; the distance where that is measured; null where the row tells nothing */
function fitOf(
  column: CellsOfColumn,
  field: FeedField,
  what: string,
  test: (cell: string, row: number) => boolean | { distance: number; agrees: boolean } | null,
): Fit {
  const fit: Fit = { column, field, compared: 0, agreeing: 0, distance: 0, what }
  let distances = 0
  for (const [row, cell] of column.cells.entries()) {
    const outcome = cell.trim() === '' ? null : test(cell, row)
    if (outcome === null) continue
    fit.compared++
    const { agrees, distance } = typeof outcome === 'boolean' ? { agrees: outcome, distance: 0 } : outcome
    if (!agrees) continue
    fit.agreeing++
    distances += distance
  }
  fit.distance = fit.agreeing === 0 ? 0 : distances / fit.agreeing
  return fit
}

function fitsOf(column: CellsOfColumn, policies: readonly (BookedPolicy | null)[], basis: ProposalBasis): Fit[] {
  const posted = basis.month === null ? 'posted last' : `posted for ${formatMonth(basis.month)}`
  const from = (field: FeedField) => `the ${labelOf(field)} ${OF_REGISTER.has(field) ? 'in the register' : posted}`
  return [
    ...amountFields().map(([field, { within, moves }]) =>
      orEqual(
        from(field),
        fitOf(column, field, `are within ${Math.round(within * 100)}% of ${from(field)}`, (cell, row) =>
          compareAmounts(readMoney(cell), policies[row]?.amounts[field] ?? null, within, moves === true),
        ),
      ),
    ),
    ...RATES.map((field) =>
      orEqual(
        from(field),
        fitOf(column, field, `are within ${RATE_WITHIN * 10_000} basis points of ${from(field)}`, (cell, row) => {
          const [read, known] = [readRate(cell), policies[row]?.rates[field]]
          if (known === undefined || read === null || isUnreadable(read)) return wrongUnless(known === undefined)
          const distance = Math.abs(read - known)
          return { agrees: distance <= RATE_WITHIN, distance: distance < RATE_IS_EQUAL ? 0 : distance }
        }),
      ),
    ),
    ...DATES.map((field) =>
      fitOf(column, field, `equal the ${labelOf(field)} in the register`, (cell, row) => {
        const known = policies[row]?.dates[field]
        const latest = field === 'insuredDateOfBirth' ? LATEST_BIRTH_YEAR : undefined
        return known === undefined ? null : (['MDY', 'DMY'] as const).some((order) => readDate(cell, latest, order) === known)
      }),
    ),
    ...wordFits(column, policies, basis),
    ...valuationDates(column),
  ]
}

/** A column that is equal in every row that agrees is said to be equal, and not to be close. */
const orEqual = (known: string, fit: Fit): Fit => (fit.agreeing > 0 && fit.distance === 0 ? { ...fit, what: `equal ${known}` } : fit)

const amountFields = () =>
  MONEY_FIELDS.flatMap((field) => {
    const { proposed } = FEED_FIELDS[field]
    return proposed ? [[field, proposed] as const] : []
  })

const wrongUnless = (isUntold: boolean): false | null => (isUntold ? null : false)

/** Zero beside zero tells nothing: half of the columns of a file are zero. */
function compareAmounts(read: ReturnType<typeof readMoney>, known: Cents | null, within: number, moves: boolean) {
  if (known === null) return null
  if (read === null || isUnreadable(read)) return false
  if (read === 0 && known === 0) return null
  const distance = known === 0 ? 1 : Math.abs(cents(read - known)) / Math.abs(known)
  return { agrees: distance <= within && !(moves && distance === 0), distance }
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

function wordFits(column: CellsOfColumn, policies: readonly (BookedPolicy | null)[], { isCarrier, isInstitution }: ProposalBasis): Fit[] {
  const compared = (field: FeedField, what: string, agrees: (cell: string, known: string) => boolean) =>
    fitOf(column, field, what, (cell, row) => {
      const known = policies[row]?.words[field]
      return known === undefined ? null : agrees(cell, known)
    })
  const same = (field: FeedField) =>
    compared(field, `equal the ${labelOf(field)} in the register`, (cell, known) => plain(readText(cell)) === plain(known))
  return [
    compared('insuredName', 'name the insured as the register does', (cell, known) => {
      const words = new Set(plain(cell).split(' '))
      return plain(known)
        .split(' ')
        .every((word) => words.has(word))
    }),
    same('insuredFirstName'),
    same('insuredLastName'),
    same('productName'),
    same('planName'),
    compared('insuredGender', 'have the gender in the register', (cell, known) => readGender(cell) === known),
    compared('mecIndicator', 'say of a modified endowment contract what the register says', (cell, known) => {
      const read = readYesNo(cell)
      return typeof read === 'boolean' && String(read) === known
    }),
    compared('policyStatus', 'have the policy status in the register', (cell, known) => readStatus(cell) === known),
    fitOf(column, 'carrierCode', 'name a carrier', (cell) => /[a-z]/i.test(cell) && isCarrier(cell)),
    fitOf(column, 'institutionName', 'name an institution of the portal', (cell) => /[a-z]/i.test(cell) && isInstitution(cell)),
  ]
}

/** One day in all rows, and the end of a month: nothing of a policy is alike in all of them. */
function valuationDates(column: CellsOfColumn): Fit[] {
  const filled = column.cells.filter((cell) => cell.trim() !== '')
  for (const order of ['MDY', 'DMY'] as const) {
    const dates = new Set(filled.map((cell) => readDate(cell, undefined, order)))
    const [only] = dates
    if (dates.size === 1 && only && !isUnreadable(only) && isMonthEnd(only))
      return [fitOf(column, 'asOfDate', `say ${formatDate(only)}, a month end`, () => true)]
  }
  return []
}
