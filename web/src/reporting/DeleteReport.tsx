/** Asks whether the report of this page is to be deleted, goes to its batch, and offers Undo there. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { useRouter } from '@tanstack/react-router'
import { toast } from '../kernel/toasts.ts'
import { useAction } from '../kernel/use-action.ts'
import { paths } from '../paths.ts'
import { ConfirmModal } from '../ui/overlays/Modal.tsx'
import type { ReportPages } from './family.ts'

export function DeleteReport({
  family: { calls, reportType, singular },
  batch,
  row,
  onClose,
}: {
  family: ReportPages
  batch: number
  row: ReportRow
  onClose: () => void
}) {
  const router = useRouter()
  const outdated = { invalidates: [calls.listReports, calls.listBatches] }
  const remove = useAction(calls.deleteReport, outdated)
  const restore = useAction(calls.restoreReport, { ...outdated, success: 'Restored.' })
  const it = { batch, report: row.id, ReportType: reportType }
  const run = async () => {
    const outcome = await remove.run(it)
    onClose()
    if (!outcome.ok) return
    await router.navigate({ href: paths.reportBatch(batch || row.batchId, reportType) })
    toast.deleted(() => void restore.run(it))
  }
  return (
    <ConfirmModal
      title={`Delete this ${singular}?`}
      confirmLabel="Delete"
      danger
      running={remove.running}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>{row.institutionName} has not seen it. It can be restored for 30 days.</p>
    </ConfirmModal>
  )
}
