/** The activity report: who sees which rows, narrowed by every filter, told in sentences, exported by those who may, and never without a trace. */
import { activityChoices, getActivity, listActivity } from '@corridor/contract/activity.ts'
import { ACTIVITY_KIND_NAMES } from '@corridor/domain/audit-log/sentences.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import { sealActivity } from '../../platform/audit-log/chain.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, other: 0, bank: 0, foreignBank: 0, actor: 0, reader: '', exporter: '', elsewhere: '' }

beforeAll(async () => {
  const db = server.ownerDb
  world.site = await buildSite(db)
  world.other = await buildSite(db)
  world.bank = await buildInstitution(db, { sites: [world.site], name: 'Alder Bank' })
  world.foreignBank = await buildInstitution(db, { sites: [world.other], name: 'Birch Bank' })
  world.actor = await buildUser(db, 'b', { sites: [world.site], firstName: 'Ada', lastName: 'Quill' })
  world.reader = await signedInAs(db, 'b', { siteId: world.site, permissions: { ACTIVITY_REPORT: 1 } })
  const exporting = await buildUser(db, 'd', {
    sites: [world.site],
    permissions: { ACTIVITY_REPORT: 2 },
    firstName: 'Max',
    lastName: 'Lund',
  })
  world.exporter = await signIn(db, exporting, { siteId: world.site })
  world.elsewhere = await signedInAs(db, 'd', { siteId: world.other, permissions: { ACTIVITY_REPORT: 2 } })
  const row = (values: object) =>
    db
      .insertInto('activity')
      .values({ action: 'users.saved', ...values })
      .execute()
  await row({ action: 'session.started', actorId: world.actor, actorRole: 'b', siteId: world.site, at: '2026-03-02T04:59:59.999Z' })
  await row({
    action: 'institutions.saved',
    actorId: world.actor,
    actorRole: 'b',
    siteId: world.site,
    institutionId: world.bank,
    entity: 'institutions',
    entityId: String(world.bank),
    before: JSON.stringify({ city: 'Albany' }),
    after: JSON.stringify({ city: 'Boston' }),
    at: '2026-03-02T05:00:00.000Z',
    address: '192.0.2.44',
    requestId: 'a1b2c3d4-0000-4000-8000-000000000001',
  })
  await row({
    action: 'report.released',
    actorId: world.actor,
    siteId: world.site,
    institutionId: world.bank,
    entity: 'report',
    entityId: '7',
    at: '2026-03-03T10:00:00Z',
  })
  await row({
    action: 'access.forbidden',
    actorId: world.actor,
    siteId: world.site,
    after: JSON.stringify({ method: 'GET', route: '/api/users' }),
    at: '2026-03-04T10:00:00Z',
  })
  await row({ action: 'session.refused', at: '2026-03-05T10:00:00Z', address: '203.0.113.9' })
  await row({ action: 'something.nobody_named', siteId: world.site, entity: 'odd-thing', entityId: 'x', at: '2026-03-05T11:00:00Z' })
  await row({ action: 'institutions.saved', siteId: world.other, institutionId: world.foreignBank, at: '2026-03-06T10:00:00Z' })
  await row({ action: 'feed.received', siteId: null, institutionId: world.foreignBank, at: '2026-03-06T11:00:00Z' })
  await sealActivity(db, server.configuration.keys)
})

const march = { from: '2026-03-01', to: '2026-03-31', take: 100 }
const listed = async (cookie: string, input: object = {}) => (await server.callAs(cookie, listActivity, { ...march, ...input })).body
const actions = async (cookie: string, input: object = {}) => (await listed(cookie, input)).records.map(({ action }) => action)

