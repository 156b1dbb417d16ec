import { assetReports } from '@corridor/contract/asset-reports.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import { listPeriodLocks, lockPeriod, unlockPeriod } from '@corridor/contract/period-locks.ts'
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { monthsLockedSince, refuseLockedValues } from '../../shared/policies/period-locks.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'
import { bankStatus, carrierStatus } from './board.ts'
import type { ReportRow } from './queries.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test.each([
  ['2026-09-30', 5, '2026-10-07'],
  ['2026-10-31', 1, '2026-11-02'],
  ['2026-10-31', 5, '2026-11-06'],
] as const)('%s: business day %i is %s', (period, days, due) => expect(businessDayAfter(plainDate(period), days)).toBe(due))

const file = (status: string, openErrors = 0) => ({ id: 1, carrierCode: 'A', fileName: 'a.csv', status, openErrors, receivedAt: '' })
test.each([
  [{ valued: 3 }, 'posted'],
  [{ files: [file('VALIDATED', 2)] }, 'errors'],
  [{ files: [file('VALIDATED')] }, 'inProgress'],
  [{ files: [file('POSTED')], valued: 2 }, 'incomplete'],
  [{ files: [file('POSTED'), file('VALIDATED')], valued: 2 }, 'inProgress'],
  [{ files: [file('POSTED')], expected: 0 }, 'posted'],
  [{ valued: 2 }, 'inProgress'],
  [{ today: plainDate('2026-10-08') }, 'late'],
  [{}, 'awaited'],
] as const)('a carrier with %j is %s', (given, status) =>
  expect(
    carrierStatus({ expected: 3, valued: 0, files: [], dueOn: plainDate('2026-10-07'), today: plainDate('2026-10-07'), ...given }),
  ).toBe(status),
)

const report = (overrides: Partial<ReportRow>): ReportRow => ({
  institutionId: 1,
  subsidiaryId: null,
  id: 1,
  batchId: 1,
  status: 'Ready',
  failureReason: null,
  isShown: false,
  isCurrent: false,
  isPreliminary: false,
  isOutdated: false,
  ...overrides,
})
test.each([
  [{ reports: [] }, 'open'],
  [{ reports: [], isBlocked: true }, 'blocked'],
  [{ reports: [report({ status: 'Scheduled' })] }, 'generating'],
  [{ reports: [report({ status: 'Failed' })], isBlocked: true }, 'failed'],
  [{ reports: [report({})] }, 'ready'],
  [{ reports: [report({})], isBlocked: true }, 'blocked'],
  [{ reports: [report({ isShown: true, isCurrent: true })] }, 'released'],
  [{ reports: [report({ isShown: true, isCurrent: false })] }, 'ready'],
  [{ reports: [report({ isShown: true, isCurrent: true })], owners: 2 }, 'open'],
] as const)('a bank with %j is %s', (given, status) => expect(bankStatus({ owners: 1, isBlocked: false, ...given })).toBe(status))

test('the board tells the register’s newest month: carriers in or awaited, banks ready, blocked, released', async () => {
  const world = await buildReportWorld(server, { institutions: 3, policiesEach: 3 })
  const [released = 0, blocked = 0, open = 0] = world.institutionIds
  await sql`delete from policy_valuation where institution_id = ${blocked} and as_of_date = ${world.period}`.execute(server.ownerDb)
  const batchId = await world.start({ institutions: [released] })
  await world.make(batchId)
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [(await world.reportOf(released)).id] })
  const { body } = await server.callAs(world.staff, closeBoard, {})
  expect(body).toMatchObject({
    period: world.period,
    lockedAt: null,
    totals: { policiesExpected: 9, policiesValued: 6, released: 1, ready: 0, blocked: 1 },
  })
  expect(body.periods[0]).toBe(world.period)
  expect(body.periods).toHaveLength(15)
  expect(Object.fromEntries(body.banks.map(({ institutionId, status }) => [institutionId, status]))).toEqual({
    [released]: 'released',
    [blocked]: 'blocked',
    [open]: 'open',
  })
  expect(body.banks.find(({ institutionId }) => institutionId === blocked)?.blockers).toHaveLength(3)
  expect(body.carriers.map(({ policiesExpected, policiesValued }) => [policiesExpected, policiesValued])).toEqual([
    [3, 2],
    [3, 2],
    [3, 2],
  ])
})

