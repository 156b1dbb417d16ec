/**
 * The route table: address, title, access, page. A page file exports its component under the name given here.
 * Sidebars show an item only when its page stands in this table and opens to the person, so no link leads nowhere.
 * Accesses are written with the words of domain/access.ts, as the contracts' are: routes.test.ts compares the two, and a first page need not load every contract.
 */
import { type Access, CLIENT_ROLES, permission, publicAccess, STAFF_ROLES, signedIn } from '@corridor/domain/access.ts'
import type { ComponentType } from 'react'
import { PATTERNS } from './paths.ts'

export interface PortalRoute {
  path: string
  /** Of the browser's tab, and what a screen reader hears after a click. */
  title: string
  /** That of the call the page lives on, narrowed to the page's own permission. */
  access: Access
  page: () => Promise<{ default: ComponentType }>
}

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
    page: () => import('./features/second-factor/ProfilePage.tsx').then((file) => ({ default: file.ProfilePage })),
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
    access: signedIn(CLIENT_ROLES),
    page: () => import('./features/client-reports/ClientReportsPage.tsx').then((file) => ({ default: file.ClientReportsPage })),
  },
  ...(['assetReporting', 'summaryAssetReporting'] as const).flatMap((base): PortalRoute[] => {
    const title = base === 'assetReporting' ? 'Asset Reports' : 'Summary Asset Reports'
    const code = base === 'assetReporting' ? 'ASSET_REPORT' : 'ASSET_SUMMARY_REPORT'
    const read = permission(code)
    return [
      {
        path: PATTERNS[base],
        title,
        access: read,
        page: () => import('./features/asset-reports/BatchesPage.tsx').then((file) => ({ default: file.BatchesPage })),
      },
      {
        path: `${PATTERNS[base]}/generate`,
        title: `Generate ${title.toLowerCase()}`,
        access: permission(code, 2, STAFF_ROLES, 'site'),
        page: () => import('./features/asset-reports/GeneratePage.tsx').then((file) => ({ default: file.GeneratePage })),
      },
      {
        path: `${PATTERNS[base]}/$batch`,
        title,
        access: read,
        page: () => import('./features/asset-reports/BatchPage.tsx').then((file) => ({ default: file.BatchPage })),
      },
      {
        path: `${PATTERNS[base]}/$batch/report/$report`,
        title,
        access: read,
        page: () => import('./features/asset-reports/ReportPage.tsx').then((file) => ({ default: file.ReportPage })),
      },
    ]
  }),
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
