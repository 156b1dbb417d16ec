/** Management's own assessment as staff see it: ask for it, read it, give it back. */
import {
  askAssessment,
  getReviewSettings,
  type ReviewAssessment,
  type ReviewSettings,
  reopenAssessment,
} from '@corridor/contract/review-words.ts'
import { formatLongDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { risksAsked } from '@corridor/domain/reports/annual-review/narrative.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Conclusions } from './Conclusions.tsx'
import css from './review-words.module.css'

const STATUS = { OPEN: { label: 'Open', tone: 'note' }, SIGNED: { label: 'Signed', tone: 'good' } } as const

export function AssessmentTab({ settings }: { settings: ReviewSettings }) {
  const { assessment, institutionName, values, reportId } = settings
  const mayAsk = useCan(askAssessment.access)
  const [asking, setAsking] = useState<'ask' | 'reopen' | null>(null)
  const isSigned = assessment?.status === 2
  const button = !mayAsk ? null : isSigned ? (
    <Button variant="default" onClick={() => setAsking('reopen')}>
      Reopen
    </Button>
  ) : (
    <Button variant={assessment ? 'default' : 'filled'} onClick={() => setAsking('ask')}>
      {assessment ? 'Request again' : 'Request it'}
    </Button>
  )
  return (
    <div className={record.narrow}>
      <Panel
        title="Management’s own assessment"
        note="The bank’s own conclusion on each risk, written and signed in its portal. Regenerate the review to include what was signed."
        actions={button}
      >
        {assessment ? (
          <dl className={css.facts}>
            <div>
              <dt>Status</dt>
              <dd>
                <StatusBadge status={isSigned ? 'SIGNED' : 'OPEN'} table={STATUS} />
              </dd>
            </div>
            <div>
              <dt>Requested</dt>
              <dd>{formatMoment(assessment.askedAt)}</dd>
            </div>
            <div>
              <dt>Due</dt>
              <dd>{assessment.dueOn ? formatLongDate(plainDate(assessment.dueOn)) : 'No due date'}</dd>
            </div>
            <div>
              <dt>Written</dt>
              <dd>
                {assessment.conclusions.filter(({ conclusion }) => conclusion.trim() !== '').length} of{' '}
                {risksAsked(assessment.facts).length}
              </dd>
            </div>
          </dl>
        ) : (
          <EmptyState
            title="Not requested yet"
            why={
              values
                ? `${institutionName} is notified by email and sees the facts of this review beside each risk.`
                : 'Generate the review first to show its facts beside each risk; you can also request it without them.'
            }
          />
        )}
        {assessment?.reopenNote && !isSigned ? <p className={css.missing}>Reopened: {assessment.reopenNote}</p> : null}
      </Panel>
      {assessment ? <Conclusions assessment={assessment} /> : null}
      {asking ? (
        <Ask kind={asking} reportId={reportId} institutionName={institutionName} assessment={assessment} onClose={() => setAsking(null)} />
      ) : null}
    </div>
  )
}

interface AskProps {
  kind: 'ask' | 'reopen'
  reportId: number
  institutionName: string
  assessment: ReviewAssessment | null
  onClose: () => void
}

function Ask({ kind, reportId, institutionName, assessment, onClose }: AskProps) {
  const [note, setNote] = useState(kind === 'ask' ? (assessment?.note ?? '') : '')
  const [dueOn, setDueOn] = useState<PlainDate | null>(kind === 'ask' && assessment?.dueOn ? plainDate(assessment.dueOn) : null)
  const options = { invalidates: [getReviewSettings], quiet: true } as const
  const ask = useAction(askAssessment, options)
  const reopen = useAction(reopenAssessment, options)
  const action = kind === 'ask' ? ask : reopen
  const run = async () => {
    const outcome = await (kind === 'ask' ? ask : reopen).run({ id: reportId, dueOn, note: note.trim() })
    if (outcome.ok) {
      toast.success(`${institutionName} is notified by email.`)
      onClose()
    } else if (Object.keys(outcome.error.fields).length === 0) toast.error(outcome.error)
  }
  return (
    <ConfirmModal
      title={kind === 'ask' ? `Request management’s assessment from ${institutionName}?` : `Reopen the assessment of ${institutionName}?`}
      confirmLabel={kind === 'ask' ? 'Request' : 'Reopen'}
      running={action.running}
      ready={kind === 'ask' || note.trim().length >= 5}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        {kind === 'reopen' ? <p>What was signed is kept. The conclusions can be changed until they are signed once more.</p> : null}
        <TextArea
          label={kind === 'ask' ? 'Message (optional)' : 'What to review'}
          required={kind === 'reopen'}
          value={note}
          onChange={setNote}
          error={action.error?.fields.note}
        />
        <DateInput label="Sign by (optional)" value={dueOn} onChange={setDueOn} error={action.error?.fields.dueOn} />
      </div>
    </ConfirmModal>
  )
}