test('a bank whose report failed is counted, and every bank is counted once', async () => {
  const world = await buildReportWorld(server, { institutions: 3, policiesEach: 2 })
  const [failed = 0, made = 0] = world.institutionIds
  await sql`delete from policy_valuation where (institution_id, policy_id) = (select institution_id, min(id) from policy where institution_id = ${failed} group by 1)
    and as_of_date = ${world.period}`.execute(server.ownerDb)
  await world.make(await world.start({ institutions: [failed, made] }))
  const { body } = await server.callAs(world.staff, closeBoard, {})
  expect(body.totals).toMatchObject({ failed: 1, ready: 1, open: 1, blocked: 0, generating: 0, released: 0 })
  const { failed: of, ready, open, blocked, generating, released } = body.totals
  expect(of + ready + open + blocked + generating + released).toBe(body.banks.length)
})

test('a file for the next month moves the board on, before any of it is posted', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 3 })
  const [carrierCode = ''] = world.carrierCodes
  const next = addMonthEnds(world.period, 1)
  const { id } = await server.ownerDb
    .insertInto('carrierFile')
    .values({
      siteId: world.siteId,
      carrierCode,
      period: next,
      fileName: 'october.csv',
      sha256: 'b'.repeat(64),
      sizeBytes: 10,
      mediaType: 'text/csv',
      status: 'VALIDATED',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.ownerDb
    .insertInto('carrierFileFinding')
    .values({ fileId: id, siteId: world.siteId, lineNumber: 2, ruleCode: 'V5', severity: 'error', message: 'Not positive' })
    .execute()
  const { body } = await server.callAs(world.staff, closeBoard, {})
  expect(body.period).toBe(next)
  expect(body.carriers.find((carrier) => carrier.carrierCode === carrierCode)).toMatchObject({
    status: 'errors',
    files: [{ id, fileName: 'october.csv', openErrors: 1 }],
  })
  expect(
    (await server.callAs(world.staff, closeBoard, { period: world.period })).body.carriers.every(({ status }) => status === 'posted'),
  ).toBe(true)
})

test('an empty site has an empty board', async () => {
  const world = await buildReportWorld(server, { institutions: 0 })
  expect((await server.callAs(world.viewer, closeBoard, {})).body).toMatchObject({ periods: [], carriers: [], banks: [] })
})

test('a month is locked and unlocked by a manager alone, once, with a reason; what would change it waits for the lock to be gone', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 1 })
  const manager = await signedInAs(server.ownerDb, 'd', { siteId: world.siteId })
  const { period } = world
  expect((await server.callAs(world.staff, lockPeriod, { period })).status).toBe(403)
  const [one, other] = await Promise.all([server.callAs(manager, lockPeriod, { period }), server.callAs(manager, lockPeriod, { period })])
  expect([one.status, other.status, one.body.lockedAt === other.body.lockedAt]).toEqual([200, 200, true])
  expect((await server.callAs(world.staff, listPeriodLocks, {})).body.records.map((lock) => lock.period)).toEqual([period])
  expect((await server.callAs(world.staff, closeBoard, { period })).body.lockedAt).toBe(one.body.lockedAt)
  expect((await server.callAs(manager, lockPeriod, { period: plainDate('2099-01-31') })).error.message).toContain(
    'January 2099 has not ended yet.',
  )

  expect((await server.callAs(manager, unlockPeriod, { period, reason: 'no' })).status).toBe(400)
  expect((await server.callAs(world.staff, unlockPeriod, { period, reason: 'A value was wrong' })).status).toBe(403)
  expect((await server.callAs(manager, unlockPeriod, { period, reason: 'A value was wrong' })).status).toBe(204)
  expect((await server.callAs(manager, unlockPeriod, { period, reason: 'A value was wrong' })).status).toBe(404)
  const { rows } = await sql<{ action: string; after: unknown }>`
    select action, after from activity where site_id = ${world.siteId} and action like 'period.%' order by id`.execute(server.ownerDb)
  expect(rows).toEqual([
    { action: 'period.locked', after: { period } },
    { action: 'period.unlocked', after: { period, reason: 'A value was wrong' } },
  ])
})

test('locking waits for a posting that is under way, and a posting that comes after finds the lock', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 1 })
  const manager = await signedInAs(server.ownerDb, 'd', { siteId: world.siteId })
  let locking: Promise<{ status: number }> | undefined
  await server.ownerDb.transaction().execute(async (trx) => {
    const scope = scopeOfSystem(world.siteId)
    expect(await monthsLockedSince(trx, scope, null, world.period)).toEqual([])
    locking = server.callAs(manager, lockPeriod, { period: world.period })
    await vi.waitFor(async () => {
      const { rows } = await sql<{
        waits: boolean
      }>`select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits`.execute(server.ownerDb)
      expect(rows[0]?.waits).toBe(true)
    })
  })
  expect((await locking)?.status).toBe(200)
  await expect(
    server.ownerDb.transaction().execute((trx) => refuseLockedValues(trx, scopeOfSystem(world.siteId), [world.period])),
  ).rejects.toThrow('is locked')
})
