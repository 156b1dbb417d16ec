/** Bodies and queries that name rows by their ids, for body-ids.test.ts: valid but for whose the row is. What else the call needs is in asked.ts. */
import { type Ids, NEVER, never, reason, there, updatedAt } from './asked-ids.ts'
import { LEAST_SCENARIO } from './impact-scenario.ts'

export type BodyIds = Ids & {
  planId: number
  productId: number
  carrierCode: string
  subsidiaryId: number
  agreementId: number
  menuId: number
  /** For staff on the site. */
  staffId: number
}
export const neverInBody: BodyIds = {
  ...never,
  planId: NEVER,
  productId: NEVER,
  carrierCode: 'X',
  staffId: NEVER,
  subsidiaryId: NEVER,
  agreementId: NEVER,
  menuId: NEVER,
}

export interface InBody {
  name: string
  field: string
  /** @param ids whose row is named  @param own the caller's, for all else */
  body: (ids: BodyIds, own: BodyIds) => Record<string, unknown>
  /** Inside an institution's records a neighbor of the same site is foreign too. */
  of?: 'institution'
  by?: 'client'
  /** It only reads: what is not there is an empty answer. */
  reads?: true
  /** Nothing of one's own is there to be found. */
  none?: true
}

const PERIOD = '2026-09-30'
const unassigned = { kind: 'OTHER', ownerId: null, dueOn: null }
const PERIODS: Readonly<Record<string, string>> = { '/api/8925-reports': '2025-12-31', '/api/annual-boli-review': '2026-12-31' }
const family = (base: string, report: (ids: BodyIds) => number): InBody[] => [
  {
    name: `POST ${base}`,
    field: 'institutions',
    body: ({ institutionId }) => ({ period: PERIODS[base] ?? PERIOD, institutions: [institutionId] }),
  },
  {
    name: `POST ${base}`,
    field: 'subsidary_id',
    of: 'institution',
    body: ({ subsidiaryId }, { institutionId }) => ({
      period: PERIODS[base] ?? PERIOD,
      institutions: [{ id: institutionId, subsidary_id: subsidiaryId }],
    }),
  },
  ...['release', 'release/preview', 'withdraw'].map(
    (what): InBody => ({
      name: `POST ${base}/:batch/${what}`,
      field: 'reportIds',
      // A released report is not released again.
      ...(what === 'release' ? { none: true as const } : {}),
      body: (ids) => ({ batch: 0, reportIds: [report(ids)], ...(what === 'withdraw' ? { reason } : {}) }),
    }),
  ),
  { name: `GET ${base}/:batch/download`, field: 'reportIds', by: 'client', body: (ids) => ({ batch: 0, reportIds: String(report(ids)) }) },
  { name: `GET ${base}/:batch/reports`, field: 'institutionId', reads: true, body: ({ institutionId }) => ({ batch: 0, institutionId }) },
]
/** The calls of a generic resource that name rows. */
const resource = (path: string, id: (ids: BodyIds) => number): InBody[] => [
  { name: `DELETE ${path}`, field: 'ids', body: (ids) => ({ ids: [id(ids)] }) },
  { name: `POST ${path}/restore`, field: 'ids', none: true, body: (ids) => ({ ids: [id(ids)] }) },
  { name: `POST ${path}/bulk`, field: 'ids', none: true, body: (ids) => ({ action: 'delete', ids: [id(ids)] }) },
]
const register = '/api/institutions/:id/register'
const policy = (own: BodyIds) => ({
  policyNumber: 'Z-9',
  planId: own.planId,
  subsidiaryId: null,
  productId: own.productId,
  carrierCode: own.carrierCode,
  insuredId: own.insuredId,
  splitDollarAgreementId: null,
})
const filter = (name: string, field: string, id: (ids: BodyIds) => number, more: Record<string, unknown> = {}): InBody => ({
  name,
  field,
  reads: true,
  body: (ids) => ({ ...more, [field]: id(ids) }),
})
const institution = ({ institutionId }: BodyIds) => institutionId
const audience = {
  title: 'X',
  body: 'X',
  level: 'INFO',
  dismissible: true,
  startsOn: '2026-01-01',
  endsOn: null,
  roles: [],
  siteIds: [],
  institutionIds: [],
}
const client = (ids: BodyIds, own: BodyIds) => ({
  role: 2,
  email: `x${ids.institutionId}-${ids.siteId}-${Math.random()}@bank.test`,
  firstName: 'X',
  lastName: 'X',
  institutionId: own.institutionId,
  siteIds: [own.siteId],
})
const schedule = { name: 'Another', reportType: 'AssetReport', isQuarterly: false, businessDay: 5, hold: true }

