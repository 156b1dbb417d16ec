/** A month as one archive: the released reports that the caller may open, and a manifest that another program can check them with. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { downloadMonth } from '@corridor/contract/downloads.ts'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { type Holdings, useHoldings } from '../../test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', without: '', client: '' }

beforeAll(async () => {
  const { siteId, institutionId } = book
  await server.ownerDb.deleteFrom('clientReport').execute()
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR'] })
    .execute()
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_REPORTS: 1 } })
  world.without = await signedInAs(server.ownerDb, 'b', { siteId, permissions: {} })
  world.client = await signedInAs(server.ownerDb, 'c', { siteId, institutionId })
  for (const of of [book, book.neighbor, book.stranger]) await release(of)
})

async function release({ institutionId, siteId, reportId }: Holdings) {
  const file = await server.kernel.files.put(Buffer.from(`the report of bank ${institutionId}`))
  await server.ownerDb
    .insertInto('storedFile')
    .values({ ...file, mediaType: 'application/pdf' })
    .execute()
  await server.ownerDb
    .updateTable('reportVersion')
    .set({
      controlTotals: JSON.stringify({ rows: 3, cashSurrenderValueCents: 60_000_005, deathBenefitCents: 100_000_000, increaseCents: -5 }),
    })
    .where('institutionId', '=', institutionId)
    .where('reportId', '=', reportId)
    .execute()
  // Half past ten in the evening of October 31 where the site is.
  await server.ownerDb.updateTable('report').set({ releasedAt: '2026-11-01T02:30:00Z' }).where('id', '=', reportId).execute()
  await server.ownerDb
    .insertInto('clientReport')
    .values({
      institutionId,
      siteId,
      typeCode: 'MBR',
      // One name for all: an archive tells them apart, and the manifest with it.
      uploadName: 'Asset Report.pdf',
      yearOverride: 2026,
      name: 'r',
      displayName: 'Asset Report',
      extension: 'pdf',
      path: `/${institutionId}`,
      fileSha256: file.sha256,
      sizeBytes: file.sizeBytes,
      sourceReportId: reportId,
      sourceVersion: 1,
    })
    .execute()
}

async function unpacked(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(archive)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}
const monthOf = async (cookie: string, period = '2026-09-30') => {
  const answer = await server.callAs(cookie, downloadMonth, { period })
  const files = answer.status === 200 ? await unpacked(answer.bytes) : new Map<string, Buffer>()
  const lines = Papa.parse<Record<string, string>>((files.get('manifest.csv') ?? Buffer.from('')).toString().replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  }).data
  return { ...answer, files, lines }
}

test('a site’s month is one archive, and its manifest names each file with its length, its SHA-256 and its control totals', async () => {
  const { files, lines, headers, bytes } = await monthOf(world.staff)
  expect([headers['content-disposition'], headers['content-length']]).toEqual([
    'attachment; filename="reports-2026-09.zip"',
    String(bytes.length),
  ])
  expect([...files.keys()]).toEqual(['manifest.csv', 'Asset Report.pdf', 'Asset Report (2).pdf'])
  expect(lines.map((line) => Number(line['Institution ID'])).toSorted()).toEqual(
    [book.institutionId, book.neighbor.institutionId].toSorted(),
  )
  for (const line of lines) {
    const file = files.get(line.File ?? '')
    expect(file?.toString()).toBe(`the report of bank ${line['Institution ID']}`)
    expect([Number(line.Bytes), line['SHA-256']]).toEqual([
      file?.length,
      createHash('sha256')
        .update(file ?? '')
        .digest('hex'),
    ])
    expect(line).toMatchObject({ Report: 'Asset Report', Version: '1', Period: '2026-09-30', Released: '2026-10-31' })
    expect(line['Control total: Total Cash Surrender Value']).toBe('600000.05')
  }
})

test('a client has the month of the own bank, and nothing of another', async () => {
  const { files, lines } = await monthOf(world.client)
  expect([files.size, lines.map((line) => Number(line['Institution ID']))]).toEqual([2, [book.institutionId]])
})

test.each(['without', 'client'] as const)('whoever may open none of a month, here %s, is told so', async (who) => {
  const { status, error } = await monthOf(world[who], who === 'client' ? '2026-08-31' : '2026-09-30')
  expect([status, error.message]).toEqual([404, 'No report of this month is released to you.'])
})

test('a report that was withdrawn is in no archive, and the download is in the log once', async () => {
  await server.ownerDb
    .updateTable('clientReport')
    .set({ withdrawnAt: new Date().toISOString() })
    .where('institutionId', '=', book.neighbor.institutionId)
    .execute()
  const { lines, headers } = await monthOf(world.staff)
  expect(lines.map((line) => Number(line['Institution ID']))).toEqual([book.institutionId])
  const rows = await server.ownerDb
    .selectFrom('activity')
    .select('action')
    .where('requestId', '=', String(headers['x-request-id']))
    .execute()
  expect(rows).toEqual([{ action: 'client_reports.archived' }])
})
