/** Cancel what is left of a batch, after a question. */
import type { ReportBatch } from '@corridor/contract/reports.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useAction } from '../kernel/use-action.ts'
import { Button } from '../ui/fields/Button.tsx'
import { ConfirmModal } from '../ui/overlays/Modal.tsx'
import type { ReportPages } from './family.ts'

export function CancelBatch({ family, about }: { family: ReportPages; about: ReportBatch }) {
  const { calls, reportType } = family
  const [asking, setAsking] = useState(false)
  const cancel = useAction(calls.cancelBatch, {
    invalidates: [calls.listReports, calls.listBatches],
    success: ({ canceled }) => (canceled === 1 ? '1 report was canceled.' : `${formatCount(canceled)} reports were canceled.`),
  })
  const { remaining } = about.stats
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel batch
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Cancel the ${remaining === 1 ? 'report that is' : `${formatCount(remaining)} reports that are`} not made yet?`}
          confirmLabel="Cancel the rest"
          danger
          running={cancel.running}
          onConfirm={async () => {
            if ((await cancel.run({ batch: about.id, ReportType: reportType })).ok) setAsking(false)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            Reports already generated are kept. The others are marked as canceled and cannot be released until they are generated again;
            what institutions see now does not change.
          </p>
        </ConfirmModal>
      ) : null}
    </>
  )
}
