/** Holdings by carrier: a table whose bars are drawn by the browser itself. Beyond six carriers the rest is one line. */
import type { carrierSummaryChart } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatMoney, formatPercent } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { Link } from '../../ui/fields/Link.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import css from './CarrierShares.module.css'
import page from './ClientDashboardPage.module.css'

type Carrier = ReplyOf<typeof carrierSummaryChart>['carriers'][number]

const MOST_SHOWN = 7

export function CarrierShares({ carriers, to }: { carriers: readonly Carrier[]; to: string | undefined }) {
  const [all, setAll] = useState(false)
  if (carriers.length === 0) return <EmptyState title="No carriers yet" why="Carriers appear with the first posted month." />
  const sorted = carriers.toSorted((a, b) => b.cashSurrenderValueCents - a.cashSurrenderValueCents)
  const shown = all || sorted.length <= MOST_SHOWN ? sorted : sorted.slice(0, MOST_SHOWN - 1)
  const rest = sorted.slice(shown.length)
  const lines = [
    ...shown.map((carrier) => ({
      key: carrier.carrierCode,
      name: carrier.name,
      value: carrier.cashSurrenderValueCents,
      share: carrier.shareOfTotal,
      capital: carrier.shareOfTier1,
    })),
    ...(rest.length > 0
      ? [
          {
            key: 'other',
            name: `${rest.length} other carriers`,
            value: sum(rest.map((each) => each.cashSurrenderValueCents)),
            share: sum(rest.map((each) => each.shareOfTotal)),
            capital: null,
          },
        ]
      : []),
  ]
  return (
    <>
      <table className={css.shares}>
        <thead>
          <tr>
            <th scope="col">Carrier</th>
            <th scope="col">Bar</th>
            <th scope="col">Cash surrender value</th>
            <th scope="col">Share of holdings</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                {to ? <Link to={to}>{line.name}</Link> : line.name}
                {line.capital === null ? null : <small>{formatPercent(line.capital)} of Tier 1 capital</small>}
              </th>
              <td className={css.track} aria-hidden>
                <span>
                  <i style={{ width: `${Math.max(1, line.share * 100)}%` }} />
                </span>
              </td>
              <td className={css.value}>{formatMoney(cents(line.value))}</td>
              <td>{formatPercent(line.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.below}>
        {sorted.length > MOST_SHOWN ? (
          <button type="button" className={page.more} onClick={() => setAll(!all)}>
            {all ? 'Show the largest only' : `Show all ${sorted.length} carriers`}
          </button>
        ) : null}
      </div>
    </>
  )
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
