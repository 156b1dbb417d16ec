/** Words and formats of the activity report. */
import { OUTCOME_WORDS } from '@corridor/contract/words.ts'
import type { ActivityOutcome } from '@corridor/domain/audit-log/sentences.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const OUTCOMES: StatusTable<ActivityOutcome> = {
  done: { label: OUTCOME_WORDS.done, tone: 'good' },
  refused: { label: OUTCOME_WORDS.refused, tone: 'bad' },
}

const instant = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
/** To the second, in the reader's time zone: "11/03/2026, 2:15:09 PM". */
export const formatInstant = (text: string): string => instant.format(new Date(text))
