/** Every address of the portal: the pattern the route table holds, and a function that writes the link. */
import type { Role } from '@corridor/domain/access.ts'
import { isStaff } from '@corridor/domain/access.ts'

export const PATTERNS = {
  root: '/',
  login: '/login',
  logout: '/logout',
  changePassword: '/change-password',
  forgottenPassword: '/forgotten-password',
  verifySecondFactor: '/2fa-verify',
  setUpSecondFactor: '/2fa-setup',
  error: '/error/$code',
  profile: '/my-profile',
  myAccount: '/my-account',
  clientDashboard: '/dashboard',
  financialImpact: '/dashboard/financial-impact',
  search: '/search',
  staffDashboard: '/staff/dashboard',
  clientReports: '/reports',
  dataFeeds: '/data-feeds',
  dataFeed: '/data-feeds/$id',
  assetReporting: '/asset-reporting',
  assetGenerate: '/asset-reporting/generate',
  assetBatch: '/asset-reporting/$batch',
  assetReport: '/asset-reporting/$batch/report/$report',
  summaryAssetReporting: '/summary-asset-reporting',
  summaryAssetGenerate: '/summary-asset-reporting/generate',
  summaryAssetBatch: '/summary-asset-reporting/$batch',
  summaryAssetReport: '/summary-asset-reporting/$batch/report/$report',
  form8925Reporting: '/8925-reporting',
  annualQuestionnaire: '/annual-questionnaire',
  questionnaires: '/questionnaires',
  annualReview: '/annual-review',
  documents: '/documents',
  emailTemplates: '/email-templates',
  announcements: '/announcement-management',
  clientExceptions: '/reports/client-exception-report',
  cashSurrenderExceptions: '/reports/client-exception-report-cash-surrender',
  policyCount: '/reports/policy-count-report',
  beginningYearBalance: '/reports/beginning-year-balance',
  yieldExceptions: '/reports/yield-exceptions-report',
  carriers: '/carrier-management',
  institutions: '/institutions',
  newInstitution: '/institutions/new',
  institution: '/institutions/$id',
  registerPolicy: '/institutions/$id/policies/$policyId',
  registerInsured: '/institutions/$id/insureds/$insuredId',
  serviceTeam: '/service-team',
  serviceRequest: '/service-request',
  reportTypes: '/report-types',
  stateConfiguration: '/configuration/reports',
  questionnaireConfiguration: '/configuration/annual-questionnaire',
  boliReviewConfiguration: '/configuration/boli-review',
  coliReviewConfiguration: '/configuration/coli-review',
  clientMenu: '/client-menu',
  sites: '/sites',
  newSite: '/sites/new',
  site: '/sites/$id',
  settings: '/settings',
  permissionTemplates: '/permissions/templates',
  newPermissionTemplate: '/permissions/templates/new',
  permissionTemplate: '/permissions/templates/$id',
  users: '/users',
  newUser: '/users/new',
  user: '/users/$id',
  activityReport: '/activity-report',
} as const

/** AssetReport and AssetSummaryReport are the same pages at two addresses. */
export type AssetFamily = 'AssetReport' | 'AssetSummaryReport'

export const paths = {
  login: (from?: { fromUrl?: string; fromPath?: string }) => withQuery('/login', from ?? {}),
  logout: () => '/logout',
  changePassword: (from: { fromPath?: string } = {}) => withQuery('/change-password', from),
  forgottenPassword: () => '/forgotten-password',
  verifySecondFactor: (from: { fromPath?: string } = {}) => withQuery('/2fa-verify', from),
  setUpSecondFactor: (from: { fromPath?: string } = {}) => withQuery('/2fa-setup', from),
  profile: () => '/my-profile',
  error: (code: number | string, reference?: string) => withQuery(`/error/${code}`, { reference }),
  clientDashboard: () => '/dashboard',
  staffDashboard: (period?: string) => withQuery('/staff/dashboard', { period }),
  clientReports: (filter: { type?: string; year?: number | string } = {}) =>
    withQuery('/reports', { type: filter.type, year: filter.year?.toString() }),
  institutions: () => '/institutions',
  newInstitution: () => '/institutions/new',
  institution: (id: number, tab?: string) => withQuery(`/institutions/${id}`, { tab }),
  /** The register stands on the institution's page; policies and insureds have pages of their own. */
  register: (id: number, list: { list?: string | undefined; period?: string | undefined } = {}) =>
    withQuery(`/institutions/${id}`, { tab: 'policies', ...list }),
  registerPolicy: (id: number, policyId: number, tab?: string) => withQuery(`/institutions/${id}/policies/${policyId}`, { tab }),
  registerInsured: (id: number, insuredId: number, tab?: string) => withQuery(`/institutions/${id}/insureds/${insuredId}`, { tab }),
  users: () => '/users',
  newUser: () => '/users/new',
  permissionTemplates: () => '/permissions/templates',
  permissionTemplate: (id: number | 'new') => `/permissions/templates/${id}`,
  user: (id: number, tab?: string) => withQuery(`/users/${id}`, { tab }),
  serviceTeam: () => '/service-team',
  serviceRequest: () => '/service-request',
  sites: () => '/sites',
  newSite: () => '/sites/new',
  site: (id: number) => `/sites/${id}`,
  dataFeeds: (filter: { period?: string | undefined; carrierCode?: string | undefined } = {}) => withQuery('/data-feeds', filter),
  dataFeed: (id: number) => `/data-feeds/${id}`,
  assetReporting: (family: AssetFamily = 'AssetReport') => baseOf(family),
  assetGenerate: (family: AssetFamily = 'AssetReport', period?: string) => withQuery(`${baseOf(family)}/generate`, { period }),
  assetBatch: (batch: number, family: AssetFamily = 'AssetReport') => `${baseOf(family)}/${batch}`,
  assetReport: (batch: number, report: number, family: AssetFamily = 'AssetReport') => `${baseOf(family)}/${batch}/report/${report}`,
}

/** The seed's default page of a role. */
export const homeOf = (role: Role): string => (isStaff(role) ? PATTERNS.staffDashboard : PATTERNS.myAccount)

const SIGNING_IN = new Set<string>([
  PATTERNS.login,
  PATTERNS.logout,
  PATTERNS.verifySecondFactor,
  PATTERNS.setUpSecondFactor,
  PATTERNS.changePassword,
  PATTERNS.forgottenPassword,
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

const baseOf = (family: AssetFamily) => (family === 'AssetReport' ? PATTERNS.assetReporting : PATTERNS.summaryAssetReporting)

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path
}
