/**
 * The route table: address, title, access, page. A page file exports its component under the name given here.
 * Sidebars show an item only when its page stands in this table and opens to the person, so no link leads nowhere.
 * Accesses are written with the words of domain/access.ts, as the contracts' are: routes.test.ts compares the two, and a first page need not load every contract.
 */

import { CLIENT_ROLES, permission, permissionOrOwn, publicAccess, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { PATTERNS } from './paths.ts'
import type { PortalRoute } from './portal-route.ts'
import { reportRoutes } from './report-routes.tsx'
import { YEARLY_ROUTES } from './yearly-routes.tsx'

/** Families that a schedule may be of, among all. */
const REPORT_CODES = [...new Set(REPORT_TYPE_NAMES.map((name) => REPORT_FAMILIES[name].permission))]

export const ROUTES: readonly PortalRoute[] = [
  {
    path: PATTERNS.login,
    title: 'Sign in',
    access: publicAccess,
    page: () => import('./features/session/SignInPage.tsx').then((file) => ({ default: file.SignInPage })),
  },
  {
    path: PATTERNS.forgottenPassword,
    title: 'Forgotten password',
    access: publicAccess,
    page: () => import('./features/session/ForgottenPasswordPage.tsx').then((file) => ({ default: file.ForgottenPasswordPage })),
  },
  {
    path: PATTERNS.changePassword,
    title: 'Change password',
    access: publicAccess,
    page: () => import('./features/session/ChangePasswordPage.tsx').then((file) => ({ default: file.ChangePasswordPage })),
  },
  {
    path: PATTERNS.confirmEmail,
    title: 'Change of e-mail address',
    access: publicAccess,
    page: () => import('./features/session/ConfirmEmailPage.tsx').then((file) => ({ default: file.ConfirmEmailPage })),
  },
  {
    path: PATTERNS.settings,
    title: 'Settings',
    access: signedIn(['d']),
    page: () => import('./features/settings/SettingsPage.tsx').then((file) => ({ default: file.SettingsPage })),
  },
  {
    path: PATTERNS.logout,
    title: 'Logout',
    access: signedIn(),
    page: () => import('./features/session/LogoutPage.tsx').then((file) => ({ default: file.LogoutPage })),
  },
  {
    path: PATTERNS.verifySecondFactor,
    title: 'Confirm your sign-in',
    access: signedIn(),
    page: () => import('./features/second-factor/VerifyPage.tsx').then((file) => ({ default: file.VerifyPage })),
  },
  {
    path: PATTERNS.setUpSecondFactor,
    title: 'Set up your second factor',
    access: signedIn(),
    page: () => import('./features/second-factor/SetupPage.tsx').then((file) => ({ default: file.SetupPage })),
  },
  {
    path: PATTERNS.profile,
    title: 'My profile',
    access: signedIn(),
    page: () => import('./profile-panels.tsx').then((file) => ({ default: file.ProfileWithPanels })),
  },
  {
    path: PATTERNS.error,
    title: 'Not available',
    access: publicAccess,
    page: () => import('./features/session/ErrorPage.tsx').then((file) => ({ default: file.ErrorPage })),
  },
  {
    path: PATTERNS.myAccount,
    title: 'My account',
    access: signedIn(CLIENT_ROLES),
    page: () => import('./features/session/MyAccountPage.tsx').then((file) => ({ default: file.MyAccountPage })),
  },
  {
    path: PATTERNS.staffDashboard,
    title: 'Dashboard',
    access: signedIn(STAFF_ROLES),
    page: () => import('./features/staff-dashboard/StaffDashboardPage.tsx').then((file) => ({ default: file.StaffDashboardPage })),
  },
  {
    path: PATTERNS.clientDashboard,
    title: 'Dashboard',
    access: signedIn(CLIENT_ROLES),
    page: () => import('./features/client-dashboard/ClientDashboardPage.tsx').then((file) => ({ default: file.ClientDashboardPage })),
  },
  {
    path: PATTERNS.clientReports,
    title: 'Reports',
    access: permissionOrOwn(permission('CLIENT_REPORTS', 1, STAFF_ROLES, 'site'), CLIENT_ROLES),
    page: () => import('./features/client-reports/ReportsEntry.tsx').then((file) => ({ default: file.ReportsEntry })),
  },
  {
    path: PATTERNS.newReports,
    title: 'Upload reports',
    access: permission('CLIENT_REPORTS', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/client-reports/NewReportsPage.tsx').then((file) => ({ default: file.NewReportsPage })),
  },
  {
    path: PATTERNS.report,
    title: 'Client report',
    access: permission('CLIENT_REPORTS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/client-reports/ReportPage.tsx').then((file) => ({ default: file.ReportPage })),
  },
  {
    path: PATTERNS.viewReport,
    title: 'Report',
    access: signedIn(undefined, 'institution'),
    page: () => import('./features/viewers/FilePage.tsx').then((file) => ({ default: file.ViewReportPage })),
  },
  {
    path: PATTERNS.viewDocument,
    title: 'Document',
    access: signedIn(undefined, 'institution'),
    page: () => import('./features/viewers/FilePage.tsx').then((file) => ({ default: file.ViewDocumentPage })),
  },
  {
    path: PATTERNS.reportView,
    title: 'Report',
    access: permissionOrOwn(permission('CLIENT_REPORTS', 1, STAFF_ROLES), CLIENT_ROLES),
    page: () => import('./features/viewers/FilePage.tsx').then((file) => ({ default: file.ReportViewPage })),
  },
  {
    path: PATTERNS.documentView,
    title: 'Document',
    access: permissionOrOwn(permission('DOCUMENT_CENTER', 1, STAFF_ROLES), CLIENT_ROLES),
    page: () => import('./features/viewers/FilePage.tsx').then((file) => ({ default: file.DocumentViewPage })),
  },
  ...REPORT_TYPE_NAMES.flatMap(reportRoutes),
  {
    path: PATTERNS.reportSchedules,
    title: 'Schedules',
    access: permission(REPORT_CODES, 1, STAFF_ROLES, 'site'),
    page: () => import('./features/report-schedules/SchedulesPage.tsx').then((file) => ({ default: file.SchedulesPage })),
  },
  {
    path: PATTERNS.newReportSchedule,
    title: 'New schedule',
    access: permission(REPORT_CODES, 2, STAFF_ROLES, 'site'),
    page: () => import('./features/report-schedules/SchedulePage.tsx').then((file) => ({ default: file.NewSchedulePage })),
  },
  {
    path: PATTERNS.reportSchedule,
    title: 'Schedule',
    access: permission(REPORT_CODES, 1, STAFF_ROLES, 'site'),
    page: () => import('./features/report-schedules/SchedulePage.tsx').then((file) => ({ default: file.SchedulePage })),
  },
  ...YEARLY_ROUTES,
  {
    path: PATTERNS.search,
    title: 'Search',
    // The page is the bank's people's; staff look for the same files, each for what they may open.
    access: signedIn(undefined, 'institution'),
    page: () => import('./features/search/SearchPage.tsx').then((file) => ({ default: file.SearchPage })),
  },
  {
    path: PATTERNS.unreadFiles,
    title: 'Files that could not be read',
    access: permission(['CLIENT_REPORTS', 'DOCUMENT_CENTER'], 1, STAFF_ROLES, 'site'),
    page: () => import('./features/search/UnreadFilesPage.tsx').then((file) => ({ default: file.UnreadFilesPage })),
  },
  {
    path: PATTERNS.dataFeeds,
    title: 'Data Feeds',
    access: permission('ASSET_REPORT', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/data-feeds/FeedsPage.tsx').then((file) => ({ default: file.FeedsPage })),
  },
  {
    path: PATTERNS.dataFeed,
    title: 'Carrier file',
    access: permission('ASSET_REPORT', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/data-feeds/FeedPage.tsx').then((file) => ({ default: file.FeedPage })),
  },
  {
    path: PATTERNS.bankUploads,
    title: 'Bank uploads',
    // Staff hold USR too: they take what was sent.
    access: permission('USR', 1, ['c', 'a', ...STAFF_ROLES], 'institution'),
    page: () => import('./features/bank-uploads/BankUploadsPage.tsx').then((file) => ({ default: file.BankUploadsPage })),
  },
  {
    path: PATTERNS.documents,
    title: 'Document Center',
    access: permission('DOCUMENT_CENTER', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/documents/DocumentsPage.tsx').then((file) => ({ default: file.DocumentsPage })),
  },
  {
    path: PATTERNS.newDocument,
    title: 'Upload documents',
    access: permission('DOCUMENT_CENTER', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/documents/UploadDocumentsPage.tsx').then((file) => ({ default: file.UploadDocumentsPage })),
  },
  {
    path: PATTERNS.editDocument,
    title: 'Document',
    access: permission('DOCUMENT_CENTER', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/documents/EditDocumentPage.tsx').then((file) => ({ default: file.EditDocumentPage })),
  },
  {
    path: PATTERNS.institutionDocuments,
    title: 'Documents of an institution',
    access: permission(['DOCUMENT_CENTER', 'INSTITUTIONS'], 1, STAFF_ROLES, 'site'),
    page: () => import('./features/documents/InstitutionDocuments.tsx').then((file) => ({ default: file.InstitutionDocumentsPage })),
  },
  {
    path: PATTERNS.institutions,
    title: 'Institutions',
    access: permission('INSTITUTIONS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/institutions/InstitutionsPage.tsx').then((file) => ({ default: file.InstitutionsPage })),
  },
  {
    path: PATTERNS.newInstitution,
    title: 'New institution',
    access: permission('INSTITUTIONS', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/institutions/NewInstitutionPage.tsx').then((file) => ({ default: file.NewInstitutionPage })),
  },
  {
    path: PATTERNS.institution,
    title: 'Institution',
    access: permission('INSTITUTIONS', 1, STAFF_ROLES, 'site'),
    page: () => import('./institution-panels.tsx').then((file) => ({ default: file.InstitutionWithPanels })),
  },
  {
    path: PATTERNS.registerPolicy,
    title: 'Policy',
    access: permission('INSTITUTIONS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/register/PolicyPage.tsx').then((file) => ({ default: file.PolicyPage })),
  },
  {
    path: PATTERNS.registerInsured,
    title: 'Insured',
    access: permission('INSTITUTIONS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/register/InsuredPage.tsx').then((file) => ({ default: file.InsuredPage })),
  },
  {
    path: PATTERNS.carriers,
    title: 'Carriers',
    access: permission('CARRIERS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/carriers/CarriersPage.tsx').then((file) => ({ default: file.CarriersPage })),
  },
  {
    path: PATTERNS.newCarrier,
    title: 'New carrier',
    access: permission('CARRIERS', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/carriers/NewCarrierPage.tsx').then((file) => ({ default: file.NewCarrierPage })),
  },
  {
    path: PATTERNS.carrier,
    title: 'Carrier',
    access: permission('CARRIERS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/carriers/CarrierPage.tsx').then((file) => ({ default: file.CarrierPage })),
  },
  {
    path: PATTERNS.reportTypes,
    title: 'Report Types',
    access: permission('REPORT_TYPES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/report-types/ReportTypesPage.tsx').then((file) => ({ default: file.ReportTypesPage })),
  },
  {
    path: PATTERNS.newReportType,
    title: 'New report type',
    access: permission('REPORT_TYPES', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/report-types/ReportTypePage.tsx').then((file) => ({ default: file.NewReportTypePage })),
  },
  {
    path: PATTERNS.reportType,
    title: 'Report type',
    access: permission('REPORT_TYPES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/report-types/ReportTypePage.tsx').then((file) => ({ default: file.ReportTypePage })),
  },
  {
    path: PATTERNS.reportConfiguration,
    title: 'Report Configuration',
    access: permission(['REPORT_CONFIGURATION', 'ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW'], 1, STAFF_ROLES, 'site'),
    page: async () => {
      const { ReportConfigurationPage } = await import('./features/report-configuration/ReportConfigurationPage.tsx')
      return { default: () => <ReportConfigurationPage routes={ROUTES} /> }
    },
  },
  {
    path: PATTERNS.questionnaireConfiguration,
    title: 'Annual Questionnaire',
    access: permission('ANNUAL_QUESTIONNAIRE', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/questionnaires/ConfigurationPage.tsx').then((file) => ({ default: file.ConfigurationPage })),
  },
  {
    path: PATTERNS.stateConfiguration,
    title: 'States',
    access: permission('REPORT_CONFIGURATION', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/report-configuration/StatesPage.tsx').then((file) => ({ default: file.StatesPage })),
  },
  {
    path: PATTERNS.ledgerAccountConfiguration,
    title: 'GL Accounts',
    access: permission('REPORT_CONFIGURATION', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/report-configuration/LedgerAccountsPage.tsx').then((file) => ({ default: file.LedgerAccountsPage })),
  },
  {
    path: PATTERNS.newState,
    title: 'New state row',
    access: permission('REPORT_CONFIGURATION', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/report-configuration/StatePage.tsx').then((file) => ({ default: file.NewStatePage })),
  },
  {
    path: PATTERNS.state,
    title: 'State',
    access: permission('REPORT_CONFIGURATION', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/report-configuration/StatePage.tsx').then((file) => ({ default: file.StatePage })),
  },
  {
    path: PATTERNS.emailTemplates,
    title: 'Email Templates',
    access: permission('EMAIL_TEMPLATES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/email-templates/EmailTemplatesPage.tsx').then((file) => ({ default: file.EmailTemplatesPage })),
  },
  {
    path: PATTERNS.newEmailTemplate,
    title: 'New email template',
    access: permission('EMAIL_TEMPLATES', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/email-templates/EmailTemplatePage.tsx').then((file) => ({ default: file.NewEmailTemplatePage })),
  },
  {
    path: PATTERNS.emailTemplate,
    title: 'Email template',
    access: permission('EMAIL_TEMPLATES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/email-templates/EmailTemplatePage.tsx').then((file) => ({ default: file.EmailTemplatePage })),
  },
  {
    path: PATTERNS.announcements,
    title: 'Announcements',
    access: permission('ANNOUNCEMENTS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/announcements/AnnouncementsPage.tsx').then((file) => ({ default: file.AnnouncementsPage })),
  },
  {
    path: PATTERNS.newAnnouncement,
    title: 'New announcement',
    access: permission('ANNOUNCEMENTS', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/announcements/AnnouncementPage.tsx').then((file) => ({ default: file.NewAnnouncementPage })),
  },
  {
    path: PATTERNS.announcement,
    title: 'Announcement',
    access: permission('ANNOUNCEMENTS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/announcements/AnnouncementPage.tsx').then((file) => ({ default: file.AnnouncementPage })),
  },
  {
    path: PATTERNS.serviceTeam,
    title: 'Service team',
    access: signedIn(CLIENT_ROLES, 'institution'),
    page: () => import('./features/service-team/ServiceTeamPage.tsx').then((file) => ({ default: file.ServiceTeamPage })),
  },
  {
    path: PATTERNS.serviceRequest,
    title: 'Service request',
    access: signedIn(CLIENT_ROLES, 'institution'),
    page: () => import('./features/service-team/ServiceRequestPage.tsx').then((file) => ({ default: file.ServiceRequestPage })),
  },
  {
    path: PATTERNS.clientMenu,
    title: 'Client Menu',
    access: permission('CLIENT_MENU', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/client-menu/MenusPage.tsx').then((file) => ({ default: file.MenusPage })),
  },
  {
    path: PATTERNS.newClientMenu,
    title: 'New client menu',
    access: permission('CLIENT_MENU', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/client-menu/MenuEditorPage.tsx').then((file) => ({ default: file.NewMenuPage })),
  },
  {
    path: PATTERNS.clientMenuEdit,
    title: 'Edit client menu',
    access: permission('CLIENT_MENU', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/client-menu/MenuEditorPage.tsx').then((file) => ({ default: file.EditMenuPage })),
  },
  {
    path: PATTERNS.sites,
    title: 'Sites',
    access: permission('SITES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/sites/SitesPage.tsx').then((file) => ({ default: file.SitesPage })),
  },
  {
    path: PATTERNS.newSite,
    title: 'New site',
    access: permission('SITES', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/sites/SitePage.tsx').then((file) => ({ default: file.NewSitePage })),
  },
  {
    path: PATTERNS.site,
    title: 'Site',
    access: permission('SITES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/sites/SitePage.tsx').then((file) => ({ default: file.SitePage })),
  },
  {
    path: PATTERNS.users,
    title: 'Users',
    access: permission('USERS', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/users/UsersPage.tsx').then((file) => ({ default: file.UsersPage })),
  },
  {
    path: PATTERNS.newUser,
    title: 'New user',
    access: permission('USERS', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/users/NewUserPage.tsx').then((file) => ({ default: file.NewUserPage })),
  },
  {
    path: PATTERNS.user,
    title: 'User',
    access: permission('USERS', 1, STAFF_ROLES, 'site'),
    page: async () => {
      const [{ UserPage }, { userRights }] = await Promise.all([import('./features/users/UserPage.tsx'), import('./user-rights.tsx')])
      const rights = userRights(ROUTES)
      return { default: () => <UserPage {...rights} /> }
    },
  },
  {
    path: PATTERNS.permissionTemplates,
    title: 'Permission Templates',
    access: permission('PERMISSION_TEMPLATES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/rights/TemplatesPage.tsx').then((file) => ({ default: file.TemplatesPage })),
  },
  {
    path: PATTERNS.newPermissionTemplate,
    title: 'New permission template',
    access: permission('PERMISSION_TEMPLATES', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/rights/TemplatePage.tsx').then((file) => ({ default: file.NewTemplatePage })),
  },
  {
    path: PATTERNS.permissionTemplate,
    title: 'Permission template',
    access: permission('PERMISSION_TEMPLATES', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/rights/TemplatePage.tsx').then((file) => ({ default: file.TemplatePage })),
  },
  {
    path: PATTERNS.activityReport,
    title: 'Activity Report',
    access: permission('ACTIVITY_REPORT', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/activity/ActivityPage.tsx').then((file) => ({ default: file.ActivityPage })),
  },
]
