/** The one thing to do next with an import, said in a sentence, with its button. */
import {
  addOnboardingFile,
  checkOnboarding,
  getOnboarding,
  listOnboarding,
  listOnboardingProblems,
  listOnboardingTotals,
  ONBOARDING_FILE_BYTES,
  type OnboardingDetail,
  undoOnboarding,
  writeOnboarding,
} from '@corridor/contract/onboarding.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { upload } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { NextStepBand, type NextStepProps } from '../../ui/layout/NextStepBand.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './onboarding.module.css'

const OUTDATED = [getOnboarding, listOnboarding, listOnboardingProblems, listOnboardingTotals]

export function NextStep({ book }: { book: OnboardingDetail }) {
  switch (book.status) {
    case 'CHECKING':
    case 'WRITING':
    case 'UNDOING':
      return <Working book={book} />
    case 'DONE':
      return <Done book={book} />
    case 'UNDONE':
      return (
        <Step
          tone="quiet"
          title="Undone"
          text={`${book.undoneBy ?? 'Somebody'} undid this import on ${formatMoment(book.undoneAt)}. The book is as it was before.`}
        />
      )
    case 'WAITING':
      return (
        <>
          <Step
            tone="note"
            title="Waiting for the check"
            text={`${filesInWords(book)} uploaded. Add what is missing, then check them.`}
            action={<Check book={book} />}
          />
          <MoreFiles book={book} />
        </>
      )
    case 'FAILED':
      return (
        <>
          <Step tone="bad" title="The import ended early" text={book.failure ?? 'It ended in an error.'} action={<Check book={book} />} />
          <MoreFiles book={book} />
        </>
      )
    case 'CHECKED':
      return <Checked book={book} />
  }
}

