/** One's own board books: what each was made of, what has changed since, and its file. */

import { type BoardBook, boardBookFile, deleteBoardBook, listBoardBooks } from '@corridor/contract/board-books.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatMonth, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadLarge } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './board-books.module.css'

const STATUSES: StatusTable<BoardBook['status']> = {
  MAKING: { label: 'Being prepared', tone: 'busy' },
  READY: { label: 'Ready', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
}
const SINCE = {
  SAME: null,
  NEWER: { label: 'There is a newer version', tone: 'warn', sign: 'newVersion' },
  GONE: { label: 'No longer available to you', tone: 'bad', sign: 'blocked' },
} as const

const pagesOf = (count: number) => counted(count, 'page')

export function Books({ books }: { books: readonly BoardBook[] }) {
  const [deleting, setDeleting] = useState<BoardBook | null>(null)
  const remove = useAction(deleteBoardBook, { invalidates: [listBoardBooks], success: 'Deleted!' })
  return (
    <Panel title="Your board books" note="Only you see them. Download one to share it.">
      {books.length === 0 ? (
        <EmptyState
          title="No board books yet"
          why="A board book binds reports and documents into one PDF with contents and page numbers. Those that you create are kept here."
          next={<span>Choose the files above, then “Create board book”.</span>}
        />
      ) : null}
      <ul className={css.books} hidden={books.length === 0}>
        {books.map((book) => (
          <li key={book.id}>
            <div className={css.head}>
              <div className={css.words}>
                <h3>{book.name}</h3>
                <small>
                  {[
                    isPlainDate(book.period) ? formatMonth(book.period) : book.period,
                    formatMoment(book.createdAt),
                    ...(book.pages === null || book.sizeBytes === null ? [] : [pagesOf(book.pages), fileSize(book.sizeBytes)]),
                  ].join(' · ')}
                </small>
              </div>
              <StatusBadge status={book.status} table={STATUSES} />
              {book.status === 'READY' ? (
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<IconDownload size={15} aria-hidden />}
                  aria-label={`Download ${book.name}`}
                  onClick={() => void downloadLarge(boardBookFile, { id: book.id }).catch((cause: unknown) => toast.error(cause))}
                >
                  Download
                </Button>
              ) : null}
              <Button
                size="sm"
                variant="subtle"
                leftSection={<IconTrash size={15} aria-hidden />}
                aria-label={`Delete ${book.name}`}
                onClick={() => setDeleting(book)}
              >
                Delete
              </Button>
            </div>
            {book.failure ? <p role="status">{book.failure}</p> : null}
            <details>
              <summary>
                {book.parts.length} {book.parts.length === 1 ? 'part' : 'parts'}
                {book.parts.some(({ since }) => since !== 'SAME') ? ', changed since' : ''}
              </summary>
              <ol className={css.files}>
                {book.parts.map((part) => {
                  const since = SINCE[part.since]
                  return (
                    <li key={`${part.kind} ${part.id}`}>
                      <span className={css.words}>
                        <span>{part.title}</span>
                        <small>
                          {[
                            part.typeName,
                            `version ${part.version}`,
                            part.standing,
                            part.pages === null ? 'not included: not a PDF' : pagesOf(part.pages),
                          ].join(' · ')}
                        </small>
                        <small className={css.hash}>SHA-256 {part.sha256}</small>
                      </span>
                      {since ? <StatusBadge status="since" table={{ since }} /> : null}
                    </li>
                  )
                })}
              </ol>
            </details>
          </li>
        ))}
      </ul>
      {deleting ? (
        <ConfirmModal
          title={`Delete “${deleting.name}”?`}
          confirmLabel="Delete"
          danger
          running={remove.running}
          onCancel={() => setDeleting(null)}
          onConfirm={async () => {
            const outcome = await remove.run({ id: deleting.id })
            if (outcome.ok) setDeleting(null)
          }}
        >
          <p>The board book is deleted for good. The reports and documents that it was made of stay.</p>
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}
