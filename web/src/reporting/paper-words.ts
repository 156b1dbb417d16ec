/** Reports as a question names them: one by its month, name and owner, several by their count. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { reportTitle } from '@corridor/domain/reports/families.ts'

type Named = Pick<ReportRow, 'period' | 'reportType' | 'isQuarterly' | 'institutionName' | 'subsidiaryName'>

/** "the October 2026 Asset Report of Summitview Bancorp", "4 reports" */
export function papersOf(reports: readonly Named[]): string {
  const [report] = reports
  if (!report || reports.length > 1) return `${reports.length} reports`
  const { period, reportType, isQuarterly, institutionName, subsidiaryName } = report
  const owner = subsidiaryName === null ? institutionName : `${institutionName}, ${subsidiaryName}`
  return `the ${formatMonth(plainDate(period))} ${reportTitle(reportType, isQuarterly)} of ${owner}`
}
