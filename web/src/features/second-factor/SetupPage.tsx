/** /2fa-setup: choose a way, prove it, store the recovery codes. Who has one already adds another here. */
import { listMfaMethods, type MfaChannel } from '@corridor/contract/mfa.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { adoptSession, useSession } from '../../kernel/session.ts'
import { startSessionLife } from '../../kernel/session-life.ts'
import { toast } from '../../kernel/toasts.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { homeOf, paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { ChooseChannel } from './ChooseChannel.tsx'
import { CHANNELS } from './channels.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpMethod } from './SetUpMethod.tsx'
import css from './second-factor.module.css'
import { useReturn } from './use-return.ts'

export function SetupPage() {
  const session = useSession()
  const router = useRouter()
  const from = useReturn()
  const query = useEndpoint(listMfaMethods, {})
  const [channel, setChannel] = useState<MfaChannel | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // Whether the session was waiting for this when the page opened; it no longer is once the way is proved.
  const [waited] = useState(!session.isMfaValid)
  const target = from ?? (waited ? homeOf(session.userRole) : paths.profile())
  const goOn = () => void router.navigate({ href: target, replace: waited })

  const step = codes ? 3 : channel ? 2 : 1
  // A person who has recovery codes gets no new ones.
  const steps = codes || query.data?.recoveryCodesLeft === 0 ? 3 : 2
  const title = codes
    ? 'Store your recovery codes'
    : channel
      ? CHANNELS[channel].name
      : waited
        ? 'Set up your second factor'
        : 'Add sign-in method'
  return (
    <div className={css.card} data-wide>
      <p className={css.portal}>
        {session.portalLabel}
        {query.data ? ` · Step ${step} of ${steps}` : ''}
      </p>
      <h1>{title}</h1>
      {codes ? (
        <>
          <p className={css.lead}>If you lose your device, use one of these codes instead. Each works once.</p>
          <RecoveryCodes codes={codes} email={session.email} doneLabel="Continue" onDone={goOn} />
        </>
      ) : (
        <Loaded query={query} skeleton={<BlockSkeleton height={300} />}>
          {({ methods, phone }) =>
            channel ? (
              <>
                <SetUpMethod
                  channel={channel}
                  phone={phone}
                  onProved={({ recoveryCodes, ...next }) => {
                    startSessionLife(next.msLength)
                    adoptSession(next)
                    void invalidate(listMfaMethods)
                    toast.success(`${CHANNELS[channel].name} is set up.`)
                    if (recoveryCodes) setCodes(recoveryCodes)
                    else goOn()
                  }}
                />
                <Button variant="subtle" size="xs" fullWidth onClick={() => setChannel(null)}>
                  Choose another method
                </Button>
              </>
            ) : (
              <>
                <p className={css.lead}>
                  {waited
                    ? 'Your password alone is not enough to sign in. Choose how to confirm that it is you; you can add more methods later.'
                    : 'Another method lets you in if you lose a device.'}
                </p>
                <ChooseChannel held={methods.map((method) => method.channel)} onChoose={setChannel} />
              </>
            )
          }
        </Loaded>
      )}
      {codes ? null : (
        <p className={css.leave}>
          {waited ? (
            <>
              Signed in as {session.email}. <Link to={paths.logout()}>Log out</Link>
            </>
          ) : (
            <Link to={paths.profile()}>Back to Profile</Link>
          )}
        </p>
      )}
    </div>
  )
}
