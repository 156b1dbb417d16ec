/** Asks for the second factor: by the preferred way first, by any other the person holds, or by a recovery code. A page and a dialog show it. */
import { askPasskey, listMfaMethods, type MfaMethod, sendMfaCode, verifyMfa } from '@corridor/contract/mfa.ts'
import type { Session } from '@corridor/contract/session.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { CodeForm, Problem, useAnswer } from './CodeForm.tsx'
import { CHANNELS, canUsePasskeys } from './channels.ts'
import { answerWithPasskey } from './passkey.ts'
import css from './second-factor.module.css'
import { useSending } from './use-sending.ts'

interface SecondFactorFormProps {
  onPassed: (session: Session) => void
  /** No method is left: the set-up comes first. */
  onNone: () => void
}

export function SecondFactorForm({ onPassed, onNone }: SecondFactorFormProps) {
  const query = useEndpoint(listMfaMethods, {})
  const none = query.data !== undefined && query.data.methods.length === 0
  const leave = useEffectEvent(onNone)
  useEffect(() => {
    if (none) leave()
  }, [none])
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={180} />}>
      {({ methods, recoveryCodesLeft }) => <Ways methods={methods} recoverable={recoveryCodesLeft > 0} onPassed={onPassed} />}
    </Loaded>
  )
}

type Way = MfaMethod | 'recovery'

function Ways({
  methods,
  recoverable,
  onPassed,
}: {
  methods: readonly MfaMethod[]
  recoverable: boolean
  onPassed: (session: Session) => void
}) {
  const passkeys = methods.filter(({ channel }) => channel === 'passkey')
  // The browser chooses among passkeys itself: one of them stands for all.
  const offered = methods.filter((method) => method.channel !== 'passkey' || (method === passkeys[0] && canUsePasskeys()))
  const [chosen, setChosen] = useState<Way | null>(null)
  const way = chosen ?? offered[0] ?? 'recovery'
  const others = offered.filter((method) => method !== way)
  return (
    <>
      {way === 'recovery' ? (
        <RecoveryWay onPassed={onPassed} />
      ) : way.channel === 'passkey' ? (
        <PasskeyWay onPassed={onPassed} />
      ) : (
        <CodeWay key={way.id} method={way} onPassed={onPassed} />
      )}
      {others.length > 0 || (recoverable && way !== 'recovery') ? (
        <div className={css.others}>
          <h2>Use another method</h2>
          <ul>
            {others.map((method) => (
              <li key={method.id}>
                <OtherWay channel={method.channel} detail={method.hint} onClick={() => setChosen(method)} />
              </li>
            ))}
            {recoverable && way !== 'recovery' ? (
              <li>
                <button type="button" className={css.other} onClick={() => setChosen('recovery')}>
                  Use a recovery code
                </button>
              </li>
            ) : null}
          </ul>
        </div>
      ) : null}
      <details className={css.trouble}>
        <summary>It’s not working</summary>
        <ul>
          <li>An email can take a minute and may be in your spam folder. Only the latest code works.</li>
          <li>An app’s code works only if your phone’s clock is right: let it set the time automatically.</li>
          <li>Lost the device? Use one of your recovery codes, then set up a new method on your profile.</li>
          <li>No method left? A manager of your service team can remove the lost methods; your next sign-in then asks for a new one.</li>
        </ul>
      </details>
    </>
  )
}

function OtherWay({ channel, detail, onClick }: { channel: MfaMethod['channel']; detail: string; onClick: () => void }) {
  const { icon: Icon, name } = CHANNELS[channel]
  return (
    <button type="button" className={css.other} onClick={onClick}>
      <Icon size={18} stroke={1.7} />
      {name}
      {detail ? <small>{detail}</small> : null}
    </button>
  )
}

function CodeWay({ method, onPassed }: { method: MfaMethod; onPassed: (session: Session) => void }) {
  const sending = useSending()
  const sent = method.channel !== 'totp'
  const send = () => sending.send(() => call(sendMfaCode, { methodId: method.id }))
  const first = useEffectEvent(() => {
    if (sent) void send()
  })
  useEffect(() => first(), [])
  return (
    <CodeForm
      lead={leadOf(method)}
      sendingProblem={sending.problem}
      verify={(code) => call(verifyMfa, { code, methodId: method.id })}
      onVerified={onPassed}
    >
      {sent ? <Resend sending={sending} onSend={() => void send()} /> : null}
    </CodeForm>
  )
}

function leadOf({ channel, hint }: MfaMethod): ReactNode {
  if (channel === 'totp') return 'Open your authenticator app and enter the code it shows for Corridor.'
  return (
    <>
      A code is on its way to <b>{hint}</b>. It is good for ten minutes.
    </>
  )
}

export function Resend({ sending: { secondsLeft }, onSend }: { sending: { secondsLeft: number }; onSend: () => void }) {
  return (
    <p className={css.resend}>
      {secondsLeft > 0 ? (
        <span className="tabular">You can send a new code in {secondsLeft} s</span>
      ) : (
        <Button variant="subtle" size="xs" onClick={onSend}>
          Send a new code
        </Button>
      )}
    </p>
  )
}

function PasskeyWay({ onPassed }: { onPassed: (session: Session) => void }) {
  const { running, problem, answer } = useAnswer(onPassed)
  const verify = () =>
    answer(async () => {
      const { options } = await call(askPasskey, {})
      return call(verifyMfa, { passkey: await answerWithPasskey(options) })
    })
  return (
    <div className={css.form}>
      <p className={css.lead}>Confirm with your fingerprint, face or device PIN, or with your security key.</p>
      {problem ? <Problem words={problem} /> : null}
      <Button fullWidth loading={running} onClick={() => void verify()} data-autofocus>
        Use a passkey
      </Button>
    </div>
  )
}

function RecoveryWay({ onPassed }: { onPassed: (session: Session) => void }) {
  const [code, setCode] = useState('')
  const { running, problem, answer } = useAnswer(onPassed)
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void answer(() => call(verifyMfa, { code }))
      }}
    >
      <p className={css.lead}>Enter one of the ten recovery codes you stored when you set up your second factor. Each works once.</p>
      <TextField
        label="Recovery code"
        value={code}
        onChange={setCode}
        error={problem}
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        data-autofocus
      />
      <Button type="submit" fullWidth loading={running} disabled={code.replaceAll(/[^a-z0-9]/gi, '').length < 12}>
        Confirm
      </Button>
    </form>
  )
}
