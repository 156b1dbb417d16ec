/** Labels of rights: each permission's name and sentence, in the order and groups of the sidebar; levels in words. */
import type { Level, PermissionCode } from './access.ts'

export const LEVEL_NAMES: Readonly<Record<Level, string>> = { 0: 'None', 1: 'View', 2: 'Change' }

interface PermissionWords {
  name: string
  /** The subject of the permission, for somebody who grants it. */
  sentence: string
}

export const PERMISSION_WORDS: Readonly<Record<PermissionCode, PermissionWords>> = {
  CLIENT_REPORTS: {
    name: 'Client Reports',
    sentence: 'Report records that clients find: released and uploaded files of every institution.',
  },
  ASSET_REPORT: { name: 'Asset Report', sentence: 'Monthly asset reports, carriers’ files and the month-end close.' },
  ASSET_SUMMARY_REPORT: { name: 'Summary Asset Report', sentence: 'Summary asset reports.' },
  C8925_REPORT: { name: '8925 Report', sentence: 'Form 8925 reports for the tax year.' },
  ANNUAL_QUESTIONNAIRE: { name: 'Annual Questionnaires', sentence: 'Questionnaires, their answers and their results.' },
  ANNUAL_BOLI_REVIEW: { name: 'Annual COLI/BOLI Review', sentence: 'The annual review of holdings and its executive summary.' },
  DOCUMENT_CENTER: { name: 'Document Center', sentence: 'Documents of carriers, vendors and institutions.' },
  EMAIL_TEMPLATES: { name: 'Email Templates', sentence: 'The emails the portal sends.' },
  ANNOUNCEMENTS: { name: 'Announcements', sentence: 'Messages shown above every page.' },
  CARRIERS: {
    name: 'Carriers',
    sentence: 'Insurance companies: ratings, yearly figures, products, declared rates and cost-of-insurance tables.',
  },
  INSTITUTIONS: { name: 'Institutions', sentence: 'Banks and corporations with their policies, insureds and personal data.' },
  REPORT_TYPES: { name: 'Report Types', sentence: 'The types of report and document that memberships name.' },
  REPORT_CONFIGURATION: { name: 'Report Configuration', sentence: 'State rates and the wording of reports.' },
  CLIENT_MENU: { name: 'Client Menu', sentence: 'The menu that clients see.' },
  SITES: { name: 'Sites', sentence: 'Portals: name, address, logo.' },
  PERMISSION_TEMPLATES: { name: 'Permission Templates', sentence: 'Sets of rights to give to people.' },
  USERS: { name: 'Users', sentence: 'People, what they may see, and viewing as a client.' },
  ACTIVITY_REPORT: { name: 'Activity Report', sentence: 'Who did what, and its export.' },
  USR: { name: 'Bank Uploads', sentence: 'Files that clients upload, and links restricted to those who may.' },
}

/** The sections of the sidebar, each with its permissions; every code stands in one of them (permissions.test.ts). */
export const PERMISSION_GROUPS: readonly { name: string; codes: readonly PermissionCode[] }[] = [
  {
    name: 'Operations',
    codes: [
      'CLIENT_REPORTS',
      'ASSET_REPORT',
      'ASSET_SUMMARY_REPORT',
      'C8925_REPORT',
      'ANNUAL_QUESTIONNAIRE',
      'ANNUAL_BOLI_REVIEW',
      'DOCUMENT_CENTER',
      'EMAIL_TEMPLATES',
      'ANNOUNCEMENTS',
    ],
  },
  { name: 'Configuration', codes: ['CARRIERS', 'INSTITUTIONS', 'REPORT_TYPES', 'REPORT_CONFIGURATION', 'CLIENT_MENU', 'SITES'] },
  { name: 'Security', codes: ['PERMISSION_TEMPLATES', 'USERS', 'ACTIVITY_REPORT'] },
  { name: 'Client side', codes: ['USR'] },
]
