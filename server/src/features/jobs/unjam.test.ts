/** Unjam: what stopped is told first and freed once, however many press at once; what lives is left alone. No worker runs here, so that nothing heals by itself. */
import { listJobs, unjam, unjamSalesforce } from '@corridor/contract/jobs.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { JOBS } from '../../app.ts'
import { inScope } from '../../platform/http/scope.ts'
import { claimReports } from '../../reporting/leases.ts'
import { askForAudit } from '../../shared/auditing/audit-run.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'
import { freeJams } from './unjam.ts'

const server = useServer()
const world = () => buildReportWorld(server, { institutions: 2, policiesEach: 1, months: 2 })

/** As a worker leaves a job when it dies: at work, and its heart still. */
const jam = (condition: ReturnType<typeof sql>, heart = '1 minute') =>
  sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - ${heart}::interval where ${condition}`.execute(
    server.ownerDb,
  )
const ofRun = (run: number) => sql`name = 'audit-month' and (data->>'runId')::int = ${run}`
const states = async (run: number) =>
  (await sql<{ state: string; retryCount: number }>`select state, retry_count from pgboss.job where ${ofRun(run)}`.execute(server.ownerDb))
    .rows

async function jammedAudit() {
  const of = await world()
  const run = await inScope(server.kernel.db, of.scope, (trx) => askForAudit(server.kernel, trx, of.scope, of.period))
  await jam(ofRun(run))
  return { ...of, run }
}

test('a job whose worker died is seen as stopped, told of in a sentence, and freed by the press after', async () => {
  const { staff, run } = await jammedAudit()
  const [seen] = (await server.callAs(staff, listJobs, { kind: 'audit-month' })).body.records
  expect(seen?.status).toBe('Stopped')
  const preview = (await server.callAs(staff, unjam, { dryRun: true })).body
  expect(preview.jams[0]).toEqual({
    what: expect.stringMatching(/^Audit of a month: its worker gave no sign of life since \d\d:\d\d:\d\d UTC, in attempt 1\.$/),
    does: 'The job is put back into the queue and taken by the next free worker.',
    freed: null,
  })
  expect(await states(run)).toEqual([{ state: 'active', retryCount: 0 }])
  const pressed = (await server.callAs(staff, unjam, {})).body
  expect(pressed.jams[0]?.freed).toBe(true)
  expect(await states(run)).toEqual([{ state: 'retry', retryCount: 0 }])
  expect((await server.callAs(staff, unjam, {})).body.jams).toEqual([])
  const [logged] = await server.ownerDb.selectFrom('activity').select('after').where('action', '=', 'job.unjammed').orderBy('id').execute()
  expect(logged?.after).toMatchObject({ jams: [{ freed: true }, expect.anything()] })
})

test('pressed twice at once, each jam is freed once', async () => {
  const { staff, otherStaff, run } = await jammedAudit()
  const presses = await Promise.all([staff, otherStaff].map((cookie) => server.callAs(cookie, unjam, {})))
  expect(presses.map(({ status }) => status)).toEqual([200, 200])
  expect(
    presses.flatMap(({ body }) => body.jams.filter(({ freed, what }) => freed && what.startsWith('Audit of a month: its worker'))),
  ).toHaveLength(1)
  expect(await states(run)).toEqual([{ state: 'retry', retryCount: 0 }])
})

test('a job whose heart beats is left to its worker', async () => {
  const { staff, run } = await jammedAudit()
  await jam(ofRun(run), '1 second')
  expect((await server.callAs(staff, unjam, {})).body.jams).toEqual([])
  expect(await states(run)).toEqual([{ state: 'active', retryCount: 0 }])
})

test('a job that used up its attempts gets one more', async () => {
  const { staff, run } = await jammedAudit()
  await sql`update pgboss.job set retry_count = retry_limit where ${ofRun(run)}`.execute(server.ownerDb)
  await server.callAs(staff, unjam, {})
  expect((await states(run))[0]?.state).toBe('retry')
})

test('of two equal jobs the one that waits does the work, and the jammed one is over', async () => {
  const { staff, scope } = await world()
  const keys = sql`name = 'read-carrier-file' and singleton_key = 'twice'`
  const send = () =>
    sql`insert into pgboss.job (name, data, state, singleton_key, policy, retry_limit) values ('read-carrier-file', ${JSON.stringify({ siteId: scope.siteId, fileId: 1 })}::jsonb, 'retry', 'twice', 'stately', 5)`.execute(
      server.ownerDb,
    )
  await send()
  await jam(keys)
  await send()
  await server.callAs(staff, unjam, {})
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where ${keys} order by state`.execute(server.ownerDb)
  expect(rows).toEqual([{ state: 'retry' }, { state: 'failed' }])
})

