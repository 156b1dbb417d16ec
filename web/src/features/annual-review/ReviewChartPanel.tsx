/** The charts of an annual review: five years of value and income, carriers by share, concentration against its limit. */

import { EMPTY_LIST, formatPercent } from '@corridor/domain/primitives/money.ts'
import { formatDate, formatShortMonth } from '@corridor/domain/primitives/period.ts'
import type { ReviewChart } from '@corridor/domain/reports/annual-review/view.ts'
import { concentrationTrend, concentrationTrendText } from '@corridor/domain/reports/charts/concentration.ts'
import { valueTrend } from '@corridor/domain/reports/charts/value-and-shares.ts'
import { formatCell, PARTIAL } from '@corridor/domain/reports/table.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { ExplainedFigure } from '../../ui/explanation/Explain.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './AnnualReviewBody.module.css'

const HEIGHT = 280
const LOW = 220

export function ReviewChartPanel({ title, description, chart }: { title: string; description: string; chart: ReviewChart }) {
  return (
    <Panel title={title} note={description}>
      <Picture title={title} description={description} chart={chart} />
    </Panel>
  )
}

function Picture({ title, description, chart }: { title: string; description: string; chart: ReviewChart }) {
  switch (chart.kind) {
    case 'history':
      if (chart.years.length === 0) return <p className={css.blank}>{EMPTY_LIST}</p>
      return (
        <Chart
          title={title}
          summary={description}
          scene={(theme, size) => valueTrend(chart.years, theme, size, true, 'year')}
          height={HEIGHT}
          table={{
            head: ['Year to', 'Cash surrender value', 'Increase'],
            rows: chart.years.map(({ period, cashSurrenderValue, increase, missing = 0 }) => [
              formatDate(period),
              `${formatCell('money', cashSurrenderValue)}${missing > 0 && cashSurrenderValue !== null ? PARTIAL : ''}`,
              formatCell('money', increase),
            ]),
            figures: chart.years.map(({ period, cashSurrenderValue, increase }) => [
              null,
              cashSurrenderValue === null ? null : { table: 'years', row: period, column: 'value' },
              increase === null ? null : { table: 'years', row: period, column: 'income' },
            ]),
            values: chart.years.map(({ period, cashSurrenderValue, increase }) => [
              formatShortMonth(period),
              cashSurrenderValue === null ? null : cashSurrenderValue / 100,
              increase === null ? null : increase / 100,
            ]),
          }}
        />
      )
    case 'concentration':
      if (chart.years.length === 0) return <p className={css.blank}>{EMPTY_LIST}</p>
      return (
        <Chart
          title={title}
          summary={concentrationTrendText(chart.years, chart.limit)}
          scene={(theme, size) => concentrationTrend(chart.years, chart.limit, theme, size)}
          height={LOW}
          table={{
            head: ['Year to', `Of ${chart.basis}`],
            rows: chart.years.map(({ period, ratio }) => [formatDate(period), formatPercent(ratio)]),
            figures: chart.years.map(({ period }) => [null, { table: 'concentration-chart', row: period, column: 'ratio' }]),
            values: chart.years.map(({ period, ratio }) => [formatShortMonth(period), ratio]),
          }}
        />
      )
    case 'carriers':
      if (chart.shares.length === 0) return <p className={css.blank}>{EMPTY_LIST}</p>
      return (
        <ul className={css.shares}>
          {chart.shares.map(({ name, share }) => (
            <li key={name}>
              <span>{name}</span>
              <i aria-hidden>
                <b style={{ width: `${share * 100}%` }} />
              </i>
              <strong>
                <ExplainedFigure address={{ table: 'carriers-ring', row: name, column: 'share' }} name={`${formatPercent(share)}, ${name}`}>
                  {formatPercent(share)}
                </ExplainedFigure>
              </strong>
            </li>
          ))}
        </ul>
      )
  }
}
