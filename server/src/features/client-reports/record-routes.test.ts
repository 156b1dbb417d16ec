/** Client reports of the service team: names, uploading, replacing, the trash; each once, whole or not at all. */
import { createHash, randomUUID } from 'node:crypto'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import {
  checkReportNames,
  finishReportBatch,
  listReportVersions,
  type ReportRecord,
  reports,
  reportVersionFile,
} from '@corridor/contract/report-records.ts'
import { startUpload } from '@corridor/contract/uploads.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepFiles } from '../../platform/files/files.ts'
import { forgetDeleted } from '../../shared/housekeeping.ts'
import { buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { formOf } from '../../test/feed-fixture.ts'

const server = useServer()
const world = { siteId: 0, bank: 0, other: 0, foreign: 0, staff: '', reader: '', stranger: '', client: '', otherClient: '' }
const { list, get, update, remove, restore, bulk } = reports.endpoints
const DAY = 86_400_000

beforeAll(async () => {
  const db = server.ownerDb
  world.siteId = await buildSite(db)
  const elsewhere = await buildSite(db)
  world.bank = await buildInstitution(db, { sites: [world.siteId], reportTypes: ['APA', 'LEG'] })
  world.other = await buildInstitution(db, { sites: [world.siteId], reportTypes: ['APA', 'LEG'] })
  world.foreign = await buildInstitution(db, { sites: [elsewhere], reportTypes: ['APA'] })
  world.staff = await signedInAs(db, 'b', { siteId: world.siteId, permissions: { CLIENT_REPORTS: 2 } })
  world.reader = await signedInAs(db, 'b', { siteId: world.siteId, permissions: { CLIENT_REPORTS: 1 } })
  world.stranger = await signedInAs(db, 'b', { siteId: elsewhere, permissions: { CLIENT_REPORTS: 2 } })
  world.client = await signedInAs(db, 'c', { siteId: world.siteId, institutionId: world.bank })
  world.otherClient = await signedInAs(db, 'c', { siteId: world.siteId, institutionId: world.other })
})
beforeEach(async () => {
  await server.ownerDb.deleteFrom('clientReport').execute()
})
afterEach(() => server.setNow(undefined))

const text = (words: string): Buffer => Buffer.from(`${words}\n`)
async function post(url: string, fileName: string, content: Buffer, { fields = {}, cookie = world.staff, key }: Options = {}) {
  const { payload, headers } = formOf(content, fileName, fields)
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
    cookies: { sid: cookie },
  })
  return { status: answer.statusCode, json: answer.json() }
}
interface Options {
  fields?: Record<string, string>
  cookie?: string
  key?: string
}
const upload = (fileName: string, content = text(fileName), options: Options = {}) => post('/api/reports', fileName, content, options)
const replace = (report: ReportRecord, fileName: string, content: Buffer) =>
  post(`/api/reports/${report.id}/replace`, fileName, content, { fields: { updatedAt: report.updatedAt } })
async function stored(fileName: string, content?: Buffer): Promise<ReportRecord> {
  const { status, json } = await upload(fileName, content)
  expect([status, status === 201 ? '' : json]).toEqual([201, ''])
  return reports.record.parse(json) as ReportRecord
}
const counted = async () => (await server.ownerDb.selectFrom('clientReport').select('id').execute()).length

test('the name says whose it is, of which type and year; its institution then finds it, another does not', async () => {
  const record = await stored(`${world.bank}-apa-26-First_Coastal-2026-09.txt`, text('a plan'))
  expect(record).toMatchObject({
    institutionId: world.bank,
    typeCode: 'APA',
    yearOverride: 2026,
    name: 'First_Coastal-2026-09',
    displayName: 'First Coastal-2026-09',
    extension: 'txt',
    origin: 'UPLOADED',
    version: 1,
    safety: 'PASSED',
  })
  const found = async (cookie: string) => (await server.callAs(cookie, searchReports, {})).body.records.map(({ id }) => id)
  expect([await found(world.client), await found(world.otherClient)]).toEqual([[record.id], []])
  expect((await server.callAs(world.client, reportFile, { id: record.id })).bytes.toString()).toBe('a plan\n')
  expect((await server.callAs(world.client, get, { id: record.id })).body).not.toHaveProperty('safety')
  expect((await server.callAs(world.otherClient, get, { id: record.id })).status).toBe(404)
  expect((await server.callAs(world.reader, list, {})).body.records[0]).toMatchObject({ id: record.id, readers: 1 })
})

