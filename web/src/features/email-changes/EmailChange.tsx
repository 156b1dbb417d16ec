/** The open request for another sign-in address, step by step, and the dialog that asks for one. Shown to the person and to staff alike. */
import type { EmailChange } from '@corridor/contract/email-changes.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Outcome } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './email-changes.module.css'

const STEP: StatusTable<'done' | 'waiting'> = { done: { label: 'Done', tone: 'good' }, waiting: { label: 'Waiting', tone: 'quiet' } }

export function OpenRequest({ change, children }: { change: EmailChange; children: ReactNode }) {
  const { newEmail, requestedBy, requestedAt, expiresAt, provedAt, agreedAt, agreedBy } = change
  const steps = [
    ['The new address was confirmed by the link sent there', provedAt, null],
    ['The person, or a second manager, agreed', agreedAt, agreedBy],
  ] as const
  return (
    <section className={css.request} aria-label="Open request for another address">
      <p>
        <b>{newEmail}</b> takes effect when both are done. Requested by {requestedBy} on {formatMoment(requestedAt)}; the links are valid
        until {formatMoment(expiresAt)}.
      </p>
      <ul>
        {steps.map(([step, at, by]) => (
          <li key={step}>
            <StatusBadge status={at === null ? 'waiting' : 'done'} table={STEP} />
            <span>
              {step}
              {at === null ? '' : `: ${[by, formatMoment(at)].filter(Boolean).join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
      <div className={css.buttons}>{children}</div>
    </section>
  )
}

interface AskDialogProps {
  title: string
  children: ReactNode
  running: boolean
  error: string | readonly string[] | undefined
  onAsk: (email: string) => Promise<Outcome<unknown>>
  onClose: () => void
}

export function AskDialog({ title, children, running, error, onAsk, onClose }: AskDialogProps) {
  const id = useId()
  const [email, setEmail] = useState('')
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    if ((await onAsk(email.trim())).ok) onClose()
  }
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={running} disabled={email.trim() === ''}>
            Send the links
          </Button>
        </>
      }
    >
      <form id={id} className={css.form} onSubmit={(event) => void ask(event)} noValidate>
        {children}
        <TextField
          label="New email address"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
          error={error}
          required
        />
      </form>
    </Modal>
  )
}
