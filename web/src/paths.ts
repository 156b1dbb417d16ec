/** Every address of the portal: the pattern the route table holds, and a function that writes the link. */
import { isStaff, type Role } from '@corridor/domain/access/access.ts'
import type { AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { REPORT_FAMILIES, type ReportTypeName, reportAddress } from '@corridor/domain/reports/families.ts'
import type { RequestKind } from '@corridor/domain/service-requests/statuses.ts'

export const PATTERNS = {
  root: '/',
  login: '/login',
  logout: '/logout',
  changePassword: '/change-password',
  forgottenPassword: '/forgotten-password',
  confirmEmail: '/confirm-email',
  verifySecondFactor: '/2fa-verify',
  setUpSecondFactor: '/2fa-setup',
  error: '/error/$code',
  profile: '/my-profile',
  myAccount: '/my-account',
  clientDashboard: '/dashboard',
  financialImpact: '/dashboard/financial-impact',
  boardBooks: '/board-books',
  search: '/search',
  unreadFiles: '/search/unread',
  staffDashboard: '/staff/dashboard',
  clientReports: '/reports',
  newReports: '/reports/new',
  report: '/reports/$id',
  viewReport: '/view-report/$id',
  viewDocument: '/view-document/$id',
  reportView: '/reports/$id/view',
  documentView: '/documents/$id/view',
  dataFeeds: '/data-feeds',
  arrivals: '/data-feeds/arrivals',
  dataFeed: '/data-feeds/$id',
  jobs: '/jobs',
  salesforce: '/data-feeds/salesforce',
  salesforceMapping: '/data-feeds/salesforce/mappings/$code',
  salesforcePull: '/data-feeds/salesforce/pulls/$id',
  onboarding: '/onboarding',
  onboardingImport: '/onboarding/$id',
  assetReporting: '/asset-reporting',
  assetGenerate: '/asset-reporting/generate',
  assetBatch: '/asset-reporting/$batch',
  assetReport: '/asset-reporting/$batch/report/$report',
  summaryAssetReporting: '/summary-asset-reporting',
  summaryAssetGenerate: '/summary-asset-reporting/generate',
  summaryAssetBatch: '/summary-asset-reporting/$batch',
  summaryAssetReport: '/summary-asset-reporting/$batch/report/$report',
  form8925Reporting: '/8925-reporting',
  reportSchedules: '/report-schedules',
  newReportSchedule: '/report-schedules/new',
  reportSchedule: '/report-schedules/$id',
  annualQuestionnaire: '/annual-questionnaire',
  generateQuestionnaires: '/annual-questionnaire/generate',
  questionnaireBatch: '/annual-questionnaire/$batch',
  questionnaireResults: '/annual-questionnaire/$batch/results/$report',
  questionnaires: '/questionnaires',
  newQuestionnaires: '/questionnaires/new',
  myQuestionnaire: '/questionnaires/annual',
  questionnaire: '/questionnaires/$id',
  questionnaireHistory: '/questionnaires/$id/history',
  annualReview: '/annual-review',
  reviewAssessment: '/annual-review/assessment',
  reviewConfig: '/annual-review/$batch/results/$report/config',
  bankUploads: '/bank-uploads',
  documents: '/documents',
  newDocument: '/documents/new',
  editDocument: '/documents/$id/edit',
  institutionDocuments: '/institutions/$id/documents',
  emailTemplates: '/email-templates',
  newEmailTemplate: '/email-templates/new',
  emailTemplate: '/email-templates/$id',
  announcements: '/announcement-management',
  newAnnouncement: '/announcement-details/new',
  announcement: '/announcement-details/$id',
  clientExceptions: '/reports/client-exception-report',
  cashSurrenderExceptions: '/reports/client-exception-report-cash-surrender',
  policyCount: '/reports/policy-count-report',
  beginningYearBalance: '/reports/beginning-year-balance',
  yieldExceptions: '/reports/yield-exceptions-report',
  auditTolerances: '/audit-tolerances',
  rateTable: '/rate-table',
  carriers: '/carrier-management',
  newCarrier: '/carrier-management/new',
  carrier: '/carrier-management/$id',
  institutions: '/institutions',
  newInstitution: '/institutions/new',
  institution: '/institutions/$id',
  institutionApiKeys: '/institutions/$id/api-keys',
  newInstitutionApiKey: '/institutions/$id/api-keys/new',
  registerPolicy: '/institutions/$id/policies/$policyId',
  registerInsured: '/institutions/$id/insureds/$insuredId',
  serviceTeam: '/service-team',
  serviceRequest: '/service-request',
  ownServiceRequest: '/service-request/$id',
  serviceRequests: '/service-requests',
  deskRequest: '/service-requests/$id',
  reportTypes: '/report-types',
  newReportType: '/report-types/new',
  reportType: '/report-types/$code',
  reportConfiguration: '/configuration/reports',
  stateConfiguration: '/configuration/reports/states',
  ledgerAccountConfiguration: '/configuration/reports/ledger-accounts',
  newState: '/configuration/reports/states/new',
  state: '/configuration/reports/states/$id',
  questionnaireConfiguration: '/configuration/annual-questionnaire',
  boliReviewConfiguration: '/configuration/boli-review',
  coliReviewConfiguration: '/configuration/coli-review',
  clientMenu: '/client-menu',
  newClientMenu: '/client-menu/new',
  clientMenuEdit: '/client-menu/$id/edit',
  sites: '/sites',
  newSite: '/sites/new',
  site: '/sites/$id',
  settings: '/settings',
  permissionTemplates: '/permissions/templates',
  newPermissionTemplate: '/permissions/templates/new',
  permissionTemplate: '/permissions/templates/$id',
  users: '/users',
  newUser: '/users/new',
  apiKeys: '/users/api-keys',
  newApiKey: '/users/api-keys/new',
  user: '/users/$id',
  activityReport: '/activity-report',
} as const

export const paths = {
  login: (from?: { fromUrl?: string; fromPath?: string }) => withQuery('/login', from ?? {}),
  logout: () => '/logout',
  changePassword: (from: { fromPath?: string } = {}) => withQuery('/change-password', from),
  forgottenPassword: () => '/forgotten-password',
  confirmEmail: () => '/confirm-email',
  verifySecondFactor: (from: { fromPath?: string } = {}) => withQuery('/2fa-verify', from),
  setUpSecondFactor: (from: { fromPath?: string } = {}) => withQuery('/2fa-setup', from),
  profile: () => '/my-profile',
  error: (code: number | string, reference?: string) => withQuery(`/error/${code}`, { reference }),
  clientDashboard: () => '/dashboard',
  staffDashboard: (period?: string) => withQuery('/staff/dashboard', { period }),
  /** One list of the month-end close, narrowed to statuses. */
  closeList: (list: 'carriers' | 'banks', statuses: readonly string[], period?: string, owner?: 'mine') =>
    `${withQuery('/staff/dashboard', { period, [list]: statuses.join(','), owner })}#${list}`,
  myExceptions: (period?: string) => `${withQuery('/staff/dashboard', { period })}#my-exceptions`,
  clientReports: (filter: { type?: string; year?: number | string } = {}) =>
    withQuery('/reports', { type: filter.type, year: filter.year?.toString() }),
  newReports: () => '/reports/new',
  report: (id: number) => `/reports/${id}`,
  /** ViewReport and ViewDocumentScreen, required pages: the file in the page, for everybody who may open it. */
  unreadFiles: () => '/search/unread',
  /** Where a found file opens; the viewer then finds the words in it. */
  foundFile: ({ kind, id, name }: { kind: 'REPORT' | 'DOCUMENT' | 'BANK_UPLOAD'; id: number; name: string }, find?: string) =>
    kind === 'BANK_UPLOAD'
      ? withQuery('/bank-uploads', { search: name })
      : withQuery(kind === 'REPORT' ? `/view-report/${id}` : `/view-document/${id}`, { find }),
  search: (query = '') => withQuery('/search', { query }),
  viewReport: (id: number) => `/view-report/${id}`,
  viewDocument: (id: number) => `/view-document/${id}`,
  /** The same where staff work with the file. */
  reportView: (id: number) => `/reports/${id}/view`,
  bankUploads: () => '/bank-uploads',
  documents: () => '/documents',
  newDocument: () => '/documents/new',
  editDocument: (id: number) => `/documents/${id}/edit`,
  institutionDocuments: (id: number) => `/institutions/${id}/documents`,
  documentView: (id: number) => `/documents/${id}/view`,
  institutions: () => '/institutions',
  newInstitution: () => '/institutions/new',
  institution: (id: number, tab?: string) => withQuery(`/institutions/${id}`, { tab }),
  /** The register stands on the institution's page; policies and insureds have pages of their own. */
  register: (id: number, list: { list?: string | undefined; period?: string | undefined } = {}) =>
    withQuery(`/institutions/${id}`, { tab: 'policies', ...list }),
  registerPolicy: (id: number, policyId: number, tab?: string) => withQuery(`/institutions/${id}/policies/${policyId}`, { tab }),
  registerInsured: (id: number, insuredId: number, tab?: string) => withQuery(`/institutions/${id}/insureds/${insuredId}`, { tab }),
  users: (of: { invitation?: 'none' } = {}) => withQuery('/users', of),
  newUser: (institutionId?: number) => withQuery('/users/new', { institutionId }),
  /** The site's, or one institution's. */
  apiKeys: (institutionId?: number) => (institutionId === undefined ? '/users/api-keys' : `/institutions/${institutionId}/api-keys`),
  newApiKey: (institutionId?: number) => `${paths.apiKeys(institutionId)}/new`,
  permissionTemplates: () => '/permissions/templates',
  permissionTemplate: (id: number | 'new') => `/permissions/templates/${id}`,
  user: (id: number, tab?: string) => withQuery(`/users/${id}`, { tab }),
  serviceTeam: () => '/service-team',
  /** The form; with `about` it takes up what the person came to ask about, with `as` it begins as one of that kind. */
  serviceRequest: (from: { about?: string; as?: RequestKind } = {}) => withQuery('/service-request', from),
  serviceRequests: (filter: { institutionId?: string; status?: string; show?: 'mine' } = {}) => withQuery('/service-requests', filter),
  /** One request, where each side reads it. */
  openRequest: (id: number, staff: boolean) => `${staff ? '/service-requests' : '/service-request'}/${id}`,
  annualQuestionnaire: () => '/annual-questionnaire',
  generateQuestionnaires: () => '/annual-questionnaire/generate',
  questionnaireBatch: (batch: number) => `/annual-questionnaire/${batch}`,
  questionnaireResults: (batch: number, id: number) => `/annual-questionnaire/${batch}/results/${id}`,
  questionnaires: () => '/questionnaires',
  newQuestionnaires: (year?: number) => withQuery('/questionnaires/new', { year }),
  questionnaire: (id: number) => `/questionnaires/${id}`,
  questionnaireHistory: (id: number) => `/questionnaires/${id}/history`,
  /** The institution's own, at a section of it. */
  myQuestionnaire: (section?: string, year?: number, at: { question?: string; row?: string } = {}) =>
    withQuery('/questionnaires/annual', { section, year, ...at }),
  reviewConfig: (batch: number, report: number, tab?: string) =>
    withQuery(`${reportAddress('AnnualBoliReview', batch, report)}/config`, { tab }),
  /** The institution's own. */
  reviewAssessment: (year?: number) => withQuery('/annual-review/assessment', { year }),
  carriers: () => '/carrier-management',
  carrier: (id: number | 'new', tab?: string) => withQuery(`/carrier-management/${id}`, { tab }),
  reportTypes: () => '/report-types',
  reportType: (code: string) => `/report-types/${encodeURIComponent(code)}`,
  reportConfiguration: () => '/configuration/reports',
  states: () => '/configuration/reports/states',
  state: (id: number | 'new') => `/configuration/reports/states/${id}`,
  emailTemplates: () => '/email-templates',
  emailTemplate: (id: number | 'new') => `/email-templates/${id}`,
  announcements: () => '/announcement-management',
  announcement: (id: number | 'new') => `/announcement-details/${id}`,
  clientMenu: () => '/client-menu',
  newClientMenu: (from?: number) => withQuery('/client-menu/new', { from }),
  clientMenuEdit: (id: number) => `/client-menu/${id}/edit`,
  sites: () => '/sites',
  newSite: () => '/sites/new',
  site: (id: number) => `/sites/${id}`,
  arrivals: () => '/data-feeds/arrivals',
  dataFeeds: (filter: { period?: string | undefined; carrierCode?: string | undefined } = {}) => withQuery('/data-feeds', filter),
  jobs: (filter: { status?: string; kind?: string } = {}) => withQuery('/jobs', filter),
  onboarding: () => '/onboarding',
  onboardingImport: (id: number, tab?: 'problems' | 'sources' | 'totals') => withQuery(`/onboarding/${id}`, { tab }),
  /** A file, at the rows of a policy. */
  dataFeed: (id: number, row?: { policy: string | null }) =>
    row === undefined ? `/data-feeds/${id}` : withQuery(`/data-feeds/${id}`, { tab: 'rows', search: row.policy ?? undefined }),
  /** A file, at what was found in it or at the exceptions of its values. */
  dataFeedTab: (id: number, tab: 'findings' | 'exceptions') => withQuery(`/data-feeds/${id}`, { tab }),
  salesforce: () => '/data-feeds/salesforce',
  salesforceMapping: (type: string) => `/data-feeds/salesforce/mappings/${type}`,
  salesforcePull: (id: number) => `/data-feeds/salesforce/pulls/${id}`,
  /** An audit of a month, narrowed. */
  audit: (
    check: AuditCheck,
    narrowed: { period?: string; institutionId?: string; carrierCode?: string; status?: string; ruleCode?: string } = {},
  ) => withQuery(AUDIT_PAGES[check], narrowed),
  /** One exception, opened above its audit. */
  exception: ({ check, period, institutionId, id }: { check: AuditCheck; period: string; institutionId: number; id: number }) =>
    withQuery(AUDIT_PAGES[check], { period, exception: `${institutionId}-${id}` }),
  /** The open exceptions of a client, on its page: of every month, or those of a month that keep it from release. */
  exceptionsOf: (id: number, of: { period?: string; blocking?: string } = {}) =>
    withQuery(`/institutions/${id}`, { tab: 'exceptions', ...of }),
  auditTolerances: () => '/audit-tolerances',
  rateTable: (productId?: number) => withQuery('/rate-table', { productId }),
  /** Report families are the same pages at addresses of their own. */
  reportBatches: (type: ReportTypeName = 'AssetReport', period?: string) => withQuery(REPORT_FAMILIES[type].address, { period }),
  generateReports: (type: ReportTypeName = 'AssetReport', period?: string, file?: number) =>
    withQuery(`${REPORT_FAMILIES[type].address}/generate`, { period, file }),
  reportsOfPeriod: (period: string, type: ReportTypeName) => withQuery(`${REPORT_FAMILIES[type].address}/0`, { period }),
  reportBatch: (batch: number, type: ReportTypeName = 'AssetReport') => `${REPORT_FAMILIES[type].address}/${batch}`,
  madeReport: (batch: number, report: number, type: ReportTypeName = 'AssetReport') => reportAddress(type, batch, report),
  /** The page of a paper beside a report, such as the executive summary of a review. */
  reportPaper: (batch: number, report: number, type: ReportTypeName, paper: string, version?: number) =>
    withQuery(reportAddress(type, batch, report), { reportType: paper, version }),
  reportSchedules: (reportType?: ReportTypeName) => withQuery('/report-schedules', { reportType }),
  reportSchedule: (id: number | 'new') => `/report-schedules/${id}`,
  /** Changes since another period, or between two versions. */
  reportChanges: (
    batch: number,
    report: number,
    type: ReportTypeName,
    beside: { version?: number; against?: number; againstVersion?: number } = {},
  ) => withQuery(`${reportAddress(type, batch, report)}/changes`, beside),
}

export const AUDIT_PAGES: Readonly<Record<AuditCheck, string>> = {
  'client-exceptions': PATTERNS.clientExceptions,
  'cash-surrender-exceptions': PATTERNS.cashSurrenderExceptions,
  'policy-count-exceptions': PATTERNS.policyCount,
  'beginning-year-balance': PATTERNS.beginningYearBalance,
  'yield-exceptions': PATTERNS.yieldExceptions,
}

/** The required default page of a role. */
export const homeOf = (role: Role): string => (isStaff(role) ? PATTERNS.staffDashboard : PATTERNS.myAccount)

const SIGNING_IN = new Set<string>([
  PATTERNS.login,
  PATTERNS.logout,
  PATTERNS.verifySecondFactor,
  PATTERNS.setUpSecondFactor,
  PATTERNS.changePassword,
  PATTERNS.forgottenPassword,
  PATTERNS.confirmEmail,
])

/** A place to return to after sign-in: on this server only, and no page of signing in or out (an open redirect otherwise). */
export function safeReturn(from: string | null | undefined): string | null {
  if (!from?.startsWith('/') || from.startsWith('//') || from.includes('\\')) return null
  const url = new URL(from, location.origin)
  // Steps of the path are resolved by now: what begins with two slashes would name another host.
  if (url.origin !== location.origin || url.pathname.startsWith('//')) return null
  if (SIGNING_IN.has(url.pathname.replace(/\/+$/, ''))) return null
  return url.pathname + url.search + url.hash
}

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
