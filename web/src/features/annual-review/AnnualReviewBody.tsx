/** The body of an annual review on screen: its contents beside its sections, each block as the view has it. It draws the view and computes nothing. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { blocksShown } from '@corridor/domain/reports/annual-review/not-applicable.ts'
import {
  type AnnualReviewView,
  findingsOfReview,
  type IndexRow,
  type ReviewBlock,
  type ReviewSectionView,
  readAnnualReviewView,
  type ScorecardRow,
} from '@corridor/domain/reports/annual-review/view.ts'
import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import { footerLine } from '@corridor/domain/reports/heading.ts'
import { formatFigure } from '@corridor/domain/reports/table.ts'
import { useId } from 'react'
import { LeftOut, NotesPanel, Preliminary, ReleasedOverItems, ReleaseNotice } from '../../reporting/BodyParts.tsx'
import type { ReportBodyProps } from '../../reporting/family.ts'
import { TEST_STATUSES } from '../../reporting/statuses.ts'
import { useTracing } from '../../reporting/TracePolicy.tsx'
import tables from '../../reporting/ViewTables.module.css'
import { FlatTable } from '../../reporting/ViewTables.tsx'
import { Explained, ExplainedFigure } from '../../ui/explanation/Explain.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PhoneSection } from '../../ui/layout/PhoneSection.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './AnnualReviewBody.module.css'
import { ReviewChartPanel } from './ReviewChartPanel.tsx'
import { Fact, Findings, RiskPanel, riskAnchor } from './RiskPanel.tsx'
import stacked from './Stacked.module.css'

export function AnnualReviewBody({ view, ...place }: ReportBodyProps) {
  const read = readAnnualReviewView(view)
  return read ? <Review view={read} {...place} /> : null
}

function Review({ view, history, ...place }: ReportBodyProps & { view: AnnualReviewView }) {
  const { trace, dialog } = useTracing({ calls: annualReviews, ...place })
  const { header, footer, sections, notes } = view
  return (
    <Explained load={explainerOf(view)} trace={trace}>
      <div className={css.review}>
        <nav className={css.contents} aria-label="Sections of the review" data-no-print>
          <ol>
            {sections.map(({ code, number, title }) => (
              <li key={code}>
                <a href={`#${anchorOf(code)}`}>
                  <span>{number}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={css.body}>
          <ReleaseNotice note={view.note} />
          <ReleasedOverItems released={view.released} />
          <Preliminary reason={header.preliminaryReason} />
          {sections.map((section) => (
            <Section key={section.code} section={section} view={view} />
          ))}
          <LeftOut notApplicable={view.notApplicable} />
          <NotesPanel notes={notes} sources={[footerLine(footer), footer.disclaimer]} note={header.unit} />
          <Panel title="History" note={header.preparedText}>
            {history}
          </Panel>
        </div>
      </div>
      {dialog}
    </Explained>
  )
}

/** Loaded with the first figure that is opened. */
const explainerOf = (view: AnnualReviewView) => async () => {
  const { explainReviewFigure } = await import('@corridor/domain/reports/annual-review/explanation.ts')
  return (address: FigureAddress) => explainReviewFigure(view, address)
}

const anchorOf = (code: string): string => `section-${code.toLowerCase().replaceAll('_', '-')}`

function Section({ section, view }: { section: ReviewSectionView; view: AnnualReviewView }) {
  const id = useId()
  const anchor = anchorOf(section.code)
  const notMet = findingsOfReview({ sections: [section] }).filter(({ status }) => status === 'bad').length
  const title = `${section.number} ${section.title}${notMet === 0 ? '' : ` · ${notMet} not met`}`
  return (
    // A phone shows the results first.
    <PhoneSection title={title} anchor={anchor} isAsked={section.code === 'EXECUTIVE_SUMMARY'}>
      <section className={css.section} id={anchor} aria-labelledby={id}>
        <h2 id={id}>
          <span>{section.number}</span> {section.title}
        </h2>
        {blocksShown(section).map((block) => (
          <Block key={block.id} block={block} view={view} />
        ))}
      </section>
    </PhoneSection>
  )
}

