/**
 * How each endpoint that takes an id is asked for a row, whoever's it is: what reach.test.ts asks for strangers, for rows that never were, and for one's own.
 * Its path says whose row is asked for, its contract what else it needs.
 */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { type Ids, NEVER, reason, there, updatedAt } from './asked-ids.ts'
import { sampleOf } from './sample.ts'

type Asked = (ids: Ids) => Record<string, unknown>

const FAMILIES: Readonly<Record<string, (ids: Ids) => readonly [batch: number, report: number]>> = {
  '/api/asset-reports': ({ batchId, reportId }) => [batchId, reportId],
  '/api/8925-reports': ({ formBatchId, formReportId }) => [formBatchId, formReportId],
  '/api/annual-boli-review': ({ reviewBatchId, reviewReportId }) => [reviewBatchId, reviewReportId],
  '/api/annual-questionnaire': ({ questionnaireBatchId, questionnaireId }) => [questionnaireBatchId, questionnaireId],
}

/** Rows behind the parameters of a path, by the path up to the parameter. Where others begin with it as well, the longest counts. */
const ROWS: Readonly<Record<string, (ids: Ids) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(FAMILIES).flatMap(([base, of]) => [
      [`${base}/:batch`, (ids: Ids) => of(ids)[0]],
      [`${base}/:batch/reports/:report`, (ids: Ids) => of(ids)[1]],
      [`${base}/:id`, (ids: Ids) => of(ids)[1]],
    ]),
  ),
  '/api/asset-reports/:batch/reports/:report/policies/:policy': ({ policyId }) => policyId,
  '/api/8925-reports/:batch/reports/:report/policies/:policy': ({ policyId }) => policyId,
  '/api/annual-boli-review/:batch/reports/:report/policies/:policy': ({ policyId }) => policyId,
  '/api/annual-boli-review/assessment/:id': ({ assessmentId }) => assessmentId,
  '/api/annual-questionnaire/institution/:institutionId': ({ institutionId }) => institutionId,
  '/api/annual-questionnaire/:id/attachments/:attachment': ({ attachmentId }) => attachmentId,
  '/api/institutions/:id': ({ institutionId }) => institutionId,
  '/api/institutions/:id/employee-counts/:count': ({ employeeCountId }) => employeeCountId,
  '/api/institutions/:id/register/policies/:policyId': ({ policyId }) => policyId,
  '/api/institutions/:id/register/policies/:policyId/statuses/:statusId': () => NEVER,
  '/api/institutions/:id/register/insureds/:insuredId': ({ insuredId }) => insuredId,
  ...Object.fromEntries(ENDPOINTS.flatMap(({ endpoint: { path } }) => (path.endsWith('/:recordId') ? [[path, () => NEVER] as const] : []))),
  '/api/report-schedules/:id': ({ scheduleId }) => scheduleId,
  '/api/etl/files/:id': ({ fileId }) => fileId,
  '/api/etl/jobs/:id': ({ batchId }) => `generate-reports:${batchId}`,
  '/api/etl/Salesforce/pulls/:id': ({ siteId }) => there.pullOn.get(siteId) ?? NEVER,
  '/api/documents/:id': ({ documentId }) => documentId,
  '/api/onboarding/:id': ({ siteId }) => there.onboardingOn.get(siteId) ?? NEVER,
  // A batch is a number nobody guesses; whose it is is tried in features/documents and features/client-reports.
  '/api/documents/batches/:uploadBatch': () => '00000000-0000-4000-8000-000000000000',
  '/api/reports/batches/:uploadBatch': () => '00000000-0000-4000-8000-000000000000',
  '/api/reports/:id': ({ clientReportId }) => clientReportId,
  '/api/bank-uploads/:id': ({ bankUploadId }) => bankUploadId,
  '/api/uploads/:uploadId': ({ clientId }) => there.uploads.get(clientId) ?? '00000000-0000-4000-8000-000000000000',
  '/api/service-requests/:id': ({ institutionId }) => there.requestOf.get(institutionId) ?? NEVER,
  '/api/service-requests/files/:fileId': ({ institutionId }) => there.requestFileOf.get(institutionId) ?? NEVER,
  '/api/service-team/:id': ({ clientId }) => clientId,
  '/api/announcements/:id': ({ announcementId }) => announcementId,
  '/api/sites/:id': ({ siteId }) => siteId,
  '/api/client-menus/:id': ({ siteId }) => there.menuOn.get(siteId) ?? NEVER,
  '/api/client-menus/preview/:institutionId': ({ institutionId }) => institutionId,
  '/api/activity/:id': ({ siteId }) => there.activityOn.get(siteId) ?? NEVER,
  '/api/exceptions/:institutionId': ({ institutionId }) => institutionId,
  '/api/exceptions/:institutionId/:id': ({ institutionId }) => there.exceptionOf.get(institutionId) ?? NEVER,
  // Another site's is tried in features/auditing.
  '/api/exceptions/sign-offs/:id': () => NEVER,
  '/api/exceptions/suppressions/:institutionId': ({ institutionId }) => institutionId,
  '/api/exceptions/suppressions/:institutionId/:id': () => NEVER,
  '/api/users/:id': ({ clientId }) => clientId,
  '/api/users/:userId': ({ clientId }) => clientId,
  '/api/users/:id/access/:kind/:record': ({ reportId }) => reportId,
  '/api/memberships/:userId': ({ clientId }) => clientId,
  // Another person's key and another site's are tried in features/api-keys.
  '/api/api-keys/:id': () => NEVER,
  // The owner of a view, and its site, are tried in features/saved-views.
  '/api/saved-views/:id': () => NEVER,
  '/api/board-books/:id': ({ institutionId }) => there.boardBookOf.get(institutionId) ?? NEVER,
  '/api/financial-impact/scenarios/:id': ({ institutionId }) => there.scenarioOf.get(institutionId) ?? NEVER,
  // Each of the three people has a second factor of the same number.
  '/api/mfa/:id': ({ clientId }) => clientId,
  '/api/session/sessions/:id': ({ clientId }) => there.sessions.get(clientId) ?? NEVER,
  '/api/session/view-as/:userId': ({ clientId }) => clientId,
  '/api/session/institution/:id': ({ institutionId }) => institutionId,
  '/api/session/site/:id': ({ siteId }) => siteId,
}