export const IN_BODY: readonly InBody[] = [
  ...family('/api/asset-reports', ({ reportId }) => reportId),
  ...family('/api/8925-reports', ({ formReportId }) => formReportId),
  ...family('/api/annual-boli-review', ({ reviewReportId }) => reviewReportId),
  {
    name: 'GET /api/8925-reports/:batch/xlsx/download',
    field: 'reportIds',
    by: 'client',
    body: ({ formReportId }) => ({ batch: 0, reportIds: String(formReportId) }),
  },
  {
    name: 'PUT /api/institutions/:id/employee-counts',
    field: 'subsidary_id',
    of: 'institution',
    body: ({ subsidiaryId }) => ({ subsidary_id: subsidiaryId, taxYearEnd: '2023-12-31' }),
  },
  filter('POST /api/reports/search', 'institutionId', institution),
  filter('POST /api/reports/search', 'siteId', ({ siteId }) => siteId),
  filter('POST /api/reports/search', 'userId', ({ clientId }) => clientId),
  ...resource('/api/client-menus', ({ menuId }) => menuId),
  {
    name: 'POST /api/search/unread/retry',
    field: 'ids',
    reads: true,
    body: ({ clientReportId }) => ({ kind: 'REPORT', ids: [clientReportId] }),
  },
  filter('GET /api/reports', 'institutionId', institution),
  ...resource('/api/reports', ({ clientReportId }) => clientReportId),
  {
    name: 'POST /api/report-schedules',
    field: 'institutionIds',
    body: ({ institutionId }) => ({ ...schedule, institutionIds: [institutionId] }),
  },
  {
    name: 'PUT /api/report-schedules/:id',
    field: 'institutionIds',
    body: ({ institutionId }) => ({ institutionIds: [institutionId], updatedAt }),
  },
  {
    name: 'POST /api/annual-questionnaire',
    field: 'institutions',
    body: ({ institutionId }) => ({ period: '2027-12-31', institutions: [institutionId] }),
  },
  {
    name: 'POST /api/annual-questionnaire/send',
    field: 'ids',
    // It was sent.
    none: true,
    body: ({ questionnaireId }) => ({ ids: [questionnaireId], dueOn: null, remindEveryDays: null }),
  },
  { name: 'POST /api/annual-questionnaire/remind', field: 'ids', body: ({ questionnaireId }) => ({ ids: [questionnaireId] }) },
  {
    name: 'POST /api/annual-boli-review/settings',
    field: 'id',
    body: ({ reviewReportId }) => ({ id: reviewReportId, updatedAt: new Date(0).toISOString(), boardMeetingOn: null }),
  },
  {
    name: 'PUT /api/annual-questionnaire/:id/assignments',
    field: 'userId',
    by: 'client',
    body: ({ clientId }) => ({ section: 'capital', userId: clientId }),
  },
  {
    name: 'GET /api/annual-questionnaire/:batch/download',
    field: 'reportIds',
    by: 'client',
    body: ({ questionnaireId }) => ({ batch: 0, reportIds: String(questionnaireId) }),
  },
  filter('GET /api/documents', 'institutionId', institution),
  {
    name: 'PUT /api/documents/:id',
    field: 'institutionId',
    body: ({ institutionId }) => ({ owner: 'institution', institutionId, updatedAt }),
  },
  ...resource('/api/documents', ({ documentId }) => documentId),
  {
    name: 'POST /api/documents/move',
    field: 'ids',
    body: ({ documentId }) => ({ ids: [documentId], to: { owner: 'vendor', vendorName: 'A vendor' } }),
  },
  {
    name: 'POST /api/documents/move',
    field: 'to.institutionId',
    body: ({ institutionId }, own) => ({ ids: [own.documentId], to: { owner: 'institution', institutionId } }),
  },
  filter('GET /api/bank-uploads', 'institutionId', institution),
  { name: 'POST /api/bank-uploads/take', field: 'ids', body: ({ bankUploadId }) => ({ ids: [bankUploadId] }) },
  filter('GET /api/service-requests', 'institutionId', institution),
  filter('GET /api/service-requests', 'ownerId', ({ staffId }) => staffId),
  {
    name: 'PUT /api/service-requests/:id',
    field: 'ownerId',
    body: ({ staffId }) => ({ ...unassigned, ownerId: staffId, before: unassigned }),
  },
  {
    name: 'POST /api/service-requests/:id/merge',
    field: 'intoId',
    of: 'institution',
    body: ({ institutionId }) => ({ intoId: there.requestOf.get(institutionId) ?? NEVER }),
  },
  { name: 'GET /api/reports/download', field: 'ids', by: 'client', body: ({ clientReportId }) => ({ ids: String(clientReportId) }) },
  filter('GET /api/reports/download', 'institutionId', institution),
  { name: 'GET /api/documents/download', field: 'ids', by: 'client', body: ({ documentId }) => ({ ids: String(documentId) }) },
  filter('GET /api/documents/download', 'institutionId', institution),
  ...[
    'carrier-summary',
    'boli',
    'credit',
    'limits',
    'entries',
    'value-by-month',
    'carrier-shares',
    'carrier-credit-ratings',
    'limit-headroom',
  ].map((chart) => filter(`GET /api/charts/${chart}`, 'clientId', institution)),
  ...resource('/api/institutions', institution),
  filter('GET /api/institutions', 'relationshipOwnerId', ({ staffId }) => staffId),
  {
    name: 'POST /api/institutions',
    field: 'relationshipOwnerId',
    body: ({ staffId }) => ({ name: `Bank of ${staffId}`, legalName: 'X', relationshipOwnerId: staffId }),
  },
  { name: 'PUT /api/institutions/:id', field: 'relationshipOwnerId', body: ({ staffId }) => ({ relationshipOwnerId: staffId, updatedAt }) },
  { name: 'PUT /api/institutions/:id/sites', field: 'siteIds', body: ({ siteId }, own) => ({ siteIds: [own.siteId, siteId] }) },
  { name: 'PUT /api/institutions/:id/service-team', field: 'userIds', body: ({ staffId }) => ({ userIds: [staffId], before: [] }) },
  ...['insureds', 'policies'].map((kind) => filter(`GET ${register}/${kind}`, 'planId', ({ planId }) => planId)),
  ...['policies', 'agreements', 'changes'].map((kind) => filter(`GET ${register}/${kind}`, 'insuredId', ({ insuredId }) => insuredId)),
  filter(`GET ${register}/policies`, 'subsidiaryId', ({ subsidiaryId }) => subsidiaryId),
  ...['transactions', 'changes'].map((kind) => filter(`GET ${register}/${kind}`, 'policyId', ({ policyId }) => policyId)),
  { name: `POST ${register}/consents`, field: 'insuredId', of: 'institution', body: ({ insuredId }) => ({ insuredId }) },
  ...(['planId', 'subsidiaryId', 'insuredId', 'splitDollarAgreementId'] as const).map(
    (field): InBody => ({
      name: `POST ${register}/policies`,
      field,
      of: 'institution',
      body: (ids, own) => ({ ...policy(own), [field]: field === 'splitDollarAgreementId' ? ids.agreementId : ids[field] }),
    }),
  ),
  {
    name: `POST ${register}/agreements`,
    field: 'insuredId',
    of: 'institution',
    body: ({ insuredId }, own) => ({ insuredId, policyIds: [own.policyId] }),
  },
  {
    name: `POST ${register}/agreements`,
    field: 'policyIds',
    of: 'institution',
    body: ({ policyId }, own) => ({ insuredId: own.insuredId, policyIds: [policyId] }),
  },
  { name: `POST ${register}/transactions`, field: 'policyId', of: 'institution', body: ({ policyId }) => ({ policyId }) },
  {
    name: `POST ${register}/transactions`,
    field: 'pairedPolicyId',
    of: 'institution',
    body: ({ policyId }, own) => ({ policyId: own.policyId, type: 'EXCHANGE_IN', pairedPolicyId: policyId }),
  },
  filter(`GET ${register}/funds`, 'productId', ({ productId }) => productId),
  filter(`GET ${register}/liabilities`, 'planId', ({ planId }) => planId),
  filter(`GET ${register}/illustrations`, 'policyId', ({ policyId }) => policyId),
  filter(`GET ${register}/seven-pay`, 'policyId', ({ policyId }) => policyId),
  {
    name: `POST ${register}/funds`,
    field: 'policyId',
    of: 'institution',
    body: ({ policyId }, { productId }) => ({ productId, policyId }),
  },
  { name: `POST ${register}/liabilities`, field: 'planId', of: 'institution', body: ({ planId }) => ({ planId }) },
  { name: `POST ${register}/illustrations`, field: 'policyId', of: 'institution', body: ({ policyId }) => ({ policyId }) },
  { name: `POST ${register}/seven-pay`, field: 'policyId', of: 'institution', body: ({ policyId }) => ({ policyId }) },
  ...(['planId', 'subsidiaryId', 'insuredId', 'splitDollarAgreementId'] as const).map(
    (field): InBody => ({
      name: `PUT ${register}/policies/:recordId`,
      field,
      of: 'institution',
      body: (ids, own) => ({ recordId: own.policyId, [field]: field === 'splitDollarAgreementId' ? ids.agreementId : ids[field] }),
    }),
  ),
  ...(['insuredId', 'policyIds'] as const).map(
    (field): InBody => ({
      name: `PUT ${register}/agreements/:recordId`,
      field,
      of: 'institution',
      body: (ids, own) => ({ recordId: own.agreementId, [field]: field === 'insuredId' ? ids.insuredId : [ids.policyId] }),
    }),
  ),
  ...resource('/api/users', ({ clientId }) => clientId),
  filter('GET /api/users', 'institutionId', institution),
  { name: 'POST /api/users', field: 'institutionId', body: (ids, own) => ({ ...client(ids, own), institutionId: ids.institutionId }) },
  { name: 'POST /api/users', field: 'siteIds', body: (ids, own) => ({ ...client(ids, own), siteIds: [ids.siteId] }) },
  { name: 'PUT /api/users/:id', field: 'institutionId', body: ({ institutionId }) => ({ institutionId, updatedAt }) },
  { name: 'PUT /api/memberships/:userId', field: 'institutionId', body: ({ institutionId }) => ({ institutionId }) },
  { name: 'POST /api/session/view-as/:userId', field: 'institutionId', body: ({ institutionId }) => ({ institutionId }) },
  filter('GET /api/users/:id/access', 'institutionId', institution),
  {
    name: 'GET /api/users/:id/access/:kind/:record',
    field: 'institutionId',
    reads: true,
    body: ({ institutionId }, own) => ({ kind: 'assetReport', record: own.reportId, institutionId }),
  },
  filter('GET /api/etl/jobs', 'institutionId', institution),
  filter('GET /api/etl/jobs', 'personId', ({ staffId }) => staffId),
  filter('GET /api/email-templates/readers', 'institutionId', institution),
  ...['preview', 'test'].map(
    (what): InBody => ({
      name: `POST /api/email-templates/${what}`,
      field: 'userId',
      body: ({ clientId }) => ({ type: 0, subject: 'X', body: 'X', userId: clientId }),
    }),
  ),
  filter('GET /api/announcements', 'institutionId', institution),
  filter('POST /api/announcements/search', 'institutionId', institution),
  ...(['siteIds', 'institutionIds'] as const).flatMap((field): InBody[] => [
    {
      name: 'POST /api/announcements',
      field,
      body: ({ siteId, institutionId }) => ({ ...audience, [field]: [field === 'siteIds' ? siteId : institutionId] }),
    },
    {
      name: 'PUT /api/announcements/:id',
      field,
      body: ({ siteId, institutionId }) => ({ updatedAt, [field]: [field === 'siteIds' ? siteId : institutionId] }),
    },
    {
      name: 'POST /api/announcements/audience',
      field,
      reads: true,
      body: ({ siteId, institutionId }) => ({
        roles: [],
        siteIds: [],
        institutionIds: [],
        [field]: [field === 'siteIds' ? siteId : institutionId],
      }),
    },
  ]),
  ...resource('/api/announcements', ({ announcementId }) => announcementId),
  filter('GET /api/activity', 'institutionId', institution),
  filter('GET /api/api-keys', 'institutionId', institution),
  {
    name: 'POST /api/api-keys',
    field: 'institutionId',
    body: ({ institutionId }) => ({
      name: 'Extract',
      scopes: [{ code: 'CARRIERS', access: 1 }],
      institutionId,
      expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    }),
  },
  filter('GET /api/charts/controls', 'clientId', institution),
  filter('GET /api/financial-impact/inputs', 'clientId', institution),
  filter('GET /api/board-books', 'clientId', institution),
  filter('GET /api/board-books/files', 'clientId', institution),
  {
    name: 'POST /api/board-books',
    field: 'clientId',
    body: ({ institutionId, clientReportId }) => ({
      name: 'Book',
      period: '2026-09-30',
      parts: [{ kind: 'REPORT', id: clientReportId }],
      clientId: institutionId,
    }),
  },
  filter('GET /api/financial-impact/scenarios', 'clientId', institution),
  {
    name: 'POST /api/financial-impact/scenarios',
    field: 'clientId',
    body: ({ institutionId }) => ({ name: `Scenario of ${institutionId}`, scenario: LEAST_SCENARIO, clientId: institutionId }),
  },
  ...[
    '',
    '/beginning-year-balance/report',
    '/cash-surrender-exceptions/report',
    '/client-exceptions/report',
    '/movements',
    '/openings',
    '/policy-count-exceptions/report-simple',
    '/yield-exceptions/report',
  ].map((what) => filter(`GET /api/exceptions${what}`, 'institutionId', institution)),
  filter('GET /api/exceptions/counts', 'institutionId', institution),
  filter('GET /api/exceptions/summary', 'institutionId', institution, { check: 'client-exceptions' }),
  filter('GET /api/exceptions/suppressions', 'policyId', ({ policyId }) => policyId),
  ...['settle', 'assign'].map(
    (what): InBody => ({
      name: `POST /api/exceptions/${what}`,
      field: 'institutionId',
      none: true,
      body: ({ institutionId }) => ({
        records: [{ institutionId, id: 1 }],
        ...(what === 'settle' ? { to: 'ACKNOWLEDGED', reasonCode: 'OTHER', note: reason } : { assignedTo: null }),
      }),
    }),
  ),
  {
    name: 'POST /api/exceptions/assign',
    field: 'assignedTo',
    none: true,
    body: ({ staffId }, own) => ({ records: [{ institutionId: own.institutionId, id: 1 }], assignedTo: staffId }),
  },
  {
    name: 'POST /api/close-board/owners',
    field: 'institutionIds',
    body: ({ institutionId }) => ({ institutionIds: [institutionId], userId: null }),
  },
  {
    name: 'POST /api/close-board/owners',
    field: 'userId',
    none: true,
    body: ({ staffId }, own) => ({ institutionIds: [own.institutionId], userId: staffId }),
  },
  {
    name: 'POST /api/exceptions/suppressions',
    field: 'policyId',
    body: ({ institutionId, policyId }) => ({ institutionId, policyId, ruleCode: 'V8', until: '2027-06-30', reason }),
  },
  {
    name: 'POST /api/exceptions/openings/restate',
    field: 'institutionId',
    none: true,
    body: ({ institutionId }) => ({ institutionId, yearEnd: '2025-12-31', reason }),
  },
  {
    name: 'PUT /api/exceptions/openings/ledger',
    field: 'institutionId',
    none: true,
    body: ({ institutionId }) => ({ institutionId, yearEnd: '2025-12-31', balanceCents: 1, source: 'Letter' }),
  },
  ...resource('/api/sites', ({ siteId }) => siteId),
]

