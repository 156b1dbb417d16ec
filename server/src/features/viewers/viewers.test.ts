/** Facts that a viewer shows beside the file: its neighbors, and for staff its read receipts. */
import { reportFile } from '@corridor/contract/client-reports.ts'
import { startViewAs } from '@corridor/contract/rights.ts'
import { documentOpenings, reportOpenings, viewDocument, viewReport } from '@corridor/contract/viewers.ts'
import { expect, test } from 'vitest'
import { next, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useHoldings } from '../../test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const staff = () =>
  signedInAs(server.ownerDb, 'b', { siteId: book.siteId, permissions: { CLIENT_REPORTS: 1, DOCUMENT_CENTER: 1, USERS: 1 } })
const client = () => signIn(server.ownerDb, book.clientId, { siteId: book.siteId, institutionId: book.institutionId })
const cookieIn = (headers: Record<string, unknown>) => /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? ''
const sha256 = async () => (await server.ownerDb.selectFrom('storedFile').select('sha256').executeTakeFirstOrThrow()).sha256

async function buildReport(institutionId: number, displayName: string, over: { typeCode?: string; yearOverride?: number } = {}) {
  const { id } = await server.ownerDb
    .insertInto('clientReport')
    .values({
      institutionId,
      siteId: book.siteId,
      typeCode: 'MBR',
      uploadName: `${next()}.pdf`,
      yearOverride: 2019,
      name: displayName,
      displayName,
      extension: 'pdf',
      path: 'r.pdf',
      fileSha256: await sha256(),
      sizeBytes: 3,
      ...over,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a file stands among those of its owner, type and year, in the order of the list', async () => {
  const [first, second, third] = [
    await buildReport(book.institutionId, 'A'),
    await buildReport(book.institutionId, 'B'),
    await buildReport(book.institutionId, 'C'),
  ]
  await buildReport(book.institutionId, 'Another year', { yearOverride: 2018 })
  await buildReport(book.neighbor.institutionId, 'Another bank')
  const { body } = await server.callAs(await client(), viewReport, { id: second })
  expect(body).toMatchObject({ previous: { id: first, displayName: 'A' }, next: { id: third, displayName: 'C' }, position: 2, siblings: 3 })
  expect((await server.callAs(await staff(), viewReport, { id: first })).body).toMatchObject({ previous: null, siblings: 3 })
})

test('a released report says of which day its figures are, and which report it is', async () => {
  const { body } = await server.callAs(await client(), viewReport, { id: book.clientReportId })
  expect(body).toMatchObject({
    dataAsOf: '2026-09-30',
    version: 1,
    source: { reportType: 'AssetReport', batchId: book.batchId, reportId: book.reportId },
  })
})

test('opening is noted for the client, once a person, and shown to staff; staff and a view as the client leave no receipt', async () => {
  const receipts = async () => (await server.callAs(await staff(), reportOpenings, { id: book.clientReportId })).body.records
  const open = async (cookie: string) => server.callAs(cookie, reportFile, { id: book.clientReportId })
  const viewed = await server.callAs(await staff(), startViewAs, { userId: book.clientId })
  await open(await staff())
  await open(cookieIn(viewed.headers))
  expect(await receipts()).toEqual([])
  await open(await client())
  await open(await client())
  expect(await receipts()).toMatchObject([{ userId: book.clientId, role: 'c', times: 2 }])
  expect((await server.callAs(await client(), reportOpenings, { id: book.clientReportId })).status).toBe(403)
})

test('a carrier’s document opens for the bank that holds its policies, another bank’s for nobody else', async () => {
  const { carrierCode } = await server.ownerDb
    .selectFrom('policy')
    .select('carrierCode')
    .where('id', '=', book.policyId)
    .executeTakeFirstOrThrow()
  const paper = async (owner: { institutionId: number } | { carrierCode: string }) => {
    const row = {
      ...owner,
      siteId: book.siteId,
      typeCode: 'MBR',
      uploadName: `${next()}.pdf`,
      yearOverride: 2020,
      name: 'd',
      displayName: 'D',
      extension: 'pdf',
      path: 'd.pdf',
      fileSha256: await sha256(),
      sizeBytes: 3,
    }
    return (await server.ownerDb.insertInto('document').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const [carriers, foreign] = [await paper({ carrierCode }), await paper({ institutionId: book.neighbor.institutionId })]
  expect((await server.callAs(await client(), viewDocument, { id: carriers })).body).toMatchObject({ carrierCode, institutionId: null })
  expect((await server.callAs(await client(), viewDocument, { id: foreign })).status).toBe(404)
  expect((await server.callAs(await staff(), viewDocument, { id: foreign })).body).toMatchObject({
    institutionId: book.neighbor.institutionId,
  })
  expect((await server.callAs(await staff(), documentOpenings, { id: carriers })).body).toEqual({ records: [] })
})

test('what waits for its check is shown to staff alone, neither by its number nor as a neighbor', async () => {
  const held = 'e'.repeat(64)
  await server.ownerDb
    .insertInto('storedFile')
    .values({ sha256: held, sizeBytes: 3, mediaType: 'application/pdf', safety: 'HELD' })
    .execute()
  const [report, unchecked] = [
    await buildReport(book.institutionId, 'Checked', { yearOverride: 2017 }),
    await buildReport(book.institutionId, 'Unchecked', { yearOverride: 2017 }),
  ]
  await server.ownerDb.updateTable('clientReport').set({ fileSha256: held }).where('id', '=', unchecked).execute()
  await server.ownerDb.updateTable('document').set({ fileSha256: held }).where('id', '=', book.documentId).execute()
  const [own, team] = [await client(), await staff()]
  expect((await server.callAs(own, viewReport, { id: unchecked })).status).toBe(404)
  expect((await server.callAs(own, viewReport, { id: report })).body).toMatchObject({ previous: null, next: null, siblings: 1 })
  expect((await server.callAs(own, viewDocument, { id: book.documentId })).status).toBe(404)
  expect((await server.callAs(team, viewReport, { id: report })).body).toMatchObject({ next: { id: unchecked }, siblings: 2 })
  expect((await server.callAs(team, viewDocument, { id: book.documentId })).status).toBe(200)
})
