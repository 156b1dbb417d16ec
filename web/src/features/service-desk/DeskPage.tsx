/** The team's side: the requests of all institutions of the site, and how long they took. */
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { listRequestOwners, REQUEST_VIEWS, type ServiceRequestRow, serviceRequestEvents } from '@corridor/contract/service-desk.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { institutionColumn } from '../../shared/RecordName.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { dayColumn, personColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { filtersOf, isLate, KIND, LAST, LISTS, REQUEST_LIST, statusOf, subjectColumn, TEAM_DUE } from './request-words.tsx'
import { TimesReport } from './TimesReport.tsx'

export function DeskPage() {
  const { siteName } = useSession()
  return (
    <>
      <PageHeader title="Service Requests" note={`What institutions on ${siteName} ask of their service teams`} />
      <Tabs
        label="Service Requests"
        tabs={[
          { key: 'requests', label: 'Requests', panel: () => <Requests /> },
          { key: 'times', label: 'Response times', panel: () => <TimesReport /> },
        ]}
      />
    </>
  )
}

const VIEWS: Readonly<Record<(typeof REQUEST_VIEWS)[number], string>> = {
  mine: 'Mine',
  unowned: 'Without an owner',
  overdue: 'Overdue',
  unanswered: 'Waiting for an answer',
  unread: 'Unread',
}

function Requests() {
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const owners = useEndpoint(listRequestOwners, {}).data?.records ?? []
  useLive(serviceRequestEvents, {}, { on: { request: LISTS } })
  const list = useList({
    ...REQUEST_LIST,
    label: 'Service requests',
    columns: COLUMNS,
    filters: [
      { key: 'show', label: 'Request', any: 'All requests', options: REQUEST_VIEWS.map((value) => ({ value, label: VIEWS[value] })) },
      ...filtersOf('team'),
      { key: 'ownerId', label: 'Owner', searched: true, options: owners.map(({ id, name }) => ({ value: String(id), label: name })) },
      {
        key: 'institutionId',
        label: 'Institution',
        searched: true,
        options: institutions.map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
  })
  return (
    <ListPanel
      list={list}
      toneOf={(row) => (isLate(row) ? 'attention' : undefined)}
      empty={{ title: 'No institution has asked anything yet', why: 'Requests appear here, and the service team is notified by email.' }}
    />
  )
}

const COLUMNS: readonly Column<ServiceRequestRow>[] = [
  subjectColumn('team'),
  institutionColumn({ sortable: true }),
  // Words, of a kind and of an answer that is late, take two lines where a narrow window wants it.
  { ...KIND, wideOnly: true, oneLine: false },
  statusOf('team'),
  personColumn('owner', 'Owner', { sortable: true }),
  { ...TEAM_DUE, oneLine: false },
  personColumn('askedBy', 'Asked by', { sortable: true, startsHidden: true }),
  dayColumn('createdAt', 'Sent', { sortable: true }),
  { ...LAST, startsHidden: true },
]
