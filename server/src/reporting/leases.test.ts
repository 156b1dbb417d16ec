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

test('a dead maker’s reports are claimed first, then those with fewest attempts, and alone what may be what kills its maker', async () => {
  const world = await buildReportWorld(server, { institutions: 4, policiesEach: 2, months: 2 })
  const { scope } = world
  const batchId = await world.startDirectly()
  const all = await Promise.all(world.institutionIds.map(async (id) => (await world.reportOf(id)).id))
  const [first = 0, second = 0, third = 0, fourth = 0] = all
  const claim = (limit = 16) => inScope(server.kernel.db, scope, (trx) => claimReports(trx, scope, batchId, limit))
  const giveBack = (token: string) => inScope(server.kernel.db, scope, (trx) => releaseClaim(trx, scope, token))
  const idsOf = ({ reports }: Awaited<ReturnType<typeof claim>>) => reports.map(({ id }) => id)
  const set = (change: ReturnType<typeof sql>, ids: number[]) =>
    sql`update report set ${change} where id = any(${ids}::int[])`.execute(server.ownerDb)
  const stand = async () =>
    (
      await sql<{
        attempts: number
        status: string
        leased: number
      }>`select attempts, status, round(extract(epoch from lease_until - clock_timestamp()))::int as leased from report where batch_id = ${batchId} order by id`.execute(
        server.ownerDb,
      )
    ).rows
  const once = async (limit?: number) => {
    const claimed = await claim(limit)
    await giveBack(claimed.token)
    return idsOf(claimed)
  }

  const one = await claim(1)
  expect(one.reports).toMatchObject([{ id: first, attempts: 1, policies: 2, currentVersion: 0, wasReleased: false }])
  const [leased] = await stand()
  expect([leased?.status, leased?.attempts, (leased?.leased ?? 0) >= 4 && (leased?.leased ?? 9) <= 5]).toEqual(['Generating', 1, true])
  const others = await claim()
  expect(idsOf(others)).toEqual([second, third, fourth])
  expect(idsOf(await claim())).toEqual([])
  for (const { token } of [one, others]) await giveBack(token)
  expect((await stand()).map(({ attempts, leased: until }) => [attempts, until])).toEqual(all.map(() => [0, null]))

  await set(sql`attempts = 4`, [second])
  expect(await once()).toEqual([first, third, fourth])
  await set(sql`attempts = 3`, [first])
  expect(await once(2)).toEqual([third, fourth])
  await set(sql`attempts = 2, lease_until = now() - interval '1 second'`, [fourth])
  expect(await once(1)).toEqual([fourth])
  await set(sql`attempts = 4, lease_until = null`, all)
  expect(await once()).toEqual([first])
  await set(sql`attempts = 0`, all)
  await set(sql`status = 'Refreshing', current_version = 1`, [second])
  await set(sql`deleted_at = now()`, [third])
  await set(sql`status = 'Failed'`, [fourth])
  const last = await claim()
  expect(idsOf(last)).toEqual([first, second])
  expect((await stand()).map(({ status }) => status)).toEqual(['Generating', 'Refreshing', 'Generating', 'Failed'])
  // Settled meanwhile, it is not given back; what another maker holds is not either.
  await set(sql`status = 'Canceled'`, [first])
  await giveBack(crypto.randomUUID())
  await giveBack(last.token)
  expect((await stand()).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0])
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