describe('the list', () => {
  test('shows staff the rows of their site and those without one, but none that speak of an institution elsewhere', async () => {
    expect(await actions(world.reader)).toEqual([
      'something.nobody_named',
      'session.refused',
      'access.forbidden',
      'report.released',
      'institutions.saved',
      'session.started',
    ])
    expect(await actions(world.elsewhere)).toEqual(['feed.received', 'institutions.saved', 'session.refused'])
  })

  test.each([
    ['a person', () => ({ actorId: world.actor }), 4],
    ['an institution', () => ({ institutionId: world.bank }), 2],
    ['a record', () => ({ entity: 'report', entityId: '7' }), 1],
    ['an action', () => ({ action: 'session.started' }), 1],
    ['refusals', () => ({ outcome: 'refused' as const }), 2],
    ['what was done', () => ({ outcome: 'done' as const }), 4],
    ['a day of the site, to its last millisecond', () => ({ from: '2026-03-01', to: '2026-03-01' }), 1],
    ['a word of a name', () => ({ search: 'quill' }), 4],
    ['an address', () => ({ search: '203.0.113.9' }), 1],
    ['a reference from an error page', () => ({ search: 'a1b2c3d4-0000-4000-8000-000000000001' }), 1],
    ['a person and a kind', () => ({ actorId: world.actor, kind: 'release' as const }), 1],
  ])('narrows to %s', async (_, filter, count) => expect((await listed(world.reader, filter())).page.totalRecords).toBe(count))

  test('every row belongs to exactly one kind', async () => {
    const all = await listed(world.reader)
    const byKind = await Promise.all(ACTIVITY_KIND_NAMES.map((kind) => listed(world.reader, { kind })))
    expect(byKind.flatMap(({ records }) => records.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(
      all.records.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    byKind.forEach(({ records }, index) => {
      for (const record of records) expect(record.kind).toBe(ACTIVITY_KIND_NAMES[index])
    })
  })

  test('tells each row in a sentence', async () => {
    expect((await listed(world.reader, { desc: false })).records.map(({ sentence }) => sentence)).toEqual([
      'Ada Quill signed in',
      'Ada Quill changed institution Alder Bank',
      'Ada Quill released report 7',
      'Ada Quill was refused: the right was missing (GET /api/users)',
      'Unknown person was refused at sign-in',
      'Corridor something nobody named: odd thing x',
    ])
  })

  test('names a report by its own family and month', async () => {
    const made = { siteId: world.site, reportType: 'AnnualBoliReview', period: plainDate('2025-12-31') } as const
    const { id: batchId } = await server.ownerDb
      .insertInto('reportBatch')
      .values({ ...made, batchName: 'Annual Reviews' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await server.ownerDb
      .insertInto('report')
      .values({ ...made, institutionId: world.bank, batchId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordSystemActivity(server.ownerDb, {
      action: 'report.made',
      siteId: world.site,
      institutionId: world.bank,
      entity: 'report',
      entityId: id,
    })
    const { records } = (await server.callAs(world.reader, listActivity, { action: 'report.made' })).body
    expect(records.map(({ sentence }) => sentence)).toEqual(['Corridor generated annual review December 2025'])
  })

  test('says how far it is sealed', async () => {
    const before = await listed(world.reader)
    expect(before.seal).toMatchObject({ head: expect.stringMatching(/^[0-9a-f]{64}$/), sealedAt: expect.any(String) })
    expect(before.records.every(({ sealedSequence }) => sealedSequence !== null)).toBe(true)
    await recordSystemActivity(server.ownerDb, { action: 'session.ended', siteId: world.site })
    expect((await listed(world.reader)).unsealed).toBeGreaterThan(0)
  })

  test('offers the people and institutions of the site', async () => {
    const { body } = await server.callAs(world.reader, activityChoices, {})
    expect(body.people).toContainEqual({ id: world.actor, name: 'Ada Quill' })
    expect(body.institutions).toEqual([{ id: world.bank, name: 'Alder Bank' }])
    expect(body.mayExport).toBe(false)
  })
})

test('one entry shows before and after side by side, and another site’s is not there', async () => {
  const [row] = (await listed(world.reader, { action: 'institutions.saved' })).records
  const { body } = await server.callAs(world.reader, getActivity, { id: row?.id ?? 0 })
  expect(body).toMatchObject({ before: { city: 'Albany' }, after: { city: 'Boston' }, seal: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await server.callAs(world.elsewhere, getActivity, { id: row?.id ?? 0 })).status).toBe(404)
})

describe('the export', () => {
  test('takes level 2', async () => {
    const { status, error } = await server.callAs(world.reader, listActivity, { ...march, format: 'csv' })
    expect([status, error.code]).toEqual([403, 'forbidden'])
  })

  test('holds every row of the filter and is itself a row, with the filter in it', async () => {
    const { status, bytes } = await server.callAs(world.exporter, listActivity, { ...march, take: 1, kind: 'denial', format: 'csv' })
    expect(status).toBe(200)
    expect(bytes.toString().split('\r\n')).toHaveLength(3)
    expect(bytes.toString()).toContain('Ada Quill was refused: the right was missing (GET /api/users)')
    const [told] = (await server.callAs(world.exporter, listActivity, { action: 'list.exported' })).body.records
    expect(told?.sentence).toBe('Max Lund exported a list (Activity report, as CSV)')
    const { body } = await server.callAs(world.exporter, getActivity, { id: told?.id ?? 0 })
    const filter = { from: '2026-03-01', to: '2026-03-31', kind: 'denial' }
    expect(body.after).toEqual({ format: 'csv', rows: 1, filter, list: 'Activity report' })
  })
})
