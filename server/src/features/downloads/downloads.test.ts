/** Archives of several files: what the caller may open and nothing else, told in one row of the log, and nothing left open when the reader goes away. */
import { readdirSync, readlinkSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { reportFile } from '@corridor/contract/client-reports.ts'
import { downloadClientReports, downloadDocuments, fileByPath } from '@corridor/contract/downloads.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useHoldings } from '../../test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', client: '', neighbor: '', ids: [] as number[] }

beforeAll(async () => {
  const { siteId, institutionId, neighbor } = book
  await server.ownerDb.deleteFrom('clientReport').execute()
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_REPORTS: 1, DOCUMENT_CENTER: 1 } })
  world.client = await signedInAs(server.ownerDb, 'c', { siteId, institutionId })
  world.neighbor = await signedInAs(server.ownerDb, 'c', { siteId, institutionId: neighbor.institutionId })
  world.ids = [
    await put(institutionId, 'Statement.pdf', 'first', 2026),
    await put(institutionId, 'statement.pdf', 'second', 2026),
    await put(institutionId, 'Statement.pdf', 'of last year', 2025),
  ]
})

async function put(
  institutionId: number,
  uploadName: string,
  content: string | Buffer,
  yearOverride: number,
  safety: 'PASSED' | 'HELD' = 'PASSED',
) {
  const file = await server.kernel.files.put(Buffer.from(content))
  await server.ownerDb
    .insertInto('storedFile')
    .values({ ...file, mediaType: 'application/pdf', safety })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await server.ownerDb
    .insertInto('clientReport')
    .values({
      institutionId,
      siteId: book.siteId,
      typeCode: 'MBR',
      uploadName,
      yearOverride,
      name: uploadName,
      displayName: uploadName,
      extension: 'pdf',
      path: uploadName,
      fileSha256: file.sha256,
      sizeBytes: file.sizeBytes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function unpacked(archive: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(archive)
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return files
}
const rowsOf = (requestId: unknown) =>
  server.ownerDb.selectFrom('activity').select(['action', 'institutionId', 'after']).where('requestId', '=', String(requestId)).execute()

test('a bank’s year is one archive, each file by its name, none by another’s', async () => {
  const answer = await server.callAs(world.client, downloadClientReports, { yearOverride: 2026 })
  expect(await unpacked(answer.bytes)).toEqual({ 'Statement.pdf': 'first', 'statement (2).pdf': 'second' })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="reports-2026.zip"',
    'content-length': String(answer.bytes.length),
    'accept-ranges': 'none',
  })
  expect(await rowsOf(answer.headers['x-request-id'])).toEqual([
    {
      action: 'client_reports.archived',
      institutionId: book.institutionId,
      after: { files: 2, ids: world.ids.slice(0, 2), names: ['Statement.pdf', 'statement.pdf'], leftOut: [] },
    },
  ])
  const opened = await server.ownerDb.selectFrom('fileOpening').select('fileId').where('kind', '=', 'REPORT').orderBy('fileId').execute()
  expect(opened.map(({ fileId }) => fileId)).toEqual(world.ids.slice(0, 2))
  const all = await server.callAs(world.staff, downloadClientReports, { institutionId: book.institutionId })
  expect(Object.values(await unpacked(all.bytes))).toEqual(['first', 'second', 'of last year'])
  expect(all.headers['content-length']).toBe(String(all.bytes.length))
})

test('the log tells a file shown in the browser from one saved', async () => {
  const [id = 0] = world.ids
  const actionOf = async (asked: Promise<{ headers: Record<string, unknown> }>) => {
    const requestId = String((await asked).headers['x-request-id'])
    const rows = await server.ownerDb.selectFrom('activity').select(['action', 'entity']).where('requestId', '=', requestId).execute()
    expect(rows.map(({ entity }) => entity)).toEqual(['client_report'])
    return rows.map(({ action }) => action)
  }
  expect(await actionOf(server.callAs(world.client, reportFile, { id, inline: true }))).toEqual(['client_report.opened'])
  expect(await actionOf(server.callAs(world.client, reportFile, { id }))).toEqual(['client_report.downloaded'])
  const path = 'Statement.pdf'
  const saved = await actionOf(server.callAs(world.client, fileByPath, { path }))
  expect([saved, await actionOf(server.callAs(world.client, fileByPath, { path, inline: true }))]).toEqual([
    ['client_report.downloaded'],
    ['client_report.opened'],
  ])
})

test('one file that is not the caller’s, and the whole answers as if none were there', async () => {
  const foreign = await put(book.neighbor.institutionId, 'Theirs.pdf', 'theirs', 2026)
  const ask = async (cookie: string, ids: number[]) => {
    const { status, bytes } = await server.callAs(cookie, downloadClientReports, { ids: ids.join(',') })
    return status === 200 ? Object.values(await unpacked(bytes)) : `${status} ${bytes.toString()}`
  }
  const never = await ask(world.client, [2_147_483_000])
  expect(never).toMatch(/^404 .*"code":"not_found"/)
  expect(await ask(world.client, [...world.ids, foreign])).toBe(never)
  expect(await ask(world.neighbor, [...world.ids])).toBe(never)
  expect(await ask(world.neighbor, [foreign, foreign])).toEqual(['theirs'])
  expect(await ask(world.staff, [world.ids[0] ?? 0, foreign])).toEqual(['first', 'theirs'])
  for (const wanted of [{ yearOverride: 1999 }, { institutionId: book.institutionId }])
    expect((await server.callAs(world.neighbor, downloadClientReports, wanted)).status).toBe(404)
  expect((await server.callAs(world.client, downloadClientReports, {})).status).toBe(400)
  expect((await server.callAs(world.client, downloadDocuments, { ids: String(book.neighbor.documentId) })).status).toBe(404)
})

test('what is still being checked is left out and named', async () => {
  const held = await put(book.institutionId, 'Held.pdf', 'nobody has looked', 2024, 'HELD')
  const ready = await put(book.institutionId, 'Ready.pdf', 'looked at', 2024)
  const { bytes, headers } = await server.callAs(world.staff, downloadClientReports, { ids: `${held},${ready}` })
  const files = await unpacked(bytes)
  expect(Object.keys(files)).toEqual(['Not included.txt', 'Ready.pdf'])
  expect(files['Not included.txt']).toContain('Held.pdf: is still being checked')
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(bytes.includes('nobody has looked')).toBe(false)
  expect(Object.keys(await unpacked((await server.callAs(world.client, downloadClientReports, { yearOverride: 2024 })).bytes))).toEqual([
    'Ready.pdf',
  ])
})

test('who has the archive already gets no bytes; its head says how long it is, and is no download', async () => {
  const url = '/api/reports/download?yearOverride=2026'
  const cookies = { sid: world.client }
  const whole = await server.app.inject({ url, cookies })
  const again = await server.app.inject({ url, cookies, headers: { 'if-none-match': String(whole.headers.etag) } })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  // Another archive is none that one has.
  const other = await server.app.inject({
    url: '/api/reports/download?yearOverride=2025',
    cookies,
    headers: { 'if-none-match': String(whole.headers.etag) },
  })
  expect([other.statusCode, other.rawPayload.length > 0]).toEqual([200, true])
  const head = await server.app.inject({ method: 'HEAD', url, cookies })
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(whole.rawPayload.length), 0])
  expect(await rowsOf(head.headers['x-request-id'])).toEqual([])
  const file = `/api/reports/${world.ids[0]}/file`
  const headOfFile = await server.app.inject({ method: 'HEAD', url: file, cookies })
  expect([headOfFile.statusCode, headOfFile.headers['content-length'], headOfFile.rawPayload.length]).toEqual([200, '5', 0])
  expect(await rowsOf(headOfFile.headers['x-request-id'])).toEqual([])
})

