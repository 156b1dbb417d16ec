/** Cells of a carrier's line that staff corrected before posting: received, corrected, by whom, when and why. Nothing where none was. */
import type { CorrectedCell } from '@corridor/contract/corrected-cell.ts'
import { formatMoment } from '../ui/formats.ts'
import css from './CorrectedCells.module.css'

export function CorrectedCells({ corrections }: { corrections: readonly CorrectedCell[] }) {
  if (corrections.length === 0) return null
  return (
    <section className={css.corrected} aria-label="Corrected before posting">
      <h4>Corrected before posting</h4>
      <ul>
        {corrections.map(({ header, received, value, reason, correctedBy, correctedAt }) => (
          <li key={header}>
            <strong>{header}</strong>: received {received === '' ? 'empty' : received}, corrected to {value === '' ? 'empty' : value}
            {correctedBy === null ? '' : ` by ${correctedBy}`} on {formatMoment(correctedAt)}. {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
