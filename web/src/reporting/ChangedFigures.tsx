/** All figures beside each other; a press on one opens why it differs. */
import type { ComparisonReply } from '@corridor/contract/report-changes.ts'
import { Panel } from '../ui/layout/Panel.tsx'
import { amountText, differenceText, footed, sideName } from './change-words.ts'
import css from './changes.module.css'

interface ChangedFiguresProps {
  comparison: ComparisonReply
  chosen: string
  onChoose: (key: string) => void
}

export function ChangedFigures({ comparison, chosen, onChoose }: ChangedFiguresProps) {
  const { from, to, measures } = comparison
  const label = sideName(comparison)
  return (
    <Panel flush title="Figures" note={<span data-no-print>Choose a figure to see why it differs.</span>}>
      <section className={css.scroll} tabIndex={0} aria-label="Figures, table">
        <table className={css.table} data-figures>
          <caption className="visually-hidden">Figures of the two reports</caption>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">{label(from)}</th>
              <th scope="col">
                {label(to)}
                <small data-earlier>{label(from)}</small>
              </th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {measures.map(footed).map((measure) => (
              <tr key={measure.key} data-chosen={measure.key === chosen || undefined}>
                <th scope="row">
                  <button type="button" className={css.choose} aria-pressed={measure.key === chosen} onClick={() => onChoose(measure.key)}>
                    {measure.label.replaceAll('Tier 1', 'Tier\u00a01')}
                  </button>
                </th>
                <td>{amountText(measure.kind, measure.from)}</td>
                <td>
                  {amountText(measure.kind, measure.to)}
                  <small data-earlier>{amountText(measure.kind, measure.from)}</small>
                </td>
                <td>{differenceText(measure.kind, measure.difference)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
