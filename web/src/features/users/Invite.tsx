/** The invitation: whether it waits, is over or was used; sent, and sent again. */
import { getInvitation, sendInvitation, users } from '@corridor/contract/users.ts'
import { IconMail } from '@tabler/icons-react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { formatMoment } from '../../ui/formats.ts'
import type { User } from './user-fields.ts'
import css from './users.module.css'

export function Invite({ user }: { user: User }) {
  const waiting = user.status === 1 && user.invitation !== 'accepted'
  const invitation = useEndpoint(getInvitation, { id: user.id }, { enabled: waiting && user.invitation !== 'none' })
  const send = useAction(sendInvitation, {
    invalidates: [users.endpoints.get, users.endpoints.list, getInvitation],
    success: `The invitation is on its way to ${user.email}.`,
  })
  if (!waiting) return null
  const expiresAt = invitation.data?.expiresAt
  return (
    <div className={css.invite}>
      {expiresAt ? (
        <small>
          {user.invitation === 'sent' ? 'Not used yet; valid until' : 'The link expired'} {formatMoment(expiresAt)}
        </small>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        loading={send.running}
        onClick={() => void send.run({ id: user.id })}
      >
        {user.invitation === 'none' ? 'Send invitation' : 'Send invitation again'}
      </Button>
    </div>
  )
}
