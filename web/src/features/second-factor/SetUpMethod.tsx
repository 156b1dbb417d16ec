/** The steps of one way, from its start to the first code that proves it. */

import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { type MfaChannel, startMfaSetup, verifyMfa } from '@corridor/contract/mfa.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { PhoneInput } from '../../ui/fields/PhoneInput.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { CodeForm, Problem, sentenceOf, useAnswer } from './CodeForm.tsx'
import { CHANNELS, deviceName } from './channels.ts'
import { makePasskey } from './passkey.ts'
import { Resend } from './SecondFactorForm.tsx'
import css from './second-factor.module.css'
import { useSending } from './use-sending.ts'

type Proved = ReplyOf<typeof verifyMfa>
type Begun = ReplyOf<typeof startMfaSetup>

interface SetUpMethodProps {
  channel: MfaChannel
  /** The number of the profile, to begin with. */
  phone: string | null
  onProved: (reply: Proved) => void
}

export function SetUpMethod({ channel, phone, onProved }: SetUpMethodProps) {
  if (channel === 'totp') return <App onProved={onProved} />
  if (channel === 'passkey') return <Passkey onProved={onProved} />
  if (channel === 'email') return <Sent channel="email" phone={null} onProved={onProved} />
  return <Phone phone={phone} onProved={onProved} />
}

type StepProps = Pick<SetUpMethodProps, 'onProved'>

function App({ onProved }: StepProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [shown, setShown] = useState(false)
  const begin = useEffectEvent(() => {
    call(startMfaSetup, { channel: 'totp' }).then(setBegun, (error: unknown) => setProblem(sentenceOf(error)))
  })
  useEffect(() => begin(), [])
  if (problem) return <Problem words={problem} />
  if (!begun) return <BlockSkeleton height={320} />
  const secret = new URL(begun.otpauthUri ?? '').searchParams.get('secret') ?? ''
  return (
    <ol className={css.steps}>
      <li>
        <h2>Get an authenticator app</h2>
        <p>Any will do: Microsoft Authenticator, Google Authenticator, 1Password, Apple Passwords.</p>
      </li>
      <li>
        <h2>Scan this with the app</h2>
        <img
          className={css.qr}
          alt="QR code for your authenticator app"
          src={`data:image/svg+xml,${encodeURIComponent(begun.qrSvg ?? '')}`}
        />
        {shown ? (
          <p>
            Enter this key in the app: <code className={css.secret}>{grouped(secret)}</code>
          </p>
        ) : (
          <Button variant="subtle" size="xs" onClick={() => setShown(true)}>
            I cannot scan it; show the key
          </Button>
        )}
      </li>
      <li>
        <h2>Enter the code it shows</h2>
        <Proof setupId={begun.id} onProved={onProved} />
      </li>
    </ol>
  )
}

function Passkey({ onProved }: StepProps) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const { running, problem, answer } = useAnswer(onProved)
  const make = () =>
    answer(async () => {
      const { id, options } = await call(startMfaSetup, { channel: 'passkey', name: name.trim() || CHANNELS.passkey.name })
      if (!options) throw new Error('the server gave no options')
      return call(verifyMfa, { setupId: id, passkey: await makePasskey(options) })
    })
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <p className={css.lead}>Your browser will ask for your fingerprint, face or device PIN, or for your security key.</p>
      <TextField
        label="Name of this passkey"
        hint="To recognize it in the list on your profile."
        value={name}
        onChange={setName}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      {problem ? <Problem words={problem} /> : null}
      <Button type="submit" fullWidth loading={running}>
        Create the passkey
      </Button>
    </form>
  )
}

function Phone({ phone, onProved }: StepProps & { phone: string | null }) {
  const [digits, setDigits] = useState(phone ?? '')
  const [chosen, setChosen] = useState<string | null>(null)
  if (chosen !== null)
    return (
      <>
        <Sent key={chosen} channel="sms" phone={chosen} onProved={onProved} />
        <Button variant="subtle" size="xs" fullWidth onClick={() => setChosen(null)}>
          Use another number than {maskPhone(chosen)}
        </Button>
      </>
    )
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChosen(digits)
      }}
    >
      <p className={css.warning}>{CHANNELS.sms.warning}</p>
      <PhoneInput label="Mobile phone" value={digits} onChange={setDigits} />
      <Button type="submit" fullWidth disabled={digits.length < 10}>
        Send a code
      </Button>
    </form>
  )
}

function Sent({ channel, phone, onProved }: StepProps & { channel: 'email' | 'sms'; phone: string | null }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const sending = useSending()
  const input: InputOf<typeof startMfaSetup> = { channel, ...(phone === null ? {} : { phone }) }
  const send = () => sending.send(() => call(startMfaSetup, input)).then((reply) => reply && setBegun(reply))
  const first = useEffectEvent(() => void send())
  useEffect(() => first(), [])
  if (!begun)
    return sending.problem || sending.secondsLeft > 0 ? (
      <div className={css.form}>
        {sending.problem ? <Problem words={sending.problem} /> : <p className={css.lead}>A code was sent a moment ago.</p>}
        <Resend sending={sending} onSend={() => void send()} />
      </div>
    ) : (
      <BlockSkeleton height={150} />
    )
  return (
    <div className={css.form}>
      {channel === 'email' ? <p className={css.warning}>{CHANNELS.email.warning} A passkey or an app is stronger.</p> : null}
      <p className={css.lead}>
        A code is on its way to <b>{begun.sentTo}</b>. It is good for ten minutes.
      </p>
      <Proof key={begun.id} setupId={begun.id} onProved={onProved} problem={sending.problem} />
      <Resend sending={sending} onSend={() => void send()} />
    </div>
  )
}

const Proof = ({ setupId, onProved, problem = null }: StepProps & { setupId: number; problem?: string | null }) => (
  <CodeForm sendingProblem={problem} verify={(code) => call(verifyMfa, { setupId, code })} onVerified={onProved} />
)

const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
