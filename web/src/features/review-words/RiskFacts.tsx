/** The facts of a risk that the firm computed, folded away until they are asked for; tests that are not met stand open. */
import type { RiskFact } from '@corridor/contract/review-words.ts'
import { TEST_STATUSES } from '../../reporting/statuses.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './review-words.module.css'

export function RiskFacts({ facts }: { facts: readonly RiskFact[] }) {
  const notMet = facts.filter(({ isNotMet }) => isNotMet)
  const computed = facts.filter(({ isNotMet }) => !isNotMet)
  return (
    <>
      {notMet.length === 0 ? null : (
        <ul className={css.notMet}>
          {notMet.map(({ label, value }) => (
            <li key={`${label} ${value}`}>
              <b>{label}</b> <StatusBadge status="bad" table={TEST_STATUSES} /> {value}
            </li>
          ))}
        </ul>
      )}
      {computed.length === 0 ? null : (
        <details className={css.riskFacts}>
          <summary>What the review computed ({computed.length})</summary>
          <dl>
            {computed.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
