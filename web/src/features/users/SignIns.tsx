/** Where a person is signed in and with which second factors; a manager ends and resets them. */

import { listMfaOfUser, removeMfaMethod } from '@corridor/contract/mfa.ts'
import { endUserSessions, listUserSessions, type OpenSession } from '@corridor/contract/session.ts'
import { users } from '@corridor/contract/users.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { momentColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { Identities } from './Identities.tsx'
import type { User } from './user-fields.ts'
import css from './users.module.css'

export const SignIns = ({ user }: { user: User }) => (
  <div className={css.stack}>
    <Sessions user={user} />
    <SecondFactors user={user} />
    <Identities user={user} />
  </div>
)

function Sessions({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const query = useEndpoint(listUserSessions, { id: user.id })
  const end = useAction(endUserSessions, { invalidates: [listUserSessions] })
  const run = async () => {
    const outcome = await end.run({ id: user.id })
    setAsking(false)
    if (outcome.ok) toast.success(`${counted(outcome.value.ended, 'session')} ended.`)
  }
  return (
    <Panel
      flush
      title="Open sessions"
      note="Where this person is signed in now"
      actions={
        query.data && query.data.records.length > 0 ? (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        ) : null
      }
    >
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ records }) => (
          <DataTable
            plain
            label="Open sessions"
            columns={SESSIONS}
            rows={records}
            idOf={({ id }) => id}
            empty={<EmptyState title="Not signed in" why="This person has no open session on any site." />}
          />
        )}
      </Loaded>
      {asking ? (
        <ConfirmModal
          title={`Sign ${user.firstName} ${user.lastName} out everywhere?`}
          confirmLabel="Sign out everywhere"
          danger
          running={end.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>All of their sessions end at once. They can sign in again; what they were typing is kept as a draft.</p>
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}

const SESSIONS: readonly Column<OpenSession>[] = [
  textColumn('device', 'Device'),
  textColumn('siteName', 'Site'),
  momentColumn('startedAt', 'Signed in'),
  momentColumn('lastSeenAt', 'Last active'),
  textColumn('address', 'Address'),
]

const CHANNELS = { totp: 'Authenticator app', email: 'Code by email', sms: 'Code by text message', passkey: 'Passkey' } as const

function SecondFactors({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const query = useEndpoint(listMfaOfUser, { userId: user.id })
  const remove = useAction(removeMfaMethod, { invalidates: [listMfaOfUser, users.endpoints.get] })
  const methods = query.data?.methods ?? []
  const run = async () => {
    for (const method of methods) if (!(await remove.run({ id: method.id })).ok) return setAsking(false)
    setAsking(false)
    toast.success('Reset. The next sign-in asks for a new second factor.')
  }
  return (
    <Panel
      flush
      title="Second factors"
      note={query.data ? `${counted(query.data.recoveryCodesLeft, 'recovery code')} left` : ''}
      actions={
        methods.length > 0 ? (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Reset second factors
          </Button>
        ) : null
      }
    >
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ methods: rows }) => (
          <DataTable
            plain
            label="Second factors"
            columns={[
              wordColumn('channel', 'Kind', CHANNELS),
              textColumn('name', 'Name'),
              momentColumn('createdAt', 'Set up'),
              momentColumn('lastUsedAt', 'Last used'),
            ]}
            rows={rows}
            idOf={({ id }) => id}
            empty={<EmptyState title="None set up" why="The next sign-in asks this person to set one up, if the site requires it." />}
          />
        )}
      </Loaded>
      {asking ? (
        <ConfirmModal
          title={`Reset the second factors of ${user.firstName} ${user.lastName}?`}
          confirmLabel="Reset"
          danger
          running={remove.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>
            Do this when a phone or key is lost. Make sure that this person really asked for it: until they set up a new one, the password
            alone opens the account.
          </p>
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}
