/** API keys of one institution ask every call that is open to keys for the rows of others, by the contract alone, and get nothing; what the call would change stays. */
import { scopesFor } from '@corridor/contract/api-key-scopes.ts'
import { createApiKey } from '@corridor/contract/api-keys.ts'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { accessOfKeys, type Endpoint, openToKeys, openToLimitedKeys } from '@corridor/contract/kernel/endpoint.ts'
import { getSession } from '@corridor/contract/session.ts'
import { STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ASKED, NO_PICTURE } from './test/asked.ts'
import { IN_BODY, neverInBody } from './test/asked-bodies.ts'
import { never } from './test/asked-ids.ts'
import { useServer } from './test/call.ts'
import { useHoldings } from './test/holdings.ts'
import { useReachWorld } from './test/reach-world.ts'
import { sampleOf } from './test/sample.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = useReachWorld(server, book)
/** A manager who may do everything made the first two, for the whole site and for one institution; that institution's Client the third. */
const keys = { whole: '', limited: '', client: '' }

/** In the names of all that the other institutions have. */
const FOREIGN = 'Zyxwvut'
/** An upload in parts is shown to its sender; limited-key-files.test.ts sends one. */
const SENDERS_ALONE = /\/uploads\//
const LIMITED = /limited to one institution/
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const before = { neighbor: '', stranger: '' }

beforeAll(async () => {
  const db = server.ownerDb
  for (const { institutionId, clientId, insuredId, policyId } of [book.neighbor, book.stranger]) {
    const name = `${FOREIGN} ${institutionId}`
    await db.updateTable('institution').set({ name, legalName: name }).where('id', '=', institutionId).execute()
    await db.updateTable('userAccount').set({ lastName: FOREIGN }).where('id', '=', clientId).execute()
    await db.updateTable('insured').set({ lastName: FOREIGN }).where('id', '=', insuredId).execute()
    await db
      .updateTable('policy')
      .set({ policyNumber: `${FOREIGN}-${policyId}` })
      .where('id', '=', policyId)
      .execute()
  }
  keys.whole = await keyOf(world.staff, null)
  keys.limited = await keyOf(world.staff, book.institutionId)
  keys.client = await keyOf(world.clients.c ?? '', null)
  before.neighbor = await rowsOf(book.neighbor.institutionId)
  before.stranger = await rowsOf(book.stranger.institutionId)
})

/** A key with every scope that its maker can give. */
async function keyOf(cookie: string, institutionId: number | null): Promise<string> {
  const offered = scopesFor((await server.callAs(cookie, getSession, {})).body)
  const scopes = new Map(offered.map(({ code, access }) => [code, { code, access }]))
  const { body, error } = await server.callAs(cookie, createApiKey, {
    name: 'Key of this test',
    scopes: [...scopes.values()],
    institutionId,
    expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  })
  if (!body) throw new Error(error.message)
  return body.secret
}

