/** How the statuses of jobs read and look, and where the page of what a job works on is. */
import { type BackgroundJob, JOB_STATUS_WORDS, type JobStatus } from '@corridor/contract/jobs.ts'
import { listOnboarding } from '@corridor/contract/onboarding.ts'
import { useCan } from '../../kernel/session.ts'
import { PATTERNS, paths } from '../../paths.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const JOB_STATUS: StatusTable<JobStatus> = {
  Waiting: { label: JOB_STATUS_WORDS.Waiting, tone: 'quiet', sign: 'waiting' },
  Running: { label: JOB_STATUS_WORDS.Running, tone: 'busy' },
  Stopped: { label: JOB_STATUS_WORDS.Stopped, tone: 'warn', sign: 'stopped' },
  Done: { label: JOB_STATUS_WORDS.Done, tone: 'good' },
  Failed: { label: JOB_STATUS_WORDS.Failed, tone: 'bad' },
  Canceled: { label: JOB_STATUS_WORDS.Canceled, tone: 'warn', sign: 'canceled' },
}

/** By kind, as the server names it; a kind without an entry has no page of what it makes. */
const PLACES: Readonly<Record<string, (id: number, job: BackgroundJob) => string>> = {
  'generate-reports': (id, { reportType }) => paths.reportBatch(id, reportType ?? undefined),
  'read-carrier-file': (id) => paths.dataFeed(id),
  'audit-month': () => PATTERNS.clientExceptions,
  onboarding: (id) => paths.onboardingImport(id),
  'salesforce.accept': () => paths.salesforce(),
  // Its own page lists the problems of what came in.
  'salesforce.pull': (id, { status }) => (status === 'Done' ? paths.salesforcePull(id) : paths.salesforce()),
}

/** Without a link where the page is closed to the reader. */
export function usePlaceOf(job: BackgroundJob): string | undefined {
  const mayOnboard = useCan(listOnboarding.access)
  if (job.kind === 'onboarding' && !mayOnboard) return undefined
  const place = PLACES[job.kind]
  return place && job.recordId !== null ? place(job.recordId, job) : undefined
}
