/** Management's conclusion on each risk, to read, and its signature. */
import type { ReviewAssessment } from '@corridor/contract/review-words.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { risksAsked } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_RISKS } from '@corridor/domain/reports/annual-review/outline.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RiskFacts } from './RiskFacts.tsx'
import css from './review-words.module.css'

export function Conclusions({ assessment: { conclusions, signatures, status, facts } }: { assessment: ReviewAssessment }) {
  const [signed] = signatures
  return (
    <Panel
      title="Conclusions"
      note={
        signed && status === 2
          ? `Signed by ${signed.signerName}, ${signed.signerTitle}, on ${formatLongDate(plainDate(signed.signedOn))}: “${signed.attestation}”`
          : 'Current conclusions; not signed'
      }
    >
      <div className={css.preview}>
        {risksAsked(facts).map((code) => (
          <section key={code}>
            <h3>{REVIEW_RISKS[code].title}</h3>
            <p className={css.written}>{conclusions.find(({ risk }) => risk === code)?.conclusion.trim() || MISSING}</p>
            <RiskFacts facts={facts[code] ?? []} />
          </section>
        ))}
      </div>
    </Panel>
  )
}
