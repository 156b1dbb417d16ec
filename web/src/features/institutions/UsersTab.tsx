/** The people of an institution, with links to each. */
import { listApiKeys } from '@corridor/contract/api-keys.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { users } from '@corridor/contract/users.ts'
import { ROLE_NAMES, ROLE_NUMBERS, ROLES } from '@corridor/domain/access/access.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { ComponentType } from 'react'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { statusOf, USER_STATUS } from '../../shared/user-status.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'

type User = ReplyOf<typeof users.endpoints.list>['records'][number]

/** "View as", made by the feature "rights"; it comes in from the route table. */
export type ViewAsAction = ComponentType<{ userId: number; name: string; institutionId?: number; small?: boolean }>

export function UsersTab({ institutionId, ViewAs }: { institutionId: number; ViewAs?: ViewAsAction }) {
  const mayAdd = useCan(users.endpoints.create.access)
  const maySeeKeys = useCan(listApiKeys.access)
  const list = useList({
    endpoint: users.endpoints.list,
    label: 'Users of the institution',
    noun: 'user',
    columns: ViewAs ? [...COLUMNS, viewColumn(ViewAs)] : COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'lastName',
    input: { institutionId },
    variant: 'institution',
  })
  return (
    <ListPanel
      title="Users"
      note="Clients and Team Members of this institution."
      actions={
        <>
          {maySeeKeys ? (
            <LinkButton variant="default" to={paths.apiKeys(institutionId)}>
              API keys
            </LinkButton>
          ) : null}
          {mayAdd ? <LinkButton to={paths.newUser(institutionId)}>New user</LinkButton> : null}
        </>
      }
      list={list}
      empty={{
        title: 'No users yet',
        why: 'No one at this institution can sign in.',
        next: mayAdd ? <Link to={paths.newUser(institutionId)}>Invite the first person</Link> : null,
      }}
    />
  )
}

const viewColumn = (ViewAs: ViewAsAction): Column<User> => ({
  key: 'view',
  header: 'Portal',
  notExported: true,
  cell: ({ id, firstName, lastName, status }) => (status === 1 ? <ViewAs userId={id} name={`${firstName} ${lastName}`} small /> : MISSING),
})

const roleName = (number: number): string => {
  const role = ROLES.find((each) => ROLE_NUMBERS[each] === number)
  return role ? ROLE_NAMES[role] : MISSING
}
const COLUMNS: readonly Column<User>[] = [
  {
    key: 'lastName',
    header: 'Name',
    sortable: true,
    cell: (user) => <Link to={paths.user(user.id)}>{`${user.firstName} ${user.lastName}`}</Link>,
  },
  textColumn('email', 'Email', { sortable: true }),
  textColumn('title', 'Title'),
  { key: 'role', header: 'Role', sortable: true, cell: ({ role }) => roleName(role) },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: (user) => ('invitation' in user ? <StatusBadge status={statusOf(user)} table={USER_STATUS} /> : MISSING),
  },
]
