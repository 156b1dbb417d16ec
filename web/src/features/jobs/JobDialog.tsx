/** Everything known of one job. */
import type { BackgroundJob } from '@corridor/contract/jobs.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { ReactNode } from 'react'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { JobProgress } from './JobProgress.tsx'
import css from './jobs.module.css'
import { JOB_STATUS, usePlaceOf } from './statuses.ts'

export function JobDialog({ job, onClose }: { job: BackgroundJob; onClose: () => void }) {
  const place = usePlaceOf(job)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Works on', place ? <Link to={place}>{job.subject}</Link> : job.subject],
    ['Status', <StatusBadge key="status" status={job.status} table={JOB_STATUS} />],
    ['Progress', <JobProgress key="progress" job={job} />],
    ['Institution', job.institutionName ?? MISSING],
    ['Requested by', job.personName ?? 'System'],
    ['Requested', formatMoment(job.createdAt)],
    ['Started', formatMoment(job.startedAt)],
    ['Ended', formatMoment(job.endedAt)],
    ['Attempts', job.attempts],
    ...(job.canceledByName ? ([['Canceled by', job.canceledByName]] as const) : []),
    ...(job.failure ? ([['Last error', job.failure]] as const) : []),
  ]
  return (
    <Modal title={job.title} onClose={onClose} width={560}>
      <dl className={css.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
