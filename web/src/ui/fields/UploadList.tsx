/**
 * Files that a person is uploading, one line each: name, what the name says, state, and the line's own error with its way out. The totals count
 * only what is stored. Feed it with the items of `useUploadQueue` (kernel/upload.ts).
 */
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { IconPencil, IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isRefused, type UploadItem } from '../../kernel/upload.ts'
import { DataTable } from '../list/DataTable.tsx'
import type { Column } from '../list/data-table-types.ts'
import { ProgressBar } from '../states/ProgressBar.tsx'
import { StatusBadge, type StatusTable } from '../states/StatusBadge.tsx'
import { Button } from './Button.tsx'
import { TextField } from './Field.tsx'
import css from './UploadList.module.css'

interface UploadListProps<Reply> {
  /** Name of the rows: "Files to upload". */
  label: string
  items: readonly UploadItem<Reply>[]
  /** Between the name and the state: what the name says. */
  columns?: readonly Column<UploadItem<Reply>>[]
  /** Why a file that waits cannot be sent; undefined when it can. */
  problemOf?: (item: UploadItem<Reply>) => ReactNode | undefined
  /** A note on a waiting file, though it can be sent. */
  noteOf?: (item: UploadItem<Reply>) => ReactNode | undefined
  /** With it a name that cannot be sent is mended in place. */
  onRename?: (id: number, name: string) => void
  onRemove: (ids: readonly number[]) => void
  onRetry: (ids?: readonly number[]) => void
  /** For a file that is stored: a link to it. */
  storedAs?: (item: UploadItem<Reply>) => ReactNode
}

type LineStatus = 'ready' | 'problem' | 'sending' | 'stored' | 'failed'
const STATUSES: StatusTable<LineStatus> = {
  ready: { label: 'Ready', tone: 'quiet', sign: 'ready' },
  problem: { label: 'Cannot be sent', tone: 'bad', sign: 'blocked' },
  sending: { label: 'Sending', tone: 'busy' },
  stored: { label: 'Stored', tone: 'good' },
  failed: { label: 'Not stored', tone: 'bad' },
}
const SHOWN = ['all', 'attention', 'stored'] as const

