/** How far a batch has come: a bar of ready, failed and remaining reports, and the same in words. */
import type { ReportBatch } from '@corridor/contract/reports.ts'
import css from './BatchProgress.module.css'

export function BatchProgress({ stats, compact = false }: { stats: ReportBatch['stats']; compact?: boolean }) {
  const { Ready: ready, failed, remaining, total } = stats
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100)
  const words = [
    `${ready} of ${total} ready`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(remaining > 0 ? [`${remaining} remaining`] : []),
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
