/** Board books, from the choice to the file in another reader: bookmarks, page numbers, sources; and whose they are. */
import { boardBookFile, createBoardBook, deleteBoardBook, listBoardBooks, listBookFiles } from '@corridor/contract/board-books.ts'
import { searchReports } from '@corridor/contract/client-reports.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { sql } from 'kysely'
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePdfWorkers, renderPdf } from '../../reporting/pdf/pool.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useHoldings } from '../../test/holdings.ts'
import { pdfPages } from '../../test/report-files.ts'
import { samplePaper, sampleSnapshot } from '../../test/sample-snapshot.ts'
import { writeOutline } from './outlines.ts'

const server = useServer({ jobs: true })
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', client: '', colleague: '', neighbor: '', report: 0, review: 0, sheet: 0, theirs: 0 }

beforeAll(async () => {
  const { siteId, institutionId, neighbor } = book
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR'] })
    .execute()
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_REPORTS: 1, DOCUMENT_CENTER: 1 } })
  world.client = await signedInAs(server.ownerDb, 'c', { siteId, institutionId })
  world.colleague = await signedInAs(server.ownerDb, 'c', { siteId, institutionId })
  world.neighbor = await signedInAs(server.ownerDb, 'c', { siteId, institutionId: neighbor.institutionId })
  world.report = await put(institutionId, 'Asset Report, September 2026', 'pdf', await paper(['Holdings', 'Notes'], true))
  world.review = await put(institutionId, 'Letter of the carrier', 'pdf', await paper(['A letter'], false))
  world.sheet = await put(institutionId, 'Schedule', 'xlsx', Buffer.from('no paper'))
  world.theirs = await put(neighbor.institutionId, 'Theirs', 'pdf', await paper(['Theirs'], false))
})

afterAll(closePdfWorkers)

/** Pages that each say their words, with bookmarks of their own, and a link from the first to the last. */
async function paper(words: readonly string[], withBookmarks: boolean): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const pages = words.map((text) => {
    const page = pdf.addPage([612, 792])
    page.drawText(text, { x: 72, y: 700, font })
    return page
  })
  if (withBookmarks)
    writeOutline(
      pdf,
      pages.map((page, at) => ({ title: words[at] ?? '', page: page.ref, inside: [] })),
    )
  const [first, last] = [pages[0], pages.at(-1)]
  if (first && last) {
    const link = pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [72, 690, 200, 720], Dest: [last.ref, 'Fit'], P: first.ref })
    first.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(link)]))
  }
  return Buffer.from(await pdf.save())
}

