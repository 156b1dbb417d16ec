/** Opens a released report: its preview when it was made here, its file when it was uploaded. */
import { type ClientReport, reportFile } from '@corridor/contract/client-reports.ts'
import { urlOf } from '../kernel/call.ts'
import { paths } from '../paths.ts'
import { Link } from './Link.tsx'

export function ReportLink({ report }: { report: ClientReport }) {
  if (report.sourceBatchId !== null && report.sourceReportId !== null) {
    return (
      <Link
        to={paths.assetReport(
          report.sourceBatchId,
          report.sourceReportId,
          report.typeCode === 'SMB' ? 'AssetSummaryReport' : 'AssetReport',
        )}
      >
        {report.displayName}
      </Link>
    )
  }
  return (
    <a href={urlOf(reportFile, { id: report.id, inline: true })} target="_blank" rel="noopener">
      {report.displayName}
    </a>
  )
}
