/** How far a batch has come: a bar of generated, failed and remaining reports, and the same in words. */
import type { ReportBatch } from '@corridor/contract/reports.ts'
import { remainingWords } from '@corridor/domain/primitives/remaining-time.ts'
import css from './BatchProgress.module.css'

interface BatchProgressProps {
  stats: ReportBatch['stats']
  /** Null while the batch's rate tells nothing. */
  remainingSeconds?: number | null
  compact?: boolean
}

export function BatchProgress({ stats, remainingSeconds = null, compact = false }: BatchProgressProps) {
  const { Ready: ready, failed, canceled, remaining, total } = stats
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100)
  const words = [
    `${ready} of ${total} generated`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(canceled > 0 ? [`${canceled} canceled`] : []),
    ...(remaining > 0 ? [`${remaining} remaining`] : []),
    ...(remaining > 0 && remainingSeconds !== null ? [`${remainingWords(remainingSeconds)} left`] : []),
  ].join(', ')
  return (
    <div className={css.progress} data-compact={compact || undefined}>
      <div
        className={css.bar}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ready + failed}
        aria-valuetext={words}
        aria-label="Reports made"
      >
        <span className={css.ready} style={{ width: `${share(ready)}%` }} />
        <span className={css.failed} style={{ width: `${share(failed)}%` }} />
      </div>
      <span className={css.words}>{words}</span>
    </div>
  )
}
