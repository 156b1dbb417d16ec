/** The one mechanism behind the generic resources, tried on several of them. */
import { carriers } from '@corridor/contract/carriers.ts'
import { emailTemplates } from '@corridor/contract/email-templates.ts'
import { getRelated, institutions } from '@corridor/contract/institutions.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { reportTypes } from '@corridor/contract/report-types.ts'
import { listSitesOfEmail } from '@corridor/contract/session.ts'
import { getSiteSettings, sites } from '@corridor/contract/sites.ts'
import { getMembership, users } from '@corridor/contract/users.ts'
import ExcelJS from 'exceljs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCarrier, buildInstitution, buildSite, buildUser, next, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, other: 0, bank: 0, foreign: 0, staff: '' }
const ALL = { CARRIERS: 2, INSTITUTIONS: 2, REPORT_TYPES: 2, EMAIL_TEMPLATES: 2, SITES: 2, USERS: 2 } as const

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.other = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Alder Bank' })
  world.foreign = await buildInstitution(server.ownerDb, { sites: [world.other], name: 'Foreign Bank' })
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: ALL })
})
beforeEach(() => server.setNow(undefined))

const code = () => `Z${next()}`
const carrier = (over = {}) => ({ code: code(), legalName: 'Zinnia Life Insurance Company', shortName: 'Zinnia', ...over })
const { list, get, create, update, remove, restore } = carriers.endpoints

describe('lists', () => {
  const names = ['Amber', 'Basalt', 'Cobalt', 'Dolomite', 'Emerald', 'Feldspar', 'Granite', 'Hematite', 'Iolite', 'Jasper']
  const prefix = `Stone ${next()}`
  beforeAll(async () => {
    for (const name of names)
      await buildCarrier(server.ownerDb, { legalName: `${prefix} ${name}`, shortName: name, groupName: name < 'F' ? 'Early' : '=Late' })
  })

  test('page, count apart, and search without regard to case', async () => {
    const { body } = await server.callAs(world.staff, list, { search: prefix.toUpperCase(), sort: 'legalName', take: 4, skip: 4 })
    expect(body.page).toEqual({ page: 2, perPage: 4, totalRecords: 10, sortBy: 'legalName', sortDirection: 'asc' })
    expect(body.records.map((row) => row.shortName)).toEqual(names.slice(4, 8))
  })

  test('rows that sort alike come in the order of their id, so that no page repeats or loses one', async () => {
    const seen: unknown[] = []
    for (let skip = 0; skip < 10; skip += 3)
      seen.push(
        ...(await server.callAs(world.staff, list, { search: prefix, sort: 'groupName', desc: true, take: 3, skip })).body.records.map(
          (row) => row.shortName,
        ),
      )
    expect(seen.toSorted()).toEqual(names)
  })

  test('the signs of a search pattern are plain characters', async () => {
    expect((await server.callAs(world.staff, list, { search: '%' })).body.records).toEqual([])
    expect((await server.callAs(world.staff, list, { search: `${prefix}_` })).body.records).toEqual([])
  })

  test.each([
    [{ sort: 'password' }, 'sort'],
    [{ color: 'red' }, 'color'],
    [{ take: 1001 }, 'take'],
    [{ skip: 10_001 }, 'skip'],
    [{ status: 'GONE' }, 'status'],
  ])('refuses %j', async (input, field) => {
    const { status, error } = await server.callAs(world.staff, list, input as InputOf<typeof list>)
    expect([status, error.code, error.inputError, Object.keys(error.meta ?? {})]).toEqual([400, 'input', true, [field]])
  })

  test('export as a workbook and as text: all rows of the filter, the columns chosen, and the export is recorded', async () => {
    const asked = {
      search: prefix,
      sort: 'legalName',
      take: 2,
      format: 'xlsx' as const,
      columns: ['shortName', 'groupName', 'feedDueBusinessDay', 'updatedAt'],
    }
    const { bytes, headers } = await server.callAs(world.staff, list, asked)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="carriers-\d{4}-\d{2}-\d{2}\.xlsx"$/)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(new Uint8Array(bytes).buffer)
    const rows = workbook.worksheets[0]?.getSheetValues().slice(1) ?? []
    expect(rows).toHaveLength(11)
    expect(rows[10]).toEqual([undefined, 'Jasper', '=Late', 5, expect.any(Date)])
    const csv = await server.callAs(world.staff, list, { ...asked, format: 'csv' })
    expect(csv.bytes.toString().split('\r\n')[0]).toBe('\uFEFFShort Name,Group Name,Feed Due Business Day,Updated At (Eastern Time)')
    expect((await server.callAs(world.staff, list, { ...asked, columns: ['secret'] })).error.meta).toEqual({
      columns: ['There is no column secret.'],
    })
    const recorded = await server.ownerDb
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'list.exported')
      .where('entity', '=', '/api/carriers')
      .execute()
    expect(recorded.length).toBeGreaterThanOrEqual(2)
  })
})