test('what a name does not allow is refused in a sentence, and nothing is kept', async () => {
  const { bank, foreign } = world
  await stored(`${bank}-APA-26-there.txt`)
  const refusals: [string, string][] = [
    ['september.txt', "september.txt: Name doesn't meet required format."],
    [`${foreign}-APA-26-x.txt`, `${foreign}-APA-26-x.txt: Institution ${foreign} is not on this site.`],
    [`${bank}-QQQ-26-x.txt`, `${bank}-QQQ-26-x.txt: There is no report type QQQ.`],
    [
      `${bank}-apa-26-THERE.txt`,
      `${bank}-apa-26-THERE.txt: A report with this name is already stored. Rename the file, or replace the file of that report.`,
    ],
  ]
  for (const [name, message] of refusals) {
    const { status, json } = await upload(name)
    expect([status, json.message, json.meta]).toEqual([400, message, { file: [message] }])
  }
  expect((await upload(`${bank}-APA-26-macro.exe`)).status).toBe(400)
  expect(await counted()).toBe(1)
})

test('names are looked at before a byte is sent: 500 at once, each with what it says and what hinders it', async () => {
  const { bank, foreign } = world
  const there = await stored(`${bank}-APA-26-there.txt`)
  const gone = await stored(`${bank}-APA-26-gone.txt`)
  await server.callAs(world.staff, remove, { ids: [gone.id] })
  const fileNames = [
    `${bank}-LEG-99-Trust_deed.pdf`,
    'x.pdf',
    `${foreign}-APA-26-x.pdf`,
    `${bank}-QQQ-26-x.pdf`,
    `${bank}-APA-26-There.txt`,
    `${bank}-APA-26-gone.txt`,
    `${bank}-leg-99-trust_deed.PDF`,
    `${bank}-APA-26-tool.exe`,
  ]
  const { records } = (await server.callAs(world.staff, checkReportNames, { fileNames })).body
  expect(records.map(({ problem }) => problem)).toEqual([null, 'name', 'institution', 'type', 'duplicate', null, 'repeated', 'kind'])
  expect(records[0]).toMatchObject({ institutionId: bank, typeCode: 'LEG', yearOverride: 2099, displayName: 'Trust deed', message: null })
  expect(records[0]?.institutionName).toBeTruthy()
  expect([records[4]?.duplicateOf, records[5]?.inTrash]).toEqual([there.id, true])
  const many = Array.from({ length: 500 }, (_, index) => `${bank}-APA-26-file${index}.pdf`)
  expect(
    (await server.callAs(world.staff, checkReportNames, { fileNames: many })).body.records.every(({ problem }) => problem === null),
  ).toBe(true)
  expect((await server.callAs(world.staff, checkReportNames, { fileNames: [...many, 'x'] })).status).toBe(400)
  expect((await server.callAs(world.reader, checkReportNames, { fileNames: many })).status).toBe(403)
})

test('of ten that come at once under one name one is stored', async () => {
  const name = `${world.bank}-APA-26-race.txt`
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => upload(name, text(`copy ${index}`))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 400)])
  expect(await counted()).toBe(1)
})

test('sent again after a lost answer it is answered as before, and stored once', async () => {
  const name = `${world.bank}-APA-26-again.txt`
  const key = randomUUID()
  const both = [await upload(name, text('x'), { key }), await upload(name, text('x'), { key })]
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(both[1]?.json).toEqual(both[0]?.json)
  expect(await counted()).toBe(1)
})

test('a file that came in parts is kept by its upload', async () => {
  const content = text('in parts')
  const fileName = `${world.bank}-APA-26-parts.txt`
  const { body } = await server.callAs(world.staff, startUpload, { purpose: 'CLIENT_REPORT', fileName, sizeBytes: content.length })
  expect((await post(`/api/uploads/${body.id}/parts/0`, 'part', content)).status).toBe(200)
  const boundary = 'x'
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/reports',
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="uploadId"\r\n\r\n${body.id}\r\n--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    cookies: { sid: world.staff },
  })
  expect(statusCode).toBe(201)
  expect((await server.callAs(world.staff, list, { search: 'parts' })).body.records).toHaveLength(1)
})

