/** Financial strength of the carriers held: five agencies' words, the outlook, and how much rests on each. */

import type { creditChart } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { totalOf } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney, formatPercent, MISSING, sumCents } from '@corridor/domain/primitives/money.ts'
import { compareNames } from '@corridor/domain/primitives/name-order.ts'
import { IconArrowDownRight, IconArrowsDiff, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Column, DataTable, type SortState } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import css from './ClientDashboardPage.module.css'

type Carrier = ReplyOf<typeof creditChart>['carriers'][number]

const OUTLOOKS = {
  POSITIVE: { label: 'Positive', icon: IconArrowUpRight, tone: 'good' },
  STABLE: { label: 'Stable', icon: IconMinus, tone: undefined },
  NEGATIVE: { label: 'Negative', icon: IconArrowDownRight, tone: 'warn' },
  DEVELOPING: { label: 'Developing', icon: IconArrowsDiff, tone: undefined },
} as const

const COLUMNS: readonly (Column<Carrier> & { order: (carrier: Carrier) => string | number | null })[] = [
  { key: 'name', header: 'Carrier', cell: (carrier) => carrier.name, sortable: true, order: (carrier) => carrier.name },
  { key: 'amBest', header: 'AM Best', cell: (carrier) => carrier.amBest ?? MISSING, order: (carrier) => carrier.amBest },
  { key: 'sp', header: 'S&P', cell: (carrier) => carrier.sp ?? MISSING, order: (carrier) => carrier.sp },
  { key: 'moodys', header: 'Moody’s', cell: (carrier) => carrier.moodys ?? MISSING, order: (carrier) => carrier.moodys },
  { key: 'fitch', header: 'Fitch', cell: (carrier) => carrier.fitch ?? MISSING, order: (carrier) => carrier.fitch },
  {
    key: 'comdex',
    header: 'Comdex',
    numeric: true,
    sortable: true,
    cell: (carrier) => <Comdex value={carrier.comdex} />,
    order: (carrier) => carrier.comdex,
    help: 'Percentile of all rated carriers, 1 to 100',
  },
  { key: 'outlook', header: 'Outlook', cell: (carrier) => <Outlook carrier={carrier} />, order: (carrier) => carrier.outlook },
  {
    key: 'policies',
    header: 'Policies',
    numeric: true,
    sortable: true,
    cell: (carrier) => formatCount(carrier.policies),
    order: (carrier) => carrier.policies,
  },
  {
    key: 'netYield',
    header: 'Net yield',
    numeric: true,
    sortable: true,
    cell: (carrier) => formatPercent(carrier.netYield),
    order: (carrier) => carrier.netYield,
  },
  {
    key: 'value',
    header: 'Cash surrender value',
    numeric: true,
    sortable: true,
    cell: (carrier) => formatMoney(cents(carrier.cashSurrenderValueCents)),
    order: (carrier) => carrier.cashSurrenderValueCents,
  },
]

export function CreditRatings({ carriers }: { carriers: readonly Carrier[] }) {
  const [sort, setSort] = useState<SortState>({ by: 'value', desc: true })
  const order = COLUMNS.find((column) => column.key === sort.by)?.order ?? ((carrier: Carrier) => carrier.name)
  const rows = carriers.toSorted((a, b) => compare(order(a), order(b)) * (sort.desc ? -1 : 1))
  return (
    <DataTable
      label="Carrier credit ratings"
      plain
      columns={COLUMNS}
      rows={rows}
      idOf={(carrier) => carriers.indexOf(carrier)}
      sort={sort}
      onSort={setSort}
      empty={<EmptyState title="No carriers yet" why="Carriers appear with the first posted month." />}
      totals={{
        label: totalOf(carriers.length, 'carrier'),
        cells: {
          policies: formatCount(carriers.reduce((total, carrier) => total + carrier.policies, 0)),
          value: formatMoney(sumCents(carriers.map((carrier) => cents(carrier.cashSurrenderValueCents)))),
        },
      }}
    />
  )
}

function Comdex({ value }: { value: number | null }) {
  if (value === null) return <>{MISSING}</>
  return (
    <span className={css.comdex}>
      <span aria-hidden>
        <i style={{ width: `${value}%` }} />
      </span>
      <b>{value}</b>
    </span>
  )
}

function Outlook({ carrier }: { carrier: Carrier }) {
  if (carrier.outlook === null) return <>{MISSING}</>
  const { label, icon: Icon, tone } = OUTLOOKS[carrier.outlook]
  return (
    <span className={css.outlook} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {label}
      {carrier.watch ? (
        <span className={css.tag} data-tone="warn">
          On watch
        </span>
      ) : null}
    </span>
  )
}

/** Missing values come last when the greatest comes first. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))
}
