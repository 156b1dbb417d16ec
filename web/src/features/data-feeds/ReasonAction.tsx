/** A button that asks why, then does it. */
import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { isReason, reasonHint } from './reason.ts'

interface ReasonActionProps<E extends Endpoint> {
  endpoint: E
  input: (reason: string) => InputOf<E>
  invalidates: readonly Endpoint[]
  label: string
  title: string
  text: string
  success: string
  onDone: () => void
}

export function ReasonAction<E extends Endpoint>({
  endpoint,
  input,
  invalidates,
  label,
  title,
  text,
  success,
  onDone,
}: ReasonActionProps<E>) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const action = useAction(endpoint, { invalidates, success, quiet: true })
  const run = async () => {
    const outcome = await action.run(input(reason.trim()))
    if (!outcome.ok) return
    setAsking(false)
    setReason('')
    onDone()
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? (
        <ConfirmModal
          title={title}
          confirmLabel={label}
          running={action.running}
          ready={isReason(reason)}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>{text}</p>
          <TextArea
            label="Why?"
            hint={reasonHint(reason)}
            required
            value={reason}
            onChange={setReason}
            error={action.error ? (action.error.fields.reason ?? action.error.message) : undefined}
          />
        </ConfirmModal>
      ) : null}
    </>
  )
}
