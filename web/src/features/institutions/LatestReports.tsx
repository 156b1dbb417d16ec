/** The newest report of each family about an institution, with how it stands. */
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import type { ReportPages } from '../../reporting/family.ts'
import { REPORT_STATUS } from '../../reporting/statuses.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './institutions.module.css'

type Family = Pick<ReportPages, 'reportType' | 'calls'>

export const LatestReports = ({ families, institutionId }: { families: readonly Family[]; institutionId: number }) => (
  <Panel title="Latest reports">
    <ul className={css.lines}>
      {families.map((family) => (
        <Latest key={family.reportType} family={family} institutionId={institutionId} />
      ))}
    </ul>
  </Panel>
)

function Latest({ family: { reportType: type, calls }, institutionId }: { family: Family; institutionId: number }) {
  const maySee = useCan({ ...calls.listReports.access, anyOf: [REPORT_FAMILIES[type].permission] })
  const query = useEndpoint(
    calls.listReports,
    { batch: 0, ReportType: type, institutionId, sort: 'statementDate', desc: true, take: 1 },
    { enabled: maySee },
  )
  if (!maySee) return null
  const report = query.data?.records[0]
  const { title } = REPORT_FAMILIES[type]
  return (
    <li>
      <span className={css.about}>
        <b>{report ? <Link to={paths.madeReport(report.batchId, report.id, type)}>{report.reportDisplayName}</Link> : title}</b>
        <small>
          {report
            ? [
                report.subsidiaryName,
                report.isQuarterly ? `quarter to ${formatMonth(plainDate(report.period))}` : null,
                report.releasedAt && !report.withdrawnAt ? `released ${formatDay(report.releasedAt)}` : null,
                report.outdatedSince ? 'figures behind it were corrected since' : null,
              ]
                .filter(Boolean)
                .join(' · ')
            : query.error
              ? 'Could not be read.'
              : query.data
                ? 'None made yet.'
                : '…'}
        </small>
      </span>
      {report ? <StatusBadge status={report.shown.status} table={REPORT_STATUS} /> : null}
    </li>
  )
}
