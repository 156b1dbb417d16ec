/** Taking out what was entered by mistake: asked for a reason, kept in the history. */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { TextArea } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'

interface RemoveEntryProps {
  /** "the plan Officers 2021" */
  what: string
  remove: Endpoint
  /** Path and version of the record. */
  params: Readonly<Record<string, unknown>>
  invalidates: readonly Endpoint[]
  confirmLabel?: string
  onCancel: () => void
  onDone: () => void
}

export function RemoveEntry({ what, remove, params, invalidates, confirmLabel = 'Remove', onCancel, onDone }: RemoveEntryProps) {
  const [reason, setReason] = useState('')
  const action = useAction(remove, { invalidates, success: 'Removed. The history is kept.' })
  return (
    <ConfirmModal
      title={`${confirmLabel}: ${what}?`}
      confirmLabel={confirmLabel}
      danger
      running={action.running}
      ready={reason.trim().length >= 3}
      onConfirm={async () => {
        const outcome = await action.run({ ...params, reason: reason.trim() })
        if (outcome.ok) onDone()
      }}
      onCancel={onCancel}
    >
      <p>For entries made by mistake. It stays in the history with your reason.</p>
      <TextArea label="Why" required value={reason} onChange={setReason} maxLength={500} />
    </ConfirmModal>
  )
}