const some = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`
const filesInWords = ({ files }: OnboardingDetail) => (files.length === 1 ? 'One file was' : `${formatCount(files.length)} files were`)

function Working({ book }: { book: OnboardingDetail }) {
  const title = { CHECKING: 'Being checked', WRITING: 'Being imported', UNDOING: 'Being undone' }[
    book.status === 'CHECKING' || book.status === 'WRITING' ? book.status : 'UNDOING'
  ]
  const { progress } = book
  return (
    <div role="status">
      <Step
        tone="note"
        title={title}
        text={
          progress
            ? `${progress.step}${progress.rows ? `: ${some(progress.rows, 'row', 'rows')}` : ' …'}`
            : 'It begins as soon as the server is free. You may leave this page.'
        }
      />
    </div>
  )
}

function Checked({ book }: { book: OnboardingDetail }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const write = useAction(writeOnboarding, { invalidates: OUTDATED, quiet: true })
  const stops = book.problemCount > 0
  const differs = book.differenceCount > 0
  const shown = (book.counts.files?.added ?? 0) + (book.counts.files?.changed ?? 0)
  const nothing = Object.values(book.counts).every(({ added, changed }) => added + changed === 0)
  const run = async () => {
    const outcome = await write.run({ id: book.id, ...(differs ? { acceptedReason: reason.trim() } : {}) })
    if (outcome.ok || outcome.error.fields.acceptedReason === undefined) setAsking(false)
    if (!outcome.ok && outcome.error.fields.acceptedReason === undefined) toast.error(outcome.error)
  }
  if (stops)
    return (
      <>
        <Step
          tone="bad"
          title={`${some(book.problemCount, 'problem stops', 'problems stop')} the import`}
          text="Correct the files and upload them again: a file of the same name takes the place of the earlier one. Nothing was written."
          action={<Check book={book} label="Check again" />}
        />
        <MoreFiles book={book} />
      </>
    )
  return (
    <>
      <Step
        tone={differs ? 'bad' : 'good'}
        title={
          differs
            ? `${some(book.differenceCount, 'total differs', 'totals differ')} from what was stated`
            : nothing
              ? 'Nothing would change'
              : 'Nothing is wrong'
        }
        text={
          differs
            ? 'Correct the files, or accept the differences with a reason that stays with the import.'
            : nothing
              ? 'The book is in the portal as the files say.'
              : book.statedTotals === 0
                ? 'The files can be imported. No control totals were given, so nothing was tied out.'
                : `The files can be imported. ${some(book.statedTotals, 'stated total ties', 'stated totals tie')} out.`
        }
        action={
          <>
            <Check book={book} label="Check again" />
            <Button onClick={() => setAsking(true)}>{differs ? 'Accept and import' : 'Import'}</Button>
          </>
        }
      />
      <MoreFiles book={book} />
      {asking ? (
        <ConfirmModal
          title="Import this book?"
          confirmLabel="Import"
          running={write.running}
          ready={!differs || reason.trim().length >= 3}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>
            The files are checked once more, then written. People are not invited, and no mail goes out. The import can be undone while
            nothing depends on it.
          </p>
          {shown > 0 ? (
            <p>{`${some(shown, 'report or document is', 'reports and documents are')} shown at once to the people who may see their types.`}</p>
          ) : null}
          {differs ? (
            <TextArea
              label="Why are the differences accepted?"
              required
              value={reason}
              onChange={setReason}
              error={write.error?.fields.acceptedReason}
            />
          ) : null}
        </ConfirmModal>
      ) : null}
    </>
  )
}

function Done({ book }: { book: OnboardingDetail }) {
  const [asking, setAsking] = useState(false)
  const undo = useAction(undoOnboarding, { invalidates: OUTDATED })
  const nothing = Object.values(book.counts).every(({ added, changed }) => added + changed === 0)
  const run = async () => {
    if ((await undo.run({ id: book.id })).ok) setAsking(false)
  }
  return (
    <>
      {book.failure ? <Step tone="bad" title="It was not undone" text={book.failure} /> : null}
      <Step
        tone="good"
        title={nothing ? 'Nothing changed' : 'Imported'}
        text={
          nothing
            ? 'The book was in the portal as the files say.'
            : `The book is in the portal since ${formatMoment(book.endedAt)}.${book.acceptedReason ? ` Differences were accepted: ${book.acceptedReason}` : ''}`
        }
        action={
          book.isLast ? (
            <Button variant="default" onClick={() => setAsking(true)}>
              Undo this import
            </Button>
          ) : undefined
        }
      />
      {asking ? (
        <ConfirmModal
          title="Undo this import?"
          confirmLabel="Undo"
          running={undo.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>
            What it added is taken out, and what it changed is put back as it was. If something depends on it by now, nothing is undone and
            the page says what.
          </p>
        </ConfirmModal>
      ) : null}
    </>
  )
}

function Check({ book, label = 'Check' }: { book: OnboardingDetail; label?: string }) {
  const check = useAction(checkOnboarding, { invalidates: OUTDATED })
  return (
    <Button variant="default" loading={check.running} disabled={book.files.length === 0} onClick={() => void check.run({ id: book.id })}>
      {label}
    </Button>
  )
}

/** Further or corrected files of the same import. */
function MoreFiles({ book }: { book: OnboardingDetail }) {
  const [sending, setSending] = useState<string | null>(null)
  const send = async (files: File[]) => {
    try {
      for (const file of files)
        await upload(addOnboardingFile, { id: book.id }, file, {
          onProgress: (part) => setSending(`Sending ${file.name}, ${Math.round(part * 100)}%`),
        })
    } catch (error) {
      toast.error(error)
    } finally {
      setSending(null)
      await invalidate(...OUTDATED)
    }
  }
  return (
    <div className={css.more}>
      <Panel title="Files" note={book.files.map(({ name }) => name).join(', ') || 'None yet'}>
        <FileDrop
          label={sending ?? 'Drop corrected or further files here'}
          accept=".xlsx,.csv,.zip"
          maxBytes={ONBOARDING_FILE_BYTES}
          multiple
          disabled={sending !== null}
          onFiles={(files) => void send(files)}
        />
      </Panel>
    </div>
  )
}

const Step = ({ action, ...step }: NextStepProps) => (
  <NextStepBand {...step} action={action ? <div className={css.buttons}>{action}</div> : null} />
)
