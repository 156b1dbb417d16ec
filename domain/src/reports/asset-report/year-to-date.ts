/** From the opening value of the fiscal year to the closing value, by carrier: what came in, what was earned, what was taken out, and what left with policies that ended. */

import { additionsOf, removalsOf } from '../../calculations/yields.ts'
import { counted } from '../../primitives/counted.ts'
import { type Cents, cents, formatMoney, sumCents } from '../../primitives/money.ts'
import { formatDate, formatLongDate } from '../../primitives/period.ts'
import type { CellValue } from '../table.ts'
import { lineBasis } from './basis.ts'
import { claimNote, gainOnClaims } from './claims.ts'
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
  const claims = claimNote(sorted, snapshot)
  const line = (id: string, carrierCode: string, name: string, holdings: readonly Holding[]): YearToDateRow => {
    const { partial = [] } = partialOf(holdings, snapshot)
    return {
      id,
      carrierCode,
      cells: { carrier: name, ...bridgeOf(holdings), ...(claims === null ? {} : withClaims(holdings)) },
      basis: lineBasis(holdings, figuresOf(holdings, snapshot, total.cashSurrenderValue), snapshot),
      ...(partial.length > 0
        ? { partial: [...partial, ...(claims !== null && partial.includes('ytdIncrease') ? ['ytdWithClaims'] : [])] }
        : {}),
    }
  }
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
        ...(claims === null
          ? []
          : [
              column('ytdClaims', 'Gain on death claims', 'money', { formula: 'yearClaims' }),
              column('ytdWithClaims', 'Earnings and gain on claims', 'money', { formula: 'yearWithClaims' }),
            ]),
      ],
      rows,
      total: rows.length === 0 ? null : line('year-total', '', 'Total', sorted),
    },
    lead: [leadOf(unopened, ended, sorted.length, snapshot), ...apartInBrief(sorted, snapshot.yearStart)].join(' '),
    note: [noteOf(unopened, snapshot), claims].filter((part) => part !== null).join(' ') || null,
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

/** Behind the closing value, which they are no part of. */
function withClaims(holdings: readonly Holding[]): Record<string, CellValue> {
  const [earnings, gain] = [sumKnown(holdings.map(({ ytdIncrease }) => ytdIncrease)), gainOnClaims(holdings)]
  return { ytdClaims: gain, ytdWithClaims: earnings === null ? null : cents(earnings + gain) }
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

const policies = (count: number): string => counted(count, 'policy')
