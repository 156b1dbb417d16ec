import {
  createSubsidiary,
  getInstitutionLogo,
  institutions,
  listInstitutionSites,
  listOwners,
  listSubsidiaries,
  removeInstitutionLogo,
  removeSubsidiary,
  saveSubsidiary,
  setInstitutionLogo,
  setInstitutionSites,
} from '@corridor/contract/institutions.ts'
import { getSession } from '@corridor/contract/session.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildHoldings } from '../../test/holdings.ts'

const server = useServer()
const world = { site: 0, coli: 0, elsewhere: 0, bank: 0, staffId: 0, staff: '', reader: '', client: '' }
const of = institutions.endpoints

beforeAll(async () => {
  const db = server.ownerDb
  world.site = await buildSite(db, { name: 'BOLI' })
  world.coli = await buildSite(db, { name: 'COLI' })
  world.elsewhere = await buildSite(db, { name: 'Elsewhere' })
  world.bank = await buildInstitution(db, { sites: [world.site], name: 'Alder Bank' })
  world.staffId = await buildUser(db, 'b', {
    sites: [world.site, world.coli],
    permissions: { INSTITUTIONS: 2 },
    firstName: 'Ines',
    lastName: 'Hart',
  })
  world.staff = await signIn(db, world.staffId, { siteId: world.site })
  world.reader = await signedInAs(db, 'b', { siteId: world.site, permissions: { INSTITUTIONS: 1 } })
  world.client = await signedInAs(db, 'c', { siteId: world.site, institutionId: world.bank })
})

const logged = async (action: string, id: number) =>
  (
    await server.ownerDb
      .selectFrom('activity')
      .select(['before', 'after'])
      .where('action', '=', action)
      .where('entityId', '=', String(id))
      .orderBy('id', 'desc')
      .execute()
  )[0]
const load = async (id: number) =>
  (await server.callAs(world.staff, of.get, { id })).body as { updatedAt: string; status: string; relationshipOwner: string | null }

test('an institution is made, looked after by somebody of the firm, and saved with what changed in the log', async () => {
  const made = await server.callAs(world.staff, of.create, {
    name: 'Birch Bank',
    legalName: 'Birch Bank, N.A.',
    relationshipOwnerId: world.staffId,
    ein: '12-3456789',
    fdicCert: '4321',
  })
  expect([made.status, made.body]).toMatchObject([201, { relationshipOwner: 'Ines Hart', policies: 0, status: 'ACTIVE' }])
  const { id, updatedAt } = made.body as { id: number; updatedAt: string }
  const saved = await server.callAs(world.staff, of.update, { id, updatedAt, city: 'Dover', stateCode: 'DE' })
  expect(saved.body).toMatchObject({ city: 'Dover', stateCode: 'DE' })
  expect(await logged('institutions.saved', id)).toEqual({
    before: { city: null, stateCode: null },
    after: { city: 'Dover', stateCode: 'DE' },
  })
  expect((await logged('institutions.created', id))?.after).toMatchObject({ ein: '(masked)' })
  const stale = await server.callAs(world.staff, of.update, { id, updatedAt, city: 'Wilmington' })
  expect([stale.status, stale.error.meta]).toMatchObject([409, { current: { city: 'Dover' }, yours: { city: 'Wilmington' } }])
})

test('a certificate belongs to one institution, and its owner to the firm', async () => {
  await server.callAs(world.staff, of.create, { name: 'Cedar Bank', legalName: 'Cedar Bank', fdicCert: '777' })
  const twice = await server.callAs(world.staff, of.create, { name: 'Cedar Bank again', legalName: 'Cedar Bank', fdicCert: '777' })
  expect([twice.status, twice.error.meta]).toEqual([400, { fdicCert: ['Cedar Bank has this number already.'] }])
  const client = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  expect(
    (
      await server.callAs(world.staff, of.update, {
        id: world.bank,
        updatedAt: (await load(world.bank)).updatedAt,
        relationshipOwnerId: client,
      })
    ).status,
  ).toBe(404)
  const owners = (await server.callAs(world.staff, listOwners, {})).body.records.map(({ id }) => id)
  expect([owners.includes(world.staffId), owners.includes(client)]).toEqual([true, false])
})

test('every wrong field is named at once', async () => {
  const { status, error } = await server.callAs(world.staff, of.create, {
    name: ' ',
    legalName: '',
    ein: '123',
    stateCode: 'Ohio',
    fiscalYearEndMonth: 13,
  })
  expect([status, Object.keys(error.meta ?? {}).sort()]).toEqual([400, ['ein', 'fiscalYearEndMonth', 'legalName', 'name', 'stateCode']])
})

const upload = async (cookie: string, path: string, content: Buffer) => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(content)]), 'logo.png')
  return server.app.inject({ method: 'POST', url: path, payload: form, cookies: { sid: cookie } })
}

