/** The newest released reports that the person has opened: those not opened yet stand among the new files. */

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
/** As many as there are usually new ones before them: a month's reports of a bank. */
const READ = 12

export function ReleasedReports() {
  const reports = useEndpoint(searchReports, { take: READ, sort: 'createdAt' })
  const fresh = newIds(useNewFiles().data, 'REPORT')
  return (
    <Panel
      title="Released reports"
      note={fresh.size > 0 ? 'Newest first; those not opened yet are among the new files' : 'Newest first'}
      flush
      footer={<Link to={paths.clientReports()}>See all reports</Link>}
    >
      <Loaded query={reports} skeleton={<BlockSkeleton height={200} />}>
        {({ records }) => {
          const opened = records.filter(({ id }) => !fresh.has(id)).slice(0, SHOWN)
          return records.length === 0 ? (
            <EmptyState
              title="No reports released yet"
              why="A report appears here as soon as your service team releases it; you also get an email."
            />
          ) : opened.length === 0 ? (
            <EmptyState title="All are new" why="You have not opened any of the latest reports yet; they are among the new files." />
          ) : (
            <ul className={css.reports}>
              {opened.map((report) => (
                <li key={report.id}>
                  <span className={css.name}>
                    <IconFileText size={18} stroke={1.6} aria-hidden />
                    <ReportLink report={report} />
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
        }}
      </Loaded>
    </Panel>
  )
}
