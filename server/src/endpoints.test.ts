/** Tests about all endpoints at once: each bound, described and guarded, for nobody, for a half signed-in person, and for five roles at three levels. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessMatrix } from '@corridor/contract/access-matrix.ts'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { ERRORS } from '@corridor/contract/kernel/errors.ts'
import {
  type Access,
  type Level,
  MEMBERSHIP_TYPES,
  PERMISSION_CODES,
  type PermissionCode,
  ROLES,
  type Role,
} from '@corridor/domain/access/access.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundEndpoints } from './platform/http/route.ts'
import { closeStreams } from './platform/jobs/events.ts'
import { buildInstitution, buildSite, buildUser, signIn } from './test/builders.ts'
import { useServer } from './test/call.ts'

const server = useServer()
afterAll(closeStreams)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('every endpoint of the contract is bound once, and nothing else is', () => {
  expect(boundEndpoints(server.kernel).map(nameOf).toSorted()).toEqual(ENDPOINTS.map(({ endpoint }) => nameOf(endpoint)).toSorted())
})

test('every endpoint says in a sentence what it does, and refuses what it does not know', () => {
  for (const { endpoint } of ENDPOINTS) {
    expect([nameOf(endpoint), /^[A-Z].{6,}\.$/s.test(endpoint.summary)]).toEqual([nameOf(endpoint), true])
    const unknown = endpoint.input.safeParse({ somethingNobodyKnows: 1 })
    expect([nameOf(endpoint), unknown.success]).toEqual([nameOf(endpoint), false])
  }
})

test('docs/errors.md lists the closed table of errors', () => {
  const listed = [
    ...readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8').matchAll(/^\| (\d+) \| `(\w+)` \| (.*) \|$/gm),
  ].map(([, status, code, sentence]) => [code, Number(status), sentence])
  expect(listed).toEqual(Object.entries(ERRORS).map(([code, [status, sentence]]) => [code, status, sentence]))
})

test('the API description names every endpoint with its access', async () => {
  const document = (await server.app.inject('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const described = Object.entries<Record<string, { 'x-access': Access }>>(document.paths).flatMap(([path, of]) =>
    Object.entries(of).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation['x-access'],
    ]),
  )
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(ENDPOINTS.map(({ endpoint }) => [nameOf(endpoint), endpoint.access])))
  const page = await server.app.inject('/api/docs')
  for (const { endpoint } of ENDPOINTS) expect(page.body).toContain(`<code>${endpoint.path}</code>`)
})

describe('access', () => {
  const LEVELS: readonly Level[] = [0, 1, 2]
  const cookies = new Map<string, string>()
  const world = { siteId: 0 }
  const pass = (role: Role, level: Level | 'pending') => cookies.get(`${role} ${level}`) ?? ''

  beforeAll(async () => {
    world.siteId = await buildSite(server.ownerDb)
    const types = [...new Set(Object.values(MEMBERSHIP_TYPES).flat())]
    for (const level of LEVELS) {
      const institutionId = await buildInstitution(server.ownerDb, { sites: [world.siteId], reportTypes: level === 0 ? [] : types })
      for (const role of ROLES) cookies.set(`${role} ${level}`, await sign(role, level, institutionId))
      if (level === 2) for (const role of ROLES) cookies.set(`${role} pending`, await sign(role, level, institutionId, false))
    }
  })

  async function sign(role: Role, level: Level, institution: number, mfaValid = true): Promise<string> {
    const own = role === 'a' || role === 'c'
    const userId = await buildUser(server.ownerDb, role, {
      sites: [world.siteId],
      institutionId: own ? institution : null,
      institutions: role === 'e' ? [institution] : [],
      // Everybody is given the rows; that they count for nothing with c and e is part of what is tested.
      permissions: Object.fromEntries(PERMISSION_CODES.map((code) => [code, level])),
    })
    return signIn(server.ownerDb, userId, { siteId: world.siteId, institutionId: role === 'b' || role === 'd' ? 0 : institution, mfaValid })
  }

  /** The rules of access, stated again without the code under test. */
  function held(role: Role, level: Level, code: PermissionCode): Level {
    if (role === 'b' || role === 'd') return level
    const most: Level = level === 0 ? 0 : 1
    // The Client signs questionnaires and management's assessment in a review, and Team Members who hold level 2.
    if ((code === 'ANNUAL_QUESTIONNAIRE' || code === 'ANNUAL_BOLI_REVIEW') && role !== 'e') return role === 'c' && level > 0 ? 2 : level
    if (MEMBERSHIP_TYPES[code]) return most
    if (role === 'e' && code === 'CLIENT_REPORTS') return 1
    return role === 'a' ? most : 0
  }
  const may = (role: Role, level: Level, { kind, roles, anyOf, minimum, own = [] }: Access) =>
    own.includes(role) ||
    (roles.includes(role) && (kind !== 'permission' || anyOf.some((code) => held(role, level, code) >= Math.max(1, minimum))))

  /** Access is decided before the input is looked at, so an empty call tells: what may pass is refused for its content, if at all. */
  async function answer(endpoint: Endpoint, cookie?: string): Promise<{ status: number; code: string | undefined }> {
    const url = endpoint.path.replace(/:\w+/g, '2147483000')
    const write = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && endpoint.kind !== 'multipart'
    const response = await server.app.inject({
      method: endpoint.method,
      url,
      ...(cookie ? { cookies: { sid: cookie } } : {}),
      ...(write ? { payload: {} } : {}),
      payloadAsStream: true,
    })
    if (endpoint.kind === 'events' && response.statusCode === 200) {
      closeStreams()
      return { status: 200, code: undefined }
    }
    let text = ''
    for await (const chunk of response.stream()) text += String(chunk)
    const body: unknown = /json/.test(String(response.headers['content-type'])) ? JSON.parse(text) : {}
    return {
      status: response.statusCode,
      code: typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined,
    }
  }

  // Signing out ends the session it is called with: tried by the session tests.
  const all = ENDPOINTS.filter(({ endpoint }) => endpoint.path !== '/api/session/logout').map(
    ({ endpoint }) => [nameOf(endpoint), endpoint] as const,
  )
  const matrix = new Map(accessMatrix().map((row) => [`${row.method} ${row.path}`, row]))
  let cells = 0

  test.each(all)('%s', async (name, endpoint) => {
    const isPublic = endpoint.access.kind === 'public'
    const visitor = await answer(endpoint)
    if (isPublic) expect([401, 403, 500]).not.toContain(visitor.status)
    else expect(visitor).toEqual({ status: 401, code: 'not_signed_in' })
    cells += 1

    const late = /^\/api\/(session\/(view-as|sessions|confirm)|mfa\/(:id|recovery-codes))/
    const early = /^\/api\/(session|mfa|site)(\/|$)/.test(endpoint.path) && !late.test(endpoint.path)
    // The printed page says the same.
    expect(matrix.get(name)).toMatchObject({
      nobody: isPublic ? 'answers' : 'not signed in',
      pending: isPublic || early ? 'answers' : 'second factor first',
      roles: Object.fromEntries(
        ROLES.map((role) => [role, LEVELS.map((level) => (isPublic || may(role, level, endpoint.access) ? 'answers' : 'forbidden'))]),
      ),
    })
    for (const role of ROLES) {
      const pending = await answer(endpoint, pass(role, 'pending'))
      if (isPublic || early) expect([role, pending.code === 'mfa_required']).toEqual([role, false])
      else expect([role, pending]).toEqual([role, { status: 403, code: 'mfa_required' }])
      cells += 1
      for (const level of LEVELS) {
        const { status, code } = await answer(endpoint, pass(role, level))
        const cell = `${role} at level ${level}: ${status} ${code ?? ''}`
        if (isPublic || may(role, level, endpoint.access))
          expect([cell, status < 500 && status !== 401 && code !== 'forbidden' && code !== 'mfa_required']).toEqual([cell, true])
        else expect([cell, status, code]).toEqual([cell, 403, 'forbidden'])
        cells += 1
      }
    }
  })

  test('leaves no cell out', () => expect(cells).toBe(all.length * 21))
})
