/** Jobs as the page shows them: each kind's own rows, and of kinds without any what the queue holds; of work of the whole system, its latest run. */
import type { BackgroundJob, JobStatus, listJobs } from '@corridor/contract/jobs.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Page } from '@corridor/contract/kernel/page.ts'
import { remainingSeconds } from '@corridor/domain/primitives/remaining-time.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { AnyJob } from '../../platform/jobs/jobs.ts'
import { isListed, JOB_COLUMNS } from '../../shared/jobs.ts'

interface JobRow {
  id: string
  number: number
  kind: string
  title: string
  key: number | null
  subject: string
  reportType: ReportTypeName | null
  institutionName: string | null
  personName: string | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  status: JobStatus
  done: number | null
  failed: number | null
  total: number | null
  firstDoneAt: string | null
  attempts: number
  failure: string | null
  canceledByName: string | null
  isRetryable: boolean
  step: string | null
  ofSystem: boolean
  asOf: string
}

/** A person's level decides what the rows offer. */
export interface Acting {
  scope: Scope
  mayAct: (kind: AnyJob) => boolean
}

export async function selectJobs(
  trx: Trx,
  kinds: readonly AnyJob[],
  acting: Acting,
  input: ParsedOf<typeof listJobs>,
): Promise<Page<BackgroundJob>> {
  let query = jobs(trx, kinds)
  if (input.kind) query = query.where('j.kind', 'in', input.kind)
  if (input.status) query = query.where('j.status', 'in', input.status)
  if (input.personId !== undefined) query = query.where(sql<boolean>`j.person_id = ${input.personId}`)
  if (input.institutionId !== undefined) query = query.where(sql<boolean>`${input.institutionId} = any (j.institution_ids)`)
  if (input.system === false) query = query.where(sql<boolean>`(not j.of_system or j.status in ('Failed', 'Stopped'))`)
  const { records, page } = await pageOf(query, input, {
    id: 'j.number',
    sort: { createdAt: 'j.createdAt', title: 'j.title', subject: sql`lower(j.subject)`, status: STATUS_ORDER, attempts: 'j.attempts' },
    search: ['j.title', 'j.subject', 'j.institutionName', 'j.personName', 'j.failure'],
  })
  return { records: records.map((row) => asJob(row, kinds, acting)), page }
}

/** @returns undefined where the caller may know of no such job */
export async function selectJob(trx: Trx, kinds: readonly AnyJob[], acting: Acting, id: string): Promise<BackgroundJob | undefined> {
  const kind = kindOf(kinds, id)
  const row = kind && (await jobs(trx, [kind]).where('j.id', '=', id).executeTakeFirst())
  return row && asJob(row, kinds, acting)
}

/** Work that stopped, of these kinds. */
export const selectStopped = (trx: Trx, kinds: readonly AnyJob[]) =>
  jobs(trx, kinds).where('j.status', '=', 'Stopped').where('j.key', 'is not', null).orderBy('j.kind').orderBy('j.key').execute()

export const kindOf = (kinds: readonly AnyJob[], id: string): AnyJob | undefined =>
  kinds.find(({ name }) => name === id.slice(0, id.lastIndexOf(':')))

/** Those that need somebody first. */
const STATUS_ORDER = sql`array_position(array['Stopped', 'Failed', 'Running', 'Waiting', 'Canceled', 'Done'], j.status)`

const jobs = (trx: Trx, kinds: readonly AnyJob[]) => trx.selectFrom(sql<JobRow>`(${statement(kinds)})`.as('j')).selectAll()

