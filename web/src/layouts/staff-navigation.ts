/** The items of the sidebar of staff and managers, in the required order: a file of its own, which no client fetches. */
import { permission, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import {
  IconAdjustments,
  IconBell,
  IconBook2,
  IconBriefcase,
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
  IconListCheck,
  IconListTree,
  IconMail,
  IconMap,
  IconPercentage,
  IconProgressCheck,
  IconReportAnalytics,
  IconReportMoney,
  IconRulerMeasure,
  IconScale,
  IconSettings,
  IconShieldLock,
  IconTableImport,
  IconTimelineEvent,
  IconTrendingUp,
  IconUpload,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { PATTERNS } from '../paths.ts'
import { MY_ACCOUNT, type NavigationSection } from './navigation.ts'

const staffWith = (...codes: Parameters<typeof permission>[0][]) => permission(codes.flat(), 1, STAFF_ROLES)

/** Under the first family whose reports the person sees. */
const SCHEDULES = [PATTERNS.reportSchedules]
const ANNOUNCEMENT_DETAILS = PATTERNS.newAnnouncement.replace(/\/new$/, '')

export const ADMINISTRATIVE: readonly NavigationSection[] = [
  {
    items: [
      { label: 'Dashboard', path: PATTERNS.staffDashboard, icon: IconLayoutDashboard },
      // Not among the required items of staff, who calculate for a chosen institution.
      { label: 'Calculate Financial Impact', path: PATTERNS.financialImpact, icon: IconCalculator },
      { label: 'Board Books', path: PATTERNS.boardBooks, icon: IconBook2 },
    ],
  },
  {
    heading: 'Operations',
    code: 'operations',
    icon: IconBriefcase,
    items: [
      { label: 'Data Feeds', path: PATTERNS.dataFeeds, icon: IconDatabaseImport, access: staffWith('ASSET_REPORT') },
      // Not among the required items; without it nobody would find what is being made, or what stopped.
      { label: 'Jobs', path: PATTERNS.jobs, icon: IconProgressCheck, access: staffWith('ASSET_REPORT') },
      // Managers alone; without it they would not find how a firm's whole book comes in.
      { label: 'Onboarding', path: PATTERNS.onboarding, icon: IconTableImport, access: permission('INSTITUTIONS', 2, ['d']) },
      { label: 'Client Reports', path: PATTERNS.clientReports, icon: IconFiles, access: staffWith('CLIENT_REPORTS') },
      // Not among the required items; without it the team would not find the files sent to it.
      { label: 'Bank Uploads', path: PATTERNS.bankUploads, icon: IconUpload, access: staffWith('USR') },
      // Not among the required items; without it the team would read requests in their mail alone.
      { label: 'Service Requests', path: PATTERNS.serviceRequests, icon: IconHeadset, access: staffWith('INSTITUTIONS', 'USR') },
      {
        label: REPORT_FAMILIES.AssetReport.listName,
        path: PATTERNS.assetReporting,
        also: SCHEDULES,
        icon: IconReportMoney,
        access: staffWith('ASSET_REPORT'),
      },
      {
        label: REPORT_FAMILIES.AssetSummaryReport.listName,
        path: PATTERNS.summaryAssetReporting,
        also: SCHEDULES,
        icon: IconReportAnalytics,
        access: staffWith('ASSET_SUMMARY_REPORT'),
      },
      {
        label: REPORT_FAMILIES.C8925Report.listName,
        path: PATTERNS.form8925Reporting,
        also: SCHEDULES,
        icon: IconCertificate,
        access: staffWith('C8925_REPORT'),
      },
      {
        label: 'Annual Questionnaires',
        path: PATTERNS.annualQuestionnaire,
        also: [PATTERNS.questionnaires],
        icon: IconForms,
        access: staffWith('ANNUAL_QUESTIONNAIRE'),
      },
      {
        label: REPORT_FAMILIES.AnnualBoliReview.listName,
        path: PATTERNS.annualReview,
        also: SCHEDULES,
        icon: IconFileAnalytics,
        access: staffWith('ANNUAL_BOLI_REVIEW'),
      },
      { label: 'Document Center', path: PATTERNS.documents, icon: IconFileText, access: staffWith('DOCUMENT_CENTER') },
      { label: 'Email Templates', path: PATTERNS.emailTemplates, icon: IconMail, access: staffWith('EMAIL_TEMPLATES') },
      {
        label: 'Announcements',
        path: PATTERNS.announcements,
        also: [ANNOUNCEMENT_DETAILS],
        icon: IconBell,
        access: staffWith('ANNOUNCEMENTS'),
      },
    ],
  },
  {
    heading: 'Auditing',
    code: 'auditing',
    icon: IconListCheck,
    items: [
      { label: 'CSV & DB Monthly Validation', path: PATTERNS.clientExceptions, icon: IconChecklist, access: staffWith('ASSET_REPORT') },
      { label: 'CSV & DB MoM Balance', path: PATTERNS.cashSurrenderExceptions, icon: IconScale, access: staffWith('ASSET_REPORT') },
      { label: 'Policy Reconciliation', path: PATTERNS.policyCount, icon: IconClipboardList, access: staffWith('ASSET_REPORT') },
      {
        label: 'Beginning Year Balance Comparison',
        path: PATTERNS.beginningYearBalance,
        icon: IconChartBar,
        access: staffWith('ASSET_REPORT'),
      },
      { label: 'Current Yield Variance', path: PATTERNS.yieldExceptions, icon: IconTrendingUp, access: staffWith('ASSET_REPORT') },
      // Not among the required items; without it nobody would find what may differ.
      { label: 'Audit Tolerances', path: PATTERNS.auditTolerances, icon: IconRulerMeasure, access: staffWith('ASSET_REPORT') },
      // Not among the required items; without it nobody would find what the audits of yields compare with.
      { label: 'Rate Table', path: PATTERNS.rateTable, icon: IconPercentage, access: staffWith('CARRIERS') },
    ],
  },
  {
    heading: 'Configuration',
    code: 'configuration',
    icon: IconSettings,
    items: [
      { label: 'Carriers', path: PATTERNS.carriers, icon: IconBuildings, access: staffWith('CARRIERS') },
      { label: 'Institutions', path: PATTERNS.institutions, icon: IconBuildingBank, access: staffWith('INSTITUTIONS') },
      { label: 'Report Types', path: PATTERNS.reportTypes, icon: IconFileDescription, access: staffWith('REPORT_TYPES') },
      {
        label: 'Report Configuration',
        path: PATTERNS.reportConfiguration,
        icon: IconAdjustments,
        access: staffWith('ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW'),
        items: [
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
            portal: 'BOLI Portal',
          },
          {
            label: 'Annual COLI/BOLI Review',
            path: PATTERNS.coliReviewConfiguration,
            icon: IconSettings,
            access: staffWith('ANNUAL_BOLI_REVIEW'),
            portal: 'COLI Portal',
          },
        ],
      },
      { label: 'Client Menu', path: PATTERNS.clientMenu, icon: IconListTree, access: staffWith('CLIENT_MENU') },
      { label: 'Sites', path: PATTERNS.sites, icon: IconWorld, access: staffWith('SITES') },
    ],
  },
  {
    heading: 'Security',
    code: 'security',
    icon: IconShieldLock,
    items: [
      { label: 'Permission Templates', path: PATTERNS.permissionTemplates, icon: IconKey, access: staffWith('PERMISSION_TEMPLATES') },
      { label: 'Users', path: PATTERNS.users, icon: IconUsers, access: staffWith('USERS') },
      { label: 'Activity Report', path: PATTERNS.activityReport, icon: IconTimelineEvent, access: staffWith('ACTIVITY_REPORT') },
      // No item is required for this page; without one nobody would find it.
      { label: 'Settings', path: PATTERNS.settings, icon: IconShieldLock, access: signedIn(['d']) },
    ],
  },
  MY_ACCOUNT,
]
