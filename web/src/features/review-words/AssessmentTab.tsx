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
      Open again
    </Button>
  ) : (
    <Button variant={assessment ? 'default' : 'filled'} onClick={() => setAsking('ask')}>
      {assessment ? 'Ask again' : 'Ask for it'}
    </Button>
  )
  return (
    <div className={record.narrow}>
      <Panel
        title="Management’s own assessment"
        note="The bank’s own conclusion on each risk, written and signed in its portal. Make the review again to take in what was signed."
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
              <dt>Asked for</dt>
              <dd>{formatMoment(assessment.askedAt)}</dd>
            </div>
            <div>
              <dt>Wanted by</dt>
              <dd>{assessment.dueOn ? formatLongDate(plainDate(assessment.dueOn)) : 'No date'}</dd>
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
            title="Nobody has asked for it"
            why={
              values
                ? `${institutionName} is written to, and finds the facts of this review beside each risk.`
                : 'Make the review first, so that its facts stand beside each risk; asking works without them too.'
            }
          />
        )}
        {assessment?.reopenNote && !isSigned ? <p className={css.missing}>Opened again: {assessment.reopenNote}</p> : null}
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
      toast.success(`${institutionName} is written to.`)
      onClose()
    } else if (Object.keys(outcome.error.fields).length === 0) toast.error(outcome.error)
  }
  return (
    <ConfirmModal
      title={kind === 'ask' ? `Ask ${institutionName} for management’s assessment?` : `Open the assessment of ${institutionName} again?`}
      confirmLabel={kind === 'ask' ? 'Ask' : 'Open again'}
      running={action.running}
      ready={kind === 'ask' || note.trim().length >= 5}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        {kind === 'reopen' ? <p>What was signed is kept. The conclusions can be changed until they are signed once more.</p> : null}
        <TextArea
          label={kind === 'ask' ? 'A word to its people (optional)' : 'What to review'}
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
