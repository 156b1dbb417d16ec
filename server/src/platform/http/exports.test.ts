/** Exports over real connections: how many at a time, what is read for them, and what is left of one whose reader went away. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { EXPORT_MAX, page, pageInput } from '@corridor/contract/kernel/page.ts'
import { signedIn } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pageInfoOf, pageOf } from './lists.ts'
import { route } from './route.ts'
import { cookieName } from './sessions.ts'

const numbers = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    summary: 'Whole numbers.',
    access: signedIn(),
    input: pageInput(['id'], 'id').extend({ rows: z.coerce.number().int() }),
    reply: page(z.object({ id: z.int() })),
  })
const byCursor = numbers('/api/test/by-cursor')
const byPages = numbers('/api/test/by-pages')
/** The handlers' step before they answer a piece, and the number of calls. */
const between = { wait: async (_: { closed: () => Promise<unknown>; calls: number }): Promise<void> => undefined, calls: 0 }

const server = useServer({
  bind: (app, kernel) => {
    route(app, kernel, byCursor, async ({ input, trx, reply }) => {
      await between.wait({ closed: () => once(reply.raw, 'close'), calls: ++between.calls })
      // Whoever reads a row of a list without end divides by nothing.
      const query = trx
        .selectFrom(sql<{ n: number }>`(select n from generate_series(1, ${input.rows}::int) n)`.as('t'))
        .select(sql<number>`case when ${input.rows}::int > ${EXPORT_MAX}::int then 1 / (n - n) else n end`.as('id'))
      return pageOf(query, input, { id: 'n', sort: { id: 'n' } })
    })
    route(app, kernel, byPages, async ({ input, trx, record }) => {
      await between.wait({ closed: async () => undefined, calls: ++between.calls })
      await record({ action: 'policy.viewed', entity: 'test' })
      const { rows } = await sql<{ id: number }>`
        select n as id from generate_series(1, ${input.rows}::int) n order by 1 limit ${input.take} offset ${input.skip}`.execute(trx)
      return { records: rows, page: pageInfoOf(input, input.rows) }
    })
  },
})
const world = { site: 0, one: '', other: '', address: '', folder: mkdtempSync(join(tmpdir(), 'corridor-exports-')) }
beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.one = await signedInAs(server.ownerDb, 'b', { siteId: world.site })
  world.other = await signedInAs(server.ownerDb, 'b', { siteId: world.site })
  world.address = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(world.folder, { recursive: true })
})
beforeEach(() => {
  // The files under way are this test's alone.
  vi.stubEnv('TMPDIR', world.folder)
  between.wait = async () => undefined
  between.calls = 0
})

const ask = (cookie: string, path: string, signal?: AbortSignal) =>
  fetch(`${world.address}${path}`, { headers: { cookie: `${cookieName(server.configuration)}=${cookie}` }, signal: signal ?? null })
const exported = async (action = 'list.exported') =>
  (await server.ownerDb.selectFrom('activity').select('after').where('action', '=', action).orderBy('id').execute()).map(
    ({ after }) => after,
  )
const filesUnderWay = () => readdirSync(world.folder).filter((name) => name.startsWith('corridor-export-'))
const linesOf = async (answer: Response) => (await answer.text()).trim().split('\r\n').slice(1).map(Number)
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** Holds every export where it is, until it is let go. */
function hold() {
  const gate = Promise.withResolvers<void>()
  between.wait = () => gate.promise
  return gate.resolve
}

