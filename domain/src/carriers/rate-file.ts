/** Declared rates from a file: each line a product, a date and a rate; compared with what the rate table holds. */
import { formatDecimal, formatPercent } from '../primitives/money.ts'
import { formatDate, type PlainDate } from '../primitives/period.ts'
import { dateIn, findColumns, isMonthFirst, type LineProblem, numberIn, type ReadTable, type TextRow } from './table-file.ts'

export interface RatedProduct {
  id: number
  productName: string
  carrierCode: string
  carrierName: string
  legalName: string
}

export interface ReadRate {
  line: number
  product: RatedProduct
  effectiveOn: PlainDate
  /** A fraction a year. */
  grossRate: number
  /** Null where the line has none of its own. */
  source: string | null
}

const COLUMNS = {
  carrier: { label: 'Carrier', headers: ['carrier', 'carrier code', 'company', 'insurer'], isNeeded: false },
  product: { label: 'Product', headers: ['product', 'product name', 'plan'], isNeeded: true },
  effectiveOn: {
    label: 'Effective date',
    headers: ['effective date', 'effective', 'effective from', 'effective on', 'date', 'from'],
    isNeeded: true,
  },
  grossRate: {
    label: 'Gross rate (%)',
    headers: ['gross rate', 'declared rate', 'crediting rate', 'gross crediting rate', 'credited rate', 'rate'],
    isNeeded: true,
  },
  source: { label: 'Source', headers: ['source'], isNeeded: false },
} as const
const FIELDS = ['carrier', 'product', 'effectiveOn', 'grossRate', 'source'] as const
const LONGEST_SOURCE = 300
/** Fractions a year that a declared rate lies between. */
export const RATE_BOUNDS = { least: -0.5, most: 0.5 } as const
/** Days that a rate may be effective from. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'

export function readRates(rows: readonly TextRow[], products: readonly RatedProduct[]): ReadTable<ReadRate> {
  const { cellOf, headerOf, body, problems, notes } = findColumns(rows, COLUMNS, FIELDS)
  const lines: ReadRate[] = []
  const seen = new Map<string, number>()
  const inPercent = /%|percent/i.test(headerOf('grossRate'))
  for (const row of body) {
    const found: string[] = []
    const take = <Value>(read: Value | string): Value | undefined => {
      if (typeof read !== 'string') return read
      found.push(read)
      return undefined
    }
    const product = take(productIn(cellOf(row, 'carrier'), cellOf(row, 'product'), products))
    const day = take(dayIn(cellOf(row, 'effectiveOn')))
    const rate = take(rateIn(cellOf(row, 'grossRate'), inPercent))
    const source = cellOf(row, 'source')
    if (source.length > LONGEST_SOURCE) found.push(`The source is longer than ${LONGEST_SOURCE} characters.`)
    if (product && day) {
      const key = `${product.id} ${day.date}`
      const before = seen.get(key)
      if (before === undefined) seen.set(key, row.line)
      else found.push(`Line ${before} has a rate of ${product.productName} from ${formatDate(day.date)} already.`)
    }
    if (found.length > 0 || !product || !day || rate === undefined)
      problems.push(...found.map((message): LineProblem => ({ line: row.line, message })))
    else lines.push({ line: row.line, product, effectiveOn: day.date, grossRate: rate, source: source === '' ? null : source })
  }
  const written = body.map((row) => cellOf(row, 'effectiveOn')).find(isMonthFirst)
  const date = written === undefined ? undefined : dateIn(written)
  if (date) notes.push(`Dates are read with the month first: ${written} is ${formatDate(date)}.`)
  return { lines: problems.length > 0 ? [] : lines, problems, notes }
}

/** In an object, because a string is a problem. */
function dayIn(cell: string): { date: PlainDate } | string {
  if (cell === '') return 'The effective date is missing.'
  const date = dateIn(cell)
  if (date === undefined) return `“${cell}” is not a date. Write it as 2026-01-31 or 1/31/2026.`
  return date < FIRST_DAY || date > LAST_DAY ? `The year of ${formatDate(date)} is out of range.` : { date }
}

