/** Statuses of questionnaires and of answers beside last year's, as badges. */

import { DIFFERENCES, type Difference } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import { QUESTIONNAIRE_STATUSES } from '@corridor/domain/questionnaires/statuses.ts'
import { siteDay } from '../../ui/formats.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const QUESTIONNAIRE_STATUS: StatusTable<'unsent' | 'sent' | 'late' | 'returned'> = {
  unsent: { label: QUESTIONNAIRE_STATUSES[0], tone: 'quiet', sign: 'waiting' },
  sent: { label: QUESTIONNAIRE_STATUSES[1], tone: 'note', sign: 'sent' },
  late: { label: 'Sent, overdue', tone: 'warn', sign: 'late' },
  returned: { label: QUESTIONNAIRE_STATUSES[2], tone: 'good' },
}

/** @param today of the browser, which is near enough for a badge */
export function statusOf(
  { status, dueOn }: { status: number; dueOn: string | null },
  today = new Date(),
): 'unsent' | 'sent' | 'late' | 'returned' {
  if (status === 2) return 'returned'
  if (status === 0) return 'unsent'
  return dueOn !== null && dueOn < siteDay(today) ? 'late' : 'sent'
}

export const STATUS_FILTER = {
  key: 'status',
  label: 'Status',
  many: true,
  options: Object.entries(QUESTIONNAIRE_STATUSES).map(([value, label]) => ({ value, label })),
}

export const DECISION_STATUS: StatusTable<'ACCEPTED' | 'REFUSED' | 'CONTESTED'> = {
  ACCEPTED: { label: 'Accepted', tone: 'good' },
  REFUSED: { label: 'Declined', tone: 'bad' },
  CONTESTED: { label: 'Changed in the register since', tone: 'warn' },
}

export const DIFFERENCE_STATUS: StatusTable<Difference> = {
  SAME: { label: DIFFERENCES.SAME, tone: 'quiet', sign: 'same' },
  CHANGED: { label: DIFFERENCES.CHANGED, tone: 'warn', sign: 'changed' },
  NEW: { label: DIFFERENCES.NEW, tone: 'note', sign: 'added' },
  GONE: { label: DIFFERENCES.GONE, tone: 'bad' },
  NONE: { label: DIFFERENCES.NONE, tone: 'quiet' },
}