/** Where no institution's, person's or site's row is behind the number, or another test tries it. */
export const ELSEWHERE: readonly string[] = [
  // Firm-wide lists: the number is nobody's.
  ...['carriers', 'email-templates', 'permission-templates', 'report-configuration/states', 'report-types'].flatMap((model) => [
    `DELETE /api/${model}`,
    `POST /api/${model}/restore`,
    `POST /api/${model}/bulk`,
  ]),
  'POST /api/carriers/:id/rates',
  'POST /api/audit-tolerances',
  'POST /api/audit-tolerances/preview',
  // One's own alone: features/notifications.
  'POST /api/notifications/read',
  // Products are no site's.
  ...['GET /api/rate-table/changes', 'GET /api/rate-table/charges', 'GET /api/rate-table/rates'],
  ...['POST /api/rate-table/charges/import', 'POST /api/rate-table/charges/preview'],
  'PUT /api/carriers/:id/rates/:rowId',
  'POST /api/users/:id/permissions/template',
  // Numbers of a menu's own items.
  'POST /api/client-menus',
  'PUT /api/client-menus/:id',
  // Before sign-in: which portal is wished for; of the caller's own methods (features/session, features/second-factor, features/single-sign-on).
  'POST /api/session/login',
  'GET /api/session/single-sign-on',
  'POST /api/session/single-sign-on',
  'POST /api/mfa/challenge',
  'POST /api/mfa/verify',
  // With a file that was read: features/data-feeds/decisions.test.ts.
  'POST /api/etl/files/:id/accept',
  'POST /api/etl/files/:id/findings/accept',
  // Corrected through the check that entering goes through.
  ...['consents', 'transactions', 'funds', 'liabilities', 'illustrations', 'seven-pay'].map((kind) => `PUT ${register}/${kind}/:recordId`),
]
