/** People's permissions and templates: who changes what, what is refused, and that a change counts from the next call on. */
import { listCarriersForFeeds } from '@corridor/contract/data-feeds.ts'
import {
  applyTemplate,
  getUserPermissions,
  listPermissionCodes,
  permissionTemplates,
  removePermissionTemplate,
  saveUserPermissions,
} from '@corridor/contract/rights.ts'
import { getSession } from '@corridor/contract/session.ts'
import type { PermissionCode } from '@corridor/domain/access/access.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, type Permissions, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, elsewhere: 0, bank: 0, manager: '', managerId: 0 }
const templates = permissionTemplates.endpoints

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.elsewhere = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Alder Bank', reportTypes: ['MBR', 'SMB'] })
  world.managerId = await buildUser(server.ownerDb, 'd', { sites: [world.site], permissions: { USERS: 2, PERMISSION_TEMPLATES: 2 } })
  world.manager = await signIn(server.ownerDb, world.managerId, { siteId: world.site })
})

const staff = (permissions: Permissions = {}) => buildUser(server.ownerDb, 'b', { sites: [world.site], permissions })
const asked = async (id: number) => (await server.callAs(world.manager, getUserPermissions, { id })).body
const give = async (cookie: string, id: number, permissions: Permissions) =>
  server.callAs(cookie, saveUserPermissions, { id, permissions: entries(permissions), updatedAt: (await asked(id)).updatedAt })
const entries = (permissions: Permissions) =>
  Object.entries(permissions).map(([code, access]) => ({ code: code as PermissionCode, access: access ?? 0 }))
const held = async (id: number) =>
  Object.fromEntries((await asked(id)).permissions.flatMap(({ code, access }) => (access ? [[code, access]] : [])))

describe('permissions', () => {
  test('are replaced as a whole, and count from the next call on, in the session that is open', async () => {
    const id = await staff({ CARRIERS: 2, ASSET_REPORT: 1 })
    const cookie = await signIn(server.ownerDb, id, { siteId: world.site })
    expect((await server.callAs(cookie, listCarriersForFeeds, {})).status).toBe(200)
    expect((await give(world.manager, id, { USERS: 1 })).status).toBe(200)
    expect(await held(id)).toEqual({ USERS: 1 })
    // A level of none is no row: a copy of the rights, and every count of who holds one, reads rows.
    const rows = await server.ownerDb.selectFrom('userPermission').select(['code', 'access']).where('userId', '=', id).execute()
    expect(rows).toEqual([{ code: 'USERS', access: 1 }])
    expect((await server.callAs(cookie, listCarriersForFeeds, {})).status).toBe(403)
    expect((await server.callAs(cookie, getSession, {})).body.userId).toBe(id)
    await give(world.manager, id, { ASSET_REPORT: 1 })
    expect((await server.callAs(cookie, listCarriersForFeeds, {})).status).toBe(200)
  })

  test('take the two other names of ASSET_REPORT, for people and for templates', async () => {
    const id = await staff()
    const given = async (...permissions: { code: 'ASSET_REPORT' | 'ASSET_REPORT_READ' | 'ASSET_REPORT_WRITE'; access: 0 | 1 | 2 }[]) => {
      const { updatedAt } = await asked(id)
      expect((await server.callAs(world.manager, saveUserPermissions, { id, permissions, updatedAt })).status).toBe(200)
      return held(id)
    }
    expect(await given({ code: 'ASSET_REPORT_READ', access: 2 })).toEqual({ ASSET_REPORT: 1 })
    expect(await given({ code: 'ASSET_REPORT_READ', access: 1 }, { code: 'ASSET_REPORT_WRITE', access: 1 })).toEqual({ ASSET_REPORT: 2 })
    expect(await given({ code: 'ASSET_REPORT', access: 1 }, { code: 'ASSET_REPORT_WRITE', access: 0 })).toEqual({ ASSET_REPORT: 1 })
    const { body } = await server.callAs(world.manager, templates.create, {
      name: 'Report makers',
      permissions: [{ code: 'ASSET_REPORT_WRITE', access: 1 }],
    })
    expect(body.permissions).toEqual([{ code: 'ASSET_REPORT', access: 2 }])
  })

  test('list every code, and are 404 for people of other sites alone', async () => {
    expect((await asked(await staff())).permissions).toHaveLength(19)
    const far = await buildUser(server.ownerDb, 'b', { sites: [world.elsewhere] })
    expect((await server.callAs(world.manager, getUserPermissions, { id: far })).status).toBe(404)
  })

  test('are changed by managers alone, who hold the permission', async () => {
    const id = await staff()
    const strong = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { USERS: 2, PERMISSION_TEMPLATES: 2 } })
    const weak = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { USERS: 1 } })
    for (const cookie of [strong, weak]) expect((await give(cookie, id, { CARRIERS: 1 })).status).toBe(403)
  })

  test('nobody raises their own, but anybody may step down', async () => {
    const id = await buildUser(server.ownerDb, 'd', { sites: [world.site], permissions: { USERS: 2, CARRIERS: 1, SITES: 1 } })
    const cookie = await signIn(server.ownerDb, id, { siteId: world.site })
    const raised = await give(cookie, id, { USERS: 2, CARRIERS: 2 })
    expect([raised.status, raised.error.message]).toEqual([403, 'You cannot raise your own rights. Ask another manager.'])
    expect((await give(cookie, id, { USERS: 2, CARRIERS: 1 })).status).toBe(200)
    expect(await held(id)).toEqual({ USERS: 2, CARRIERS: 1 })
  })

  test('two savers do not overwrite each other: the second is shown both versions', async () => {
    const id = await staff({ CARRIERS: 1 })
    const { updatedAt } = await asked(id)
    const save = (access: 0 | 2) =>
      server.callAs(world.manager, saveUserPermissions, { id, permissions: [{ code: 'CARRIERS', access }], updatedAt })
    const answers = await Promise.all([save(2), save(0)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error.meta).toMatchObject({ current: { userId: id }, yours: { permissions: expect.any(Array) } })
  })

  test('clients and representatives hold none', async () => {
    const id = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
    const refused = await give(world.manager, id, { ASSET_REPORT: 1 })
    expect([refused.status, Object.keys(refused.error.meta ?? {})]).toEqual([400, ['permissions']])
  })

  test('a change is written down with what it was and what it became, and nothing else', async () => {
    const id = await staff({ CARRIERS: 1, SITES: 2 })
    await give(world.manager, id, { CARRIERS: 2, SITES: 2 })
    const rows = await server.ownerDb
      .selectFrom('activity')
      .selectAll()
      .where('action', '=', 'permissions.changed')
      .where('entityId', '=', String(id))
      .execute()
    expect(rows).toMatchObject([{ actorId: world.managerId, entity: 'users', before: { CARRIERS: 1 }, after: { CARRIERS: 2 } }])
  })

  test('an unknown code and a code named twice are refused', async () => {
    const id = await staff()
    const { updatedAt } = await asked(id)
    for (const permissions of [
      [{ code: 'EVERYTHING', access: 2 }],
      [
        { code: 'USERS', access: 1 },
        { code: 'USERS', access: 2 },
      ],
      [{ code: 'USERS', access: 3 }],
    ])
      expect((await server.callAs(world.manager, saveUserPermissions, { id, permissions: permissions as never, updatedAt })).status).toBe(
        400,
      )
  })
})

