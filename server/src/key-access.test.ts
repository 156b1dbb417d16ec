/** Every endpoint asked with API keys, by the contract alone: one that lacks the scope is refused, and no key opens what is a person's own. */

import { scopesFor } from '@corridor/contract/api-key-scopes.ts'
import { createApiKey } from '@corridor/contract/api-keys.ts'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { accessOfKeys, type Endpoint, openToKeys } from '@corridor/contract/kernel/endpoint.ts'
import { PERMISSION_CODES, type PermissionEntry } from '@corridor/domain/access/access.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildCarrier, buildSite, signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'

const server = useServer()
const everything: PermissionEntry[] = PERMISSION_CODES.map((code) => ({ code, access: 2 }))
const offered = scopesFor({ userRole: 'd', permissions: everything, reportTypeCodes: [] })
const most = new Map(offered.map(({ code, access }) => [code, access]))
const world = { whole: '', carrier: '', only: new Map<string, string>() }

/** The rules, stated again without the code under test. */
const NEVER =
  /^(POST|PUT|PATCH|DELETE) .*\/(identity-provider|membership|sites)(\/|$)|^\w+ (\/api\/(session|mfa|api-keys|sites|users\/:\w+\/(sessions|mfa))(\/|$)|\/ie-)|\/(sign|sign-offs)(\/|$)|^(POST|PUT|PATCH|DELETE) \/api\/(users|memberships|permission-templates)(\/|$)/
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

beforeAll(async () => {
  const siteId = await buildSite(server.ownerDb)
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  const cookie = await signedInAs(server.ownerDb, 'd', { siteId, permissions })
  const make = async (input: { scopes: { code: (typeof PERMISSION_CODES)[number]; access: 1 | 2 }[]; carrierCode?: string }) => {
    const { body, error } = await server.callAs(cookie, createApiKey, {
      name: 'Key of this test',
      expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      ...input,
    })
    if (!body) throw new Error(error.message)
    return body.secret
  }
  world.whole = await make({ scopes: [...most].map(([code, access]) => ({ code, access })) })
  world.carrier = await make({ scopes: [], carrierCode: await buildCarrier(server.ownerDb) })
  for (const code of most.keys())
    world.only.set(
      code,
      await make({ scopes: [...most].filter(([one]) => one !== code).map(([one, level]) => ({ code: one, access: level })) }),
    )
  for (const { code, access } of offered) if (access === 1) world.only.set(`${code} 1`, await make({ scopes: [{ code, access }] }))
})

/** Access is decided before the input is looked at. Limits of calls are another test's: the clock goes on. */
let minute = Date.now()
async function ask(endpoint: Endpoint, secret: string | undefined): Promise<{ status: number; code: string }> {
  server.setNow(new Date((minute += 61_000)))
  const write = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && endpoint.kind !== 'multipart'
  const response = await server.app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(/:\w+/g, '2147483000'),
    headers: { authorization: `Bearer ${secret}` },
    ...(write ? { payload: {} } : {}),
  })
  const body: unknown = /json/.test(String(response.headers['content-type'])) ? response.json() : {}
  return { status: response.statusCode, code: typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '' }
}

// Calls that answer everybody look at no key.
const guarded = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ access }) => access.kind !== 'public')

test.each(guarded.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
  const refused = { status: 403, code: 'forbidden' }
  const { kind, anyOf, minimum, roles } = accessOfKeys(endpoint)
  const isOpen = kind === 'permission' && endpoint.kind !== 'events' && !NEVER.test(name)
  expect(openToKeys(endpoint)).toBe(isOpen)
  const whole = await ask(endpoint, world.whole)
  if (isOpen && roles.includes('d'))
    expect([whole.status === 401, whole.status >= 500, whole.code === 'forbidden']).toEqual([false, false, false])
  else expect(whole).toEqual(refused)
  // A key for one carrier's files reaches two calls, the others not.
  const drop = await ask(endpoint, world.carrier)
  if (name === 'POST /api/etl/files' || name === 'GET /api/etl/files/:id') expect([401, 403]).not.toContain(drop.status)
  else expect(drop).toEqual(refused)
  const [code] = anyOf
  if (!isOpen || anyOf.length > 1 || code === undefined) return
  expect(await ask(endpoint, world.only.get(code))).toEqual(refused)
  if (minimum === 2) expect(await ask(endpoint, world.only.get(`${code} 1`))).toEqual(refused)
})

test('what a key can be given is a level that opens a call, and every call that is open stands under one', () => {
  expect(offered.every(({ calls }) => calls.length > 0)).toBe(true)
  const open = guarded.filter((endpoint) => openToKeys(endpoint) && accessOfKeys(endpoint).roles.includes('d')).map(nameOf)
  expect(new Set(offered.flatMap(({ calls }) => calls.map(nameOf)))).toEqual(new Set(open))
})
