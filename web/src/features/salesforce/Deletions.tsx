/** Records that Salesforce deleted after they had come in: a person looks at each, and says what became of it. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getOnboarding } from '@corridor/contract/onboarding.ts'
import { getSalesforce, listDeletions, settleDeletion } from '@corridor/contract/salesforce.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './salesforce.module.css'

const SHORTEST_REASON = 5
const MOST = 100

type Deletion = ReplyOf<typeof listDeletions>['records'][number]

export function Deletions() {
  const { data } = useEndpoint(listDeletions, { open: 'true', take: MOST })
  const maySettle = useCan(settleDeletion.access)
  const [asked, setAsked] = useState<Deletion | null>(null)
  const [reason, setReason] = useState('')
  const settle = useAction(settleDeletion, { invalidates: [listDeletions, getSalesforce], success: 'Saved!', quiet: true })
  const records = data?.records ?? []
  if (records.length === 0) return null
  return (
    <Panel
      title="Deleted in Salesforce"
      note={`${data?.page.totalRecords} records that were imported earlier. Nothing in the book has changed: each line proposes what to do.`}
      flush
    >
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">In the book</th>
              <th scope="col">Type</th>
              <th scope="col">Record</th>
              <th scope="col">Deleted</th>
              <th scope="col">Proposal</th>
              {maySettle ? <th scope="col">Resolution</th> : null}
            </tr>
          </thead>
          <tbody>
            {records.map((row) => (
              <tr key={row.recordId}>
                <td>
                  <Subject row={row} />
                </td>
                <td>{`${row.label}${row.period ? `, ${formatMonth(plainDate(row.period))}` : ''}`}</td>
                <td>{row.recordId}</td>
                <td>{formatMoment(row.deletedAt)}</td>
                <td>{row.proposal}</td>
                {maySettle ? (
                  <td>
                    <Button size="xs" variant="default" onClick={() => setAsked(row)}>
                      Settle
                    </Button>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {asked ? (
        <ConfirmModal
          title={`Record ${asked.recordId} was deleted in Salesforce`}
          confirmLabel="Settle"
          running={settle.running}
          ready={reason.trim().length >= SHORTEST_REASON}
          onConfirm={async () => {
            const outcome = await settle.run({ type: asked.type, recordId: asked.recordId, reason: reason.trim() })
            if (!outcome.ok) return
            setAsked(null)
            setReason('')
          }}
          onCancel={() => setAsked(null)}
        >
          <p>The imported record is kept. Enter how this was resolved: the record stays, or where it was corrected.</p>
          <TextArea
            label="How was it resolved?"
            required
            value={reason}
            onChange={setReason}
            error={settle.error ? (settle.error.fields.reason ?? settle.error.message) : undefined}
          />
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}

function Subject({ row: { name, fileId, importId, institutionName } }: { row: Deletion }) {
  const mayOpenImports = useCan(getOnboarding.access)
  const words = `${name ?? 'No longer in the book'}${institutionName && institutionName !== name ? `, ${institutionName}` : ''}`
  if (fileId !== null) return <Link to={paths.dataFeed(fileId, { policy: name })}>{name ?? 'The row that came in'}</Link>
  return importId !== null && mayOpenImports ? <Link to={paths.onboardingImport(importId, 'sources')}>{words}</Link> : words
}
