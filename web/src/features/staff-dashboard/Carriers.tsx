/** Each carrier's file of the month: in, in error, late, awaited; by when, with how many policies. */
import { compareNames } from '@corridor/domain/list.ts'
import { formatCount } from '@corridor/domain/money.ts'
import { formatDate, isPlainDate } from '@corridor/domain/period.ts'
import { paths } from '../../paths.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { CARRIER_ORDER, CARRIER_STATUSES, type CarrierClose } from './close-statuses.ts'
import css from './StaffDashboardPage.module.css'

export function Carriers({ carriers, period }: { carriers: readonly CarrierClose[]; period: string }) {
  const rows = carriers.toSorted(
    (a, b) => CARRIER_ORDER.indexOf(a.status) - CARRIER_ORDER.indexOf(b.status) || compareNames(a.name, b.name),
  )
  const total = (pick: (carrier: CarrierClose) => number) => formatCount(carriers.reduce((sum, carrier) => sum + pick(carrier), 0))
  return (
    <Panel
      title="Carrier files"
      note="What each carrier handed in for the month"
      actions={<Link to={paths.dataFeeds({ period })}>All data feeds</Link>}
      flush
    >
      <DataTable
        label="Carrier files"
        plain
        columns={COLUMNS}
        rows={rows}
        idOf={(carrier) => carriers.indexOf(carrier)}
        toneOf={(carrier) => (carrier.status === 'errors' || carrier.status === 'late' ? 'attention' : undefined)}
        empty={<EmptyState title="No carriers" why="No carrier has policies in force on this site for the month." />}
        totals={{
          label: `Total of all ${carriers.length} carriers`,
          cells: { valued: `${total((carrier) => carrier.policiesValued)} of ${total((carrier) => carrier.policiesExpected)}` },
        }}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<CarrierClose>[] = [
  { key: 'name', header: 'Carrier', cell: (carrier) => carrier.name },
  { key: 'status', header: 'File', cell: (carrier) => <StatusBadge status={carrier.status} table={CARRIER_STATUSES} /> },
  {
    key: 'dueOn',
    header: 'Due',
    cell: (carrier) => (
      <span className={carrier.status === 'late' ? css.overdue : undefined}>
        {isPlainDate(carrier.dueOn) ? formatDate(carrier.dueOn) : carrier.dueOn}
      </span>
    ),
  },
  {
    key: 'files',
    header: 'Files received',
    cell: (carrier) =>
      carrier.files.length === 0 ? (
        'N/A'
      ) : (
        <ul className={css.files}>
          {carrier.files.map((file) => (
            <li key={file.id}>
              <Link to={paths.dataFeed(file.id)}>{file.fileName}</Link>
              {file.openErrors > 0 ? (
                <span className={css.problem}>
                  {file.openErrors} open {file.openErrors === 1 ? 'error' : 'errors'}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ),
  },
  {
    key: 'valued',
    header: 'Policies valued',
    numeric: true,
    cell: (carrier) => (
      <span className={css.valued}>
        {formatCount(carrier.policiesValued)} of {formatCount(carrier.policiesExpected)}
        <ProgressBar label={`Policies valued by ${carrier.name}`} value={carrier.policiesValued} of={carrier.policiesExpected} />
      </span>
    ),
  },
]
