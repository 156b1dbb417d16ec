/** Ids inside a body or query: somebody else's is answered as one that never was, and nothing is changed; for every endpoint that takes one there. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { PERMISSION_CODES, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ASKED } from './test/asked.ts'
import { type BodyIds, ELSEWHERE, IN_BODY, neverInBody } from './test/asked-bodies.ts'
import { there, updatedAt } from './test/asked-ids.ts'
import { buildUser, signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { giveBytes, type Holdings, useHoldings } from './test/holdings.ts'
import { buildServiceRequest } from './test/service-requests.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', client: '', own: neverInBody, neighbor: neverInBody, stranger: neverInBody }

beforeAll(async () => {
  there.siteId = book.siteId
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR'] })
    .execute()
  world.staff = await signedInAs(server.ownerDb, 'd', { siteId: book.siteId, permissions })
  world.client = await signedInAs(server.ownerDb, 'c', { siteId: book.siteId, institutionId: book.institutionId })
  world.own = await withParts(book)
  for (const [table, id] of [
    ['document', book.documentId],
    ['reportSchedule', book.scheduleId],
    ['userAccount', book.clientId],
    ['announcement', book.announcementId],
    ['institution', book.institutionId],
    ['policy', book.policyId],
    ['splitDollarAgreement', world.own.agreementId],
  ] as const)
    await server.ownerDb.updateTable(table).set({ updatedAt }).where('id', '=', id).execute()
  const sha256 = await giveBytes(server.ownerDb, server.kernel.files)
  for (const of of [book, book.neighbor, book.stranger]) await buildServiceRequest(server.ownerDb, of, sha256)
  world.neighbor = await withParts(book.neighbor)
  world.stranger = await withParts(book.stranger)
})

/** Ids that only bodies name, beside the holdings. */
async function withParts(of: Holdings): Promise<BodyIds> {
  const { institutionId, siteId, insuredId } = of
  const db = server.ownerDb
  const id = async (query: { executeTakeFirstOrThrow: () => Promise<{ id: number }> }) => (await query.executeTakeFirstOrThrow()).id
  const agreement = {
    type: 'ENDORSEMENT' as const,
    benefitFormula: 'FIXED_DOLLAR' as const,
    amountCents: null,
    effectiveDate: plainDate('2020-01-01'),
  }
  return {
    ...neverInBody,
    // The book's own holdings are there only by their names.
    ...Object.fromEntries(Object.keys(neverInBody).map((name) => [name, Reflect.get(of, name)])),
    planId: await id(db.selectFrom('plan').select('id').where('institutionId', '=', institutionId)),
    carrierCode: (await db.selectFrom('policy').select('carrierCode').where('institutionId', '=', institutionId).executeTakeFirstOrThrow())
      .carrierCode,
    staffId: await buildUser(db, 'b', { sites: [siteId] }),
    productId: await id(db.selectFrom('policy').select('productId as id').where('institutionId', '=', institutionId)),
    subsidiaryId: await id(
      db.insertInto('subsidiary').values({ institutionId, name: 'Sub', legalName: 'Sub', ein: '12-3456789' }).returning('id'),
    ),
    agreementId: await id(
      db
        .insertInto('splitDollarAgreement')
        .values({ institutionId, siteId, insuredId, ...agreement })
        .returning('id'),
    ),
    menuId: await id(db.selectFrom('clientMenu').select('id').where('siteId', '=', siteId)),
  }
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const ID = /(^|[a-z])(Id|Ids|ID)$|^(id|ids|institutions|findings|subsidary_id|userIds)$/

/** Fields of numbers that look like ids, but for those in the path. */
function idFields({ path, input }: Endpoint): string[] {
  const found = new Set<string>()
  const node = z.looseObject({
    properties: z.record(z.string(), z.unknown()).optional(),
    items: z.unknown().optional(),
    anyOf: z.array(z.unknown()).optional(),
    oneOf: z.array(z.unknown()).optional(),
    allOf: z.array(z.unknown()).optional(),
  })
  const walk = (schema: unknown, at: string) => {
    const { data } = node.safeParse(schema)
    if (!data) return
    for (const [name, of] of Object.entries(data.properties ?? {})) {
      const here = at ? `${at}.${name}` : name
      if (
        ID.test(name) &&
        !(at === '' && path.includes(`:${name}`)) &&
        /"type":"(integer|array)"|reportIds|"ids"/.test(JSON.stringify([here, of]))
      )
        found.add(here)
      walk(of, here)
    }
    for (const part of [data.items, ...(data.anyOf ?? []), ...(data.oneOf ?? []), ...(data.allOf ?? [])]) walk(part, at)
  }
  walk(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), '')
  return [...found]
}

