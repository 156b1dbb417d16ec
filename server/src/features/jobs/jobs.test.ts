/** The list of jobs: who sees which, what it says of them, and what a person can do with one. No worker runs here: every step is asked for. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { cancelJob, listJobs, retryJob, runJob } from '@corridor/contract/jobs.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { failure } from '../../reporting/failures.ts'
import { generateSome } from '../../reporting/generation.ts'
import { claimReports } from '../../reporting/leases.ts'
import { settleReports } from '../../reporting/outcomes.ts'
import { askForAudit } from '../../shared/auditing/audit-run.ts'
import { buildUser, next, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()
const world = () => buildReportWorld(server, { institutions: 3, policiesEach: 1, months: 2 })
const jobsOf = async (cookie: string, input: Parameters<typeof server.callAs<typeof listJobs>>[2] = {}) =>
  (await server.callAs(cookie, listJobs, { take: 100, ...input })).body.records

test('a batch that waits is there with its maker, its kind in words and how far it is', async () => {
  const { staff, start, institutionIds } = await world()
  const batch = await start()
  const [job] = await jobsOf(staff, { kind: 'generate-reports' })
  expect(job).toMatchObject({
    id: `generate-reports:${batch}`,
    title: 'Batch of reports',
    recordId: batch,
    reportType: 'AssetReport',
    status: 'Waiting',
    done: 0,
    total: institutionIds.length,
    remainingSeconds: null,
    personName: expect.stringMatching(/\w/),
    can: ['cancel'],
  })
})

test('the second batch of a month is told from the first by its number, as on its own page', async () => {
  const { staff, start } = await world()
  const first = await start()
  await server.callAs(staff, cancelJob, { id: `generate-reports:${first}` })
  const second = await start()
  const names = new Map((await jobsOf(staff, { kind: 'generate-reports' })).map(({ recordId, subject }) => [recordId, subject]))
  expect(names.get(second)).toBe(`${names.get(first)}, batch 2`)
  expect((await server.callAs(staff, assetReports.listReports, { batch: second })).body.batch?.batchName).toBe(names.get(second))
})

test('whoever may only look is offered nothing, and is refused; clients do not see the list', async () => {
  const { viewer, clients, start } = await world()
  const batch = await start()
  expect((await jobsOf(viewer, { kind: 'generate-reports' }))[0]?.can).toEqual([])
  expect((await server.callAs(viewer, cancelJob, { id: `generate-reports:${batch}` })).status).toBe(403)
  expect((await server.callAs(clients[0], listJobs, {})).status).toBe(403)
})

test('another site sees no job of this one, and cannot act on it', async () => {
  const [mine, theirs] = [await world(), await world()]
  const batch = await mine.start()
  expect(await jobsOf(theirs.staff, { kind: 'generate-reports' })).toEqual([])
  expect((await server.callAs(theirs.staff, cancelJob, { id: `generate-reports:${batch}` })).status).toBe(404)
})

test('a batch that is canceled keeps what it made; the rest says by whom, and what is in hand leaves no trace', async () => {
  const { staff, scope, startDirectly, siteId } = await world()
  const batch = await startDirectly()
  const ready = await inScope(server.kernel.db, scope, (trx) => claimReports(trx, scope, batch, 1))
  const [first] = ready.reports
  if (!first) throw new Error('a report was asked for')
  await settleReports(server.kernel, scope, batch, ready.token, [{ report: first, failure: failure('render_failed') }])
  const inHand = await inScope(server.kernel.db, scope, (trx) => claimReports(trx, scope, batch, 1))
  const answer = await server.callAs(staff, cancelJob, { id: `generate-reports:${batch}` })
  expect(answer.body).toMatchObject({ status: 'Canceled', canceledByName: expect.stringMatching(/\w/), done: 1, failed: 1 })
  await settleReports(
    server.kernel,
    scope,
    batch,
    inHand.token,
    inHand.reports.map((report) => ({ report, failure: failure('render_failed') })),
  )
  expect(await generateSome(server.kernel, scope, batch)).toBe(0)
  const { rows } = await sql<{ status: string; failureReason: string }>`
    select status, failure_reason from report where site_id = ${siteId} order by id`.execute(server.ownerDb)
  expect(rows.map(({ status }) => status).sort()).toEqual(['Canceled', 'Canceled', 'Failed'])
  expect(rows.find(({ status }) => status === 'Canceled')?.failureReason).toMatch(
    /^Canceled by .+\. Regenerate the report when it is wanted\.$/,
  )
  const { body } = await server.callAs(staff, assetReports.listReports, { batch })
  expect(body.batch).toMatchObject({ canceledBy: expect.stringMatching(/\w/), stats: { canceled: 2, failed: 1, remaining: 0 } })
  expect(body.records.find(({ status }) => status === 'Canceled')?.can).toEqual(['regenerate', 'delete'])
})

test('a canceled batch is refused a second cancel, and is made to its end when retried', async () => {
  const { staff, start, make } = await world()
  const batch = await start()
  const id = `generate-reports:${batch}`
  await server.callAs(staff, cancelJob, { id })
  expect((await server.callAs(staff, cancelJob, { id })).error.message).toBe('This job has ended already, or cannot be canceled.')
  expect((await server.callAs(staff, retryJob, { id })).body).toMatchObject({ status: 'Waiting', canceledByName: null })
  await make(batch)
  expect((await jobsOf(staff, { kind: 'generate-reports' }))[0]).toMatchObject({ status: 'Done', done: 3, can: [] })
})

test('asking again for the reports of a canceled batch makes them', async () => {
  const { staff, start, make, reportOf, institutionIds } = await world()
  const batch = await start()
  await server.callAs(staff, cancelJob, { id: `generate-reports:${batch}` })
  const again = await start()
  expect(again).not.toBe(batch)
  await make(again)
  for (const institutionId of institutionIds) expect((await reportOf(institutionId)).status).toBe('Ready')
})

test('a job is found by its words, its status, its person and its institution', async () => {
  const { staff, start, siteId, institutionIds } = await world()
  const batch = await start()
  const { createdBy: personId } = await server.ownerDb
    .selectFrom('reportBatch')
    .select('createdBy')
    .where('id', '=', batch)
    .executeTakeFirstOrThrow()
  const found = async (input: Parameters<typeof jobsOf>[1]) => (await jobsOf(staff, input)).map(({ id }) => id)
  const id = `generate-reports:${batch}`
  expect(await found({ search: 'asset report' })).toContain(id)
  expect(await found({ search: 'nothing of the kind' })).toEqual([])
  expect(await found({ status: 'Waiting' })).toContain(id)
  expect(await found({ status: 'Failed' })).not.toContain(id)
  expect(await found({ personId: Number(personId) })).toContain(id)
  expect(await found({ personId: await buildUser(server.ownerDb, 'b', { sites: [siteId] }) })).toEqual([])
  expect(await found({ institutionId: institutionIds[0] ?? 0 })).toContain(id)
  const { institutionIds: others } = await world()
  expect(await found({ institutionId: others[0] ?? 0 })).toEqual([])
})

test('an audit that waits is canceled at once, and says so on its month', async () => {
  const { staff, scope, period } = await world()
  const run = await inScope(server.kernel.db, scope, (trx) => askForAudit(server.kernel, trx, scope, period))
  const answer = await server.callAs(staff, cancelJob, { id: `audit-month:${run}` })
  expect(answer.body).toMatchObject({ status: 'Canceled', failure: expect.stringMatching(/^Canceled by /), can: ['retry'] })
  const { rows } = await sql<{
    state: string
  }>`select state from pgboss.job where name = 'audit-month' and (data->>'runId')::int = ${run}`.execute(server.ownerDb)
  expect(rows).toEqual([{ state: 'cancelled' }])
})

test('a mail that could not be delivered is among the failed jobs, and goes out again when retried', async () => {
  const { staff, scope, siteId } = await world()
  const userId = await buildUser(server.ownerDb, 'b', { sites: [siteId] })
  const { email } = await server.ownerDb.selectFrom('userAccount').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const dedupeKey = `failed mail ${next()}`
  await inScope(server.kernel.db, scope, (trx) =>
    queueMails(server.kernel, trx, [{ recipient: email, subject: 'Ready', bodyText: 'Private.', dedupeKey }]),
  )
  await sql`update mail_outbox set given_up_at = now(), attempts = 9, last_error = '550 No such user here' where dedupe_key = ${dedupeKey}`.execute(
    server.ownerDb,
  )
  const [job] = await jobsOf(staff, { kind: 'send-mails', status: 'Failed' })
  expect(job).toMatchObject({ title: 'Mail', subject: `Ready, to ${email}`, failure: '550 No such user here', attempts: 9, can: ['retry'] })
  expect(JSON.stringify(job)).not.toContain('Private')
  expect((await server.callAs(staff, retryJob, { id: job?.id ?? '' })).body).toMatchObject({ status: 'Waiting', failure: null })
  expect(await jobsOf((await world()).staff, { kind: 'send-mails' })).toEqual([])
})

test('work of the whole system is a manager’s to see and to run now; staff learn nothing of it', async () => {
  const { staff, otherStaff: manager } = await world()
  await server.ownerDb
    .transaction()
    .execute((trx) =>
      sql`insert into pgboss.job (name, data, state, started_on, completed_on) values ('keep-house', '{}', 'completed', now(), now())`.execute(
        trx,
      ),
    )
  const [job] = await jobsOf(manager, { kind: 'keep-house' })
  expect(job).toMatchObject({
    id: 'keep-house:keep-house',
    title: 'Hourly housekeeping',
    subject: 'The whole system',
    status: 'Done',
    can: ['run'],
  })
  expect(await jobsOf(staff, { kind: 'keep-house' })).toEqual([])
  expect(await jobsOf(manager, { kind: 'keep-house', system: false })).toEqual([])
  await sql`update pgboss.job set state = 'failed', output = '{}' where name = 'keep-house'`.execute(server.ownerDb)
  expect((await jobsOf(manager, { kind: 'keep-house', system: false })).map(({ status }) => status)).toEqual(['Failed'])
  expect((await server.callAs(staff, runJob, { id: 'keep-house:keep-house' })).status).toBe(404)
  expect((await server.callAs(manager, runJob, { id: 'keep-house:keep-house' })).status).toBe(200)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from pgboss.job where name = 'keep-house' and state = 'created'`.execute(server.ownerDb)
  expect(rows).toEqual([{ count: 1 }])
})

test('of an error no more is told than that there was one', async () => {
  const { siteId } = await world()
  const userId = await buildUser(server.ownerDb, 'b', { sites: [siteId] })
  const staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { ASSET_REPORT: 1 } })
  await sql`insert into pgboss.job (name, data, state, started_on, completed_on, output)
    values ('send-reset-link', ${JSON.stringify({ userId })}::jsonb, 'failed', now(), now(), '{"message": "secret of the payload", "stack": "at line 1"}')`.execute(
    server.ownerDb,
  )
  const [job] = await jobsOf(staff, { kind: 'send-reset-link' })
  expect(job).toMatchObject({ status: 'Failed', failure: 'It ended in an error. The server’s log tells more.' })
  expect(JSON.stringify(job)).not.toMatch(/secret|at line/)
})