export function UploadList<Reply>(props: UploadListProps<Reply>) {
  const { label, items, columns = [], problemOf, noteOf, onRename, onRemove, onRetry, storedAs } = props
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('all')
  const statusOf = (item: UploadItem<Reply>): LineStatus =>
    item.status !== 'waiting' ? item.status : problemOf?.(item) === undefined ? 'ready' : 'problem'
  const needsAttention = (item: UploadItem<Reply>) => ['problem', 'failed'].includes(statusOf(item))
  const counts = { all: items.length, attention: items.filter(needsAttention).length, stored: items.filter(isStored).length }
  // Nothing left of what was looked at: everything is shown again.
  const looking = counts[shown] === 0 ? 'all' : shown
  const rows = items.filter((item) => looking === 'all' || (looking === 'attention' ? needsAttention(item) : isStored(item)))

  const all: readonly Column<UploadItem<Reply>>[] = [
    { key: 'name', header: 'File', cell: (item) => <NameCell item={item} {...(onRename ? { onRename } : {})} storedAs={storedAs} /> },
    ...columns,
    { key: 'sizeBytes', header: 'Size', numeric: true, width: 96, cell: (item) => fileSize(item.sizeBytes) },
    {
      key: 'status',
      header: 'Status',
      width: 280,
      cell: (item) => (
        <span className={css.state}>
          <StatusBadge status={statusOf(item)} table={STATUSES} />
          {item.status === 'sending' ? <ProgressBar label={`${item.name} sent`} value={Math.round(item.fraction * 100)} of={100} /> : null}
          {statusOf(item) === 'ready' && noteOf?.(item) ? <span className={css.note}>{noteOf(item)}</span> : null}
          {needsAttention(item) ? <span className={css.why}>{item.error ? sentenceOf(item.error) : problemOf?.(item)}</span> : null}
        </span>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 92,
      cell: (item) => (
        <span className={css.actions}>
          {item.status === 'failed' && !isRefused(item) ? (
            <IconButton label={`Try ${item.name} again`} onClick={() => onRetry([item.id])}>
              <IconRefresh size={17} aria-hidden />
            </IconButton>
          ) : null}
          {item.status === 'stored' ? null : (
            <IconButton label={item.status === 'sending' ? `Stop ${item.name}` : `Remove ${item.name}`} onClick={() => onRemove([item.id])}>
              <IconX size={17} aria-hidden />
            </IconButton>
          )}
        </span>
      ),
    },
  ]

  return (
    <div>
      <div className={css.filter} role="group" aria-label="Which files are shown" data-no-print>
        {SHOWN.map((each) => (
          <button key={each} type="button" aria-pressed={looking === each} disabled={counts[each] === 0} onClick={() => setShown(each)}>
            {WORDS[each]} <span>{counts[each].toLocaleString('en-US')}</span>
          </button>
        ))}
      </div>
      <DataTable
        plain
        label={label}
        columns={all}
        rows={rows}
        idOf={(item) => item.id}
        toneOf={(item) => (needsAttention(item) ? 'attention' : undefined)}
      />
    </div>
  )
}

const WORDS = { all: 'All', attention: 'Need attention', stored: 'Stored' } as const
const isStored = <Reply,>(item: UploadItem<Reply>): boolean => item.status === 'stored'

/** "288 of 300 stored · 8.1 MB": what is stored, and nothing that only left the browser. */
export function UploadTotals<Reply>({ items }: { items: readonly UploadItem<Reply>[] }) {
  const stored = items.filter(isStored)
  const sending = items.filter(({ status }) => status === 'sending').length
  const failed = items.filter(({ status }) => status === 'failed').length
  const bytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const number = (count: number) => count.toLocaleString('en-US')
  return (
    <span className={css.totals}>
      <ProgressBar label="Files stored" value={stored.length} of={items.length} />
      <span role="status">
        <strong>
          {number(stored.length)} of {number(items.length)} stored
        </strong>
        {stored.length > 0 ? `, ${fileSize(bytes)}` : ''}
        {sending > 0 ? ` · ${number(sending)} on their way` : ''}
        {failed > 0 ? ` · ${number(failed)} not stored` : ''}
      </span>
    </span>
  )
}

function NameCell<Reply>({
  item,
  onRename,
  storedAs,
}: {
  item: UploadItem<Reply>
  onRename?: (id: number, name: string) => void
  storedAs: ((item: UploadItem<Reply>) => ReactNode) | undefined
}) {
  const [renaming, setRenaming] = useState(false)
  const mayRename = onRename && (item.status === 'waiting' || item.status === 'failed')
  if (renaming && mayRename)
    return (
      <RenameForm
        name={item.name}
        onDone={(name) => {
          setRenaming(false)
          if (name !== null && name !== item.name) onRename(item.id, name)
        }}
      />
    )
  return (
    <span className={css.name}>
      <span>{(item.status === 'stored' ? storedAs?.(item) : null) ?? item.name}</span>
      {mayRename ? (
        <IconButton label={`Rename ${item.name}`} onClick={() => setRenaming(true)}>
          <IconPencil size={15} aria-hidden />
        </IconButton>
      ) : null}
    </span>
  )
}

/** @param onDone null: the name stays */
function RenameForm({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const [typed, setTyped] = useState(name)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      className={css.rename}
      onSubmit={(event) => {
        event.preventDefault()
        onDone(typed.trim() || null)
      }}
    >
      <TextField
        label={`New name of ${name}`}
        hideLabel
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null)
        }}
      />
      <Button type="submit" size="xs">
        Rename
      </Button>
      <Button size="xs" variant="subtle" onClick={() => onDone(null)}>
        Cancel
      </Button>
    </form>
  )
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.icon} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}

/** The field's own sentence where the server gave one: that of the file. */
const sentenceOf = (error: { message: string; fields: Readonly<Record<string, readonly string[]>> }): string =>
  error.fields.file?.join(' ') ?? error.message
