/** Viewing as a client: the same answers as theirs, no change whatever is tried, both people's names in the log, and an end that leads back. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { getFirstSteps } from '@corridor/contract/profile.ts'
import { endViewAs, getUserPermissions, startViewAs } from '@corridor/contract/rights.ts'
import { getSession, logout, refreshSession, switchInstitution } from '@corridor/contract/session.ts'
import { viewDocument } from '@corridor/contract/viewers.ts'
import { PERMISSION_CODES, ROLES } from '@corridor/domain/access/access.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeStreams } from '../../platform/jobs/events.ts'
import { buildInstitution, buildUser, type Permissions, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useHoldings } from '../../test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
afterAll(closeStreams)
const world = { staffId: 0 }
const ALL: Permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, code === 'USERS' ? 1 : 2]))

beforeAll(async () => {
  world.staffId = await buildUser(server.ownerDb, 'b', { sites: [book.siteId], permissions: ALL })
})

const staff = (over: { mfaValid?: boolean; institutionId?: number } = {}) =>
  signIn(server.ownerDb, world.staffId, { siteId: book.siteId, ...over })
const cookieIn = (headers: Record<string, unknown>) => /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1]
async function viewing(userId: number, cookie?: string): Promise<string> {
  const { status, headers } = await server.callAs(cookie ?? (await staff()), startViewAs, { userId })
  expect(status).toBe(200)
  return cookieIn(headers) ?? ''
}
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('who may be viewed as', () => {
  const start = async (userId: number, cookie?: string) =>
    (await server.callAs(cookie ?? (await staff()), startViewAs, { userId })).error.code

  test('clients, Team Members and representatives of the active site, and never staff', async () => {
    const of = { sites: [book.siteId], institutionId: book.institutionId }
    for (const role of ROLES) {
      const own = role === 'a' || role === 'c'
      const id = await buildUser(server.ownerDb, role, {
        ...of,
        institutionId: own ? book.institutionId : null,
        institutions: role === 'e' ? [book.institutionId] : [],
      })
      expect([role, await start(id)]).toEqual([role, role === 'b' || role === 'd' ? 'forbidden' : ''])
    }
  })
  test('nobody of another site, nobody deactivated, nobody whose institution is gone', async () => {
    expect(await start(book.stranger.clientId)).toBe('not_found')
    const gone = await buildUser(server.ownerDb, 'c', { sites: [book.siteId], institutionId: book.institutionId, status: 0 })
    expect(await start(gone)).toBe('wrong_status')
    const closed = await buildInstitution(server.ownerDb, { sites: [book.siteId], status: 'INACTIVE' })
    expect(await start(await buildUser(server.ownerDb, 'c', { sites: [book.siteId], institutionId: closed }))).toBe('wrong_status')
  })
  test('by staff with the permission Users, past their second factor, and not from within another view', async () => {
    const weak = await buildUser(server.ownerDb, 'b', { sites: [book.siteId], permissions: { ASSET_REPORT: 2 } })
    expect(await start(book.clientId, await signIn(server.ownerDb, weak, { siteId: book.siteId }))).toBe('forbidden')
    expect(await start(book.clientId, await staff({ mfaValid: false }))).toBe('mfa_required')
    expect(await start(book.neighbor.clientId, await viewing(book.clientId))).toBe('read_only')
  })
})

describe('while viewing', () => {
  test('every call answers what it answers the client, byte for byte', async () => {
    const own = await signIn(server.ownerDb, book.clientId, { siteId: book.siteId, institutionId: book.institutionId })
    const view = await viewing(book.clientId)
    const asked = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
      (endpoint) =>
        !endpoint.changes &&
        endpoint.kind !== 'events' &&
        !endpoint.path.startsWith('/api/session') &&
        // Whether a person has a second factor is no matter of whoever looks through their eyes (first-steps.test.ts).
        endpoint.path !== getFirstSteps.path &&
        endpoint.input.safeParse(idsOf(endpoint)).success,
    )
    expect(asked.length).toBeGreaterThan(20)
    for (const endpoint of asked) {
      const [theirs, seen] = [await server.callAs(own, endpoint, idsOf(endpoint)), await server.callAs(view, endpoint, idsOf(endpoint))]
      expect([nameOf(endpoint), seen.status, bare(seen.bytes)]).toEqual([nameOf(endpoint), theirs.status, bare(theirs.bytes)])
    }
  })
  const bare = (bytes: Buffer) => bytes.toString().replace(/"requestId":"[^"]*"/, '')
  /** The path's ids filled in with the client's institution's own. */
  const idsOf = ({ path }: Endpoint): Record<string, unknown> =>
    Object.fromEntries(
      [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
        name,
        path.startsWith('/api/institutions')
          ? book.institutionId
          : path.startsWith('/api/reports')
            ? book.clientReportId
            : path.startsWith('/api/sites')
              ? book.siteId
              : book.clientId,
      ]),
    )

  test('the session is the client’s, named as a view, and raises no second factor', async () => {
    const { body } = await server.callAs(await viewing(book.clientId), getSession, {})
    expect(body).toMatchObject({
      userId: book.clientId,
      userRole: 'c',
      institutionId: book.institutionId,
      permissions: [],
      isMfaValid: true,
      actingAs: { userId: book.clientId },
    })
  })

  const changing = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ changes }) => changes)
  test('every call that changes something is refused as read-only, but for the ways out', async () => {
    const view = await viewing(book.clientId)
    for (const endpoint of changing) {
      if (endpoint === endViewAs || endpoint === logout) continue
      const response = await server.app.inject({
        method: endpoint.method,
        url: endpoint.path.replace(/:\w+/g, '1'),
        cookies: { sid: view },
        ...(endpoint.method === 'DELETE' || endpoint.kind === 'multipart' ? {} : { payload: {} }),
      })
      expect([nameOf(endpoint), response.statusCode, response.json().code]).toEqual([nameOf(endpoint), 403, 'read_only'])
    }
    expect(changing.length).toBeGreaterThan(30)
    expect((await server.callAs(view, refreshSession, {})).body.actingAs).not.toBeNull()
  })

  test('the database itself sees the client: another institution’s rows are not there', async () => {
    const view = await viewing(book.clientId)
    expect((await server.callAs(view, reportFile, { id: book.neighbor.clientReportId })).status).toBe(404)
    const { body } = await server.callAs(view, searchReports, {})
    expect(body.records.map(({ institutionId }) => institutionId)).toEqual([book.institutionId])
    expect((await server.callAs(view, getUserPermissions, { id: book.clientId })).error.code).toBe('forbidden')
  })
})

