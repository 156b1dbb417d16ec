/** Which accounts of their bank's sign-in provider a person is; a manager forgets them when the bank gave the person a new one. */
import { listMfaOfUser, unlinkIdentities } from '@corridor/contract/mfa.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { momentColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import type { User } from './user-fields.ts'

/** Shown when there are any: most people sign in with a password. */
export function Identities({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const query = useEndpoint(listMfaOfUser, { userId: user.id })
  const unlink = useAction(unlinkIdentities, {
    invalidates: [listMfaOfUser],
    success: 'Removed. The next sign-in with the bank links a new account.',
  })
  const identities = (query.data?.identities ?? []).map((identity, index) => ({ ...identity, id: index }))
  if (identities.length === 0) return null
  return (
    <Panel
      flush
      title="Sign-in with the bank"
      note="This person’s account at the bank’s provider"
      actions={
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Unlink
        </Button>
      }
    >
      <DataTable
        plain
        label="Accounts at the bank"
        columns={[textColumn('issuer', 'Provider'), momentColumn('linkedAt', 'Linked'), momentColumn('lastUsedAt', 'Last used')]}
        rows={identities}
        idOf={({ id }) => id}
        empty={<EmptyState title="None" why="This person signs in with a password." />}
      />
      {asking ? (
        <ConfirmModal
          title={`Remove the bank account link of ${user.firstName} ${user.lastName}?`}
          confirmLabel="Unlink"
          danger
          running={unlink.running}
          onConfirm={() => void unlink.run({ userId: user.id }).then(({ ok }) => ok && setAsking(false))}
          onCancel={() => setAsking(false)}
        >
          <p>
            Do this when the bank gave this person a new account. The next person who signs in at the bank with the verified address{' '}
            {user.email} is then linked to this user.
          </p>
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}
