/** The executive summary of a review on screen, part by part as its Word document and its PDF have it. It draws the words and computes nothing. */

import { type ExecutiveSummary, readExecutiveSummary } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { HISTORY_DESCRIPTION } from '@corridor/domain/reports/annual-review/view.ts'
import { footerLine } from '@corridor/domain/reports/heading.ts'
import type { ReactNode } from 'react'
import { NotesPanel, Preliminary } from '../../reporting/BodyParts.tsx'
import type { ReportBodyProps } from '../../reporting/family.ts'
import { TEST_STATUSES } from '../../reporting/statuses.ts'
import tables from '../../reporting/ViewTables.module.css'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './AnnualReviewBody.module.css'
import { ReviewChartPanel } from './ReviewChartPanel.tsx'
import stacked from './Stacked.module.css'

export function ExecutiveSummaryBody({ view, history }: ReportBodyProps) {
  const summary = readExecutiveSummary(view)
  return summary ? <Summary summary={summary} history={history} /> : null
}

function Summary({ summary, history }: { summary: ExecutiveSummary; history: ReactNode }) {
  const { header, footer, scorecardYears } = summary
  return (
    <div className={css.summary}>
      <Preliminary reason={header.preliminaryReason} />
      <Panel title="Conclusions">
        <ul className={css.findings}>
          {summary.conclusions.map(({ label, status, sentence }) => (
            <li key={label}>
              <strong>{label}</strong>
              <StatusBadge status={status} table={TEST_STATUSES} />
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel flush title="Scorecard" note={summary.statusScale}>
        <Grid title="Scorecard" head={['Metric', ...scorecardYears, 'Limit or benchmark', 'Status']} figures={[1, 2]} isStacked>
          {summary.scorecard.map(({ metric, thisYear, lastYear, limit, status }) => (
            <tr key={metric}>
              <th scope="row">{metric}</th>
              <td data-figure data-main data-label={scorecardYears[0]}>
                {thisYear}
              </td>
              <td data-figure data-label={scorecardYears[1]}>
                {lastYear}
              </td>
              <td data-label="Limit or benchmark">{limit}</td>
              <td data-status>{status === null ? null : <StatusBadge status={status} table={TEST_STATUSES} />}</td>
            </tr>
          ))}
        </Grid>
      </Panel>
      <ReviewChartPanel
        title="Value and income by fiscal year"
        description={[HISTORY_DESCRIPTION, summary.historyNote].filter(Boolean).join(' ')}
        chart={{ kind: 'history', years: summary.history }}
      />
      <Panel flush title="The risks">
        <Grid title="The risks" head={['Risk', 'Quantity', 'Management', 'Direction', 'Assessment signed']}>
          {summary.risks.map(({ title, quantity, quality, direction, management }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{quantity}</td>
              <td>{quality}</td>
              <td>{direction}</td>
              <td>{management}</td>
            </tr>
          ))}
        </Grid>
      </Panel>
      <Panel title="Recommended to the board">
        <ol className={css.notes}>
          {summary.actions.map((action) => (
            <li key={action}>{action}</li>
          ))}
        </ol>
      </Panel>
      <Panel title="Board certification">
        <div className={css.words}>
          {summary.certification.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className={css.signatures}>
          <p>{summary.meeting}</p>
          <ul>
            {summary.signatures.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </div>
      </Panel>
      <NotesPanel notes={[]} sources={[footerLine(footer), footer.disclaimer]} note={header.unit} />
      <Panel title="History" note={header.preparedText}>
        {history}
      </Panel>
    </div>
  )
}

interface GridProps {
  title: string
  head: readonly string[]
  /** Columns of figures, which stand to the right. */
  figures?: readonly number[]
  /** On a phone each row stands as lines of its own, under its name and status. */
  isStacked?: boolean
  children: ReactNode
}

function Grid({ title, head, figures = [], isStacked = false, children }: GridProps) {
  return (
    // A wide table scrolls, and the keyboard must reach it.
    <section className={tables.scroll} tabIndex={0} aria-label={`${title}, table`}>
      <table className={`${css.grid} ${stacked.stacked}`} data-stacked={isStacked || undefined}>
        <thead>
          <tr>
            {head.map((word, index) => (
              <th key={word} scope="col" data-figure={figures.includes(index) || undefined}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
