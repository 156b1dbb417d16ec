/** Lifecycles as tables: which action is open in which status. The server, the buttons and their tooltips read the same one. */

/** Scheduled -> Generating -> Ready; Ready -> Refreshing -> Ready; Failed with a reason, from where it is tried again (product.md 5). */
export const GENERATED_REPORT_STATUSES = ['Scheduled', 'Generating', 'Ready', 'Refreshing', 'Failed'] as const
export type GeneratedReportStatus = (typeof GENERATED_REPORT_STATUSES)[number]

export const GENERATED_REPORT_ACTIONS = ['release', 'withdraw', 'regenerate', 'delete', 'makePreliminary'] as const
export type GeneratedReportAction = (typeof GENERATED_REPORT_ACTIONS)[number]

/** Of a generated report of any family. Withdrawing hides what was released, whatever is being made meanwhile. */
export const assetReportCan: Record<GeneratedReportAction, readonly GeneratedReportStatus[]> = {
  release: ['Ready'],
  withdraw: ['Scheduled', 'Generating', 'Ready', 'Refreshing', 'Failed'],
  regenerate: ['Ready', 'Failed'],
  delete: ['Scheduled', 'Ready', 'Failed'],
  makePreliminary: ['Failed'],
}

/** The statuses in which somebody still works on it, or will. */
export const UNFINISHED_STATUSES: readonly GeneratedReportStatus[] = ['Scheduled', 'Generating', 'Refreshing']

/** What a report's history and present state add to its status. */
export interface GeneratedReportState {
  status: GeneratedReportStatus
  currentVersion: number
  /** The version institutions see or saw; null when none was released. */
  releasedVersion: number | null
  withdrawn: boolean
  failureCode: string | null
}

/** The actions that the report itself allows; rights and the four-eyes rule are the caller's to add. */
export function openActions(report: GeneratedReportState): GeneratedReportAction[] {
  return GENERATED_REPORT_ACTIONS.filter((action) => assetReportCan[action].includes(report.status) && CONDITIONS[action](report))
}

const isShown = ({ releasedVersion, withdrawn }: GeneratedReportState): boolean => releasedVersion !== null && !withdrawn

const CONDITIONS: Record<GeneratedReportAction, (report: GeneratedReportState) => boolean> = {
  release: (report) => !(isShown(report) && report.releasedVersion === report.currentVersion),
  withdraw: isShown,
  regenerate: () => true,
  delete: ({ releasedVersion }) => releasedVersion === null,
  makePreliminary: ({ failureCode }) => failureCode === 'missing_values',
}

/** RECEIVED -> PARSED -> VALIDATED -> POSTED; REJECTED when it cannot be read or is set aside (domain.md 1.9). */
export const CARRIER_FILE_STATUSES = ['RECEIVED', 'PARSED', 'VALIDATED', 'POSTED', 'REJECTED'] as const
export type CarrierFileStatus = (typeof CARRIER_FILE_STATUSES)[number]

/** `change` is mapping, rejecting and restoring rows, accepting findings and policies. A posted file is corrected by another file, never changed. */
export const carrierFileCan: Record<'change' | 'post' | 'discard', readonly CarrierFileStatus[]> = {
  change: ['PARSED', 'VALIDATED'],
  post: ['VALIDATED'],
  discard: ['RECEIVED', 'PARSED', 'VALIDATED'],
}

/** A policy's statuses (domain.md 1.5). `held`: it has a value at month end and counts as in force. `ended`: it had one until its status date. */
export const POLICY_STATUSES = {
  PENDING: { label: 'Pending', held: false, ended: false },
  IN_FORCE: { label: 'In force', held: true, ended: false },
  GRACE: { label: 'In its grace period', held: true, ended: false },
  PAID_UP: { label: 'Paid up', held: true, ended: false },
  DEATH_CLAIM_PENDING: { label: 'Death claim pending', held: true, ended: false },
  DEATH_PAID: { label: 'Paid on death', held: false, ended: true },
  SURRENDERED: { label: 'Surrendered', held: false, ended: true },
  EXCHANGED_OUT: { label: 'Exchanged out', held: false, ended: true },
  LAPSED: { label: 'Lapsed', held: false, ended: true },
  TRANSFERRED: { label: 'Transferred', held: false, ended: true },
} as const satisfies Record<string, { label: string; held: boolean; ended: boolean }>
export type PolicyStatus = keyof typeof POLICY_STATUSES

export const isPolicyStatus = (code: string): code is PolicyStatus => Object.hasOwn(POLICY_STATUSES, code)

/** What may follow a status (domain.md 1.5). What cannot follow was a mistake: such a row is set aside, with a reason, not followed by another. */
export const POLICY_STATUS_AFTER: Record<PolicyStatus, readonly PolicyStatus[]> = {
  PENDING: ['IN_FORCE', 'LAPSED'],
  IN_FORCE: ['GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING', 'DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'],
  GRACE: ['IN_FORCE', 'PAID_UP', 'DEATH_CLAIM_PENDING', 'DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'],
  PAID_UP: ['DEATH_CLAIM_PENDING', 'DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'],
  // A claim is withdrawn when the report of a death turns out to be wrong.
  DEATH_CLAIM_PENDING: ['DEATH_PAID', 'IN_FORCE', 'PAID_UP'],
  DEATH_PAID: [],
  SURRENDERED: [],
  EXCHANGED_OUT: [],
  // Reinstated with the carrier's consent.
  LAPSED: ['IN_FORCE', 'PAID_UP'],
  TRANSFERRED: [],
}

/** A questionnaire's statuses, numbers on the wire (seed 4). */
export const QUESTIONNAIRE_STATUSES = { 0: 'Unsent', 1: 'Sent', 2: 'Returned' } as const
export type QuestionnaireStatus = keyof typeof QUESTIONNAIRE_STATUSES
export const QUESTIONNAIRE_ACTIONS = ['send', 'remind', 'answer', 'return', 'reopen', 'delete'] as const
export type QuestionnaireAction = (typeof QUESTIONNAIRE_ACTIONS)[number]
/** What the institution wrote is never deleted: only what was not sent is. */
export const questionnaireCan: Record<QuestionnaireAction, readonly QuestionnaireStatus[]> = {
  send: [0],
  remind: [1],
  answer: [1],
  return: [1],
  reopen: [2],
  delete: [0],
}
export const isQuestionnaireStatus = (status: number): status is QuestionnaireStatus => Object.hasOwn(QUESTIONNAIRE_STATUSES, status)
/** The actions that the status itself allows; rights are the caller's to add. */
export const questionnaireActions = (status: number): QuestionnaireAction[] =>
  QUESTIONNAIRE_ACTIONS.filter((action) => questionnaireCan[action].some((one) => one === status))

/** Management's own assessment in a review: open until it is signed; staff may give it back with a note. */
export const REVIEW_ASSESSMENT_STATUSES = { 1: 'Open', 2: 'Signed' } as const
export const REVIEW_ASSESSMENT_ACTIONS = ['answer', 'sign', 'reopen'] as const
export type ReviewAssessmentAction = (typeof REVIEW_ASSESSMENT_ACTIONS)[number]
export const reviewAssessmentCan: Record<ReviewAssessmentAction, readonly (keyof typeof REVIEW_ASSESSMENT_STATUSES)[]> = {
  answer: [1],
  sign: [1],
  reopen: [2],
}