test('a server that dies between the bytes and their row leaves no row, and the bytes go with the sweep', async () => {
  // The last statements of the transaction fail, as they would when the connection is gone.
  await sql`alter table file_batch rename to file_batch_away`.execute(server.ownerDb)
  try {
    expect((await upload(`${world.bank}-APA-26-half.txt`, text('half'))).status).toBe(500)
  } finally {
    await sql`alter table file_batch_away rename to file_batch`.execute(server.ownerDb)
  }
  const sha256 = createHash('sha256').update(text('half')).digest('hex')
  expect([await counted(), await server.kernel.files.has(sha256)]).toEqual([0, true])
  await sweepFiles(server.kernel.files, server.ownerDb, new Date(Date.now() + 2 * DAY))
  expect(await server.kernel.files.has(sha256)).toBe(false)
})

test('another file takes the place of the first, which is kept as a version; a stale one is told what changed', async () => {
  const first = await stored(`${world.bank}-APA-26-plan.txt`, text('one'))
  const second = await replace(first, 'corrected.csv', Buffer.from('a,b\n1,2\n'))
  expect(second.json).toMatchObject({ id: first.id, version: 2, extension: 'csv', uploadName: `${world.bank}-APA-26-plan.csv` })
  expect((await replace(first, 'late.txt', text('late'))).json).toMatchObject({ code: 'conflict', meta: { current: { version: 2 } } })
  const wrong = await replace(second.json, `${world.other}-APA-26-plan.txt`, text('whose'))
  expect([wrong.status, wrong.json.message]).toEqual([400, expect.stringContaining(`gives institution ${world.other}`)])
  const { records } = (await server.callAs(world.reader, listReportVersions, { id: first.id })).body
  expect(records.map(({ version, current, extension }) => [version, current, extension])).toEqual([
    [2, true, 'csv'],
    [1, false, 'txt'],
  ])
  expect((await server.callAs(world.reader, reportVersionFile, { id: first.id, version: 1 })).bytes.toString()).toBe('one\n')
  expect((await server.callAs(world.stranger, reportVersionFile, { id: first.id, version: 1 })).status).toBe(404)
})

test('name, year and type are corrected; of two who correct at once the second sees both versions', async () => {
  const record = await stored(`${world.bank}-APA-26-plan.txt`)
  const saved = await server.callAs(world.staff, update, {
    id: record.id,
    updatedAt: record.updatedAt,
    yearOverride: 2025,
    typeCode: 'LEG',
  })
  expect(saved.body).toMatchObject({
    yearOverride: 2025,
    typeCode: 'LEG',
    path: `/clients/${world.bank}/reports/2025/LEG/${record.uploadName}`,
  })
  const stale = await server.callAs(world.staff, update, { id: record.id, updatedAt: record.updatedAt, displayName: 'Mine' })
  expect([stale.status, stale.error.meta]).toEqual([
    409,
    expect.objectContaining({ current: expect.objectContaining({ yearOverride: 2025 }), yours: { displayName: 'Mine' } }),
  ])
  const unknown = await server.callAs(world.staff, update, { id: record.id, updatedAt: String(saved.body.updatedAt), typeCode: 'QQQ' })
  expect(unknown.error.meta).toEqual({ typeCode: ['No report type has this code.'] })
})

test('deleted reports lie in the trash for 30 days, are not in the way of a new one, and come back unless their name is taken', async () => {
  const name = `${world.bank}-APA-26-plan.txt`
  const first = await stored(name, text('first'))
  await server.callAs(world.staff, bulk, { action: 'delete', matching: { typeCode: ['APA'] }, expected: 1 })
  expect((await server.callAs(world.client, reportFile, { id: first.id })).status).toBe(404)
  expect((await server.callAs(world.reader, list, { deleted: true })).body.records).toHaveLength(1)
  const second = await stored(name, text('second'))
  const taken = await server.callAs(world.staff, restore, { ids: [first.id] })
  expect([taken.status, taken.error.message]).toEqual([409, expect.stringContaining('now has the same name')])
  await server.callAs(world.staff, remove, { ids: [second.id] })
  expect((await server.callAs(world.staff, restore, { ids: [first.id] })).status).toBe(200)
  server.setNow(new Date(Date.now() + 31 * DAY))
  await server.ownerDb
    .updateTable('userSession')
    .set({ lastSeenAt: new Date(Date.now() + 31 * DAY).toISOString(), absoluteExpiry: new Date(Date.now() + 32 * DAY).toISOString() })
    .execute()
  expect((await server.callAs(world.staff, restore, { ids: [second.id] })).status).toBe(404)
})