/** Limits of calls are another test's: the clock goes on. */
let minute = Date.now()
async function ask(endpoint: Endpoint, secret: string, input: Record<string, unknown>): Promise<{ status: number; text: string }> {
  server.setNow(new Date((minute += 61_000)))
  const { status, bytes } = await server.callAs(undefined, endpoint, input, {
    authorization: `Bearer ${secret}`,
    'idempotency-key': crypto.randomUUID(),
  })
  return { status, text: bytes.toString().replace(/"requestId":"[^"]*"/, '') }
}

/** All that an institution has, in every table that names it. */
async function rowsOf(institutionId: number): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'institution_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('activity', 'user_session')`.execute(
    server.ownerDb,
  )
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name} as name, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from ${sql.table(name)} t where t.institution_id = ${institutionId}`,
  )
  return JSON.stringify((await sql`${sql.join(parts, sql` union all `)} order by 1`.execute(server.ownerDb)).rows)
}

const open = ENDPOINTS.map(({ endpoint }) => endpoint).filter((endpoint) => openToKeys(endpoint) && endpoint.kind !== 'multipart')
const forStaff = (endpoint: Endpoint) => STAFF_ROLES.some((role) => accessOfKeys(endpoint).roles.includes(role))
const forClient = (endpoint: Endpoint) => accessOfKeys(endpoint).roles.includes('c')
const withIds = open.filter((endpoint) => nameOf(endpoint) in ASKED)

test.each(withIds.filter(forStaff).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'a staff key of one institution: %s',
  async (name, endpoint) => {
    const ids = ASKED[name] ?? (() => ({}))
    const none = await ask(endpoint, keys.limited, ids(never))
    for (const whose of [book.neighbor, book.stranger]) expect(await ask(endpoint, keys.limited, ids(whose))).toEqual(none)
    expect([403, 404]).toContain(none.status)
    expect(LIMITED.test(none.text)).toBe(!openToLimitedKeys(endpoint))
    if (endpoint.changes || NO_PICTURE.test(name) || SENDERS_ALONE.test(name)) return
    // And it is not that nothing is ever found.
    const own = await ask(endpoint, keys.limited, ids(book))
    expect(own.text).not.toContain(FOREIGN)
    if (openToLimitedKeys(endpoint)) expect(own.text).not.toMatch(/"code":"(not_found|forbidden)"/)
  },
)

test.each(withIds.filter(forClient).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'a key of a bank’s own people: %s',
  async (name, endpoint) => {
    const ids = ASKED[name] ?? (() => ({}))
    const none = await ask(endpoint, keys.client, ids(never))
    for (const whose of [book.neighbor, book.stranger]) expect(await ask(endpoint, keys.client, ids(whose))).toEqual(none)
    expect([403, 404]).toContain(none.status)
    if (!endpoint.changes) expect((await ask(endpoint, keys.client, ids(book))).text).not.toContain(FOREIGN)
  },
)

const lists = open.filter((endpoint) => !endpoint.changes && !withIds.includes(endpoint))
const seen = { whole: 0 }
test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))('nothing of others in %s', async (_, endpoint) => {
  const least = {
    ...Object(sampleOf(endpoint.input)),
    ...('institutionId' in Object(sampleOf(endpoint.input)) ? { institutionId: book.institutionId } : {}),
  }
  const wished = [least, { ...least, institutionId: book.neighbor.institutionId }, { ...least, take: 1000 }]
  for (const input of wished.filter((one) => endpoint.input.safeParse(one).success)) {
    if (forStaff(endpoint)) {
      const { status, text } = await ask(endpoint, keys.limited, input)
      expect([LIMITED.test(text), status >= 500, text.includes(FOREIGN)]).toEqual([!openToLimitedKeys(endpoint), false, false])
      if ((await ask(endpoint, keys.whole, input)).text.includes(FOREIGN)) seen.whole += 1
    }
    if (forClient(endpoint)) expect((await ask(endpoint, keys.client, input)).text).not.toContain(FOREIGN)
  }
})

test('the same lists do tell a key of the whole site of the others', () => {
  expect(seen.whole).toBeGreaterThan(10)
})

const endpointOf = new Map(open.map((endpoint) => [nameOf(endpoint), endpoint]))
const bodies = IN_BODY.flatMap((row) => {
  const endpoint = endpointOf.get(row.name)
  return endpoint && row.by !== 'client' && forStaff(endpoint) ? [[`${row.name}: ${row.field}`, endpoint, row] as const] : []
})
test.each(bodies)('ids of others in a body: %s', async (_, endpoint, { body }) => {
  const [own, neighbor, stranger] = [book, book.neighbor, book.stranger].map((ids) => ({
    ...neverInBody,
    ...Object.fromEntries(
      Object.keys(neverInBody).flatMap((name) => (Reflect.get(ids, name) === undefined ? [] : [[name, Reflect.get(ids, name)]])),
    ),
  }))
  if (!own || !neighbor || !stranger) throw new Error('three institutions')
  const send = async (ids: typeof own) => {
    const { status, text } = await ask(endpoint, keys.limited, { ...ASKED[nameOf(endpoint)]?.(own), ...body(ids, own) })
    return { status, text: text.replace(/\d+/g, '#') }
  }
  const none = await send(neverInBody)
  for (const ids of [neighbor, stranger]) expect(await send(ids)).toEqual(none)
})

test('nothing of the others was changed by any of these', async () => {
  expect(await rowsOf(book.neighbor.institutionId)).toBe(before.neighbor)
  expect(await rowsOf(book.stranger.institutionId)).toBe(before.stranger)
})

test('a limited key does change what is its institution’s, in the log under its name', async () => {
  const endpoint = endpointOf.get('POST /api/institutions/:id/subsidiaries')
  if (!endpoint) throw new Error('subsidiaries are open to keys')
  const { status } = await ask(endpoint, keys.limited, {
    ...ASKED[nameOf(endpoint)]?.(book),
    legalName: 'Key Holding',
    name: 'Key',
    ein: '12-3456780',
  })
  expect(status).toBe(201)
  const { actorRole, institutionId, after } = await server.ownerDb
    .selectFrom('activity')
    .select(['actorRole', 'institutionId', 'after'])
    .where('action', 'like', 'subsidiar%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([actorRole, institutionId, after]).toEqual([
    'd',
    book.institutionId,
    expect.objectContaining({ apiKey: { id: expect.any(Number), name: 'Key of this test' } }),
  ])
})
