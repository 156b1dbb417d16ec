import { assetReports } from '@corridor/contract/asset-reports.ts'
import { assignOwners, closeBoard, closeLoad } from '@corridor/contract/charts.ts'
import { listPeriodLocks, lockPeriod, unlockPeriod } from '@corridor/contract/period-locks.ts'
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { monthsLockedSince, refuseLockedValues } from '../../shared/policies/period-locks.ts'
import { buildInstitution, buildUser, signedInAs, signIn } from '../../test/builders.ts'
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

const file = (status: string, openErrors = 0) => ({
  id: 1,
  carrierCode: 'A',
  fileName: 'a.csv',
  status,
  openErrors,
  receivedAt: '',
  arrival: 'UPLOADED' as const,
  arrivalName: null,
})
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
  failureCode: null,
  failureReason: null,
  isShown: false,
  isCurrent: false,
  isWithdrawn: false,
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
  [{ reports: [report({ isCurrent: true, isWithdrawn: true })] }, 'withdrawn'],
  [{ reports: [report({ isCurrent: true, isWithdrawn: true })], isBlocked: true }, 'withdrawn'],
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
  const asked = await server.callAs(manager, lockPeriod, { period })
  expect([asked.status, asked.error.meta?.reason]).toEqual([
    400,
    ['Still outstanding for September 2026: 1 report not released, 5 audits not signed off. Enter a reason to lock it all the same.'],
  ])
  expect((await server.callAs(world.staff, listPeriodLocks, {})).body.records).toEqual([])
  const lock = () => server.callAs(manager, lockPeriod, { period, reason: 'Reports follow' })
  const [one, other] = await Promise.all([lock(), lock()])
  expect([one.status, other.status, one.body.lockedAt === other.body.lockedAt]).toEqual([200, 200, true])
  expect((await server.callAs(world.staff, listPeriodLocks, {})).body.records.map((each) => [each.period, each.reason])).toEqual([
    [period, 'Reports follow'],
  ])
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
    { action: 'period.locked', after: { period, reason: 'Reports follow' } },
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
    locking = server.callAs(manager, lockPeriod, { period: world.period, reason: 'Reports follow' })
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

test('a manager gives banks and carriers to a person, all or none; the board names them, the load counts what each has', async () => {
  const world = await buildReportWorld(server, { institutions: 2, policiesEach: 2 })
  const [one = 0, two = 0] = world.institutionIds
  const manager = await signedInAs(server.ownerDb, 'd', { siteId: world.siteId, permissions: { INSTITUTIONS: 2, ASSET_REPORT: 2 } })
  const userId = await buildUser(server.ownerDb, 'b', { sites: [world.siteId], firstName: 'Ines', lastName: 'Hart' })
  const give = async (cookie: string, input: Parameters<typeof server.callAs<typeof assignOwners>>[2]) =>
    (await server.callAs(cookie, assignOwners, input)).status
  const board = async () => (await server.callAs(manager, closeBoard, {})).body
  const owners = async () => {
    const { banks, carriers } = await board()
    return [...banks, ...carriers].map(({ owner }) => owner)
  }
  const codes = (await board()).carriers.map(({ carrierCode }) => carrierCode)
  expect(codes.length).toBeGreaterThan(0)
  const foreign = await buildInstitution(server.ownerDb, { sites: [] })
  // A bank of another site, an unknown carrier, a person of another site, a member of staff who is no manager.
  expect(await give(manager, { institutionIds: [one, foreign], userId })).toBe(404)
  expect(await give(manager, { institutionIds: [one], carrierCodes: ['NONE'], userId })).toBe(404)
  expect(await give(manager, { institutionIds: [one], userId: await buildUser(server.ownerDb, 'b', { sites: [] }) })).toBe(400)
  expect(await give(world.staff, { institutionIds: [one], userId })).toBe(403)
  expect((await owners()).every((owner) => owner === null)).toBe(true)

  expect(await give(manager, { institutionIds: [one, two], carrierCodes: codes, userId })).toBe(200)
  expect((await owners()).every((owner) => owner === 'Ines Hart')).toBe(true)
  expect(await give(manager, { institutionIds: [two], carrierCodes: codes, userId: null })).toBe(200)
  const { banks, carriers } = await board()
  expect([
    ...banks.map(({ institutionId, ownerId }) => [institutionId, ownerId]).toSorted(),
    carriers.every(({ ownerId }) => ownerId === null),
  ]).toEqual([
    ...[
      [one, userId],
      [two, null],
    ].toSorted(),
    true,
  ])

  const session = await signIn(server.ownerDb, userId, { siteId: world.siteId })
  expect((await server.callAs(session, closeLoad, {})).status).toBe(403)
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, message, period, policy_id, assigned_to, due_on, status)
    select ${one}, ${world.siteId}, 'clientExceptions', 'V8', 'error', 'A value differs.', ${world.period}, n, ${userId}, ${world.period}, case n when 3 then 'RESOLVED' else 'OPEN' end
    from generate_series(1, 3) n`.execute(server.ownerDb)
  // All are due; one that waits for the institution is nobody's delay here.
  await sql`insert into service_request (institution_id, site_id, user_id, subject, body, recipients, status, owner_id, due_on)
    select ${one}, ${world.siteId}, ${userId}, 'A question', 'Why?', '{desk@corridor.example}', status, ${userId}, ${world.period} from unnest(array['IN_WORK', 'WAITING', 'DONE']) status`.execute(
    server.ownerDb,
  )
  await sql`insert into service_request (institution_id, site_id, user_id, subject, body, recipients, status, due_on)
    select ${one}, ${world.siteId}, ${userId}, 'A question', 'Why?', '{desk@corridor.example}', 'NEW', due from unnest(array[null, ${world.period}::date]) due`.execute(
    server.ownerDb,
  )
  const { people, unassigned } = (await server.callAs(manager, closeLoad, {})).body
  expect(people.find(({ id }) => id === userId)).toEqual({ id: userId, name: 'Ines Hart', openExceptions: 2, openRequests: 2, overdue: 3 })
  expect(unassigned).toEqual({ openRequests: 2, overdue: 1 })
})

test('what failed in the last 30 days is told until it is done again', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 1 })
  const [bank = 0] = world.institutionIds
  const failures = async () => (await server.callAs(world.staff, closeBoard, {})).body.failures.map(({ kind, why }) => [kind, why])
  await world.make(await world.start({ institutions: [bank] }))
  await sql`update report set status = 'Failed', failure_reason = 'No tax profile.' where institution_id = ${bank}`.execute(server.ownerDb)
  const run = (failure: string | null) =>
    sql`insert into audit_run (site_id, period, ended_at, failure) values (${world.siteId}, ${world.period}, now(), ${failure})`.execute(
      server.ownerDb,
    )
  await run('The audit was interrupted.')
  expect((await failures()).toSorted()).toEqual([
    ['audit', 'The audit was interrupted.'],
    ['report', 'No tax profile.'],
  ])
  await run(null)
  await sql`update report set status = 'Ready' where institution_id = ${bank}`.execute(server.ownerDb)
  expect(await failures()).toEqual([])
})