test('after 30 days in the trash a file goes for good, unless another row is made of the same bytes', async () => {
  const [gone, shared] = [
    await stored(`${world.bank}-APA-26-gone.txt`, text('alone')),
    await stored(`${world.bank}-APA-26-shared.txt`, text('both')),
  ]
  await stored(`${world.bank}-APA-26-kept.txt`, text('both'))
  await replace(gone, 'newer.txt', text('newer'))
  await server.callAs(world.staff, remove, { ids: [gone.id, shared.id] })
  const hashes = async () => new Set((await server.ownerDb.selectFrom('storedFile').select('sha256').execute()).map(({ sha256 }) => sha256))
  const before = await hashes()
  await forgetDeleted(server.ownerDb, new Date(Date.now() + 29 * DAY))
  expect(await hashes()).toEqual(before)
  await forgetDeleted(server.ownerDb, new Date(Date.now() + 31 * DAY))
  const left = await hashes()
  expect(before.size - left.size).toBe(2)
  expect(await counted()).toBe(1)
  await sweepFiles(server.kernel.files, server.ownerDb, new Date(Date.now() + 31 * DAY))
  for (const sha256 of before) expect(await server.kernel.files.has(sha256)).toBe(left.has(sha256))
})

test('a released record is neither changed, replaced nor deleted here; the others of the same choice are', async () => {
  const [released, uploaded] = [await stored(`${world.bank}-APA-26-released.txt`), await stored(`${world.bank}-APA-26-uploaded.txt`)]
  await server.ownerDb.updateTable('clientReport').set({ origin: 'RELEASED' }).where('id', '=', released.id).execute()
  expect(
    (await server.callAs(world.staff, update, { id: released.id, updatedAt: released.updatedAt, yearOverride: 2020 })).error.code,
  ).toBe('wrong_status')
  expect((await replace(released, 'x.txt', text('x'))).json.code).toBe('wrong_status')
  expect((await server.callAs(world.staff, remove, { ids: [released.id] })).error.code).toBe('wrong_status')
  const { body } = await server.callAs(world.staff, bulk, { action: 'delete', matching: {}, expected: 2 })
  expect(body).toMatchObject({ done: [uploaded.id], refused: [{ id: released.id, message: expect.stringContaining('never deleted') }] })
})

test('what was dropped together is told together; someone else’s drop is not there', async () => {
  const uploadBatch = randomUUID()
  await upload(`${world.bank}-APA-26-one.txt`, text('1'), { fields: { uploadBatch } })
  await upload(`${world.bank}-APA-26-two.txt`, text('2'), { fields: { uploadBatch } })
  const mails = () => server.ownerDb.selectFrom('mailOutbox').select('id').execute()
  const before = (await mails()).length
  expect((await server.callAs(world.stranger, finishReportBatch, { uploadBatch })).status).toBe(404)
  expect((await server.callAs(world.staff, finishReportBatch, { uploadBatch })).body).toEqual({ files: 2, mails: 1 })
  expect((await server.callAs(world.staff, finishReportBatch, { uploadBatch })).body).toEqual({ files: 2, mails: 0 })
  expect((await mails()).length - before).toBe(1)
})

test('what waits for its check is shown to the team and to nobody else', async () => {
  const record = await stored(`${world.bank}-APA-26-held.txt`, text('held'))
  await server.ownerDb
    .updateTable('storedFile')
    .set({ safety: 'HELD' })
    .where('sha256', '=', server.ownerDb.selectFrom('clientReport').select('fileSha256').where('id', '=', record.id))
    .execute()
  expect((await server.callAs(world.reader, list, { safety: 'HELD' })).body.records).toHaveLength(1)
  expect((await server.callAs(world.client, searchReports, {})).body.records).toEqual([])
  expect((await server.callAs(world.client, get, { id: record.id })).status).toBe(404)
  expect((await server.callAs(world.client, reportFile, { id: record.id })).status).toBe(404)
})
