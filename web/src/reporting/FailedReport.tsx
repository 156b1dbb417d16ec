/** Why a report could not be made, and the two ways on: post the missing values, or make it as preliminary with a reason. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useAction } from '../kernel/use-action.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/fields/Button.tsx'
import { TextArea } from '../ui/fields/Field.tsx'
import { Link } from '../ui/fields/Link.tsx'
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
  const unnamed = row.failurePolicies.filter(({ policyNumber }) => !namesIn(row.failureReason ?? '').includes(policyNumber))
  const run = async () => {
    const outcome = await preliminary.run({ batch, report: row.id, reason: reason.trim(), ReportType: family.reportType })
    if (outcome.ok) setAsking(false)
  }
  return (
    <section className={css.failed} aria-label="Why the report failed">
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        <h2>This report could not be made</h2>
        <p>{linked(row, row.failureReason ?? '')}</p>
        {unnamed.length > 0 ? (
          <p>
            {'Also: '}
            {unnamed.map((policy, index) => (
              <Fragment key={policy.policyId}>
                {index > 0 ? ', ' : ''}
                <PolicyLink row={row} policy={policy} />
              </Fragment>
            ))}
          </p>
        ) : null}
        {mayChange ? (
          <div className={css.actions} data-no-print>
            {row.failurePolicies.length > 0 || row.can.includes('makePreliminary') ? (
              <LinkButton variant="default" to={paths.dataFeeds({ period: row.period })}>
                Open the carriers’ files
              </LinkButton>
            ) : (
              <LinkButton variant="default" to={paths.institution(row.institutionId)}>
                Open the institution
              </LinkButton>
            )}
            <Button variant="default" loading={again.running} onClick={again.run}>
              Generate again
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

type FailurePolicy = ReportRow['failurePolicies'][number]

const PolicyLink = ({ row, policy }: { row: ReportRow; policy: FailurePolicy }) => (
  <Link to={paths.registerPolicy(row.institutionId, policy.policyId)}>{policy.policyNumber}</Link>
)

/** The words of a sentence without its marks: a number may be the beginning of another one. */
const namesIn = (sentence: string): string[] => sentence.split(BETWEEN)
const BETWEEN = /([\s,;:]+|\.(?=\s|$))/

/** The sentence with the policies that it names as links to them. */
const linked = (row: ReportRow, sentence: string): ReactNode[] =>
  namesIn(sentence).map((word, index) => {
    const policy = row.failurePolicies.find(({ policyNumber }) => policyNumber === word)
    return policy ? <PolicyLink key={policy.policyId} row={row} policy={policy} /> : <Fragment key={`${index} ${word}`}>{word}</Fragment>
  })
