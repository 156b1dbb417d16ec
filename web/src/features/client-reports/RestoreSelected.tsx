/** Brings chosen reports back from the trash, or all that match, and offers to undo it. */

import { reports } from '@corridor/contract/report-records.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import type { Chosen } from '../../ui/list/use-list.ts'

const { list, get, bulk } = reports.endpoints

export function RestoreSelected({ chosen, onDone }: { chosen: Chosen; onDone: () => void }) {
  const change = useAction(bulk, { invalidates: [list, get] })
  const run = async () => {
    const { selection } = chosen
    // The list's own filter, in the trash.
    const rows = 'ids' in selection ? selection : { ...selection, matching: { ...selection.matching, deleted: true } }
    const outcome = await change.run({ action: 'restore', ...rows })
    if (!outcome.ok) return
    onDone()
    const { done } = outcome.value
    const undo = async () => {
      const back = await change.run({ action: 'delete', ids: done.map(Number) })
      if (back.ok) toast.success('Undone.')
    }
    toast.success(`${counted(done.length, 'report')} restored.`, {
      label: 'Undo',
      run: () => void undo(),
    })
  }
  return (
    <Button size="xs" variant="default" loading={change.running} onClick={() => void run()}>
      Restore selected
    </Button>
  )
}
