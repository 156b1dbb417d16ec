/** The newest released reports, those since the last visit marked. */

import { searchReports } from '@corridor/contract/client-reports.ts'
import { prettyBytes } from '@corridor/domain/list.ts'
import { IconFileText } from '@tabler/icons-react'
import { seenBefore } from '../../kernel/report-memory.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Link } from '../../ui/Link.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ReportLink } from '../../ui/ReportLink.tsx'
import { BlockSkeleton } from '../../ui/Skeletons.tsx'
import css from './ClientDashboardPage.module.css'

const SHOWN = 4

export function ReleasedReports() {
  const session = useSession()
  const reports = useEndpoint(searchReports, { take: SHOWN })
  const seen = seenBefore(session.institutionId)
  const fresh = reports.data?.records.filter((report) => seen !== undefined && report.createdAt > seen).length ?? 0
  return (
    <Panel
      title="Released reports"
      note={fresh > 0 ? `${fresh} new since your last visit` : 'Newest first'}
      flush
      footer={<Link to={paths.clientReports()}>See all reports</Link>}
    >
      <Loaded query={reports} skeleton={<BlockSkeleton height={200} />}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState
              title="No reports released yet"
              why="A report appears here as soon as your service team releases it; you also get an e-mail."
            />
          ) : (
            <ul className={css.reports}>
              {records.slice(0, SHOWN).map((report) => (
                <li key={report.id}>
                  <span className={css.name}>
                    <IconFileText size={18} stroke={1.6} aria-hidden />
                    <ReportLink report={report} />
                    {seen !== undefined && report.createdAt > seen ? <span className={css.tag}>New</span> : null}
                    {report.restated ? (
                      <span className={css.tag} data-tone="warn">
                        Restated
                      </span>
                    ) : null}
                  </span>
                  <span className={css.meta}>Released {formatDay(report.createdAt)}</span>
                  <span className={css.meta}>
                    {report.extension.toUpperCase()}, {prettyBytes(report.sizeBytes)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
