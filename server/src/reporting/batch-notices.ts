/** Notices to whoever asked for a batch that it is done: taken by a page of theirs that is open, else mailed in the morning. Each is given once. */
import { REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { inScope, type Scope, scopeOfSystem } from '../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../platform/kernel.ts'
import { queueMails } from '../platform/mail/mail.ts'
import { deliveriesOf } from '../shared/notifications/bell.ts'

/** Older ones are no news: of a book that was restored, say. */
const NEWS_DAYS = 7

interface Outcomes {
  ready: number
  failed: number
  canceled: number
}
interface Told extends Outcomes {
  batchId: number
  batchName: string
  reportType: ReportTypeName
  createdBy: number
}
const COUNTS = sql`(count(*) filter (where r.status = 'Ready'))::int as ready,
        (count(*) filter (where r.status = 'Failed'))::int as failed, (count(*) filter (where r.status = 'Canceled'))::int as canceled`

/** Marks the batches as told in the statement that reads them: of two pages that ask at once, one gets each. */
const take = async (trx: Trx, siteId: number, whose: RawBuilder<boolean>) =>
  (
    await sql<Told>`
      with done as (
        update report_batch b set maker_told_at = now()
        where b.site_id = ${siteId} and b.maker_told_at is null and b.completed_at > now() - make_interval(days => ${NEWS_DAYS}) and ${whose}
        returning b.id, b.batch_name, b.report_type, b.created_by)
      select d.id as batch_id, d.batch_name, d.report_type, d.created_by, ${COUNTS}
      from done d
      left join report_batch_entry e on e.batch_id = d.id
      left join report r on r.institution_id = e.institution_id and r.id = e.report_id and r.deleted_at is null
      group by d.id, d.batch_name, d.report_type, d.created_by order by d.id`.execute(trx)
  ).rows

export const takeNotices = async (trx: Trx, scope: Scope) =>
  (await take(trx, scope.siteId, sql`b.created_by = ${scope.userId}`)).map(({ batchId, batchName, reportType, ...counts }) => ({
    batchId,
    batchName,
    reportType,
    outcome: outcomeOf(counts),
    failed: counts.failed,
  }))

export async function countOutcomes(trx: Trx, batchId: number): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`select ${COUNTS} from report_batch_entry e
    join report r on r.institution_id = e.institution_id and r.id = e.report_id and r.deleted_at is null where e.batch_id = ${batchId}`.execute(
    trx,
  )
  return rows[0] ?? { ready: 0, failed: 0, canceled: 0 }
}

/** "14 generated, 2 failed" */
export const outcomeOf = ({ ready, failed, canceled }: Outcomes): string =>
  [`${ready} generated`, ...(failed > 0 ? [`${failed} failed`] : []), ...(canceled > 0 ? [`${canceled} canceled`] : [])].join(', ')

export const tellBatchMakers: JobDefinition<Record<string, never>> = {
  name: 'tell-batch-makers',
  title: 'Morning mails about finished batches',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 2,
  schedule: '0 12 * * *',
  run: async (kernel) => {
    const sites = await kernel.ownerDb.selectFrom('site').select('id').orderBy('id').execute()
    for (const { id } of sites) await inScope(kernel.db, scopeOfSystem(id), (trx) => mailNotices(kernel, trx, id))
  },
}

/** @returns how many mails were queued, one a person for all their batches */
export async function mailNotices(kernel: Pick<Kernel, 'jobs' | 'now' | 'configuration'>, trx: Trx, siteId: number): Promise<number> {
  const told = await take(trx, siteId, sql`b.created_by in (select u.id from user_account u where u.status = 1)`)
  const makers = await trx
    .selectFrom('userAccount')
    .select(['id', 'email', 'firstName'])
    .where('id', 'in', [0, ...told.map(({ createdBy }) => createdBy)])
    .execute()
  const deliveryOf = await deliveriesOf(
    trx,
    makers.map(({ id }) => id),
    'BATCH_DONE',
  )
  const { publicUrl } = kernel.configuration
  return queueMails(
    kernel,
    trx,
    makers
      .filter(({ id }) => deliveryOf(id) === 'DAILY')
      .map(({ id, email, firstName }) => {
        const theirs = told.filter(({ createdBy }) => createdBy === id)
        const count = theirs.length === 1 ? 'A batch of reports is' : `${theirs.length} batches of reports are`
        return {
          recipient: email,
          subject: theirs.length === 1 ? `Done: ${theirs[0]?.batchName}` : `${theirs.length} batches are done`,
          bodyText: [
            `Dear ${firstName},`,
            '',
            `${count} done that you asked for:`,
            '',
            ...theirs.map(
              (batch) =>
                `- ${batch.batchName}: ${outcomeOf(batch)}\n  ${publicUrl}${REPORT_FAMILIES[batch.reportType].address}/${batch.batchId}`,
            ),
            '',
          ].join('\n'),
          dedupeKey: `batch-digest ${siteId} ${id} ${theirs.map(({ batchId }) => batchId).join(' ')} ${kernel.now().toISOString().slice(0, 10)}`,
        }
      }),
  )
}
