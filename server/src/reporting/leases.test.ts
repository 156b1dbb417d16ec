/** Makers and staff who want the same reports at once wait for one another, and never in a ring. */
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { inScope } from '../platform/http/scope.ts'
import { useServer } from '../test/call.ts'
import { buildReportWorld } from '../test/report-world.ts'
import { completeBatch } from './completion.ts'
import { failure } from './failures.ts'
import { claimReports, keepClaim, releaseClaim } from './leases.ts'
import { settleReports } from './outcomes.ts'

const server = useServer()
afterEach(() => void vi.useRealTimers())

async function claimed() {
  const world = await buildReportWorld(server, { institutions: 2, policiesEach: 1, months: 2 })
  const batchId = await world.startDirectly()
  const { token, reports } = await inScope(server.kernel.db, world.scope, (trx) => claimReports(trx, world.scope, batchId, 16))
  const [first, second] = reports
  if (!first || !second) throw new Error('two reports were asked for')
  // Written anew the first lies behind the second: whoever takes them as they lie takes the second before it.
  await sql`update report set status = 'Refreshing' where id = ${first.id}`.execute(server.ownerDb)
  return { ...world, batchId, token, first, second }
}
type Claimed = Awaited<ReturnType<typeof claimed>>

const waiting = async () =>
  Number(
    (
      await sql<{ count: string }>`select count(distinct l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.datname = current_database()`.execute(server.ownerDb)
    ).rows[0]?.count,
  )

test.each<[string, (of: Claimed) => Promise<unknown>]>([
  ['gives back', ({ scope, token }) => inScope(server.kernel.db, scope, (trx) => releaseClaim(trx, scope, token))],
  [
    'settles',
    ({ scope, token, batchId, first, second }) =>
      settleReports(
        server.kernel,
        scope,
        batchId,
        token,
        [second, first].map((report) => ({ report, failure: failure('render_failed') })),
      ),
  ],
])('a maker that %s its reports while somebody holds the first of them holds none of the others meanwhile', async (_, does) => {
  const of = await claimed()
  let work: Promise<unknown> = Promise.resolve()
  await server.ownerDb.transaction().execute(async (trx) => {
    await sql`select from report where id = ${of.first.id} for update`.execute(trx)
    work = does(of)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 5_000 })
    await sql`select from report where id = ${of.second.id} for update nowait`.execute(trx)
  })
  await work
})

test('a renewal of the lease that has to wait is joined by no second one', async () => {
  const { scope, token, first } = await claimed()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = keepClaim(server.kernel, scope, token)
  await server.ownerDb.transaction().execute(async (trx) => {
    await sql`select from report where id = ${first.id} for update`.execute(trx)
    vi.advanceTimersByTime(10_000)
    await sql`select pg_sleep(0.3)`.execute(trx)
    expect(await waiting()).toBe(1)
  })
  stop()
})

test('two that refer to a batch complete it one after the other', async () => {
  const { scope, batchId } = await claimed()
  let arrived = 0
  await Promise.all(
    [1, 2].map(() =>
      inScope(server.kernel.db, scope, async (trx) => {
        // As a foreign key to it does.
        await sql`select from report_batch where id = ${batchId} for key share`.execute(trx)
        arrived += 1
        await vi.waitFor(() => expect(arrived).toBe(2))
        await completeBatch(server.kernel, trx, batchId)
      }),
    ),
  )
})
