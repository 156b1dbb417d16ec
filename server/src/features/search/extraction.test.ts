import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import { listUnreadFiles, retryUnreadFiles, searchFiles } from '@corridor/contract/search.ts'
import ExcelJS from 'exceljs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { officeFile } from '../../db/seeds/office-file.ts'
import { letterDocument } from '../../db/seeds/paper-document.ts'
import { buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfOf, stream } from '../../test/handed-in/make-pdf.ts'
import { buildFile, makePdf, readAll } from '../../test/search-files.ts'
import { openReadingThread } from './reading-thread.ts'

const server = useServer()
const folder = mkdtempSync(join(tmpdir(), 'corridor-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = { siteId: 0, institutionId: 0, staff: '', reader: '', elsewhere: '' }
beforeAll(async () => {
  const { ownerDb } = server
  at.siteId = await buildSite(ownerDb)
  at.institutionId = await buildInstitution(ownerDb, { sites: [at.siteId] })
  at.staff = await signedInAs(ownerDb, 'd', { siteId: at.siteId, permissions: { CLIENT_REPORTS: 2 } })
  at.reader = await signedInAs(ownerDb, 'b', { siteId: at.siteId, permissions: { CLIENT_REPORTS: 1 } })
  at.elsewhere = await signedInAs(ownerDb, 'd', { siteId: await buildSite(ownerDb), permissions: { CLIENT_REPORTS: 2 } })
})
const build = (displayName: string, content: Buffer, extension: string) =>
  buildFile(server, { kind: 'REPORT', siteId: at.siteId, institutionId: at.institutionId, displayName, content, extension })
const found = async (query: string) => (await server.callAs(at.staff, searchFiles, { query })).body.records.map(({ name }) => name.text)
const unread = async (cookie = at.staff) => (await server.callAs(cookie, listUnreadFiles, {})).body.records

async function workbook(): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  book.addWorksheet('Accruals').addRow(['Participant', 'Okonkwo-Reyes', new Date('2026-09-30'), 1234.5])
  return Buffer.from(await book.xlsx.writeBuffer())
}

test('words are read out of PDF, Word, Excel, CSV and text files, in any of their encodings', async () => {
  await build('Portable', await makePdf('The sur-', 'render of oxalis'), 'pdf')
  await build(
    'Word',
    await letterDocument({
      title: 'A letter',
      date: 'October 1, 2026',
      to: ['Alder'],
      blocks: ['about the agapanthus'],
      signer: { name: 'Ada Quill', title: 'Officer' },
    }),
    'docx',
  )
  await build('Excel', await workbook(), 'xlsx')
  await build('Separated', Buffer.from('Policy;Insured\nA-1;"Müller, Jörg"\n', 'latin1'), 'csv')
  await build('Plain', Buffer.from('\ufeffhellebore in two bytes', 'utf16le'), 'txt')
  await build('Picture', Buffer.from('no words in here'), 'png')
  await readAll(server)
  for (const [query, name] of [
    ['oxalis', 'Portable'],
    ['agapanthus', 'Word'],
    ['okonkwo', 'Excel'],
    ['accruals 1234.5', 'Excel'],
    ['Müller', 'Separated'],
    ['hellebore', 'Plain'],
    ['picture', 'Picture'],
  ] as const)
    expect([query, await found(query)]).toEqual([query, [name]])
  expect(await unread()).toEqual([])
})

test('the same bytes are read once, whoever’s they are', async () => {
  const twice = Buffer.from('asphodel')
  await build('Once', twice, 'txt')
  await readAll(server)
  await build('Again', twice, 'txt')
  expect((await found('asphodel')).toSorted()).toEqual(['Again', 'Once'])
  expect(
    await sql`select attempts from file_text t join search_entry e on e.file_sha256 = t.sha256 where e.names like 'Again%'`.execute(
      server.ownerDb,
    ),
  ).toMatchObject({
    rows: [{ attempts: 1 }],
  })
})

test('a broken file is marked with its reason and found by its name; staff see it, and only those who may change files have it read again', async () => {
  await build('Damaged', Buffer.from('%PDF-1.7 and then nothing of one'), 'pdf')
  await build('No workbook', Buffer.from('PK not really'), 'xlsx')
  await readAll(server)
  expect(await found('damaged')).toEqual(['Damaged'])
  const broken = await unread()
  expect(broken.map(({ name, reason, attempts }) => [name, reason, attempts]).toSorted()).toEqual([
    ['Damaged.pdf', 'The PDF is damaged or is not a PDF: it cannot be opened.', 1],
    ['No workbook.xlsx', expect.stringMatching(/^The .*\.$/), 1],
  ])
  expect(await unread(at.elsewhere)).toEqual([])
  const ids = broken.map(({ id }) => id)
  expect((await server.callAs(at.reader, retryUnreadFiles, { ids })).status).toBe(403)
  expect((await server.callAs(at.elsewhere, retryUnreadFiles, { ids })).status).toBe(404)
  expect((await server.callAs(at.staff, retryUnreadFiles, { ids })).body).toEqual({ retried: 2 })
  expect((await server.callAs(at.staff, listUnreadFiles, {})).body.pending).toBe(2)
  await readAll(server)
  expect(await unread()).toHaveLength(2)
})

test('a file whose reading fails is tried three times and never again; one that ended the process as well', async () => {
  await build('Missing', Buffer.from('its bytes are gone'), 'txt')
  await build('Deadly', Buffer.from('ends the process'), 'txt')
  const { ownerDb } = server
  const { rows } = await sql<{ sha256: string; name: string }>`
    select file_sha256 as sha256, split_part(names, ' ', 1) as name from search_entry where names like 'Missing%' or names like 'Deadly%' order by 2`.execute(
    ownerDb,
  )
  const [deadly, missing] = rows.map(({ sha256 }) => sha256)
  await server.kernel.files.remove(missing ?? '')
  await sql`update file_text set attempts = 3 where sha256 = ${deadly}`.execute(ownerDb)
  for (let run = 0; run < 5; run++) {
    await readAll(server)
    // Nobody waits for the pause between two tries.
    await sql`update file_text set not_before = now()`.execute(ownerDb)
  }
  const marked = (await unread()).filter(({ name }) => /^(Missing|Deadly)/.test(name)).map(({ name, attempts }) => [name, attempts])
  expect(marked.toSorted()).toEqual([
    ['Deadly.txt', 4],
    ['Missing.txt', 3],
  ])
})

test('a file that takes too long or too much memory ends its thread, and the next one is read', async () => {
  const path = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const small = { path: path('small.txt', 'toadflax'), extension: 'txt' }
  const slow = openReadingThread({ milliseconds: 1, megabytes: 64, besideMegabytes: 64 })
  expect(await slow.read(small)).toEqual({ failure: expect.stringMatching(/^It took longer than/) })
  await slow.end()
  const narrow = openReadingThread({ milliseconds: 30_000, megabytes: 24, besideMegabytes: 96 })
  const many = Array.from({ length: 600_000 }, (_, index) => `<si><t>${index}</t></si>`).join('')
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const large = await officeFile({
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relation}/worksheet" Target="one.xml"/></Relationships>`,
    'xl/one.xml': '<worksheet/>',
    'xl/sharedStrings.xml': `<sst>${many}</sst>`,
  })
  const answer = await narrow.read({ path: path('large.xlsx', large), extension: 'xlsx' })
  expect('failure' in answer && answer.failure).toBe('It needs too much memory to read.')
  // The unpacked size of a stream lies beside the thread's own memory.
  const packed = Buffer.from(deflateSync(Buffer.alloc(128 << 20, ' ')).toString('hex'))
  const page = pdfOf({ contents: stream(packed, '/Filter [/ASCIIHexDecode /FlateDecode]') })
  expect(await narrow.read({ path: path('unpacks.pdf', page), extension: 'pdf' })).toEqual(answer)
  expect(await narrow.read(small)).toMatchObject({ words: { characters: 8, vocabulary: ['toadflax'] } })
  await narrow.end()
})

