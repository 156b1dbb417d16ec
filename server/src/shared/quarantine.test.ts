/** The scanner: clean passes, found is refused, and whatever is no answer holds the file until there is one. */
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { keepFile } from '../platform/files/files.ts'
import { acceptContent, keepChecked } from '../platform/files/inspection.ts'
import { scan } from '../platform/files/scanner.ts'
import { buildSite } from '../test/builders.ts'
import { useServer } from '../test/call.ts'
import { fakeScanner } from '../test/fake-scanner.ts'
import { EICAR } from '../test/handed-in/case.ts'
import { scanHeldFiles } from './quarantine.ts'

const scanner = fakeScanner()
const server = useServer({ configuration: { scanner: scanner.address } })
beforeEach(async () => {
  await scanner.stop()
  Object.assign(scanner, { mood: 'well', limit: 25 << 20 })
})
afterAll(scanner.stop)

const ask = (content: string | Buffer, silence?: number) => scan(scanner.address, Readable.from([Buffer.from(content)]), silence)
async function upload(words: string) {
  const file = { ...(await server.kernel.files.put(Buffer.from(words))), fileName: 'notes.txt' }
  const verdict = await acceptContent(server.kernel, file)
  await keepChecked(server.ownerDb, file, verdict)
  return { ...file, safety: verdict.safety }
}
const lookAgain = () =>
  scanHeldFiles.run(server.kernel, {}, { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal })
const rowOf = (sha256: string) =>
  server.ownerDb.selectFrom('storedFile').select(['safety', 'safetyReason']).where('sha256', '=', sha256).executeTakeFirstOrThrow()

test('the scanner is sent the whole file, and its word is taken', async () => {
  await scanner.start()
  expect(await ask(Buffer.alloc(3_000_000, 'x'))).toEqual({ outcome: 'clean' })
  expect(scanner.received).toBe(3_000_000)
  expect(await ask(`before ${EICAR} after`)).toEqual({ outcome: 'found', name: 'Eicar-Test-Signature' })
})

test('down, silent, hanging up, talking nonsense or given too much, it has not said that a file is clean', async () => {
  expect(await ask('x')).toMatchObject({ outcome: 'no answer', reason: expect.stringContaining('cannot be reached') })
  await scanner.start()
  for (const mood of ['silent', 'hangs up', 'nonsense'] as const) {
    scanner.mood = mood
    expect(await ask('x', 60)).toMatchObject({ outcome: 'no answer' })
  }
  Object.assign(scanner, { mood: 'well', limit: 1000 })
  expect(await ask(Buffer.alloc(2_000_000))).toMatchObject({ outcome: 'no answer' })
})

test('a file that could not be scanned is held: kept, opened by nobody, and passed by the job once the scanner answers', async () => {
  const file = await upload('uploaded while the scanner is down')
  expect(file.safety).toBe('HELD')
  const open = () => server.kernel.files.open(file.sha256)
  await expect(open()).rejects.toMatchObject({ code: 'file_held', status: 409 })
  await expect(server.kernel.files.read(file.sha256)).rejects.toMatchObject({ code: 'file_held' })
  await lookAgain()
  await expect(open()).rejects.toMatchObject({ code: 'file_held' })
  await scanner.start()
  await lookAgain()
  expect(await rowOf(file.sha256)).toEqual({ safety: 'PASSED', safetyReason: null })
  ;(await open()).stream.destroy()
})

test('one that turns out harmful stays shut for ever, and the same bytes are refused at once, scanner or not', async () => {
  const file = await upload(`harmful ${EICAR}`)
  await scanner.start()
  await lookAgain()
  expect(await rowOf(file.sha256)).toEqual({ safety: 'REFUSED', safetyReason: 'Eicar-Test-Signature' })
  await expect(server.kernel.files.open(file.sha256)).rejects.toMatchObject({
    code: 'file_held',
    message: expect.stringContaining('rejected'),
  })
  await scanner.stop()
  await expect(upload(`harmful ${EICAR}`)).rejects.toMatchObject({ code: 'unsupported_file', meta: { rule: 'scanner' } })
})

test('a file over the scanner’s limit is held until the limit is raised', async () => {
  await scanner.start()
  scanner.limit = 10
  const file = await upload('more than ten bytes of text')
  expect(file.safety).toBe('HELD')
  await lookAgain()
  expect((await rowOf(file.sha256)).safety).toBe('HELD')
  scanner.limit = 1000
  await lookAgain()
  expect((await rowOf(file.sha256)).safety).toBe('PASSED')
})

test('without a scanner files are judged by their content alone, and what was held before is let go', async () => {
  const file = await upload('held before the scanner was taken out')
  const kernel = { ...server.kernel, configuration: { ...server.configuration, scanner: undefined } }
  const plain = { ...(await server.kernel.files.put(Buffer.from('no scanner'))), fileName: 'notes.txt' }
  expect((await acceptContent(kernel, plain)).safety).toBe('PASSED')
  await scanHeldFiles.run(kernel, {}, { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal })
  expect((await rowOf(file.sha256)).safety).toBe('PASSED')
})

test('a carrier’s file uploaded again as a paper waits for the scanner like any other; what the product made does not', async () => {
  const [fed, made] = [Buffer.from('policy,value\n1,2\n'), Buffer.from('printed by the product')]
  const siteId = await buildSite(server.ownerDb)
  const feed = await server.kernel.files.put(fed)
  await keepFile(server.ownerDb, feed, 'application/octet-stream')
  await keepFile(server.ownerDb, await server.kernel.files.put(made), 'text/plain')
  await server.ownerDb
    .insertInto('carrierFile')
    .values({ siteId, fileName: 'feed.csv', mediaType: 'application/octet-stream', ...feed })
    .execute()
  // Read before, it is not remembered as one that passed.
  expect((await server.kernel.files.read(feed.sha256)).equals(fed)).toBe(true)
  expect((await upload(fed.toString())).safety).toBe('HELD')
  expect((await rowOf(feed.sha256)).safety).toBe('HELD')
  await expect(server.kernel.files.read(feed.sha256)).rejects.toMatchObject({ code: 'file_held' })
  const { sha256 } = await upload(made.toString())
  expect((await rowOf(sha256)).safety).toBe('TRUSTED')
  expect((await server.kernel.files.read(sha256)).equals(made)).toBe(true)
  await scanner.start()
  await lookAgain()
  expect((await rowOf(feed.sha256)).safety).toBe('PASSED')
})

test('a held file whose bytes are missing keeps no other waiting', async () => {
  const file = await upload('behind one that is missing')
  await server.ownerDb
    .insertInto('storedFile')
    .values({ sha256: 'd'.repeat(64), sizeBytes: 3, mediaType: 'text/plain', safety: 'HELD' })
    .execute()
  await scanner.start()
  await lookAgain()
  expect((await rowOf(file.sha256)).safety).toBe('PASSED')
  expect((await rowOf('d'.repeat(64))).safety).toBe('HELD')
})
