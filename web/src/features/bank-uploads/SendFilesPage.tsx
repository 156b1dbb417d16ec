/** Sending files to the service team: several at once with a note, and what became of those sent before. */

import {
  BANK_UPLOAD_FILES,
  type BankUpload,
  bankUploadEvents,
  finishBankUploads,
  listBankUploads,
  NOTE_MOST,
  sendBankUpload,
  withdrawBankUpload,
} from '@corridor/contract/bank-uploads.ts'
import { getServiceTeam } from '@corridor/contract/service-team.ts'
import { ACCEPTED_EXTENSIONS, LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import { bankUploadCan } from '@corridor/domain/files/bank-uploads.ts'
import { refusalByName } from '@corridor/domain/files/name-and-size-checks.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { useState } from 'react'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { isRefused, type UploadItem, useUploadQueue } from '../../kernel/upload.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { UploadList, UploadTotals } from '../../ui/fields/UploadList.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './bank-uploads.module.css'
import { FILE, SENDER, SENT, SIZE, STATE, STATUS_FILTER } from './upload-words.tsx'

export function SendFilesPage() {
  const { actingAs } = useSession()
  const team = useEndpoint(getServiceTeam, {}).data?.records ?? []
  const names = team.map(({ firstName, lastName, displayName }) => displayName ?? `${firstName} ${lastName}`)
  const [withdrawing, setWithdrawing] = useState<BankUpload | null>(null)
  useLive(bankUploadEvents, {}, { on: { upload: [listBankUploads] } })
  const list = useList({
    endpoint: listBankUploads,
    label: 'Files sent',
    noun: 'file',
    columns: actingAs ? COLUMNS : [...COLUMNS, withdrawColumn(setWithdrawing)],
    idOf: ({ id }) => id,
    nameOf: ({ uploadName }) => uploadName,
    defaultSort: 'createdAt',
    desc: true,
    filters: [STATUS_FILTER],
  })
  return (
    <>
      <PageHeader
        title="Bank Uploads"
        note={
          names.length > 0 ? (
            <>
              Files go to <Link to={paths.serviceTeam()}>your service team</Link>: {names.join(', ')}.
            </>
          ) : (
            'Files go to your service team.'
          )
        }
      />
      <div className={css.stack}>
        {actingAs ? null : <SendForm />}
        <ListPanel
          title="Files sent"
          list={list}
          toneOf={({ status }) => (status === 'REFUSED' ? 'attention' : undefined)}
          empty={{
            title: 'Nothing has been sent yet',
            why: 'Files that you or your colleagues send to your service team are listed here.',
          }}
        />
      </div>
      {withdrawing ? <Withdraw upload={withdrawing} onClose={() => setWithdrawing(null)} /> : null}
    </>
  )
}

const COLUMNS: readonly Column<BankUpload>[] = [FILE, STATE, SIZE, SENDER, SENT]

function SendForm() {
  const [note, setNote] = useState('')
  const [uploadBatch, setUploadBatch] = useState(() => crypto.randomUUID())
  const [told, setTold] = useState(0)
  const finish = useAction(finishBankUploads, { quiet: true })
  /** A failed mail may be tried again, a waiting one be sent: all of it belongs to one mail. */
  const tellWhenDone = async (now: readonly Item[]) => {
    const open = now.some((item) => isReady(item) || (item.status === 'failed' && !isRefused(item)))
    const kept = now.filter(isStored).length
    if (open || kept <= told) return
    setTold(kept)
    setUploadBatch(crypto.randomUUID())
    setNote('')
    const outcome = await finish.run({ uploadBatch })
    await invalidate(listBankUploads)
    // Should this be lost, the server tells the team some minutes later.
    const names = outcome.ok ? outcome.value.told : []
    if (names.length > 0) toast.success(`Sent. ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} notified by email.`)
  }
  const queue = useUploadQueue({
    endpoint: sendBankUpload,
    purpose: 'BANK_UPLOAD',
    inputOf: () => ({}),
    fieldsOf: () => ({ uploadBatch, ...(note.trim() === '' ? {} : { note: note.trim() }) }),
    onIdle: (now) => void tellWhenDone(now),
  })
  const { items } = queue
  const ready = items.filter(isReady).slice(0, BANK_UPLOAD_FILES)
  const failed = items.filter((item) => item.status === 'failed' && !isRefused(item))
  const sending = items.some(({ status }) => status === 'sending')
  const remove = (ids: readonly number[]) => {
    queue.remove(ids)
    if (!sending) void tellWhenDone(items.filter(({ id }) => !ids.includes(id)))
  }

  return (
    <Panel title="Send files" note="Do not include passwords or Social Security numbers in a note.">
      <div className={css.form}>
        <TextArea label="Note (optional)" value={note} onChange={setNote} rows={2} maxLength={NOTE_MOST} disabled={sending} />
        <FileDrop
          label={items.length === 0 ? 'Drop files here' : 'Drop more files here'}
          accept={ACCEPTED_EXTENSIONS}
          maxBytes={LARGEST_FILE_BYTES}
          multiple
          takesAll
          onFiles={queue.add}
        />
        <p className={css.rule}>Each file is checked before your team can open it.</p>
        {items.length > 0 ? (
          <>
            <UploadTotals items={items} />
            <UploadList
              label="Files to send"
              items={items}
              problemOf={problemOf}
              onRename={queue.rename}
              onRemove={remove}
              onRetry={queue.retry}
            />
          </>
        ) : null}
        <div className={css.bar}>
          {ready.length > 0 ? (
            <Button onClick={() => queue.start(ready.map(({ id }) => id))} loading={sending}>
              Send {counted(ready.length, 'file')}
            </Button>
          ) : null}
          {failed.length > 0 ? (
            <Button variant="default" onClick={() => queue.retry()}>
              Try {counted(failed.length, 'file')} again
            </Button>
          ) : null}
          {sending ? (
            <Button variant="default" onClick={queue.stop}>
              Stop
            </Button>
          ) : null}
        </div>
      </div>
    </Panel>
  )
}

type Item = UploadItem<BankUpload>
const isStored = ({ status }: Item) => status === 'stored'
const isReady = (item: Item) => item.status === 'waiting' && problemOf(item) === undefined
const problemOf = ({ name, sizeBytes }: { name: string; sizeBytes: number }) => refusalByName(name, sizeBytes)?.sentence

const withdrawColumn = (onWithdraw: (upload: BankUpload) => void): Column<BankUpload> => ({
  key: 'withdraw',
  header: 'Withdraw',
  cell: (row) =>
    bankUploadCan.withdraw.includes(row.status) ? (
      <Button size="xs" variant="default" aria-label={`Withdraw ${row.uploadName}`} onClick={() => onWithdraw(row)}>
        Withdraw
      </Button>
    ) : null,
})

function Withdraw({ upload, onClose }: { upload: BankUpload; onClose: () => void }) {
  const action = useAction(withdrawBankUpload, { invalidates: [listBankUploads], success: `${upload.uploadName} was withdrawn.` })
  const run = async () => {
    if ((await action.run({ id: upload.id })).ok) onClose()
  }
  return (
    <ConfirmModal title="Withdraw this file?" confirmLabel="Withdraw" danger onConfirm={() => void run()} onCancel={onClose}>
      <p>
        <strong>{upload.uploadName}</strong> stays in this list, and your service team can no longer open it.
      </p>
    </ConfirmModal>
  )
}
