/** Cash surrender value by month and account type, for one, three or all years on record. */
import type { boliChart } from '@corridor/contract/charts.ts'
import { valueByMonth } from '@corridor/contract/dashboard.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatMoney, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import {
  ACCOUNT_NAMES,
  type AccountMonth,
  type AccountType,
  accountArea,
  accountAreaText,
  accountsHeld,
  totalOf,
} from '@corridor/domain/reports/charts/by-account.ts'
import { PARTIAL } from '@corridor/domain/reports/table.ts'
import { useState } from 'react'
import { useSession } from '../../kernel/session.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { ChartExport } from '../../ui/chart/ChartExport.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import css from './ClientDashboardPage.module.css'
import { sourceLine } from './source-line.ts'

type Months = ReplyOf<typeof boliChart>['months']

const COLORS: Record<AccountType, string> = {
  general: 'var(--chart-general)',
  hybrid: 'var(--chart-hybrid)',
  separate: 'var(--chart-separate)',
}
type Shown = AccountMonth & { missing: number; policies: number | null }
const amountOf = (amount: number | null) => (amount === null ? null : cents(amount))
const RANGES = [
  { months: 12, label: '1 year' },
  { months: 24, label: '2 years' },
  { months: 36, label: '3 years' },
]

export function ValueOverTime({ months }: { months: Months }) {
  const { institutionName, siteName } = useSession()
  const [range, setRange] = useState(36)
  if (months.length === 0)
    return <EmptyState title="No months yet" why="The chart begins with the first month posted for your institution." />
  // A year of change needs the month end before it as well.
  const shown = months.slice(-(range + 1)).map(
    (month): Shown => ({
      period: plainDate(month.period),
      missing: month.missing,
      policies: month.policies,
      general: amountOf(month.generalCents),
      hybrid: amountOf(month.hybridCents),
      separate: amountOf(month.separateCents),
      ...(month.event ? { event: month.event } : {}),
    }),
  )
  const gaps = shown.filter(({ missing }) => missing > 0)
  const accounts = accountsHeld(shown)
  const mark = (month: Shown) => (month.missing > 0 && totalOf(month) !== null ? PARTIAL : '')
  const counted = ({ missing, policies }: Shown) => `${missing} of ${policies ?? MISSING}`
  const dollars = (amount: number | null) => (amount === null ? null : amount / 100)
  const lineOf = (month: Shown) => [
    formatMonth(month.period),
    ...accounts.map((account) => `${formatMoney(month[account])}${mark(month)}`),
    `${formatMoney(totalOf(month))}${mark(month)}`,
    ...(gaps.length > 0 ? [month.missing > 0 ? counted(month) : MISSING] : []),
  ]
  const newestFirst = shown.toReversed()
  return (
    <>
      <Chart
        title="Cash surrender value over time"
        summary={accountAreaText(shown)}
        scene={(theme, size) => accountArea(shown, theme, COLORS, size)}
        height={300}
        legend={accounts.map((account) => ({ label: ACCOUNT_NAMES[account], color: COLORS[account] }))}
        table={{
          head: [
            'Month',
            ...accounts.map((account) => ACCOUNT_NAMES[account]),
            'Total',
            ...(gaps.length > 0 ? ['Policies without a value'] : []),
          ],
          points: shown.map(lineOf),
          rows: newestFirst.map(lineOf),
          values: newestFirst.map((month) => [
            month.period,
            ...accounts.map((account) => dollars(month[account])),
            dollars(totalOf(month)),
            ...(gaps.length > 0 ? [month.missing] : []),
          ]),
        }}
        exports={
          <ChartExport
            endpoint={valueByMonth}
            input={{ months: range }}
            picture={() => ({
              title: 'Cash surrender value over time',
              note: `US dollars at month end, by account type, to ${formatLongDate(shown.at(-1)?.period ?? plainDate(months[0]?.period ?? ''))}`,
              source: sourceLine(institutionName, siteName),
              scene: (theme, size) => accountArea(shown, theme, COLORS, size),
              height: 420,
              legend: accounts.map((account) => ({ label: ACCOUNT_NAMES[account], color: COLORS[account] })),
            })}
          />
        }
        controls={
          months.length > 13 ? (
            <fieldset className={css.ranges} style={{ border: 0, margin: 0 }}>
              <legend className="visually-hidden">Years shown</legend>
              {RANGES.filter((_each, index) => index === 0 || months.length > (RANGES[index - 1]?.months ?? 0)).map((each) => (
                <button key={each.months} type="button" aria-pressed={range === each.months} onClick={() => setRange(each.months)}>
                  {each.label}
                </button>
              ))}
            </fieldset>
          ) : null
        }
      />
      {gaps.length > 0 ? (
        <p className={css.gaps}>
          Policies without a value: {gaps.map((month) => `${formatMonth(month.period)} ${counted(month)}`).join('; ')}. A value marked{' '}
          {PARTIAL} is the sum of the others; the chart leaves such a month out.
        </p>
      ) : null}
    </>
  )
}
