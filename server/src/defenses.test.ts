/** Attacks on the whole server: fields that are not theirs to set, bodies and addresses that grow. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import { shippedWording } from '@corridor/domain/reports/annual-review/default-narrative.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from './test/builders.ts'
import { useServer } from './test/call.ts'

const server = useServer()
const world = { site: 0, bank: 0, manager: '', staff: '', staffId: 0 }
const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions })
  world.staffId = await buildUser(server.ownerDb, 'b', { sites: [world.site], permissions: { USERS: 2 } })
  world.staff = await signIn(server.ownerDb, world.staffId, { siteId: world.site })
})

describe('mass assignment', () => {
  const changing = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ method, kind }) => method !== 'GET' && kind !== 'multipart')
  /** Columns that rows have and no form may set. */
  const FIELDS = [
    'passwordHash',
    'password_hash',
    'mfaValid',
    'isMfaValid',
    'permissions',
    'access',
    'actorId',
    'createdBy',
    'createdAt',
    'deletedAt',
    'releasedAt',
    'isAdmin',
    '__v',
    'constructor',
  ]

  test.each(changing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s takes no field it does not name',
    (_, { input }) => {
      const known = input.safeParse({})
      const before = known.success ? [] : known.error.issues.map(({ path }) => path.join('.'))
      for (const field of FIELDS) {
        const parsed = input.safeParse({ [field]: 2 })
        const refused = parsed.success
          ? []
          : parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String)))
        // Named by the contract on purpose (permissions of the call that changes permissions), it is refused for its form; otherwise as unknown.
        expect([field, parsed.success || !refused.includes(field)]).toEqual([field, false])
      }
      expect(before).not.toContain('passwordHash')
    },
  )

  test('saving oneself changes no role, status, institution or permission', async () => {
    const { updatedAt } = await server.ownerDb
      .selectFrom('userAccount')
      .select('updatedAt')
      .where('id', '=', world.staffId)
      .executeTakeFirstOrThrow()
    for (const change of [
      { role: 4 },
      { status: 0 },
      { permissions: [{ code: 'USERS', access: 2 }] },
      { mfaValid: true },
      { institutionId: world.bank },
    ])
      expect([change, (await put(world.staff, `/api/users/${world.staffId}`, { updatedAt, ...change })).statusCode]).toEqual([
        change,
        expect.toSatisfy((status) => status === 400 || status === 403),
      ])
    const after = await server.ownerDb
      .selectFrom('userAccount')
      .select(['role', 'status', 'institutionId', 'updatedAt'])
      .where('id', '=', world.staffId)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ role: 'b', status: 1, institutionId: null, updatedAt })
  })

  const put = (cookie: string, url: string, payload: object) => server.app.inject({ method: 'PUT', url, cookies: { sid: cookie }, payload })
})

