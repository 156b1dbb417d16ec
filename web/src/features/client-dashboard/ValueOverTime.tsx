/** Cash surrender value by month and account type, for one, three or all years on record. */
import type { boliChart } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  ACCOUNT_NAMES,
  type AccountMonth,
  type AccountType,
  accountArea,
  accountAreaText,
  accountsHeld,
} from '@corridor/domain/charts-by-account.ts'
import { cents, formatMoney, sumCents } from '@corridor/domain/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/period.ts'
import { useState } from 'react'
import { Chart } from '../../ui/chart/Chart.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import css from './ClientDashboardPage.module.css'

type Months = ReplyOf<typeof boliChart>['months']

const COLOURS: Record<AccountType, string> = {
  general: 'var(--chart-general)',
  hybrid: 'var(--chart-hybrid)',
  separate: 'var(--chart-separate)',
}
const RANGES = [
  { months: 12, label: '1 year' },
  { months: 24, label: '2 years' },
  { months: 36, label: '3 years' },
]

export function ValueOverTime({ months }: { months: Months }) {
  const [range, setRange] = useState(36)
  if (months.length === 0)
    return <EmptyState title="No months yet" why="The chart begins with the first month posted for your institution." />
  // A year of change needs the month end before it as well.
  const shown: AccountMonth[] = months.slice(-(range + 1)).map((month) => ({
    period: plainDate(month.period),
    general: cents(month.generalCents),
    hybrid: cents(month.hybridCents),
    separate: cents(month.separateCents),
  }))
  const accounts = accountsHeld(shown)
  const total = (month: AccountMonth) => sumCents(accounts.map((account) => month[account]))
  const newestFirst = shown.toReversed()
  return (
    <Chart
      title="Cash surrender value over time"
      summary={accountAreaText(shown)}
      scene={(theme, size) => accountArea(shown, theme, COLOURS, size)}
      height={300}
      legend={accounts.map((account) => ({ label: ACCOUNT_NAMES[account], colour: COLOURS[account] }))}
      table={{
        head: ['Month', ...accounts.map((account) => ACCOUNT_NAMES[account]), 'Total'],
        points: shown.map((month) => [
          formatMonth(month.period),
          ...accounts.map((account) => formatMoney(month[account])),
          formatMoney(total(month)),
        ]),
        rows: newestFirst.map((month) => [
          formatMonth(month.period),
          ...accounts.map((account) => formatMoney(month[account])),
          formatMoney(total(month)),
        ]),
        values: newestFirst.map((month) => [month.period, ...accounts.map((account) => month[account] / 100), total(month) / 100]),
      }}
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
  )
}
