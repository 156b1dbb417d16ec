/** The ledger section of the asset reports: entries, their lines, one line an account, one line a policy that moved. */

import {
  type LedgerEntry,
  type LedgerLine,
  ledgerAmounts,
  ledgerEntries,
  ledgerSummary,
  ledgerTotals,
  type PolicyMovement,
} from '../../calculations/journal-entries.ts'
import { flowsBetween } from '../../calculations/yields.ts'
import { type Cents, cents, sumCents } from '../../primitives/money.ts'
import { addDays, formatLongDate, formatMonth, type PlainDate } from '../../primitives/period.ts'
import { type ViewRow, type ViewTable } from '../table.ts'
import { column } from './columns.ts'
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot, SnapshotCarrier } from './snapshot.ts'
import type { LedgerView } from './view.ts'

export function ledgerView(
  sorted: readonly Holding[],
  carriers: ReadonlyMap<string, SnapshotCarrier>,
  snapshot: AssetReportSnapshot,
): LedgerView {
  const movements = sorted.map((holding) => movementOf(holding, snapshot))
  const entries = ledgerEntries(movements, snapshot.ledgerAccounts, periodName(snapshot.priorPeriod, snapshot.period, snapshot.isQuarterly))
  const { debits, credits } = ledgerTotals(entries)
  const periodText = `Period ${formatLongDate(addDays(snapshot.priorPeriod, 1))} to ${formatLongDate(snapshot.period)}`
  const schedule = snapshot.kind === 'AssetReport' ? scheduleTable(sorted, carriers, snapshot) : null
  const isAppendix = schedule !== null && repeatsTheDetail(schedule)
  const more = [snapshot.isQuarterly ? POST_ONCE : [], isAppendix && schedule.rows.length > 1 ? WHERE_LISTED : []].flat()
  return {
    periodText,
    entries,
    table: entryTable(entries, debits, credits),
    schedule,
    isAppendix,
    lead: more.length > 0 ? `${periodText}. ${more.join(' ')}` : periodText,
    ...(snapshot.isQuarterly && { once: POST_ONCE }),
    summary: accountTable(ledgerSummary(entries), debits, credits),
    totalDebits: debits,
    totalCredits: credits,
  }
}

function movementOf({ policy, removed, span }: Holding, { priorPeriod, period, edition }: AssetReportSnapshot): PolicyMovement {
  return {
    increase: span.increase,
    flows: flowsBetween(policy.flows, priorPeriod, period),
    institutionDeathBenefit: removed?.institutionDeathBenefit ?? null,
    isClaimPaid: edition !== undefined && removed?.removal === 'DEATH_CLAIM',
  }
}

const sides = [column('debit', 'Debit', 'money', { formula: 'ledger' }), column('credit', 'Credit', 'money', { formula: 'ledger' })]
const account = [
  column('accountNumber', 'Account number', 'text', { width: 12, group: 'key' }),
  column('accountName', 'Account name', 'text', { width: 34, group: 'key' }),
]
const lineCells = ({ accountNumber, accountName, debit, credit }: LedgerLine) => ({ accountNumber, accountName, debit, credit })
const totalRow = (id: string, debit: Cents, credit: Cents): ViewRow => ({
  id,
  cells: { accountNumber: 'Total', debit, credit },
})

function entryTable(entries: readonly LedgerEntry[], debits: Cents, credits: Cents): ViewTable {
  const rows = entries.flatMap(({ kind, lines }) =>
    lines.map((line, index) => ({ id: `ledger-${kind}-${index + 1}`, cells: { ...lineCells(line), memo: line.memo } })),
  )
  const columns = [...account, ...sides, column('memo', 'Memo', 'text', { width: 40 })]
  return {
    id: 'ledger',
    title: 'Suggested journal entries',
    columns,
    rows,
    total: rows.length === 0 ? null : totalRow('ledger-total', debits, credits),
  }
}