describe('bodies and addresses that grow', () => {
  const login = (payload: string) =>
    server.app.inject({ method: 'POST', url: '/api/session/login', headers: { 'content-type': 'application/json' }, payload })
  // Somebody signed in may send more, and a list of keys is refused there too.
  const draft = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/reports/search',
      headers: { 'content-type': 'application/json' },
      cookies: { sid: world.manager },
      payload,
    })
  const keptDraft = (content: string) =>
    server.app.inject({
      method: 'PUT',
      url: '/api/drafts/users:1',
      headers: { 'content-type': 'application/json' },
      cookies: { sid: world.manager },
      payload: `{"writer":"11111111-1111-4111-8111-111111111111","version":1,"content":${content}}`,
    })
  test('as deep as any form of ours is kept', async () => {
    expect((await keptDraft(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)).statusCode).toBe(200)
  })
  const attacks: readonly (readonly [string, () => Promise<{ statusCode: number }>])[] = [
    ['ten thousand levels of objects', () => login(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
    ['ten thousand levels of lists', () => login(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
    ['three megabytes of one text', () => login(JSON.stringify({ email: 'x'.repeat(3_000_000), password: 'y' }))],
    [
      'a hundred thousand keys',
      () => login(JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, key) => [`k${key}`, 1])))),
    ],
    [
      'ten thousand keys of somebody signed in',
      () => draft(JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, key) => [`k${key}`, 1])))),
    ],
    ['__proto__', () => login('{"__proto__":{"admin":true},"email":"x","password":"y"}')],
    ['constructor.prototype', () => login('{"constructor":{"prototype":{"admin":true}},"email":"x","password":"y"}')],
    ['a number past what a double holds', () => login('{"email":"x","password":"y","siteId":1e400}')],
    [
      'ten thousand query keys',
      () => server.app.inject(`/api/session?${Array.from({ length: 10_000 }, (_, key) => `k${key}=1`).join('&')}`),
    ],
    ['__proto__ in a query', () => server.app.inject('/api/session?__proto__[admin]=1&constructor=1')],
    [
      'the same parameter a thousand times',
      () => server.app.inject({ url: `/api/users?${'role=1&'.repeat(1000)}take=x`, cookies: { sid: world.manager } }),
    ],
    [
      'a parameter of the query in place of the path’s',
      () => server.app.inject({ url: `/api/users/${2_147_483_000}?id=${world.staffId}`, cookies: { sid: world.manager } }),
    ],
    ['an id past a number', () => server.app.inject({ url: '/api/users/99999999999999999999', cookies: { sid: world.manager } })],
    [
      'a list with an id past a number',
      () => server.app.inject({ url: '/api/asset-reports/0/download?reportIds=1,9999999999', cookies: { sid: world.manager } }),
    ],
    ...[101, 5_000, 10_000].flatMap((levels) => [
      [`a draft ${levels} levels deep`, () => keptDraft(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)] as const,
      [`a draft with lists ${levels} levels deep`, () => keptDraft(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`)] as const,
    ]),
    ['a zero byte in what a stranger types', () => login('{"email":"a\\u0000@b.co","password":"y"}')],
    ['a zero byte in a search', () => server.app.inject({ url: '/api/users?search=%00', cookies: { sid: world.manager } })],
    [
      'half of a character in words that are kept as JSON',
      () =>
        server.app.inject({
          method: 'POST',
          url: '/api/annual-boli-review/defaults',
          headers: { 'content-type': 'application/json' },
          cookies: { sid: world.manager },
          payload: JSON.stringify({
            ...shippedWording('BOLI'),
            narratives: { PROGRAM: 'half \ud800' },
            updatedAt: new Date(0).toISOString(),
          }),
        }),
    ],
    ['a path of four thousand letters', () => server.app.inject(`/api/users/${'a'.repeat(4_000)}/sites`)],
  ]
  test('what is wrong is told by field', async () => {
    const field = 'This contains a character that cannot be stored.'
    expect((await login('{"email":"a\\u0000@b.co","password":"y"}')).json().meta).toEqual({ email: [field] })
    expect((await login('{"email":"a@b.co","password":"y","stranger":1,"siteId":"x"}')).json().meta).toEqual({
      siteId: [expect.stringContaining('number')],
      stranger: ['This is not known.'],
    })
    expect((await keptDraft('{"a":[{"b":"c\\u0000"}],"d\\u0000":1}')).json().meta).toEqual({ 'content.a.0.b': [field], content: [field] })
    expect((await keptDraft(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).json().meta).toEqual({
      body: ['This is nested more than 100 levels deep.'],
    })
    expect((await keptDraft(`${'{"a":'.repeat(99)}1${'}'.repeat(99)}`)).statusCode).toBe(200)
  })

  test.each(attacks)('%s is refused, cheaply', async (_, attack) => {
    await attack()
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    const { statusCode } = await attack()
    expect([400, 404, 413, 414]).toContain(statusCode)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('ids past what a row can have', () => {
  const PAST = 2_147_483_648
  const ID = /(^|[a-z])(Id|Ids)$|^(id|ids|institutions|findings|version)$/
  /** The log has more rows than other tables, and its ids are long; a draft's version is kept in its text. */
  const LONG = new Set(['GET /api/activity/:id id', 'PUT /api/drafts/:key version'])
  const node = z.looseObject({
    type: z.unknown().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
    items: z.unknown().optional(),
    anyOf: z.array(z.unknown()).optional(),
    oneOf: z.array(z.unknown()).optional(),
    allOf: z.array(z.unknown()).optional(),
  })
  /** Fields that hold ids of any size. */
  const unbounded = (schema: unknown, at: string): string[] => {
    const { data } = node.safeParse(schema)
    if (!data) return []
    const inner = [data.items, ...(data.anyOf ?? []), ...(data.oneOf ?? []), ...(data.allOf ?? [])].flatMap((part) => unbounded(part, at))
    const own = Object.entries(data.properties ?? {}).flatMap(([name, part]) => unbounded(part, name))
    const isId = ID.test(at) && (data.type === 'integer' || data.type === 'number')
    return [...(isId && !(data.maximum !== undefined && data.maximum < PAST) ? [at] : []), ...inner, ...own]
  }

  test('no input takes one', () => {
    const found = ENDPOINTS.flatMap(({ endpoint: { method, path, input } }) =>
      unbounded(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), '').map((name) => `${method} ${path} ${name}`),
    )
    expect(found.filter((name) => !LONG.has(name))).toEqual([])
  })

  test.each([
    ['POST', '/api/users', { firstName: 'A', lastName: 'B', email: 'a@b.test', role: 0, siteIds: [PAST] }],
    ['POST', '/api/users', { firstName: 'A', lastName: 'B', email: 'a@b.test', role: 1, institutionIds: [PAST] }],
    ['POST', '/api/bank-uploads/take', { ids: [PAST] }],
    ['POST', '/api/announcements/audience', { siteIds: [PAST], roles: [], institutionIds: [] }],
    ['POST', '/api/announcements/audience', { siteIds: [], roles: [], institutionIds: [PAST] }],
    ['GET', `/api/users/${PAST}`, undefined],
    ['GET', `/api/users?institutionId=${PAST}`, undefined],
    ['GET', `/api/activity?actorId=${PAST}`, undefined],
    ['GET', `/api/activity/${Number.MAX_SAFE_INTEGER}`, undefined],
  ] as const)('%s %s answers 4xx', async (method, url, payload) => {
    const answer = await server.app.inject({ method, url, cookies: { sid: world.manager }, ...(payload ? { payload } : {}) })
    expect([400, 404]).toContain(answer.statusCode)
  })
})
