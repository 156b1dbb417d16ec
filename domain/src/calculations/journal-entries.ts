/** Journal entries from the movements of policies, at the amount that could be realized (ASC 325-30). Debits equal credits in every entry. */

import { type Cents, cents, sumCents } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'
import type { FlowType } from './yields.ts'

export interface LedgerAccount {
  number: string | null
  name: string
}
export type LedgerAccounts = Partial<Record<LedgerAccountKey, LedgerAccount>>

/** Names used until an institution or its site names its accounts. */
export const STANDARD_ACCOUNTS: Record<LedgerAccountKey, LedgerAccount> = {
  cashSurrenderValue: { number: null, name: 'Cash surrender value of life insurance' },
  otherIncome: { number: null, name: 'Other noninterest income, life insurance' },
  otherExpense: { number: null, name: 'Other noninterest expense, life insurance' },
  cash: { number: null, name: 'Cash' },
  claimReceivable: { number: null, name: 'Life insurance claim receivable' },
  exchangeClearing: { number: null, name: 'Section 1035 exchange clearing' },
}

/** Numbers and names as stored of an institution or proposed by a site: `cashNumber`, `cashName`. Null is not named. */
export type NamedAccounts = Record<`${LedgerAccountKey}Number` | `${LedgerAccountKey}Name`, string | null>

/** The account's name and number, from the institution, else its site, else the standard; number and name each on its own. */
export function accountsOf(...namings: readonly (NamedAccounts | null)[]): Record<LedgerAccountKey, LedgerAccount> {
  const first = (field: keyof NamedAccounts) => namings.map((named) => named?.[field] ?? null).find((text) => text !== null) ?? null
  const account = (key: LedgerAccountKey): LedgerAccount => ({
    number: first(`${key}Number`),
    name: first(`${key}Name`) ?? STANDARD_ACCOUNTS[key].name,
  })
  return {
    cashSurrenderValue: account('cashSurrenderValue'),
    otherIncome: account('otherIncome'),
    otherExpense: account('otherExpense'),
    cash: account('cash'),
    claimReceivable: account('claimReceivable'),
    exchangeClearing: account('exchangeClearing'),
  }
}