test('every endpoint with an id in its body or query is tried here, or said why not', () => {
  const withIds = ENDPOINTS.filter(({ endpoint }) => idFields(endpoint).length > 0).map(({ endpoint }) => nameOf(endpoint))
  expect(withIds.toSorted()).toEqual([...new Set([...IN_BODY.map(({ name }) => name), ...ELSEWHERE])].toSorted())
})

/** Every row of every table but what is written of the attempt itself. */
async function contents(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('activity', 'idempotency_key', 'user_session', 'site_visit')`.execute(server.ownerDb)
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(
    tables.map(
      ({ name }) =>
        sql`select ${name} as name, count(*) || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from ${sql.table(name)} t`,
    ),
    sql` union all `,
  )}`.execute(server.ownerDb)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

const before: Record<string, string> = {}
beforeAll(async () => {
  Object.assign(before, await contents())
})

const endpointOf = new Map(ENDPOINTS.map(({ endpoint }) => [nameOf(endpoint), endpoint]))
async function ask(name: string, cookie: string, body: Record<string, unknown>): Promise<{ status: number; text: string }> {
  const endpoint = endpointOf.get(name)
  if (!endpoint) throw new Error(`${name} is no endpoint`)
  const { status, bytes } = await server.callAs(
    cookie,
    endpoint,
    { ...ASKED[name]?.(world.own), ...body },
    { 'idempotency-key': crypto.randomUUID() },
  )
  // Ids differ, and so may the moment.
  return {
    status,
    text: bytes
      .toString()
      .replace(/"requestId":"[^"]*"/, '')
      .replace(/\d+/g, '#'),
  }
}

test.each(IN_BODY.map((row) => [`${row.name}: ${row.field}`, row] as const))('%s', async (_, { name, body, of, by, reads }) => {
  const staff = endpointOf.get(name)?.access.roles.some((role) => STAFF_ROLES.some((one) => one === role))
  const cookie = by === 'client' || !staff ? world.client : world.staff
  const never = await ask(name, cookie, body(neverInBody, world.own))
  // Staff have the whole site; inside an institution's own records, and for clients, a neighbor's are as foreign.
  for (const whose of of === 'institution' || cookie === world.client ? [world.neighbor, world.stranger] : [world.stranger]) {
    const foreign = await ask(name, cookie, body(whose, world.own))
    expect(foreign).toEqual(never)
    if (!reads) expect([400, 404]).toContain(foreign.status)
  }
})

const gone = (name: string): number => (name.includes('view-as') ? 3 : name.endsWith('/withdraw') ? 2 : name.startsWith('DELETE') ? 1 : 0)

test('nothing was changed by any of these', async () => {
  expect(await contents()).toEqual(before)
})

test.each(
  IN_BODY.filter(({ reads, none }) => !reads && !none)
    // Calls that remove a record come after those that change it.
    .toSorted((one, other) => gone(one.name) - gone(other.name))
    .map((row) => [`${row.name}: ${row.field}`, row] as const),
)('one’s own is found: %s', async (_, { name, body, by }) => {
  const own = await ask(name, by === 'client' ? world.client : world.staff, body(world.own, world.own))
  expect(own.text).not.toContain('"code":"not_found"')
  expect(own.text).not.toContain('"code":"forbidden"')
})
