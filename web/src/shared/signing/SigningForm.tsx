/** A statement signed by typing one's name: nothing is signed before everything typed is kept. */
import { type FormEvent, useState } from 'react'
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
  /** Whether anything is left to do before it can be signed. */
  incomplete: boolean
  /** Sends what was typed last. @returns whether all of it is kept */
  flush: () => Promise<boolean>
  /** Said where it is not. */
  unsaved: string
  onSign: (signature: Signature) => Promise<void>
  action: { running: boolean; error: ApiError | null }
}

export function SigningForm({ attestation, submitLabel, incomplete, flush, unsaved, onSign, action }: SigningFormProps) {
  const session = useSession()
  const [signerName, setName] = useState(fullName(session))
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
        autoComplete="name"
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
      <div className={css.wide}>
        <Button
          variant="accent"
          type="submit"
          loading={action.running}
          disabled={incomplete || !agreed || signerName.trim().length < 3 || signerTitle.trim().length < 2}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
