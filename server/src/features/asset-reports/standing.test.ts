import { assetReports } from '@corridor/contract/asset-reports.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { getPosting } from '@corridor/contract/ledger-accounts.ts'
import { expect, test, vi } from 'vitest'
import { roomOf } from '../../reporting/pdf/stamps.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, unzipped, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

interface Made extends ReportWorld {
  report: number
  batch: number
  client: string
}
async function madeWorld(): Promise<Made> {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batch = await world.start()
  await world.make(batch)
  const [institutionId = 0] = world.institutionIds
  return { ...world, batch, report: (await world.reportOf(institutionId)).id, client: world.clients[0] ?? '' }
}

type Asked = Partial<InputOf<typeof assetReports.downloadReports>>
const download = async ({ report }: Made, cookie: string, asked: Asked = {}) => {
  const answer = await server.callAs(cookie, assetReports.downloadReports, { batch: 0, reportIds: String(report), ...asked })
  expect(answer.status).toBe(200)
  return answer.bytes
}
const release = ({ otherStaff, batch, report }: Made) =>
  server.callAs(otherStaff, assetReports.releaseReports, { batch, reportIds: [report] })
const withdraw = ({ staff, batch, report }: Made) =>
  server.callAs(staff, assetReports.withdrawReports, { batch, reportIds: [report], reason: 'A value was wrong' })

/** No audit was of the month of these reports, which all formats say once they are released. */
const UNAUDITED = ' · SEPTEMBER NOT AUDITED'
const FINAL = `FINAL${UNAUDITED}`
const STAMP = /(?:DRAFT, NOT RELEASED(?:, [A-Z ]+v?\d*)*|WITHDRAWN|FINAL|RESTATED v\d+|PRELIMINARY)(?: · [A-Z]+ NOT AUDITED)?/g
const stampsOf = (text: string): string[] => [...new Set(text.match(STAMP) ?? [])]

