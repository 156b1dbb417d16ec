/** Cells of a carrier's line that staff corrected before posting: received, corrected, by whom, when and why. Nothing where none was. */
import type { CorrectedCell } from '@corridor/contract/corrected-cell.ts'
import { formatDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { formatMoment } from '../ui/formats.ts'
import css from './CorrectedCells.module.css'

/** A date that was taken from a proposal is kept as YYYY-MM-DD, which no column's order of day and month can turn around. */
export const correctedText = (value: string): string => (isPlainDate(value) ? formatDate(value) : value)

export function CorrectedCells({ corrections }: { corrections: readonly CorrectedCell[] }) {
  if (corrections.length === 0) return null
  return (
    <section className={css.corrected} aria-label="Corrected before posting">
      <h4>Corrected before posting</h4>
      <ul>
        {corrections.map((cell) => (
          <li key={cell.header}>
            <CorrectedWords cell={cell} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export const CorrectedWords = ({ cell: { header, received, value, reason, correctedBy, correctedAt } }: { cell: CorrectedCell }) => (
  <>
    <strong>{header}</strong>: received {received === '' ? 'empty' : received}, corrected to {value === '' ? 'empty' : correctedText(value)}
    {correctedBy === null ? '' : ` by ${correctedBy}`} on {formatMoment(correctedAt)}. {reason}
  </>
)
