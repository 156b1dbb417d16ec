/** Jobs that a worker has in hand: canceled they end at their next safe place and leave nothing half-made. */
import { cancelJob, listJobs, retryJob, takeBatchNotices } from '@corridor/contract/jobs.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { mailNotices } from '../../reporting/batch-notices.ts'
import { askForAudit } from '../../shared/auditing/audit-run.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer({ jobs: true })
const world = () => buildReportWorld(server, { institutions: 2, policiesEach: 1, months: 2 })
const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000, interval: 50 })

test('an audit in hand is canceled: the parts it did not begin are not done, and it can be started again', async () => {
  const { staff, scope, period } = await world()
  const jobOf = async (run: number) =>
    (await server.callAs(staff, listJobs, { kind: 'audit-month', take: 100 })).body.records.find(({ recordId }) => recordId === run)
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // A posting has the turn meanwhile, so that the audit stands at its first part.
  const posting = inScope(server.kernel.db, scope, async (trx) => {
    await takeTurn(trx, scope)
    held.resolve()
    await free.promise
  })
  await held.promise
  const run = await inScope(server.kernel.db, scope, (trx) => askForAudit(server.kernel, trx, scope, period))
  await until(async () => expect((await jobOf(run))?.status).toBe('Running'))
  expect((await server.callAs(staff, cancelJob, { id: `audit-month:${run}` })).status).toBe(200)
  free.resolve()
  await posting
  await until(async () => expect(await jobOf(run)).toMatchObject({ status: 'Canceled', can: ['retry'] }))
  await server.callAs(staff, retryJob, { id: `audit-month:${run}` })
  await until(async () => {
    const { rows } = await sql<{ ended: number }>`
      select count(*)::int as ended from audit_run where site_id = ${scope.siteId} and ended_at is not null and failure is null`.execute(
      server.ownerDb,
    )
    expect(rows).toEqual([{ ended: 1 }])
  })
})

test('whoever asked for a batch is told once that it is done: by an open page, or else by mail', async () => {
  const { staff, otherStaff, start, scope, institutionIds } = await world()
  const completed = (batch: number) =>
    until(async () => {
      const row = await server.ownerDb.selectFrom('reportBatch').select('completedAt').where('id', '=', batch).executeTakeFirstOrThrow()
      expect(row.completedAt).not.toBeNull()
    })
  const first = await start()
  await completed(first)
  expect((await server.callAs(otherStaff, takeBatchNotices, {})).body.records).toEqual([])
  expect((await server.callAs(staff, takeBatchNotices, {})).body.records).toEqual([
    {
      batchId: first,
      batchName: expect.stringMatching(/^Asset Reports, /),
      reportType: 'AssetReport',
      outcome: `${institutionIds.length} generated`,
      failed: 0,
    },
  ])
  expect((await server.callAs(staff, takeBatchNotices, {})).body.records).toEqual([])
  const mail = () => inScope(server.kernel.db, scope, (trx) => mailNotices(server.kernel, trx, scope.siteId))
  expect(await mail()).toBe(0)
  const second = await start({ isRegenerating: true })
  await completed(second)
  expect(await mail()).toBe(1)
  expect(await mail()).toBe(0)
  const { bodyText } = await server.ownerDb
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('subject', 'like', 'Done: %')
    .executeTakeFirstOrThrow()
  expect(bodyText).toContain(`${institutionIds.length} generated\n  ${server.configuration.publicUrl}/asset-reporting/${second}`)
})
