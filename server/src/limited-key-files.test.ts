/** API keys of one institution and its files: searched, brought in whole and in parts, replaced, deleted and restored; those of other banks are never met. */
import { randomUUID } from 'node:crypto'
import { documents, finishDocumentBatch, moveDocuments } from '@corridor/contract/documents.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { restoreQuestionnaire } from '@corridor/contract/questionnaires.ts'
import { checkReportNames, finishReportBatch, reports } from '@corridor/contract/report-records.ts'
import { searchChoices, searchFiles } from '@corridor/contract/search.ts'
import { getUpload, startUpload } from '@corridor/contract/uploads.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildCarrier, buildUser, signIn } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { formOf } from './test/feed-fixture.ts'
import { useHoldings } from './test/holdings.ts'
import { keyMaker } from './test/key-calls.ts'
import { buildFile, readAll } from './test/search-files.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const keyOf = keyMaker(server)
type Key = Awaited<ReturnType<typeof keyOf>>
const world: { manager: string; managerId: number; key?: Key; reportsAlone?: Key } = { manager: '', managerId: 0 }
const bearer = (key = world.key) => key?.bearer ?? {}
const call = <E extends Endpoint>(endpoint: E, input: Parameters<typeof server.callAs<E>>[2], key?: Key) =>
  server.callAs(undefined, endpoint, input, bearer(key))

/** Files about one word, which stand with this bank, another one, and those that many banks may read. */
const WORD = 'quarzonium'
const secret = 'Zyxwvutian'

beforeAll(async () => {
  const { siteId, institutionId, neighbor } = book
  const db = server.ownerDb
  world.managerId = await buildUser(db, 'd', {
    sites: [siteId],
    permissions: { USERS: 2, CLIENT_REPORTS: 2, DOCUMENT_CENTER: 2, ANNUAL_QUESTIONNAIRE: 2, USR: 2 },
  })
  world.manager = await signIn(db, world.managerId, { siteId })
  const scopes = (['CLIENT_REPORTS', 'DOCUMENT_CENTER', 'ANNUAL_QUESTIONNAIRE', 'USR'] as const).map((code) => ({
    code,
    access: 2 as const,
  }))
  world.key = await keyOf(world.manager, { scopes, institutionId })
  world.reportsAlone = await keyOf(world.manager, { scopes: [{ code: 'CLIENT_REPORTS', access: 1 }], institutionId })
  const carrierOf = async (id: number) =>
    (await db.selectFrom('policy').select('carrierCode').where('institutionId', '=', id).executeTakeFirstOrThrow()).carrierCode
  const made = (
    kind: 'REPORT' | 'DOCUMENT',
    of: number | null,
    displayName: string,
    more: { carrierCode?: string; typeCode?: string } = {},
  ) =>
    buildFile(server, {
      kind,
      siteId,
      institutionId: of,
      displayName,
      content: Buffer.from(`${WORD} ${displayName}`),
      extension: 'txt',
      ...more,
    })
  await made('REPORT', institutionId, 'Ours in March')
  await made('DOCUMENT', institutionId, 'Ours on paper')
  await made('DOCUMENT', null, 'Vendor paper', { carrierCode: 'BCC' })
  await made('DOCUMENT', null, 'Paper of our carrier', { carrierCode: await carrierOf(institutionId) })
  await made('REPORT', neighbor.institutionId, `${secret} in March`)
  await made('DOCUMENT', neighbor.institutionId, `${secret} on paper`, { typeCode: 'ACC' })
  await made('DOCUMENT', null, `${secret} of another carrier`, { carrierCode: await buildCarrier(db) })
  await readAll(server)
})

const found = async (query: string, more: { institution?: number; kind?: 'REPORT' | 'DOCUMENT' } = {}, key?: Key) => {
  const { status, body } = await call(searchFiles, { query, ...more }, key)
  expect(status).toBe(200)
  return {
    total: body.page.totalRecords,
    names: body.records.map(({ name }) => name.text).toSorted(),
    understood: body.understood,
    text: JSON.stringify(body),
  }
}

test('it finds its bank’s files and the papers that its bank may read, and counts no other', async () => {
  const all = await found(WORD)
  expect([all.total, all.names]).toEqual([4, ['Ours in March', 'Ours on paper', 'Paper of our carrier', 'Vendor paper']])
  expect(all.text).not.toContain(secret)
  expect((await found(WORD, { institution: book.neighbor.institutionId })).total).toBe(0)
  expect((await found(`${WORD} -march`)).names).toEqual(['Ours on paper', 'Paper of our carrier', 'Vendor paper'])
  expect(await found(secret)).toMatchObject({ total: 0, names: [], understood: { how: 'WORDS' } })
  // A word of another bank's files is no suggestion either.
  expect(await found('Zyxwvutiam')).toMatchObject({ total: 0, understood: { query: 'Zyxwvutiam' } })
  const choices = (await call(searchChoices, {})).body
  expect([choices.types.some(({ code }) => code === 'ACC'), choices.carriers.length]).toEqual([false, 2])
})

