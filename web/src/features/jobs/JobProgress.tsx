/** How far a job is: a bar, its figures, and the remaining time where its rate tells one. */
import type { BackgroundJob } from '@corridor/contract/jobs.ts'
import { formatCount, MISSING } from '@corridor/domain/primitives/money.ts'
import { remainingWords } from '@corridor/domain/primitives/remaining-time.ts'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import css from './jobs.module.css'

export function JobProgress({ job: { subject, done, failed, total, step, remainingSeconds } }: { job: BackgroundJob }) {
  if (done === null || total === null || total === 0) return step ?? MISSING
  return (
    <span className={css.progress}>
      <ProgressBar label={`Progress of ${subject}`} value={done} of={total} failed={failed ?? 0} />
      <small>
        {formatCount(done - (failed ?? 0))} of {formatCount(total)}
        {failed ? `, ${formatCount(failed)} failed` : ''}
        {remainingSeconds === null ? '' : `, ${remainingWords(remainingSeconds)} left`}
      </small>
    </span>
  )
}