async function put(institutionId: number, displayName: string, extension: string, content: Buffer): Promise<number> {
  const file = await server.kernel.files.put(content)
  await server.ownerDb
    .insertInto('storedFile')
    .values({ ...file, mediaType: 'application/pdf', safety: 'PASSED' })
    .onConflict((one) => one.doNothing())
    .execute()
  const { id } = await server.ownerDb
    .insertInto('clientReport')
    .values({
      institutionId,
      siteId: book.siteId,
      typeCode: 'MBR',
      uploadName: `${displayName}.${extension}`,
      yearOverride: 2026,
      name: displayName,
      displayName,
      extension,
      path: displayName,
      fileSha256: file.sha256,
      sizeBytes: file.sizeBytes,
      origin: 'UPLOADED',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const order = (cookie: string, ids: readonly number[], name = 'October board') =>
  server.callAs(cookie, createBoardBook, { name, period: '2026-09-30', parts: ids.map((id) => ({ kind: 'REPORT' as const, id })) })

async function made(cookie: string, ids: readonly number[], name?: string) {
  const { status, body, error } = await order(cookie, ids, name)
  expect([status, error.message]).toEqual([201, ''])
  const list = async () => (await server.callAs(cookie, listBoardBooks, {})).body?.records.find(({ id }) => id === body?.id)
  await expect.poll(async () => (await list())?.status, { timeout: 20_000 }).not.toBe('MAKING')
  const found = await list()
  if (!found) throw new Error('the book is not listed')
  return found
}

test('a book holds its parts in their order with bookmarks of two levels, contents that link, page numbers and the sources, as another reader finds them', async () => {
  const { id, status, failure, pages, parts } = await made(world.client, [world.review, world.report, world.sheet])
  expect([status, failure, pages]).toEqual(['READY', null, 5])
  expect(parts.map(({ title, pages: count, since }) => [title, count, since])).toEqual([
    ['Letter of the carrier', 1, 'SAME'],
    ['Asset Report, September 2026', 2, 'SAME'],
    ['Schedule', null, 'SAME'],
  ])
  const file = await server.callAs(world.client, boardBookFile, { id })
  expect(file.headers['content-disposition']).toEqual(
    expect.stringMatching(/^attachment; filename=".+, October board, September 2026\.pdf"$/),
  )
  const pdf = await getDocumentProxy(new Uint8Array(file.bytes))
  const pageOf = async (dest: unknown): Promise<number> => (Array.isArray(dest) ? 1 + (await pdf.getPageIndex(dest[0])) : 0)
  const outline = await Promise.all(
    (await pdf.getOutline()).map(async ({ title, dest, items }) => [
      title,
      await pageOf(dest),
      await Promise.all(items.map(async (one) => [one.title, await pageOf(one.dest)])),
    ]),
  )
  expect(outline).toEqual([
    ['Cover', 1, []],
    ['Contents', 1, []],
    ['Letter of the carrier', 2, []],
    [
      'Asset Report, September 2026',
      3,
      [
        ['Holdings', 3],
        ['Notes', 4],
      ],
    ],
    ['Sources and versions', 5, []],
  ])
  const links = async (page: number) =>
    Promise.all((await (await pdf.getPage(page)).getAnnotations()).map(async ({ dest, url }) => [await pageOf(dest), url ?? null]))
  expect([await links(1), await links(3)]).toEqual([
    [
      [2, null],
      [3, null],
    ],
    [[4, null]],
  ])
  const { text } = await extractText(pdf)
  expect(text[0]).toMatch(/Letter of the carrier.*2.*Asset Report, September 2026.*3.*Schedule.*Not included: not a PDF/s)
  expect(text.map((words) => words.match(/Page \d+ of \d+/g))).toEqual([
    null,
    ['Page 2 of 5'],
    ['Page 3 of 5'],
    ['Page 4 of 5'],
    ['Page 5 of 5'],
  ])
  for (const part of parts) expect(text[4]).toContain(part.sha256)
  expect(text[4]).toMatch(/Chosen and not included.*Schedule\.xlsx/s)
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: expect.stringContaining('October board'), Language: 'en-US' })
})

test('a report of the portal has its page number after the book’s, gives up the hash of its values, and nothing else', async () => {
  const { bytes } = await renderPdf(samplePaper, buildAssetReport(sampleSnapshot({ policies: 40 })))
  const report = await put(book.institutionId, 'Asset Report, October 2026', 'pdf', Buffer.from(bytes))
  const { id } = await made(world.client, [world.review, report], 'Own papers')
  const bound = await pdfPages((await server.callAs(world.client, boardBookFile, { id })).bytes)
  const alone = await pdfPages(bytes)
  const last = alone.length + 3
  expect(alone.every((page) => /Page \d+ of \d+/.test(page) && / · Values [0-9a-f]{8} · /.test(page))).toBe(true)
  const words = (page = '') => page.split(/\s+/).filter(Boolean).sort()
  for (const [index, page] of alone.entries())
    expect(words(bound[index + 2])).toEqual(
      words(
        page
          .replace(/Page \d+ of \d+/, `Page ${index + 3} of ${last} · report page ${index + 1} of ${alone.length}`)
          .replace(/ · Values [0-9a-f]{8}/, ''),
      ),
    )
})

test('a file kept at half past midnight UTC was filed the evening before, by the calendar of the site, and renaming it changes nothing', async () => {
  const id = await put(book.institutionId, 'Kept in the evening', 'pdf', await paper(['Evening'], false))
  await sql`update client_report set created_at = '2026-11-28T00:30:00Z', updated_at = '2026-12-24T12:00:00Z' where id = ${id}`.execute(
    server.ownerDb,
  )
  const standing = async () => (await made(world.client, [id], 'Evening')).parts.map((part) => part.standing)
  expect(await standing()).toEqual(['Filed 11/27/2026'])
  await sql`insert into client_report_version (institution_id, client_report_id, version, site_id, upload_name, extension, file_sha256, size_bytes, created_at)
    select institution_id, id, 2, site_id, upload_name, extension, file_sha256, size_bytes, '2026-11-30T12:00:00Z' from client_report where id = ${id}`.execute(
    server.ownerDb,
  )
  await server.ownerDb.updateTable('clientReport').set({ version: 2 }).where('id', '=', id).execute()
  expect(await standing()).toEqual(['Filed 11/27/2026, version 2 on 11/30/2026'])
  const offered = (await server.callAs(world.client, listBookFiles, {})).body?.records.find((file) => file.id === id)
  expect(offered?.standing).toBe('Filed 11/27/2026, version 2 on 11/30/2026')
})

test('more than twelve parts have a page of contents of their own', async () => {
  const letters = await Promise.all(
    Array.from({ length: 13 }, async (_, at) =>
      put(book.institutionId, `Letter ${at + 1}`, 'pdf', await paper([`Words ${at + 1}`], false)),
    ),
  )
  const { id, pages } = await made(world.client, letters, 'Many')
  const bound = await pdfPages((await server.callAs(world.client, boardBookFile, { id })).bytes)
  expect([pages, bound[0]?.includes('Contents'), bound[1]?.includes('Contents')]).toEqual([16, false, true])
  expect(bound[1]).toMatch(/Letter 1\s.*3.*Letter 13\s.*15/s)
})

test('a book is its maker’s alone: a colleague, another bank and the firm find none of it', async () => {
  const { id } = await made(world.client, [world.report], 'Mine')
  for (const cookie of [world.colleague, world.neighbor, world.staff]) {
    const asked = cookie === world.staff ? { clientId: book.institutionId } : {}
    expect((await server.callAs(cookie, listBoardBooks, asked)).body?.records).toEqual([])
    expect((await server.callAs(cookie, boardBookFile, { id })).status).toBe(404)
    expect((await server.callAs(cookie, deleteBoardBook, { id })).status).toBe(404)
  }
  const offered = (await server.callAs(world.client, listBookFiles, {})).body?.records.map(({ title }) => title)
  expect([offered?.includes('Schedule'), offered?.includes('Theirs')]).toEqual([true, false])
  expect((await order(world.client, [world.report, world.theirs])).status).toBe(404)
})

test('files are offered the newest month first, whenever they were filed; of one year, what was filed last', async () => {
  const { institutionId, siteId } = book
  const ids: number[] = []
  for (const [name, year, day] of [
    ['Of 2023', 2023, '2026-11-27'],
    ['Of 2024, early', 2024, '2025-02-03'],
    ['Of 2024, late', 2024, '2026-11-27'],
    ['Of May', 2025, '2025-05-09'],
  ] as const) {
    const id = await put(institutionId, name, 'pdf', Buffer.from(name))
    await server.ownerDb
      .updateTable('clientReport')
      .set({ yearOverride: year, createdAt: `${day}T12:00:00Z` })
      .where('id', '=', id)
      .execute()
    ids.push(id)
  }
  const offered = (await server.callAs(world.client, listBookFiles, {})).body?.records.filter(
    ({ id, kind }) => kind === 'REPORT' && ids.includes(id),
  )
  expect(offered?.map(({ title }) => title)).toEqual(['Of May', 'Of 2024, late', 'Of 2024, early', 'Of 2023'])
  // The client's own list of reports has the same order.
  const listed = (await server.callAs(world.client, searchReports, {})).body.records.filter(({ id }) => ids.includes(id))
  expect(listed.map(({ displayName }) => displayName)).toEqual(offered?.map(({ title }) => title))
  await server.ownerDb.deleteFrom('clientReport').where('id', 'in', ids).where('siteId', '=', siteId).execute()
})

test('a part that got another file is marked; one that was withdrawn closes the book', async () => {
  const staff = await made(world.client, [world.report, world.review], 'Later')
  const change = (set: { version?: number; withdrawnAt?: string | null }) =>
    server.ownerDb.updateTable('clientReport').set(set).where('id', '=', world.report).execute()
  await change({ version: 2 })
  const since = async () =>
    (await server.callAs(world.client, listBoardBooks, {})).body?.records.find(({ id }) => id === staff.id)?.parts.map((part) => part.since)
  expect([await since(), (await server.callAs(world.client, boardBookFile, { id: staff.id })).status]).toEqual([['NEWER', 'SAME'], 200])
  await change({ withdrawnAt: '2026-11-01T12:00:00Z' })
  const refused = await server.callAs(world.client, boardBookFile, { id: staff.id })
  expect([await since(), refused.status, refused.error.message]).toEqual([
    ['GONE', 'SAME'],
    409,
    'Asset Report, September 2026 can no longer be opened by you. Create the board book again without it.',
  ])
  await change({ version: 1, withdrawnAt: null })
})

test('what is damaged or locked is refused by name before anything is made, and a book of no paper is none', async () => {
  const damaged = await put(book.institutionId, 'Torn', 'pdf', Buffer.from('%PDF-1.7 and nothing more'))
  const before = (await server.ownerDb.selectFrom('boardBook').select('id').execute()).length
  const torn = await order(world.client, [world.report, damaged])
  expect([torn.status, torn.error]).toMatchObject([400, { meta: { parts: ['Torn is damaged and cannot be read.'] } }])
  const none = await order(world.client, [world.sheet])
  expect([none.status, none.error]).toMatchObject([400, { meta: { parts: [expect.stringContaining('None of these files is a PDF')] } }])
  expect((await order(world.client, [world.report, world.report])).status).toBe(400)
  expect((await server.ownerDb.selectFrom('boardBook').select('id').execute()).length).toBe(before)
})

test('staff make a book for an institution of their site, and the log tells it', async () => {
  const { body } = await server.callAs(world.staff, createBoardBook, {
    clientId: book.institutionId,
    name: 'For the bank',
    period: '2026-09-30',
    parts: [{ kind: 'REPORT', id: world.report }],
  })
  const rows = await server.ownerDb
    .selectFrom('activity')
    .select(['action', 'institutionId'])
    .where('entity', '=', 'board-book')
    .where('entityId', '=', String(body?.id))
    .execute()
  expect(rows).toEqual([{ action: 'board-book.ordered', institutionId: book.institutionId }])
  expect((await server.callAs(world.staff, listBookFiles, { clientId: book.stranger.institutionId })).status).toBe(404)
})
