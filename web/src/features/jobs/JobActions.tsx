/** The actions that are open to a person on a job: cancel, retry, run now. Canceling asks first. */
import { type BackgroundJob, cancelJob, listJobs, retryJob, runJob } from '@corridor/contract/jobs.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './jobs.module.css'

export function JobActions({ job }: { job: BackgroundJob }) {
  const invalidates = [listJobs]
  const [asking, setAsking] = useState(false)
  const cancel = useAction(cancelJob, {
    invalidates,
    success: ({ status }) => (status === 'Canceled' ? 'Canceled.' : 'The job is being canceled. It stops at the next safe point.'),
  })
  const retry = useAction(retryJob, { invalidates, success: 'The job is in the queue again.' })
  const run = useAction(runJob, { invalidates, success: 'The job is started.' })
  if (job.can.length === 0) return null
  const named = `${job.title}, ${job.subject}`
  return (
    <span className={css.actions}>
      {job.can.includes('cancel') ? (
        <Button size="xs" variant="default" onClick={() => setAsking(true)} aria-label={`Cancel ${named}`}>
          Cancel
        </Button>
      ) : null}
      {job.can.includes('retry') ? (
        <Button
          size="xs"
          variant="default"
          loading={retry.running}
          onClick={() => void retry.run({ id: job.id })}
          aria-label={`Retry ${named}`}
        >
          Retry
        </Button>
      ) : null}
      {job.can.includes('run') ? (
        <Button
          size="xs"
          variant="default"
          loading={run.running}
          onClick={() => void run.run({ id: job.id })}
          aria-label={`Run now: ${named}`}
        >
          Run now
        </Button>
      ) : null}
      {asking ? (
        <ConfirmModal
          title={`Cancel ${job.subject}?`}
          confirmLabel="Cancel the job"
          danger
          running={cancel.running}
          onConfirm={async () => {
            if ((await cancel.run({ id: job.id })).ok) setAsking(false)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>Completed work is kept. The rest is not done until someone requests it again. The activity report says who canceled it.</p>
        </ConfirmModal>
      ) : null}
    </span>
  )
}
