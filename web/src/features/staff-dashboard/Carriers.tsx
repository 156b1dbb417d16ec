/** Each carrier's file of the month: in, in error, late, awaited; by when, with how many policies. */

import { arrivalWords } from '@corridor/domain/data-feeds/arrivals.ts'
import { counted, totalOf } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { compareNames } from '@corridor/domain/primitives/name-order.ts'
import { formatDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { paths } from '../../paths.ts'
import { CarrierName } from '../../shared/RecordName.tsx'
import { FileName } from '../../ui/fields/FileName.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { personColumn, statusColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import { CARRIER_ORDER, CARRIER_STATUSES, type CarrierClose, statusesOf } from './close-statuses.ts'
import { isOwnedBy, OwnerFilter } from './OwnerFilter.tsx'
import css from './StaffDashboardPage.module.css'
import { StatusChips } from './StatusChips.tsx'

const url = { carriers: optionalText, owner: optionalText }

export function Carriers({ carriers, period }: { carriers: readonly CarrierClose[]; period: string }) {
  const [search, change] = useUrlSearch(url)
  const chosen = statusesOf(CARRIER_ORDER, search.carriers)
  const { userId } = useSession()
  const shown = carriers.filter(isOwnedBy(search.owner, userId)).filter(({ status }) => chosen.length === 0 || chosen.includes(status))
  const rows = shown.toSorted((a, b) => CARRIER_ORDER.indexOf(a.status) - CARRIER_ORDER.indexOf(b.status) || compareNames(a.name, b.name))
  const total = (pick: (carrier: CarrierClose) => number) => formatCount(shown.reduce((sum, carrier) => sum + pick(carrier), 0))
  return (
    <Panel
      title="Carrier files"
      note="Files of each carrier for the month"
      actions={<Link to={paths.dataFeeds({ period })}>All data feeds</Link>}
      flush
    >
      <DataTable
        label="Carrier files"
        columns={COLUMNS}
        rows={rows}
        idOf={(carrier) => carriers.indexOf(carrier)}
        toneOf={(carrier) => (carrier.status === 'errors' || carrier.status === 'late' ? 'attention' : undefined)}
        totalRecords={rows.length}
        noun="carrier"
        filters={
          <>
            <StatusChips
              legend="Carriers by status"
              order={CARRIER_ORDER}
              table={CARRIER_STATUSES}
              all={carriers}
              chosen={chosen}
              onChoose={(next) => change({ carriers: next.length === 0 ? undefined : next.join(',') })}
            />
            <OwnerFilter owned={carriers} owner={search.owner} onChoose={(owner) => change({ owner })} />
          </>
        }
        empty={
          <EmptyState
            title="No carriers"
            why={
              carriers.length === 0
                ? 'No carrier has policies in force on this site for the month.'
                : 'No carrier has this status or this owner.'
            }
          />
        }
        totals={{
          label:
            rows.length === carriers.length ? totalOf(rows.length, 'carrier') : `Total of the ${counted(rows.length, 'carrier')} shown`,
          cells: { valued: `${total((carrier) => carrier.policiesValued)} of ${total((carrier) => carrier.policiesExpected)}` },
        }}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<CarrierClose>[] = [
  { key: 'name', header: 'Carrier', isName: true, cell: ({ carrierId, name }) => <CarrierName id={carrierId} name={name} /> },
  statusColumn('status', 'File', CARRIER_STATUSES),
  {
    key: 'dueOn',
    header: 'Due',
    oneLine: true,
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
              <Link to={paths.dataFeed(file.id)}>
                <FileName name={file.fileName} />
              </Link>
              <span className={css.way}>{arrivalWords(file)}</span>
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
  personColumn('owner', 'Owner'),
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