describe('a view shows nothing that who looks may not see as themselves', () => {
  const viewer = async (permissions: Permissions) =>
    viewing(
      book.clientId,
      await signIn(
        server.ownerDb,
        await buildUser(server.ownerDb, 'b', { sites: [book.siteId], permissions: { USERS: 1, ...permissions } }),
        {
          siteId: book.siteId,
        },
      ),
    )
  const seen = async (view: string) => ({
    family: (await server.callAs(view, assetReports.listReports, { batch: 0 })).status,
    reports: (await server.callAs(view, searchReports, {})).body.records.length,
    documents: (await server.callAs(view, viewDocument, { id: book.documentId })).status,
  })

  test('families of reports, handed-in reports and documents each by their own right', async () => {
    await server.ownerDb
      .updateTable('membership')
      .set({ reportTypeCodes: ['MBR', 'MIN'] })
      .where('institutionId', '=', book.institutionId)
      .execute()
    const nothing = await viewer({})
    expect((await server.callAs(nothing, getSession, {})).body.actingAs?.withheld).toEqual(
      expect.arrayContaining(['ASSET_REPORT', 'CLIENT_REPORTS', 'DOCUMENT_CENTER', 'INSTITUTIONS']),
    )
    expect(await seen(nothing)).toEqual({ family: 403, reports: 0, documents: 404 })
    expect(await seen(await viewer({ ASSET_REPORT: 1 }))).toEqual({ family: 200, reports: 1, documents: 404 })
    expect(await seen(await viewer({ CLIENT_REPORTS: 1, DOCUMENT_CENTER: 1 }))).toEqual({ family: 403, reports: 0, documents: 200 })
    expect(await seen(await viewer(ALL))).toEqual({ family: 200, reports: 1, documents: 200 })
  })
})

