/** The review of the month's audit: its sign-off, whether the audit changed since, the history with what was withdrawn, and the statement as a PDF. */
import {
  auditReview,
  auditStatement,
  listSignOffs,
  type SignOffRecord,
  signOffAudit,
  withdrawSignOff,
} from '@corridor/contract/audit-sign-offs.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { AUDIT_CHECKS, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { dayColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ExportMenu } from '../../ui/list/ExportMenu.tsx'
import { exportedColumns } from '../../ui/list/exported-columns.ts'
import { Pagination } from '../../ui/list/Pagination.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './auditing.module.css'

type Standing = ReplyOf<typeof auditReview>
const PER_PAGE = 10
const SHORTEST = 5
const CHANGED = { invalidates: [auditReview, listSignOffs], quiet: true }

/** Without a sign-off the sentence says all. */
const STANDINGS: StatusTable<Exclude<Standing['standing'], 'none'>> = {
  current: { label: 'Reviewed', tone: 'good' },
  earlier: { label: 'Changed since its review', tone: 'warn' },
}

export function Review({ check, period }: { check: AuditCheck; period: string }) {
  const mayChange = useCan(signOffAudit.access)
  const [isSigning, setSigning] = useState(false)
  const query = useEndpoint(auditReview, { check, period })
  return (
    <Loaded query={query}>
      {(review) => (
        <Panel
          title="Review"
          note="Signed off by a person who posted none of the month’s values, for the figures as they stood then."
          flush
          actions={
            <>
              <Statement check={check} period={period} />
              {mayChange ? (
                <Button disabled={review.refused !== null || review.standing === 'current'} onClick={() => setSigning(true)}>
                  Sign off
                </Button>
              ) : null}
            </>
          }
        >
          <div className={css.review}>
            {review.standing === 'none' ? null : <StatusBadge status={review.standing} table={STANDINGS} />}
            <p>{review.sentence}</p>
            {mayChange && review.refused !== null ? <p className={css.asOf}>{review.refused}</p> : null}
          </div>
          <History check={check} period={period} mayChange={mayChange} />
          {isSigning ? <SignOff check={check} period={period} review={review} onClose={() => setSigning(false)} /> : null}
        </Panel>
      )}
    </Loaded>
  )
}