/** The stamp that each format shows. */
async function shown(made: Made, cookie: string, version?: number) {
  const asked = version === undefined ? {} : { version }
  const screen = await server.callAs(cookie, assetReports.getReport, { batch: 0, report: made.report, ...asked })
  const workbook = await workbookOf(await download(made, cookie, { ...asked, format: 'xlsx' }))
  const footers = new Set(workbook.worksheets.map(({ headerFooter }) => /&C(.*)&R/.exec(headerFooter.oddFooter ?? '')?.[1]))
  const about = workbook
    .getWorksheet('About')
    ?.getSheetValues()
    .find((row) => Array.isArray(row) && row[1] === 'Status')
  const csv = (await download(made, cookie, { ...asked, format: 'csv' })).toString().trim().split('\r\n')
  const pages = await pdfText(await download(made, cookie, asked))
  return {
    screen: screen.body.view,
    pdf: stampsOf(pages),
    xlsx: [...footers, Array.isArray(about) ? about[2] : undefined],
    csv: [...new Set(csv.slice(1).map((line) => /,"?([^,"]*(?:, [^"]*)?)"?$/.exec(line)?.[1]))],
    csvHead: csv[0]?.split(',').at(-1),
  }
}
const all = (text: string) => ({
  screen: { header: { stamp: { text } } },
  pdf: [text],
  xlsx: [text, text],
  csv: [text],
  csvHead: expect.stringContaining('Report status'),
})

test('every format says DRAFT, NOT RELEASED until the report is released, FINAL from then on, and WITHDRAWN while it is withdrawn', async () => {
  const made = await madeWorld()
  expect(await shown(made, made.staff)).toMatchObject(all('DRAFT, NOT RELEASED'))
  await release(made)
  expect(await shown(made, made.staff)).toMatchObject(all(FINAL))
  expect(await shown(made, made.client)).toMatchObject(all(FINAL))
  const [first, again] = [await download(made, made.client), await download(made, made.client)]
  expect(first.equals(again)).toBe(true)
  const sheet = await download(made, made.client, { format: 'xlsx' })

  await withdraw(made)
  expect(await shown(made, made.staff)).toMatchObject(all('WITHDRAWN'))
  await release(made)
  expect((await download(made, made.client)).equals(first)).toBe(true)
  expect((await download(made, made.client, { format: 'xlsx' })).equals(sheet)).toBe(true)
})

test('a draft is the released paper but for its end, the same each time it is read, and no file is kept of it', async () => {
  const made = await madeWorld()
  const files = async () => (await server.ownerDb.selectFrom('storedFile').select('sha256').execute()).length
  const before = await files()
  const drafts = [await download(made, made.staff), await download(made, made.staff)] as const
  await download(made, made.staff, { format: 'xlsx' })
  expect(drafts[0].equals(drafts[1])).toBe(true)
  expect(await files()).toBe(before)
  await release(made)
  const final = await download(made, made.client)
  expect(await files()).toBe(before)
  let same = 0
  while (drafts[0][same] === final[same]) same++
  expect(same).toBeGreaterThan(final.length * 0.85)
})

test('several drafts come in one archive, each stamped; so do the entries to post', async () => {
  const made = await madeWorld()
  const other = await buildReportWorld(server, { institutions: 2, siteId: made.siteId })
  const batch = await other.start()
  await other.make(batch)
  const ids = await Promise.all(other.institutionIds.map(async (id) => (await other.reportOf(id)).id))
  const archive = await unzipped(await download(made, other.staff, { batch, reportIds: ids.join(',') }))
  expect(archive.size).toBe(2)
  for (const bytes of archive.values()) expect(stampsOf(await pdfText(bytes))).toEqual(['DRAFT, NOT RELEASED'])

  const posting = async () => (await server.callAs(made.staff, getPosting, { batch: made.batch, report: made.report })).body
  expect((await posting()).csv ?? (await posting()).problem).toMatch(/DRAFT, NOT RELEASED|account/)
})

test('the version that clients have stays FINAL while a restated one is a draft; history shows both as they stand', async () => {
  const made = await madeWorld()
  await release(made)
  const first = await download(made, made.client)
  const again = await made.start({ isRegenerating: true })
  await made.make(again)
  expect(stampsOf(await pdfText(await download(made, made.staff)))).toEqual(['DRAFT, NOT RELEASED, RESTATED v2'])
  expect((await download(made, made.staff, { version: 1 })).equals(first)).toBe(true)
  expect((await download(made, made.client)).equals(first)).toBe(true)
  const changes = async () => (await server.callAs(made.staff, assetReports.listChanges, { batch: 0, report: made.report })).body.comparison
  expect(await changes()).toMatchObject({ from: { stamp: FINAL }, to: { stamp: 'DRAFT, NOT RELEASED, RESTATED v2' } })
  await withdraw(made)
  await release({ ...made, batch: again })
  expect(await changes()).toMatchObject({ from: { stamp: 'WITHDRAWN' }, to: { stamp: `RESTATED v2${UNAUDITED}` } })
  expect(await shown(made, made.staff, 1)).toMatchObject(all('WITHDRAWN'))
})

test('what is released as it is made is FINAL at once, and the record’s file is what the report’s page gives', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batch = await world.start({ hold: false })
  await world.make(batch)
  const [institutionId = 0] = world.institutionIds
  const made: Made = { ...world, batch, report: (await world.reportOf(institutionId)).id, client: world.clients[0] ?? '' }
  const final = await download(made, made.client)
  expect(stampsOf(await pdfText(final))).toEqual([FINAL])
  // Nobody pressed Release: the log says so, and names whoever started the batch.
  const { createdBy } = await server.ownerDb.selectFrom('reportBatch').select('createdBy').where('id', '=', batch).executeTakeFirstOrThrow()
  expect(
    await server.ownerDb
      .selectFrom('activity')
      .select(['actorId', 'after'])
      .where('action', '=', 'report.released')
      .where('entityId', '=', String(made.report))
      .execute(),
  ).toEqual([{ actorId: createdBy, after: { version: 1, batchId: batch, hold: false } }])
  const { records } = (await server.callAs(made.client, searchReports, {})).body
  expect((await server.callAs(made.client, reportFile, { id: records[0]?.id ?? 0 })).bytes.equals(final)).toBe(true)
})

test('a paper that was printed before papers kept room for a stamp is printed again while it is a draft, and given as it is once it is released', async () => {
  const made = await madeWorld()
  const { pdfSha256 } = await server.ownerDb
    .selectFrom('reportVersion')
    .select('pdfSha256')
    .where('reportId', '=', made.report)
    .executeTakeFirstOrThrow()
  const printed = await server.kernel.files.read(pdfSha256 ?? '')
  const old = Buffer.from(printed.toString('latin1').replace('%release ', '%earlier '), 'latin1')
  expect([roomOf(printed), roomOf(old)]).toEqual([expect.objectContaining({ note: null }), undefined])
  const stored = await server.kernel.files.put(old)
  await server.ownerDb
    .insertInto('storedFile')
    .values({ ...stored, mediaType: 'application/pdf' })
    .execute()
  await server.ownerDb.updateTable('reportVersion').set({ pdfSha256: stored.sha256 }).where('reportId', '=', made.report).execute()
  expect(stampsOf(await pdfText(await download(made, made.staff)))).toEqual(['DRAFT, NOT RELEASED'])
  await release(made)
  expect((await download(made, made.client)).equals(old)).toBe(true)
})
