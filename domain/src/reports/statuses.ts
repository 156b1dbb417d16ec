/** Lifecycles as tables: which action is open in which status. The server, the buttons and their tooltips read the same one. */

/** Scheduled -> Generating -> Ready; Ready -> Refreshing -> Ready; Failed with a reason, or Canceled with its batch, from where it is tried again. */
export const GENERATED_REPORT_STATUSES = ['Scheduled', 'Generating', 'Ready', 'Refreshing', 'Failed', 'Canceled'] as const
export type GeneratedReportStatus = (typeof GENERATED_REPORT_STATUSES)[number]

export const GENERATED_REPORT_ACTIONS = ['release', 'withdraw', 'regenerate', 'delete', 'makePreliminary'] as const
export type GeneratedReportAction = (typeof GENERATED_REPORT_ACTIONS)[number]

/** The status of a generated report of any family. Withdrawing hides what was released, whatever is being made meanwhile. */
export const assetReportCan: Record<GeneratedReportAction, readonly GeneratedReportStatus[]> = {
  release: ['Ready'],
  withdraw: ['Scheduled', 'Generating', 'Ready', 'Refreshing', 'Failed', 'Canceled'],
  regenerate: ['Ready', 'Failed', 'Canceled'],
  delete: ['Scheduled', 'Ready', 'Failed', 'Canceled'],
  makePreliminary: ['Failed'],
}

/** Facts of a report's history and present state that add to its status. */
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

/** Hidden again as it stands: it goes out again on its own only. A version made since is another. */
export const isWithdrawn = ({
  releasedVersion,
  currentVersion,
  withdrawn,
}: Pick<GeneratedReportState, 'releasedVersion' | 'currentVersion' | 'withdrawn'>): boolean =>
  withdrawn && releasedVersion === currentVersion

/** A report's status with what its institution sees of it, in the words of lists and their files. */
export const SHOWN_REPORT_STATUSES = {
  Scheduled: 'Scheduled',
  Generating: 'Generating',
  Refreshing: 'Refreshing',
  Ready: 'Ready',
  /** Generated, and kept from release by what is open in its month. */
  Blocked: 'Blocked',
  /** Generated, and released with a printed reason only: ratings or signatures are still missing. */
  Incomplete: 'Not complete',
  Failed: 'Failed',
  Canceled: 'Canceled',
  Released: 'Released',
  Withdrawn: 'Withdrawn',
  /** A newer version waits for its release; the institution still sees the older one. */
  Restated: 'Ready, new version',
} as const
export type ShownReportStatus = keyof typeof SHOWN_REPORT_STATUSES

export interface ShownReport extends Pick<GeneratedReportState, 'status' | 'releasedVersion' | 'currentVersion'> {
  withdrawnAt: string | null
  closeGate: string | null
  incomplete: string | null
}
export function shownStatus(report: ShownReport): ShownReportStatus {
  if (report.status !== 'Ready') return report.status
  if (isWithdrawn({ ...report, withdrawn: report.withdrawnAt !== null })) return 'Withdrawn'
  if (report.releasedVersion === report.currentVersion) return 'Released'
  if (report.closeGate !== null) return 'Blocked'
  if (report.incomplete !== null) return 'Incomplete'
  return report.releasedVersion === null ? 'Ready' : 'Restated'
}

const CONDITIONS: Record<GeneratedReportAction, (report: GeneratedReportState) => boolean> = {
  release: (report) => !(isShown(report) && report.releasedVersion === report.currentVersion),
  withdraw: isShown,
  regenerate: () => true,
  delete: ({ releasedVersion }) => releasedVersion === null,
  makePreliminary: ({ failureCode }) => failureCode === 'missing_values',
}

/** Management's own assessment in a review: open until it is signed; staff may give it back with a note. */
export const REVIEW_ASSESSMENT_STATUSES = { 1: 'Open', 2: 'Signed' } as const
export const REVIEW_ASSESSMENT_ACTIONS = ['answer', 'sign', 'reopen'] as const
export type ReviewAssessmentAction = (typeof REVIEW_ASSESSMENT_ACTIONS)[number]
export const reviewAssessmentCan: Record<ReviewAssessmentAction, readonly (keyof typeof REVIEW_ASSESSMENT_STATUSES)[]> = {
  answer: [1],
  sign: [1],
  reopen: [2],
}
