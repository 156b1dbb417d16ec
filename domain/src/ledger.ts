/** Suggested general-ledger entries from the movements of policies (domain.md 2.1, section 4). Debits equal credits in every entry. */
import type { LedgerAccountKey } from './asset-report-snapshot.ts'
import { type Cents, cents, sumCents } from './money.ts'
import type { FlowType } from './yields.ts'

export interface LedgerAccount {
  number: string | null
  name: string
}
export type LedgerAccounts = Partial<Record<LedgerAccountKey, LedgerAccount>>

/** Names used until an institution maps its own accounts. */
export const STANDARD_ACCOUNTS: Record<LedgerAccountKey, LedgerAccount> = {
  cashSurrenderValue: { number: null, name: 'Cash surrender value of life insurance' },
  otherIncome: { number: null, name: 'Other noninterest income, life insurance' },
  otherExpense: { number: null, name: 'Other noninterest expense, life insurance' },
  cash: { number: null, name: 'Cash' },
  claimReceivable: { number: null, name: 'Life insurance claim receivable' },
  exchangeClearing: { number: null, name: 'Section 1035 exchange clearing' },
}

export const LEDGER_KINDS = ['growth', 'decrease', 'premium', 'withdrawal', 'surrender', 'death', 'exchangeOut', 'exchangeIn'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

const TITLES: Record<LedgerKind, string> = {
  growth: 'Increase in cash surrender value',
  decrease: 'Decrease in cash surrender value',
  premium: 'Premiums paid',
  withdrawal: 'Withdrawals',
  surrender: 'Surrenders',
  death: 'Death claims',
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

/** What moved on one policy in the period. */
export interface PolicyMovement {
  /** Null when it is not known: nothing is then suggested for it. */
  increase: Cents | null
  flows: readonly { type: FlowType; amount: Cents }[]
  /** Of a death claim: what the institution will receive. Null when not known, then the value released stands in and no gain is booked. */
  institutionDeathBenefit: Cents | null
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
    withdrawal: of('WITHDRAWAL'),
    surrender: of('SURRENDER'),
    death,
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
    return [{ kind, title: TITLES[kind], lines: linesOf(kind, sum, post) }]
  })
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
    case 'withdrawal':
    case 'surrender':
      return pair('cash', 'cashSurrenderValue')
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
