/** Files of a message that is being written: each is sent and checked as it is chosen, and goes along when the message is sent. */
import { attachToServiceRequest, detachFromServiceRequest, REQUEST_FILES_MOST } from '@corridor/contract/service-desk.ts'
import { ACCEPTED_EXTENSIONS, LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import type { ReactNode } from 'react'
import { call } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { useUploadQueue } from '../../kernel/upload.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import css from './service-desk.module.css'

export const UNFINISHED = 'A file is still on its way, or could not be sent. Wait for it, or remove it from the list below.'

interface AddedFiles {
  /** The stored files, which go along. */
  ids: number[]
  /** A file is on its way, or could not be stored: the message would go without it. */
  unfinished: boolean
  clear: () => void
  control: ReactNode
}

/** @param requestId the request that staff answer; an institution's people need none */
export function useFiles(requestId: number | null): AddedFiles {
  const queue = useUploadQueue({
    endpoint: attachToServiceRequest,
    purpose: 'SERVICE_REQUEST',
    inputOf: () => ({}),
    fieldsOf: () => (requestId === null ? {} : { requestId: String(requestId) }),
  })
  const { items } = queue
  const add = (files: File[]) => {
    const room = REQUEST_FILES_MOST - items.length
    if (files.length > room) toast.info(`A message takes up to ${REQUEST_FILES_MOST} files.`)
    queue.start(queue.add(files.slice(0, Math.max(0, room))).map(({ id }) => id))
  }
  const remove = (item: (typeof items)[number]) => {
    queue.remove([item.id])
    // Should this be lost, the server forgets the file after a day.
    if (item.reply) void call(detachFromServiceRequest, { fileId: item.reply.id }).catch(() => undefined)
  }
  return {
    ids: items.flatMap(({ reply }) => (reply ? [reply.id] : [])),
    unfinished: items.some(({ status }) => status !== 'stored'),
    clear: () => queue.remove(items.map(({ id }) => id)),
    control: (
      <div className={css.adding}>
        {items.length > 0 ? (
          <ul className={css.files} aria-label="Files to send">
            {items.map((item) => (
              <li key={item.id}>
                <span>
                  {item.name} <small>{fileSize(item.sizeBytes)}</small>
                </span>
                {item.status === 'failed' ? (
                  <>
                    <span className={css.failed}>{item.error?.fields.file?.join(' ') ?? item.error?.message}</span>
                    <Button size="xs" variant="subtle" onClick={() => queue.retry([item.id])}>
                      Try again
                    </Button>
                  </>
                ) : null}
                {item.status === 'sending' ? (
                  <ProgressBar label={`${item.name} sent`} value={Math.round(item.fraction * 100)} of={100} />
                ) : null}
                {item.reply?.safety === 'HELD' ? <small>being checked for viruses</small> : null}
                <Button size="xs" variant="subtle" aria-label={`Remove ${item.name}`} onClick={() => remove(item)}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        <FileDrop
          label={items.length === 0 ? 'Drop files here (optional)' : 'Drop more files here'}
          accept={ACCEPTED_EXTENSIONS}
          maxBytes={LARGEST_FILE_BYTES}
          multiple
          onFiles={add}
        />
      </div>
    ),
  }
}
