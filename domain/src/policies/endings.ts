/**
 * A change of a policy's status in the ledger: what it asks for, the transaction it brings along, and the journal entry that its month's report will suggest.
 * One function for a status entered by hand and one accepted from a carrier's file; pages show by it what the server books.
 */

import { type LedgerAccounts, type LedgerEntry, ledgerEntries } from '../calculations/journal-entries.ts'
import { additionsOf, type Flow, removalsOf } from '../calculations/yields.ts'
import { type Cents, cents, formatMoney } from '../primitives/money.ts'
import { addMonthEnds, formatDate, formatMonth, monthEnd, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'
import type { TransactionType } from './register.ts'
import { type Refusals, refusals } from './rules.ts'
import { POLICY_STATUSES, type PolicyStatus } from './statuses.ts'

/** Where the cash surrender value of a policy that ends goes, and the transaction that says so. */
export const SETTLEMENTS = {
  CASH: { label: 'Cash received', transaction: 'SURRENDER' },
  EXCHANGE_CLEARING: { label: 'Section 1035 exchange clearing', transaction: 'EXCHANGE_OUT' },
  CLAIM_RECEIVABLE: { label: 'Claim receivable', transaction: 'DEATH_CLAIM' },
  EXPENSE: { label: 'Expense: nothing comes in', transaction: 'STATUS_CHANGE' },
} as const satisfies Record<string, { label: string; transaction: TransactionType }>
export type Settlement = keyof typeof SETTLEMENTS

/** How each status settles the value; none for one in which the policy goes on, and where there are several somebody chooses. */
export const STATUS_SETTLEMENTS: Record<PolicyStatus, readonly Settlement[]> = {
  PENDING: [],
  IN_FORCE: [],
  GRACE: [],
  PAID_UP: [],
  DEATH_CLAIM_PENDING: [],
  DEATH_PAID: ['CLAIM_RECEIVABLE'],
  SURRENDERED: ['CASH'],
  EXCHANGED_OUT: ['EXCHANGE_CLEARING'],
  LAPSED: ['EXPENSE', 'CASH'],
  TRANSFERRED: ['EXCHANGE_CLEARING', 'CASH', 'EXPENSE'],
}
/** Tolerance of the value: receipts may differ by so much, for interest since the last month end, without a question. */
const TOLERANCE = 0.01

/** How a status was settled, by the type of its transaction; null when that says nothing. */
export const settlementOf = (status: PolicyStatus, transaction: string | null): Settlement | null =>
  STATUS_SETTLEMENTS[status].find((settlement) => SETTLEMENTS[settlement].transaction === transaction) ?? null

/** The entered facts of a status. */
export interface StatusTerms {
  status: PolicyStatus
  effectiveDate: PlainDate
  /** Null where the status leaves no choice. */
  settlement: Settlement | null
  /** Received in cash, transferred by the exchange, or released by the claim. */
  releasedCents: Cents | null
  /** That the amount is right though it differs from the value by more than the tolerance. */
  differenceConfirmed: boolean
}

/** A value at a month end; of the death benefit the institution's share. */
export interface PostedValue {
  asOfDate: PlainDate
  cashSurrenderValue: Cents
  institutionDeathBenefit: Cents
}
/** The register's value that a status ends. */
export interface StatusGround {
  /** Last posted before the day; null when none is. */
  value: PostedValue | null
  /** Since that value and up to the day, without those of the status itself. */
  flows: readonly Flow[]
}

/** @param values posted, in any order @param flows of the policy, without those of the status itself */
export function groundAt({ values, flows }: { values: readonly PostedValue[]; flows: readonly Flow[] }, day: PlainDate): StatusGround {
  const value = values.filter(({ asOfDate }) => asOfDate < day).reduce<PostedValue | null>(later, null)
  return { value, flows: flows.filter(({ date }) => date <= day && (value === null || date > value.asOfDate)) }
}
const later = (one: PostedValue | null, other: PostedValue): PostedValue => (one === null || other.asOfDate > one.asOfDate ? other : one)

export interface StatusEffect {
  /** By field, what is missing or cannot be; the rest holds once there is nothing. */
  refused: Refusals
  settlement: Settlement | null
  transaction: { type: TransactionType; amountCents: Cents | null }
  /** By what the amount lies above the value (income) or below it (expense); null when no value is posted. */
  difference: Cents | null
  /** The journal entry that its month's report will suggest. */
  entries: LedgerEntry[]
  /** Why the entries do not tell all; null when they do. */
  note: string | null
}

export function statusEffect(terms: StatusTerms, ground: StatusGround, accounts: LedgerAccounts = {}): StatusEffect {
  const { status, effectiveDate, releasedCents: given } = terms
  const choices = STATUS_SETTLEMENTS[status]
  const carried = carriedValue(ground)
  if (choices.length === 0) return withoutSettlement(terms)
  const settlement = terms.settlement ?? onlyOne(choices) ?? (carried === 0 && choices.includes('EXPENSE') ? 'EXPENSE' : null)
  const isPossible = settlement !== null && choices.includes(settlement)
  const writesOff = settlement === 'EXPENSE'
  // A claim releases the value as it stands; money is what came in, and only a person knows it.
  const amount = writesOff ? null : (given ?? (settlement === 'CLAIM_RECEIVABLE' ? carried : null))
  const difference = carried === null ? null : cents((amount ?? 0) - carried)
  const known = isPossible && (writesOff || amount !== null)
  const isUnlike = known && difference !== null && carried !== null && Math.abs(difference) > Math.abs(carried) * TOLERANCE
  const refused = refusals([
    [settlement === null, 'settlement', `Choose where the value goes: ${choices.map((choice) => WAYS[choice]).join(', ')}.`],
    [
      settlement !== null && !isPossible,
      'settlement',
      `${POLICY_STATUSES[status].label} is settled by ${choices.map((choice) => WAYS[choice]).join(', or ')}.`,
    ],
    [
      writesOff && given !== null && given !== 0,
      'releasedCents',
      'Nothing comes in where the value is written off to expense: leave it empty.',
    ],
    [isPossible && !writesOff && amount === null, 'releasedCents', AMOUNT_MISSING[settlement ?? 'CASH']],
    [isUnlike && !terms.differenceConfirmed, 'differenceConfirmed', differenceInWords(status, difference ?? cents(0), ground)],
  ])
  const transaction = { type: SETTLEMENTS[settlement ?? 'EXPENSE'].transaction, amountCents: amount }
  const begins = addMonthEnds(monthEnd(yearOf(effectiveDate), monthOf(effectiveDate)), -1)
  const isKnown = ground.value?.asOfDate === begins
  return {
    refused,
    settlement,
    transaction,
    difference,
    entries: known ? entriesOf(terms, transaction, isKnown ? difference : null, ground, accounts) : [],
    note:
      isKnown || !known
        ? null
        : `No value is posted for ${formatDate(begins)}: the report of the month will not show what the policy gained or lost.`,
  }
}

/** The value that is left to settle: the last posted one with what went in and out since. */
export const carriedValue = ({ value, flows }: StatusGround): Cents | null =>
  value && cents(value.cashSurrenderValue + additionsOf(flows) - removalsOf(flows))

const onlyOne = (choices: readonly Settlement[]): Settlement | undefined => (choices.length === 1 ? choices[0] : undefined)

const WAYS: Record<Settlement, string> = {
  CASH: 'cash received',
  EXCHANGE_CLEARING: 'the section 1035 exchange clearing account',
  CLAIM_RECEIVABLE: 'the claim receivable',
  EXPENSE: 'expense, when nothing comes in',
}
const AMOUNT_MISSING: Record<Settlement, string> = {
  CASH: 'Enter the amount received in cash.',
  EXCHANGE_CLEARING: 'Enter the amount that was transferred to the new contract.',
  CLAIM_RECEIVABLE: 'Enter the cash surrender value released: none is posted before that day.',
  EXPENSE: '',
}

function differenceInWords(status: PolicyStatus, difference: Cents, { value }: StatusGround): string {
  const books = `${formatMoney(cents(Math.abs(difference)))} ${difference < 0 ? 'to expense' : 'to income'}`
  const rare = status === 'LAPSED' ? ' A policy seldom lapses with a value: check whether it was surrendered, exchanged or paid up.' : ''
  return `${formatMoney(value?.cashSurrenderValue)} was posted for ${formatDate(value?.asOfDate)}, so this books ${books}.${rare} Confirm that it is right.`
}

/** A status in which the policy goes on moves no money. */
function withoutSettlement({ status, settlement, releasedCents }: StatusTerms): StatusEffect {
  const sentence = `${POLICY_STATUSES[status].label} does not end the policy, so nothing is settled.`
  return {
    refused: refusals([
      [settlement !== null, 'settlement', sentence],
      [releasedCents !== null && releasedCents !== 0, 'releasedCents', sentence],
    ]),
    settlement: null,
    transaction: { type: 'STATUS_CHANGE', amountCents: null },
    difference: null,
    entries: [],
    note: null,
  }
}

/** By the rules of the report itself: the same movement of the same policy. */
function entriesOf(
  { status, effectiveDate }: StatusTerms,
  { type, amountCents }: StatusEffect['transaction'],
  difference: Cents | null,
  { value }: StatusGround,
  accounts: LedgerAccounts,
): LedgerEntry[] {
  const flow = type === 'SURRENDER' || type === 'EXCHANGE_OUT' || type === 'DEATH_CLAIM' ? type : null
  return ledgerEntries(
    [
      {
        increase: difference,
        flows: flow && amountCents !== null && amountCents !== 0 ? [{ type: flow, amount: amountCents }] : [],
        institutionDeathBenefit: status === 'DEATH_PAID' ? (value?.institutionDeathBenefit ?? null) : null,
        isClaimPaid: status === 'DEATH_PAID',
      },
    ],
    accounts,
    formatMonth(effectiveDate),
  )
}
