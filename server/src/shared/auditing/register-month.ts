/** The register of one carrier at one month end, as the check of a file needs it. Fetched as text by `directory-query.ts`, decoded here. */

import type { FeedPolicyStatus } from '@corridor/domain/data-feeds/cell-values.ts'
import { NO_FLOWS } from '@corridor/domain/data-feeds/movements.ts'
import type { PolicyFacts, RecordedFlows } from '@corridor/domain/data-feeds/row.ts'
import type { SplitDollarAgreement, ValueAtDeath } from '@corridor/domain/policies/split-dollar.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'

/** Field and record separators of the text form: characters no name or number holds. */
export const FIELD = '\u001f'
export const RECORD = '\u001e'

export interface RegisterPolicy {
  policyId: number
  institutionId: number
  policyNumber: string
  policyStatus: FeedPolicyStatus
  issueDate: PlainDate | null
  faceAmount: Cents | null
  productName: string
  dateOfBirth: PlainDate | null
  gender: 'M' | 'F' | null
  isModifiedEndowment: boolean
  cannotFall: boolean
  annualCompensation: Cents | null
  employmentEnded: boolean
  agreement: SplitDollarAgreement | null
  deathBenefitOption: 'A' | 'B'
  costBasis: Cents
  diedOn: PlainDate | null
  /** Null also where nothing is posted for the last month end before the death. */
  death: ValueAtDeath | null
  prior: PolicyFacts['prior']
  before: PolicyFacts['before']
  recorded: RecordedFlows
  priorFlows: PolicyFacts['priorFlows']
  hasFaceChange: boolean
  /** Came into the book during the month other than by issue. */
  exchangedIn: boolean
}

/** Policies by match key, kept as text until a row asks for one: a file touches each once. */
export interface RegisterMonth {
  period: PlainDate
  policies: Map<string, string[]>
  /** Institutions with a value posted at the month end before. */
  withPrior: Set<number>
  /** Policies posted at the month end before, and what they average, in cents. */
  typical: { policies: number; cashSurrenderValue: number; deathBenefit: number }
  posted: ReadonlySet<number> // Policies with a value of the month itself; asked for files only.
  /** The last month posted, where nothing is posted for this one nor the one before: it lies before what the book has. */
  postedSince: PlainDate | null
}

export function decodeRegisterMonth(text: string, period: PlainDate): RegisterMonth {
  const policies = new Map<string, string[]>()
  const withPrior = new Set<number>()
  const [since = '', posted = '', averages = '', ...records] = text === '' ? [] : text.split(RECORD)
  const [count, cashSurrenderValue, deathBenefit] = averages.split(FIELD).map(Number)
  for (const record of records) {
    const first = record.indexOf(FIELD)
    const key = record.slice(0, first)
    const same = policies.get(key)
    if (same) same.push(record)
    else policies.set(key, [record])
    const second = record.indexOf(FIELD, first + 1)
    // The second field tells the institution, the third whether a value was posted the month before.
    if (record.charCodeAt(second + 1) === 49) withPrior.add(Number(record.slice(first + 1, second)))
  }
  const typical = { policies: count ?? 0, cashSurrenderValue: cashSurrenderValue ?? 0, deathBenefit: deathBenefit ?? 0 }
  return { period, policies, withPrior, typical, posted: idsIn(posted), postedSince: date(since) }
}

/** The order of the fields in the text form; `directory-query.ts` writes them so. */
export const REGISTER_FIELDS = [
  'matchKey',
  'institutionId',
  'hasPrior',
  'policyId',
  'policyNumber',
  'policyStatus',
  'issueDate',
  'faceAmount',
  'productName',
  'dateOfBirth',
  'gender',
  'cannotFall',
  'annualCompensation',
  'employmentEnded',
  'agreement',
  'priorCashSurrenderValue',
  'priorDeathBenefit',
  'priorAccountValue',
  'priorSurrenderCharge',
  'priorGrossRate',
  'beforeCashSurrenderValue',
  'beforeSurrenderCharge',
  'flows',
  'exchangedIn',
  'isModifiedEndowment',
  'deathBenefitOption',
  'costBasis',
  'diedOn',
  'deathCashSurrenderValue',
  'deathDeathBenefit',
] as const

const agreementOf = (text: string): SplitDollarAgreement | null => {
  if (text === '') return null
  const [benefitFormula = '', amount = '', fraction = '', cap = '', survives = '', from = '', to = ''] = text.split('|')
  return {
    benefitFormula: formulaOf(benefitFormula),
    amount: money(amount),
    fraction: fraction === '' ? null : Number(fraction),
    cap: money(cap),
    survivesTermination: survives === 't',
    effectiveDate: plainDate(from),
    terminationDate: date(to),
  }
}

/** The beginning of each field of the record that is being decoded: numbers are read in place, because a text for each would cost an import its speed. */
const starts = new Int32Array(REGISTER_FIELDS.length + 1)

function findFields(record: string): void {
  let field = 1
  for (let at = record.indexOf(FIELD); at >= 0 && field < REGISTER_FIELDS.length; at = record.indexOf(FIELD, at + 1))
    starts[field++] = at + 1
  starts.fill(record.length + 1, field)
}

