/** The conversation: the request itself, then each message with its author, side and files; internal notes stand apart, changes in one line. */
import {
  type Conversation,
  type ServiceRequestFile,
  type ServiceRequestMessage,
  serviceRequestFile,
} from '@corridor/contract/service-desk.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import type { ReactNode } from 'react'
import { downloadLarge } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './service-desk.module.css'

export function Thread({ conversation, files }: { conversation: Conversation; files: readonly ServiceRequestFile[] }) {
  const { request, messages, readers } = conversation
  const last = messages.findLast(({ kind }) => kind === 'REPLY')
  const readBy = readers.filter(({ readUpTo }) => readUpTo >= (last?.id ?? 0))
  return (
    <Panel title="Conversation">
      <ol className={css.thread}>
        <li>
          <Bubble
            author={request.askedBy}
            at={request.createdAt}
            text={request.text}
            files={files}
            side="bank"
            label={`Sent to ${request.recipients.join(', ')}`}
          />
        </li>
        {messages.map((message) => (
          <li key={message.id}>{message.kind === 'CHANGE' ? <Change message={message} /> : <Message message={message} />}</li>
        ))}
      </ol>
      {readBy.length > 0 ? (
        <p className={css.readers}>Read by {readBy.map(({ name, readAt }) => `${name} (${formatMoment(readAt)})`).join(', ')}.</p>
      ) : null}
    </Panel>
  )
}

function Message({ message: { author, createdAt, text, files, fromTeam, kind, byMail } }: { message: ServiceRequestMessage }) {
  const label = kind === 'NOTE' ? 'Internal note: not shown to the institution' : byMail ? 'By email' : fromTeam ? 'Service team' : null
  return (
    <Bubble
      author={author}
      at={createdAt}
      text={text}
      files={files}
      side={kind === 'NOTE' ? 'note' : fromTeam ? 'team' : 'bank'}
      label={label}
    />
  )
}

function Bubble({
  author,
  at,
  text,
  files,
  side,
  label,
}: {
  author: string
  at: string
  text: string
  files: readonly ServiceRequestFile[]
  side: 'bank' | 'team' | 'note'
  label: ReactNode
}) {
  return (
    <article className={css.message} data-side={side}>
      <header>
        <b>{author}</b>
        {label ? <span>{label}</span> : null}
        <time dateTime={at}>{formatMoment(at)}</time>
      </header>
      <p className={css.text}>{text}</p>
      {files.length > 0 ? (
        <ul className={css.files} aria-label={`Files of ${author}`}>
          {files.map((file) => (
            <li key={file.id}>
              <File file={file} />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  )
}

function File({ file: { id, uploadName, sizeBytes, safety } }: { file: ServiceRequestFile }) {
  if (safety === 'REFUSED') return <span>{uploadName}: refused by the virus scanner; it cannot be opened.</span>
  if (safety === 'HELD') return <span>{uploadName}: being checked for viruses; it cannot be opened until then.</span>
  return (
    <>
      <button
        type="button"
        className={css.open}
        onClick={() => void downloadLarge(serviceRequestFile, { fileId: id }).catch((cause: unknown) => toast.error(cause))}
      >
        {uploadName}
      </button>{' '}
      <small>{fileSize(sizeBytes)}</small>
    </>
  )
}

const Change = ({ message: { author, createdAt, text } }: { message: ServiceRequestMessage }) => (
  <p className={css.change}>
    {text} <span>{`${author}, ${formatMoment(createdAt)}`}</span>
  </p>
)
