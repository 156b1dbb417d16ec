/** From the opening value of the fiscal year to the closing value, by carrier: what came in, what was earned, what was taken out, and what left with policies that ended. */

import { type LedgerAccountKey, ledgerAmounts, STANDARD_ACCOUNTS } from '../../calculations/journal-entries.ts'
import { additionsOf, removalsOf } from '../../calculations/yields.ts'
import { counted } from '../../primitives/counted.ts'
import { type Cents, cents, formatMoney, sumCents } from '../../primitives/money.ts'
import { formatDate, formatLongDate } from '../../primitives/period.ts'
import type { CellValue } from '../table.ts'
import { lineBasis } from './basis.ts'
import { column, EARNINGS, yearStartLabel } from './columns.ts'
import { figuresOf, type Holding, sumKnown } from './holdings.ts'
import { apartInBrief } from './openings.ts'
import { groupBy } from './order.ts'
import type { AssetReportSnapshot, SnapshotCarrier } from './snapshot.ts'
import { partialOf } from './tables.ts'
import type { HoldingFigures, YearToDateRow, YearToDateView } from './view.ts'

/** A policy without an opening value has no earnings that could be told: its whole value stands in a column of its own, so that every line foots. */
export function yearToDateView(
  sorted: readonly Holding[],
  total: HoldingFigures,
  carriers: ReadonlyMap<string, SnapshotCarrier>,
  snapshot: AssetReportSnapshot,
): YearToDateView {
  const { period } = snapshot
  const unopened = sorted.filter(({ yearStartValue }) => yearStartValue === null)
  const ended = sorted.filter(({ removed, yearStartValue }) => removed !== null && yearStartValue !== null)
  const line = (id: string, carrierCode: string, name: string, holdings: readonly Holding[]): YearToDateRow => ({
    id,
    carrierCode,
    cells: { carrier: name, ...bridgeOf(holdings) },
    basis: lineBasis(holdings, figuresOf(holdings, snapshot, total.cashSurrenderValue), snapshot),
    ...partialOf(holdings, snapshot),
  })
  const rows = groupBy(sorted, ({ policy }) => policy.carrierCode).map(([code, holdings]) =>
    line(`year-${code}`, code, carriers.get(code)?.shortName ?? code, holdings),
  )
  return {
    table: {
      id: 'year-to-date',
      title: 'Year to date',
      columns: [
        column('carrier', 'Carrier', 'text', { width: 22, group: 'key' }),
        column('yearStartValue', yearStartLabel(snapshot), 'money', { formula: 'lines' }),
        column('ytdAdditions', 'Premiums and exchanges in', 'money', { formula: 'yearAdditions' }),
        column('ytdIncrease', EARNINGS, 'money', { formula: 'ytdIncrease' }),
        column('ytdWithdrawals', 'Less withdrawals and refunds', 'money', { formula: 'yearWithdrawals' }),
        column('ytdRemoved', 'Less removed policies', 'money', { formula: 'yearRemoved' }),
        ...(unopened.length > 0 ? [column('ytdUnopened', 'No opening value', 'money', { formula: 'yearUnopened' })] : []),
        column('cashSurrenderValue', `CSV ${formatDate(period)}`, 'money', { formula: 'yearClosing' }),
      ],
      rows,
      total: rows.length === 0 ? null : line('year-total', '', 'Total', sorted),
    },
    lead: [leadOf(unopened, ended, sorted.length, snapshot), ...apartInBrief(sorted, snapshot.yearStart)].join(' '),
    note: [noteOf(unopened, snapshot), claimNote(sorted, snapshot)].filter((part) => part !== null).join(' ') || null,
  }
}

/** Both sentences, for paper and workbook. */
export const wholeNote = ({ lead, note }: Pick<YearToDateView, 'lead' | 'note'>): string =>
  [lead, note].filter((part) => part !== null).join(' ')

function bridgeOf(holdings: readonly Holding[]): Record<string, CellValue> {
  const told = holdings.filter(({ yearStartValue }) => yearStartValue !== null)
  const taken = (those: readonly Holding[]): Cents => sumCents(those.map(({ yearFlows }) => removalsOf(yearFlows)))
  return {
    yearStartValue: sumKnown(holdings.map(({ yearStartValue }) => yearStartValue)),
    ytdAdditions: sumCents(told.map(({ yearFlows }) => additionsOf(yearFlows))),
    ytdIncrease: sumKnown(told.map(({ ytdIncrease }) => ytdIncrease)),
    ytdWithdrawals: taken(told.filter(({ removed }) => removed === null)),
    ytdRemoved: taken(told.filter(({ removed }) => removed !== null)),
    ytdUnopened: sumCents(holdings.filter(({ yearStartValue }) => yearStartValue === null).map((one) => one.cashSurrenderValue)),
    cashSurrenderValue: sumCents(holdings.map((one) => one.cashSurrenderValue)),
  }
}

/** One line of paper. */
function leadOf(unopened: readonly Holding[], ended: readonly Holding[], all: number, { yearStart }: AssetReportSnapshot): string {
  const day = formatLongDate(yearStart)
  if (all > 0 && unopened.length === all)
    return `No policy has an opening value at ${day}: there is no bridge from the opening to the closing value, and no earnings year to date are stated.`
  return [
    'Opening value plus premiums and exchanges in plus earnings, less what was taken out and what left with removed policies, is the closing value.',
    ...(ended.length > 0 ? [`${policies(ended.length)} ${ended.length === 1 ? 'was' : 'were'} removed since ${day}.`] : []),
  ].join(' ')
}

function noteOf(unopened: readonly Holding[], { yearStart }: AssetReportSnapshot): string | null {
  const isOne = unopened.length === 1
  const value = formatMoney(sumCents(unopened.map((one) => one.cashSurrenderValue)))
  return unopened.length === 0
    ? null
    : `${policies(unopened.length)} ${isOne ? 'has' : 'have'} no opening value at ${formatLongDate(yearStart)}: ${isOne ? 'its' : 'their'} ${value} of the closing value ${isOne ? 'is' : 'are'} stated apart, and earnings do not cover ${isOne ? 'it' : 'them'}.`
}

/** Income of the year's entries that is not in its earnings, so that the ledger's account can be tied to both. */
function claimNote(sorted: readonly Holding[], { yearStart, ledgerAccounts }: AssetReportSnapshot): string | null {
  const gain = sumCents(
    sorted.map(({ removed, yearFlows }) => {
      const institutionDeathBenefit = removed?.institutionDeathBenefit ?? null
      const { claimGain, claimLoss } = ledgerAmounts({ increase: null, flows: yearFlows, institutionDeathBenefit, isClaimPaid: false })
      return cents(claimGain - claimLoss)
    }),
  )
  if (gain === 0) return null
  const named = (key: LedgerAccountKey) => {
    const { number, name } = ledgerAccounts[key] ?? STANDARD_ACCOUNTS[key]
    return `“${[number, name].filter((part) => part !== null).join(' ')}”`
  }
  const [amount, side] = [formatMoney(cents(Math.abs(gain))), gain > 0 ? 'above' : 'below']
  return `Death claims paid since ${formatLongDate(yearStart)} came to ${amount} ${side} the cash surrender value released: ${gain > 0 ? `the entries credit it to ${named('otherIncome')}, as they do the earnings` : `the entries debit it to ${named('otherExpense')}`}, and earnings year to date do not include it.`
}

const policies = (count: number): string => counted(count, 'policy')
