/** Deactivates one person, or brings them back: the consequences first, Undo after. */
import { users } from '@corridor/contract/users.ts'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { Consequences } from './Consequences.tsx'
import type { User } from './user-fields.ts'

export function SwitchStatus({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const { bulk, get, list } = users.endpoints
  const change = useAction(bulk, { invalidates: [get, list] })
  const active = user.status === 1
  const verb = active ? 'Deactivate' : 'Reactivate'
  const set = async (action: 'deactivate' | 'reactivate') => {
    const outcome = await change.run({ action, ids: [user.id] })
    setAsking(false)
    if (!outcome.ok) return false
    const [refused] = outcome.value.refused
    if (refused) toast.error(refused.message)
    return refused === undefined
  }
  const run = async () => {
    const action = active ? 'deactivate' : 'reactivate'
    if (!(await set(action))) return
    toast.success(`${user.firstName} ${user.lastName} is ${active ? 'deactivated' : 'active again'}.`, {
      label: 'Undo',
      run: () => void set(active ? 'reactivate' : 'deactivate'),
    })
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {asking ? (
        <ConfirmModal
          title={`${verb} ${user.firstName} ${user.lastName}?`}
          confirmLabel={verb}
          danger={active}
          running={change.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <Consequences back={!active} />
        </ConfirmModal>
      ) : null}
    </>
  )
}
