/** The schedules of the site: what is made on which day, what falls due next, what waits and why. */
import { keepSchedules, listSchedules, type ReportSchedule } from '@corridor/contract/report-schedules.ts'
import { formatDate, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { linkColumn, personColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { familyWords, ordinal, RUN_STATUS } from './schedule-words.tsx'
import css from './schedules.module.css'

export function SchedulesPage() {
  const mayChange = useCan(keepSchedules)
  const list = useList({
    endpoint: listSchedules,
    label: 'Schedules of reports',
    noun: 'schedule',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    defaultSort: 'name',
    filters: [
      {
        key: 'reportType',
        label: 'Reports',
        options: REPORT_TYPE_NAMES.map((name) => ({ value: name, label: REPORT_FAMILIES[name].plural })),
      },
      {
        key: 'paused',
        label: 'Status',
        options: [
          { value: 'false', label: 'Running' },
          { value: 'true', label: 'Paused' },
        ],
      },
    ],
  })
  const asked = REPORT_TYPE_NAMES.find((name) => name === list.filters.reportType?.[0])
  const family = asked && REPORT_FAMILIES[asked]
  return (
    <ListPage
      title="Schedules"
      {...(family ? { crumbs: <Breadcrumbs steps={[{ label: family.listName, to: family.address }]} /> } : {})}
      note="Reports generated automatically each month on a business day, once the month is closed."
      actions={mayChange ? <LinkButton to={paths.reportSchedule('new')}>New schedule</LinkButton> : null}
      list={list}
      toneOf={({ lastStatus }) => (lastStatus === 'WAITING' ? 'attention' : undefined)}
      empty={{
        title: 'No schedules yet',
        why: 'No schedules yet: reports of this site are generated on request.',
        next: mayChange ? <Link to={paths.reportSchedule('new')}>Create the first one</Link> : null,
      }}
    />
  )
}

const COLUMNS: Column<ReportSchedule>[] = [
  linkColumn('name', 'Schedule', ({ id }) => paths.reportSchedule(id), { sortable: true }),
  { key: 'reportType', header: 'Reports', sortable: true, cell: ({ reportType, isQuarterly }) => familyWords(reportType, isQuarterly) },
  { key: 'businessDay', header: 'Business day', sortable: true, cell: ({ businessDay }) => ordinal(businessDay) },
  {
    key: 'institutionIds',
    header: 'Institutions',
    cell: ({ institutionIds }) => (institutionIds.length === 0 ? 'All' : institutionIds.length.toLocaleString('en-US')),
  },
  {
    key: 'nextOn',
    header: 'Next run',
    exportAs: ['nextOn', 'nextPeriod'],
    cell: ({ paused, nextOn, nextPeriod }) =>
      paused ? 'Paused' : nextOn && nextPeriod ? `${formatDate(plainDate(nextOn))}, for ${formatMonth(plainDate(nextPeriod))}` : '-',
  },
  {
    key: 'lastStatus',
    header: 'Last run',
    exportAs: ['lastPeriod', 'lastStatus', 'lastReason'],
    cell: ({ lastStatus, lastPeriod, lastReason }) =>
      lastStatus && lastPeriod ? (
        <span className={css.last}>
          <span>
            <StatusBadge status={lastStatus} table={RUN_STATUS} /> {formatMonth(plainDate(lastPeriod))}
          </span>
          {lastReason ? <small>{lastReason}</small> : null}
        </span>
      ) : (
        '-'
      ),
  },
  personColumn('createdBy', 'Owner'),
]
