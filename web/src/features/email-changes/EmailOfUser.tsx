/** A person's sign-in address on their page: who has joined keeps it until two sides agreed to another. */
import { agreeToEmailChange, cancelEmailChange, getEmailChange, requestEmailChange } from '@corridor/contract/email-changes.ts'
import { users } from '@corridor/contract/users.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { AskDialog, OpenRequest } from './EmailChange.tsx'
import css from './email-changes.module.css'

interface EmailOfUserProps {
  userId: number
  name: string
  email: string
  mayChange: boolean
}

export function EmailOfUser({ userId, name, email, mayChange }: EmailOfUserProps) {
  const [asking, setAsking] = useState<'address' | 'agreement' | null>(null)
  const query = useEndpoint(getEmailChange, { id: userId })
  const invalidates = [getEmailChange, users.endpoints.get, users.endpoints.list]
  const request = useAction(requestEmailChange, { invalidates, quiet: true, success: 'Both addresses get an email with a link.' })
  const agree = useAction(agreeToEmailChange, {
    invalidates,
    success: ({ change }) => (change ? 'Agreed. The new address is still to be confirmed.' : 'The address is changed.'),
  })
  const cancel = useAction(cancelEmailChange, { invalidates, success: 'Canceled.' })
  const change = query.data?.change ?? null
  const close = () => setAsking(null)
  return (
    <Panel title="Sign-in address" note="Password links and codes go to it, so no one can change it alone.">
      <div className={css.facts}>
        <span>{email}</span>
        {mayChange && change === null ? (
          <Button variant="default" size="xs" onClick={() => setAsking('address')}>
            Change email address
          </Button>
        ) : null}
      </div>
      {change ? (
        <OpenRequest change={change}>
          {change.mayAgree && mayChange ? (
            <Button size="xs" onClick={() => setAsking('agreement')}>
              Agree for {name}
            </Button>
          ) : null}
          {mayChange ? (
            <Button variant="default" size="xs" loading={cancel.running} onClick={() => void cancel.run({ id: userId })}>
              Cancel the request
            </Button>
          ) : null}
        </OpenRequest>
      ) : null}
      {asking === 'address' ? (
        <AskDialog
          title={`Change the email address of ${name}`}
          running={request.running}
          error={request.error?.fields.email ?? request.error?.message}
          onAsk={(wanted) => request.run({ id: userId, email: wanted })}
          onClose={close}
        >
          <p>
            {name} gets a link at {email} to agree, and one at the new address to confirm it. If the current mailbox is lost, a second
            manager agrees here. Nothing changes until both are done; then {name} is signed out everywhere.
          </p>
        </AskDialog>
      ) : null}
      {asking === 'agreement' && change ? (
        <ConfirmModal
          title={`Agree to ${change.newEmail}?`}
          confirmLabel="Agree"
          running={agree.running}
          onConfirm={() => void agree.run({ id: userId }).then(({ ok }) => ok && close())}
          onCancel={close}
        >
          <p>
            Do this when {name} can no longer read mail at {email}. Confirm by a phone number already on file that {name} asked for this:
            anyone who reads mail at {change.newEmail} can then sign in as {name}.
          </p>
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}
