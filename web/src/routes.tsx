/**
 * The route table: one row a page, by the name of its address in paths.ts, with its title, its access and the file that exports it.
 * Sidebars show an item only when its page stands in this table and opens to the person, so no link leads nowhere.
 * Accesses are written with the words of domain/access.ts, as the contracts' are: routes.test.ts compares the two, and a first page need not load every contract.
 */
import {
  type Access,
  CLIENT_ROLES,
  type PermissionCode,
  permission,
  permissionOrOwn,
  publicAccess,
  STAFF_ROLES,
  signedIn,
} from '@corridor/domain/access/access.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import type { FunctionComponent } from 'react'
import { PATTERNS } from './paths.ts'
import type { PortalRoute } from './portal-route.ts'
import { FAMILY_ROUTES } from './report-routes.tsx'

const staff = (code: PermissionCode | readonly PermissionCode[], level: 1 | 2 = 1) => permission(code, level, STAFF_ROLES, 'site')
/** A bank's Clients keep those of their own people. */
const keys = (level: 1 | 2) => permissionOrOwn(staff('USERS', level), ['c'])
const session = signedIn()
const institution = signedIn(undefined, 'institution')
/** Families that a schedule may be of, among all. */
const FAMILIES = [...new Set(REPORT_TYPE_NAMES.map((name) => REPORT_FAMILIES[name].permission))]
const CONFIGURED = ['REPORT_CONFIGURATION', 'ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW'] as const

/** The few pages that show what pages there are, are given the table. */
type GivenPages = FunctionComponent<{ pages: readonly PortalRoute[] }>

const page = <Name extends string>(
  title: string,
  access: Access,
  load: () => Promise<Readonly<Record<NoInfer<Name>, FunctionComponent | GivenPages>>>,
  name: Name,
): Omit<PortalRoute, 'path'> => ({
  title,
  access,
  page: async () => {
    const Page: GivenPages = (await load())[name]
    return { default: () => <Page pages={ROUTES} /> }
  },
})

