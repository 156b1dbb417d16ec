/** Opens a report in its viewer; the figures of one made here are a click further. */
import type { ClientReport } from '@corridor/contract/client-reports.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/fields/Link.tsx'

export const ReportLink = ({ report }: { report: Pick<ClientReport, 'id' | 'displayName'> }) => (
  <Link to={paths.viewReport(report.id)}>{report.displayName}</Link>
)
