/** With four eyes, somebody other than the maker releases: also of what a job made in somebody's name. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { createSchedule, listScheduleRuns, runSchedule, updateSchedule } from '@corridor/contract/report-schedules.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'
import { runReportSchedules } from './job.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const server = useServer()
const JOB = { id: 'test', attempt: 1, lastAttempt: true, signal: new AbortController().signal }
const BEFORE = new Date('2026-09-20T15:00:00Z')
const DUE = new Date('2026-10-07T15:00:00Z')

beforeAll(() => server.ownerDb.updateTable('settings').set({ fourEyesRelease: true }).execute())
afterAll(() => server.setNow(undefined))

/** Two members of staff, and a schedule that the first of them made. */
async function scheduled({ hold = true } = {}) {
  server.setNow(BEFORE)
  const world = await buildReportWorld(server, { institutions: 1 })
  const someone = async () => {
    const userId = await buildUser(server.ownerDb, 'b', { sites: [world.siteId], permissions: { ASSET_REPORT: 2 } })
    return { userId, cookie: await signIn(server.ownerDb, userId, { siteId: world.siteId, now: BEFORE }) }
  }
  const [maker, colleague] = [await someone(), await someone()]
  const { body: schedule } = await server.callAs(maker.cookie, createSchedule, {
    name: 'Monthly',
    reportType: 'AssetReport',
    isQuarterly: false,
    businessDay: 5,
    institutionIds: [],
    hold,
  })
  /** As of now: their sessions are kept alive over the weeks. */
  const made = async () => {
    const { rows } = await sql<{ batchId: number }>`select batch_id from report_schedule_run where schedule_id = ${schedule.id}`.execute(
      server.ownerDb,
    )
    const batch = rows[0]?.batchId ?? 0
    await world.make(batch)
    await sql`update user_session set last_seen_at = ${DUE.toISOString()}, absolute_expiry = ${'2026-10-08'}`.execute(server.ownerDb)
    const reports = async (cookie: string) => (await server.callAs(cookie, assetReports.listReports, { batch })).body.records
    const release = async ({ cookie }: { cookie: string }) => {
      const offered = (await reports(cookie)).some(({ can }) => can.includes('release'))
      const { body } = await server.callAs(cookie, assetReports.releaseReports, {
        batch,
        reportIds: (await reports(cookie)).map(({ id }) => id),
      })
      return [offered, body.released.length === 1, body.refused.map(({ code }) => code)]
    }
    return { release, batch, reports }
  }
  return { world, maker, colleague, schedule, made }
}
const look = async () => {
  server.setNow(DUE)
  await runReportSchedules.run(server.kernel, {}, JOB)
}
const REFUSED = [false, false, ['four_eyes']]
const RELEASED = [true, true, []]

test('what a schedule made on its day is the work of who made the schedule', async () => {
  const { maker, colleague, made } = await scheduled()
  await look()
  const { release, batch } = await made()
  expect([await release(maker), await release(colleague)]).toEqual([REFUSED, RELEASED])
  const { createdBy } = await server.ownerDb.selectFrom('reportBatch').select('createdBy').where('id', '=', batch).executeTakeFirstOrThrow()
  expect(createdBy).toBe(maker.userId)
})

test('after a change, of who changed what it makes', async () => {
  const { maker, colleague, schedule, made } = await scheduled()
  const changed = await server.callAs(colleague.cookie, updateSchedule, { id: schedule.id, updatedAt: schedule.updatedAt, businessDay: 4 })
  expect(changed.status).toBe(200)
  await look()
  const { release } = await made()
  expect([await release(colleague), await release(maker)]).toEqual([REFUSED, RELEASED])
})

test('run at a click, of who ran it', async () => {
  const { maker, colleague, schedule, made } = await scheduled()
  server.setNow(DUE)
  await sql`update user_session set last_seen_at = ${DUE.toISOString()}, absolute_expiry = ${'2026-10-08'}`.execute(server.ownerDb)
  const ran = await server.callAs(colleague.cookie, runSchedule, { id: schedule.id })
  expect([ran.status, (await server.callAs(maker.cookie, listScheduleRuns, { id: schedule.id })).body.records[0]?.status]).toEqual([
    202,
    'STARTED',
  ])
  const { release } = await made()
  expect([await release(colleague), await release(maker)]).toEqual([REFUSED, RELEASED])
})

test('a schedule that holds nothing back releases nothing in its maker’s name', async () => {
  const { maker, colleague, made } = await scheduled({ hold: false })
  await look()
  const { release, reports } = await made()
  expect((await reports(maker.cookie)).map(({ can }) => can.includes('withdraw'))).toEqual([false])
  expect([await release(maker), await release(colleague)]).toEqual([REFUSED, RELEASED])
})

test('a preliminary version is the work of who asked for it, in whosever batch it lies', async () => {
  const { world, maker, colleague, made } = await scheduled()
  await sql`update policy_valuation set status = 'SUPERSEDED' where site_id = ${world.siteId} and as_of_date = '2026-09-30'
    and policy_id = (select min(id) from policy where site_id = ${world.siteId})`.execute(server.ownerDb)
  const batch = await world.startDirectly({ period: plainDate('2026-09-30'), askedBy: maker.userId })
  await world.make(batch)
  await sql`insert into report_schedule_run (schedule_id, site_id, period, due_on, status, batch_id)
    select id, site_id, '2026-09-30', '2026-10-07', 'DONE', ${batch} from report_schedule where site_id = ${world.siteId}`.execute(
    server.ownerDb,
  )
  const [institutionId = 0] = world.institutionIds
  const { id } = await world.reportOf(institutionId)
  const asked = await server.callAs(colleague.cookie, assetReports.makePreliminary, { batch, report: id, reason: 'The carrier is late.' })
  expect(asked.status).toBe(202)
  const { release } = await made()
  expect((await release(colleague))[2]).toEqual(['four_eyes'])
  expect((await release(maker))[2]).not.toContain('four_eyes')
})
