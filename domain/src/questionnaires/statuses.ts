/** The statuses of a questionnaire, and which action is open in which: server and buttons read the same table. */

/** A questionnaire's statuses, numbers on the wire. */
export const QUESTIONNAIRE_STATUSES = { 0: 'Unsent', 1: 'Sent', 2: 'Returned' } as const

export type QuestionnaireStatus = keyof typeof QUESTIONNAIRE_STATUSES

export const QUESTIONNAIRE_ACTIONS = ['send', 'remind', 'answer', 'return', 'reopen', 'delete'] as const

export type QuestionnaireAction = (typeof QUESTIONNAIRE_ACTIONS)[number]

/** Answers of the institution are never deleted: only an unsent questionnaire is. */
export const questionnaireCan: Record<QuestionnaireAction, readonly QuestionnaireStatus[]> = {
  send: [0],
  remind: [1],
  answer: [1],
  return: [1],
  reopen: [2],
  delete: [0],
}

/** The actions that the status itself allows; rights are the caller's to add. */
export const questionnaireActions = (status: number): QuestionnaireAction[] =>
  QUESTIONNAIRE_ACTIONS.filter((action) => questionnaireCan[action].some((one) => one === status))
