import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '@corridor/contract/saved-views.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, next, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { staff: '', colleague: '', manager: '', stranger: '', client: '' }
const USERS = '/api/users'
const REPORTS = '/api/asset-reports#AssetReport'

beforeAll(async () => {
  const site = await buildSite(server.ownerDb)
  const permissions = { USERS: 1, ASSET_REPORT: 1 } as const
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId: site, permissions })
  world.colleague = await signedInAs(server.ownerDb, 'b', { siteId: site, permissions })
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: site, permissions })
  world.stranger = await signedInAs(server.ownerDb, 'd', { siteId: await buildSite(server.ownerDb), permissions })
  const institutionId = await buildInstitution(server.ownerDb, { sites: [site] })
  world.client = await signedInAs(server.ownerDb, 'c', { siteId: site, institutionId })
})

const view = (over = {}) => ({ list: USERS, name: `View ${next()}`, query: { search: 'bank', role: ['2', '3'] }, ...over })
const namesOf = async (cookie: string, list = USERS) =>
  (await server.callAs(cookie, listSavedViews, { list })).body.records.map(({ name }) => name)

test('a view is its owner’s until it is shared with a role, and then that role’s', async () => {
  const made = await server.callAs(world.staff, createSavedView, view({ name: 'Mine' }))
  expect(made.body).toMatchObject({ name: 'Mine', query: { search: 'bank', role: ['2', '3'] }, mine: true, isDefault: false })
  expect(await namesOf(world.colleague)).not.toContain('Mine')
  const { id, query } = made.body
  const beside = (await server.callAs(world.staff, createSavedView, view({ name: 'Beside' }))).body
  await server.callAs(world.staff, updateSavedView, { id, name: 'Ours', sharedWith: 'role', role: 'b', query })
  expect(await namesOf(world.colleague)).toContain('Ours')
  expect(await namesOf(world.stranger)).toEqual([])
  expect((await server.callAs(world.colleague, updateSavedView, { id, name: 'Stolen', query })).status).toBe(403)
  expect((await server.callAs(world.colleague, deleteSavedView, { id })).status).toBe(403)
  expect((await server.callAs(world.stranger, deleteSavedView, { id })).status).toBe(404)
  expect((await server.callAs(world.manager, deleteSavedView, { id })).status).toBe(204)
  expect((await server.callAs(world.staff, listSavedViews, { list: USERS })).body.records).toEqual([beside])
})

test('another’s private view is as if it were not there', async () => {
  const { body } = await server.callAs(world.staff, createSavedView, view())
  expect((await server.callAs(world.manager, updateSavedView, { id: body.id, name: 'X', query: {} })).status).toBe(404)
  expect((await server.callAs(world.client, deleteSavedView, { id: body.id })).status).toBe(404)
})

test('managers decide what a list opens with for all, one view at a time', async () => {
  const everyone = { sharedWith: 'everyone', isDefault: true } as const
  expect((await server.callAs(world.staff, createSavedView, view(everyone))).status).toBe(403)
  await server.callAs(world.manager, createSavedView, view({ ...everyone, list: REPORTS, name: 'Of reports' }))
  await server.callAs(world.manager, createSavedView, view({ ...everyone, name: 'First' }))
  await server.callAs(world.manager, createSavedView, view({ ...everyone, name: 'Second' }))
  const { records } = (await server.callAs(world.colleague, listSavedViews, { list: USERS })).body
  expect(records.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Second'])
  const [ofReports] = (await server.callAs(world.manager, listSavedViews, { list: REPORTS })).body.records
  expect(ofReports).toMatchObject({ name: 'Of reports', isDefault: true })
  const again = { id: ofReports?.id ?? 0, name: 'Renamed', query: {}, ...everyone }
  expect((await server.callAs(world.manager, updateSavedView, again)).body.isDefault).toBe(true)
  await server.callAs(world.manager, deleteSavedView, { id: again.id })
})

test('clients keep views of the lists they may open, and share none', async () => {
  expect((await server.callAs(world.client, listSavedViews, { list: USERS })).status).toBe(403)
  expect((await server.callAs(world.client, createSavedView, view({ list: REPORTS, sharedWith: 'everyone' }))).status).toBe(403)
  await server.callAs(world.client, createSavedView, view({ list: REPORTS, name: 'Quarters' }))
  await server.callAs(world.staff, createSavedView, view({ list: REPORTS, name: 'For clients', sharedWith: 'role', role: 'c' }))
  await server.callAs(world.staff, createSavedView, view({ list: REPORTS, name: 'For staff', sharedWith: 'role', role: 'b' }))
  expect(await namesOf(world.client, REPORTS)).toEqual(['For clients', 'Quarters'])
})

test('a second view of the same name, and a list that is none, are refused at the field', async () => {
  await server.callAs(world.staff, createSavedView, view({ name: 'Twice' }))
  expect((await server.callAs(world.staff, createSavedView, view({ name: 'twice' }))).error.meta).toHaveProperty('name')
  expect((await server.callAs(world.staff, createSavedView, view({ list: '/api/nothing' }))).error.meta).toHaveProperty('list')
})
