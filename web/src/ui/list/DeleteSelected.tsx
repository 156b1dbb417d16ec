/** "Delete selected": asks with the count, deletes, and offers Undo (undo for 30 days). */
import { counted } from '@corridor/domain/primitives/counted.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { Button } from '../fields/Button.tsx'
import { ConfirmModal } from '../overlays/Modal.tsx'

interface DeleteSelectedProps {
  ids: ReadonlySet<number>
  /** "report" */
  noun: string
  /** A note for the person before: "Clients never saw these reports." */
  consequence: string
  /** Deletes one; answers whether it was deleted. Errors show themselves. */
  onDelete: (id: number) => Promise<boolean>
  /** Restores one; answers whether it was restored. */
  onRestore?: (id: number) => Promise<boolean>
  onDone: () => void
}

export function DeleteSelected({ ids, noun, consequence, onDelete, onRestore, onDone }: DeleteSelectedProps) {
  const [asking, setAsking] = useState(false)
  const [running, setRunning] = useState(false)
  const count = counted(ids.size, noun)
  const remove = async () => {
    setRunning(true)
    const deleted: number[] = []
    for (const id of ids) if (await onDelete(id)) deleted.push(id)
    setRunning(false)
    setAsking(false)
    onDone()
    if (deleted.length === 0) return
    const restore =
      onRestore &&
      (async () => {
        let restored = 0
        for (const id of deleted) if (await onRestore(id)) restored++
        if (restored > 0) toast.success('Restored.')
      })
    toast.deleted(restore && (() => void restore()))
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setAsking(true)}>
        Delete selected
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Delete ${count}?`}
          confirmLabel={`Delete ${count}`}
          danger
          running={running}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>{consequence}</p>
        </ConfirmModal>
      ) : null}
    </>
  )
}
