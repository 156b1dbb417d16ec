/** Why a report could not be made, and the two ways on: post the missing values, or make it as preliminary with a reason. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../kernel/use-action.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/fields/Button.tsx'
import { TextArea } from '../ui/fields/Field.tsx'
import { ConfirmModal } from '../ui/overlays/Modal.tsx'
import css from './FailedReport.module.css'
import { type ReportPages, useMayChange } from './family.ts'
import { useRegenerate } from './regenerate.tsx'

export function FailedReport({ family, batch, row }: { family: ReportPages; batch: number; row: ReportRow }) {
  const { calls } = family
  const mayChange = useMayChange(family)
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const outdated = [calls.getReport, calls.listReports, calls.listBatches]
  const preliminary = useAction(calls.makePreliminary, { invalidates: outdated, quiet: true })
  const again = useRegenerate(family, [row])
  const run = async () => {
    const outcome = await preliminary.run({ batch, report: row.id, reason: reason.trim(), ReportType: family.reportType })
    if (outcome.ok) setAsking(false)
  }
  return (
    <section className={css.failed} aria-label="Why the report failed">
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        <h2>This report could not be made</h2>
        <p>{row.failureReason}</p>
        {row.failurePolicies.length > 0 ? (
          <ul>
            {row.failurePolicies.map((policy) => (
              <li key={policy.policyId}>Policy {policy.policyNumber}</li>
            ))}
          </ul>
        ) : null}
        {mayChange ? (
          <div className={css.actions} data-no-print>
            <LinkButton variant="default" to={paths.dataFeeds({ period: row.period })}>
              Open the carriers’ files
            </LinkButton>
            <Button variant="default" loading={again.running} onClick={again.run}>
              Try again
            </Button>
            {row.can.includes('makePreliminary') ? <Button onClick={() => setAsking(true)}>Make preliminary</Button> : null}
          </div>
        ) : null}
      </div>
      {again.dialog}
      {asking ? (
        <ConfirmModal
          title="Make a preliminary report?"
          confirmLabel="Make preliminary"
          running={preliminary.running}
          ready={reason.trim().length >= 5}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>
            Policies without a value for the date use last month’s. Policies without a beginning value show no increase and are not in the
            journal entry. The report is marked PRELIMINARY and says so in its notes.
          </p>
          <TextArea
            label="Why?"
            hint="Printed in the report’s notes and kept."
            required
            value={reason}
            onChange={setReason}
            error={preliminary.error?.fields.reason ?? preliminary.error?.message}
          />
        </ConfirmModal>
      ) : null}
    </section>
  )
}
