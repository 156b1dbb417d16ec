/**
 * A run of a schedule: looked at until the release check opens, then its batch is started in the same transaction that says so, so that a server killed in
 * between has done neither and nobody does it twice. The staff concerned are told once that it waits, and once when its batch is complete.
 */
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatLongDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type Mail, queueMails } from '../../platform/mail/mail.ts'
import { selectTargets } from '../../reporting/batch-list.ts'
import { startBatch } from '../../reporting/batches.ts'
import { closeGates, monthKey } from '../../reporting/release-check.ts'
import { tellPeople } from '../../shared/notifications/bell.ts'
import { selectServiceTeams } from '../../shared/notifications/mail-templates.ts'
import type { ScheduleRow } from './queries.ts'

type Needs = Pick<Kernel, 'configuration' | 'jobs' | 'events' | 'now'>

/** Opens the run of a period; of each there is one. */
export async function openRun(trx: Trx, schedule: ScheduleRow, period: PlainDate, dueOn: PlainDate, askedBy: number | null): Promise<void> {
  await trx
    .insertInto('reportScheduleRun')
    .values({ scheduleId: schedule.id, siteId: schedule.siteId, period, dueOn, askedBy })
    .onConflict((conflict) => conflict.columns(['scheduleId', 'period']).doNothing())
    .execute()
}

/** Starts the batch of a run that waits, or says why it goes on waiting. The schedule's row is locked by the caller. */
export async function attempt(kernel: Needs, trx: Trx, scope: Scope, schedule: ScheduleRow, period: PlainDate): Promise<void> {
  const now = kernel.now().toISOString()
  const run = await trx
    .selectFrom('reportScheduleRun')
    .select(['status', 'reason', 'askedBy'])
    .where('scheduleId', '=', schedule.id)
    .where('period', '=', period)
    .forUpdate()
    .executeTakeFirst()
  if (run?.status !== 'WAITING') return
  const settle = (values: {
    status?: 'STARTED' | 'SKIPPED'
    reason: string | null
    batchId?: number
    startedAt?: string
    finishedAt?: string
  }) =>
    trx
      .updateTable('reportScheduleRun')
      .set({ ...values, lookedAt: now })
      .where('scheduleId', '=', schedule.id)
      .where('period', '=', period)
      .execute()
  const tell = (what: { action: string }, after: Record<string, unknown>) =>
    recordSystemActivity(trx, {
      ...what,
      entity: 'report-schedules',
      entityId: schedule.id,
      siteId: scope.siteId,
      after: { period, ...after },
    })

  const targets = await targetsOf(trx, scope, schedule, period)
  if (targets.length === 0) {
    const reason = `No institution of the schedule holds policies at ${formatLongDate(period)}.`
    await settle({ status: 'SKIPPED', reason, finishedAt: now })
    return tell({ action: 'report-schedule.skipped' }, { reason })
  }
  const held = await gatesOf(trx, scope, targets, period)
  if (held.length > 0) {
    const reason = reasonOf(held, targets, period)
    await settle({ reason })
    // Said once, not with every look; a mail goes out when the waiting begins.
    if (run.reason === null) await queueMails(kernel, trx, await noticesOfWaiting(kernel, trx, scope, schedule, period, run.askedBy, held))
    return run.reason === reason ? undefined : tell({ action: 'report-schedule.waiting' }, { reason })
  }
  // Reports that exist stay in the batch that made them: the batch of a schedule holds what the schedule makes.
  const making = targets.filter(({ existing }) => existing === null || existing.status === 'Failed' || existing.status === 'Canceled')
  if (making.length === 0) {
    const reason = `All reports of ${formatMonth(period)} had been requested before. They stay in the batch that generated them.`
    await settle({ status: 'SKIPPED', reason, finishedAt: now })
    return tell({ action: 'report-schedule.skipped' }, { reason })
  }
  const { batchId } = await startBatch(kernel, trx, scope, {
    reportType: schedule.reportType,
    period,
    isQuarterly: schedule.isQuarterly,
    targets: making.map(({ id, subsidary_id }) => ({ institutionId: id, subsidiaryId: subsidary_id })),
    isRegenerating: false,
    hold: schedule.hold,
    askedBy: run.askedBy ?? schedule.changedBy ?? schedule.createdBy,
  })
  await settle({ status: 'STARTED', reason: null, batchId, startedAt: now })
  return tell({ action: 'report-schedule.started' }, { batchId, reports: making.length })
}