function Block({ block, view }: { block: ReviewBlock; view: AnnualReviewView }) {
  switch (block.kind) {
    case 'text':
      return block.title === null ? (
        <div className={css.words}>
          {block.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ) : (
        <Panel title={block.title}>
          <ul className={css.notes}>
            {block.paragraphs.map((paragraph) => (
              <li key={paragraph}>{paragraph}</li>
            ))}
          </ul>
        </Panel>
      )
    case 'figures':
      return (
        <div className={css.figures}>
          <StatTiles long={block.figures.some(({ kind }) => kind === 'money')}>
            {block.figures.map(({ id, label, kind, digits, value, note }) => (
              <StatTile
                key={id}
                label={label}
                value={
                  <Fact
                    group={block.id}
                    id={id}
                    label={label}
                    text={formatFigure(kind, value, digits)}
                    isNumber={typeof value === 'number'}
                  />
                }
                note={note}
              />
            ))}
          </StatTiles>
        </div>
      )
    case 'findings':
      return (
        <Panel title={block.title}>
          <Findings findings={block.findings} />
        </Panel>
      )
    case 'table':
      return (
        <Panel flush title={block.table.title} {...(block.note === null ? {} : { note: block.note })}>
          <FlatTable table={block.table} />
        </Panel>
      )
    case 'scorecard':
      return (
        <Panel flush title={block.title} note={block.note}>
          <Scorecard title={block.title} rows={block.rows} />
        </Panel>
      )
    case 'chart':
      return <ReviewChartPanel title={block.title} description={block.description} chart={block.chart} />
    case 'risk':
      return <RiskPanel risk={block.risk} />
    case 'index':
      return (
        <Panel flush title="Where to find each item">
          <Index rows={block.rows} sections={view.sections} />
        </Panel>
      )
    case 'signatures':
      return (
        <div className={css.signatures}>
          <p>{block.meeting}</p>
          <ul>
            {block.labels.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </div>
      )
  }
}

function Scorecard({ title, rows }: { title: string; rows: readonly ScorecardRow[] }) {
  return (
    // A wide table scrolls, and the keyboard must reach it.
    <section className={tables.scroll} tabIndex={0} aria-label={`${title}, table`}>
      <table className={`${css.grid} ${stacked.stacked}`} data-stacked>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" data-figure>
              This year
            </th>
            <th scope="col" data-figure>
              Last year
            </th>
            <th scope="col">Limit or benchmark</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, metric, kind, thisYear, lastYear, limit, status }) => (
            <tr key={id}>
              <th scope="row">{metric}</th>
              <td data-figure data-main data-label="This year">
                <Score row={id} column="thisYear" metric={metric} kind={kind} value={thisYear} />
              </td>
              <td data-figure data-label="Last year">
                <Score row={id} column="lastYear" metric={metric} kind={kind} value={lastYear} />
              </td>
              <td data-label="Limit or benchmark">{limit}</td>
              <td data-status>{status === null ? null : <StatusBadge status={status} table={TEST_STATUSES} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ScoreProps {
  row: string
  column: 'thisYear' | 'lastYear'
  metric: string
  kind: ScorecardRow['kind']
  value: ScorecardRow['thisYear']
}

const Score = ({ row, column, metric, kind, value }: ScoreProps) =>
  typeof value === 'number' ? (
    <ExplainedFigure address={{ table: 'scorecard', row, column }} name={`${formatFigure(kind, value)}, ${metric}`}>
      {formatFigure(kind, value)}
    </ExplainedFigure>
  ) : (
    formatFigure(kind, value)
  )

function Index({ rows, sections }: { rows: readonly IndexRow[]; sections: readonly ReviewSectionView[] }) {
  const names = new Map(sections.map((section) => [section.code, `${section.number} ${section.title}`]))
  return (
    <section className={tables.scroll} tabIndex={0} aria-label="Cross-reference index, table">
      <table className={css.grid} data-index>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Section</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, item, sections: codes, source, risk }) => (
            <tr key={id}>
              <th scope="row">{item}</th>
              <td>
                {codes.length === 0
                  ? 'Not in this review'
                  : codes.map((code) => (
                      <a key={code} className={css.where} href={`#${code === 'RISKS' && risk ? riskAnchor(risk) : anchorOf(code)}`}>
                        {names.get(code)}
                      </a>
                    ))}
              </td>
              <td>{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