test('a batch whose makers died gives up their claims and gets a new maker', async () => {
  const { staff, scope, startDirectly, make, institutionIds, reportOf } = await world()
  const batch = await startDirectly()
  await inScope(server.kernel.db, scope, (trx) => claimReports(trx, scope, batch, 1))
  await sql`update report set lease_until = now() - interval '1 second' where batch_id = ${batch} and lease_until is not null`.execute(
    server.ownerDb,
  )
  await sql`delete from pgboss.job where name = 'generate-reports' and (data->>'batchId')::int = ${batch}`.execute(server.ownerDb)
  const { jams } = (await server.callAs(staff, unjam, {})).body
  expect(jams).toEqual([
    {
      what: expect.stringMatching(/^Batch of reports, Asset Reports, .+: it is not finished, and no worker has it in hand\.$/),
      does: 'Lapsed claims are taken away, and the rest of the work is put into the queue.',
      freed: true,
    },
  ])
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from pgboss.job where name = 'generate-reports' and (data->>'batchId')::int = ${batch}`.execute(server.ownerDb)
  expect(rows).toEqual([{ count: 1 }])
  await make(batch)
  for (const institutionId of institutionIds) expect((await reportOf(institutionId)).status).toBe('Ready')
})

test('an audit whose job is gone is queued again, once', async () => {
  const { staff, run } = await jammedAudit()
  await sql`delete from pgboss.job where ${ofRun(run)}`.execute(server.ownerDb)
  await sql`update audit_run set asked_at = now() - interval '2 minutes' where id = ${run}`.execute(server.ownerDb)
  await server.callAs(staff, unjam, {})
  await server.callAs(staff, unjam, {})
  expect(await states(run)).toEqual([{ state: 'created', retryCount: 0 }])
})

test('an audit whose dead worker’s job is in the queue still gets no second one', async () => {
  const { run, scope } = await jammedAudit()
  const audits = JOBS.find(({ name }) => name === 'audit-month')
  const resumed = await inScope(server.kernel.db, scope, async (trx) => audits?.resume?.({ kernel: server.kernel, trx, scope, id: run }))
  expect(resumed).toBe(false)
  expect(await states(run)).toHaveLength(1)
})

test('the jobs of another site are not freed, and of pulls from Salesforce alone only they', async () => {
  const { run, staff } = await jammedAudit()
  const other = await world()
  expect((await server.callAs(other.staff, unjam, {})).body.jams).toEqual([])
  expect((await server.callAs(staff, unjamSalesforce, {})).body.jams).toEqual([])
  expect((await states(run))[0]?.state).toBe('active')
})

test('a pull from Salesforce whose worker died is freed by the unjam of Salesforce alone', async () => {
  const { staff, scope } = await world()
  const { siteId } = scope
  const { ownerDb } = server
  await ownerDb
    .insertInto('salesforceMapping')
    .values({ siteId, type: 'valuations', version: 1, object: 'Value__c', fields: '{}' })
    .execute()
  const { id } = await ownerDb
    .insertInto('salesforcePull')
    .values({ siteId, type: 'valuations', mappingVersion: 1, object: 'Value__c', status: 'RUNNING' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofPull = sql`name = 'salesforce.pull' and (data->>'id')::int = ${id}`
  const send = sql`insert into pgboss.job (name, data, retry_limit) values ('salesforce.pull', ${JSON.stringify({ siteId, id })}::jsonb, 5)`
  await send.execute(ownerDb)
  await jam(ofPull)
  const seen = async () => (await server.callAs(staff, listJobs, { kind: 'salesforce.pull' })).body.records[0]?.status
  expect(await seen()).toBe('Stopped')
  expect((await server.callAs(staff, unjamSalesforce, {})).body.jams).toMatchObject([{ freed: true }, { freed: false }])
  expect((await sql`select state from pgboss.job where ${ofPull}`.execute(ownerDb)).rows).toEqual([{ state: 'retry' }])
  expect(await seen()).toBe('Waiting')
})

test('an idle transaction that holds a lock is ended, and whoever waited for the lock goes on', async () => {
  const { scope } = await world()
  const [held, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // As a process that was frozen: its connection is open, and it sends nothing more.
  const frozen = inScope(server.kernel.db, scope, async (trx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(trx)
    held.resolve()
    await never.promise
  })
  await held.promise
  onTestFinished(() => never.resolve())
  frozen.catch(() => undefined)
  const waiting = server.ownerDb.transaction().execute((trx) => sql`select pg_advisory_xact_lock(4711)`.execute(trx))
  const free = (idleSeconds: number, dryRun = false) =>
    inScope(server.kernel.db, scope, (trx) =>
      freeJams({ kernel: server.kernel, trx, scope, record: async () => undefined }, JOBS, { dryRun, idleSeconds }),
    )
  expect((await free(30)).jams).toEqual([])
  const said = (await free(0, true)).jams.map(({ what }) => what)
  expect(said).toEqual([expect.stringMatching(/^Database connection \d+ holds a lock and has done nothing since .+ waits? for it\.$/)])
  expect((await free(0)).jams.map(({ freed }) => freed)).toEqual([true])
  await waiting
  never.resolve()
  await expect(frozen).rejects.toThrow()
})