test('the last manager keeps what it takes to manage, also when two let go at the same moment', async () => {
  // Managers of other tests may manage too: they stop here.
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('role', '=', 'd').execute()
  const ids = [await able(), await able()]
  const cookies = await Promise.all(ids.map((id) => signIn(server.ownerDb, id, { siteId: world.site })))
  const letGo = async (index: number) => {
    const id = ids[index] ?? 0
    const { updatedAt } = (await server.callAs(cookies[index], getUserPermissions, { id })).body
    return () => server.callAs(cookies[index], saveUserPermissions, { id, permissions: [{ code: 'USERS', access: 1 }], updatedAt })
  }
  const both = [await letGo(0), await letGo(1)]
  const answers = await Promise.all(both.map((go) => go()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(answers.find(({ status }) => status === 403)?.error.message).toMatch(/^This is the last active manager/)
  await server.ownerDb.updateTable('userAccount').set({ status: 1 }).where('id', '=', world.managerId).execute()
  // The session ended with the account and does not come back.
  world.manager = await signIn(server.ownerDb, world.managerId, { siteId: world.site })
})
const able = () => buildUser(server.ownerDb, 'd', { sites: [world.site], permissions: { USERS: 2 } })

describe('templates', () => {
  const make = async (permissions: Permissions, cookie = world.manager) =>
    server.callAs(cookie, templates.create, { name: `Template ${crypto.randomUUID()}`, permissions: entries(permissions) })

  test('are listed, loaded, saved, deleted and brought back', async () => {
    const { body: made } = await make({ CARRIERS: 1 })
    expect(made).toMatchObject({ description: null, permissions: [{ code: 'CARRIERS', access: 1 }] })
    const saved = await server.callAs(world.manager, templates.update, {
      id: Number(made.id),
      updatedAt: String(made.updatedAt),
      description: 'For analysts',
    })
    expect(saved.body).toMatchObject({ description: 'For analysts', permissions: [{ code: 'CARRIERS', access: 1 }] })
    const list = await server.callAs(world.manager, templates.list, { take: 5, skip: 0, search: String(made.name) })
    expect(list.body.page.totalRecords).toBe(1)
    const id = Number(made.id)
    for (const remove of [
      () => server.callAs(world.manager, templates.remove, { ids: [id] }),
      () => server.callAs(world.manager, removePermissionTemplate, { id }),
    ]) {
      expect((await remove()).status).toBeLessThan(300)
      expect((await server.callAs(world.manager, templates.get, { id })).status).toBe(404)
      await server.callAs(world.manager, templates.restore, { ids: [id] })
      expect((await server.callAs(world.manager, templates.get, { id })).body).toEqual(saved.body)
    }
  })

  test('what goes beyond one’s own levels is not brought back either', async () => {
    const cookie = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { PERMISSION_TEMPLATES: 2, CARRIERS: 1 } })
    const { body: made } = await make({ CARRIERS: 2 })
    await server.callAs(world.manager, templates.remove, { ids: [Number(made.id)] })
    expect((await server.callAs(cookie, templates.restore, { ids: [Number(made.id)] })).status).toBe(403)
    expect((await server.callAs(world.manager, templates.get, { id: Number(made.id) })).status).toBe(404)
    expect((await server.callAs(world.manager, templates.restore, { ids: [Number(made.id)] })).status).toBe(200)
  })

  test('a name is taken once', async () => {
    const { body } = await make({})
    const again = await server.callAs(world.manager, templates.create, { name: String(body.name).toUpperCase(), permissions: [] })
    expect([again.status, again.error.meta]).toEqual([400, { name: ['This is already taken.'] }])
  })

  test('staff make and change them up to their own levels, and leave what goes beyond alone', async () => {
    const cookie = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { PERMISSION_TEMPLATES: 2, CARRIERS: 1 } })
    expect((await make({ CARRIERS: 1 }, cookie)).status).toBe(201)
    const beyond = await make({ CARRIERS: 2, SITES: 1 }, cookie)
    expect([beyond.status, beyond.error.message]).toEqual([
      403,
      'A template may not go beyond your own rights. It goes beyond them in: Carriers, Sites.',
    ])
    const { body: managers } = await make({ SITES: 2 })
    const of = { id: Number(managers.id), updatedAt: String(managers.updatedAt) }
    expect((await server.callAs(cookie, templates.update, { ...of, permissions: [] })).status).toBe(403)
    expect((await server.callAs(cookie, templates.remove, { ids: [of.id] })).status).toBe(403)
  })

  test.each([
    ['merge', { CARRIERS: 2, SITES: 1, USERS: 1 }],
    ['replace', { CARRIERS: 1, USERS: 1 }],
  ] as const)('are applied to a person by a manager: %s', async (mode, result) => {
    const { body } = await make({ CARRIERS: 1, USERS: 1 })
    const id = await staff({ CARRIERS: 2, SITES: 1 })
    const of = { id, templateId: Number(body.id), mode, templateUpdatedAt: String(body.updatedAt), updatedAt: (await asked(id)).updatedAt }
    const staffCookie = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { USERS: 2, PERMISSION_TEMPLATES: 2 } })
    expect((await server.callAs(staffCookie, applyTemplate, of)).status).toBe(403)
    expect((await server.callAs(world.manager, applyTemplate, of)).status).toBe(200)
    expect(await held(id)).toEqual(result)
    const row = await server.ownerDb
      .selectFrom('activity')
      .select('after')
      .where('entityId', '=', String(id))
      .where('action', '=', 'permissions.changed')
      .executeTakeFirstOrThrow()
    expect(row.after).toMatchObject({ template: body.name, mode })
    // The earlier state is no longer so.
    expect((await server.callAs(world.manager, applyTemplate, of)).status).toBe(409)
  })

  test('one that changed since it was shown is not applied', async () => {
    const { body } = await make({ CARRIERS: 1 })
    const id = await staff()
    await server.callAs(world.manager, templates.update, {
      id: Number(body.id),
      updatedAt: String(body.updatedAt),
      permissions: entries({ SITES: 2 }),
    })
    const of = {
      id,
      templateId: Number(body.id),
      mode: 'merge' as const,
      templateUpdatedAt: String(body.updatedAt),
      updatedAt: (await asked(id)).updatedAt,
    }
    expect((await server.callAs(world.manager, applyTemplate, of)).status).toBe(409)
    expect(await held(id)).toEqual({})
  })

  test('do not raise the one who applies them', async () => {
    const { body } = await make({ USERS: 2, ACTIVITY_REPORT: 2 })
    const of = { id: world.managerId, templateId: Number(body.id), mode: 'merge' as const, templateUpdatedAt: String(body.updatedAt) }
    const { updatedAt } = await asked(world.managerId)
    expect((await server.callAs(world.manager, applyTemplate, { ...of, updatedAt })).error.message).toMatch(
      /^You cannot raise your own rights/,
    )
  })
})

test('what a level gives is read from the contracts', async () => {
  const { records } = (await server.callAs(world.manager, listPermissionCodes, {})).body
  const assets = records.find(({ code }) => code === 'ASSET_REPORT')
  expect(assets?.change).toContainEqual({ summary: 'Show Ready reports to their institutions and queue the mails.', roles: ['b', 'd'] })
  // An endpoint of one role alone is listed too.
  expect(records.some(({ view, change }) => [...view, ...change].some(({ roles }) => roles.length === 1))).toBe(true)
  expect(assets?.view.find(({ summary }) => summary === 'Batches of asset reports, newest first.')?.roles.toSorted()).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ])
})
