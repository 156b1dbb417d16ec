/** Gives a returned questionnaire back, with a note that says what is to be looked at again. */
import { getQuestionnaireResults } from '@corridor/contract/questionnaire-sheet.ts'
import { type QuestionnaireRow, reopenQuestionnaire } from '@corridor/contract/questionnaires.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './results.module.css'
import { OUTDATED } from './SendQuestionnaires.tsx'

export function ReopenQuestionnaire({ questionnaire }: { questionnaire: QuestionnaireRow }) {
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const [dueOn, setDueOn] = useState<PlainDate | null>(null)
  const reopen = useAction(reopenQuestionnaire, { invalidates: [...OUTDATED, getQuestionnaireResults], quiet: true })
  const run = async () => {
    const outcome = await reopen.run({ id: questionnaire.id, note: note.trim(), dueOn })
    if (outcome.ok) {
      toast.success(`${questionnaire.institutionName} can change its answers again and is notified of the reason.`)
      setAsking(false)
    } else if (Object.keys(outcome.error.fields).length === 0) toast.error(outcome.error)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Reopen
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Reopen the questionnaire of ${questionnaire.institutionName}?`}
          confirmLabel="Reopen"
          running={reopen.running}
          ready={note.trim().length >= 5}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <div className={css.form}>
            <p>What was signed is kept. The answers can be changed until they are signed again.</p>
            <TextArea label="What to review" required value={note} onChange={setNote} error={reopen.error?.fields.note} />
            <DateInput label="Return by (optional)" value={dueOn} onChange={setDueOn} error={reopen.error?.fields.dueOn} />
          </div>
        </ConfirmModal>
      ) : null}
    </>
  )
}
