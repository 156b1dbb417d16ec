/** Deletes the report of this page after a question, goes to its batch, and offers Undo there. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from '../kernel/toasts.ts'
import { useAction } from '../kernel/use-action.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/fields/Button.tsx'
import { ConfirmModal } from '../ui/overlays/Modal.tsx'
import type { ReportPages } from './family.ts'

export function DeleteReport({
  family: { calls, reportType, singular },
  batch,
  row,
}: {
  family: ReportPages
  batch: number
  row: ReportRow
}) {
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const outdated = { invalidates: [calls.listReports, calls.listBatches] }
  const remove = useAction(calls.deleteReport, outdated)
  const restore = useAction(calls.restoreReport, { ...outdated, success: 'Restored.' })
  const it = { batch, report: row.id, ReportType: reportType }
  const run = async () => {
    const outcome = await remove.run(it)
    setAsking(false)
    if (!outcome.ok) return
    await router.navigate({ href: paths.reportBatch(batch || row.batchId, reportType) })
    toast.deleted(() => void restore.run(it))
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Delete this ${singular}?`}
          confirmLabel="Delete"
          danger
          running={remove.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>{row.institutionName} has not seen it. It can be restored for 30 days.</p>
        </ConfirmModal>
      ) : null}
    </>
  )
}