/** Besides the least that the contract takes: rows that a body names, and values that no schema tells. */
const MORE: Readonly<Record<string, Asked>> = {
  ...Object.fromEntries(
    Object.entries(FAMILIES).flatMap(([base, of]): [string, Asked][] => [
      [`POST ${base}/:batch/release`, (ids) => ({ reportIds: [of(ids)[1]] })],
      [`POST ${base}/:batch/release/preview`, (ids) => ({ reportIds: [of(ids)[1]] })],
      [`POST ${base}/:batch/withdraw`, (ids) => ({ reportIds: [of(ids)[1]] })],
      [`GET ${base}/:batch/download`, (ids) => ({ reportIds: String(of(ids)[1]) })],
    ]),
  ),
  'GET /api/8925-reports/:batch/xlsx/download': ({ formReportId }) => ({ reportIds: String(formReportId), format: 'pdf' }),
  'GET /api/annual-questionnaire/:batch/download': ({ questionnaireId }) => ({ reportIds: String(questionnaireId), format: 'xlsx' }),
  'PUT /api/institutions/:id/employee-counts': () => ({ taxYearEnd: '2024-12-31' }),
  'PUT /api/institutions/:id/sites': () => ({ siteIds: [there.siteId] }),
  'PUT /api/institutions/:id/identity-provider': () => ({ issuer: 'https://login.bank.example' }),
  'PUT /api/annual-boli-review/assessment/:id/conclusions': () => ({ risk: 'CREDIT', version: 0 }),
  'PUT /api/annual-questionnaire/:id/answers': () => ({ question: 'city', value: 'Boston', version: 0 }),
  'PUT /api/annual-questionnaire/:id/assignments': () => ({ section: 'capital' }),
  'POST /api/annual-questionnaire/:id/decisions': () => ({ decision: 'REFUSED', reason }),
  'POST /api/etl/files/:id/accept': ({ institutionId }) => ({ policies: [{ line: 1, institutionId }] }),
  'POST /api/uploads/:uploadId/parts/:start': () => ({ start: 0 }),
  'POST /api/users/:id/permissions/template': () => ({ templateId: there.template.id, templateUpdatedAt: there.template.updatedAt }),
  'PUT /api/memberships/:userId': ({ institutionId }) => ({ institutionId }),
  'GET /api/users/:id/access/:kind/:record': () => ({ kind: 'assetReport' }),
}

/** Shared by all sites, or without a row behind the parameter. */
export const SHARED =
  /^\w+ \/api\/(permission-templates|etl\/arrivals|etl\/Salesforce\/(mappings|objects)|report-configuration\/states|carriers|rate-table|report-types|email-templates|drafts)\/|^GET \/api\/(users\/:email\/sites|mfa\/verify\/:phone)$|^PUT \/api\/notifications\/choices\/:kind$/

/** Pictures that nobody took: what is kept and served of them is tested where they are taken in. */
export const NO_PICTURE = /\/(logo|avatar)$/

/** By method and path; without the endpoints whose path leads to no row known here, which reach.test.ts then names. */
export const ASKED: Readonly<Record<string, Asked>> = Object.fromEntries(
  ENDPOINTS.flatMap(({ endpoint: { method, path, input } }): [string, Asked][] => {
    const name = `${method} ${path}`
    const rows = Object.keys(ROWS).filter((of) => path === of || path.startsWith(`${of}/`))
    if (!path.includes('/:') || SHARED.test(name) || rows.length === 0) return []
    const least = Object(sampleOf(input))
    return [
      [
        name,
        (ids) => ({
          ...least,
          ...('updatedAt' in least ? { updatedAt } : {}),
          ...Object.fromEntries(rows.map((of) => [of.slice(of.lastIndexOf(':') + 1), ROWS[of]?.(ids)])),
          ...MORE[name]?.(ids),
        }),
      ],
    ]
  }),
)
