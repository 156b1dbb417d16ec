/** Tests and ratings that came out otherwise in the later of two reports: what each of them says, side by side. */
import type { ComparisonReply } from '@corridor/contract/report-changes.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { Panel } from '../ui/layout/Panel.tsx'
import { StatusBadge } from '../ui/states/StatusBadge.tsx'
import css from './changes.module.css'
import { TEST_STATUSES } from './statuses.ts'

export function ChangedConclusions({ comparison }: { comparison: ComparisonReply }) {
  const { between, conclusions, from, to } = comparison
  const name = (side: ComparisonReply['from']) => (between === 'versions' ? `Version ${side.version}` : formatDate(plainDate(side.period)))
  return (
    <Panel flush title="Conclusions that changed" note="Tests and ratings with a different result.">
      <section className={css.scroll} tabIndex={0} aria-label="Conclusions that changed, table">
        <table className={css.conclusions}>
          <caption className="visually-hidden">Conclusions of the two reports</caption>
          <thead>
            <tr>
              <th scope="col">Conclusion</th>
              <th scope="col">{name(from)}</th>
              <th scope="col">{name(to)}</th>
            </tr>
          </thead>
          <tbody>
            {conclusions.map((conclusion) => (
              <tr key={conclusion.key}>
                <th scope="row">
                  {conclusion.label}
                  <small>{conclusion.about}</small>
                </th>
                <Side name={name(from)} side={conclusion.from} />
                <Side name={name(to)} side={conclusion.to} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

/** On a narrow screen the two stand under each other, each under its own date. */
function Side({ name, side }: { name: string; side: ComparisonReply['conclusions'][number]['from'] }) {
  return (
    <td>
      <span className={css.sideName} aria-hidden>
        {name}
      </span>
      {side === null ? (
        <span className={css.absent}>Not included.</span>
      ) : (
        <>
          {side.status === null ? null : <StatusBadge status={side.status} table={TEST_STATUSES} />}
          <p>{side.text}</p>
        </>
      )}
    </td>
  )
}