describe('saving', () => {
  test('creates, loads, saves and records who changed what', async () => {
    const made = await server.callAs(world.staff, create, carrier({ feedDueBusinessDay: 7 }))
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ shortName: 'Zinnia', feedDueBusinessDay: 7, status: 'ACTIVE', activeInMarket: true })
    const id = Number(made.body.id)
    const saved = await server.callAs(world.staff, update, { id, updatedAt: made.body.updatedAt, shortName: 'Zinnia Life' })
    expect(saved.body).toMatchObject({ shortName: 'Zinnia Life', legalName: 'Zinnia Life Insurance Company', feedDueBusinessDay: 7 })
    expect((await server.callAs(world.staff, get, { id })).body).toEqual(saved.body)
    const recorded = await server.ownerDb
      .selectFrom('activity')
      .select(['action', 'before', 'after', 'siteId'])
      .where('entity', '=', 'carriers')
      .where('entityId', '=', String(id))
      .orderBy('id')
      .execute()
    expect(recorded).toMatchObject([
      { action: 'carriers.created', siteId: world.site },
      { action: 'carriers.saved', before: { shortName: 'Zinnia' }, after: { shortName: 'Zinnia Life' } },
    ])
  })

  test('answers a stale save with 409 and both versions, and keeps the first', async () => {
    const { body: made } = await server.callAs(world.staff, create, carrier())
    const id = Number(made.id)
    await server.callAs(world.staff, update, { id, updatedAt: made.updatedAt, shortName: 'First' })
    const stale = await server.callAs(world.staff, update, { id, updatedAt: made.updatedAt, shortName: 'Second' })
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'conflict', meta: { current: { shortName: 'First' }, yours: { shortName: 'Second' } } },
    })
    expect((await server.callAs(world.staff, get, { id })).body).toMatchObject({ shortName: 'First' })
  })

  test('of twenty saves at once one wins and nineteen are told', async () => {
    const { body: made } = await server.callAs(world.staff, create, carrier())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        server.callAs(world.staff, update, { id: Number(made.id), updatedAt: made.updatedAt, shortName: `S${number}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  })

  test('refuses a code that is taken, naming the field', async () => {
    const same = carrier()
    await server.callAs(world.staff, create, same)
    expect(await server.callAs(world.staff, create, same)).toMatchObject({
      status: 400,
      error: { meta: { code: ['This is already taken.'] } },
    })
  })

  test('takes the path with and without a slash at its end', async () => {
    const response = await server.app.inject({ method: 'POST', url: '/api/carriers/', cookies: { sid: world.staff }, payload: carrier() })
    expect(response.statusCode).toBe(201)
  })

  test('a report type is loaded, saved and deleted by its code', async () => {
    const own = reportTypes.endpoints
    const { body: made } = await server.callAs(world.staff, own.create, { code: 'zz9', name: 'Zeta', order: 90 })
    expect(made).toMatchObject({ code: 'ZZ9', order: 90 })
    const saved = await server.callAs(world.staff, own.update, { id: 'ZZ9', updatedAt: made.updatedAt, order: 91 })
    expect(saved.body).toMatchObject({ code: 'ZZ9', order: 91 })
    expect((await server.callAs(world.staff, own.remove, { ids: ['ZZ9'] })).body).toEqual({ deleted: ['ZZ9'], deactivated: [] })
  })

  test('level 1 reads and does not write', async () => {
    const reader = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { CARRIERS: 1 } })
    expect((await server.callAs(reader, list, {})).status).toBe(200)
    expect((await server.callAs(reader, create, carrier())).status).toBe(403)
    expect((await server.callAs(reader, remove, { ids: [1] })).status).toBe(403)
  })
})

describe('deleting', () => {
  test('deletes what nothing refers to, and undoes it within 30 days with the same number', async () => {
    const { body: made } = await server.callAs(world.staff, create, carrier())
    const id = Number(made.id)
    expect((await server.callAs(world.staff, remove, { ids: [id] })).body).toEqual({ deleted: [id], deactivated: [] })
    expect((await server.callAs(world.staff, get, { id })).status).toBe(404)
    expect((await server.callAs(world.staff, restore, { ids: [id] })).body).toEqual({ restored: [id] })
    expect((await server.callAs(world.staff, get, { id })).body).toEqual(made)
    expect((await server.callAs(world.staff, restore, { ids: [id] })).status).toBe(404)
  })

  test('forgets after 30 days', async () => {
    const { body: made } = await server.callAs(world.staff, create, carrier())
    await server.callAs(world.staff, remove, { ids: [Number(made.id)] })
    await server.ownerDb
      .updateTable('deletedRow')
      .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .where('rowKey', '=', String(made.id))
      .execute()
    expect((await server.callAs(world.staff, restore, { ids: [Number(made.id)] })).status).toBe(404)
  })

  test('sets a carrier inactive that a product refers to, and undoes that', async () => {
    const used = await buildCarrier(server.ownerDb)
    await server.ownerDb
      .insertInto('product')
      .values({ carrierCode: used, productName: 'P', accountType: 'GENERAL', policyForm: 'UL', rateMethod: 'PORTFOLIO' })
      .execute()
    const { id } = await server.ownerDb.selectFrom('carrier').select('id').where('code', '=', used).executeTakeFirstOrThrow()
    expect((await server.callAs(world.staff, remove, { ids: [id] })).body).toEqual({ deleted: [], deactivated: [id] })
    expect((await server.callAs(world.staff, get, { id })).body).toMatchObject({ status: 'INACTIVE' })
    await server.callAs(world.staff, restore, { ids: [id] })
    expect((await server.callAs(world.staff, get, { id })).body).toMatchObject({ status: 'ACTIVE' })
  })

  test('names what depends on a report type, and then deletes none of the chosen', async () => {
    const own = reportTypes.endpoints
    for (const each of ['ZQ1', 'ZQ2']) await server.callAs(world.staff, own.create, { code: each, name: each, order: 95 })
    await buildInstitution(server.ownerDb, { sites: [world.site], reportTypes: ['ZQ2'] })
    const refused = await server.callAs(world.staff, own.remove, { ids: ['ZQ1', 'ZQ2'] })
    expect(refused).toMatchObject({ status: 409, error: { code: 'in_use', meta: { ZQ2: ['1 membership'] } } })
    expect((await server.callAs(world.staff, own.get, { id: 'ZQ1' })).status).toBe(200)
  })

  test('an institution without history goes with its site and membership, and comes back with them', async () => {
    const own = institutions.endpoints
    const { body: made } = await server.callAs(world.staff, own.create, { name: 'Brief Bank', legalName: 'Brief Bank, N.A.' })
    const id = Number(made.id)
    expect((await server.callAs(world.staff, own.remove, { ids: [id] })).body.deleted).toEqual([id])
    await server.callAs(world.staff, own.restore, { ids: [id] })
    expect((await server.callAs(world.staff, own.get, { id })).body).toEqual(made)
    expect(await server.ownerDb.selectFrom('membership').select('siteId').where('institutionId', '=', id).execute()).toEqual([
      { siteId: world.site },
    ])
  })
})

describe('reach', () => {
  const own = institutions.endpoints
  test('staff see the institutions of the active site; another site’s is 404, as one that never was', async () => {
    const { body } = await server.callAs(world.staff, own.list, { take: 1000 })
    expect(body.records.map((row) => row.id)).toContain(world.bank)
    expect(body.records.map((row) => row.id)).not.toContain(world.foreign)
    const [foreign, never] = [
      await server.callAs(world.staff, own.get, { id: world.foreign }),
      await server.callAs(world.staff, own.get, { id: 999_999 }),
    ]
    expect([foreign.status, foreign.bytes.toString()]).toEqual([404, never.bytes.toString()])
    const updatedAt = new Date().toISOString()
    expect((await server.callAs(world.staff, own.update, { id: world.foreign, updatedAt, city: 'X' })).status).toBe(404)
    expect((await server.callAs(world.staff, own.remove, { ids: [world.foreign] })).status).toBe(404)
    expect((await server.callAs(world.staff, getRelated, { id: world.foreign })).status).toBe(404)
  })

  test.each(['c', 'a', 'e'] as const)('role %s sees its own institution, narrowly, and no other', async (role) => {
    const cookie = await signedInAs(server.ownerDb, role, { siteId: world.site, institutionId: world.bank })
    const neighbor = await buildInstitution(server.ownerDb, { sites: [world.site] })
    const { body } = await server.callAs(cookie, own.list, {})
    expect(body.records).toHaveLength(1)
    expect(Object.keys(body.records[0] ?? {}).toSorted()).toEqual('carrierNames carriers city id legalName logo name stateCode'.split(' '))
    expect((await server.callAs(cookie, own.get, { id: world.bank })).body).toMatchObject({ name: 'Alder Bank' })
    expect((await server.callAs(cookie, own.get, { id: neighbor })).status).toBe(404)
    expect((await server.callAs(cookie, getRelated, { id: world.bank })).status).toBe(403)
  })

  test('a client loads themselves, not a colleague, and no list of users', async () => {
    const userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
    const colleague = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank })
    const of = users.endpoints
    expect((await server.callAs(cookie, of.get, { id: userId })).body).toMatchObject({ id: userId, role: 2, institutionName: 'Alder Bank' })
    expect((await server.callAs(cookie, of.get, { id: colleague })).status).toBe(404)
    expect((await server.callAs(cookie, of.list, {})).status).toBe(403)
    expect((await server.callAs(cookie, sites.endpoints.get, { id: world.site })).status).toBe(200)
    expect((await server.callAs(cookie, sites.endpoints.get, { id: world.other })).status).toBe(404)
    expect((await server.callAs(cookie, getMembership, { userId })).body).toEqual({ reportTypeCodes: ['MBR', 'SMB'] })
    expect((await server.callAs(cookie, getMembership, { userId: colleague })).status).toBe(404)
    expect((await server.callAs(world.staff, getMembership, { userId: colleague })).body).toEqual({ reportTypeCodes: ['MBR', 'SMB'] })
  })

  test('what a visitor may ask tells nothing about accounts', async () => {
    const asked = async (email: string) =>
      (await server.callAs(undefined, listSitesOfEmail, { email: Buffer.from(email).toString('base64url') })).bytes.toString()
    expect(await asked('person1@example.test')).toBe(await asked('nobody@example.test'))
    expect((await server.callAs(undefined, getSiteSettings, {})).body).toMatchObject({
      portalLabel: 'BOLI Portal',
      minLength: 12,
      sessionTimeout: 15,
    })
  })
})

test('an email template is created, found by its type, and deleted', async () => {
  const of = emailTemplates.endpoints
  const name = `Template ${next()}`
  const { body } = await server.callAs(world.staff, of.create, { name, subject: 'Hello', body: 'Dear {firstName}', type: 1 })
  expect((await server.callAs(world.staff, of.list, { search: name, type: [1] })).body.records).toEqual([body])
  expect((await server.callAs(world.staff, of.list, { search: name, type: [0] })).body.records).toEqual([])
  expect((await server.callAs(world.staff, of.remove, { ids: [Number(body.id)] })).body.deleted).toEqual([body.id])
})