test('one thread reads what comes file by file, and ends when nothing has come for a while', async () => {
  const started: Worker[] = []
  const note = (worker: Worker) => started.push(worker)
  process.on('worker', note)
  const path = join(folder, 'again.txt')
  writeFileSync(path, 'toadflax')
  const thread = openReadingThread()
  for (const _ of [1, 2, 3]) {
    expect(await thread.read({ path, extension: 'txt' })).toMatchObject({ words: { characters: 8 } })
    thread.rest()
  }
  expect(started).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  thread.rest()
  const ended = Promise.all(started.map((worker) => once(worker, 'exit')))
  vi.advanceTimersByTime(20_000)
  vi.useRealTimers()
  await ended
  expect(await thread.read({ path, extension: 'txt' })).toMatchObject({ words: { characters: 8 } })
  expect(started).toHaveLength(2)
  process.off('worker', note)
  await thread.end()
})

test('a file is not to blame for what the process grows by while it is read', async () => {
  writeFileSync(join(folder, 'calm.txt'), 'toadflax')
  const thread = openReadingThread({ milliseconds: 30_000, megabytes: 64, besideMegabytes: 96 })
  const answer = thread.read({ path: join(folder, 'calm.txt'), extension: 'txt' })
  await new Promise(setImmediate)
  const others = Buffer.alloc(256 << 20, 1)
  expect(await answer).toMatchObject({ words: { characters: 8 } })
  expect(others).toHaveLength(256 << 20)
  await thread.end()
})

test('what a very long file says beyond the limit is cut off, not refused', async () => {
  const numbers = Array.from({ length: 60_000 }, (_, index) => `${index}.${index % 97}`).join(' ')
  await build('Long', Buffer.from(`saxifrage ${numbers}`), 'txt')
  await readAll(server)
  expect(await found('saxifrage')).toEqual(['Long'])
  expect(
    await sql`select cut, status from file_text t join search_entry e on e.file_sha256 = t.sha256 where e.names like 'Long%'`.execute(
      server.ownerDb,
    ),
  ).toMatchObject({
    rows: [{ cut: true, status: 'READY' }],
  })
})
