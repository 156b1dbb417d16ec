/** The day by which something is due; once it is past and the thing is not done, marked as overdue: for the reader, or in other words for somebody else. */
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import css from './DueDay.module.css'

export const DueDay = ({ dueOn, overdue }: { dueOn: string; overdue: boolean | string }) => (
  <span className={css.due}>
    {formatDate(plainDate(dueOn))}
    {overdue ? <small>{overdue === true ? 'Overdue' : overdue}</small> : null}
  </span>
)
