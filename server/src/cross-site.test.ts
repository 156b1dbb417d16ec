/** Requests that another site's page can make a browser send are refused, for every endpoint that changes something (ASVS 3.5.1, 3.5.2). */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildSite, signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'

const server = useServer()
const world = { cookie: '' }
beforeAll(async () => {
  const siteId = await buildSite(server.ownerDb)
  world.cookie = await signedInAs(server.ownerDb, 'd', {
    siteId,
    permissions: Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const])),
  })
})

/** The two GETs that change something are asked the same. */
const CHANGING = ENDPOINTS.filter(
  ({ endpoint: { method, path } }) => method !== 'GET' || path === '/api/session/refresh' || path.startsWith('/api/mfa/verify/'),
).map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

const FOREIGN = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
] as const

test('there are many of them', () => expect(CHANGING.length).toBeGreaterThan(40))

test.each(CHANGING)('%s is refused from another site', async (_, { method, path, kind }) => {
  const url = path.replace(/:\w+/g, '2147483000')
  const ask = (headers: Record<string, string>, payload?: string) =>
    server.app.inject({ method, url, cookies: { sid: world.cookie }, headers, ...(payload === undefined ? {} : { payload }) })
  for (const headers of FOREIGN) {
    const answer = await ask(headers)
    expect([headers, answer.statusCode, answer.json().code]).toEqual([headers, 403, 'cross_site'])
  }
  // The same call with its address written otherwise: rules go by the route that is matched.
  for (const written of [url.replace('/api/', '/%61pi/'), url.replace('/api/', '/a%70i/'), `${url}/`]) {
    const answer = await server.app.inject({ method, url: written, cookies: { sid: world.cookie }, headers: FOREIGN[0] })
    expect([written, answer.statusCode, answer.json().code]).toEqual([written, 403, 'cross_site'])
  }
  // A form or plain text is what a page may send without being asked; an upload is a form, and lives by the checks above.
  if (method === 'GET' || kind === 'multipart') return
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const { statusCode } = await ask({ 'content-type': type }, 'a=1')
    expect([type, statusCode]).toEqual([type, 415])
  }
})
