/** Limits on life insurance as a share of capital: headroom, and when each would be passed if things go on as they are planned. */
import { limitsChart } from '@corridor/contract/dashboard.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { CAPITAL_BASIS_NAMES, headroomCell } from '@corridor/domain/calculations/concentration.ts'
import { limitOutlook, OUTLOOK_YEARS } from '@corridor/domain/calculations/limit-outlook.ts'
import { cents, formatMoney, formatPercent } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, formatMonth, isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import { useArrangement } from './arrangement.ts'
import { LimitsExport } from './DashboardExport.tsx'
import css from './Limits.module.css'

type Line = ReplyOf<typeof limitsChart>['lines'][number]

const STATUSES: StatusTable<Line['status']> = {
  within: { label: 'Within', tone: 'good' },
  near: { label: 'Near', tone: 'warn' },
  over: { label: 'Over', tone: 'bad' },
  unknown: { label: 'Not tested', tone: 'quiet' },
}
/** A fraction that somebody typed as a percentage; null where it is none. */
function growthOf(text: string): number | null {
  if (!/^-?\d{1,2}(\.\d{1,2})?$/.test(text.trim())) return null
  return Number(text) / 100
}

export function Limits() {
  const query = useEndpoint(limitsChart, {})
  const { asOf, capitalAsOf } = query.data ?? {}
  const dates = [
    asOf && isPlainDate(asOf) ? formatLongDate(asOf) : '',
    capitalAsOf && isPlainDate(capitalAsOf) ? `capital of ${formatLongDate(capitalAsOf)}` : '',
  ]
  return (
    <Panel title="Limits" note={['All that your legal entity holds, against capital', ...dates.filter(Boolean)].join(', ')} flush>
      <Loaded query={query} skeleton={<BlockSkeleton height={260} />}>
        {({ asOf: day, lines }) =>
          day === null || !isPlainDate(day) || lines.length === 0 ? (
            <EmptyState
              title="No limits to show"
              why={
                day === null ? 'They appear with the first asset report that is released to you.' : 'No limit is measured on capital here.'
              }
            />
          ) : (
            <LimitTable asOf={day} lines={lines} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function LimitTable({ asOf, lines }: { asOf: PlainDate; lines: readonly Line[] }) {
  const { actingAs } = useSession()
  const { plannedGrowth, keepPlannedGrowth, keeping } = useArrangement()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? plannedGrowth
  const planned = text.trim() === '' ? 0 : growthOf(text)
  const isWrong = planned === null
  const terms = { from: asOf, capitalGrowth: planned ?? growthOf(plannedGrowth) ?? 0 }
  // The whole first, which a board asks for first.
  const sorted = [...lines.filter(({ key }) => key === 'aggregate'), ...lines.filter(({ key }) => key !== 'aggregate')]
  return (
    <>
      <DataTable label="Limits" plain columns={columnsFor(terms)} rows={sorted} idOf={(line) => sorted.indexOf(line)} />
      <form
        className={css.plan}
        data-no-print
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) void keepPlannedGrowth(text.trim()).then((isKept) => (isKept ? setTyped(undefined) : undefined))
        }}
      >
        <TextField
          label="Planned growth of capital, % a year"
          value={text}
          onChange={setTyped}
          error={isWrong ? 'Enter a percentage such as 2.5' : undefined}
        />
        {actingAs ? null : (
          <Button type="submit" variant="default" disabled={isWrong || text.trim() === plannedGrowth} loading={keeping}>
            Remember
          </Button>
        )}
        <LimitsExport asOf={asOf} plannedGrowth={terms.capitalGrowth} rows={sorted.map((line) => picturedRow(line, terms))} />
        <p>
          Projected from the values of {formatLongDate(asOf)}: all holdings grow as they did in the last twelve months, premiums and
          withdrawals left out; a carrier’s at its net yield of the month; capital{' '}
          {terms.capitalGrowth === 0 ? 'stays as on file' : `grows by ${formatPercent(terms.capitalGrowth)} a year`}. The month shown is the
          first at whose end the limit is exceeded, within {OUTLOOK_YEARS} years.
        </p>
      </form>
    </>
  )
}

const money = (amount: number | null) => formatMoney(amount === null ? null : cents(amount))

interface Terms {
  from: PlainDate
  capitalGrowth: number
}

/** The month of the projected breach, or the sentence in its place. */
function outlookOf({ cashSurrenderValueCents, limit, capitalCents, basis, lacking, growth }: Line, terms: Terms) {
  const { breachOn, sentence } = limitOutlook(
    {
      cashSurrenderValue: cents(cashSurrenderValueCents),
      limit,
      capital: capitalCents === null ? null : cents(capitalCents),
      basis,
      ...(lacking === null ? {} : { lacking }),
    },
    { growth, ...terms },
  )
  return { month: breachOn === null || breachOn === terms.from ? null : formatMonth(breachOn), sentence }
}

/** Two measures: what all holdings grew by, and what a carrier credits. */
const growthWords = (key: string) => (key === 'aggregate' ? 'last 12 months' : 'net yield of the month')
const nameOf = ({ key, label }: Line) => (key === 'aggregate' ? 'All carriers' : label)

const picturedRow = (line: Line, terms: Terms): string[] => {
  const { month, sentence } = outlookOf(line, terms)
  return [
    nameOf(line),
    money(line.cashSurrenderValueCents),
    formatPercent(line.ratio),
    formatPercent(line.limit),
    headroomCell(line.headroomCents === null ? null : cents(line.headroomCents)),
    line.growth === null ? formatPercent(null) : `${formatPercent(line.growth)}, ${growthWords(line.key)}`,
    month ?? sentence,
  ]
}

function columnsFor(terms: Terms): readonly Column<Line>[] {
  return [
    { key: 'label', header: 'Limit', cell: (line) => (line.key === 'aggregate' ? <b>{nameOf(line)}</b> : nameOf(line)) },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} table={STATUSES} /> },
    { key: 'value', header: 'Cash surrender value', numeric: true, cell: (line) => money(line.cashSurrenderValueCents) },
    {
      key: 'ratio',
      header: 'Share of capital',
      numeric: true,
      cell: ({ ratio, limit, basis }) => (
        <>
          {formatPercent(ratio)}
          <small className={`${css.small} ${css.unbroken}`}>
            of {formatPercent(limit)}, {CAPITAL_BASIS_NAMES[basis].replaceAll('Tier 1', 'Tier\u00a01')}
          </small>
        </>
      ),
    },
    {
      key: 'headroom',
      header: 'Headroom',
      numeric: true,
      cell: (line) => headroomCell(line.headroomCents === null ? null : cents(line.headroomCents)),
    },
    {
      key: 'growth',
      header: 'Annual growth',
      numeric: true,
      cell: ({ key, growth }) => (
        <>
          {formatPercent(growth)}
          {growth === null ? null : <small className={`${css.small} ${css.unbroken}`}>{growthWords(key)}</small>}
        </>
      ),
    },
    {
      key: 'breach',
      header: 'Projected breach',
      cell: (line) => {
        const { month, sentence } = outlookOf(line, terms)
        return month === null ? <span className={css.words}>{sentence}</span> : <b>{month}</b>
      },
    },
  ]
}
