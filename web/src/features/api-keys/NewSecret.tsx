/** A key's secret, on the one occasion that it is seen; and the question how long the one before may go on. */
import { type ApiKey, listApiKeys, OVERLAP_HOURS, rotateApiKey } from '@corridor/contract/api-keys.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { ConfirmModal, Modal } from '../../ui/overlays/Modal.tsx'
import css from './api-keys.module.css'

type Hours = `${(typeof OVERLAP_HOURS)[number]}`
const OVERLAPS: readonly { value: Hours; label: string }[] = [
  { value: '0', label: 'End it at once' },
  { value: '1', label: 'Keep it for 1 hour' },
  { value: '24', label: 'Keep it for 24 hours' },
  { value: '168', label: 'Keep it for 7 days' },
]

export function NewSecret({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [overlap, setOverlap] = useState<Hours>('24')
  const [secret, setSecret] = useState<string>()
  const rotate = useAction(rotateApiKey, { invalidates: [listApiKeys] })
  const run = async () => {
    const overlapHours = OVERLAP_HOURS.find((hours) => String(hours) === overlap) ?? 0
    const outcome = await rotate.run({ id: apiKey.id, overlapHours })
    if (outcome.ok) setSecret(outcome.value.secret)
  }
  if (secret !== undefined) return <SecretOnce name={apiKey.name} secret={secret} onClose={onClose} />
  return (
    <ConfirmModal
      title={`New secret for ${apiKey.name}`}
      confirmLabel="Create new secret"
      running={rotate.running}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>The key keeps its name, its scopes and its last day. What uses it needs the new secret.</p>
      <SelectField label="Current secret" value={overlap} options={OVERLAPS} onChange={setOverlap} />
    </ConfirmModal>
  )
}

export function SecretOnce({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  return (
    <Modal title={`Secret for ${name}`} alert width={620} onClose={onClose} footer={<Button onClick={onClose}>I have stored it</Button>}>
      <p>Store it now where the script reads its secrets. It is not shown again, and nobody can look it up.</p>
      <p className={css.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </p>
      <p className={css.soft}>
        Calls carry it as <code>Authorization: Bearer …</code>
      </p>
    </Modal>
  )
}
