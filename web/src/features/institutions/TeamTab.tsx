/** Staff who serve an institution, in the order its people read them; and what those asked of them. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { listServiceRequests } from '@corridor/contract/service-desk.ts'
import { getInstitutionTeam, setInstitutionTeam } from '@corridor/contract/service-team.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import { STATUS_WORDS } from '@corridor/domain/service-requests/statuses.ts'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { linkColumn, momentColumn, personColumn, wordColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { DueDay } from '../../ui/states/DueDay.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { Contacts } from './Contacts.tsx'
import css from './institutions.module.css'

type Team = ReplyOf<typeof getInstitutionTeam>
type Request = ReplyOf<typeof listServiceRequests>['records'][number]
interface Person {
  id: number
  name: string
  title: string | null
  contact?: string
  active: boolean
}

export function TeamTab({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(getInstitutionTeam, { id: institutionId })
  return (
    <div className={record.stack}>
      <Loaded query={query}>
        {(team) => <TeamEditor key={team.records.map(({ id }) => id).join()} institutionId={institutionId} team={team} />}
      </Loaded>
      <Contacts institutionId={institutionId} />
      <Requests institutionId={institutionId} />
    </div>
  )
}

function TeamEditor({ institutionId, team }: { institutionId: number; team: Team }) {
  const mayChange = useCan(setInstitutionTeam.access)
  const save = useAction(setInstitutionTeam, { invalidates: [getInstitutionTeam], success: 'Saved!' })
  const before = team.records.map(({ id }) => id)
  const [ids, setIds] = useState<readonly number[]>(before)
  const people = new Map<number, Person>([
    ...team.candidates.map(({ id, name, title }) => [id, { id, name, title, active: true }] as const),
    ...team.records.map((member) => [member.id, personOf(member)] as const),
  ])
  const free = [...people.values()].filter(({ id, active }) => active && !ids.includes(id))
  const move = (from: number, to: number) => {
    const next = [...ids]
    const [moved] = next.splice(from, 1)
    if (moved !== undefined) next.splice(to, 0, moved)
    setIds(next)
  }
  const changed = ids.join() !== before.join()
  return (
    <Panel
      title="Service team"
      note="The institution’s people see them in this order, with title, phone, email and portrait. Requests go to all of them."
    >
      {ids.length === 0 ? (
        <EmptyState title="No team members yet" why="Until a team member is named, requests go to the site’s service contact." />
      ) : (
        <ol className={css.team}>
          {ids.map((id, index) => {
            const person = people.get(id)
            if (!person) return null
            return (
              <li key={id}>
                <span className={css.place}>{index + 1}</span>
                <div className={css.person}>
                  <b>{person.name}</b>
                  <span>
                    {[person.title, person.contact].filter(Boolean).join(' · ') || MISSING}
                    {person.active ? '' : ' · no longer with us, not shown to the client'}
                  </span>
                </div>
                {mayChange ? (
                  <span className={css.rowActions}>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                      aria-label={`Move ${person.name} up`}
                    >
                      <IconArrowUp size={15} aria-hidden />
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={index === ids.length - 1}
                      onClick={() => move(index, index + 1)}
                      aria-label={`Move ${person.name} down`}
                    >
                      <IconArrowDown size={15} aria-hidden />
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      onClick={() => setIds(ids.filter((other) => other !== id))}
                      aria-label={`Remove ${person.name}`}
                    >
                      <IconX size={15} aria-hidden />
                    </Button>
                  </span>
                ) : null}
              </li>
            )
          })}
        </ol>
      )}
      {mayChange ? (
        <div className={css.add}>
          <SearchableDropdown
            label="Add a team member"
            options={free.map(({ id, name, title }) => ({ value: id, label: title ? `${name}, ${title}` : name }))}
            value={null}
            maxItems={free.length > 50 ? 1000 : 12}
            onChange={(added) => added !== null && setIds([...ids, added])}
          />
          <Button
            loading={save.running}
            disabled={!changed}
            onClick={() => void save.run({ id: institutionId, userIds: [...ids], before })}
          >
            Save team
          </Button>
          {changed ? (
            <Button variant="subtle" onClick={() => setIds(before)}>
              Discard changes
            </Button>
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}

const personOf = ({ id, firstName, lastName, displayName, title, email, phone, active }: Team['records'][number]): Person => ({
  id,
  name: displayName ?? `${firstName} ${lastName}`,
  title,
  contact: [phone ? maskPhone(phone) : null, email].filter(Boolean).join(' · '),
  active,
})

function Requests({ institutionId }: { institutionId: number }) {
  const list = useList({
    endpoint: listServiceRequests,
    label: 'Service requests',
    noun: 'request',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'createdAt',
    desc: true,
    input: { institutionId },
  })
  return (
    <ListPanel
      title="Service requests"
      note="Requests from the institution’s people to their team; open one to answer it."
      list={list}
      empty={{ title: 'No requests', why: 'No one at this institution has sent a request on this site.' }}
    />
  )
}

const COLUMNS: readonly Column<Request>[] = [
  linkColumn('subject', 'Subject', ({ id }) => paths.openRequest(id, true), { sortable: true }),
  wordColumn('status', 'Status', STATUS_WORDS.team, { sortable: true }),
  personColumn('owner', 'Owner', { sortable: true }),
  personColumn('askedBy', 'Requested by', { sortable: true }),
  {
    key: 'dueOn',
    header: 'Due',
    oneLine: true,
    exportAs: ['dueOn', 'overdue'],
    cell: ({ dueOn, overdue }) => (dueOn ? <DueDay dueOn={dueOn} overdue={overdue} /> : MISSING),
  },
  { key: 'recipients', header: 'Sent to', cell: ({ recipients }) => recipients.join(', ') },
  momentColumn('createdAt', 'When', { sortable: true }),
]
