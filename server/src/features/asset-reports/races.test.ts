import { assetReports } from '@corridor/contract/asset-reports.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { failure } from '../../reporting/failures.ts'
import { generateSome } from '../../reporting/generation.ts'
import { claimReports } from '../../reporting/leases.ts'
import { settleReports } from '../../reporting/outcomes.ts'
import { sweep } from '../../reporting/sweeper.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()
const expireLeases = () =>
  sql`update report set lease_until = now() - interval '1 second' where lease_until is not null`.execute(server.ownerDb)
const queuedJobs = async (batchId: number) =>
  (
    await sql`select from pgboss.job where name = 'generate-reports' and state = 'created' and data ->> 'batchId' = ${String(batchId)}`.execute(
      server.ownerDb,
    )
  ).rows.length

test('200 equal requests at once make one batch and each report once, and all answer that batch', async () => {
  const world = await buildReportWorld(server, { institutions: 3 })
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      server.callAs(world.staff, assetReports.generateReports, { period: world.period, institutions: world.institutionIds }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await server.ownerDb.selectFrom('report').select('id').where('siteId', '=', world.siteId).execute()).toHaveLength(3)
  expect(
    await server.ownerDb
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'batch.started')
      .where('siteId', '=', world.siteId)
      .execute(),
  ).toHaveLength(1)
})

test('of two regenerations at once one wins and the other is told', async () => {
  const world = await buildReportWorld(server, { institutions: 2 })
  await world.make(await world.start())
  for (let round = 1; round <= 3; round++) {
    const answers = await Promise.all(
      [world.staff, world.otherStaff].map((cookie) =>
        server.callAs(cookie, assetReports.generateReports, {
          period: world.period,
          institutions: world.institutionIds,
          isRegenerating: true,
        }),
      ),
    )
    expect(answers.map(({ status, error }) => `${status} ${error.code}`).sort()).toEqual(['202 ', '409 already_running'])
    await world.make(answers.find(({ status }) => status === 202)?.body.id ?? 0)
    for (const institutionId of world.institutionIds)
      expect(await world.reportOf(institutionId)).toMatchObject({ status: 'Ready', currentVersion: round + 1 })
  }
})

test('the same Idempotency-Key answers the same batch, also for a regeneration; with another body it is refused', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  await world.make(await world.start())
  const regenerate = (institutions: number[], key: string) =>
    server.callAs(
      world.staff,
      assetReports.generateReports,
      { period: world.period, institutions, isRegenerating: true },
      { 'idempotency-key': key },
    )
  const answers = await Promise.all(Array.from({ length: 50 }, () => regenerate(world.institutionIds, 'one')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(202)
  expect(await regenerate([...world.institutionIds, ...world.institutionIds], 'one')).toMatchObject({
    status: 422,
    error: { code: 'key_reused' },
  })
})

test('two makers share a batch without making anything twice', async () => {
  const world = await buildReportWorld(server, { institutions: 24, policiesEach: 1, months: 2 })
  const batchId = await world.start()
  await Promise.all([world.make(batchId), world.make(batchId), world.make(batchId)])
  const versions = await server.ownerDb.selectFrom('reportVersion').select(['reportId', 'version']).where('batchId', '=', batchId).execute()
  expect(versions).toHaveLength(24)
  expect(new Set(versions.map(({ reportId }) => reportId)).size).toBe(24)
  const batch = await server.ownerDb.selectFrom('reportBatch').select('completedAt').where('id', '=', batchId).executeTakeFirstOrThrow()
  expect(batch.completedAt).not.toBeNull()
})

test('what a dead maker held is made by the next; what a slow one finishes after that leaves no trace', async () => {
  const world = await buildReportWorld(server, { institutions: 2 })
  const batchId = await world.start()
  const slow = await inScope(server.kernel.db, world.scope, (trx) => claimReports(trx, world.scope, batchId, 16))
  expect(slow.reports).toHaveLength(2)
  expect(await generateSome(server.kernel, world.scope, batchId)).toBe(0)
  await expireLeases()
  expect(await generateSome(server.kernel, world.scope, batchId)).toBe(2)
  const before = await server.ownerDb.selectFrom('report').selectAll().where('batchId', '=', batchId).orderBy('id').execute()
  await settleReports(
    server.kernel,
    world.scope,
    batchId,
    slow.token,
    slow.reports.map((report) => ({ report, failure: failure('render_failed') })),
  )
  expect(await server.ownerDb.selectFrom('report').selectAll().where('batchId', '=', batchId).orderBy('id').execute()).toEqual(before)
  expect(before.map(({ status, currentVersion }) => ({ status, currentVersion }))).toEqual([
    { status: 'Ready', currentVersion: 1 },
    { status: 'Ready', currentVersion: 1 },
  ])
})

test('a report whose maker is cut off again and again is failed, not stuck', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start()
  for (let attempt = 1; attempt <= 12; attempt++) {
    expect((await inScope(server.kernel.db, world.scope, (trx) => claimReports(trx, world.scope, batchId, 16))).reports).toHaveLength(1)
    await expireLeases()
  }
  await world.make(batchId)
  expect(await world.reportOf(world.institutionIds[0] ?? 0)).toMatchObject({ status: 'Failed', failureCode: 'interrupted' })
})