function Statement({ check, period }: { check: AuditCheck; period: string }) {
  const [running, setRunning] = useState(false)
  const save = async () => {
    setRunning(true)
    try {
      toast.success(`${await download(auditStatement, { check, period })} is in your downloads.`)
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={running} onClick={() => void save()}>
      Statement (PDF)
    </Button>
  )
}

function History({ check, period, mayChange }: { check: AuditCheck; period: string; mayChange: boolean }) {
  const [page, setPage] = useState(1)
  const [withdrawing, setWithdrawing] = useState<SignOffRecord | null>(null)
  const query = useEndpoint(listSignOffs, { check, period, take: PER_PAGE, skip: (page - 1) * PER_PAGE })
  return (
    <Loaded query={query}>
      {({ records, page: { totalRecords } }) =>
        // Without any, the line above says so, and the exceptions below move up.
        totalRecords === 0 ? null : (
          <>
            <DataTable
              label="Sign-offs"
              rows={records}
              idOf={({ id }) => id}
              totalRecords={totalRecords}
              noun="sign-off"
              columns={mayChange ? [...COLUMNS, withdrawWith(setWithdrawing)] : COLUMNS}
              tools={<ExportMenu endpoint={listSignOffs} input={{ check, period }} columns={EXPORTED} />}
            />
            <Pagination
              label="Pages of sign-offs"
              page={page}
              perPage={PER_PAGE}
              totalRecords={totalRecords}
              onPage={setPage}
              whole="the statement (PDF)"
            />
            {withdrawing ? <Withdraw signOff={withdrawing} onClose={() => setWithdrawing(null)} /> : null}
          </>
        )
      }
    </Loaded>
  )
}

const standingOf = ({ isCurrent, withdrawnAt, withdrawnBy, withdrawalReason }: SignOffRecord): string => {
  if (withdrawnAt !== null) return `Withdrawn by ${withdrawnBy}, ${formatMoment(withdrawnAt)}: ${withdrawalReason}`
  return isCurrent ? 'Of the audit as it stands' : 'Of an earlier state'
}
const COLUMNS: readonly Column<SignOffRecord>[] = [
  textColumn('signedBy', 'Reviewed by'),
  dayColumn('signedAt', 'On'),
  textColumn('note', 'Note'),
  {
    key: 'statement',
    header: 'Findings that were reviewed',
    cell: ({ statement, stateSha256 }) => `${statement} State ${stateSha256.slice(0, 8)}.`,
  },
  { key: 'standing', header: 'Standing', cell: standingOf },
]
const EXPORTED = exportedColumns(
  ['signedBy', 'signedAt', 'note', 'statement', 'stateSha256', 'isCurrent', 'withdrawnBy', 'withdrawnAt', 'withdrawalReason'].map(
    (key) => ({ key, header: '' }),
  ),
  COLUMNS,
)

const withdrawWith = (ask: (signOff: SignOffRecord) => void): Column<SignOffRecord> => ({
  key: 'withdraw',
  header: 'Change',
  isControl: true,
  cell: (signOff) =>
    signOff.withdrawnAt === null ? (
      <Button
        size="xs"
        variant="default"
        aria-label={`Withdraw the sign-off of ${signOff.signedBy}, ${formatMoment(signOff.signedAt)}`}
        onClick={() => ask(signOff)}
      >
        Withdraw
      </Button>
    ) : null,
})

function SignOff({ check, period, review, onClose }: { check: AuditCheck; period: string; review: Standing; onClose: () => void }) {
  const [note, setNote] = useState('')
  const sign = useAction(signOffAudit, { ...CHANGED, success: 'Signed off.' })
  const run = async () => {
    const said = note.trim()
    if ((await sign.run({ check, period, stateSha256: review.stateSha256, ...(said ? { note: said } : {}) })).ok) onClose()
  }
  return (
    <ConfirmModal
      title={`Sign off ${AUDIT_CHECKS[check].title}?`}
      confirmLabel="Sign off"
      running={sign.running}
      ready={review.noteAsked === null || note.trim() !== ''}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <p>
          You confirm that you reviewed this audit of {formatMonth(plainDate(period))} as it stands. Once what it examined, asked, found or
          settled changes, it has to be signed off again.
        </p>
        <TextArea
          label="Note"
          required={review.noteAsked !== null}
          hint={review.noteAsked ?? 'If you wish; it is printed with the statement.'}
          value={note}
          onChange={setNote}
          error={sign.error ? (sign.error.fields.note ?? sign.error.message) : undefined}
        />
      </div>
    </ConfirmModal>
  )
}

function Withdraw({ signOff, onClose }: { signOff: SignOffRecord; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const withdraw = useAction(withdrawSignOff, { ...CHANGED, success: 'Sign-off withdrawn.' })
  const run = async () => {
    if ((await withdraw.run({ id: signOff.id, reason: reason.trim() })).ok) onClose()
  }
  return (
    <ConfirmModal
      title={`Withdraw the sign-off of ${signOff.signedBy}?`}
      confirmLabel="Withdraw"
      danger
      running={withdraw.running}
      ready={reason.trim().length >= SHORTEST}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <p>
          The audit then counts as not reviewed, unless someone else signed it off. This sign-off stays in the history with your reason.
        </p>
        <TextArea
          label="Why?"
          required
          value={reason}
          onChange={setReason}
          error={withdraw.error ? (withdraw.error.fields.reason ?? withdraw.error.message) : undefined}
        />
      </div>
    </ConfirmModal>
  )
}
