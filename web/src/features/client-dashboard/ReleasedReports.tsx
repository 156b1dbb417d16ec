/** The newest released reports, those not opened yet marked. */

import { searchReports } from '@corridor/contract/client-reports.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { IconFileText } from '@tabler/icons-react'
import { newIds, useNewFiles } from '../../kernel/new-files.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { ReportLink } from '../../shared/ReportLink.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './ClientDashboardPage.module.css'

const SHOWN = 4

export function ReleasedReports() {
  const reports = useEndpoint(searchReports, { take: SHOWN, sort: 'createdAt' })
  const fresh = newIds(useNewFiles().data, 'REPORT')
  return (
    <Panel title="Released reports" note="Newest first" flush footer={<Link to={paths.clientReports()}>See all reports</Link>}>
      <Loaded query={reports} skeleton={<BlockSkeleton height={200} />}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState
              title="No reports released yet"
              why="A report appears here as soon as your service team releases it; you also get an email."
            />
          ) : (
            <ul className={css.reports}>
              {records.slice(0, SHOWN).map((report) => (
                <li key={report.id}>
                  <span className={css.name}>
                    <IconFileText size={18} stroke={1.6} aria-hidden />
                    <ReportLink report={report} />
                    {fresh.has(report.id) ? <span className={css.tag}>New</span> : null}
                    {report.restated ? (
                      <span className={css.tag} data-tone="warn">
                        Restated
                      </span>
                    ) : null}
                  </span>
                  <span className={css.meta}>Released {formatDay(report.createdAt)}</span>
                  <span className={css.meta}>
                    {report.extension.toUpperCase()}, {fileSize(report.sizeBytes)}
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
