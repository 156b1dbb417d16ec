/** The people of the active site: found, filtered, deactivated, exported. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { users } from '@corridor/contract/users.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { institutionColumn } from '../../shared/RecordName.tsx'
import { INVITATION, statusOf, USER_STATUS } from '../../shared/user-status.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Consequences } from './Consequences.tsx'
import { isFull, roleChoices, roleName, type User } from './user-fields.ts'

const of = users.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]

export function UsersPage() {
  const session = useSession()
  const mayChange = useCan(of.create.access)
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const list = useList({
    endpoint: of.list,
    label: 'Users',
    noun: 'user',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: nameOf,
    defaultSort: 'lastName',
    filters: [
      { key: 'role', label: 'Role', many: true, options: roleChoices(true).map(({ value, label }) => ({ value: String(value), label })) },
      {
        key: 'status',
        label: 'Account',
        options: [
          { value: '1', label: 'Not deactivated' },
          { value: '0', label: 'Deactivated' },
        ],
      },
      {
        key: 'invitation',
        label: 'Invitation',
        options: Object.entries(INVITATION).map(([value, { label }]) => ({ value, label })),
      },
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
      title="Users"
      note={`Staff and clients who may sign in to ${session.siteName}.`}
      actions={
        <>
          <LinkButton variant="default" to={paths.apiKeys()}>
            API keys
          </LinkButton>
          {mayChange ? <LinkButton to={paths.newUser()}>New user</LinkButton> : null}
        </>
      }
      list={list}
      empty={{
        title: 'No users yet',
        why: 'No one belongs to this site.',
        next: mayChange ? <Link to={paths.newUser()}>Invite the first person</Link> : null,
      }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={users}
                chosen={chosen}
                onDone={done}
                actions={{ deactivate: <Consequences />, reactivate: <Consequences back />, delete: <DeleteNote /> }}
              />
            ),
          }
        : {})}
    />
  )
}

const DeleteNote = () => (
  <p>
    Only people without any history are deleted. Anyone who has signed in or made reports is deactivated instead, and their history is kept.
  </p>
)

/** The list is answered in full to whoever may open it. */
const full = (row: Row): User | undefined => (isFull(row) ? row : undefined)
const nameOf = ({ firstName, lastName }: Row) => `${firstName} ${lastName}`

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'lastName',
    header: 'Name',
    sortable: true,
    exportAs: ['lastName', 'firstName'],
    cell: (row) => <Link to={paths.user(row.id)}>{`${row.lastName}, ${row.firstName}`}</Link>,
  },
  textColumn('email', 'Email address', { sortable: true }),
  { key: 'role', header: 'Role', sortable: true, exportAs: ['roleName'], cell: ({ role }) => roleName(role) },
  institutionColumn({ sortable: true }),
  textColumn('title', 'Title', { startsHidden: true }),
  { key: 'phone', header: 'Phone', startsHidden: true, cell: ({ phone }) => (phone ? maskPhone(phone) : MISSING) },
  { key: 'mfaChannel', header: 'Second factor', startsHidden: true, cell: (row) => full(row)?.mfaChannel ?? MISSING },
  {
    key: 'createdAt',
    header: 'Created',
    oneLine: true,
    sortable: true,
    startsHidden: true,
    cell: (row) => formatDay(full(row)?.createdAt),
  },
  {
    key: 'updatedAt',
    header: 'Changed',
    oneLine: true,
    sortable: true,
    startsHidden: true,
    cell: (row) => formatDay(full(row)?.updatedAt),
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    exportAs: ['statusName'],
    cell: (row) => {
      const user = full(row)
      return user ? <StatusBadge status={statusOf(user)} table={USER_STATUS} /> : MISSING
    },
  },
]
