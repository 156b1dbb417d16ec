/** Deletes the report of this page, goes back to the list, and offers Undo there. */
import { type ReportRecord, reports } from '@corridor/contract/report-records.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'

const { list, remove, restore } = reports.endpoints

export function DeleteReport({ report: { id, displayName } }: { report: ReportRecord }) {
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const removal = useAction(remove, { invalidates: [list] })
  const undo = useAction(restore, { invalidates: [list], success: 'Restored.' })
  const run = async () => {
    const outcome = await removal.run({ ids: [id] })
    setAsking(false)
    if (!outcome.ok) return
    await router.navigate({ href: paths.clientReports() })
    toast.deleted(() => void undo.run({ ids: [id] }))
  }
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete report
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Delete ${displayName}?`}
          confirmLabel="Delete report"
          danger
          running={removal.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>The institution will no longer see it. It can be restored for 30 days.</p>
        </ConfirmModal>
      ) : null}
    </>
  )
}
