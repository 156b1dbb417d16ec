import { reports } from '@corridor/contract/report-records.ts'
import { PART_BYTES, type Upload } from '@corridor/contract/uploads.ts'
import { expect, test, vi } from 'vitest'
import { serve } from '../test/portal.tsx'
import { type SentForm, serveForms } from '../test/uploads.ts'
import { createUploadQueue } from './upload.ts'

const queueOf = () =>
  createUploadQueue(
    { endpoint: reports.endpoints.create, purpose: 'CLIENT_REPORT', inputOf: () => ({}), fieldsOf: () => ({ uploadBatch: 'b' }) },
    () => Promise.resolve(),
  )
const small = (name: string) => new File([name], name)
const stored = { status: 201, body: { id: 1 } }
const refused = { status: 400, body: { message: 'Not this one.', code: 'input', inputError: true, meta: { file: ['Not this one.'] } } }
const statuses = (queue: ReturnType<typeof queueOf>) => queue.items().map(({ status }) => status)
const settled = (queue: ReturnType<typeof queueOf>) =>
  vi.waitFor(() => expect(statuses(queue).every((status) => status === 'stored' || status === 'failed')).toBe(true))

test('four leave at a time, each with its fields and a key of its own', async () => {
  const gate = Promise.withResolvers<void>()
  const sent = serveForms(async () => {
    await gate.promise
    return stored
  })
  const queue = queueOf()
  queue.add(Array.from({ length: 6 }, (_, index) => small(`${index}.txt`)))
  queue.start()
  expect(statuses(queue)).toEqual(['sending', 'sending', 'sending', 'sending', 'waiting', 'waiting'])
  gate.resolve()
  await settled(queue)
  expect(sent.map(({ file, fields }) => [file?.name, fields.uploadBatch])).toEqual(
    Array.from({ length: 6 }, (_, index) => [`${index}.txt`, 'b']),
  )
  expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(6)
})

test('one that is refused says why, and is the only one that is sent again', async () => {
  const answers = { 'bad.txt': refused as { status: number; body: unknown } }
  const sent = serveForms(({ file }) => answers[file?.name as 'bad.txt'] ?? stored)
  const queue = queueOf()
  queue.add([small('good.txt'), small('bad.txt')])
  queue.start()
  await settled(queue)
  expect(queue.items().map(({ error }) => error?.fields.file ?? null)).toEqual([null, ['Not this one.']])
  answers['bad.txt'] = stored
  queue.retry()
  await settled(queue)
  expect([statuses(queue), sent.map(({ file }) => file?.name)]).toEqual([
    ['stored', 'stored'],
    ['good.txt', 'bad.txt', 'bad.txt'],
  ])
})

test('after a cut the same call is regenerated under the same key', async () => {
  let calls = 0
  const sent = serveForms(() => {
    calls += 1
    return calls < 3 ? 'cut' : stored
  })
  const queue = queueOf()
  queue.add([small('a.txt')])
  queue.start()
  await settled(queue)
  expect([statuses(queue), sent.length, new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size]).toEqual([
    ['stored'],
    3,
    1,
  ])
})

test('what failed for want of a connection goes on when it is back; what was refused does not', async () => {
  let connected = false
  const sent = serveForms(({ file }) => (file?.name === 'bad.txt' ? refused : connected ? stored : 'cut'))
  const queue = queueOf()
  queue.add([small('a.txt'), small('bad.txt')])
  queue.start()
  await settled(queue)
  expect(statuses(queue)).toEqual(['failed', 'failed'])
  connected = true
  const before = sent.length
  queue.online()
  await settled(queue)
  expect([statuses(queue), sent.length - before]).toEqual([['stored', 'failed'], 1])
})

test('a name that is mended is sent under a new key; one that is removed is not sent at all', async () => {
  const sent = serveForms(() => stored)
  const queue = queueOf()
  const [first, second] = queue.add([small('a.txt'), small('b.txt')])
  queue.rename(first?.id ?? 0, 'c.txt')
  queue.remove([second?.id ?? 0])
  queue.start()
  await settled(queue)
  expect(sent.map(({ file }) => file?.name)).toEqual(['c.txt'])
})

const SIZE = PART_BYTES * 2 + 5
const large = () => new File([new Uint8Array(SIZE).fill(7)], 'large.pdf')
const upload = (parts: Upload['parts']): Upload => ({
  id: 'u1',
  purpose: 'CLIENT_REPORT',
  fileName: 'large.pdf',
  sizeBytes: SIZE,
  receivedBytes: parts.reduce((sum, part) => sum + part.sizeBytes, 0),
  parts,
  updatedAt: '2026-11-03T15:00:00.000Z',
})
const startOf = ({ path }: SentForm) => Number(/\/parts\/(\d+)$/.exec(path)?.[1])
const answerParts = (form: SentForm) =>
  form.path.includes('/parts/') ? { status: 200, body: { id: 'u1', receivedBytes: startOf(form) + (form.file?.size ?? 0) } } : stored
const firstPart = { startByte: 0, sizeBytes: PART_BYTES, sha256: 'cf40b2e3a1ea2c3c1d70cb9b2d1cf3b6b4c1fb5a5b3e6dd9e5ac1d0d9d5e9d65' }
async function hashed(part: typeof firstPart) {
  const bytes = await large().slice(0, PART_BYTES).arrayBuffer()
  const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { ...part, sha256: hash }
}

test('a large file leaves in parts and is kept by its upload', async () => {
  serve({ 'POST /api/uploads': upload([]) })
  const sent = serveForms(answerParts)
  const queue = queueOf()
  queue.add([large()])
  queue.start()
  await settled(queue)
  expect(sent.map(({ path, file, fields }) => [path, file?.size ?? fields.uploadId])).toEqual([
    ['/api/uploads/u1/parts/0', PART_BYTES],
    [`/api/uploads/u1/parts/${PART_BYTES}`, PART_BYTES],
    [`/api/uploads/u1/parts/${2 * PART_BYTES}`, 5],
    ['/api/reports', 'u1'],
  ])
})

test('the same file chosen on a reloaded page goes on where it stopped', async () => {
  serve({ 'POST /api/uploads': upload([await hashed(firstPart)]) })
  const sent = serveForms(answerParts)
  const queue = queueOf()
  queue.add([large()])
  queue.start()
  await settled(queue)
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual([String(PART_BYTES), String(2 * PART_BYTES), 'reports'])
})

test('another file of the same name and size begins anew', async () => {
  const asked = serve({ 'POST /api/uploads': upload([firstPart]) })
  const sent = serveForms(answerParts)
  const queue = queueOf()
  queue.add([large()])
  queue.start()
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0))
  expect(asked.map(({ body }) => body)).toEqual([
    { purpose: 'CLIENT_REPORT', fileName: 'large.pdf', sizeBytes: SIZE },
    { purpose: 'CLIENT_REPORT', fileName: 'large.pdf', sizeBytes: SIZE, anew: true },
  ])
  queue.stop()
})

test('stopping keeps what is stored, and the rest waits to be started again', async () => {
  const gate = Promise.withResolvers<void>()
  serveForms(async ({ file }) => {
    if (file?.name !== 'a.txt') await gate.promise
    return stored
  })
  const queue = queueOf()
  queue.add([small('a.txt'), small('b.txt')])
  queue.start()
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['stored', 'sending']))
  queue.stop()
  expect(statuses(queue)).toEqual(['stored', 'waiting'])
  gate.resolve()
  queue.start()
  await settled(queue)
  expect(statuses(queue)).toEqual(['stored', 'stored'])
})
