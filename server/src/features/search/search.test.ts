import { palette, type SearchKind, searchChoices, searchFiles } from '@corridor/contract/search.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { inScope, scopeOfSession } from '../../platform/http/scope.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildFile, makePdf, readAll } from '../../test/search-files.ts'

const server = useServer()
const at = { siteId: 0, own: 0, other: 0 }
const cookies = { own: '', other: '', staff: '', team: '' }

beforeAll(async () => {
  const { ownerDb } = server
  at.siteId = await buildSite(ownerDb)
  at.own = await buildInstitution(ownerDb, { sites: [at.siteId], name: 'Alder Savings', reportTypes: ['MBR', 'LEG', 'USR'] })
  at.other = await buildInstitution(ownerDb, { sites: [at.siteId], name: 'Birch Trust', reportTypes: ['MBR', 'LEG', 'USR'] })
  const permissions = { CLIENT_REPORTS: 2, DOCUMENT_CENTER: 2, INSTITUTIONS: 2, USERS: 2, ASSET_REPORT: 2 } as const
  cookies.own = await signedInAs(ownerDb, 'c', { siteId: at.siteId, institutionId: at.own })
  cookies.other = await signedInAs(ownerDb, 'c', { siteId: at.siteId, institutionId: at.other })
  cookies.staff = await signedInAs(ownerDb, 'd', { siteId: at.siteId, permissions })
  cookies.team = await signedInAs(ownerDb, 'a', { siteId: at.siteId, institutionId: at.own })
})

const ask = async (cookie: string, query: string, more: object = {}) => {
  const { status, body } = await server.callAs(cookie, searchFiles, { query, ...more })
  expect(status).toBe(200)
  return body
}
const names = async (cookie: string, query: string, more: object = {}) =>
  (await ask(cookie, query, more)).records.map(({ name }) => name.text).toSorted()
const report = (institutionId: number, displayName: string, content: Buffer, more: object = {}) =>
  buildFile(server, { kind: 'REPORT', siteId: at.siteId, institutionId, displayName, content, ...more })

test('a word on the second page of a PDF finds it for its owner, with the page and the words around, and nothing for another bank', async () => {
  await report(at.own, 'Quarterly letter', await makePdf('An opening page', 'The wolverine clause of the endorsement applies <b>here</b>'))
  await readAll(server)
  const found = await ask(cookies.own, 'wolverine clause')
  expect(found.page.totalRecords).toBe(1)
  const [passage] = found.records[0]?.passages ?? []
  expect(passage?.page).toBe(2)
  // A file's words come as text, without marks of ours and without markup of its own.
  expect(passage?.text).toBe('wolverine clause of the endorsement applies here')
  expect(passage?.marks.map(([start, end]) => passage.text.slice(start, end))).toEqual(['wolverine', 'clause'])
  expect(await names(cookies.staff, 'wolverine')).toEqual(['Quarterly letter'])
  // Neither count, nor suggestion, nor what answers a "not" tells the other bank anything.
  for (const query of ['wolverine', 'wolverin', 'wolvorine', '"wolverine clause"', '-wolverine', 'letter -wolverine'])
    expect([query, (await ask(cookies.other, query)).page.totalRecords]).toEqual([query, 0])
  expect((await ask(cookies.other, 'wolvorine')).understood.how).toBe('WORDS')
})

test('of papers that match nearly alike the newest comes first', async () => {
  const words = (more: number) => Buffer.from(`annual caribou yield ${'of the year '.repeat(more)}`)
  await report(at.own, 'Caribou, newer', words(21), { extension: 'txt' })
  await report(at.own, 'Caribou, past', words(20), { extension: 'txt' })
  await readAll(server)
  await sql`update search_entry set came_at = now() - interval '40 days' where record_id = (select max(id) from client_report where display_name = 'Caribou, past')`.execute(
    server.ownerDb,
  )
  const found = await ask(cookies.own, 'yield')
  expect(found.records.map(({ name }) => name.text).filter((name) => name.startsWith('Caribou'))).toEqual([
    'Caribou, newer',
    'Caribou, past',
  ])
})

test('beginnings and typing errors still find it, and say so', async () => {
  expect((await ask(cookies.own, 'wolver')).understood.how).toBe('BEGINNINGS')
  const corrected = await ask(cookies.own, 'wolvorine claus')
  expect(corrected.understood).toEqual({ how: 'SIMILAR', query: 'wolverine claus' })
  expect(corrected.page.totalRecords).toBe(1)
  expect((await ask(cookies.own, 'the of -letter')).understood.how).toBe('NOTHING')
  expect((await ask(cookies.own, '"clause wolverine"')).page.totalRecords).toBe(0)
})