async function targetsOf(trx: Trx, scope: Scope, { reportType, isQuarterly, institutionIds }: ScheduleRow, period: PlainDate) {
  const all = await selectTargets(trx, scope, reportType, period, isQuarterly)
  return institutionIds === null ? all : all.filter(({ id }) => institutionIds.includes(id))
}

const NAMED_AT_MOST = 5

/** An institution whose month is open, and why. */
interface Held {
  institutionId: number
  name: string
  reason: string
}

/** The reason why the run waits; empty when every month is closed. */
async function gatesOf(trx: Trx, scope: Scope, targets: readonly { id: number; name: string }[], period: PlainDate): Promise<Held[]> {
  const gates = await closeGates(
    trx,
    scope,
    targets.map(({ id }) => ({ institutionId: id, period })),
  )
  const names = new Map(targets.map(({ id, name }) => [id, name]))
  return [...names].flatMap(([institutionId, name]) => {
    const reason = gates.get(monthKey({ institutionId, period }))
    return reason ? [{ institutionId, name, reason: reason.replace(/\.$/, '') }] : []
  })
}

function reasonOf(held: readonly Held[], targets: readonly { id: number }[], period: PlainDate): string {
  const named = held.slice(0, NAMED_AT_MOST).map(({ name, reason }) => `${name}: ${reason}`)
  const more = held.length - NAMED_AT_MOST
  const all = new Set(targets.map(({ id }) => id)).size
  return `${formatMonth(period)} is not closed for ${held.length} of ${all} institutions. ${named.join('. ')}.${more > 0 ? ` And ${more} more.` : ''}`
}

interface Made {
  institutionId: number
  name: string
  status: string
  failureReason: string | null
}

/** Tells the staff concerned of a batch that is complete, and closes its run; both in one transaction. */
export async function finish(kernel: Needs, trx: Trx, scope: Scope, schedule: ScheduleRow, period: PlainDate): Promise<void> {
  const run = await trx
    .selectFrom('reportScheduleRun')
    .select(['status', 'batchId', 'askedBy'])
    .where('scheduleId', '=', schedule.id)
    .where('period', '=', period)
    .forUpdate()
    .executeTakeFirst()
  if (run?.status !== 'STARTED' || run.batchId === null) return
  const batch = await trx
    .selectFrom('reportBatch')
    .select('completedAt')
    .where('id', '=', run.batchId)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!batch || batch.completedAt === null) return
  const { rows } = await sql<Made>`
    select r.institution_id, concat_ws(', ', i.name, s.name) as name, r.status, r.failure_reason
    from report_batch_entry e
    join report r on r.institution_id = e.institution_id and r.id = e.report_id and r.deleted_at is null
    join institution i on i.id = r.institution_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    where e.batch_id = ${run.batchId} and e.site_id = ${scope.siteId} order by lower(i.name), s.name nulls first`.execute(trx)
  const told = await queueMails(kernel, trx, await digests(kernel, trx, scope, schedule, period, run.batchId, run.askedBy, rows))
  await trx
    .updateTable('reportScheduleRun')
    .set({ status: 'DONE', finishedAt: kernel.now().toISOString() })
    .where('scheduleId', '=', schedule.id)
    .where('period', '=', period)
    .execute()
  await recordSystemActivity(trx, {
    action: 'report-schedule.finished',
    entity: 'report-schedules',
    entityId: schedule.id,
    siteId: scope.siteId,
    after: {
      period,
      batchId: run.batchId,
      ready: rows.filter(({ status }) => status === 'Ready').length,
      reports: rows.length,
      mails: told,
    },
  })
}

/** By their address: who keeps or asked for the run hears of all, a service team of its own institutions. */
async function concernedOf<Row extends { institutionId: number }>(
  trx: Trx,
  scope: Scope,
  schedule: ScheduleRow,
  askedBy: number | null,
  rows: readonly Row[],
): Promise<Map<string, readonly Row[]>> {
  // People who left the site, or may not read the family any more, are not told of it either.
  const keepers = await trx
    .selectFrom('userAccount as u')
    .innerJoin('userSite as s', 's.userId', 'u.id')
    .innerJoin('userPermission as p', 'p.userId', 'u.id')
    .select('u.email')
    .where('u.id', 'in', [schedule.createdBy ?? 0, askedBy ?? 0])
    .where('u.status', '=', 1)
    .where('s.siteId', '=', scope.siteId)
    .where('p.code', '=', REPORT_FAMILIES[schedule.reportType].permission)
    .where('p.access', '>', 0)
    .execute()
  const concerned = new Map<string, readonly Row[]>()
  const teams = await selectServiceTeams(trx, scope.siteId, [...new Set(rows.map(({ institutionId }) => institutionId))], null)
  for (const [institutionId, team] of teams)
    for (const { email } of team)
      concerned.set(email, [...(concerned.get(email) ?? []), ...rows.filter((one) => one.institutionId === institutionId)])
  for (const { email } of keepers) concerned.set(email, rows)
  return concerned
}

