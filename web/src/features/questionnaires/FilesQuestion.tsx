/** Files of a question: attached, listed with who attached them, taken away while the questionnaire is open. */

import {
  attachToQuestionnaire,
  getMyQuestionnaire,
  questionnaireAttachmentFile,
  removeQuestionnaireAttachment,
} from '@corridor/contract/questionnaire-sheet.ts'
import { ACCEPTED_EXTENSIONS, LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { download } from '../../kernel/call.ts'
import { useUploadQueue } from '../../kernel/upload.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import css from './answering.module.css'
import type { QuestionProps } from './PlainQuestion.tsx'

export function FilesQuestion({ question, answering, open }: QuestionProps) {
  const { sheet, left } = answering
  const { id } = sheet.questionnaire
  const files = sheet.attachments.filter((file) => file.question === question.code)
  const queue = useUploadQueue({
    endpoint: attachToQuestionnaire,
    purpose: 'QUESTIONNAIRE',
    inputOf: () => ({ id }),
    fieldsOf: () => ({ question: question.code }),
    onIdle: () => void invalidate(getMyQuestionnaire),
  })
  const remove = useAction(removeQuestionnaireAttachment, { invalidates: [getMyQuestionnaire], success: 'Removed.' })
  const under = queue.items.filter(({ status }) => status !== 'stored')
  const missing = left.get(question.code)?.[0]?.message
  return (
    <div className={css.question} data-question={question.code}>
      <h3>
        {question.label}
        {question.required ? <span aria-hidden> *</span> : null}
      </h3>
      {question.hint ? <p className={css.hint}>{question.hint}</p> : null}
      {files.length > 0 ? (
        <ul className={css.files}>
          {files.map((file) => (
            <li key={file.id}>
              <Button size="xs" variant="subtle" onClick={() => void download(questionnaireAttachmentFile, { id, attachment: file.id })}>
                {file.uploadName}
              </Button>
              <span className={css.hint}>
                {fileSize(file.sizeBytes)}, {file.attachedBy}
                {file.safety === 'HELD' ? ', being checked for viruses' : ''}
                {file.safety === 'REFUSED' ? ', refused by the virus scanner: remove it' : ''}
              </span>
              {open ? (
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={`Remove ${file.uploadName}`}
                  onClick={() => void remove.run({ id, attachment: file.id })}
                >
                  Remove
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {under.length > 0 ? (
        <ul className={css.files}>
          {under.map((item) => (
            <li key={item.id}>
              {item.name}
              {item.status === 'failed' ? (
                <>
                  <span className={css.error}>{item.error?.fields.file?.join(' ') ?? item.error?.message}</span>
                  <Button size="xs" variant="subtle" onClick={() => queue.retry([item.id])}>
                    Try again
                  </Button>
                  <Button size="xs" variant="subtle" onClick={() => queue.remove([item.id])}>
                    Dismiss
                  </Button>
                </>
              ) : (
                <ProgressBar label={`${item.name} sent`} value={Math.round(item.fraction * 100)} of={100} />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {open ? (
        <FileDrop
          label={`Drop files for “${question.label}” here`}
          accept={ACCEPTED_EXTENSIONS}
          maxBytes={LARGEST_FILE_BYTES}
          multiple
          onFiles={(chosen) => {
            const added = queue.add(chosen)
            queue.start(added.map((item) => item.id))
          }}
        />
      ) : files.length === 0 ? (
        <p className={css.hint}>No file was attached.</p>
      ) : null}
      {missing ? <p className={css.hint}>{missing}</p> : null}
    </div>
  )
}
