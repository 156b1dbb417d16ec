/** Statuses and columns that both sides' lists of bank uploads share. */

import { BANK_UPLOAD_STATUSES, type BankUpload, type BankUploadStatus, bankUploadFile } from '@corridor/contract/bank-uploads.ts'
import { BANK_UPLOAD_WORDS, bankUploadCan } from '@corridor/domain/files/bank-uploads.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { downloadLarge } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { formatMoment } from '../../ui/formats.ts'
import { momentColumn, personColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './bank-uploads.module.css'

const words = BANK_UPLOAD_WORDS
const STATUSES: StatusTable<BankUploadStatus> = {
  SENT: { label: words.SENT.label, tone: 'note', sign: 'sent' },
  TAKEN: { label: words.TAKEN.label, tone: 'good' },
  WITHDRAWN: { label: words.WITHDRAWN.label, tone: 'quiet', sign: 'takenBack' },
  HELD: { label: words.HELD.label, tone: 'busy', sign: 'checking' },
  REFUSED: { label: words.REFUSED.label, tone: 'bad' },
}
export const STATUS_FILTER = {
  key: 'status',
  label: 'Status',
  many: true,
  options: BANK_UPLOAD_STATUSES.map((value) => ({ value, label: words[value].label })),
} as const

export const FILE: Column<BankUpload> = {
  key: 'uploadName',
  header: 'File',
  sortable: true,
  exportAs: ['uploadName', 'note'],
  cell: (row) => (
    <span className={css.file}>
      {bankUploadCan.open.includes(row.status) ? (
        <button
          type="button"
          className={css.open}
          onClick={() => void downloadLarge(bankUploadFile, { id: row.id }).catch((cause: unknown) => toast.error(cause))}
        >
          {row.uploadName}
        </button>
      ) : (
        <span>{row.uploadName}</span>
      )}
      {row.note ? (
        <span className={css.note} title={row.note}>
          {row.note}
        </span>
      ) : null}
    </span>
  ),
}
export const STATE: Column<BankUpload> = {
  key: 'status',
  header: 'Status',
  sortable: true,
  exportAs: ['status', 'takenBy', 'takenAt', 'withdrawnAt'],
  cell: ({ status, takenBy, takenAt, withdrawnAt }) => (
    <span className={css.state} title={words[status].meaning}>
      <StatusBadge status={status} table={STATUSES} />
      {takenBy && takenAt ? <span className={css.when}>{`${takenBy}, ${formatMoment(takenAt)}`}</span> : null}
      {withdrawnAt ? <span className={css.when}>{formatMoment(withdrawnAt)}</span> : null}
    </span>
  ),
}
export const SIZE: Column<BankUpload> = {
  key: 'sizeBytes',
  header: 'Size',
  sortable: true,
  numeric: true,
  cell: ({ sizeBytes }) => fileSize(sizeBytes),
}
export const SENT: Column<BankUpload> = momentColumn('createdAt', 'Sent', { sortable: true })
export const SENDER: Column<BankUpload> = personColumn('sentBy', 'Sent by', { sortable: true })