function rateIn(cell: string, inPercent: boolean): number | string {
  if (cell === '') return 'The rate is missing.'
  const isPercent = cell.endsWith('%')
  const number = numberIn(cell.replace(/\s*%$/, ''))
  if (number === undefined) return `“${cell}” is not a rate. Write it as 4.10%.`
  if (!isPercent && !inPercent)
    return `It is not clear whether “${cell}” is a percentage or a fraction. Write 4.10%, or head the column “Gross rate (%)”.`
  const fraction = Number((number / 100).toFixed(10))
  if (fraction < RATE_BOUNDS.least || fraction > RATE_BOUNDS.most)
    return `${formatDecimal(number)}% is not a crediting rate, which lies between ${formatPercent(RATE_BOUNDS.least, 0)} and ${formatPercent(RATE_BOUNDS.most, 0)}.`
  return fraction
}

function productIn(carrier: string, name: string, products: readonly RatedProduct[]): RatedProduct | string {
  if (name === '') return 'The product is missing.'
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const ofCarrier =
    carrier === ''
      ? products
      : products.filter((product) => [product.carrierCode, product.carrierName, product.legalName].some((known) => same(known, carrier)))
  if (ofCarrier.length === 0) return `No carrier is called “${carrier}”, or it has no products. Use its name or code.`
  const named = ofCarrier.filter((product) => same(product.productName, name))
  const [one] = named
  if (one && named.length === 1) return one
  if (named.length > 1) return `More than one carrier has a product called “${name}”. Add the column Carrier.`
  return carrier === ''
    ? `No carrier has a product called “${name}”.`
    : `${ofCarrier[0]?.carrierName ?? carrier} has no product called “${name}”. It has ${ofCarrier.map(({ productName }) => productName).join(', ')}.`
}

/** A rate that the table holds. */
export interface HeldRate {
  productId: number
  effectiveOn: string
  grossRate: number
}
export type RateChange = 'NEW' | 'CHANGED' | 'SAME'

/** A declared rate moves by less in one step. */
const USUAL_STEP = 0.01

export interface ComparedRate extends ReadRate {
  change: RateChange
  /** The rate that the table holds from the same day; null for a new one. */
  before: number | null
  /** Something that the reader should look at; null for none. */
  doubt: string | null
}

/** @param held every rate of the products of the lines */
export function compareRates(lines: readonly ReadRate[], held: readonly HeldRate[]): ComparedRate[] {
  const rates = new Map(held.map((rate) => [`${rate.productId} ${rate.effectiveOn}`, rate.grossRate]))
  const after = [
    ...held.filter((rate) => !lines.some(({ product, effectiveOn }) => product.id === rate.productId && effectiveOn === rate.effectiveOn)),
    ...lines.map(({ product, effectiveOn, grossRate }) => ({ productId: product.id, effectiveOn, grossRate })),
  ]
  const steps = Map.groupBy(after, ({ productId }) => productId)
  return lines.map((line) => {
    const before = rates.get(`${line.product.id} ${line.effectiveOn}`) ?? null
    const earlier = (steps.get(line.product.id) ?? [])
      .filter(({ effectiveOn }) => effectiveOn < line.effectiveOn)
      .toSorted((one, other) => (one.effectiveOn < other.effectiveOn ? -1 : 1))
      .at(-1)
    const step = earlier ? line.grossRate - earlier.grossRate : 0
    return {
      ...line,
      before,
      change: before === null ? 'NEW' : Math.abs(before - line.grossRate) < 1e-9 ? 'SAME' : 'CHANGED',
      doubt:
        earlier && Math.abs(step) > USUAL_STEP
          ? `${formatDecimal(Math.abs(step) * 100)} points ${step > 0 ? 'above' : 'below'} the rate before it. Is that correct?`
          : null,
    }
  })
}