test('of three exports of one person the third is refused with a sentence, another person has theirs, and places come back', async () => {
  const go = hold()
  const two = [ask(world.one, '/api/test/by-cursor?rows=3&format=csv'), ask(world.one, '/api/test/by-pages?rows=3&format=xlsx')]
  await expect.poll(() => between.calls).toBe(2)
  expect(filesUnderWay()).toHaveLength(2)
  const third = await ask(world.one, '/api/test/by-cursor?rows=3&format=csv')
  expect([third.status, third.headers.get('retry-after'), await third.json()]).toEqual([
    429,
    '5',
    {
      code: 'too_many_requests',
      message: 'Two of your files are still being prepared. Request this one when one of them is done.',
      retryAfter: 5,
    },
  ])
  const others = ask(world.other, '/api/test/by-cursor?rows=3&format=csv')
  await expect.poll(() => between.calls).toBe(3)
  // A reply that is not a file waits for nobody.
  go()
  expect((await Promise.all([...two, others])).map(({ status }) => status)).toEqual([200, 200, 200])
  await expect.poll(filesUnderWay).toEqual([])
  expect(await linesOf(await ask(world.one, '/api/test/by-cursor?rows=3&format=csv'))).toEqual([1, 2, 3])
})

test('while every place is taken other calls are answered, and whoever waits gets the next place', async () => {
  const people = await Promise.all([0, 1, 2].map(() => signedInAs(server.ownerDb, 'b', { siteId: world.site })))
  const go = hold()
  const asked = people.flatMap((cookie) => [0, 1].map(() => ask(cookie, '/api/test/by-cursor?rows=2&format=csv')))
  await expect.poll(() => between.calls).toBe(4)
  between.wait = async () => undefined
  expect((await ask(world.other, '/api/test/by-cursor?rows=2')).status).toBe(200)
  go()
  expect(await Promise.all(asked.map(async (answer) => linesOf(await answer)))).toEqual(asked.map(() => [1, 2]))
})

test('a list that is too long for a file is refused before a row of it is read', async () => {
  const answer = await ask(world.one, `/api/test/by-cursor?rows=${EXPORT_MAX + 1}&format=xlsx`)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { meta: { format: ['A list exports up to 100,000 rows: narrow the search or add a filter.'] } },
  ])
  const paged = await ask(world.one, `/api/test/by-pages?rows=${EXPORT_MAX + 1}&format=xlsx`)
  expect([paged.status, between.calls]).toEqual([400, 2])
})

test.each([byCursor, byPages])('a long list comes whole and in its order, read once, and is recorded once: $path', async ({ path }) => {
  const before = await Promise.all([exported(), exported('policy.viewed')])
  expect(await linesOf(await ask(world.one, `${path}?rows=21000&take=5&skip=7&format=csv`))).toEqual(upTo(21_000))
  const [now, looks] = await Promise.all([exported(), exported('policy.viewed')])
  expect(now.slice(before[0].length)).toEqual([
    { format: 'csv', rows: 21_000, filter: { rows: 21_000 }, list: expect.stringMatching(/^By (cursor|pages)$/) },
  ])
  expect(looks.length - before[1].length).toBe(path === byPages.path ? 1 : 0)
})

test('whoever leaves is not worked for any more: nothing is read on, recorded or left on the disk, and the place is free', async () => {
  const before = await exported()
  const leaving = new AbortController()
  between.wait = async ({ closed, calls }) => {
    if (calls !== 2) return
    const gone = closed()
    leaving.abort()
    await gone
  }
  await expect(ask(world.one, '/api/test/by-cursor?rows=90000&format=csv', leaving.signal)).rejects.toThrow('aborted')
  await expect.poll(filesUnderWay).toEqual([])
  expect([between.calls, await exported()]).toEqual([2, before])
  const go = hold()
  between.calls = 0
  const two = [0, 1].map(() => ask(world.one, '/api/test/by-cursor?rows=2&format=csv'))
  await expect.poll(() => between.calls).toBe(2)
  go()
  expect((await Promise.all(two)).map(({ status }) => status)).toEqual([200, 200])
})

test('a column that the list does not have is refused, and no export is recorded', async () => {
  const before = await exported()
  const answer = await ask(world.one, '/api/test/by-cursor?rows=3&format=csv&columns=secret')
  expect([answer.status, await answer.json()]).toMatchObject([400, { meta: { columns: ['There is no column secret.'] } }])
  expect(await exported()).toEqual(before)
})
