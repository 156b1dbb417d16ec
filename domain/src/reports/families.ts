/**
 * The families of reports that are made here, one row for each ReportType on the wire: who may see it, what it is called, where its
 * pages stand, what release files it under. Server, pages, search and menus read this one table.
 */
import type { PermissionCode } from '../access/access.ts'

export const REPORT_TYPE_NAMES = ['AssetReport', 'AssetSummaryReport', 'C8925Report', 'AnnualBoliReview'] as const
export type ReportTypeName = (typeof REPORT_TYPE_NAMES)[number]

export interface ReportFamilyRow {
  permission: PermissionCode
  /** Type code of the client-report record that release creates, on site 1 (BOLI) and on the others (COLI). */
  typeCodes: { boli: string; coli: string }
  /** "Asset Report" */
  title: string
  /** "asset report", inside a sentence. */
  singular: string
  /** "Asset Reports" */
  plural: string
  /** The page of its batches, as the sidebar is required to name it. */
  listName: string
  /** Where its pages begin in the browser. */
  address: string
  /** A report each calendar month, and for quarters; or one for the fiscal year of the institution. */
  rhythm: 'monthly' | 'annual'
  /**
   * Other owners whose reports stand beside the institution's: each subsidiary's, or those of subsidiaries with an EIN of their own, which file for themselves;
   * none where the institution's own takes all of them in.
   */
  subsidiaries: 'each' | 'with-ein' | 'none'
  /** The word before a report's number in its page's address: both are required. */
  page: 'report' | 'results'
  /** Two of its reports can be put beside each other, with what explains the difference. */
  compares?: true
  /** Released over a closed gate, its paper says so: the open items in its stamp, each of them or in brief, and the reason that was given. */
  printsOverride: 'each' | 'in brief'
}

export const REPORT_FAMILIES: Readonly<Record<ReportTypeName, ReportFamilyRow>> = {
  AssetReport: {
    permission: 'ASSET_REPORT',
    typeCodes: { boli: 'MBR', coli: 'MCR' },
    title: 'Asset Report',
    singular: 'asset report',
    plural: 'Asset Reports',
    listName: 'Asset Report',
    address: '/asset-reporting',
    rhythm: 'monthly',
    subsidiaries: 'each',
    page: 'report',
    compares: true,
    printsOverride: 'each',
  },
  AssetSummaryReport: {
    permission: 'ASSET_SUMMARY_REPORT',
    typeCodes: { boli: 'SMB', coli: 'SMB' },
    title: 'Summary Asset Report',
    singular: 'summary asset report',
    plural: 'Summary Asset Reports',
    listName: 'Summary Asset Report',
    address: '/summary-asset-reporting',
    rhythm: 'monthly',
    subsidiaries: 'each',
    page: 'report',
    compares: true,
    printsOverride: 'in brief',
  },
  C8925Report: {
    permission: 'C8925_REPORT',
    typeCodes: { boli: 'EOL', coli: 'EOL' },
    title: 'Form 8925 Report',
    singular: 'Form 8925 report',
    plural: 'Form 8925 Reports',
    listName: '8925 Report',
    address: '/8925-reporting',
    rhythm: 'annual',
    subsidiaries: 'with-ein',
    page: 'report',
    compares: true,
    printsOverride: 'each',
  },
  AnnualBoliReview: {
    permission: 'ANNUAL_BOLI_REVIEW',
    typeCodes: { boli: 'ABR', coli: 'ABR' },
    title: 'Annual Review',
    singular: 'annual review',
    plural: 'Annual Reviews',
    listName: 'Annual COLI/BOLI Review',
    address: '/annual-review',
    rhythm: 'annual',
    subsidiaries: 'none',
    page: 'results',
    compares: true,
    printsOverride: 'in brief',
  },
}

/** Where a report of the family is opened in the browser. */
export const reportAddress = (name: ReportTypeName, batch: number | string, report: number | string): string =>
  `${REPORT_FAMILIES[name].address}/${batch}/${REPORT_FAMILIES[name].page}/${report}`

/** The BOLI portal is site 1; any other site is COLI. */
const BOLI_SITE = 1
export const isBoliSite = (siteId: number): boolean => siteId === BOLI_SITE

export const isReportTypeName = (name: string): name is ReportTypeName => REPORT_TYPE_NAMES.some((each) => each === name)

/** The family of a name that was stored or came over the wire. @throws RangeError when no family makes such reports */
export function reportFamily(name: string): ReportFamilyRow {
  if (!isReportTypeName(name)) throw new RangeError(`no family makes ${name}`)
  return REPORT_FAMILIES[name]
}

export const typeCodeOf = (name: string, siteId: number): string => reportFamily(name).typeCodes[isBoliSite(siteId) ? 'boli' : 'coli']

/** The family whose released reports are filed under the type; null for types that are only uploaded. */
export const reportTypeFiledAs = (typeCode: string): ReportTypeName | null =>
  REPORT_TYPE_NAMES.find((name) => Object.values(REPORT_FAMILIES[name].typeCodes).includes(typeCode)) ?? null

/** Each family's title, for a reader of its code. */
export const REPORT_TYPE_WORDS: Readonly<Record<ReportTypeName, string>> = {
  AssetReport: REPORT_FAMILIES.AssetReport.title,
  AssetSummaryReport: REPORT_FAMILIES.AssetSummaryReport.title,
  C8925Report: REPORT_FAMILIES.C8925Report.title,
  AnnualBoliReview: REPORT_FAMILIES.AnnualBoliReview.title,
}

/** "Quarterly Asset Report" */
export const reportTitle = (name: string, isQuarterly: boolean): string => `${isQuarterly ? 'Quarterly ' : ''}${reportFamily(name).title}`
