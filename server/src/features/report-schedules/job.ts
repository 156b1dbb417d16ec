/** Every few minutes: schedules that fell due get their run, runs that wait are looked at again, those whose batch is complete are told of. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { latestDue } from '@corridor/domain/reports/schedules.ts'
import { sql } from 'kysely'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { lockSchedule, rhythmOf } from './queries.ts'
import { attempt, finish, openRun } from './runs.ts'

/** Asked of soon by whoever started a batch; others fold into it. */
export const LOOK_SOON = { singletonKey: 'soon', startAfterSeconds: 5 }

export const runReportSchedules: JobDefinition<Record<string, never>> = {
  name: 'run-report-schedules',
  title: 'Report schedules',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 3,
  schedule: '*/5 * * * *',
  run: async (kernel, _, { signal }) => {
    const { rows } = await sql<{ id: number; siteId: number }>`
      select id, site_id from report_schedule s
      where deleted_at is null and (paused_at is null or exists (select from report_schedule_run r where r.schedule_id = s.id and r.status = 'STARTED'))
      order by site_id, id`.execute(kernel.ownerDb)
    // A fault of one schedule keeps no other from its run, of whatever site; the job fails with it once all were looked at.
    const failures: unknown[] = []
    for (const { id, siteId } of rows) {
      if (signal.aborted) return
      await look(kernel, siteId, id).catch((cause: unknown) => failures.push(cause))
    }
    if (await anyStarted(kernel))
      await kernel.ownerDb.transaction().execute((trx) => kernel.jobs.send(trx, runReportSchedules, {}, LOOK_SOON))
    if (failures.length > 0) throw failures[0]
  },
}

async function look(kernel: Kernel, siteId: number, id: number): Promise<void> {
  const scope = scopeOfSystem(siteId)
  await inScope(kernel.db, scope, async (trx) => {
    const schedule = await lockSchedule(trx, siteId, id)
    if (!schedule || schedule.deletedAt !== null) return
    if (schedule.pausedAt === null) {
      const due = latestDue(rhythmOf(schedule), await dayOfSite(kernel, trx, siteId))
      if (due) await openRun(trx, schedule, due.period, due.on, null)
    }
    const open = await trx
      .selectFrom('reportScheduleRun')
      .select(['period', 'status'])
      .where('scheduleId', '=', id)
      .where('siteId', '=', siteId)
      .where('status', 'in', ['WAITING', 'STARTED'])
      .orderBy('period')
      .execute()
    for (const { period, status } of open) {
      if (status === 'WAITING' && schedule.pausedAt === null) await attempt(kernel, trx, scope, schedule, plainDate(period))
      if (status === 'STARTED') await finish(kernel, trx, scope, schedule, plainDate(period))
    }
  })
}

async function anyStarted({ ownerDb }: Pick<Kernel, 'ownerDb'>): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from report_schedule_run where status = 'STARTED') as any`.execute(
    ownerDb,
  )
  return rows[0]?.any === true
}
