/** One's own sign-in address, in the profile: another one counts once the link sent there was used. */
import { cancelOwnEmailChange, getOwnEmailChange, requestOwnEmailChange } from '@corridor/contract/email-changes.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { AskDialog, OpenRequest } from './EmailChange.tsx'
import css from './email-changes.module.css'

export function OwnEmail({ email, readOnly }: { email: string; readOnly: boolean }) {
  const [asking, setAsking] = useState(false)
  const query = useEndpoint(getOwnEmailChange, {})
  const request = useAction(requestOwnEmailChange, {
    invalidates: [getOwnEmailChange],
    quiet: true,
    success: ({ change }) => `Use the link that was sent to ${change?.newEmail ?? 'the new address'}.`,
  })
  const cancel = useAction(cancelOwnEmailChange, { invalidates: [getOwnEmailChange], success: 'Canceled.' })
  const change = query.data?.change ?? null
  if (readOnly) return null
  return (
    <>
      {change ? (
        <OpenRequest change={change}>
          <Button variant="default" size="xs" loading={cancel.running} onClick={() => void cancel.run({})}>
            Cancel the request
          </Button>
        </OpenRequest>
      ) : (
        <p className={css.note}>
          <Button variant="default" onClick={() => setAsking(true)}>
            Change email address
          </Button>
        </p>
      )}
      {asking ? (
        <AskDialog
          title="Change your email address"
          running={request.running}
          error={request.error?.fields.email ?? request.error?.message}
          onAsk={(wanted) => request.run({ email: wanted })}
          onClose={() => setAsking(false)}
        >
          <p>
            You get a link at the new address to confirm it, and a notice at {email}. You sign in with {email} until the link is used; then
            you are signed out everywhere and sign in with the new address.
          </p>
        </AskDialog>
      ) : null}
    </>
  )
}
