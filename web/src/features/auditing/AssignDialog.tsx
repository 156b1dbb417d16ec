/** Assigns exceptions to somebody of the staff by a day, or to no one. */
import { assignExceptions, listAssignees } from '@corridor/contract/auditing.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './auditing.module.css'
import { CHANGED } from './calls.ts'
import type { Selection } from './selection.ts'

interface AssignDialogProps {
  count: number
  selection: Selection
  /** Given for one exception alone. */
  present?: { assignedTo: number | null; dueOn: PlainDate | null }
  onClose: () => void
  onDone: () => void
}

export function AssignDialog({ count, selection, present, onClose, onDone }: AssignDialogProps) {
  const people = useEndpoint(listAssignees, {})
  const [person, setPerson] = useState(present?.assignedTo?.toString() ?? '')
  const [dueOn, setDueOn] = useState<PlainDate | null>(present?.dueOn ?? null)
  const [readable, setReadable] = useState(true)
  const assign = useAction(assignExceptions, {
    invalidates: CHANGED,
    success: ({ assigned }) => `${counted(assigned, 'exception')} assigned.`,
  })
  const run = async () => {
    const outcome = await assign.run({ ...selection, assignedTo: person === '' ? null : Number(person), dueOn })
    if (!outcome.ok) return
    onClose()
    onDone()
  }
  return (
    <ConfirmModal
      title={count === 1 ? 'Assign' : `Assign ${counted(count, 'exception')}`}
      confirmLabel="Assign"
      running={assign.running}
      ready={readable && people.data !== undefined}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <SelectField
          label="Assigned to"
          value={person}
          options={[
            { value: '', label: 'No one' },
            ...(people.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={setPerson}
          error={assign.error?.fields.assignedTo}
        />
        <DateInput label="Due" value={dueOn} onChange={setDueOn} onReadable={setReadable} error={assign.error?.fields.dueOn} />
      </div>
    </ConfirmModal>
  )
}
