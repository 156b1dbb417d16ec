/** Schedules of reports: staff keep them, pause them, run them at once, and see what each has made. */
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listScheduleRuns,
  listSchedules,
  pauseSchedule,
  restoreSchedule,
  runSchedule,
  updateSchedule,
} from '@corridor/contract/report-schedules.ts'
import type { Session } from '@corridor/contract/session.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { lastPeriod } from '@corridor/domain/reports/schedules.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { pageInfoOf } from '../../platform/http/lists.ts'
import { route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { refuseUnfinished } from '../../reporting/being-made.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { LOOK_SOON, runReportSchedules } from './job.ts'
import { lockSchedule, rhythmOf, type ScheduleRow, selectRuns, selectSchedule, selectSchedules, typesOf } from './queries.ts'
import { attempt, openRun } from './runs.ts'

const ENTITY = 'report-schedules'

/** Each period has one run: a second making is asked for on the page of its batch. @throws AppError already_running, wrong_status */
async function refuseRepeated(
  trx: Trx,
  scope: Scope,
  { period, batchId, reason }: { period: string; batchId: number | null; reason: string | null },
): Promise<never> {
  if (batchId === null) throw new AppError('wrong_status', reason === null ? {} : { message: reason })
  await refuseUnfinished(trx, scope, batchId)
  const month = formatMonth(plainDate(period))
  throw new AppError('wrong_status', {
    message: `This schedule already generated the reports of ${month}, in batch ${batchId}. Regenerate them on that batch’s page.`,
  })
}

export function reportScheduleRoutes(app: FastifyInstance, kernel: Kernel): void {
  const today = (trx: Trx, { siteId }: Scope) => dayOfSite(kernel, trx, siteId)
  const one = async (trx: Trx, scope: Scope, session: Session, id: number) =>
    found(await selectSchedule(trx, scope, session, await today(trx, scope), id))

  route(app, kernel, listSchedules, async ({ input, session, scope, trx }) => {
    const { records, total } = await selectSchedules(trx, scope, session, await today(trx, scope), input)
    return { records, page: pageInfoOf(input, total) }
  })
  route(app, kernel, getSchedule, ({ input, session, scope, trx }) => one(trx, scope, session, input.id))
  route(app, kernel, listScheduleRuns, async ({ input, session, scope, trx }) => {
    await one(trx, scope, session, input.id)
    const { records, total } = await selectRuns(trx, scope, input.id, input)
    return { records, page: pageInfoOf(input, total) }
  })

  route(app, kernel, createSchedule, async ({ input, session, scope, trx, record }) => {
    const values = { ...input, institutionIds: input.institutionIds.length === 0 ? null : input.institutionIds }
    mustMake(session, input.reportType)
    await assertSound(trx, scope, values)
    const { id } = await trx
      .insertInto('reportSchedule')
      .values({ ...values, siteId: scope.siteId, startsOn: await today(trx, scope), createdBy: session.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record({ action: 'report-schedules.created', entity: ENTITY, entityId: id, after: input })
    return one(trx, scope, session, id)
  })

  route(app, kernel, updateSchedule, async ({ input, session, scope, trx, record }) => {
    const { id, updatedAt, institutionIds, ...given } = input
    const before = await lockOwn(trx, scope, session, id)
    if (new Date(before.updatedAt).toISOString() !== new Date(updatedAt).toISOString())
      throw new AppError('conflict', { meta: { current: await one(trx, scope, session, id), yours: given } })
    const values = {
      ...given,
      ...(institutionIds === undefined ? {} : { institutionIds: institutionIds.length === 0 ? null : institutionIds }),
    }
    if (given.reportType) mustMake(session, given.reportType)
    await assertSound(trx, scope, {
      reportType: given.reportType ?? before.reportType,
      isQuarterly: given.isQuarterly ?? before.isQuarterly,
      institutionIds: values.institutionIds === undefined ? before.institutionIds : values.institutionIds,
    })
    await trx
      .updateTable('reportSchedule')
      .set({ ...values, changedBy: session.userId, updatedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('siteId', '=', scope.siteId)
      .execute()
    await record({
      action: 'report-schedules.changed',
      entity: ENTITY,
      entityId: id,
      before: pick(before, Object.keys(values)),
      after: values,
    })
    return one(trx, scope, session, id)
  })

  route(app, kernel, pauseSchedule, async ({ input, session, scope, trx, record }) => {
    const before = await lockOwn(trx, scope, session, input.id)
    if ((before.pausedAt !== null) !== input.paused) {
      // Runs that fell due while it was paused are not made up for.
      const startsOn = await today(trx, scope)
      await trx
        .updateTable('reportSchedule')
        .set(
          input.paused ? { pausedAt: kernel.now().toISOString(), pausedBy: session.userId } : { pausedAt: null, pausedBy: null, startsOn },
        )
        .set({ updatedAt: sql<string>`now()` })
        .where('id', '=', input.id)
        .where('siteId', '=', scope.siteId)
        .execute()
    }
    await record({ action: input.paused ? 'report-schedules.paused' : 'report-schedules.resumed', entity: ENTITY, entityId: input.id })
    return one(trx, scope, session, input.id)
  })

  route(app, kernel, runSchedule, async ({ input, session, scope, trx, record }) => {
    const schedule = await lockOwn(trx, scope, session, input.id)
    const day = await today(trx, scope)
    const period = lastPeriod(rhythmOf(schedule), day)
    if (period === null) throw new AppError('wrong_status')
    await openRun(trx, schedule, period, day, session.userId)
    const at = { take: 1000, skip: 0, sort: 'period', desc: true } as const
    const state = async () => found((await selectRuns(trx, scope, schedule.id, at)).records.find((run) => run.period === period))
    const before = await state()
    if (before.status !== 'WAITING') await refuseRepeated(trx, scope, before)
    await attempt(kernel, trx, scope, schedule, period)
    await kernel.jobs.send(trx, runReportSchedules, {}, LOOK_SOON)
    const after = await state()
    await record({
      action: 'report-schedules.run',
      entity: ENTITY,
      entityId: schedule.id,
      after: { period, status: after.status, reason: after.reason },
    })
    return after
  })

  route(app, kernel, deleteSchedule, async ({ input, session, scope, trx, record }) => {
    await lockOwn(trx, scope, session, input.id)
    await trx
      .updateTable('reportSchedule')
      .set({ deletedAt: kernel.now().toISOString() })
      .where('id', '=', input.id)
      .where('siteId', '=', scope.siteId)
      .execute()
    await record({ action: 'report-schedules.deleted', entity: ENTITY, entityId: input.id })
    return undefined
  })

  route(app, kernel, restoreSchedule, async ({ input, session, scope, trx, record }) => {
    const row = await lockSchedule(trx, scope.siteId, input.id)
    const oldest = kernel.now().getTime() - 30 * 86_400_000
    if (!row || row.deletedAt === null || Date.parse(row.deletedAt) < oldest) throw new AppError('not_found')
    mustMake(session, row.reportType)
    await trx
      .updateTable('reportSchedule')
      .set({ deletedAt: null, startsOn: await today(trx, scope) })
      .where('id', '=', input.id)
      .where('siteId', '=', scope.siteId)
      .execute()
    await record({ action: 'report-schedules.restored', entity: ENTITY, entityId: input.id })
    return one(trx, scope, session, input.id)
  })
}

/** @throws AppError not_found, or forbidden without the family's permission at level 2 */
async function lockOwn(trx: Trx, scope: Scope, session: Session, id: number) {
  const row = await lockSchedule(trx, scope.siteId, id)
  if (!row || row.deletedAt !== null || !typesOf(session, 1).includes(row.reportType)) throw new AppError('not_found')
  mustMake(session, row.reportType)
  return row
}

function mustMake(session: Session, reportType: ReportTypeName): void {
  if (!typesOf(session, 2).includes(reportType)) throw new AppError('forbidden')
}

/** @throws AppError input for quarters of a family that has none, not_found for an institution that is not of the site */
async function assertSound(
  trx: Trx,
  { siteId }: Scope,
  { reportType, isQuarterly, institutionIds }: Pick<ScheduleRow, 'reportType' | 'isQuarterly' | 'institutionIds'>,
): Promise<void> {
  if (isQuarterly && REPORT_FAMILIES[reportType].rhythm === 'annual')
    throw inputError({ isQuarterly: ['These reports are generated once a year.'] })
  if (institutionIds === null) return
  const ids = [...new Set(institutionIds)]
  const known = await trx
    .selectFrom('institutionSite')
    .select('institutionId')
    .where('siteId', '=', siteId)
    .where('institutionId', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  if (known.length !== ids.length) throw new AppError('not_found')
}

const pick = (row: ScheduleRow, keys: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('not_found')
  return value
}