test('the sweep queues a job for what nobody works on, and marks a batch that was left unmarked', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start()
  await sql`delete from pgboss.job`.execute(server.ownerDb)
  expect(await sweep(server.kernel)).not.toContain(batchId)
  await sql`update report set updated_at = now() - interval '1 minute' where batch_id = ${batchId}`.execute(server.ownerDb)
  expect(await sweep(server.kernel)).toContain(batchId)
  expect(await queuedJobs(batchId)).toBe(1)
  await world.make(batchId)
  await sql`update report_batch set completed_at = null, created_at = now() - interval '1 minute' where id = ${batchId}`.execute(
    server.ownerDb,
  )
  await sweep(server.kernel)
  expect(
    (await server.ownerDb.selectFrom('reportBatch').select('completedAt').where('id', '=', batchId).executeTakeFirstOrThrow()).completedAt,
  ).not.toBeNull()
})

test('who asks anew for what is being made is told what, since when, by whom, and how many are left; of part of it how many', async () => {
  const world = await buildReportWorld(server, { institutions: 3 })
  const [first = 0, second = 0, third = 0] = world.institutionIds
  await world.make(await world.start())
  const running = await world.start({ isRegenerating: true, institutions: [first, second] })
  const ask = (institutions: number[]) =>
    server.callAs(world.otherStaff, assetReports.generateReports, { period: world.period, institutions, isRegenerating: true })
  const refused = await ask([first, second])
  const batch = {
    batchId: running,
    batchName: 'Asset Reports, September 2026',
    reportType: 'AssetReport',
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    askedBy: expect.stringMatching(/\w+ \w+/),
    total: 2,
    remaining: 2,
  }
  expect([refused.status, refused.error.code, refused.error.meta]).toEqual([409, 'already_running', { beingMade: [batch] }])
  expect(refused.error.message).toMatch(
    /^These reports are already being generated: batch \d+, “Asset Reports, September 2026”, .* has 2 of 2 left\./,
  )

  const partly = await ask([first, second, third])
  expect([partly.status, partly.body.beingMade]).toEqual([202, 2])
  await world.make(partly.body.id)
  // The third was made by the new batch; the first two wait for the batch that they were asked for by.
  expect((await ask([first])).error.meta).toEqual({ beingMade: [{ ...batch, remaining: 2 }] })
  await world.make(running)
  const after = await ask([first, second])
  expect([after.status, after.body.beingMade]).toEqual([202, 0])
})

test('what is being made elsewhere is told to nobody who may not see it', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  await world.make(await world.start())
  await world.start({ isRegenerating: true })
  const other = await buildReportWorld(server, { institutions: 1 })
  const foreign = await server.callAs(other.staff, assetReports.generateReports, {
    period: world.period,
    institutions: world.institutionIds,
    isRegenerating: true,
  })
  expect([foreign.status, foreign.error.meta]).toEqual([404, undefined])
})
