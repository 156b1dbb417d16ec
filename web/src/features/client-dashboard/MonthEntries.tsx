/** The journal entries of the last month released: what they sum up to, and the file that posts them. */
import { monthEntries } from '@corridor/contract/dashboard.ts'
import { cents, formatCount, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatMonth, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { PostEntries } from '../../shared/PostEntries.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './Lists.module.css'

export function MonthEntries() {
  const { institutionName } = useSession()
  const query = useEndpoint(monthEntries, {})
  const asOf = query.data?.asOf
  const month = asOf && isPlainDate(asOf) ? `, ${formatMonth(asOf)}` : ''
  return (
    <Panel title="Journal entries" note={`Suggested journal entries of your released reports${month}`} flush>
      <Loaded query={query} skeleton={<BlockSkeleton height={180} />}>
        {({ reports }) =>
          reports.length === 0 ? (
            <EmptyState title="No entries yet" why="They appear with the first asset report that is released to you." />
          ) : (
            <ul className={css.list}>
              {reports.map((report) => (
                <li key={report.id}>
                  <div className={css.words}>
                    <Link to={paths.madeReport(report.batchId, report.id, report.reportType)}>{report.owner ?? institutionName}</Link>
                    <span>{report.periodText}</span>
                    {report.entries === 0 ? (
                      <span>There is nothing to post.</span>
                    ) : (
                      <span className={css.figures}>
                        {formatCount(report.entries)} {report.entries === 1 ? 'entry' : 'entries'}: debits{' '}
                        <b>{formatMoney(cents(report.debitsCents))}</b>, credits <b>{formatMoney(cents(report.creditsCents))}</b>
                      </span>
                    )}
                    {report.problem === null ? null : <span className={css.problem}>{report.problem}</span>}
                  </div>
                  {report.problem === null && report.entries > 0 ? (
                    <PostEntries reportType={report.reportType} batch={report.batchId} report={report.id} version={report.version} />
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
