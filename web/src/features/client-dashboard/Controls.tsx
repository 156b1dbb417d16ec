/** The controls of the month, as a bank shows them to an examiner: what was examined, what was found, and how each was settled. */
import type { controlsStatement } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { controlsResult, controlsResultInBrief, examinedSentence, NOT_AUDITED } from '@corridor/domain/auditing/controls.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import css from './Controls.module.css'

type Statement = ReplyOf<typeof controlsStatement>

export function Controls({ statement: { examined, lines } }: { statement: Statement }) {
  if (!examined) return <EmptyState title="Not audited yet" why={`${NOT_AUDITED} Their statement appears here once they have.`} />
  return (
    <div className={css.controls}>
      <p>{examinedSentence(examined)}</p>
      <dl>
        {lines.map((line) => (
          <div key={line.check}>
            <dt>{line.title}</dt>
            <dd>
              <span className={line.open > 0 ? css.open : undefined}>{controlsResultInBrief(line)}</span>
              {line.sentences.map((sentence) => (
                <span className={css.sentence} key={sentence}>
                  {sentence}
                </span>
              ))}
              {controlsResult(line) === controlsResultInBrief(line) ? null : (
                <details className={css.more}>
                  <summary>Which rules, and why</summary>
                  {controlsResult(line)}
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p>The month’s asset report says which of these audits a reviewer signed off, and when.</p>
    </div>
  )
}