function statement(kinds: readonly AnyJob[]): RawBuilder<unknown> {
  const named = sql.join(kinds.map(({ name, title }) => sql`(${name}::text, ${title}::text)`))
  const own = kinds.flatMap(({ name, rows, failed }) =>
    rows
      ? [sql`select ${name}::text as kind, r.key::text, false, r.*, ${failed ?? sql`null::int`} from (${rows}) as r (${JOB_COLUMNS})`]
      : [],
  )
  const queued = kinds.flatMap(({ name, rows }) => (rows ? [] : [name]))
  return sql`
    select a.kind || ':' || a.place as id, ('x' || left(md5(a.kind || ':' || a.place), 13))::bit(52)::bigint as number, a.kind, k.title, a.key, a.subject, a.report_type,
      a.institution_ids, a.person_id, case when cardinality(a.institution_ids) = 1 then i.name end as institution_name, nullif(concat_ws(' ', p.first_name, p.last_name), '') as person_name,
      a.created_at, a.started_at, a.ended_at, a.status, a.done, a.failed, a.total, a.first_done_at, a.attempts, a.failure, a.is_retryable, a.step, a.of_system,
      nullif(concat_ws(' ', c.first_name, c.last_name), '') as canceled_by_name, clock_timestamp() as as_of
    from (${sql.join([...own, QUEUED(queued)], sql` union all `)}) a (kind, place, of_system, ${JOB_COLUMNS}, failed)
    join (values ${named}) k (kind, title) on k.kind = a.kind
    left join institution i on i.id = a.institution_ids[1]
    left join user_account p on p.id = a.person_id
    left join user_account c on c.id = a.canceled_by`
}

/** Work of the whole system comes around every few seconds or minutes: its latest run that began stands for it. */
const QUEUED = (kinds: readonly string[]) => sql`
  select q.kind, case when q.of_system then q.kind else q.id::text end, q.of_system, null::bigint,
    case when q.of_system then 'The whole system' else coalesce(i.name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), '-') end, null::text,
    case when q.institution_id is not null then array[q.institution_id] end, q.person_id, q.created_at, q.started_at, q.ended_at,
    case q.state when 'completed' then 'Done' when 'failed' then 'Failed' when 'cancelled' then 'Canceled'
      when 'active' then case when q.beat_at > clock_timestamp() - interval '8 seconds' then 'Running' else 'Stopped' end else 'Waiting' end,
    null::int, null::int, null::timestamptz, q.attempts,
    case q.failure when 'DIED' then 'The worker stopped in the middle of the work.' when 'SLOW' then 'It took longer than half an hour and was stopped.'
      when 'ERROR' then 'It ended in an error. The server’s log tells more.' end, q.canceled_by, false, null::text, null::int
  from (
    select b.*, row_number() over (partition by b.kind, case when b.of_system then '' else b.id::text end order by b.started_at desc nulls last, b.created_at desc, b.id) as place
    from background_job() b where b.kind = any (${[...kinds]}::text[])) q
  left join institution i on i.id = q.institution_id
  left join user_account p on p.id = q.person_id
  where q.place = 1 and ${isListed(sql`q.created_at`)}`

function asJob(row: JobRow, kinds: readonly AnyJob[], { scope, mayAct }: Acting): BackgroundJob {
  const { key, firstDoneAt, isRetryable, ofSystem, asOf, ...job } = row
  const kind = kinds.find(({ name }) => name === job.kind)
  const isOpen = job.status === 'Waiting' || job.status === 'Running' || job.status === 'Stopped'
  const can: BackgroundJob['can'] = []
  const may = kind !== undefined && mayAct(kind)
  if (may && kind.cancel && isOpen) can.push('cancel')
  if (may && kind.retry && isRetryable) can.push('retry')
  if (may && ofSystem && kind.schedule !== undefined && scope.role === 'd' && job.status !== 'Running') can.push('run')
  return {
    id: job.id,
    number: job.number,
    kind: job.kind,
    title: job.title,
    subject: job.subject,
    recordId: key,
    reportType: job.reportType,
    institutionName: job.institutionName,
    personName: job.personName,
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    endedAt: job.endedAt,
    status: job.status,
    done: job.done,
    failed: job.failed,
    total: job.total,
    step: job.step,
    remainingSeconds:
      job.status === 'Running' && job.done !== null && job.total !== null
        ? remainingSeconds({
            done: job.done,
            left: job.total - job.done,
            firstDoneAt: firstDoneAt === null ? null : Date.parse(firstDoneAt),
            now: Date.parse(asOf),
          })
        : null,
    attempts: job.attempts,
    failure: job.failure,
    canceledByName: job.canceledByName,
    can,
  }
}
