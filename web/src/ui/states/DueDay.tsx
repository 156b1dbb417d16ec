/** The day by which something is due; once it is past and the thing is not done, marked as overdue. */
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import css from './DueDay.module.css'

export const DueDay = ({ dueOn, overdue }: { dueOn: string; overdue: boolean }) => (
  <span className={css.due}>
    {formatDate(plainDate(dueOn))}
    {overdue ? <small>Overdue</small> : null}
  </span>
)