test('how long a search takes does not tell whether a word is in another bank’s files: the same pages of the index are read', async () => {
  for (let number = 0; number < 60; number++)
    await report(at.other, `Memo ${number}`, Buffer.from(`merger merger merger number ${number}`), { extension: 'txt' })
  await readAll(server)
  expect((await ask(cookies.staff, 'merger')).page.totalRecords).toBe(60)
  const scope = scopeOfSession({ userId: 1, userRole: 'c', siteId: at.siteId, institutionId: at.own })
  const pagesRead = (query: RawBuilder<unknown>) =>
    inScope(server.kernel.db, scope, async (trx) => {
      await query.execute(trx)
      const { rows } = await sql<{
        'QUERY PLAN': { Plan: Record<string, number> }[]
      }>`explain (analyze, buffers, format json) ${query}`.execute(trx)
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}
      return (plan['Shared Hit Blocks'] ?? Number.NaN) + (plan['Shared Read Blocks'] ?? Number.NaN)
    })
  const matching = (word: string) =>
    sql`select * from search_matches(${sql.lit(word)}::tsquery, false, array['MBR'], '{}', '{}', null, null, null, null, null, 500)`
  const similar = (word: string) => sql`select * from search_similar(${sql.lit(word)}, 3)`
  expect((await pagesRead(matching('merger'))) * (await pagesRead(similar('mergar')))).toBeGreaterThan(0)
  expect((await ask(cookies.own, 'merger')).page.totalRecords).toBe(0)
  // PostgreSQL tidies an index whenever it likes, also between two readings: undisturbed they are alike.
  for (const [search, word] of [[matching, 'merger'] as const, [similar, 'mergar'] as const])
    await vi.waitFor(async () => expect(await pagesRead(search(word))).toBe(await pagesRead(search('zzzzzz'))))
})

test('what is withdrawn, in the trash or replaced is found as it stands, at once', async () => {
  const id = await report(at.own, 'Old words', Buffer.from('heliotrope'), { extension: 'txt' })
  const again = await report(at.own, 'Same bytes twice', Buffer.from('heliotrope'), { extension: 'txt' })
  await readAll(server)
  expect(await names(cookies.own, 'heliotrope')).toEqual(['Old words', 'Same bytes twice'])
  const change = (set: object) => server.ownerDb.updateTable('clientReport').set(set).where('id', '=', id).execute()
  await change({ deletedAt: '2026-10-01T00:00:00Z' })
  expect(await names(cookies.own, 'heliotrope')).toEqual(['Same bytes twice'])
  await change({ deletedAt: null })
  expect(await names(cookies.own, 'heliotrope')).toEqual(['Old words', 'Same bytes twice'])
  await change({ withdrawnAt: '2026-10-01T00:00:00Z' })
  expect(await names(cookies.own, 'old words')).toEqual([])
  await change({ withdrawnAt: null, typeCode: 'LEG', yearOverride: 1999 })
  expect(await names(cookies.own, 'heliotrope', { year: ['1999'] })).toEqual(['Old words'])
  expect(await names(cookies.own, 'heliotrope', { type: ['MBR'] })).toEqual(['Same bytes twice'])
  const { sha256 } = await server.kernel.files.put(Buffer.from('marigold'))
  await server.ownerDb.insertInto('storedFile').values({ sha256, sizeBytes: 8, mediaType: 'text/plain' }).execute()
  await change({ fileSha256: sha256 })
  await readAll(server)
  expect([await names(cookies.own, 'heliotrope'), await names(cookies.own, 'marigold')]).toEqual([['Same bytes twice'], ['Old words']])
  await server.ownerDb.deleteFrom('clientReport').where('id', '=', again).execute()
  expect(await names(cookies.own, 'heliotrope')).toEqual([])
})

test('what is held is neither read nor found by clients; it is once it passes, and forgotten when it is refused', async () => {
  await report(at.own, 'Suspicious', Buffer.from('celandine'), { extension: 'txt', safety: 'HELD' })
  await readAll(server)
  expect([await names(cookies.own, 'celandine'), await names(cookies.own, 'suspicious'), await names(cookies.staff, 'celandine')]).toEqual([
    [],
    [],
    [],
  ])
  const judge = (safety: 'PASSED' | 'REFUSED') =>
    server.ownerDb
      .updateTable('storedFile')
      .set({ safety })
      .where('safety', '=', safety === 'PASSED' ? 'HELD' : 'PASSED')
      .execute()
  await judge('PASSED')
  await readAll(server)
  expect(await names(cookies.own, 'celandine')).toEqual(['Suspicious'])
  await judge('REFUSED')
  await readAll(server)
  expect([await names(cookies.own, 'celandine'), await names(cookies.staff, 'celandine')]).toEqual([[], []])
})