export const LEDGER_KINDS = [
  'growth',
  'decrease',
  'premium',
  'premiumRefund',
  'withdrawal',
  'surrender',
  'death',
  'claimReceipt',
  'exchangeOut',
  'exchangeIn',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

const TITLES: Record<LedgerKind, string> = {
  growth: 'Increase in cash surrender value',
  decrease: 'Decrease in cash surrender value',
  premium: 'Premiums paid',
  premiumRefund: 'Premiums refunded',
  withdrawal: 'Withdrawals',
  surrender: 'Surrenders',
  death: 'Death claims',
  claimReceipt: 'Death claims received',
  exchangeOut: 'Section 1035 exchanges out',
  exchangeIn: 'Section 1035 exchanges in',
}

export interface LedgerLine {
  accountNumber: string | null
  accountName: string
  debit: Cents | null
  credit: Cents | null
  memo: string
}
export interface LedgerEntry {
  kind: LedgerKind
  title: string
  lines: LedgerLine[]
}

/** Movements of one policy in the period. */
export interface PolicyMovement {
  /** Null when it is not known: nothing is then suggested for it. */
  increase: Cents | null
  flows: readonly { type: FlowType; amount: Cents }[]
  /** A death claim's amount due to the institution. Null when not known, then the value released stands in and no gain is booked. */
  institutionDeathBenefit: Cents | null
  /** The carrier paid the claim: what is receivable comes in with it. Interest that it adds after the death is income when it is known. */
  isClaimPaid: boolean
}

/** Sums by kind of what a policy's movement posts to the ledger; amounts are 0 or more. A claim's gain or loss is against the value released. */
export type LedgerAmounts = Record<LedgerKind | 'claimReceivable' | 'claimGain' | 'claimLoss', Cents>

/** @throws RangeError for a negative flow */
export function ledgerAmounts(movement: PolicyMovement): LedgerAmounts {
  const gain = movement.increase ?? cents(0)
  const of = (...types: FlowType[]) =>
    sumCents(movement.flows.filter(({ type }) => types.includes(type)).map(({ amount }) => requireAmount(amount)))
  const death = of('DEATH_CLAIM')
  const claim = death > 0 ? (movement.institutionDeathBenefit ?? death) : cents(0)
  return {
    growth: cents(Math.max(gain, 0)),
    decrease: cents(Math.max(-gain, 0)),
    premium: of('PREMIUM'),
    premiumRefund: of('PREMIUM_REFUND'),
    withdrawal: of('WITHDRAWAL'),
    surrender: of('SURRENDER'),
    death,
    claimReceipt: movement.isClaimPaid ? claim : cents(0),
    exchangeOut: of('EXCHANGE_OUT'),
    exchangeIn: of('EXCHANGE_IN'),
    claimReceivable: claim,
    claimGain: cents(Math.max(claim - death, 0)),
    claimLoss: cents(Math.max(death - claim, 0)),
  }
}

/** One entry for each kind of movement that occurred, in the order of `LEDGER_KINDS`. @param periodText of the memo: "December 2025" */
export function ledgerEntries(movements: Iterable<PolicyMovement>, accounts: LedgerAccounts, periodText: string): LedgerEntry[] {
  const all = [...movements].map(ledgerAmounts)
  const sum = (key: keyof LedgerAmounts) => sumCents(all.map((amounts) => amounts[key]))
  return LEDGER_KINDS.flatMap((kind) => {
    const amount = sum(kind)
    if (amount === 0) return []
    const post = (key: LedgerAccountKey, side: 'debit' | 'credit', value: Cents): LedgerLine => {
      const account = accounts[key] ?? STANDARD_ACCOUNTS[key]
      const memo = `${TITLES[kind]}, ${periodText}`
      return {
        accountNumber: account.number,
        accountName: account.name,
        debit: side === 'debit' ? value : null,
        credit: side === 'credit' ? value : null,
        memo,
      }
    }
    return [balanced({ kind, title: TITLES[kind], lines: linesOf(kind, sum, post) })]
  })
}

/** @throws RangeError when debits and credits differ by a cent: such an entry is neither printed nor posted */
function balanced(entry: LedgerEntry): LedgerEntry {
  const { debits, credits } = ledgerTotals([entry])
  if (debits !== credits) throw new RangeError(`${entry.title}: debits of ${debits} and credits of ${credits} cents`)
  return entry
}

/** One line to post: as bookkeeping systems take it. */
export interface PostingLine {
  date: PlainDate
  /** Number of the account. */
  account: string
  accountName: string
  memo: string
  debit: Cents | null
  credit: Cents | null
}
/** Why entries cannot be posted as they are, a sentence. */
export interface PostingProblem {
  problem: string
}

/**
 * The entries of a period as lines to post on its last day. Nothing is posted in part: where an account has no number, or nothing moved, it says so.
 * @throws RangeError when an entry does not balance
 */
export function postingLines(
  entries: readonly LedgerEntry[],
  date: PlainDate,
  stamp: string | null = null,
): PostingLine[] | PostingProblem {
  if (entries.length === 0)
    return {
      problem: 'No entry is suggested for the period: nothing moved, or policies have no value for the month before to compare with.',
    }
  const lines = entries.flatMap((entry) => balanced(entry).lines)
  const nameless = [...new Set(lines.filter(({ accountNumber }) => accountNumber === null).map(({ accountName }) => accountName))]
  if (nameless.length > 0)
    return {
      problem: `${nameless.length === 1 ? 'This account has' : 'These accounts have'} no number yet: ${nameless.join('; ')}. Enter the GL accounts on the institution’s page, then regenerate the report.`,
    }
  return lines.map(({ accountNumber, accountName, memo, debit, credit }) => ({
    date,
    account: accountNumber ?? '',
    accountName,
    memo: [stamp, memo].filter((part) => part !== null).join(', '),
    debit,
    credit,
  }))
}

/** One line an account: its debits and credits over all entries. */
export function ledgerSummary(entries: readonly LedgerEntry[]): LedgerLine[] {
  const accounts = new Map<string, LedgerLine>()
  for (const { accountNumber, accountName, debit, credit } of entries.flatMap((entry) => entry.lines)) {
    const key = `${accountNumber ?? ''}\n${accountName}`
    const held = accounts.get(key)
    const add = (one: Cents | null, other: Cents | null) => (one === null && other === null ? null : cents((one ?? 0) + (other ?? 0)))
    accounts.set(key, {
      accountNumber,
      accountName,
      debit: add(held?.debit ?? null, debit),
      credit: add(held?.credit ?? null, credit),
      memo: '',
    })
  }
  return [...accounts.values()]
}

/** Both sides over all entries. */
export function ledgerTotals(entries: readonly LedgerEntry[]): { debits: Cents; credits: Cents } {
  const lines = entries.flatMap((entry) => entry.lines)
  return { debits: sumCents(lines.map(({ debit }) => debit ?? cents(0))), credits: sumCents(lines.map(({ credit }) => credit ?? cents(0))) }
}

type Post = (key: LedgerAccountKey, side: 'debit' | 'credit', value: Cents) => LedgerLine

function linesOf(kind: LedgerKind, sum: (key: keyof LedgerAmounts) => Cents, post: Post): LedgerLine[] {
  const amount = sum(kind)
  const pair = (debit: LedgerAccountKey, credit: LedgerAccountKey) => [post(debit, 'debit', amount), post(credit, 'credit', amount)]
  switch (kind) {
    case 'growth':
      return pair('cashSurrenderValue', 'otherIncome')
    case 'decrease':
      return pair('otherExpense', 'cashSurrenderValue')
    case 'premium':
      return pair('cashSurrenderValue', 'cash')
    case 'premiumRefund':
    case 'withdrawal':
    case 'surrender':
      return pair('cash', 'cashSurrenderValue')
    case 'claimReceipt':
      return pair('cash', 'claimReceivable')
    case 'exchangeOut':
      return pair('exchangeClearing', 'cashSurrenderValue')
    case 'exchangeIn':
      return pair('cashSurrenderValue', 'exchangeClearing')
    case 'death':
      // Dr Claim receivable / Cr CSV / Cr income for the gain; a share below the value released leaves a loss to expense.
      return [
        post('claimReceivable', 'debit', sum('claimReceivable')),
        ...(sum('claimLoss') > 0 ? [post('otherExpense', 'debit', sum('claimLoss'))] : []),
        post('cashSurrenderValue', 'credit', amount),
        ...(sum('claimGain') > 0 ? [post('otherIncome', 'credit', sum('claimGain'))] : []),
      ]
  }
}

function requireAmount(amount: Cents): Cents {
  if (amount < 0) throw new RangeError(`a flow of ${amount}`)
  return amount
}

export const LEDGER_ACCOUNT_KEYS = [
  'cashSurrenderValue',
  'otherIncome',
  'otherExpense',
  'cash',
  'claimReceivable',
  'exchangeClearing',
] as const

export type LedgerAccountKey = (typeof LEDGER_ACCOUNT_KEYS)[number]
