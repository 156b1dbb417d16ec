/** Asset and summary asset reports are the same pages at two addresses; the address says which. */
import { PERMISSION_OF, type ReportType } from '@corridor/contract/asset-reports.ts'
import { permission, STAFF_ROLES } from '@corridor/domain/access.ts'
import { useRouterState } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'
import { PATTERNS } from '../../paths.ts'

export interface Family {
  reportType: ReportType
  /** "Asset Reports" */
  plural: string
  singular: string
}

const FAMILIES: Record<ReportType, Family> = {
  AssetReport: { reportType: 'AssetReport', plural: 'Asset Reports', singular: 'asset report' },
  AssetSummaryReport: { reportType: 'AssetSummaryReport', plural: 'Summary Asset Reports', singular: 'summary asset report' },
}

export function useFamily(): Family {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return FAMILIES[pathname.startsWith(PATTERNS.summaryAssetReporting) ? 'AssetSummaryReport' : 'AssetReport']
}

/** Whether the person may generate, release and withdraw reports of this family. */
export const useMayChange = (family: Family): boolean => useCan(permission(PERMISSION_OF[family.reportType], 2, STAFF_ROLES, 'site'))
/** Whether the person may follow a figure to its feed line. */
export const useMayTrace = (family: Family): boolean => useCan(permission(PERMISSION_OF[family.reportType], 1, STAFF_ROLES, 'site'))
