/** Questionnaires for tests of their pages: one that was sent, and a book that knows next to nothing. */
import { emptyQuestionnaireBook } from '@corridor/domain/test/questionnaire-book.ts'

export const EMPTY_BOOK = emptyQuestionnaireBook('Alder Bank')

export const SENT_QUESTIONNAIRE = {
  id: 7,
  batchId: 3,
  questionnaireName: 'Annual Questionnaire 2026',
  institutionId: 1,
  institutionName: 'Alder Bank',
  year: 2026,
  period: '2026-12-31',
  status: 1,
  answers: 0,
  lastAnswerAt: null,
  sentAt: '2026-11-02T14:00:00Z',
  dueOn: '2026-12-11',
  remindEveryDays: 7,
  nextReminderOn: null,
  reminders: 0,
  lastRemindedAt: null,
  returnedAt: null,
  returnedBy: null,
  reopenedAt: null,
  reopenNote: null,
  createdAt: '2026-11-02T14:00:00Z',
  can: ['answer', 'return'],
}