test('documents of carriers are found by the banks that hold their policies, vendors’ by all, an upload by those who sent it; types decide for each', async () => {
  const build = (kind: SearchKind, displayName: string, more: object) =>
    buildFile(server, {
      kind,
      siteId: at.siteId,
      institutionId: null,
      displayName,
      content: Buffer.from('gentian'),
      extension: 'txt',
      typeCode: 'LEG',
      ...more,
    })
  await build('DOCUMENT', 'A carrier’s paper', { carrierCode: 'FARAWAY' })
  await build('DOCUMENT', 'A vendor’s paper', { carrierCode: 'BCC' })
  await build('DOCUMENT', 'The bank’s own paper', { institutionId: at.own })
  const clientId = await buildUser(server.ownerDb, 'c', { sites: [at.siteId], institutionId: at.own })
  await build('BANK_UPLOAD', 'Sent.txt', { institutionId: at.own, userId: clientId })
  await readAll(server)
  expect(await names(cookies.own, 'gentian')).toEqual(['A vendor’s paper', 'Sent.txt', 'The bank’s own paper'])
  expect(await names(cookies.other, 'gentian')).toEqual(['A vendor’s paper'])
  // A Team Member needs the permission beside the type.
  expect(await names(cookies.team, 'gentian')).toEqual([])
  // A membership narrowed to one person narrows what they find.
  await server.ownerDb
    .insertInto('membership')
    .values({ institutionId: at.own, siteId: at.siteId, userId: clientId, reportTypeCodes: ['MBR'] })
    .execute()
  const narrowed = await signIn(server.ownerDb, clientId, { siteId: at.siteId, institutionId: at.own })
  expect(await names(narrowed, 'gentian')).toEqual([])
  expect((await server.callAs(narrowed, searchChoices, {})).body.types.map(({ code }) => code)).toEqual(['MBR'])
  expect(await names(cookies.staff, 'gentian', { kind: 'DOCUMENT', carrier: 'FARAWAY' })).toEqual(['A carrier’s paper'])
  // An upload that a client sends and withdraws is kept in the client's own name.
  const scope = scopeOfSession({ userId: clientId, userRole: 'c', siteId: at.siteId, institutionId: at.own })
  await inScope(server.kernel.db, scope, (trx) =>
    trx.updateTable('bankUpload').set({ status: 'WITHDRAWN', withdrawnBy: clientId, withdrawnAt: '2026-10-01T00:00:00Z' }).execute(),
  )
  expect(await names(cookies.own, 'sent')).toEqual([])
})

test('a renamed institution is found by its new name', async () => {
  await server.ownerDb.updateTable('institution').set({ name: 'Hawthorn Savings' }).where('id', '=', at.own).execute()
  await readAll(server)
  expect(await names(cookies.staff, 'hawthorn quarterly')).toEqual(['Quarterly letter'])
  expect(await names(cookies.staff, 'alder')).toEqual([])
})

test('the palette offers what the pages behind it would show this person', async () => {
  const offered = async (cookie: string, query: string) =>
    (await server.callAs(cookie, palette, { query })).body.records.map(({ kind, name }) => `${kind} ${name}`)
  expect(await offered(cookies.staff, 'haw')).toContain('INSTITUTION Hawthorn Savings')
  expect(await offered(cookies.staff, 'quar')).toEqual(['REPORT Quarterly letter'])
  expect(await offered(cookies.staff, 'person')).toEqual(expect.arrayContaining([expect.stringMatching(/^PERSON Pat Person/)]))
  const reader = await signedInAs(server.ownerDb, 'b', { siteId: at.siteId, permissions: { ASSET_REPORT: 1 } })
  expect((await offered(reader, 'haw')).filter((line) => !line.startsWith('REPORT'))).toEqual([])
  expect(await offered(await signedInAs(server.ownerDb, 'b', { siteId: at.siteId }), 'haw')).toEqual([])
  expect(await offered(cookies.own, 'haw')).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/^(INSTITUTION|PERSON|BATCH|INSURANCE_POLICY)/)]),
  )
  expect(await offered(cookies.own, 'quar')).toEqual(['REPORT Quarterly letter'])
  expect(await offered(cookies.other, 'quar')).toEqual([])
})

