/** Sending questionnaires, and writing again to those who have not returned theirs. */
import {
  listQuestionnaireClients,
  listQuestionnaires,
  listQuestionnairesOfInstitution,
  type QuestionnaireRow,
  remindQuestionnaires,
  sendQuestionnaires,
} from '@corridor/contract/questionnaires.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { SelectField, TextArea } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './results.module.css'

/** Calls whose answers a change of a questionnaire outdates. */
export const OUTDATED = [listQuestionnaires, listQuestionnaireClients, listQuestionnairesOfInstitution]

interface Props {
  questionnaires: readonly QuestionnaireRow[]
  small?: boolean
  onDone?: () => void
}

const EVERY = [0, 3, 7, 14, 30].map((days) => ({
  value: String(days),
  label: days === 0 ? 'No reminders' : days === 7 ? 'Every week' : `Every ${days} days`,
}))

export function SendQuestionnaires({ questionnaires, small = false, onDone }: Props) {
  const [asking, setAsking] = useState(false)
  const [dueOn, setDueOn] = useState<PlainDate | null>(null)
  const [every, setEvery] = useState('7')
  const [note, setNote] = useState('')
  const send = useAction(sendQuestionnaires, { invalidates: OUTDATED, quiet: true })
  const count = nameOf(questionnaires)
  const run = async () => {
    const outcome = await send.run({
      ids: questionnaires.map(({ id }) => id),
      dueOn,
      remindEveryDays: every === '0' ? null : Number(every),
      note: note.trim(),
    })
    if (!outcome.ok) return outcome.error.fields.dueOn ? undefined : toast.error(outcome.error)
    const { sent, refused, mailsQueued } = outcome.value
    if (sent.length > 0) toast.success(`${sent.length} sent; ${mailsQueued} ${mailsQueued === 1 ? 'email is' : 'emails are'} on the way.`)
    for (const { institutionName, message } of refused) toast.error(`${institutionName}: ${message}`)
    setAsking(false)
    onDone?.()
  }
  return (
    <>
      <Button size={small ? 'xs' : 'sm'} onClick={() => setAsking(true)}>
        Send {small ? '' : questionnaires.length > 1 ? questionnaires.length.toLocaleString('en-US') : ''}
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Send to ${count}?`}
          confirmLabel="Send"
          running={send.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <div className={css.form}>
            <p>The people who can sign are emailed at once, and the questionnaire opens for their answers.</p>
            <DateInput label="Return by" value={dueOn} onChange={setDueOn} error={send.error?.fields.dueOn} />
            <SelectField label="Remind them" value={every} options={EVERY} onChange={setEvery} hint="Until it is returned." />
            <TextArea label="Message (optional)" value={note} onChange={setNote} rows={2} maxLength={1000} />
          </div>
        </ConfirmModal>
      ) : null}
    </>
  )
}

export function RemindQuestionnaires({ questionnaires, small = false, onDone }: Props) {
  const [asking, setAsking] = useState(false)
  const remind = useAction(remindQuestionnaires, { invalidates: OUTDATED })
  const run = async () => {
    const outcome = await remind.run({ ids: questionnaires.map(({ id }) => id) })
    if (!outcome.ok) return
    const { mailsQueued, refused } = outcome.value
    toast.success(`${mailsQueued} ${mailsQueued === 1 ? 'email is' : 'emails are'} on the way.`)
    for (const { institutionName, message } of refused) toast.error(`${institutionName}: ${message}`)
    setAsking(false)
    onDone?.()
  }
  return (
    <>
      <Button size={small ? 'xs' : 'sm'} variant="default" onClick={() => setAsking(true)}>
        Remind
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Remind ${nameOf(questionnaires)}?`}
          confirmLabel="Send now"
          running={remind.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>
            The signers, and colleagues with an assigned section, are emailed now. The next automatic reminder is rescheduled accordingly.
          </p>
        </ConfirmModal>
      ) : null}
    </>
  )
}

const nameOf = (questionnaires: readonly QuestionnaireRow[]): string =>
  questionnaires.length === 1 ? (questionnaires[0]?.institutionName ?? '') : `${questionnaires.length.toLocaleString('en-US')} institutions`