test('it finds no more than its scopes show', async () => {
  expect((await found(WORD, {}, world.reportsAlone)).names).toEqual(['Ours in March'])
  const other = await keyOf(world.manager, { scopes: [{ code: 'USERS', access: 1 }] })
  expect((await call(searchFiles, { query: WORD }, other)).error.code).toBe('forbidden')
  // A key of the whole site has its maker's.
  const whole = await keyOf(world.manager, { scopes: [{ code: 'CLIENT_REPORTS', access: 1 }] })
  expect((await found(WORD, {}, whole)).names).toEqual(['Ours in March', `${secret} in March`])
})

async function post(url: string, name: string, fields: Record<string, string> = {}, content: string | Buffer = `a file ${name}`) {
  const { payload, headers } = formOf(content, name, fields)
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...bearer(), 'idempotency-key': randomUUID() },
  })
  return { status: answer.statusCode, json: answer.json() }
}
const ofNeighbor = async () => {
  const id = book.neighbor.institutionId
  const rows = await Promise.all([
    server.ownerDb.selectFrom('clientReport').selectAll().where('institutionId', '=', id).orderBy('id').execute(),
    server.ownerDb.selectFrom('document').selectAll().where('institutionId', '=', id).orderBy('id').execute(),
    server.ownerDb.selectFrom('document').selectAll().where('institutionId', 'is', null).orderBy('id').execute(),
    server.ownerDb.selectFrom('upload').selectAll().where('institutionId', 'is', null).orderBy('id').execute(),
  ])
  return JSON.stringify(rows)
}

test('it brings reports to its bank, replaces, deletes and restores them; a name that says another bank is refused', async () => {
  const before = await ofNeighbor()
  const { institutionId, neighbor } = book
  const made = await post('/api/reports', `${institutionId}-MBR-26-April.txt`)
  expect([made.status, made.json.institutionId]).toEqual([201, institutionId])
  const named = await post('/api/reports', `${neighbor.institutionId}-MBR-26-April.txt`)
  expect([named.status, named.json.code]).toEqual([400, 'input'])
  const names = await call(checkReportNames, { fileNames: [`${neighbor.institutionId}-MBR-26-April.txt`] })
  expect([names.body.records[0]?.problem, names.body.records[0]?.institutionName]).toEqual(['institution', null])
  const replaced = await post(`/api/reports/${made.json.id}/replace`, 'April again.txt', { updatedAt: made.json.updatedAt })
  expect(replaced.status).toBe(200)
  expect(
    (await post(`/api/reports/${made.json.id}/replace`, `${neighbor.institutionId}-MBR-26-April.txt`, { updatedAt: made.json.updatedAt }))
      .status,
  ).toBe(400)
  const ids = [made.json.id, neighbor.clientReportId]
  expect((await post(`/api/reports/${neighbor.clientReportId}/replace`, 'April.txt', { updatedAt: made.json.updatedAt })).status).toBe(404)
  expect((await call(reports.endpoints.remove, { ids })).status).toBe(404)
  expect((await call(reports.endpoints.bulk, { action: 'delete', ids })).status).toBe(404)
  expect((await call(reports.endpoints.remove, { ids: [made.json.id] })).status).toBe(200)
  expect((await call(reports.endpoints.restore, { ids })).status).toBe(404)
  expect((await call(reports.endpoints.restore, { ids: [made.json.id] })).body.restored).toEqual([made.json.id])
  expect((await call(reports.endpoints.bulk, { action: 'delete', ids: [made.json.id] })).status).toBe(200)
  expect((await call(reports.endpoints.bulk, { action: 'restore', ids: [made.json.id] })).status).toBe(200)
  expect(await ofNeighbor()).toBe(before)
})

