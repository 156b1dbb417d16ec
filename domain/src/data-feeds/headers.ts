/** Headers of carriers' files: the field that each names, which of two that could be one is read, and what only few may see. */

import { FEED_FIELD_NAMES, FEED_FIELDS, type FeedField, isFeedField } from './columns.ts'
import { isUndescribed } from './fixed-layout.ts'

/** The field that a header names, or undefined when it is not known. "Pol. #", "POLICY NO" and "Policy Number" are one. */
export function recognizeHeader(header: string): FeedField | undefined {
  return BY_HEADER.get(normalizeHeader(header)) ?? BY_LETTERS.get(lettersOf(header))
}

/** Words that tell two figures of one field apart, and not which of them is the field. */
const QUALIFIERS = new Set([
  'gross',
  'net',
  'total',
  'full',
  'base',
  'before',
  'after',
  'loan',
  'loans',
  'less',
  'declared',
  'new',
  'actual',
])

/** The field that a header nobody knows would be without such a word: “Gross Death Benefit”. It may be the one, where another column is read as it. */
export function rivalOf(header: string): FeedField | undefined {
  const words = normalizeHeader(header).split(' ')
  const rest = words.filter((word) => !QUALIFIERS.has(word))
  return rest.length === words.length || rest.length === 0 ? undefined : recognizeHeader(rest.join(' '))
}

/** Columns of which each could be one field. */
export interface HeaderContest {
  field: FeedField
  columns: number[]
  /** The column that a mapping names for it, to which the others came later; null where nobody chose, and none is read. */
  chosen: number | null
}
export interface ResolvedHeaders {
  fields: Map<number, FeedField>
  contests: HeaderContest[]
}

/**
 * The field of each header: what a mapping says, else what is recognized. A field comes from one column: where two could be it and no mapping says which,
 * none is taken. A header that a mapping silences (null) contests nothing.
 * @param kept header to field (null: deliberately not read), as kept for a carrier or given by a person
 */
export function resolveHeaders(headers: readonly string[], kept: Readonly<Record<string, string | null>> = {}): ResolvedHeaders {
  const exact = new Map(Object.entries(kept))
  const alike = new Map(
    Object.entries(kept).flatMap(([header, target]) => (headers.includes(header) ? [] : [[normalizeHeader(header), target]])),
  )
  const said = (header: string) => (exact.has(header) ? exact.get(header) : alike.get(normalizeHeader(header)))
  const columnsOf = new Map<FeedField, { chosen: number[]; recognized: number[] }>()
  const claim = (kind: 'chosen' | 'recognized', column: number, target: string | null | undefined) => {
    if (!target || !isFeedField(target)) return
    const claims = columnsOf.get(target) ?? { chosen: [], recognized: [] }
    columnsOf.set(target, claims)
    claims[kind].push(column)
  }
  for (const [column, header] of headers.entries()) claim('chosen', column, said(header))
  for (const [column, header] of headers.entries()) if (said(header) === undefined) claim('recognized', column, recognizeHeader(header))
  const resolved: ResolvedHeaders = { fields: new Map(), contests: [] }
  for (const [field, { chosen, recognized }] of columnsOf) {
    const columns = [...chosen, ...recognized]
    const only = chosen.length === 1 ? chosen[0] : columns.length === 1 ? columns[0] : undefined
    if (only !== undefined) resolved.fields.set(only, field)
    if (columns.length > 1) resolved.contests.push({ field, columns: columns.toSorted((a, b) => a - b), chosen: only ?? null })
  }
  return resolved
}

/** Columns that hold what only few may see, by their field or by their own name: taking the field away does not open a column. */
export const isPersonal = (header: string, field: string | null | undefined): boolean =>
  isPersonalField(field) ||
  isPersonalField(recognizeHeader(header)) ||
  isSocialSecurity(header) ||
  isUndescribed(header) ||
  /\b(dob|birth)/.test(normalizeHeader(header))
export const isPersonalField = (field: string | null | undefined): boolean => PERSONAL.has(field ?? '')
const PERSONAL: ReadonlySet<string> = new Set(['insuredDateOfBirth', 'insuredSsnLast4', 'annualCompensation'] satisfies FeedField[])
/** Columns that name the insured, by their field or by their own name. */
export const namesInsured = (header: string, field: string | null | undefined): boolean =>
  isNameField(field) || isNameField(recognizeHeader(header))
const isNameField = (field: string | null | undefined): boolean => NAME_FIELDS.some((name) => name === field)
const NAME_FIELDS = ['insuredName', 'insuredFirstName', 'insuredLastName']
export const isSocialSecurity = (header: string): boolean =>
  /\b(ssn|social security|soc sec|taxpayer id|tin)\b/i.test(`${header} ${normalizeHeader(header)}`)

/** Headers alike but for case, punctuation, units in brackets and abbreviations become equal. */
export function normalizeHeader(header: string): string {
  const words = header
    .replace(/\((\$|usd|us\$|%|in dollars|\d+)\)/gi, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll('&', ' and ')
    .replace(/\bw\/d\b/g, 'withdrawals')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'the' && word !== 'of' && word !== 'in' && word !== 'usd')
  return words.map((word) => WORDS[word] ?? word).join(' ')
}

const WORDS: Record<string, string> = {
  no: 'number',
  num: 'number',
  nbr: 'number',
  nr: 'number',
  pol: 'policy',
  dt: 'date',
  amt: 'amount',
  chg: 'charge',
  chgs: 'charge',
  charges: 'charge',
  surr: 'surrender',
  cum: 'cumulative',
  prem: 'premium',
  premiums: 'premium',
  beg: 'beginning',
  begin: 'beginning',
  int: 'interest',
  bal: 'balance',
  guar: 'guaranteed',
  gtd: 'guaranteed',
  ben: 'benefit',
  acct: 'account',
  val: 'value',
  tot: 'total',
  cert: 'certificate',
  cur: 'current',
  stat: 'status',
  eff: 'effective',
  inst: 'institution',
  accum: 'accumulated',
  withdrawal: 'withdrawals',
  ins: 'insurance',
  valuation: 'value',
  stmt: 'statement',
  spec: 'specified',
}

/** CASHSURRVALUE: mainframes drop the spaces that tell words apart. */
const lettersOf = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]+/g, '')

// Made once: where two fields claim one header, the first listed keeps it.
const BY_HEADER = new Map<string, FeedField>()
const BY_LETTERS = new Map<string, FeedField>()
for (const name of FEED_FIELD_NAMES)
  for (const header of FEED_FIELDS[name].headers) {
    const [key, letters] = [normalizeHeader(header), lettersOf(header)]
    if (!BY_HEADER.has(key)) BY_HEADER.set(key, name)
    if (!BY_LETTERS.has(letters)) BY_LETTERS.set(letters, name)
  }
