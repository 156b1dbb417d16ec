/** Words of the activity report. */
import { OUTCOME_WORDS } from '@corridor/contract/words.ts'
import type { ActivityOutcome } from '@corridor/domain/audit-log/sentences.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const OUTCOMES: StatusTable<ActivityOutcome> = {
  done: { label: OUTCOME_WORDS.done, tone: 'good' },
  refused: { label: OUTCOME_WORDS.refused, tone: 'bad' },
}
