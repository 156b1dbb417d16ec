/** Another institution's row, and another site's, is 404 with the body of a row that never was: for every endpoint that takes an id. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { PERMISSION_CODES, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ASKED, NO_PICTURE, SHARED } from './test/asked.ts'
import { type Ids, never, there, updatedAt } from './test/asked-ids.ts'
import { bringIn } from './test/brought-in.ts'
import { signedInAs, signIn } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { giveBytes, useHoldings } from './test/holdings.ts'
import { LEAST_SCENARIO } from './test/impact-scenario.ts'
import { buildServiceRequest } from './test/service-requests.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', clients: {} as Record<string, string> }

beforeAll(async () => {
  there.siteId = book.siteId
  for (const { clientId, siteId, institutionId } of [book.neighbor, book.stranger]) {
    await signIn(server.ownerDb, clientId, { siteId, institutionId })
    const { id } = await server.ownerDb.selectFrom('userSession').select('id').where('userId', '=', clientId).executeTakeFirstOrThrow()
    there.sessions.set(clientId, id)
  }
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  world.staff = await signedInAs(server.ownerDb, 'd', { siteId: book.siteId, permissions })
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR'] })
    .execute()
  for (const { clientId } of [book, book.neighbor, book.stranger])
    await server.ownerDb.insertInto('mfaMethod').values({ id: clientId, userId: clientId, channel: 'email', name: 'E-mail' }).execute()
  for (const { siteId } of [book, book.stranger]) {
    const { id } = await server.ownerDb
      .insertInto('activity')
      .values({ action: 'session.ended', siteId })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.activityOn.set(siteId, id)
    await bringIn(server.ownerDb, siteId)
    const menu = await server.ownerDb.selectFrom('clientMenu').select('id').where('siteId', '=', siteId).executeTakeFirstOrThrow()
    there.menuOn.set(siteId, menu.id)
  }
  for (const { institutionId, siteId, policyId, clientId } of [book, book.neighbor, book.stranger]) {
    const { id } = await server.ownerDb
      .insertInto('auditException')
      .values({
        institutionId,
        siteId,
        policyId,
        checkCode: 'client-exceptions',
        ruleCode: 'V1',
        severity: 'error',
        period: plainDate('2026-09-30'),
        message: 'No value',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.exceptionOf.set(institutionId, id)
    const shared = await server.ownerDb
      .insertInto('impactScenario')
      .values({
        institutionId,
        siteId,
        ownerId: clientId,
        name: 'Shared',
        withBank: true,
        withTeam: true,
        scenario: JSON.stringify(LEAST_SCENARIO),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.scenarioOf.set(institutionId, shared.id)
  }
  const sha256 = await giveBytes(server.ownerDb, server.kernel.files)
  for (const of of [book, book.neighbor, book.stranger]) await buildServiceRequest(server.ownerDb, of, sha256)
  const { userId: staffId } = await server.ownerDb
    .selectFrom('userSession')
    .select('userId')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const { clientId, siteId, institutionId } of [book, book.neighbor, book.stranger]) {
    const { id } = await server.ownerDb
      .insertInto('upload')
      .values({
        userId: clientId === book.clientId ? staffId : clientId,
        siteId,
        purpose: 'CLIENT_REPORT',
        fileName: 'a.pdf',
        sizeBytes: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.uploads.set(clientId, id)
    const bound = await server.ownerDb
      .insertInto('boardBook')
      .values({
        institutionId,
        siteId,
        ownerId: clientId === book.clientId ? staffId : clientId,
        name: 'Board book',
        period: plainDate('2026-09-30'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.boardBookOf.set(institutionId, bound.id)
  }
  const made = await server.ownerDb
    .insertInto('permissionTemplate')
    .values({ name: 'Analyst', permissions: sql`'{"CARRIERS": 1}'::jsonb`, updatedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  there.template.id = made.id
  for (const role of ['c', 'a', 'e'] as const)
    world.clients[role] = await signedInAs(server.ownerDb, role, { siteId: book.siteId, institutionId: book.institutionId, permissions })
})

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
