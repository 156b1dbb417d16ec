import { getSite } from '@corridor/contract/session.ts'
import { getSiteLogo, setSiteLogo, sites } from '@corridor/contract/sites.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, next, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { home: 0, userId: 0, manager: '' }
const of = sites.endpoints

beforeAll(async () => {
  world.home = await buildSite(server.ownerDb)
  world.userId = await buildUser(server.ownerDb, 'd', { sites: [world.home], permissions: { SITES: 2 } })
  world.manager = await signIn(server.ownerDb, world.userId, { siteId: world.home })
})
const make = async (over = {}) => {
  const name = `Portal ${next()}`
  const { body, status, error } = await server.callAs(world.manager, of.create, { name, displayName: name, ...over })
  return { status, error, site: body as { id: number; updatedAt: string; timeZone: string; theme: Record<string, unknown> } }
}

test('a new site keeps New York time until told otherwise, and belongs to who made it', async () => {
  const { status, site } = await make()
  expect([status, site.timeZone]).toEqual([201, 'America/New_York'])
  const saved = await server.callAs(world.manager, of.update, {
    id: site.id,
    updatedAt: site.updatedAt,
    timeZone: 'America/Denver',
    contactPhone: '3125550100',
    themeBlue: '#7A1F1F',
  })
  expect(saved.body).toMatchObject({
    timeZone: 'America/Denver',
    contactPhone: '3125550100',
    themeBlue: '#7a1f1f',
    theme: { blue: '#7a1f1f', logo: null },
  })
})

test.each([
  ['a time zone that is none', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['a script for an address', { url: 'javascript:alert(1)' }, 'url'],
  ['a color that is a rule', { themeBlue: 'red;}' }, 'themeBlue'],
  ['a color white text cannot be read on', { themeBlue: '#ffd700' }, 'themeBlue'],
  ['a sidebar too pale for its text', { themeDarkBlue: '#1d5c9b' }, 'themeDarkBlue'],
  ['a color nobody knows', { themePink: '#330022' }, 'themePink'],
  ['a contact that is no address', { contactEmail: 'desk' }, 'contactEmail'],
] as const)('%s is refused by name', async (_, over, field) => {
  const { status, error } = await make(over)
  expect([status, Object.keys(error.meta ?? {})[0]]).toEqual([400, expect.stringContaining(field)])
})

test('two sites never answer at one address', async () => {
  await make({ url: 'https://coli.example.com/' })
  expect((await make({ url: 'COLI.example.com' })).error.meta).toMatchObject({ url: [expect.stringContaining('already has this address')] })
})

test('its logo is shown to anybody, before sign-in too; uploading one takes the right', async () => {
  const { site } = await make()
  const upload = async (cookie: string) => {
    const form = new FormData()
    const picture = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#123456' } })
      .png()
      .toBuffer()
    form.append('file', new Blob([Uint8Array.from(picture)]), 'logo.png')
    return server.app.inject({
      method: 'POST',
      url: setSiteLogo.path.replace(':id', String(site.id)),
      payload: form,
      cookies: { sid: cookie },
    })
  }
  const reader = await signIn(server.ownerDb, await buildUser(server.ownerDb, 'b', { sites: [site.id], permissions: { SITES: 1 } }), {
    siteId: site.id,
  })
  expect((await upload(reader)).statusCode).toBe(403)
  const { logoUrl } = (await upload(world.manager)).json<{ logoUrl: string }>()
  const anybody = await server.app.inject(logoUrl)
  expect([anybody.statusCode, anybody.headers['content-type'], anybody.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'public, max-age=86400',
  ])
  expect((await server.app.inject({ url: logoUrl, headers: { 'if-none-match': String(anybody.headers.etag) } })).statusCode).toBe(304)
  expect((await server.callAs(world.manager, of.get, { id: site.id })).body).toMatchObject({ logoUrl, theme: { logo: logoUrl } })
  expect((await server.callAs(reader, getSite, {})).body.logoUrl).toBe(logoUrl)
  expect((await server.callAs(undefined, getSiteLogo, { id: world.home })).status).toBe(404)
})

test('nobody closes the site they work on, and one stays active', async () => {
  const { site } = await make()
  const own = (await server.callAs(world.manager, of.get, { id: world.home })).body as { updatedAt: string }
  const refused = await server.callAs(world.manager, of.update, { id: world.home, updatedAt: own.updatedAt, status: 'INACTIVE' })
  expect([refused.status, refused.error.meta]).toEqual([400, { status: ['You are working on this site. Switch to another one first.'] }])
  // Two managers, each on one of the last two sites, close the other's at the same moment: one of them is told no.
  const other = await signIn(server.ownerDb, world.userId, { siteId: site.id })
  await server.ownerDb.updateTable('site').set({ status: 'INACTIVE' }).where('id', 'not in', [world.home, site.id]).execute()
  const answers = await Promise.all([
    server.callAs(world.manager, of.update, { id: site.id, updatedAt: site.updatedAt, status: 'INACTIVE' }),
    server.callAs(other, of.update, { id: world.home, updatedAt: own.updatedAt, status: 'INACTIVE' }),
  ])
  // The other is told so, or finds that the site it worked on is closed already.
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([400, 401])])
  const active = await server.ownerDb.selectFrom('site').select('id').where('status', '=', 'ACTIVE').execute()
  expect(active).toHaveLength(1)
  await server.ownerDb.updateTable('site').set({ status: 'ACTIVE' }).execute()
})

test('a site with institutions is not deleted, and says what depends on it; an empty one is, and comes back', async () => {
  const { site } = await make()
  await buildInstitution(server.ownerDb, { sites: [site.id] })
  const refused = await server.callAs(world.manager, of.remove, { ids: [site.id] })
  expect([refused.status, refused.error.meta]).toEqual([409, { [site.id]: ['1 institution'] }])
  const { site: empty } = await make()
  expect((await server.callAs(world.manager, of.remove, { ids: [empty.id] })).body.deleted).toEqual([empty.id])
  expect((await server.callAs(world.manager, of.restore, { ids: [empty.id] })).status).toBe(200)
})

test('the address of a site, where people sign in, is given by a manager alone and with a recent password', async () => {
  const { site } = await make({ url: `a${next()}.example.com` })
  const staffId = await buildUser(server.ownerDb, 'b', { sites: [site.id], permissions: { SITES: 2 } })
  const staff = await signIn(server.ownerDb, staffId, { siteId: site.id })
  const save = async (cookie: string, over: object) => {
    const { body } = await server.callAs(cookie, of.get, { id: site.id })
    return server.callAs(cookie, of.update, { id: site.id, updatedAt: 'updatedAt' in body ? body.updatedAt : '', ...over })
  }
  const name = `Portal ${next()}`
  expect((await server.callAs(staff, of.create, { name, displayName: name, url: 'b.example.com' })).status).toBe(403)
  expect([(await save(staff, { url: 'b.example.com' })).status, (await save(staff, { url: null })).status]).toEqual([403, 403])
  expect((await save(staff, { contactName: 'Desk' })).status).toBe(200)
  await server.ownerDb
    .updateTable('userSession')
    .set({ confirmedAt: new Date(0).toISOString() })
    .execute()
  expect((await save(world.manager, { url: `c${next()}.example.com` })).error.code).toBe('confirm_required')
  expect((await save(world.manager, { contactName: 'Service' })).status).toBe(200)
  await server.ownerDb.updateTable('userSession').set({ confirmedAt: new Date().toISOString() }).execute()
  expect((await save(world.manager, { url: `c${next()}.example.com` })).status).toBe(200)
})
