/** History of a person's account and actions: entries of the audit log. */
import { type ActivityRow, listActivity } from '@corridor/contract/activity.ts'
import { ACTIVITY_KIND_NAMES, ACTIVITY_KINDS } from '@corridor/domain/audit-log/sentences.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { SelectField } from '../../ui/fields/Field.tsx'
import { momentColumn, personColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import type { User } from './user-fields.ts'

const search = { by: optionalText }

export function UserActivity({ user }: { user: User }) {
  const [{ by }, change] = useUrlSearch(search)
  const view = by === 'person' ? 'person' : 'account'
  return (
    <Entries key={view} user={user} view={view} onView={(next) => change({ by: next === 'person' ? next : undefined, page: undefined })} />
  )
}

type View = 'account' | 'person'

function Entries({ user, view, onView }: { user: User; view: View; onView: (view: View) => void }) {
  const name = `${user.firstName} ${user.lastName}`
  const list = useList({
    endpoint: listActivity,
    label: view === 'person' ? 'What the person did' : 'Changes of the account',
    noun: 'entry',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'at',
    desc: true,
    filters: [{ key: 'kind', label: 'Kind', options: ACTIVITY_KIND_NAMES.map((value) => ({ value, label: ACTIVITY_KINDS[value] })) }],
    input: view === 'person' ? { actorId: user.id } : { entity: 'users', entityId: String(user.id) },
    variant: view,
  })
  return (
    <ListPanel
      list={list}
      title={view === 'person' ? `What ${name} did on this site` : 'What was done to this account'}
      actions={
        <SelectField
          label="Entries"
          hideLabel
          value={view}
          options={[
            { value: 'account', label: 'About this account' },
            { value: 'person', label: `By ${name}` },
          ]}
          onChange={onView}
        />
      }
      empty={{
        title: 'Nothing yet',
        why: view === 'person' ? 'This person has done nothing on this site.' : 'This account has not been changed since the log began.',
      }}
    />
  )
}

const COLUMNS: readonly Column<ActivityRow>[] = [
  textColumn('sentence', 'Action'),
  personColumn('actorName', 'By', { sortable: true }),
  wordColumn('kind', 'Kind', ACTIVITY_KINDS),
  textColumn('address', 'Address', { startsHidden: true }),
  momentColumn('at', 'When', { sortable: true }),
]
