/**
 * The route table: address, title, access, page. A page file exports its component under the name given here.
 * Sidebars show an item only when its page stands in this table (`hasPage`), so no link leads nowhere.
 */
import { generateReports, getReport, listBatches, listReports } from '@corridor/contract/asset-reports.ts'
import { getFile, listFiles } from '@corridor/contract/data-feeds.ts'
import { type Access, CLIENT_ROLES, publicAccess, STAFF_ROLES, signedIn } from '@corridor/domain/access.ts'
import type { ComponentType } from 'react'
import { PATTERNS } from './paths.ts'

export interface PortalRoute {
  path: string
  /** Of the browser's tab, and what a screen reader hears after a click. */
  title: string
  /** From the contract: the access of the call the page lives on. */
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
    path: PATTERNS.logout,
    title: 'Logout',
    access: signedIn(),
    page: () => import('./features/session/LogoutPage.tsx').then((file) => ({ default: file.LogoutPage })),
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
    return [
      {
        path: PATTERNS[base],
        title,
        access: listBatches.access,
        page: () => import('./features/asset-reports/BatchesPage.tsx').then((file) => ({ default: file.BatchesPage })),
      },
      {
        path: `${PATTERNS[base]}/generate`,
        title: `Generate ${title.toLowerCase()}`,
        access: generateReports.access,
        page: () => import('./features/asset-reports/GeneratePage.tsx').then((file) => ({ default: file.GeneratePage })),
      },
      {
        path: `${PATTERNS[base]}/$batch`,
        title,
        access: listReports.access,
        page: () => import('./features/asset-reports/BatchPage.tsx').then((file) => ({ default: file.BatchPage })),
      },
      {
        path: `${PATTERNS[base]}/$batch/report/$report`,
        title,
        access: getReport.access,
        page: () => import('./features/asset-reports/ReportPage.tsx').then((file) => ({ default: file.ReportPage })),
      },
    ]
  }),
  {
    path: PATTERNS.dataFeeds,
    title: 'Data Feeds',
    access: listFiles.access,
    page: () => import('./features/data-feeds/FeedsPage.tsx').then((file) => ({ default: file.FeedsPage })),
  },
  {
    path: PATTERNS.dataFeed,
    title: 'Carrier file',
    access: getFile.access,
    page: () => import('./features/data-feeds/FeedPage.tsx').then((file) => ({ default: file.FeedPage })),
  },
]

const EXISTING = new Set(ROUTES.map((route) => route.path))
export const hasPage = (pattern: string): boolean => EXISTING.has(pattern)