/** One mail a person and waiting: whose months are open, why, and where to look. */
async function noticesOfWaiting(
  kernel: Needs,
  trx: Trx,
  scope: Scope,
  schedule: ScheduleRow,
  period: PlainDate,
  askedBy: number | null,
  held: readonly Held[],
): Promise<Mail[]> {
  const { singular } = REPORT_FAMILIES[schedule.reportType]
  return [...(await concernedOf(trx, scope, schedule, askedBy, held))].map(([recipient, of]) => ({
    recipient,
    subject: `${formatMonth(period)}: ${singular}s wait for ${counted(of.length, 'institution')} to close`,
    bodyText: [
      `The schedule “${schedule.name}” is due and waiting: ${formatMonth(period)} is not closed.`,
      of.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n'),
      `It runs automatically, once, when the month is closed for all of its institutions. You will not be notified of this wait again.`,
      `The schedule: ${kernel.configuration.publicUrl}/report-schedules/${schedule.id}`,
    ].join('\n\n'),
    dedupeKey: `report-schedule-waiting ${scope.siteId} ${schedule.id} ${period} ${recipient}`,
  }))
}

/** One mail a person, of a batch that is complete. */
async function digests(
  kernel: Needs,
  trx: Trx,
  scope: Scope,
  schedule: ScheduleRow,
  period: PlainDate,
  batchId: number,
  askedBy: number | null,
  made: readonly Made[],
): Promise<Mail[]> {
  const concerned = [...(await concernedOf(trx, scope, schedule, askedBy, made))]
  const people = await trx
    .selectFrom('userAccount')
    .select(['id', 'email'])
    .where('email', 'in', ['', ...concerned.map(([email]) => email)])
    .execute()
  const mails: Mail[] = []
  for (const [recipient, of] of concerned) {
    const words = wordsOf(kernel, schedule, period, batchId, of)
    const person = people.find(({ email }) => email === recipient)
    const subject = `schedule ${schedule.id} ${period}`
    const title = schedule.hold ? `${words.subject}, waiting for release` : words.subject
    const link = `${REPORT_FAMILIES[schedule.reportType].address}/${batchId}`
    const now = await tellPeople(trx, person ? [person.id] : [], { kind: 'RELEASE_WAITING', subject, title, link })
    if (person === undefined || now.has(person.id))
      mails.push({ recipient, ...words, dedupeKey: `report-schedule ${scope.siteId} ${schedule.id} ${period} ${recipient}` })
  }
  return mails
}

function wordsOf(kernel: Needs, { name, reportType, hold }: ScheduleRow, period: PlainDate, batchId: number, made: readonly Made[]) {
  const { singular, address } = REPORT_FAMILIES[reportType]
  const ready = made.filter(({ status }) => status === 'Ready')
  const failed = made.filter(({ status }) => status !== 'Ready')
  const reports = (count: number) => `${count.toLocaleString('en-US')} ${singular}${count === 1 ? '' : 's'}`
  return {
    subject: `${formatMonth(period)}: ${reports(ready.length)} generated${failed.length > 0 ? `, ${failed.length.toLocaleString('en-US')} failed` : ''}`,
    bodyText: [
      `The schedule “${name}” generated the ${singular}s for ${formatMonth(period)}.`,
      `Generated: ${ready.length.toLocaleString('en-US')} of ${made.length.toLocaleString('en-US')}.${hold ? ' They are waiting for review and release.' : ''}`,
      ...(failed.length > 0
        ? [['Failed:', ...failed.map((one) => `- ${one.name}: ${one.failureReason ?? 'no reason was given'}`)].join('\n')]
        : []),
      `All of them: ${kernel.configuration.publicUrl}${address}/${batchId}`,
    ].join('\n\n'),
  }
}
