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
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { postMonths } from '../../test/book.ts'
import { buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'
import { runReportSchedules } from './job.ts'
import { lockSchedule } from './queries.ts'
import { attempt } from './runs.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const server = useServer()
const world = {} as ReportWorld
const JOB = { id: 'test', attempt: 1, lastAttempt: true, signal: new AbortController().signal }

beforeAll(async () => {
  Object.assign(world, await buildReportWorld(server))
  // Schedules begin here: the first to fall due is September's, on the fifth business day of October.
  server.setNow(new Date('2026-09-20T15:00:00Z'))
})
// One test's schedule is no other's, nor are its reports.
afterEach(async () => {
  await sql`update report set deleted_at = now() where site_id = ${world.siteId}`.execute(server.ownerDb)
  await sql`update report_schedule set deleted_at = now()`.execute(server.ownerDb)
  await sql`delete from mail_outbox`.execute(server.ownerDb)
})

const at = (day: string) => server.setNow(new Date(`${day}T15:00:00Z`))
const look = () => runReportSchedules.run(server.kernel, {}, JOB)
const runsOf = async (id: number) => (await server.callAs(world.staff, listScheduleRuns, { id })).body.records
const schedule = async (overrides: object = {}, cookie = world.staff) => {
  at('2026-09-20')
  const made = await server.callAs(cookie, createSchedule, {
    name: 'Monthly asset reports',
    reportType: 'AssetReport',
    isQuarterly: false,
    businessDay: 5,
    institutionIds: [],
    hold: true,
    ...overrides,
  })
  expect(made.status).toBe(201)
  return made.body
}
const batches = async () =>
  (await server.ownerDb.selectFrom('reportBatch').select('id').where('siteId', '=', world.siteId).execute()).length
/** The month of the book is open again for one institution until its value is posted. */
async function withoutOneValue(period: PlainDate, work: () => Promise<void>): Promise<void> {
  const [institutionId = 0] = world.institutionIds
  await sql`update policy_valuation set status = 'SUPERSEDED' where institution_id = ${institutionId} and as_of_date = ${period}
    and policy_id = (select min(id) from policy where institution_id = ${institutionId})`.execute(server.ownerDb)
  await work()
  await sql`update policy_valuation set status = 'POSTED' where institution_id = ${institutionId} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
}

test('the reports of September are made on the fifth business day of October, once, and who is concerned is told of it in one mail', async () => {
  const [institutionId = 0] = world.institutionIds
  const member = await buildUser(server.ownerDb, 'b', { sites: [world.siteId] })
  await sql`insert into service_team_member (institution_id, site_id, user_id, position) values (${institutionId}, ${world.siteId}, ${member}, 1)`.execute(
    server.ownerDb,
  )
  const made = await schedule()
  expect(made).toMatchObject({ nextOn: '2026-10-07', nextPeriod: '2026-09-30', lastStatus: null, paused: false, mayChange: true })
  const before = await batches()
  at('2026-10-06')
  await look()
  expect(await runsOf(made.id)).toEqual([])
  at('2026-10-07')
  // Two workers at once, and again afterwards.
  await Promise.all([look(), look()])
  await look()
  const [run, ...others] = await runsOf(made.id)
  expect(others).toEqual([])
  expect(run).toMatchObject({ period: '2026-09-30', dueOn: '2026-10-07', status: 'STARTED', reason: null, total: 2, askedBy: null })
  expect(await batches()).toBe(before + 1)
  expect(await server.ownerDb.selectFrom('mailOutbox').select('id').execute()).toEqual([])

  await world.make(run?.batchId ?? 0)
  await Promise.all([look(), look()])
  expect((await runsOf(made.id))[0]).toMatchObject({ status: 'DONE', ready: 2, failed: 0 })
  const mails = await server.ownerDb.selectFrom('mailOutbox').select(['recipient', 'subject', 'bodyText']).execute()
  // The member of one institution’s team hears of one report, who keeps the schedule of both.
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'September 2026: 1 asset report generated',
    'September 2026: 2 asset reports generated',
  ])
  expect(mails[0]?.bodyText).toContain(`/asset-reporting/${run?.batchId}`)
  expect((await server.callAs(world.staff, getSchedule, { id: made.id })).body).toMatchObject({
    nextOn: '2026-11-06',
    nextPeriod: '2026-10-31',
    lastStatus: 'DONE',
  })
})

test('reports that exist when the day comes stay in the batch that made them; the schedule’s batch holds what it makes', async () => {
  const [institutionId = 0, other = 0] = world.institutionIds
  const made = await schedule({ reportType: 'AssetSummaryReport' })
  const byHand = await world.startDirectly({ reportType: 'AssetSummaryReport', targets: [{ institutionId, subsidiaryId: null }] })
  at('2026-10-07')
  await look()
  const [run] = await runsOf(made.id)
  expect(run).toMatchObject({ status: 'STARTED', total: 1 })
  expect(run?.batchId).not.toBe(byHand)
  const entries = await server.ownerDb
    .selectFrom('reportBatchEntry')
    .select(['batchId', 'institutionId'])
    .where('batchId', 'in', [byHand, run?.batchId ?? 0])
    .orderBy('batchId')
    .execute()
  expect(entries).toEqual([
    { batchId: byHand, institutionId },
    { batchId: run?.batchId, institutionId: other },
  ])

  // A run with nothing left to make says so and takes no other batch for its own.
  const late = await schedule({ reportType: 'AssetSummaryReport' })
  at('2026-10-07')
  await look()
  expect(await runsOf(late.id)).toMatchObject([
    {
      status: 'SKIPPED',
      batchId: null,
      reason: 'All reports of September 2026 had been requested before. They stay in the batch that generated them.',
    },
  ])
})

test('behind the close gate it waits and says for whom and why; once the month is closed it runs, once', async () => {
  const period = plainDate('2026-10-31')
  await postMonths(server.ownerDb, world.siteId, world.institutionIds, period, period)
  const made = await schedule({ businessDay: 3 })
  at('2026-11-04')
  await withoutOneValue(period, async () => {
    const before = await batches()
    await look()
    await look()
    const [waiting] = (await runsOf(made.id)).filter((run) => run.period === period)
    expect(waiting).toMatchObject({ status: 'WAITING', batchId: null })
    expect(waiting?.reason).toMatch(/^October 2026 is not closed for 1 of 2 institutions\. .+: .+feed is missing\.$/)
    expect(await batches()).toBe(before)
    expect((await server.callAs(world.staff, getSchedule, { id: made.id })).body).toMatchObject({
      lastStatus: 'WAITING',
      lastPeriod: period,
    })
    const said = await server.ownerDb
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'report-schedule.waiting')
      .where('entityId', '=', String(made.id))
      .execute()
    expect(said).toHaveLength(1)
    // Told once each, however often it is looked at, and also when the reason becomes another one: who keeps the schedule, and the open institution's team.
    const told = () =>
      server.ownerDb
        .selectFrom('mailOutbox')
        .select(['recipient', 'subject', 'bodyText'])
        .where('dedupeKey', 'like', `report-schedule-waiting % ${made.id} %`)
        .execute()
    const mails = await told()
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('October 2026: asset reports wait for 1 institution to close'))
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(2)
    expect(mails[0]?.bodyText).toMatch(new RegExp(`- .+: .+feed is missing\n[^]+/report-schedules/${made.id}$`))
    const [, other = 0] = world.institutionIds
    await sql`update policy_valuation set status = 'SUPERSEDED' where institution_id = ${other} and as_of_date = ${period}`.execute(
      server.ownerDb,
    )
    await look()
    expect((await runsOf(made.id)).find((run) => run.period === period)?.reason).toContain('2 of 2 institutions')
    await sql`update policy_valuation set status = 'POSTED' where institution_id = ${other} and as_of_date = ${period}`.execute(
      server.ownerDb,
    )
    expect(await told()).toHaveLength(2)
  })
  // Days later, the feed is in.
  at('2026-11-10')
  await look()
  await look()
  expect((await runsOf(made.id)).filter((run) => run.period === period)).toMatchObject([
    { status: 'STARTED', dueOn: '2026-11-04', total: 2 },
  ])
})

test('a server that dies between starting the batch and saying so has done neither', async () => {
  const made = await schedule({ reportType: 'AssetSummaryReport' })
  at('2026-10-07')
  const scope = scopeOfSystem(world.siteId)
  const before = await batches()
  await sql`insert into report_schedule_run (schedule_id, period, site_id, due_on) values (${made.id}, ${world.period}, ${world.siteId}, '2026-10-07')`.execute(
    server.ownerDb,
  )
  const died = inScope(server.kernel.db, scope, async (trx) => {
    const row = await lockSchedule(trx, world.siteId, made.id)
    if (!row) throw new Error('no schedule')
    await attempt(server.kernel, trx, scope, row, world.period)
    throw new Error('killed')
  })
  await expect(died).rejects.toThrow('killed')
  expect(await batches()).toBe(before)
  expect(await runsOf(made.id)).toMatchObject([{ status: 'WAITING', batchId: null }])
  await look()
  expect(await batches()).toBe(before + 1)
  expect(await runsOf(made.id)).toMatchObject([{ status: 'STARTED', total: 2 }])
})

test('paused it makes nothing, and what fell due meanwhile is not made up for', async () => {
  const made = await schedule({ businessDay: 4 })
  expect((await server.callAs(world.staff, pauseSchedule, { id: made.id, paused: true })).body).toMatchObject({
    paused: true,
    nextOn: null,
  })
  at('2026-10-06')
  await look()
  expect(await runsOf(made.id)).toEqual([])
  at('2026-10-20')
  expect((await server.callAs(world.staff, pauseSchedule, { id: made.id, paused: false })).body).toMatchObject({
    paused: false,
    nextOn: '2026-11-05',
  })
  await look()
  expect(await runsOf(made.id)).toEqual([])
})

test('run now does what the day would, behind the same gate, and no second time', async () => {
  const [institutionId = 0] = world.institutionIds
  const made = await schedule({ reportType: 'AssetSummaryReport', institutionIds: [institutionId], businessDay: 20 })
  expect(made.institutionIds).toEqual([institutionId])
  at('2026-10-01')
  await withoutOneValue(world.period, async () => {
    const held = await server.callAs(world.staff, runSchedule, { id: made.id })
    expect([held.status, held.body.status]).toEqual([202, 'WAITING'])
    expect(held.body.reason).toContain('September 2026 is not closed for 1 of 1 institutions.')
  })
  const ran = await server.callAs(world.staff, runSchedule, { id: made.id })
  expect(ran.body).toMatchObject({ status: 'STARTED', period: '2026-09-30', total: 1 })
  // While its batch is being made it is named, with what is left; afterwards, where what it made is made again.
  const early = await server.callAs(world.staff, runSchedule, { id: made.id })
  const batchId = ran.body.batchId ?? 0
  expect([early.status, early.error.code]).toEqual([409, 'already_running'])
  expect(early.error.meta).toMatchObject({ beingMade: [{ batchId, remaining: 1, total: 1 }] })
  await world.make(batchId)
  const late = await server.callAs(world.staff, runSchedule, { id: made.id })
  expect([late.status, late.error.code]).toEqual([409, 'wrong_status'])
  expect(late.error.message).toContain(`This schedule already generated the reports of September 2026, in batch ${batchId}.`)
  at('2026-10-28')
  await look()
  expect((await runsOf(made.id)).filter(({ period }) => period === '2026-09-30')).toHaveLength(1)
})

test('quarters run with the quarter only; a period without holders is skipped, with the reason', async () => {
  const quarterly = await schedule({ isQuarterly: true })
  at('2026-11-06')
  await look()
  expect((await runsOf(quarterly.id)).map(({ period }) => period)).toEqual(['2026-09-30'])
  const empty = await schedule({ name: 'Of nobody' })
  await sql`update report_schedule set institution_ids = '{2147480000}' where id = ${empty.id}`.execute(server.ownerDb)
  at('2026-10-07')
  await look()
  expect(await runsOf(empty.id)).toMatchObject([
    { status: 'SKIPPED', reason: 'No institution of the schedule holds policies at September 30, 2026.' },
  ])
})

test('who may make the family’s reports keeps its schedules; who may read them sees them; others find nothing', async () => {
  const made = await schedule()
  const reader = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { ASSET_REPORT: 1, C8925_REPORT: 2 } })
  expect((await server.callAs(reader, getSchedule, { id: made.id })).body).toMatchObject({ id: made.id, mayChange: false })
  expect((await server.callAs(reader, runSchedule, { id: made.id })).status).toBe(403)
  const other = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { C8925_REPORT: 2 } })
  expect((await server.callAs(other, getSchedule, { id: made.id })).status).toBe(404)
  expect((await server.callAs(other, listSchedules, {})).body.page.totalRecords).toBe(0)
  expect((await server.callAs(other, createSchedule, { ...body, reportType: 'AssetReport' })).status).toBe(403)
  expect((await server.callAs(other, createSchedule, { ...body, reportType: 'C8925Report', isQuarterly: true })).body).toMatchObject({
    meta: { isQuarterly: ['These reports are generated once a year.'] },
  })
})
const body = { name: 'Another', reportType: 'AssetReport' as const, isQuarterly: false, businessDay: 5, institutionIds: [], hold: true }

test('a change needs the state it was made from; a deletion can be undone, and then begins anew', async () => {
  const made = await schedule()
  const changed = await server.callAs(world.staff, updateSchedule, { id: made.id, businessDay: 8, updatedAt: made.updatedAt })
  expect(changed.body).toMatchObject({ businessDay: 8, nextOn: '2026-10-13' })
  expect((await server.callAs(world.staff, updateSchedule, { id: made.id, businessDay: 9, updatedAt: made.updatedAt })).status).toBe(409)
  expect(
    (await server.callAs(world.staff, updateSchedule, { id: made.id, institutionIds: [2_147_480_000], updatedAt: changed.body.updatedAt }))
      .status,
  ).toBe(404)
  expect((await server.callAs(world.staff, deleteSchedule, { id: made.id })).status).toBe(204)
  expect((await server.callAs(world.staff, getSchedule, { id: made.id })).status).toBe(404)
  at('2026-10-20')
  await look()
  expect((await server.callAs(world.staff, restoreSchedule, { id: made.id })).body).toMatchObject({ id: made.id, nextPeriod: '2026-10-31' })
  expect(await runsOf(made.id)).toEqual([])
})

test('a schedule that cannot run keeps no other from its run', async () => {
  const [broken, sound] = [await schedule(), await schedule()]
  await sql`create function refuse_run() returns trigger language plpgsql as $$ begin raise exception 'no run of this one'; end $$`.execute(
    server.ownerDb,
  )
  await sql`create trigger refuse_run before insert on report_schedule_run for each row when (new.schedule_id = ${sql.lit(broken.id)}) execute function refuse_run()`.execute(
    server.ownerDb,
  )
  at('2026-10-07')
  await expect(look()).rejects.toThrow('no run of this one')
  expect([await runsOf(broken.id), (await runsOf(sound.id)).length]).toEqual([[], 1])
  await sql`drop function refuse_run cascade`.execute(server.ownerDb)
})

test('who may not read the family any more, or left the site, hears nothing of what their schedule makes', async () => {
  const db = server.ownerDb
  const keepers: number[] = []
  for (const email of ['stays@firm.test', 'moved@firm.test', 'demoted@firm.test']) {
    const userId = await buildUser(db, 'b', { sites: [world.siteId], email, permissions: { ASSET_REPORT: 2 } })
    keepers.push(userId)
    await schedule({ name: `Of ${email}` }, await signIn(db, userId, { siteId: world.siteId }))
  }
  const [, moved = 0, demoted = 0] = keepers
  await sql`delete from user_site where user_id = ${moved}`.execute(db)
  await sql`update user_permission set access = 0 where user_id = ${demoted}`.execute(db)
  at('2026-10-07')
  await look()
  for (const { id } of await db.selectFrom('reportBatch').select('id').where('siteId', '=', world.siteId).execute()) await world.make(id)
  await look()
  const told = (await db.selectFrom('mailOutbox').select('recipient').execute()).map(({ recipient }) => recipient)
  expect(told.filter((recipient) => recipient.endsWith('@firm.test'))).toEqual(['stays@firm.test'])
})
