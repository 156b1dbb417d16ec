/** Owners of the rows that the endpoints are asked for (asked.ts), and the records the test has made beside them. */
import type { Holdings } from './holdings.ts'

export const NEVER = 2_147_483_000
export const updatedAt = '2026-11-01T00:00:00.000Z'
/** Records that the test has made beside the holdings. */
export const there = {
  siteId: 0,
  /** An entry of the activity log on a site, by the site. */
  activityOn: new Map<number, number>(),
  pullOn: new Map<number, number>(),
  /** The published client menu of a site, by the site. */
  menuOn: new Map<number, number>(),
  /** An import of a firm's book on a site, by the site. */
  onboardingOn: new Map<number, number>(),
  /** An audit exception of an institution, by the institution. */
  exceptionOf: new Map<number, number>(),
  /** A financial-impact scenario shared with everybody who may have it, by the institution. */
  scenarioOf: new Map<number, number>(),
  /** A request at the service desk that the bank's people share, and its file, by the institution (test/service-requests.ts). */
  requestOf: new Map<number, number>(),
  requestFileOf: new Map<number, number>(),
  /** A board book of an institution, by the institution: its client's, and of the book's own that of the person who asks. */
  boardBookOf: new Map<number, number>(),
  /** A session of a client, by the client. */
  sessions: new Map<number, number>(),
  /** An upload of a client, by the client; for the book's own client, one of the person who asks. */
  uploads: new Map<number, string>(),
  /** Permission templates belong to the firm; one is there, so that what is missing is the person. */
  template: { id: 0, updatedAt },
}

export type Ids = Pick<
  Holdings,
  | 'institutionId'
  | 'clientId'
  | 'policyId'
  | 'insuredId'
  | 'batchId'
  | 'reportId'
  | 'clientReportId'
  | 'documentId'
  | 'bankUploadId'
  | 'questionnaireId'
  | 'questionnaireBatchId'
  | 'attachmentId'
  | 'fileId'
  | 'announcementId'
  | 'formBatchId'
  | 'formReportId'
  | 'employeeCountId'
  | 'scheduleId'
  | 'reviewBatchId'
  | 'reviewReportId'
  | 'assessmentId'
> & {
  siteId: number
}
export const never: Ids = {
  siteId: NEVER,
  institutionId: NEVER,
  clientId: NEVER,
  policyId: NEVER,
  insuredId: NEVER,
  batchId: NEVER,
  reportId: NEVER,
  clientReportId: NEVER,
  documentId: NEVER,
  bankUploadId: NEVER,
  questionnaireId: NEVER,
  questionnaireBatchId: NEVER,
  attachmentId: NEVER,
  fileId: NEVER,
  announcementId: NEVER,
  formBatchId: NEVER,
  formReportId: NEVER,
  employeeCountId: NEVER,
  scheduleId: NEVER,
  reviewBatchId: NEVER,
  reviewReportId: NEVER,
  assessmentId: NEVER,
}
export const reason = 'because of a test'