test('a logo is seen by its people and staff, by nobody else; taking it away is logged', async () => {
  const path = setInstitutionLogo.path.replace(':id', String(world.bank))
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0a5' } })
    .jpeg()
    .toBuffer()
  expect((await upload(world.reader, path, picture)).statusCode).toBe(403)
  const answer = (await upload(world.staff, path, picture)).json<{ logo: string; updatedAt: string }>()
  expect(answer.updatedAt).toBe((await load(world.bank)).updatedAt)
  expect((await server.callAs(world.client, getSession, {})).body.institutionLogo).toBe(answer.logo)
  const shown = await server.callAs(world.client, getInstitutionLogo, { id: world.bank })
  expect([shown.status, shown.headers['content-type'], (await sharp(shown.bytes).metadata()).height]).toEqual([200, 'image/png', 150])
  const neighbor = await buildInstitution(server.ownerDb, { sites: [world.site] })
  const stranger = await signedInAs(server.ownerDb, 'c', { siteId: world.site, institutionId: neighbor })
  expect((await server.callAs(stranger, getInstitutionLogo, { id: world.bank })).status).toBe(404)
  const refused = await upload(world.staff, path, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect([refused.statusCode, refused.json().code]).toEqual([415, 'unsupported_file'])
  expect((await server.callAs(world.staff, removeInstitutionLogo, { id: world.bank })).body.logo).toBeNull()
  expect(await logged('institutions.logo.removed', world.bank)).toMatchObject({
    before: { logo: expect.stringMatching(/^[0-9a-f]{64}$/) },
    after: { logo: null },
  })
  expect((await server.callAs(world.client, getInstitutionLogo, { id: world.bank })).status).toBe(404)
})

test('the people of a deactivated institution are out at once, and back with it', async () => {
  const one = await buildInstitution(server.ownerDb, { sites: [world.site] })
  const foreign = await buildInstitution(server.ownerDb, { sites: [world.elsewhere] })
  const client = await signedInAs(server.ownerDb, 'c', { siteId: world.site, institutionId: one })
  expect((await server.callAs(world.staff, of.bulk, { action: 'deactivate', ids: [one, foreign] })).status).toBe(404)
  expect((await load(one)).status).toBe('ACTIVE')
  expect((await server.callAs(world.staff, of.bulk, { action: 'deactivate', ids: [one] })).body.done).toEqual([one])
  expect((await server.callAs(client, getSession, {})).body.userId).toBe(0)
  expect(await logged('institutions.deactivated', one)).toEqual({ before: { status: 'ACTIVE' }, after: { status: 'INACTIVE' } })
  await server.callAs(world.staff, of.bulk, { action: 'reactivate', ids: [one] })
  expect((await server.callAs(client, getSession, {})).body.userId).not.toBe(0)
})

test('an institution is put on another of one’s sites, and stays where it has policies', async () => {
  const { institutionId: id } = await buildHoldings(server.ownerDb, world.site)
  const on = (records: { siteId: number; on: boolean }[]) => records.filter((site) => site.on).map(({ siteId }) => siteId)
  const both = await server.callAs(world.staff, setInstitutionSites, { id, siteIds: [world.site, world.coli] })
  expect(on(both.body.records)).toEqual([world.site, world.coli])
  const inColi = await signIn(server.ownerDb, world.staffId, { siteId: world.coli })
  expect((await server.callAs(inColi, of.get, { id })).status).toBe(200)
  // The policies lie on the other site, out of sight here, and still hold it there.
  const seen = (await server.callAs(inColi, listInstitutionSites, { id })).body.records.find(({ siteId }) => siteId === world.site)
  expect(seen?.holds).toEqual(['1 plan', '1 policy', '3 reports', '1 document', '1 questionnaire'])
  const refused = await server.callAs(inColi, setInstitutionSites, { id, siteIds: [world.coli] })
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('1 policy')])
  expect((await server.callAs(world.staff, setInstitutionSites, { id, siteIds: [world.site, world.elsewhere] })).status).toBe(404)
  expect(on((await server.callAs(world.staff, setInstitutionSites, { id, siteIds: [world.site] })).body.records)).toEqual([world.site])
  expect((await server.callAs(inColi, of.get, { id })).status).toBe(404)
})

test('a subsidiary is added, saved against what others saved, and deleted only while nothing is its own', async () => {
  const holdings = await buildHoldings(server.ownerDb, world.site)
  const id = holdings.institutionId
  const made = await server.callAs(world.staff, createSubsidiary, {
    id,
    name: 'Alder Holdings',
    legalName: 'Alder Holdings, Inc.',
    ein: '12-0000001',
  })
  const { id: subsidiaryId, updatedAt } = made.body
  const saved = await server.callAs(world.staff, saveSubsidiary, {
    id,
    subsidiaryId,
    updatedAt,
    name: 'Alder Trust',
    legalName: 'Alder Trust',
  })
  expect(saved.body).toMatchObject({ name: 'Alder Trust', ein: '12-0000001' })
  expect((await server.callAs(world.staff, saveSubsidiary, { id, subsidiaryId, updatedAt, name: 'Late', legalName: 'Late' })).status).toBe(
    409,
  )
  await server.ownerDb.updateTable('policy').set({ subsidiaryId }).where('id', '=', holdings.policyId).execute()
  const refused = await server.callAs(world.staff, removeSubsidiary, { id, subsidiaryId })
  expect([refused.status, refused.error.message]).toEqual([409, 'Alder Trust has 1 policy. Move them first.'])
  await server.ownerDb.updateTable('policy').set({ subsidiaryId: null }).where('id', '=', holdings.policyId).execute()
  expect((await server.callAs(world.staff, removeSubsidiary, { id, subsidiaryId })).status).toBe(204)
  expect((await server.callAs(world.staff, listSubsidiaries, { id })).body.records).toEqual([])
})

test('an institution without history is deleted and comes back whole; one with history is set inactive', async () => {
  const made = await server.callAs(world.staff, of.create, { name: 'Draft Bank', legalName: 'Draft Bank' })
  const id = Number((made.body as { id: number }).id)
  expect((await server.callAs(world.staff, of.remove, { ids: [id] })).body).toEqual({ deleted: [id], deactivated: [] })
  expect((await server.callAs(world.staff, of.restore, { ids: [id] })).body.restored).toEqual([id])
  expect((await load(id)).status).toBe('ACTIVE')
  const { institutionId } = await buildHoldings(server.ownerDb, world.site)
  expect((await server.callAs(world.staff, of.remove, { ids: [institutionId] })).body).toEqual({
    deleted: [],
    deactivated: [institutionId],
  })
})
