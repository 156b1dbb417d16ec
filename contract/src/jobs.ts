/** Background jobs: what runs, waits, failed or stopped; cancel, retry, run now; and freeing what stopped. */
import { permission, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { REPORT_TYPE_NAMES, REPORT_TYPE_WORDS } from '@corridor/domain/reports/families.ts'
import { z } from 'zod'
import { endpoint, flag, idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'

const view = permission('ASSET_REPORT', 1, STAFF_ROLES, 'site')
const act = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

export const JOB_STATUSES = ['Waiting', 'Running', 'Stopped', 'Done', 'Failed', 'Canceled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]
export const JOB_STATUS_WORDS: Record<JobStatus, string> = {
  Waiting: 'Waiting',
  Running: 'Running',
  Stopped: 'Stopped',
  Done: 'Done',
  Failed: 'Failed',
  Canceled: 'Canceled',
}

/** The kind of the job, a colon, and the number of the row it works on, its number in the queue, or for work of the whole system the kind again. */
const jobId = z.string().regex(/^[a-z][a-z.-]{1,40}:[a-z0-9.-]{1,40}$/, 'No such job')

const job = z.object({
  id: z.string(),
  number: z.int().meta({ description: 'The same of the same job at every call; tells rows of the list apart.' }),
  kind: z.string(),
  title: z.string().meta({ description: 'The kind in words.' }),
  subject: z.string().meta({ description: 'The batch, file, month, person or address it works on.' }),
  recordId: z.int().nullable().meta({ description: 'The row it works on, where there is a page of it.' }),
  reportType: worded(z.enum(REPORT_TYPE_NAMES), REPORT_TYPE_WORDS).nullable(),
  institutionName: z.string().nullable(),
  personName: z.string().nullable().meta({ description: 'Whoever asked for it; null for what the product does by itself.' }),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  status: worded(z.enum(JOB_STATUSES), JOB_STATUS_WORDS),
  done: z.int().nullable(),
  failed: z.int().nullable().meta({ description: 'How many of those that are done could not be made; null where its kind counts none.' }),
  total: z.int().nullable(),
  step: z.string().nullable().meta({ description: 'The part of the work that is in hand, in words; null where its kind has no parts.' }),
  remainingSeconds: z.int().nullable().meta({ description: 'From its own rate; null where none is known yet.' }),
  attempts: z.int(),
  failure: z.string().nullable(),
  canceledByName: z.string().nullable(),
  can: z.array(z.enum(['cancel', 'retry', 'run'])).meta({ description: 'What the caller may do with it now.' }),
})
export type BackgroundJob = z.infer<typeof job>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/etl/jobs',
  summary: 'Background jobs of the site that are not done, and those of the last 30 days; for managers those of the whole system too.',
  access: view,
  input: pageInput(['createdAt', 'title', 'subject', 'status', 'institutionName', 'personName', 'attempts'], 'createdAt', true).extend({
    kind: repeated(z.string().max(60)),
    status: repeated(z.enum(JOB_STATUSES)),
    personId: idParam.optional(),
    institutionId: idParam.optional(),
    system: flag
      .optional()
      .meta({ description: 'False leaves out work of the whole system, unless it failed or stopped; without it nothing is left out.' }),
  }),
  reply: page(job).extend({ kinds: z.array(z.object({ kind: z.string(), title: z.string() })) }),
})

const change = { input: z.strictObject({ id: jobId }), reply: job, access: act }
export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/etl/jobs/:id/cancel',
  summary: 'Cancel a job: one that waits at once, one that runs at its next safe place, within two seconds. What it made stays.',
  ...change,
})
export const retryJob = endpoint({
  method: 'POST',
  path: '/api/etl/jobs/:id/retry',
  summary: 'Begin a job that failed or was canceled anew.',
  ...change,
})
export const runJob = endpoint({
  method: 'POST',
  path: '/api/etl/jobs/:id/run',
  summary: 'Run a job of the whole system now rather than at its time; by managers.',
  ...change,
})

/** A POST, because a notice is given once: the page that takes it shows it. */
export const takeBatchNotices = endpoint({
  method: 'POST',
  path: '/api/etl/jobs/notices',
  summary: 'Batches of one’s own that are done since one was last told; whoever has no page open gets them in a mail the next morning.',
  access: signedIn(STAFF_ROLES, 'site'),
  input: z.strictObject({}),
  reply: z.object({
    records: z.array(
      z.object({
        batchId: z.int(),
        batchName: z.string(),
        reportType: z.enum(REPORT_TYPE_NAMES),
        outcome: z.string(),
        failed: z.int().meta({ description: 'Reports that could not be made.' }),
      }),
    ),
  }),
})

const jams = z.object({
  dryRun: z.boolean(),
  jams: z.array(
    z.object({
      what: z.string().meta({ description: 'What stopped and why it counts as stopped, as a sentence.' }),
      does: z.string().meta({ description: 'What freeing it does, or did.' }),
      freed: z.boolean().nullable().meta({ description: 'Null in a preview; false where somebody else, or the job itself, was first.' }),
    }),
  ),
})
export type Jams = z.infer<typeof jams>
const unjamming = {
  method: 'POST',
  access: act,
  input: z.strictObject({ dryRun: flag.default(false).meta({ description: 'Only tells what would be freed.' }) }),
  reply: jams,
} as const
export const unjam = endpoint({
  ...unjamming,
  path: '/api/etl/unjam',
  summary: 'Find jobs and locks that stopped (dead worker, lapsed lease, idle transaction that holds a lock) and free them.',
})
export const unjamSalesforce = endpoint({
  ...unjamming,
  path: '/api/etl/Salesforce/unjam',
  summary: 'The same for pulls from Salesforce alone.',
})
