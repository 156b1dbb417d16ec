/** Withdraw: hides released reports from their institutions again, with a reason. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { useState } from 'react'
import { toast } from '../kernel/toasts.ts'
import { useAction } from '../kernel/use-action.ts'
import { Button } from '../ui/fields/Button.tsx'
import { TextArea } from '../ui/fields/Field.tsx'
import { ConfirmModal } from '../ui/overlays/Modal.tsx'
import type { ReportPages } from './family.ts'
import { papersOf } from './paper-words.ts'

interface WithdrawReportsProps {
  family: ReportPages
  batch: number
  reports: readonly ReportRow[]
  small?: boolean
  onDone?: () => void
}

export function WithdrawReports({ family, batch, reports, small = false, onDone }: WithdrawReportsProps) {
  const { calls } = family
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const withdraw = useAction(calls.withdrawReports, { invalidates: [calls.listReports, calls.listBatches, calls.getReport], quiet: true })
  const run = async () => {
    const outcome = await withdraw.run({
      batch,
      reportIds: reports.map((report) => report.id),
      reason: reason.trim(),
      ReportType: family.reportType,
    })
    if (!outcome.ok) return toast.error(outcome.error)
    const withdrawn = reports.filter(({ id }) => outcome.value.withdrawn.includes(id))
    if (withdrawn.length > 0) toast.success(`Withdrew ${papersOf(withdrawn)}.`)
    for (const refusal of outcome.value.refused) toast.error(refusal.message)
    setAsking(false)
    onDone?.()
  }
  return (
    <>
      <Button size={small ? 'xs' : 'sm'} variant="default" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Withdraw ${papersOf(reports)}?`}
          confirmLabel="Withdraw"
          danger
          running={withdraw.running}
          ready={reason.trim().length >= 5}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>
            {reports.length === 1 ? 'The institution no longer sees it.' : 'The institutions no longer see them.'} Nothing is deleted; it
            can be released again.
          </p>
          <TextArea label="Why?" required value={reason} onChange={setReason} error={withdraw.error?.fields.reason} />
        </ConfirmModal>
      ) : null}
    </>
  )
}
