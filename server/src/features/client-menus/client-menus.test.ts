import { clientMenus, listMenuHistory, menuCounts, newFiles, previewMenu, publishMenu } from '@corridor/contract/client-menus.ts'
import { login, switchInstitution } from '@corridor/contract/session.ts'
import { sites } from '@corridor/contract/sites.ts'
import { addItem, changeItem } from '@corridor/domain/client-menu/editing.ts'
import { type MenuItem, readNavigation } from '@corridor/domain/client-menu/items.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inScope, scopeOfSession } from '../../platform/http/scope.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { noteOpening } from '../../shared/visibility/read-receipts.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildHoldings } from '../../test/holdings.ts'

const server = useServer()
const world = { siteId: 0, bank: 0, client: '', clientId: 0, report: 0, carrier: '', staff: '' }
const DOCUMENT = { yearOverride: 2026, name: 'x', displayName: 'A paper', extension: 'pdf', path: 'x', sizeBytes: 3 }

beforeAll(async () => {
  world.siteId = await buildSite(server.ownerDb)
  const { institutionId, clientId, clientReportId } = await buildHoldings(server.ownerDb, world.siteId)
  Object.assign(world, { bank: institutionId, clientId, report: clientReportId })
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR', 'LEG'] })
    .execute()
  world.client = await signIn(server.ownerDb, clientId, { siteId: world.siteId, institutionId })
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { CLIENT_MENU: 2 } })
  const held = await server.ownerDb.selectFrom('policy').select('carrierCode').executeTakeFirstOrThrow()
  world.carrier = held.carrierCode
})
beforeEach(() => server.setNow(undefined))

