/** Whom an institution named in its questionnaire: officers, auditors, preparers; and which of them have an account. */

import { listContacts } from '@corridor/contract/institutions.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { listQuestionnaireBatches } from '@corridor/contract/questionnaires.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import { CONTACT_ROLES } from '@corridor/domain/questionnaires/register-facts.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'

type Contact = ReplyOf<typeof listContacts>['records'][number] & { id: number }

export function Contacts({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(listContacts, { id: institutionId })
  const maySend = useCan(listQuestionnaireBatches.access)
  return (
    <Panel flush title="Contacts" note="As named in the institution’s annual questionnaire, once accepted.">
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ records }) => (
          <DataTable
            plain
            label="Contacts"
            columns={COLUMNS}
            rows={records.map((contact, index) => ({ ...contact, id: index + 1 }))}
            idOf={({ id }) => id}
            empty={
              <EmptyState
                title="No contacts yet"
                why="They are the people whom the institution names in its annual questionnaire, once your team has accepted the answers."
                next={maySend ? <Link to={paths.annualQuestionnaire()}>Open the annual questionnaires</Link> : null}
              />
            }
          />
        )}
      </Loaded>
    </Panel>
  )
}

const ROLES: Readonly<Record<string, string>> = CONTACT_ROLES
const COLUMNS: readonly Column<Contact>[] = [
  { key: 'role', header: 'Role', cell: ({ role }) => (role ? (ROLES[role] ?? role) : MISSING) },
  { key: 'name', header: 'Name', cell: ({ name, userId }) => (userId ? <Link to={paths.user(userId)}>{name}</Link> : name) },
  textColumn('title', 'Title'),
  textColumn('email', 'Email'),
  { key: 'phone', header: 'Phone', cell: ({ phone }) => (phone ? maskPhone(phone) : MISSING) },
  textColumn('receives', 'Receives'),
  { key: 'account', header: 'Account', cell: ({ userId }) => (userId ? 'Yes' : 'None') },
  textColumn('source', 'From'),
]
