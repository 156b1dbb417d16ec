/** One of the eight risks of an annual review, and the tests that it and other sections show. */

import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import { type ReviewFigure, type ReviewFinding, type ReviewRiskView, ratingSentence } from '@corridor/domain/reports/annual-review/view.ts'
import { formatFigure } from '@corridor/domain/reports/table.ts'
import { TEST_STATUSES } from '../../reporting/statuses.ts'
import { ExplainedFigure } from '../../ui/explanation/Explain.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './AnnualReviewBody.module.css'
import stacked from './Stacked.module.css'

export function Findings({ findings }: { findings: readonly ReviewFinding[] }) {
  return (
    <ul className={css.findings}>
      {findings.map(({ id, label, status, sentence }) => (
        <li key={id}>
          <strong>{label}</strong>
          <StatusBadge status={status} table={TEST_STATUSES} />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  )
}

/** A figure that stands alone; a number opens how it is calculated. */
export const Fact = ({
  group,
  id,
  label,
  text,
  isNumber,
}: {
  group: string
  id: string
  label: string
  text: string
  isNumber: boolean
}) =>
  isNumber ? (
    <ExplainedFigure address={{ table: group, row: id, column: 'value' }} name={`${text}, ${label}`}>
      {text}
    </ExplainedFigure>
  ) : (
    text
  )

/** The id of a risk's panel, to which the cross-reference index links. */
export const riskAnchor = (code: ReviewRiskView['code']): string => `risk-${code.toLowerCase().replaceAll('_', '-')}`

export function RiskPanel({ risk }: { risk: ReviewRiskView }) {
  const { management } = risk
  const series = risk.facts.filter((fact) => fact.series !== undefined)
  return (
    <div id={riskAnchor(risk.code)} className={stacked.risk}>
      <Panel title={risk.title} note={risk.definition}>
        <Facts risk={risk} facts={risk.facts.filter(({ series }) => series === undefined)} />
        {series.length === 0 ? null : <Facts risk={risk} facts={series} isSeries />}
        {risk.note === undefined ? null : <p className={stacked.how}>{risk.note}</p>}
        <Findings findings={risk.findings} />
        <dl className={css.conclusions}>
          <dt>Rating</dt>
          <dd>{ratingSentence(risk)}</dd>
          <dt>Conclusion</dt>
          <dd>{risk.conclusion === '' ? <span className={css.blank}>Not written yet.</span> : <Paragraphs text={risk.conclusion} />}</dd>
          <dt>Management’s assessment</dt>
          <dd>
            {management === null ? (
              <span className={css.blank}>Not signed yet.</span>
            ) : (
              <>
                <Paragraphs text={management.text} />
                <small>
                  Signed by {[management.signedBy, management.signedTitle].filter(Boolean).join(', ')},{' '}
                  {formatLongDate(management.signedOn)}
                </small>
              </>
            )}
          </dd>
        </dl>
      </Panel>
    </div>
  )
}

/** @param isSeries figures that differ by one thing alone, one below the other */
const Facts = ({ risk, facts, isSeries = false }: { risk: ReviewRiskView; facts: readonly ReviewFigure[]; isSeries?: boolean }) => (
  <dl className={css.facts} data-series={isSeries || undefined}>
    {facts.map(({ id, label, kind, digits, value, note }) => (
      <div key={id}>
        <dt>
          {label}
          {note === null ? null : <small>{note}</small>}
        </dt>
        <dd>
          <Fact
            group={`risk-${risk.code}`}
            id={id}
            label={label}
            text={formatFigure(kind, value, digits)}
            isNumber={typeof value === 'number'}
          />
        </dd>
      </div>
    ))}
  </dl>
)

const Paragraphs = ({ text }: { text: string }) => (
  <>
    {text.split(/\n\s*\n/).map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </>
)
