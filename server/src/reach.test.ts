/** Another institution's row, and another site's, is 404 with the body of a row that never was: for every endpoint that takes an id. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ASKED, NO_PICTURE, SHARED } from './test/asked.ts'
import { type Ids, never } from './test/asked-ids.ts'
import { useServer } from './test/call.ts'
import { useHoldings } from './test/holdings.ts'
import { useReachWorld } from './test/reach-world.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = useReachWorld(server, book)

const exported = z.object({ records: z.array(z.unknown()), page: z.object({ totalRecords: z.int() }) })
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const withIds = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  (endpoint) => endpoint.path.includes('/:') && !SHARED.test(nameOf(endpoint)),
)

/** Staff, where they may call it at all. */
const readerOf = ({ access }: Endpoint) => (STAFF_ROLES.some((role) => access.roles.includes(role)) ? world.staff : (world.clients.c ?? ''))

test('no endpoint that takes an id is forgotten here', () => {
  expect(withIds.map(nameOf).toSorted()).toEqual(Object.keys(ASKED).toSorted())
})

async function ask(endpoint: Endpoint, cookie: string, ids: Ids): Promise<string> {
  const { status, bytes } = await server.callAs(cookie, endpoint, ASKED[nameOf(endpoint)]?.(ids) ?? {})
  return `${status} ${bytes.toString()}`
}

test.each(withIds.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
  const reader = readerOf(endpoint)
  const ofStranger = await ask(endpoint, reader, book.stranger)
  expect(ofStranger).toBe(await ask(endpoint, reader, never))
  expect(ofStranger).toMatch(/^404 .*"code":"not_found"/)
  // And it is not that nothing is ever found.
  if (!endpoint.changes && !NO_PICTURE.test(name)) expect(await ask(endpoint, reader, book)).not.toContain('"code":"not_found"')
  for (const [role, cookie] of Object.entries(world.clients)) {
    for (const ids of [book.neighbor, book.stranger]) {
      // The site itself is the client's own; everything on it is the neighbor's.
      const asked = name.includes('/sites/') || name.includes('/site/') ? { ...ids, siteId: book.stranger.siteId } : ids
      const answer = await ask(endpoint, cookie, asked)
      expect([role, answer]).toEqual([role, await ask(endpoint, cookie, never)])
      expect(answer).toMatch(/^(404 .*"code":"not_found"|403 .*"code":"forbidden")/)
    }
  }
})

const lists = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    endpoint.kind === 'json' &&
    endpoint.input.safeParse({ ...ASKED[nameOf(endpoint)]?.(never), format: 'csv' }).success,
)
test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s exports every row of its filter', async (name, endpoint) => {
  const ids = ASKED[name]?.(book) ?? {}
  const all = await server.callAs(readerOf(endpoint), endpoint, { ...ids, take: 1000 })
  const { records, page } = exported.parse(all.body)
  const { status, bytes } = await server.callAs(readerOf(endpoint), endpoint, { ...ids, take: 1, format: 'csv' })
  expect(status).toBe(200)
  expect(records).toHaveLength(page.totalRecords)
  // A line for the header, and nothing after the last line's end.
  expect(bytes.toString().split('\r\n').length - 2).toBe(records.length)
})
