/** How far the audit of the whole month is; why the last one failed. */
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import css from './auditing.module.css'
import type { Summary } from './calls.ts'

export function Run({ run }: { run: NonNullable<Summary['run']> }) {
  const month = formatMonth(plainDate(run.period))
  if (run.failure)
    return (
      <p className={css.problem} role="alert">
        The audit of {month} stopped: {run.failure}
      </p>
    )
  if (run.endedAt !== null) return null
  const words =
    run.startedAt === null
      ? `The audit of ${month} waits for its turn.`
      : `Auditing ${month}: ${formatCount(run.partsDone)} of ${formatCount(run.parts)} parts, ${formatCount(run.policies)} policies so far.`
  return (
    <div className={css.run} role="status">
      <span>{words}</span>
      <ProgressBar label={`Audit of ${month}`} value={run.partsDone} of={run.parts} />
    </div>
  )
}