const lengthAt = (index: number): number => (starts[index + 1] ?? 0) - (starts[index] ?? 0) - 1
const textAt = (record: string, index: number): string => record.slice(starts[index], (starts[index + 1] ?? 0) - 1)
const letterAt = (record: string, index: number): string => (lengthAt(index) === 1 ? record.charAt(starts[index] ?? 0) : '')

/** Whole numbers are digits, perhaps after a minus. */
function numberAt(record: string, index: number): number {
  const [start, end] = [starts[index] ?? 0, (starts[index + 1] ?? 0) - 1]
  const isNegative = record.charCodeAt(start) === 45
  let value = 0
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const digit = record.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number(record.slice(start, end))
    value = value * 10 + digit
  }
  return isNegative ? -value : value
}
const centsAt = (record: string, index: number): Cents => cents(numberAt(record, index))
const moneyAt = (record: string, index: number): Cents | null => (lengthAt(index) === 0 ? null : centsAt(record, index))

/** Institution and policy of a record, without decoding the rest. */
export function identityOf(record: string): { institutionId: number; policyId: number } {
  findFields(record)
  return { institutionId: numberAt(record, 1), policyId: numberAt(record, 3) }
}

export function decodePolicy(record: string): RegisterPolicy {
  findFields(record)
  const gender = letterAt(record, 10)
  const diedOn = date(textAt(record, 27))
  return {
    institutionId: numberAt(record, 1),
    policyId: numberAt(record, 3),
    policyNumber: textAt(record, 4),
    policyStatus: statusOf(textAt(record, 5)),
    issueDate: date(textAt(record, 6)),
    faceAmount: moneyAt(record, 7),
    productName: textAt(record, 8),
    dateOfBirth: date(textAt(record, 9)),
    gender: gender === 'M' || gender === 'F' ? gender : null,
    cannotFall: letterAt(record, 11) === 't',
    annualCompensation: moneyAt(record, 12),
    employmentEnded: letterAt(record, 13) === 't',
    agreement: agreementOf(textAt(record, 14)),
    prior:
      letterAt(record, 2) === '1'
        ? {
            cashSurrenderValue: centsAt(record, 15),
            deathBenefit: centsAt(record, 16),
            accountValueEnd: moneyAt(record, 17),
            surrenderCharge: moneyAt(record, 18),
            grossRate: lengthAt(19) === 0 ? null : Number(textAt(record, 19)),
          }
        : null,
    before: lengthAt(20) === 0 ? null : { cashSurrenderValue: centsAt(record, 20), surrenderCharge: moneyAt(record, 21) },
    ...flowsFrom(textAt(record, 22)),
    exchangedIn: letterAt(record, 23) === 't',
    isModifiedEndowment: letterAt(record, 24) === 't',
    deathBenefitOption: letterAt(record, 25) === 'B' ? 'B' : 'A',
    costBasis: centsAt(record, 26),
    diedOn,
    death:
      diedOn === null || lengthAt(28) === 0
        ? null
        : { on: diedOn, cashSurrenderValue: centsAt(record, 28), deathBenefit: centsAt(record, 29) },
  }
}

/** Most policies have none: their field is empty. Parts in the order in which `directory-query.ts` joins them. */
function flowsFrom(text: string): Pick<RegisterPolicy, 'recorded' | 'priorFlows' | 'hasFaceChange'> {
  if (text === '') return { recorded: NO_FLOWS, priorFlows: NONE_BEFORE, hasFaceChange: false }
  const part = text.split('|')
  const amount = (index: number): Cents => cents(Number(part[index]))
  const byHand = (index: number): Cents | null => money(part[index] ?? '')
  return {
    recorded: {
      premium: amount(0),
      refund: amount(1),
      withdrawal: amount(2),
      byHand: { premium: byHand(3), refund: byHand(4), withdrawal: byHand(5) },
      exchangeIn: amount(6),
      released: amount(7),
    },
    priorFlows: { in: amount(8), out: amount(9) },
    hasFaceChange: part[10] === 't',
  }
}
const NONE_BEFORE = { in: cents(0), out: cents(0) }

const idsIn = (text: string): Set<number> => new Set(text === '' ? [] : text.split(',').map(Number))
const money = (text: string): Cents | null => (text === '' ? null : cents(Number(text)))
/** The same few dates recur: each is looked at once. */
const dates = new Map<string, PlainDate>()
function date(text: string): PlainDate | null {
  if (text === '') return null
  const known = dates.get(text)
  if (known) return known
  if (dates.size > 50_000) dates.clear()
  const fresh = plainDate(text)
  dates.set(text, fresh)
  return fresh
}

const STATUSES = [
  'PENDING',
  'IN_FORCE',
  'GRACE',
  'PAID_UP',
  'DEATH_CLAIM_PENDING',
  'DEATH_PAID',
  'SURRENDERED',
  'EXCHANGED_OUT',
  'LAPSED',
  'TRANSFERRED',
] as const
const FORMULAS = ['FIXED_DOLLAR', 'PCT_OF_NAR', 'PCT_OF_DB', 'MULTIPLE_OF_SALARY', 'LESSER_OF'] as const
const statusOf = (text: string): FeedPolicyStatus => known(STATUSES, text)
const formulaOf = (text: string): SplitDollarAgreement['benefitFormula'] => known(FORMULAS, text)
function known<Word extends string>(words: readonly Word[], text: string): Word {
  const found = words.find((word) => word === text)
  if (found === undefined) throw new RangeError(`${text} is none of ${words.join(', ')}`)
  return found
}