async function addDocument(owner: { institutionId: number } | { carrierCode: string }, typeCode = 'LEG'): Promise<number> {
  const { fileSha256 } = await server.ownerDb.selectFrom('clientReport').select('fileSha256').executeTakeFirstOrThrow()
  const { id } = await server.ownerDb
    .insertInto('document')
    .values({ ...DOCUMENT, ...owner, siteId: world.siteId, typeCode, uploadName: 'x.pdf', fileSha256 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('the counts of a menu', () => {
  test('are of one’s own reports and documents, of carriers held and of vendors; a foreign bank’s and an unheld carrier’s are not in them', async () => {
    const neighbor = await buildHoldings(server.ownerDb, world.siteId)
    const other = await server.ownerDb
      .selectFrom('policy')
      .select('carrierCode')
      .where('institutionId', '=', neighbor.institutionId)
      .executeTakeFirstOrThrow()
    // The holdings have a document of one's own and one of a neighbor's.
    await addDocument({ institutionId: world.bank })
    await addDocument({ institutionId: neighbor.institutionId })
    await addDocument({ carrierCode: world.carrier })
    await addDocument({ carrierCode: world.carrier })
    await addDocument({ carrierCode: other.carrierCode })
    await addDocument({ carrierCode: 'BCC' })
    await addDocument({ carrierCode: 'BCC' }, 'PRE')
    const counts = (await server.callAs(world.client, menuCounts, {})).body
    expect(counts).toEqual({
      reports: [{ typeCode: 'MBR', count: 1 }],
      documents: [
        { typeCode: 'LEG', count: 1 },
        { typeCode: 'MBR', count: 1 },
      ],
      carriers: [{ typeCode: 'LEG', carrierCode: world.carrier, carrierName: world.carrier, count: 2 }],
      vendors: [{ typeCode: 'LEG', count: 1 }],
    })
    // A file that still waits for its check is not there for a client yet.
    await server.ownerDb.updateTable('storedFile').set({ safety: 'HELD' }).execute()
    expect((await server.callAs(world.client, menuCounts, {})).body).toEqual({ reports: [], documents: [], carriers: [], vendors: [] })
    await server.ownerDb.updateTable('storedFile').set({ safety: 'TRUSTED' }).execute()
    // The builder's preview is what the client gets, and of a Team Member what their permissions leave.
    const preview = async (input: { role?: 'c' | 'a' | 'e'; permissions?: 'ASSET_REPORT'[] }) =>
      (await server.callAs(world.staff, previewMenu, { institutionId: world.bank, ...input })).body
    expect(await preview({})).toEqual({ counts, codes: ['MBR', 'LEG'], holdsUploads: false })
    expect((await preview({ role: 'a' })).counts).toEqual({ reports: [], documents: [], carriers: [], vendors: [] })
    expect((await preview({ role: 'a', permissions: ['ASSET_REPORT'] })).counts.reports).toEqual(counts.reports)
    const member = await signedInAs(server.ownerDb, 'a', {
      siteId: world.siteId,
      institutionId: world.bank,
      permissions: { ASSET_REPORT: 1 },
    })
    expect((await server.callAs(member, menuCounts, {})).body).toEqual((await preview({ role: 'a', permissions: ['ASSET_REPORT'] })).counts)
  })

  test('come from an index alone', async () => {
    await sql`insert into client_report (institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes, withdrawn_at)
      select institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes, case when n % 2 = 0 then now() end
      from client_report, generate_series(1, 4000) n where client_report.id = ${world.report}`.execute(server.ownerDb)
    await sql`vacuum (analyze) client_report`.execute(server.ownerDb)
    const scope = scopeOfSession({ userId: world.clientId, userRole: 'c', siteId: world.siteId, institutionId: world.bank })
    const plan = await inScope(server.kernel.db, scope, async (trx) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, costs off, timing off, summary off)
        select c.type_code, c.carrier_code, count(*) from client_report c where c.site_id = ${world.siteId} and c.institution_id = ${world.bank} and c.type_code = any(${['MBR']}::text[])
          and c.withdrawn_at is null and c.deleted_at is null group by c.type_code, c.carrier_code`.execute(trx)
      return rows.map((row) => Object.values(row).join()).join('\n')
    })
    expect(plan).toMatch(/Index Only Scan using client_report_counted/)
    await sql`delete from client_report where id > ${world.report}`.execute(server.ownerDb)
  })
})

describe('what is new', () => {
  const ageDocuments = (institutionId: number) =>
    sql`update document set created_at = '2026-01-01' where institution_id = ${institutionId}`.execute(server.ownerDb)
  test('came after the first visit or in the month before, and stays new over later sign-ins until it is opened', async () => {
    const siteId = await buildSite(server.ownerDb)
    const { institutionId, clientReportId } = await buildHoldings(server.ownerDb, siteId)
    await ageDocuments(institutionId)
    const passwordHash = await hashPassword('correct horse battery')
    const email = `visitor${siteId}@example.test`
    const userId = await buildUser(server.ownerDb, 'c', { sites: [siteId], institutionId, email, passwordHash })
    const visit = async (at: string) => {
      server.setNow(new Date(at))
      const { headers } = await server.callAs(undefined, login, { email, password: 'correct horse battery' })
      const cookie = /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1]
      return { cookie, ...(await server.callAs(cookie, newFiles, {})).body }
    }
    const came = (at: string) =>
      server.ownerDb.updateTable('clientReport').set({ createdAt: at }).where('id', '=', clientReportId).execute()
    const since = '2026-08-31T08:00:00.000Z'
    await came('2026-08-31T07:00:00Z')
    expect(await visit('2026-10-01T08:00:00Z'), 'a file of long before').toMatchObject({ since, total: 0, files: [] })
    await came('2026-09-30T00:00:00Z')
    expect(await visit('2026-10-01T09:00:00Z'), 'a first report, released the day before').toMatchObject({ since, total: 1 })
    await came('2026-10-02T00:00:00Z')
    // Another bank's file of that day is nobody's news here.
    for (const day of ['2026-10-03T08:00:00Z', '2026-10-04T08:00:00Z', '2026-11-04T08:00:00Z'])
      expect(await visit(day), day).toMatchObject({
        since,
        total: 1,
        files: [{ kind: 'REPORT', id: clientReportId, typeCode: 'MBR' }],
      })
    const scope = scopeOfSession({ userId, userRole: 'c', siteId, institutionId })
    await inScope(server.kernel.db, scope, (trx) => noteOpening(trx, scope, 'REPORT', clientReportId))
    expect(await visit('2026-11-05T08:00:00Z')).toMatchObject({ total: 0, files: [] })
  })

  test('a file opened by one person is still new to another of the same institution', async () => {
    const siteId = await buildSite(server.ownerDb)
    const { institutionId, clientReportId } = await buildHoldings(server.ownerDb, siteId)
    await ageDocuments(institutionId)
    await server.ownerDb.updateTable('clientReport').set({ createdAt: '2026-10-02T00:00:00Z' }).where('id', '=', clientReportId).execute()
    const person = async () => {
      const userId = await buildUser(server.ownerDb, 'c', { sites: [siteId], institutionId })
      await server.ownerDb.insertInto('siteVisit').values({ userId, siteId, institutionId, beganAt: '2026-10-01T00:00:00Z' }).execute()
      return { userId, cookie: await signIn(server.ownerDb, userId, { siteId, institutionId, now: new Date() }) }
    }
    const [one, other] = [await person(), await person()]
    const scope = scopeOfSession({ userId: one.userId, userRole: 'c', siteId, institutionId })
    await inScope(server.kernel.db, scope, (trx) => noteOpening(trx, scope, 'REPORT', clientReportId))
    expect((await server.callAs(one.cookie, newFiles, {})).body.total).toBe(0)
    expect((await server.callAs(other.cookie, newFiles, {})).body.total).toBe(1)
  })

  test('a representative who switches to and fro in a session visits each institution once', async () => {
    const banks = [
      await buildInstitution(server.ownerDb, { sites: [world.siteId] }),
      await buildInstitution(server.ownerDb, { sites: [world.siteId] }),
    ]
    const userId = await buildUser(server.ownerDb, 'e', { sites: [world.siteId], institutions: banks })
    const [first = 0, second = 0] = banks
    let cookie = await signIn(server.ownerDb, userId, { siteId: world.siteId, institutionId: first, now: new Date() })
    for (const id of [second, first, second, first]) {
      const { headers } = await server.callAs(cookie, switchInstitution, { id })
      cookie = /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? ''
    }
    const visits = await server.ownerDb
      .selectFrom('siteVisit')
      .select('institutionId')
      .where('userId', '=', userId)
      .orderBy('institutionId')
      .execute()
    expect(visits).toEqual(banks.map((institutionId) => ({ institutionId })))
  })
})

describe('a site’s menus', () => {
  const navigation = async (siteId: number) =>
    readNavigation(
      (await server.ownerDb.selectFrom('site').select('siteNavigation').where('id', '=', siteId).executeTakeFirstOrThrow()).siteNavigation,
    )
  const published = (siteId: number) =>
    server.ownerDb
      .selectFrom('clientMenu')
      .select(['id', 'items', 'updatedAt'])
      .where('siteId', '=', siteId)
      .where('status', '=', 'PUBLISHED')
      .execute()

  test('a new site begins with a published menu, which its clients get', async () => {
    const siteId = await buildSite(server.ownerDb)
    const items = await navigation(siteId)
    expect(items.length).toBeGreaterThan(10)
    expect(await published(siteId)).toMatchObject([{ items }])
    const bank = await buildInstitution(server.ownerDb, { sites: [siteId] })
    const client = await signedInAs(server.ownerDb, 'c', { siteId, institutionId: bank })
    expect((await server.callAs(client, sites.endpoints.get, { id: siteId })).body.siteNavigation).toEqual(items)
    // Staff make sites on the one they work on; the new one's menu is its own all the same.
    const manager = await signedInAs(server.ownerDb, 'd', { siteId, permissions: { SITES: 2 } })
    const made = (await server.callAs(manager, sites.endpoints.create, { name: `Made ${siteId}`, displayName: 'Made' })).body
    expect(await published(made.id)).toHaveLength(1)
  })

  test('a draft is written, published with a note, and an earlier one published again; the navigation is always the published one', async () => {
    const siteId = await buildSite(server.ownerDb)
    const staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_MENU: 2 } })
    const [first] = await published(siteId)
    const before = await navigation(siteId)
    const { items, id } = addItem(before, 3)
    const changed = changeItem(items, id, { label: 'Our rates', route: 'https://rates.example/today' })
    const draft = (await server.callAs(staff, clientMenus.endpoints.create, { name: 'With rates', items: changed })).body
    expect(draft).toMatchObject({ status: 'DRAFT', itemCount: changed.length, publishedAt: null })
    expect(await navigation(siteId)).toEqual(before)

    const renamed = (await server.callAs(staff, clientMenus.endpoints.update, { id: draft.id, name: 'Rates', updatedAt: draft.updatedAt }))
      .body
    expect((await server.callAs(staff, publishMenu, { id: draft.id, updatedAt: draft.updatedAt, note: 'Rates' })).status).toBe(409)
    const done = await server.callAs(staff, publishMenu, {
      id: draft.id,
      updatedAt: renamed.updatedAt,
      note: 'Clients asked for the rates',
    })
    expect(done.body).toMatchObject({ status: 'PUBLISHED', note: 'Clients asked for the rates', copiedFrom: null })
    expect(await navigation(siteId)).toEqual(changed)
    const told = await server.ownerDb
      .selectFrom('activity')
      .select('after')
      .where('action', '=', 'client-menus.published')
      .where('siteId', '=', siteId)
      .execute()
    expect(told).toMatchObject([{ after: { note: 'Clients asked for the rates', changes: ['“Our rates” is added.'] } }])

    // A published version is kept as it was.
    const kept = (await server.callAs(staff, clientMenus.endpoints.get, { id: draft.id })).body
    const refused = await server.callAs(staff, clientMenus.endpoints.update, { id: draft.id, name: 'X', updatedAt: kept.updatedAt })
    expect([refused.status, refused.error.code]).toEqual([409, 'wrong_status'])
    expect((await server.callAs(staff, clientMenus.endpoints.remove, { ids: [draft.id] })).status).toBe(409)

    const again = await server.callAs(staff, publishMenu, {
      id: first?.id ?? 0,
      updatedAt: first?.updatedAt ?? '',
      note: 'Back to the beginning',
    })
    expect(again.body).toMatchObject({ copiedFrom: first?.id, status: 'PUBLISHED' })
    expect(await navigation(siteId)).toEqual(before)
    const history = (await server.callAs(staff, listMenuHistory, {})).body.records
    expect(history.map(({ note, status }) => [note, status])).toEqual([
      ['Back to the beginning', 'PUBLISHED'],
      ['Clients asked for the rates', 'EARLIER'],
      ['What every site begins with.', 'EARLIER'],
    ])
  })

  test('what leads elsewhere, stands in itself, or names what is not there is refused; what is unfinished is kept as a draft only', async () => {
    const [item] = changeItem(addItem([], 3).items, 1, { label: 'Rates', route: '/rates' })
    if (!item) throw new Error('an item was added')
    const save = async (items: MenuItem[]) => server.callAs(world.staff, clientMenus.endpoints.create, { name: 'Tried', items })
    const meta = async (items: MenuItem[]) => (await save(items)).error.meta
    for (const route of [
      'javascript:alert(1)',
      '//evil.example',
      'data:text/html,x',
      'https://a@b.example',
      '/\\evil.example',
      'ftp://x.example',
    ])
      expect(await meta([{ ...item, Route: route, data: { ...item.data, Route: route } }])).toHaveProperty(['items.1.Route'])
    expect(await meta([item, { ...item }])).toHaveProperty(['items.1.Id'])
    expect(
      await meta([{ ...item, ItemType: 1, Route: null, ParentId: 1, data: { ...item.data, ItemType: 1, Route: null } }]),
    ).toHaveProperty(['items.1.ParentId'])
    expect(await meta(changeItem([item], 1, { type: 2, code: 'ZZZ' }))).toHaveProperty(['items.1.ReportCode'])
    const seven = Array.from({ length: 7 }, (_, index) => ({ ...changeItem([item], 1, { type: 1 })[0], Id: index + 1, ParentId: index }))
    expect(await meta(seven.map((each) => ({ ...item, ...each })))).toHaveProperty(['items.7.ParentId'])

    const unfinished = await save(changeItem([item], 1, { type: 2, label: '' }))
    expect(unfinished.status).toBe(201)
    const { id, updatedAt } = unfinished.body
    const tried = await server.callAs(world.staff, publishMenu, { id, updatedAt, note: 'Try' })
    expect([tried.status, Object.keys(tried.error.meta ?? {})]).toEqual([400, ['items.1.Label', 'items.1.ReportCode']])
  })

  test('of two who publish at once one is told; one menu is published', async () => {
    const siteId = await buildSite(server.ownerDb)
    const staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_MENU: 2 } })
    const items = await navigation(siteId)
    const draft = (await server.callAs(staff, clientMenus.endpoints.create, { name: 'Both', items })).body
    const answers = await Promise.all(
      [1, 2].map(() => server.callAs(staff, publishMenu, { id: draft.id, updatedAt: draft.updatedAt, note: 'Now' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await published(siteId)).toHaveLength(1)
  })
})