test('it brings documents to its bank, and none to another, to a carrier or to a vendor; nor are theirs moved to it', async () => {
  const before = await ofNeighbor()
  const { institutionId, neighbor } = book
  const about = { owner: 'institution', typeCode: 'MBR', yearOverride: '2026' }
  const made = await post('/api/documents', 'Note.txt', { ...about, institutionId: String(institutionId) })
  expect([made.status, made.json.institutionId]).toEqual([201, institutionId])
  expect((await post('/api/documents', 'Note.txt', { ...about, institutionId: String(neighbor.institutionId) })).status).toBe(404)
  expect((await post('/api/documents', 'Note.txt', { ...about, owner: 'vendor', vendorName: 'Vendor' })).status).toBe(403)
  expect((await post(`/api/documents/${made.json.id}/file`, 'Note 2.txt', { updatedAt: made.json.updatedAt })).status).toBe(200)
  const shared = await server.ownerDb.selectFrom('document').select('id').where('institutionId', 'is', null).orderBy('id').execute()
  const to = { owner: 'institution' as const, institutionId }
  for (const id of [neighbor.documentId, ...shared.map(({ id }) => id)])
    expect([403, 404]).toContain((await call(moveDocuments, { ids: [id], to, preview: false })).status)
  const away = { owner: 'institution' as const, institutionId: neighbor.institutionId }
  expect((await call(moveDocuments, { ids: [made.json.id], to: away, preview: false })).status).toBe(404)
  expect((await call(documents.endpoints.remove, { ids: [made.json.id, neighbor.documentId] })).status).toBe(404)
  for (const { id } of shared) expect([403, 404]).toContain((await call(documents.endpoints.remove, { ids: [id] })).status)
  expect((await call(documents.endpoints.remove, { ids: [made.json.id] })).status).toBe(200)
  expect((await call(documents.endpoints.restore, { ids: [made.json.id] })).status).toBe(200)
  expect(await ofNeighbor()).toBe(before)
})

test('a batch is told to its bank’s people; one that its maker sends for another bank is neither added to nor ended', async () => {
  const { institutionId, neighbor, siteId } = book
  const own = randomUUID()
  expect((await post('/api/reports', `${institutionId}-MBR-26-May.txt`, { uploadBatch: own })).status).toBe(201)
  expect((await call(finishReportBatch, { uploadBatch: own })).body).toMatchObject({ files: 1 })
  const bells = await server.ownerDb
    .selectFrom('notification as n')
    .innerJoin('userAccount as u', 'u.id', 'n.userId')
    .select('u.institutionId')
    .where('n.subject', 'like', `${own}%`)
    .groupBy('u.institutionId')
    .execute()
  expect(bells.map((row) => row.institutionId)).toEqual([institutionId])

  const others = randomUUID()
  const { payload, headers } = formOf('theirs', `${neighbor.institutionId}-MBR-26-May.txt`, { uploadBatch: others })
  const sent = await server.app.inject({
    method: 'POST',
    url: '/api/reports',
    payload,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    cookies: { sid: world.manager },
  })
  expect(sent.statusCode).toBe(201)
  const waiting = () =>
    server.ownerDb.selectFrom('fileBatch').selectAll().where('siteId', '=', siteId).where('batch', '=', others).execute()
  const before = await waiting()
  expect((await post('/api/reports', `${institutionId}-MBR-26-June.txt`, { uploadBatch: others })).status).toBe(403)
  expect((await call(finishReportBatch, { uploadBatch: others })).status).toBe(404)
  expect((await call(finishDocumentBatch, { uploadBatch: others })).status).toBe(404)
  expect(await waiting()).toEqual(before)
})

test('a large file comes in parts; what its maker sends in parts for others is not there', async () => {
  const fileName = `${book.institutionId}-MBR-26-Large.txt`
  const content = Buffer.alloc(2000, 'large ')
  const asked = { purpose: 'CLIENT_REPORT' as const, fileName, sizeBytes: content.length }
  const makers = (await server.callAs(world.manager, startUpload, asked)).body
  const begun = await call(startUpload, asked)
  expect([begun.status, begun.body.id === makers.id, begun.body.receivedBytes]).toEqual([201, false, 0])
  expect((await call(getUpload, { uploadId: makers.id })).status).toBe(404)
  expect((await post(`/api/uploads/${makers.id}/parts/0`, 'part', {}, content)).status).toBe(404)
  expect((await post(`/api/uploads/${begun.body.id}/parts/0`, 'part', {}, content)).status).toBe(200)
  const { payload, headers } = formOf('', 'x', { uploadId: begun.body.id })
  const fields = String(payload).replace(/--[\w-]+\r\ncontent-disposition: form-data; name="file"[^]*?\r\n\r\n\r\n/i, '')
  const kept = await server.app.inject({
    method: 'POST',
    url: '/api/reports',
    payload: fields,
    headers: { ...headers, ...bearer(), 'idempotency-key': randomUUID() },
  })
  expect([kept.statusCode, kept.json().uploadName]).toEqual([201, fileName])
  expect((await call(startUpload, { ...asked, purpose: 'QUESTIONNAIRE' })).status).toBe(403)
  expect((await call(startUpload, asked, world.reportsAlone)).status).toBe(403)
})

test('what stays refused says why', async () => {
  const { status, error } = await call(restoreQuestionnaire, { id: book.questionnaireId })
  expect([status, error.message]).toEqual([
    403,
    'The API key “Nightly extract” is limited to one institution. Questionnaires that were deleted are kept for all institutions together; a person restores them. Nothing was changed.',
  ])
})
