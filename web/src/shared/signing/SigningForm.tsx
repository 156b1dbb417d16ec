/** A statement signed by typing one's name: nothing is signed before everything typed is kept. */
import { type FormEvent, useId, useState } from 'react'
import type { ApiError } from '../../kernel/api-error.ts'
import { fullName, useSession } from '../../kernel/session.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, TextField } from '../../ui/fields/Field.tsx'
import css from './SigningForm.module.css'

export interface Signature {
  signerName: string
  signerTitle: string
  agreed: true
}

interface SigningFormProps {
  attestation: string
  submitLabel: string
  /** A sentence about what is left to do before it can be signed; null where nothing is. */
  remaining: string | null
  /** Sends what was typed last. @returns whether all of it is kept */
  flush: () => Promise<boolean>
  /** Said where it is not. */
  unsaved: string
  onSign: (signature: Signature) => Promise<void>
  action: { running: boolean; error: ApiError | null }
}

export function SigningForm({ attestation, submitLabel, remaining, flush, unsaved, onSign, action }: SigningFormProps) {
  const session = useSession()
  const remains = useId()
  const [signerName, setName] = useState('')
  const [signerTitle, setTitle] = useState(session.title ?? '')
  const [agreed, setAgreed] = useState(false)
  const [kept, setKept] = useState(true)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const safe = await flush()
    setKept(safe)
    if (safe) await onSign({ signerName, signerTitle, agreed: true })
  }
  return (
    <form className={css.sign} onSubmit={(event) => void submit(event)}>
      <p className={css.wide}>{attestation}</p>
      <TextField
        label="Your full name"
        required
        value={signerName}
        onChange={setName}
        error={action.error?.fields.signerName}
        // Typing it is the signature: neither the page nor the browser fills it in.
        autoComplete="off"
        placeholder={fullName(session)}
        hint={
          isOfAnother(signerName, session.lastName)
            ? `This account belongs to ${fullName(session)}. Sign with your own name; others sign from their own accounts.`
            : undefined
        }
      />
      <TextField
        label="Your title"
        required
        value={signerTitle}
        onChange={setTitle}
        error={action.error?.fields.signerTitle}
        autoComplete="organization-title"
      />
      <div className={css.wide}>
        <Checkbox label="I confirm this statement; typing my name here is my signature." checked={agreed} onChange={setAgreed} />
      </div>
      {kept ? null : <p className={css.error}>{unsaved}</p>}
      {action.error ? (
        <p className={css.error} role="alert">
          {action.error.message}
        </p>
      ) : null}
      <div className={`${css.wide} ${css.last}`}>
        <Button
          variant="accent"
          type="submit"
          aria-describedby={remaining === null ? undefined : remains}
          loading={action.running}
          disabled={remaining !== null || !agreed || signerName.trim().length < 3 || signerTitle.trim().length < 2}
        >
          {submitLabel}
        </Button>
        {remaining === null ? null : <span id={remains}>{remaining}</span>}
      </div>
    </form>
  )
}

/** A full name that does not end as the account's does. Told and not refused: a person may sign with a name that the account has not learned yet. */
const isOfAnother = (typed: string, lastName: string): boolean =>
  typed.trim().includes(' ') && lastName !== '' && !typed.toLocaleLowerCase('en-US').includes(lastName.toLocaleLowerCase('en-US'))
