/** Past, present and future announcements of the site. */
import { ANNOUNCEMENT_PHASES, announcements } from '@corridor/contract/announcements.ts'
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { ROLE_NAMES, ROLES } from '@corridor/domain/access/access.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { dateColumn, linkColumn, statusColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { audienceText, DELETING, LEVEL_STATUS, PHASE_STATUS } from './announcement-words.ts'

const of = announcements.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]

export function AnnouncementsPage() {
  const mayChange = useCan(of.create.access)
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const list = useList({
    endpoint: of.list,
    label: 'Announcements',
    noun: 'announcement',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    defaultSort: 'startsOn',
    desc: true,
    filters: [
      {
        key: 'phase',
        label: 'Today',
        many: true,
        options: ANNOUNCEMENT_PHASES.map((value) => ({ value, label: PHASE_STATUS[value].label })),
      },
      {
        key: 'level',
        label: 'Level',
        options: [
          { value: 'INFO', label: LEVEL_STATUS.INFO.label },
          { value: 'WARNING', label: LEVEL_STATUS.WARNING.label },
        ],
      },
      { key: 'role', label: 'Reader', options: ROLES.map((value) => ({ value, label: ROLE_NAMES[value] })) },
      {
        key: 'institutionId',
        label: 'Institution',
        searched: true,
        options: institutions.map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
  })
  return (
    <ListPage
      title="Announcements"
      note="Shown at the top of every page from the start date to the end date."
      actions={mayChange ? <LinkButton to={paths.announcement('new')}>New announcement</LinkButton> : null}
      list={list}
      empty={{
        title: 'No announcements yet',
        why: 'No announcements have been created on this site.',
        next: mayChange ? <Link to={paths.announcement('new')}>Write the first announcement</Link> : null,
      }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={announcements}
                chosen={chosen}
                onDone={done}
                actions={{
                  deactivate: 'They are hidden until they are switched on again.',
                  reactivate: 'They are shown again on their scheduled dates.',
                  delete: DELETING,
                }}
              />
            ),
          }
        : {})}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('title', 'Title', ({ id }) => paths.announcement(id), { sortable: true }),
  statusColumn('level', 'Level', LEVEL_STATUS, { sortable: true }),
  { key: 'audience', header: 'For', exportAs: ['sites', 'roles', 'institutions'], cell: audienceText },
  dateColumn('startsOn', 'From', { sortable: true }),
  dateColumn('endsOn', 'To', { sortable: true }),
  statusColumn('phase', 'Today', PHASE_STATUS),
]