test('of many reports whose names match alike the palette offers the newest months, whenever they were released', async () => {
  const months = [8, 7, 6, 5, 4, 3, 2, 1].map((month) => plainDate(`2025-0${month}-28`))
  const { id: batchId } = await server.ownerDb
    .insertInto('reportBatch')
    .values({ siteId: at.siteId, reportType: 'AssetReport', batchName: 'Moraine', period: plainDate('2025-08-28') })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const period of months) {
    const { id: sourceReportId } = await server.ownerDb
      .insertInto('report')
      .values({ institutionId: at.own, siteId: at.siteId, reportType: 'AssetReport', period, batchId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await report(at.own, `Moraine ${period}`, Buffer.from('-'), { extension: 'txt' })
    await server.ownerDb.updateTable('clientReport').set({ sourceReportId }).where('id', '=', id).execute()
  }
  await readAll(server)
  const { records } = (await server.callAs(cookies.staff, palette, { query: 'moraine' })).body
  expect(records.filter(({ kind }) => kind === 'REPORT').map(({ name }) => name)).toEqual(
    months.slice(0, 5).map((period) => `Moraine ${period}`),
  )
})

test('under a file the palette says what its name does not: the day it came, for the team whose it is, the type and year where they are news', async () => {
  await report(at.own, 'Monthly Asset Report, Esker 2026', Buffer.from('-'), { extension: 'txt' })
  await report(at.own, 'Esker', Buffer.from('-'), { extension: 'txt' })
  await readAll(server)
  const details = async (cookie: string) =>
    Object.fromEntries((await server.callAs(cookie, palette, { query: 'esker' })).body.records.map(({ name, detail }) => [name, detail]))
  const [theirs, ours] = [await details(cookies.own), await details(cookies.staff)]
  expect(theirs['Monthly Asset Report, Esker 2026']).toMatch(/^filed \d\d\/\d\d\/\d{4}$/)
  expect(theirs.Esker).toMatch(/^Monthly BOLI Asset Report, 2026, filed /)
  expect(ours['Monthly Asset Report, Esker 2026']).toMatch(/^[^,]+, filed /)
})

test('batches are found by month and family in any order, with what is wanted of them; of families that the person may see', async () => {
  const siteId = await buildSite(server.ownerDb)
  const batch = (reportType: 'AssetReport' | 'C8925Report', batchName: string, period: PlainDate) => ({
    siteId,
    reportType,
    batchName,
    period,
  })
  await server.ownerDb
    .insertInto('reportBatch')
    .values([
      batch('AssetReport', 'Asset Reports, October 2026', plainDate('2026-10-31')),
      batch('AssetReport', 'The board’s extra run', plainDate('2026-09-30')),
      batch('C8925Report', 'Form 8925 Reports, October 2026', plainDate('2026-10-31')),
    ])
    .execute()
  const cookie = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { ASSET_REPORT: 1 } })
  const found = async (query: string) =>
    (await server.callAs(cookie, palette, { query })).body.records
      .filter(({ kind }) => kind === 'BATCH')
      .map(({ name, detail }) => [name, detail])
  const october = ['Asset Reports, October 2026', '0 of 0 released']
  for (const query of ['release october', 'october asset', 'october 2026 release', 'Asset Reports, Oct'])
    expect(await found(query), query).toEqual([october])
  expect(await found('september 2026'), 'by its month, whatever its name').toEqual([
    ['The board’s extra run', 'Asset reports, 0 of 0 released'],
  ])
  expect(await found('release')).toHaveLength(2)
  for (const query of ['8925 october', 'the', 'november']) expect(await found(query), query).toEqual([])
})

test('clients to view as are found by their names and by their institution, each once, and by nobody without the right', async () => {
  const { ownerDb } = server
  const [siteId, elsewhere] = [await buildSite(ownerDb), await buildSite(ownerDb)]
  const cedar = await buildInstitution(ownerDb, { sites: [siteId], name: 'Cedar Point Bank' })
  const dogwood = await buildInstitution(ownerDb, { sites: [siteId], name: 'Dogwood Federal' })
  const away = await buildInstitution(ownerDb, { sites: [elsewhere], name: 'Cedar Falls Bank' })
  const client = await buildUser(ownerDb, 'c', { sites: [siteId], institutionId: cedar })
  const rep = await buildUser(ownerDb, 'e', { sites: [siteId], institutions: [cedar, dogwood] })
  await buildUser(ownerDb, 'c', { sites: [elsewhere], institutionId: away })
  const left = await buildUser(ownerDb, 'c', { sites: [siteId], institutionId: cedar })
  await ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', left).execute()
  const viewable = async (cookie: string, query: string) =>
    (await server.callAs(cookie, palette, { query, alone: 'VIEW_AS' })).body.records.map(({ id, institutionId }) => [id, institutionId])

  const manager = await signedInAs(ownerDb, 'd', { siteId, permissions: { USERS: 1 } })
  expect((await viewable(manager, 'cedar')).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [client, cedar],
    [rep, cedar],
  ])
  expect(await viewable(manager, 'dogwood')).toEqual([[rep, dogwood]])
  const without = await signedInAs(ownerDb, 'd', { siteId, permissions: { INSTITUTIONS: 2, ASSET_REPORT: 2 } })
  expect(await viewable(without, 'cedar')).toEqual([])
  expect(await viewable(await signIn(ownerDb, client, { siteId, institutionId: cedar }), 'cedar')).toEqual([])
})