test('a reader who goes away in the middle leaves no file open', async () => {
  for (let count = 0; count < 4; count++) await put(book.institutionId, `Large ${count}.pdf`, Buffer.alloc(2_000_000, `${count}`), 2023)
  const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('/files/')
      } catch {
        return false
      }
    }).length
  const before = openFiles()
  const leave = (path: string, after: number) =>
    new Promise<void>((resolve, reject) => {
      const asked = httpRequest({ port, host: '127.0.0.1', path, headers: { cookie: `sid=${world.client}` } }, (answer) => {
        let read = 0
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read >= after) answer.destroy()
        })
        answer.once('close', resolve)
      })
      asked.on('error', reject)
      asked.end()
    })
  const [large] = await server.ownerDb.selectFrom('clientReport').select('id').where('yearOverride', '=', 2023).execute()
  for (let round = 0; round < 25; round++)
    await Promise.all([
      leave('/api/reports/download?yearOverride=2023', 1 + round * 250_000),
      leave(`/api/reports/${large?.id}/file`, 1 + round * 60_000),
    ])
  await vi.waitFor(() => expect(openFiles()).toBe(before))
})

test('no way to ask for a file’s bytes leaves no row: only later parts of a download that was begun are none of their own', async () => {
  const id = await put(book.institutionId, 'Parts.pdf', '0123456789', 2023)
  const ask = async (cookie: string, headers: Record<string, string>) => {
    const answer = await server.callAs(cookie, reportFile, { id }, headers)
    return [answer.status, answer.bytes.toString(), (await rowsOf(answer.headers['x-request-id'])).length]
  }
  expect(await ask(world.client, { range: 'bytes=1-' })).toEqual([206, '123456789', 1])
  expect(await ask(world.client, { range: 'bytes=4-5' })).toEqual([206, '45', 0])
  for (const headers of [
    { range: 'bytes=1-2,4-5' },
    { range: 'bytes=-10' },
    { range: 'bytes=00-' },
    { range: 'lines=1-2' },
    { range: 'bytes=1-', 'if-range': '"another"' },
  ])
    expect(await ask(world.client, headers)).toEqual([
      headers.range.startsWith('bytes=-') || headers.range === 'bytes=00-' ? 206 : 200,
      '0123456789',
      1,
    ])
  // Begun by one person is begun by nobody else.
  expect(await ask(world.staff, { range: 'bytes=5-' })).toEqual([206, '56789', 1])
})