// biome-ignore format: a row is a line.
const PAGES: Readonly<Partial<Record<keyof typeof PATTERNS, Omit<PortalRoute, 'path'>>>> = {
  login: page('Sign in', publicAccess, () => import('./features/session/SignInPage.tsx'), 'SignInPage'),
  forgottenPassword: page('Forgot your password', publicAccess, () => import('./features/session/ForgottenPasswordPage.tsx'), 'ForgottenPasswordPage'),
  changePassword: page('Change password', publicAccess, () => import('./features/session/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  confirmEmail: page('Change of email address', publicAccess, () => import('./features/session/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  settings: page('Settings', signedIn(['d']), () => import('./features/settings/SettingsPage.tsx'), 'SettingsPage'),
  logout: page('Logout', session, () => import('./features/session/LogoutPage.tsx'), 'LogoutPage'),
  verifySecondFactor: page('Confirm your sign-in', session, () => import('./features/second-factor/VerifyPage.tsx'), 'VerifyPage'),
  setUpSecondFactor: page('Set up your second factor', session, () => import('./features/second-factor/SetupPage.tsx'), 'SetupPage'),
  profile: page('Profile', session, () => import('./profile-panels.tsx'), 'ProfileWithPanels'),
  error: page('Not available', publicAccess, () => import('./features/session/ErrorPage.tsx'), 'ErrorPage'),
  myAccount: page('My account', signedIn(CLIENT_ROLES), () => import('./features/session/MyAccountPage.tsx'), 'MyAccountPage'),
  staffDashboard: page('Dashboard', signedIn(STAFF_ROLES), () => import('./features/staff-dashboard/StaffDashboardPage.tsx'), 'StaffDashboardPage'),
  clientDashboard: page('Dashboard', signedIn(CLIENT_ROLES), () => import('./features/client-dashboard/ClientDashboardPage.tsx'), 'ClientDashboardPage'),
  financialImpact: page('Calculate Financial Impact', signedIn([...CLIENT_ROLES, ...STAFF_ROLES]), () => import('./features/financial-impact/FinancialImpactPage.tsx'), 'FinancialImpactPage'),
  boardBooks: page('Board Books', signedIn([...CLIENT_ROLES, ...STAFF_ROLES]), () => import('./features/board-books/BoardBooksPage.tsx'), 'BoardBooksPage'),
  clientReports: page('Reports', permissionOrOwn(staff('CLIENT_REPORTS'), CLIENT_ROLES), () => import('./features/client-reports/ReportsEntry.tsx'), 'ReportsEntry'),
  newReports: page('Upload reports', staff('CLIENT_REPORTS', 2), () => import('./features/client-reports/NewReportsPage.tsx'), 'NewReportsPage'),
  report: page('Client report', permissionOrOwn(staff('CLIENT_REPORTS'), ['e']), () => import('./features/client-reports/ReportsEntry.tsx'), 'ReportEntry'),
  viewReport: page('Report', institution, () => import('./features/viewers/FilePage.tsx'), 'ViewReportPage'),
  viewDocument: page('Document', institution, () => import('./features/viewers/FilePage.tsx'), 'ViewDocumentPage'),
  reportView: page('Report', permissionOrOwn(permission('CLIENT_REPORTS', 1, STAFF_ROLES), CLIENT_ROLES), () => import('./features/viewers/FilePage.tsx'), 'ReportViewPage'),
  documentView: page('Document', permissionOrOwn(permission('DOCUMENT_CENTER', 1, STAFF_ROLES), CLIENT_ROLES), () => import('./features/viewers/FilePage.tsx'), 'DocumentViewPage'),
  reportSchedules: page('Schedules', staff(FAMILIES), () => import('./features/report-schedules/SchedulesPage.tsx'), 'SchedulesPage'),
  newReportSchedule: page('New schedule', staff(FAMILIES, 2), () => import('./features/report-schedules/SchedulePage.tsx'), 'NewSchedulePage'),
  reportSchedule: page('Schedule', staff(FAMILIES), () => import('./features/report-schedules/SchedulePage.tsx'), 'SchedulePage'),
  annualQuestionnaire: page('Annual Questionnaires', permission('ANNUAL_QUESTIONNAIRE'), () => import('./features/questionnaires/BatchesPage.tsx'), 'BatchesPage'),
  generateQuestionnaires: page('Generate questionnaires', staff('ANNUAL_QUESTIONNAIRE', 2), () => import('./features/questionnaires/GeneratePage.tsx'), 'GeneratePage'),
  questionnaireBatch: page('Annual Questionnaires', permission('ANNUAL_QUESTIONNAIRE'), () => import('./features/questionnaires/BatchPage.tsx'), 'BatchPage'),
  questionnaireResults: page('Questionnaire', permission('ANNUAL_QUESTIONNAIRE'), () => import('./features/questionnaires/ResultsPage.tsx'), 'ResultsPage'),
  myQuestionnaire: page('Annual Questionnaire', permission('ANNUAL_QUESTIONNAIRE', 1, ['c', 'a']), () => import('./features/questionnaires/AnnualPage.tsx'), 'AnnualPage'),
  questionnaires: page('Annual Questionnaires', permission('ANNUAL_QUESTIONNAIRE', 1, ['d'], 'site'), () => import('./features/questionnaires/YearPage.tsx'), 'YearPage'),
  newQuestionnaires: page('New questionnaires', permission('ANNUAL_QUESTIONNAIRE', 2, ['d'], 'site'), () => import('./features/questionnaires/GeneratePage.tsx'), 'GeneratePage'),
  questionnaire: page('Questionnaire', permission('ANNUAL_QUESTIONNAIRE', 1, ['d'], 'site'), () => import('./features/questionnaires/ResultsPage.tsx'), 'QuestionnairePage'),
  questionnaireHistory: page('History of questionnaires', permission('ANNUAL_QUESTIONNAIRE', 1, ['d'], 'site'), () => import('./features/questionnaires/HistoryPage.tsx'), 'HistoryPage'),
  boliReviewConfiguration: page('Annual COLI/BOLI Review', staff('ANNUAL_BOLI_REVIEW'), () => import('./features/review-words/ConfigurationPage.tsx'), 'BoliReviewPage'),
  coliReviewConfiguration: page('Annual COLI/BOLI Review', staff('ANNUAL_BOLI_REVIEW'), () => import('./features/review-words/ConfigurationPage.tsx'), 'ColiReviewPage'),
  reviewConfig: page('Review narrative', staff('ANNUAL_BOLI_REVIEW'), () => import('./features/review-words/ReviewConfigPage.tsx'), 'ReviewConfigPage'),
  reviewAssessment: page('Management’s Assessment', permission('ANNUAL_BOLI_REVIEW', 1, ['c', 'a']), () => import('./features/review-words/AssessmentPage.tsx'), 'AssessmentPage'),
  // The page is the bank's people's; staff look for the same files, each for what they may open.
  search: page('Search', signedIn(['c', 'a', ...STAFF_ROLES], 'institution'), () => import('./features/search/SearchPage.tsx'), 'SearchPage'),
  unreadFiles: page('Files that could not be read', staff(['CLIENT_REPORTS', 'DOCUMENT_CENTER']), () => import('./features/search/UnreadFilesPage.tsx'), 'UnreadFilesPage'),
  dataFeeds: page('Data Feeds', staff('ASSET_REPORT'), () => import('./features/data-feeds/FeedsPage.tsx'), 'FeedsPage'),
  arrivals: page('Automatic files', staff('ASSET_REPORT'), () => import('./features/data-feeds/ArrivalsPage.tsx'), 'ArrivalsPage'),
  jobs: page('Jobs', staff('ASSET_REPORT'), () => import('./features/jobs/JobsPage.tsx'), 'JobsPage'),
  dataFeed: page('Carrier file', staff('ASSET_REPORT'), () => import('./features/data-feeds/FeedPage.tsx'), 'FeedPage'),
  salesforce: page('Salesforce', staff('ASSET_REPORT'), () => import('./features/salesforce/SalesforcePage.tsx'), 'SalesforcePage'),
  salesforceMapping: page('Salesforce mapping', staff('ASSET_REPORT'), () => import('./features/salesforce/MappingPage.tsx'), 'MappingPage'),
  salesforcePull: page('Problems of a pull', staff('ASSET_REPORT'), () => import('./features/salesforce/PullPage.tsx'), 'PullPage'),
  onboarding: page('Onboarding', permission('INSTITUTIONS', 2, ['d'], 'site'), () => import('./features/onboarding/OnboardingPage.tsx'), 'OnboardingPage'),
  onboardingImport: page('Import of a book', permission('INSTITUTIONS', 2, ['d'], 'site'), () => import('./features/onboarding/ImportPage.tsx'), 'ImportPage'),
  // Staff hold USR too: they take what was sent.
  bankUploads: page('Bank Uploads', permission('USR', 1, ['c', 'a', ...STAFF_ROLES], 'institution'), () => import('./features/bank-uploads/BankUploadsPage.tsx'), 'BankUploadsPage'),
  documents: page('Document Center', staff('DOCUMENT_CENTER'), () => import('./features/documents/DocumentsPage.tsx'), 'DocumentsPage'),
  newDocument: page('Upload documents', staff('DOCUMENT_CENTER', 2), () => import('./features/documents/UploadDocumentsPage.tsx'), 'UploadDocumentsPage'),
  editDocument: page('Document', staff('DOCUMENT_CENTER'), () => import('./features/documents/EditDocumentPage.tsx'), 'EditDocumentPage'),
  institutionDocuments: page('Documents of an institution', staff(['DOCUMENT_CENTER', 'INSTITUTIONS']), () => import('./features/documents/InstitutionDocuments.tsx'), 'InstitutionDocumentsPage'),
  institutions: page('Institutions', staff('INSTITUTIONS'), () => import('./features/institutions/InstitutionsPage.tsx'), 'InstitutionsPage'),
  newInstitution: page('New institution', staff('INSTITUTIONS', 2), () => import('./features/institutions/NewInstitutionPage.tsx'), 'NewInstitutionPage'),
  institution: page('Institution', staff('INSTITUTIONS'), () => import('./institution-panels.tsx'), 'InstitutionWithPanels'),
  institutionApiKeys: page('API keys', keys(1), () => import('./features/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
  newInstitutionApiKey: page('New API key', keys(2), () => import('./features/api-keys/NewApiKeyPage.tsx'), 'NewApiKeyPage'),
  registerPolicy: page('Policy', staff('INSTITUTIONS'), () => import('./features/register/PolicyPage.tsx'), 'PolicyPage'),
  registerInsured: page('Insured', staff('INSTITUTIONS'), () => import('./features/register/InsuredPage.tsx'), 'InsuredPage'),
  carriers: page('Carriers', staff('CARRIERS'), () => import('./features/carriers/CarriersPage.tsx'), 'CarriersPage'),
  newCarrier: page('New carrier', staff('CARRIERS', 2), () => import('./features/carriers/NewCarrierPage.tsx'), 'NewCarrierPage'),
  carrier: page('Carrier', staff('CARRIERS'), () => import('./features/carriers/CarrierPage.tsx'), 'CarrierPage'),
  reportTypes: page('Report Types', staff('REPORT_TYPES'), () => import('./features/report-types/ReportTypesPage.tsx'), 'ReportTypesPage'),
  newReportType: page('New report type', staff('REPORT_TYPES', 2), () => import('./features/report-types/ReportTypePage.tsx'), 'NewReportTypePage'),
  reportType: page('Report type', staff('REPORT_TYPES'), () => import('./features/report-types/ReportTypePage.tsx'), 'ReportTypePage'),
  reportConfiguration: page('Report Configuration', staff(CONFIGURED), () => import('./features/report-configuration/ReportConfigurationPage.tsx'), 'ReportConfigurationPage'),
  questionnaireConfiguration: page('Annual Questionnaire', staff('ANNUAL_QUESTIONNAIRE'), () => import('./features/questionnaires/ConfigurationPage.tsx'), 'ConfigurationPage'),
  stateConfiguration: page('State Config', staff('REPORT_CONFIGURATION'), () => import('./features/report-configuration/StatesPage.tsx'), 'StatesPage'),
  ledgerAccountConfiguration: page('GL Accounts', staff('REPORT_CONFIGURATION'), () => import('./features/report-configuration/LedgerAccountsPage.tsx'), 'LedgerAccountsPage'),
  newState: page('New state row', staff('REPORT_CONFIGURATION', 2), () => import('./features/report-configuration/StatePage.tsx'), 'NewStatePage'),
  state: page('State', staff('REPORT_CONFIGURATION'), () => import('./features/report-configuration/StatePage.tsx'), 'StatePage'),
  emailTemplates: page('Email Templates', staff('EMAIL_TEMPLATES'), () => import('./features/email-templates/EmailTemplatesPage.tsx'), 'EmailTemplatesPage'),
  newEmailTemplate: page('New email template', staff('EMAIL_TEMPLATES', 2), () => import('./features/email-templates/EmailTemplatePage.tsx'), 'NewEmailTemplatePage'),
  emailTemplate: page('Email template', staff('EMAIL_TEMPLATES'), () => import('./features/email-templates/EmailTemplatePage.tsx'), 'EmailTemplatePage'),
  announcements: page('Announcements', staff('ANNOUNCEMENTS'), () => import('./features/announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  newAnnouncement: page('New announcement', staff('ANNOUNCEMENTS', 2), () => import('./features/announcements/AnnouncementPage.tsx'), 'NewAnnouncementPage'),
  announcement: page('Announcement', staff('ANNOUNCEMENTS'), () => import('./features/announcements/AnnouncementPage.tsx'), 'AnnouncementPage'),
  serviceTeam: page('Service Team', signedIn(CLIENT_ROLES, 'institution'), () => import('./features/service-team/ServiceTeamPage.tsx'), 'ServiceTeamPage'),
  serviceRequest: page('Service Request', signedIn(CLIENT_ROLES, 'institution'), () => import('./features/service-desk/AskPage.tsx'), 'AskPage'),
  ownServiceRequest: page('Service request', permissionOrOwn(permission(['INSTITUTIONS', 'USR'], 1, STAFF_ROLES), CLIENT_ROLES), () => import('./features/service-desk/RequestPage.tsx'), 'RequestPage'),
  serviceRequests: page('Service Requests', staff(['INSTITUTIONS', 'USR']), () => import('./features/service-desk/DeskPage.tsx'), 'DeskPage'),
  deskRequest: page('Service request', permissionOrOwn(permission(['INSTITUTIONS', 'USR'], 1, STAFF_ROLES), CLIENT_ROLES), () => import('./features/service-desk/RequestPage.tsx'), 'RequestPage'),
  clientMenu: page('Client Menu', staff('CLIENT_MENU'), () => import('./features/client-menu/MenusPage.tsx'), 'MenusPage'),
  newClientMenu: page('New client menu', staff('CLIENT_MENU', 2), () => import('./features/client-menu/MenuEditorPage.tsx'), 'NewMenuPage'),
  clientMenuEdit: page('Edit client menu', staff('CLIENT_MENU'), () => import('./features/client-menu/MenuEditorPage.tsx'), 'EditMenuPage'),
  sites: page('Sites', staff('SITES'), () => import('./features/sites/SitesPage.tsx'), 'SitesPage'),
  newSite: page('New site', staff('SITES', 2), () => import('./features/sites/SitePage.tsx'), 'NewSitePage'),
  site: page('Site', staff('SITES'), () => import('./features/sites/SitePage.tsx'), 'SitePage'),
  users: page('Users', staff('USERS'), () => import('./features/users/UsersPage.tsx'), 'UsersPage'),
  newUser: page('New user', staff('USERS', 2), () => import('./features/users/NewUserPage.tsx'), 'NewUserPage'),
  apiKeys: page('API keys', staff('USERS'), () => import('./features/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
  newApiKey: page('New API key', staff('USERS', 2), () => import('./features/api-keys/NewApiKeyPage.tsx'), 'NewApiKeyPage'),
  user: page('User', staff('USERS'), () => import('./user-panels.tsx'), 'UserWithPanels'),
  permissionTemplates: page('Permission Templates', staff('PERMISSION_TEMPLATES'), () => import('./features/rights/TemplatesPage.tsx'), 'TemplatesPage'),
  newPermissionTemplate: page('New permission template', staff('PERMISSION_TEMPLATES', 2), () => import('./features/rights/TemplatePage.tsx'), 'NewTemplatePage'),
  permissionTemplate: page('Permission template', staff('PERMISSION_TEMPLATES'), () => import('./features/rights/TemplatePage.tsx'), 'TemplatePage'),
  clientExceptions: page('CSV & DB Monthly Validation', staff('ASSET_REPORT'), () => import('./features/auditing/AuditPage.tsx'), 'ClientExceptionsPage'),
  cashSurrenderExceptions: page('CSV & DB MoM Balance', staff('ASSET_REPORT'), () => import('./features/auditing/AuditPage.tsx'), 'CashSurrenderPage'),
  policyCount: page('Policy Reconciliation', staff('ASSET_REPORT'), () => import('./features/auditing/AuditPage.tsx'), 'PolicyCountPage'),
  beginningYearBalance: page('Beginning Year Balance Comparison', staff('ASSET_REPORT'), () => import('./features/auditing/AuditPage.tsx'), 'BeginningYearPage'),
  yieldExceptions: page('Current Yield Variance', staff('ASSET_REPORT'), () => import('./features/auditing/AuditPage.tsx'), 'YieldsPage'),
  auditTolerances: page('Audit Tolerances', staff('ASSET_REPORT'), () => import('./features/auditing/TolerancesPage.tsx'), 'TolerancesPage'),
  rateTable: page('Rate Table', staff('CARRIERS'), () => import('./features/rate-table/RateTablePage.tsx'), 'RateTablePage'),
  activityReport: page('Activity Report', staff('ACTIVITY_REPORT'), () => import('./features/activity/ActivityPage.tsx'), 'ActivityPage'),
}

const isName = (name: string): name is keyof typeof PATTERNS => name in PATTERNS
export const ROUTES: readonly PortalRoute[] = [
  ...Object.entries(PAGES).flatMap(([name, row]) => (isName(name) ? [{ path: PATTERNS[name], ...row }] : [])),
  ...FAMILY_ROUTES,
]