function accountTable(lines: readonly LedgerLine[], debits: Cents, credits: Cents): ViewTable {
  const rows = lines.map((line, index) => ({ id: `ledger-account-${index + 1}`, cells: lineCells(line) }))
  return {
    id: 'ledger-summary',
    title: 'Entries by account',
    columns: [...account, ...sides],
    rows,
    total: rows.length === 0 ? null : totalRow('ledger-summary-total', debits, credits),
  }
}

/** Per policy: what its entries do to cash surrender value. Sums to the entries. */
function scheduleTable(
  sorted: readonly Holding[],
  carriers: ReadonlyMap<string, SnapshotCarrier>,
  snapshot: AssetReportSnapshot,
): ViewTable {
  const lines = sorted.flatMap((holding) => {
    const amounts = ledgerAmounts(movementOf(holding, snapshot))
    const { growth, decrease } = amounts
    const additions = cents(amounts.premium + amounts.exchangeIn)
    const removals = sumCents([amounts.premiumRefund, amounts.withdrawal, amounts.surrender, amounts.death, amounts.exchangeOut])
    const claimGain = cents(amounts.claimGain - amounts.claimLoss)
    if (growth === 0 && decrease === 0 && additions === 0 && removals === 0 && claimGain === 0) return []
    const { policyId, insuredName, policyNumber, carrierCode } = holding.policy
    const carrier = carriers.get(carrierCode)?.shortName ?? carrierCode
    return [
      {
        policyId,
        basis: {
          ...Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0)),
          ownIncrease: growth - decrease,
          released: amounts.death,
        },
        names: { insured: insuredName, policyNumber, carrier },
        sums: { growth, decrease, additions, removals, netChange: cents(growth - decrease + additions - removals), claimGain },
      },
    ]
  })
  const total = (key: keyof (typeof lines)[number]['sums']) => sumCents(lines.map(({ sums }) => sums[key]))
  const columns = [
    column('insured', 'Insured', 'text', { width: 22, group: 'key' }),
    column('policyNumber', 'Policy number', 'text', { width: 13, group: 'key' }),
    column('carrier', 'Carrier', 'text', { width: 18 }),
    column('growth', 'Increase', 'money', { formula: 'growth' }),
    column('decrease', 'Decrease', 'money', { formula: 'decrease' }),
    column('additions', 'Premiums and exchanges in', 'money', { formula: 'scheduleAdditions' }),
    column('removals', 'Withdrawals, refunds, surrenders, claims', 'money', { formula: 'scheduleRemovals' }),
    column('netChange', 'Change in CSV', 'money', { formula: 'netChange' }),
    column('claimGain', 'Gain on claims', 'money', { formula: 'claimGain' }),
  ]
  const sums = {
    growth: total('growth'),
    decrease: total('decrease'),
    additions: total('additions'),
    removals: total('removals'),
    netChange: total('netChange'),
    claimGain: total('claimGain'),
  }
  return {
    id: 'ledger-schedule',
    title: 'Entries by policy',
    columns,
    rows: lines.map(({ policyId, basis, names, sums: own }) => ({ id: `schedule-${policyId}`, cells: { ...names, ...own }, basis })),
    total: lines.length === 0 ? null : { id: 'schedule-total', cells: { insured: 'Total', ...sums } },
  }
}

/**
 * Entries by policy stand below the entries where these add up several policies and one of them is booked otherwise than by the increase that the policy
 * detail shows (a premium, an exchange, a withdrawal, an end). Everywhere else they repeat what stands above: the screen folds them at its end as the
 * report's appendix, the workbook lists them, and paper does not print them twice.
 */
const repeatsTheDetail = ({ rows }: ViewTable): boolean =>
  rows.length < 2 || rows.every(({ cells }) => cells.additions === 0 && cells.removals === 0 && cells.claimGain === 0)

/** A bank that posted the months would book the quarter twice. */
const POST_ONCE = 'These entries are of the quarter’s three months together. Post either each month’s entries or these, not both.'

const WHERE_LISTED = 'The entries by policy are each policy’s increase above; the portal and the workbook list them one by one.'

const periodName = (prior: PlainDate, period: PlainDate, isQuarterly: boolean) =>
  isQuarterly ? `${formatMonth(addDays(prior, 1))} to ${formatMonth(period)}` : formatMonth(period)
