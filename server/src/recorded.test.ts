/** Each sign-in, denial, look, download, change and permission change leaves exactly one row, found by the reference of its answer. */
import { listActivity } from '@corridor/contract/activity.ts'
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { carriers } from '@corridor/contract/carriers.ts'
import { listFiles } from '@corridor/contract/data-feeds.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { type Endpoint, fillPath } from '@corridor/contract/kernel/endpoint.ts'
import { getSession, login, logout, refreshSession } from '@corridor/contract/session.ts'
import { users } from '@corridor/contract/users.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import { beforeAll, expect, test } from 'vitest'
import { keepFile } from './platform/files/files.ts'
import { hashPassword } from './platform/security/passwords.ts'
import { buildUser, signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { useHoldings } from './test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const PASSWORD = 'a password of some length'
const world = { manager: '', weak: '', pending: '', client: '', updatedAt: '' }

beforeAll(async () => {
  const db = server.ownerDb
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  world.manager = await signedInAs(db, 'd', { siteId: book.siteId, permissions })
  world.weak = await signedInAs(db, 'b', { siteId: book.siteId, permissions: {} })
  world.pending = await signedInAs(db, 'b', { siteId: book.siteId, permissions, mfaValid: false })
  world.client = await signedInAs(db, 'c', { siteId: book.siteId, institutionId: book.institutionId })
  await buildUser(db, 'b', { sites: [book.siteId], email: 'good@firm.test', passwordHash: await hashPassword(PASSWORD) })
  const file = await server.kernel.files.put(Buffer.from('%PDF-1.7 a report'))
  await keepFile(db, file, 'application/pdf')
  await db.updateTable('reportVersion').set({ pdfSha256: file.sha256 }).where('reportId', '=', book.reportId).execute()
  world.updatedAt = (
    await db.selectFrom('institution').select('updatedAt').where('id', '=', book.institutionId).executeTakeFirstOrThrow()
  ).updatedAt
})

interface Case {
  what: string
  endpoint: Endpoint
  input: () => Record<string, unknown>
  cookie?: () => string
  headers?: Record<string, string>
  before?: () => Promise<unknown>
  status: number
  action: string | null
}
const lock = () =>
  Promise.all(Array.from({ length: 21 }, () => server.callAs(undefined, login, { email: 'locked@firm.test', password: 'guess' })))

const CASES: readonly Case[] = [
  {
    what: 'a sign-in',
    endpoint: login,
    input: () => ({ email: 'good@firm.test', password: PASSWORD }),
    status: 200,
    action: 'session.started',
  },
  {
    what: 'a wrong password',
    endpoint: login,
    input: () => ({ email: 'good@firm.test', password: 'wrong' }),
    status: 401,
    action: 'session.refused',
  },
  {
    what: 'an unknown address',
    endpoint: login,
    input: () => ({ email: 'no@firm.test', password: 'wrong' }),
    status: 401,
    action: 'session.refused',
  },
  {
    what: 'a locked address',
    before: lock,
    endpoint: login,
    input: () => ({ email: 'locked@firm.test', password: PASSWORD }),
    status: 429,
    action: 'session.locked',
  },
  {
    what: 'a cookie whose session has ended',
    endpoint: refreshSession,
    input: () => ({}),
    cookie: () => 'x'.repeat(43),
    status: 401,
    action: 'access.not_signed_in',
  },
  { what: 'no cookie at all', endpoint: refreshSession, input: () => ({}), status: 401, action: null },
  {
    what: 'a right that is missing',
    endpoint: users.endpoints.list,
    input: () => ({}),
    cookie: () => world.weak,
    status: 403,
    action: 'access.forbidden',
  },
  {
    what: 'a second factor that is missing',
    endpoint: users.endpoints.list,
    input: () => ({}),
    cookie: () => world.pending,
    status: 403,
    action: 'access.mfa_required',
  },
  {
    what: 'another site’s person',
    endpoint: users.endpoints.get,
    input: () => ({ id: book.stranger.clientId }),
    cookie: () => world.manager,
    status: 404,
    action: 'access.not_found',
  },
  {
    what: 'another bank, by a client',
    endpoint: institutions.endpoints.get,
    input: () => ({ id: book.neighbor.institutionId }),
    cookie: () => world.client,
    status: 404,
    action: 'access.not_found',
  },
  {
    what: 'a call from another web site',
    endpoint: logout,
    input: () => ({}),
    headers: { 'sec-fetch-site': 'cross-site' },
    cookie: () => world.manager,
    status: 403,
    action: 'access.cross_site',
  },
  {
    what: 'an export without the right',
    endpoint: listActivity,
    input: () => ({ format: 'csv' }),
    cookie: () => world.weak,
    status: 403,
    action: 'access.forbidden',
  },
  {
    what: 'a look at a policy',
    endpoint: assetReports.tracePolicy,
    input: () => ({ batch: book.batchId, report: book.reportId, policy: book.policyId }),
    cookie: () => world.manager,
    status: 200,
    action: 'policy.viewed',
  },
  {
    what: 'a download',
    endpoint: assetReports.downloadReports,
    input: () => ({ batch: book.batchId, reportIds: String(book.reportId) }),
    cookie: () => world.manager,
    status: 200,
    action: 'report.downloaded',
  },
  {
    what: 'a report shown in the browser',
    endpoint: assetReports.downloadReports,
    input: () => ({ batch: book.batchId, reportIds: String(book.reportId), inline: true }),
    cookie: () => world.manager,
    status: 200,
    action: 'report.opened',
  },
  {
    what: 'an export',
    endpoint: listFiles,
    input: () => ({ format: 'csv' }),
    cookie: () => world.manager,
    status: 200,
    action: 'list.exported',
  },
  {
    what: 'a change',
    endpoint: institutions.endpoints.update,
    input: () => ({ id: book.institutionId, updatedAt: world.updatedAt, city: 'Boston' }),
    cookie: () => world.manager,
    status: 200,
    action: 'institutions.saved',
  },
  {
    what: 'a change that is not valid',
    endpoint: institutions.endpoints.update,
    input: () => ({ id: book.institutionId, updatedAt: 'x' }),
    cookie: () => world.manager,
    status: 400,
    action: null,
  },
  {
    what: 'something made',
    endpoint: carriers.endpoints.create,
    input: () => ({ code: 'NEWCO', legalName: 'New Company Life', shortName: 'New' }),
    cookie: () => world.manager,
    status: 201,
    action: 'carriers.created',
  },
  { what: 'reading a list', endpoint: users.endpoints.list, input: () => ({}), cookie: () => world.manager, status: 200, action: null },
  { what: 'asking who is signed in', endpoint: getSession, input: () => ({}), status: 200, action: null },
]

test.each(CASES.map((one) => [one.what, one] as const))(
  '%s',
  async (_, { endpoint, input, cookie, headers = {}, before, status, action }) => {
    await before?.()
    const { path, rest } = fillPath(endpoint.path, input())
    const query =
      endpoint.method === 'GET'
        ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)])).toString()}`
        : ''
    const sid = cookie?.()
    const answer = await server.app.inject({
      method: endpoint.method,
      url: path + query,
      headers,
      ...(sid === undefined ? {} : { cookies: { sid } }),
      ...(endpoint.method === 'GET' ? {} : { payload: rest }),
    })
    expect(answer.statusCode).toBe(status)
    const rows = await server.ownerDb
      .selectFrom('activity')
      .select('action')
      .where('requestId', '=', String(answer.headers['x-request-id']))
      .execute()
    expect(rows.map((row) => row.action)).toEqual(action === null ? [] : [action])
  },
)

test('refusals beyond two a second from one address are counted, not written one by one', async () => {
  const ask = () => server.app.inject({ url: '/api/users', cookies: { sid: world.weak }, remoteAddress: '192.0.2.77' })
  const rows = async () =>
    await server.ownerDb.selectFrom('activity').select(['action', 'after']).where('address', '=', '192.0.2.77').orderBy('id').execute()
  server.setNow(new Date('2026-11-02T10:00:00Z'))
  const later = new Date('2026-11-02T10:01:00Z')
  await server.ownerDb.updateTable('userSession').set({ lastSeenAt: later.toISOString(), absoluteExpiry: '2026-11-02T20:00:00Z' }).execute()
  for (let count = 0; count < 150; count++) await ask()
  expect(await rows()).toHaveLength(120)
  server.setNow(later)
  await ask()
  server.setNow(undefined)
  expect((await rows()).slice(120)).toEqual([
    { action: 'access.folded', after: { rows: 30 } },
    { action: 'access.forbidden', after: { method: 'GET', route: '/api/users' } },
  ])
})
