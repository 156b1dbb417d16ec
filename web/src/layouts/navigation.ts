/** What the sidebars list, in the seed's order. An item shows when its page exists and opens to the person; a heading when one of its items does. */
import type { Session } from '@corridor/contract/session.ts'
import { type Access, allows, permission, STAFF_ROLES, signedIn } from '@corridor/domain/access.ts'
import {
  IconAdjustments,
  IconBell,
  IconBuildingBank,
  IconBuildings,
  IconCalculator,
  IconCertificate,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconDatabaseImport,
  IconFileAnalytics,
  IconFileDescription,
  IconFiles,
  IconFileText,
  IconForms,
  IconHeadset,
  IconKey,
  IconLayoutDashboard,
  IconListTree,
  IconLogout,
  IconMail,
  IconMap,
  IconReportAnalytics,
  IconReportMoney,
  IconScale,
  IconSettings,
  IconShieldLock,
  IconTimelineEvent,
  IconTrendingUp,
  IconUpload,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { PATTERNS } from '../paths.ts'
import { ROUTES } from '../routes.tsx'

export interface NavigationItem {
  label: string
  path: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** On top of the page's own access: the permission the seed gates the item by. */
  access?: Access
}
export interface NavigationSection {
  /** Undefined: items without a heading. */
  heading?: string
  items: readonly NavigationItem[]
  /** The client's menu stands under its items. */
  menu?: true
}

const staffWith = (...codes: Parameters<typeof permission>[0][]) => permission(codes.flat(), 1, STAFF_ROLES)
const myAccount: NavigationSection = {
  heading: 'My Account',
  items: [
    { label: 'Profile', path: PATTERNS.profile, icon: IconUser },
    { label: 'Logout', path: PATTERNS.logout, icon: IconLogout },
  ],
}

export const ADMINISTRATIVE: readonly NavigationSection[] = [
  { items: [{ label: 'Dashboard', path: PATTERNS.staffDashboard, icon: IconLayoutDashboard }] },
  {
    heading: 'Operations',
    items: [
      { label: 'Data Feeds', path: PATTERNS.dataFeeds, icon: IconDatabaseImport, access: staffWith('ASSET_REPORT') },
      { label: 'Client Reports', path: PATTERNS.clientReports, icon: IconFiles, access: staffWith('CLIENT_REPORTS') },
      // Not among the seed's items: without one the team would not find what it was sent.
      { label: 'Bank Uploads', path: PATTERNS.bankUploads, icon: IconUpload, access: staffWith('USR') },
      { label: 'Asset Report', path: PATTERNS.assetReporting, icon: IconReportMoney, access: staffWith('ASSET_REPORT') },
      {
        label: 'Summary Asset Report',
        path: PATTERNS.summaryAssetReporting,
        icon: IconReportAnalytics,
        access: staffWith('ASSET_SUMMARY_REPORT'),
      },
      { label: '8925 Report', path: PATTERNS.form8925Reporting, icon: IconCertificate, access: staffWith('C8925_REPORT') },
      { label: 'Annual Questionnaires', path: PATTERNS.annualQuestionnaire, icon: IconForms, access: staffWith('ANNUAL_QUESTIONNAIRE') },
      { label: 'Annual COLI/BOLI Review', path: PATTERNS.annualReview, icon: IconFileAnalytics, access: staffWith('ANNUAL_BOLI_REVIEW') },
      { label: 'Document Center', path: PATTERNS.documents, icon: IconFileText, access: staffWith('DOCUMENT_CENTER') },
      { label: 'Email Templates', path: PATTERNS.emailTemplates, icon: IconMail, access: staffWith('EMAIL_TEMPLATES') },
      { label: 'Announcements', path: PATTERNS.announcements, icon: IconBell, access: staffWith('ANNOUNCEMENTS') },
    ],
  },
  {
    heading: 'Auditing',
    items: [
      { label: 'CSV & DB Monthly Validation', path: PATTERNS.clientExceptions, icon: IconChecklist },
      { label: 'CSV & DB MoM Balance', path: PATTERNS.cashSurrenderExceptions, icon: IconScale },
      { label: 'Policy Reconciliation', path: PATTERNS.policyCount, icon: IconClipboardList },
      { label: 'Beginning Year Balance Comparison', path: PATTERNS.beginningYearBalance, icon: IconChartBar },
      { label: 'Current Yield Variance', path: PATTERNS.yieldExceptions, icon: IconTrendingUp },
    ],
  },
  {
    heading: 'Configuration',
    items: [
      { label: 'Carriers', path: PATTERNS.carriers, icon: IconBuildings, access: staffWith('CARRIERS') },
      { label: 'Institutions', path: PATTERNS.institutions, icon: IconBuildingBank, access: staffWith('INSTITUTIONS') },
      { label: 'Report Types', path: PATTERNS.reportTypes, icon: IconFileDescription, access: staffWith('REPORT_TYPES') },
      {
        label: 'Report Configuration',
        path: PATTERNS.reportConfiguration,
        icon: IconAdjustments,
        access: staffWith('ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW'),
      },
      {
        label: 'State Config',
        path: PATTERNS.stateConfiguration,
        icon: IconMap,
        access: staffWith('ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW'),
      },
      {
        label: 'Annual Questionnaire',
        path: PATTERNS.questionnaireConfiguration,
        icon: IconSettings,
        access: staffWith('ANNUAL_QUESTIONNAIRE'),
      },
      {
        label: 'Annual COLI/BOLI Review',
        path: PATTERNS.boliReviewConfiguration,
        icon: IconSettings,
        access: staffWith('ANNUAL_BOLI_REVIEW'),
      },
      { label: 'Client Menu', path: PATTERNS.clientMenu, icon: IconListTree, access: staffWith('CLIENT_MENU') },
      { label: 'Sites', path: PATTERNS.sites, icon: IconWorld, access: staffWith('SITES') },
    ],
  },
  {
    heading: 'Security',
    items: [
      { label: 'Permission Templates', path: PATTERNS.permissionTemplates, icon: IconKey, access: staffWith('PERMISSION_TEMPLATES') },
      { label: 'Users', path: PATTERNS.users, icon: IconUsers, access: staffWith('USERS') },
      { label: 'Activity Report', path: PATTERNS.activityReport, icon: IconTimelineEvent, access: staffWith('ACTIVITY_REPORT') },
      // The seed gives this page no item; without one nobody would find it.
      { label: 'Settings', path: PATTERNS.settings, icon: IconShieldLock, access: signedIn(['d']) },
    ],
  },
  myAccount,
]

export const CLIENT: readonly NavigationSection[] = [
  {
    items: [
      { label: 'Dashboard', path: PATTERNS.clientDashboard, icon: IconLayoutDashboard },
      { label: 'Calculate Financial Impact', path: PATTERNS.financialImpact, icon: IconCalculator },
    ],
  },
  {
    heading: 'Reports and documents',
    menu: true,
    items: [{ label: 'Reports', path: PATTERNS.clientReports, icon: IconFiles, access: signedIn() }],
  },
  {
    heading: 'Service',
    items: [
      { label: 'Service Team', path: PATTERNS.serviceTeam, icon: IconUsersGroup },
      { label: 'Annual Questionnaire', path: PATTERNS.myQuestionnaire, icon: IconForms },
      { label: 'Risk Assessment', path: PATTERNS.reviewAssessment, icon: IconFileAnalytics },
      { label: 'Bank Uploads', path: PATTERNS.bankUploads, icon: IconUpload },
      { label: 'Service Request', path: PATTERNS.serviceRequest, icon: IconHeadset },
    ],
  },
  myAccount,
]

export function sectionsFor(session: Session, sections: readonly NavigationSection[]): NavigationSection[] {
  return sections
    .map((section) => ({ ...section, items: section.items.filter((item) => opensTo(session, item)) }))
    .filter((section) => section.items.length > 0)
}

/** Whether the item's page stands in the route table and opens to the person. */
export function opensTo(session: Session, item: Pick<NavigationItem, 'path' | 'access'>): boolean {
  const route = ROUTES.find((each) => each.path === item.path)
  return route !== undefined && allows(session, route.access) && (item.access === undefined || allows(session, item.access))
}
