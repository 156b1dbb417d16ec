/** Settles exceptions, one or all that were chosen, with one reason: acknowledged, resolved, false, or open again. */
import { settleExceptions } from '@corridor/contract/auditing.ts'
import { type ExceptionStatus, GIVEN_REASONS, REASONS, type ReasonCode } from '@corridor/domain/auditing/exceptions.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { SelectField, TextArea } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './auditing.module.css'
import { CHANGED } from './calls.ts'
import type { Selection } from './selection.ts'

export const VERBS: Readonly<Record<ExceptionStatus, { button: string; done: string; text: string }>> = {
  ACKNOWLEDGED: {
    button: 'Acknowledge',
    done: 'acknowledged',
    text: 'It is known and accepted for this month; it no longer keeps the month from release.',
  },
  RESOLVED: { button: 'Resolve', done: 'resolved', text: 'The cause was found and corrected, or explained; the exception is closed.' },
  FALSE_POSITIVE: { button: 'Mark as false positive', done: 'marked as false positive', text: 'There was nothing wrong.' },
  OPEN: { button: 'Reopen', done: 'opened again', text: 'It has to be settled again, and keeps the month from release if it is an error.' },
}
const SHORTEST = 5
const CHOICES: readonly { value: ReasonCode | ''; label: string }[] = [
  { value: '', label: 'Choose a reason' },
  ...GIVEN_REASONS.map((value) => ({ value, label: REASONS[value].label })),
]

interface SettleDialogProps {
  to: ExceptionStatus
  count: number
  selection: Selection
  onClose: () => void
  onDone: () => void
}

export function SettleDialog({ to, count, selection, onClose, onDone }: SettleDialogProps) {
  const [reasonCode, setReasonCode] = useState<ReasonCode | ''>('')
  const [note, setNote] = useState('')
  const settle = useAction(settleExceptions, {
    invalidates: CHANGED,
    quiet: true,
    success: ({ settled }) => `${counted(settled, 'exception')} ${VERBS[to].done}.`,
  })
  const given = GIVEN_REASONS.find((code) => code === reasonCode)
  const run = async () => {
    const outcome = await settle.run({ ...selection, to, note: note.trim(), ...(to !== 'OPEN' && given ? { reasonCode: given } : {}) })
    if (!outcome.ok) return
    onClose()
    onDone()
  }
  const fields = settle.error?.fields
  return (
    <ConfirmModal
      title={count === 1 ? VERBS[to].button : `${VERBS[to].button}: ${counted(count, 'exception')}`}
      confirmLabel={VERBS[to].button}
      running={settle.running}
      ready={note.trim().length >= SHORTEST && (to === 'OPEN' || given !== undefined)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <p>{VERBS[to].text}</p>
        {to === 'OPEN' ? null : (
          <SelectField label="Reason" required value={reasonCode} options={CHOICES} onChange={setReasonCode} error={fields?.reasonCode} />
        )}
        <TextArea
          label="Note"
          required
          hint="For the team and an examiner; clients read the reason only."
          value={note}
          onChange={setNote}
          error={fields?.note}
        />
        {settle.error && !fields?.note && !fields?.reasonCode ? (
          <p className={css.problem} role="alert">
            {settle.error.message}
          </p>
        ) : null}
      </div>
    </ConfirmModal>
  )
}