test('both people’s names are in the log: at the start, at each look and download, and at the end', async () => {
  const client = await buildUser(server.ownerDb, 'c', { sites: [book.siteId], institutionId: book.institutionId })
  const view = await viewing(client)
  await server.callAs(view, searchReports, {})
  await server.callAs(view, reportFile, { id: book.clientReportId })
  await server.callAs(view, endViewAs, {})
  const rows = await server.ownerDb
    .selectFrom('activity')
    .select(['action', 'actorId', 'actorRole', 'actingAs', 'institutionId', 'entity', 'after'])
    // The small book's file has no bytes: that it was not found is written down beside these.
    .where('action', 'not like', '%access.%')
    .where((row) => row.or([row('actorId', '=', client), row('actingAs', '=', client)]))
    .orderBy('id')
    .execute()
  const actions = ['view_as.started', 'view_as.looked', 'client_report.downloaded', 'view_as.ended']
  const looker = { actorId: world.staffId, actorRole: 'b', actingAs: client, institutionId: book.institutionId }
  const lookedAt = { actorId: client, actorRole: 'c', actingAs: null, institutionId: book.institutionId }
  expect(rows).toMatchObject(
    actions.flatMap((action) => [
      { action, ...looker },
      { action: `viewed.${action}`, ...lookedAt, after: { viewedBy: world.staffId } },
    ]),
  )
  expect(rows[2]?.entity).toBe('/api/reports/search')
})

describe('the end', () => {
  test('gives the staff member back their own session, under a new id, with the institution they had chosen', async () => {
    const view = await viewing(book.clientId, await staff({ institutionId: book.neighbor.institutionId }))
    const ended = await server.callAs(view, endViewAs, {})
    expect(ended.body).toMatchObject({ userId: world.staffId, actingAs: null, institutionId: book.neighbor.institutionId })
    expect((await server.callAs(view, getSession, {})).body.userId).toBe(0)
    const cookie = cookieIn(ended.headers)
    expect((await server.callAs(cookie, institutions.endpoints.get, { id: book.neighbor.institutionId })).status).toBe(200)
    // Ending what is not there changes nothing.
    expect((await server.callAs(cookie, endViewAs, {})).body.userId).toBe(world.staffId)
  })
  test('comes with logging out', async () => {
    const view = await viewing(book.clientId)
    expect((await server.callAs(view, logout, {})).status).toBe(204)
    expect((await server.callAs(view, getSession, {})).body.userId).toBe(0)
  })
  test.each([
    [
      'the staff member loses the right to look',
      (staffId: number) => server.ownerDb.updateTable('userPermission').set({ access: 0 }).where('userId', '=', staffId).execute(),
    ],
    [
      'the staff member is deactivated',
      (staffId: number) => server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', staffId).execute(),
    ],
    [
      'the client leaves the site',
      (_: number, clientId: number) => server.ownerDb.deleteFrom('userSite').where('userId', '=', clientId).execute(),
    ],
    [
      'the client becomes staff',
      (_: number, clientId: number) =>
        server.ownerDb.updateTable('userAccount').set({ role: 'b', institutionId: null }).where('id', '=', clientId).execute(),
    ],
  ])('comes at once when %s', async (_, change) => {
    const staffId = await buildUser(server.ownerDb, 'b', { sites: [book.siteId], permissions: ALL })
    const clientId = await buildUser(server.ownerDb, 'c', { sites: [book.siteId], institutionId: book.institutionId })
    const view = await viewing(clientId, await signIn(server.ownerDb, staffId, { siteId: book.siteId }))
    await change(staffId, clientId)
    expect((await server.callAs(view, searchReports, {})).status).toBe(401)
  })
})

test('of a representative one of their institutions is viewed, and only one of theirs', async () => {
  const second = await buildInstitution(server.ownerDb, { sites: [book.siteId], name: 'A second bank' })
  const userId = await buildUser(server.ownerDb, 'e', { sites: [book.siteId], institutions: [book.institutionId, second] })
  const of = async (institutionId?: number) =>
    server.callAs(await staff(), startViewAs, { userId, ...(institutionId === undefined ? {} : { institutionId }) })
  expect((await of()).body.institutionId).toBe(second)
  const chosen = await of(book.institutionId)
  expect(chosen.body.institutionId).toBe(book.institutionId)
  expect((await of(book.neighbor.institutionId)).status).toBe(404)
  // Switching would be a change.
  expect((await server.callAs(cookieIn(chosen.headers), switchInstitution, { id: second })).error.code).toBe('read_only')
})
