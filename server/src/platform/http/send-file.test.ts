import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from '../files/files.ts'
import { contentDisposition, sendFile } from './send-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-send-'))
const files = openFiles({ dataDirectory: folder, s3: undefined })
const content = Buffer.from('0123456789')
const stored = await files.put(content)
const app = Fastify()
app.get('/pdf', (request, reply) =>
  sendFile(request, reply, files, { ...stored, fileName: 'Año "1"\r\nx.pdf', mediaType: 'application/pdf', inline: true }),
)
app.get('/html', (request, reply) =>
  sendFile(request, reply, files, { ...stored, fileName: 'a.html', mediaType: 'text/html', inline: true }),
)

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('the whole file comes with its hash, length and a policy that lets it run nothing', async () => {
  const answer = await get('/pdf')
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '0123456789', '10'])
  expect(answer.headers).toMatchObject({
    etag: `"${stored.sha256}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
})

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=3-1', 200, '0123456789', undefined],
  ['bytes=0-1,4-5', 200, '0123456789', undefined],
  ['pages=1-2', 200, '0123456789', undefined],
] as const)('range %s answers %i', async (range, status, body, contentRange) => {
  const answer = await get('/pdf', { range })
  expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange])
})

test('a range of another version gets the whole of this one', async () =>
  expect((await get('/pdf', { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200))
test('who has it already gets no bytes', async () =>
  expect((await get('/pdf', { 'if-none-match': `W/"${stored.sha256}"` })).statusCode).toBe(304))
test('what could run is saved, never shown', async () => expect((await get('/html')).headers['content-disposition']).toMatch(/^attachment/))
test('a name cannot break out of its header', () =>
  expect(contentDisposition('inline', 'Año "1"\r\nx.pdf')).toBe(
    `inline; filename="Ano _1___x.pdf"; filename*=UTF-8''A%C3%B1o%20%221%22__x.pdf`,
  ))
