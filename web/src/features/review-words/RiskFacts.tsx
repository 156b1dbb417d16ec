/** The facts of a risk that the firm computed, folded away until they are asked for. */
import css from './review-words.module.css'

export function RiskFacts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  if (facts.length === 0) return null
  return (
    <details className={css.riskFacts}>
      <summary>What the review computed ({facts.length})</summary>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
