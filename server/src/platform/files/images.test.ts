import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { AppError, errorBody } from '../http/errors.ts'
import { openFiles } from './files.ts'
import { drawImage, imageUrl, isLightPicture, MAX_IMAGE_BYTES, receiveImage, sendImage } from './images.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-images-'))
const files = openFiles({ dataDirectory: folder, s3: undefined })
const app = Fastify()
await app.register(multipart)
app.setErrorHandler((error, _, reply) => {
  const { status, body } = errorBody(error, '')
  return reply.code(status).send(body)
})
app.post('/logo', (request) => receiveImage(request, files, 'logo'))
app.get('/logo/:hash', (request, reply) => {
  const { hash, v } = { ...(request.params as { hash: string }), ...(request.query as { v?: string }) }
  return sendImage(request, reply, files, hash, { name: 'logo', asked: v })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: '#125' } })
const upload = (content: Buffer, name = 'logo.png', type = 'image/png') => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(content)], { type }), name)
  return app.inject({ method: 'POST', url: '/logo', payload: form })
}

test('a picture is kept within its bounds, in its proportions, and never enlarged', async () => {
  const wide = (await upload(await plain(2000, 400).png().toBuffer())).json()
  expect([wide.mediaType, wide.width, wide.height]).toEqual(['image/png', 640, 128])
  const small = (await upload(await plain(90, 30).webp().toBuffer())).json()
  expect([small.width, small.height]).toEqual([90, 30])
  const portrait = await drawImage(await plain(300, 500).jpeg().toBuffer(), 'avatar')
  expect([portrait.mediaType, portrait.width, portrait.height]).toEqual(['image/webp', 256, 256])
})

test('where it was taken, by whom, and what hangs behind the pixels is gone; it stands upright', async () => {
  const taken = await plain(80, 40)
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '41/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const trailed = Buffer.concat([taken, Buffer.from('<script>alert(1)</script>')])
  const { content, width, height } = await drawImage(trailed, 'logo')
  expect([width, height]).toEqual([40, 80])
  const { exif, icc, xmp, orientation } = await sharp(content).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(content.includes('script')).toBe(false)
})

test.each([
  ['a drawing that can run', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415, 'SVG'],
  ['a page under a picture’s name', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'PNG, JPEG or WebP'],
  ['a moving picture', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 415, 'PNG, JPEG or WebP'],
  ['a picture cut off', (await plain(400, 400).png().toBuffer()).subarray(0, 200), 400, 'damaged'],
  ['nothing', Buffer.alloc(0), 400, 'empty'],
  ['more than 5 MB', Buffer.alloc(MAX_IMAGE_BYTES + 1, 1), 413, '5 MB'],
] as const)('%s is refused with a sentence', async (_, content, status, words) => {
  const answer = await upload(content)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().meta.file[0]).toContain(words)
})

test('a small file that would unpack to a huge picture is refused before it is unpacked', async () => {
  const bomb = await plain(6000, 5000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES)
  const refused = await drawImage(bomb, 'logo').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect((refused as AppError).message).toContain('25 million pixels')
})

test('decoders of other formats are shut, even for who reaches past the sniffing', async () => {
  await expect(sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).toBuffer()).rejects.toThrow()
})

test('it is served as what its bytes are, with its hash, and may not run; who has it gets no bytes', async () => {
  const { sha256 } = (await upload(await plain(90, 30).png().toBuffer())).json<{ sha256: string }>()
  const url = imageUrl(`/logo/${sha256}`, sha256) ?? ''
  const answer = await app.inject(url)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'content-disposition': 'inline; filename="logo.png"',
    'cache-control': 'private, max-age=86400',
    etag: `"${sha256}"`,
  })
  expect((await app.inject({ url, headers: { 'if-none-match': `"${sha256}"` } })).statusCode).toBe(304)
  expect((await app.inject(`/logo/${sha256}`)).headers['cache-control']).toBe('private, no-cache')
  expect((await app.inject(`/logo/${'0'.repeat(64)}`)).statusCode).toBe(404)
})

test('a picture drawn for a dark ground is told from one that brings its ground and from a dark one', async () => {
  const mark = await plain(100, 40).png().toBuffer()
  const on = (background: object, ink: string) =>
    sharp({ create: { width: 200, height: 80, channels: 4, background } })
      .composite([{ input: { create: { width: 100, height: 40, channels: 4, background: ink } } }])
      .png()
      .toBuffer()
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const white = { r: 255, g: 255, b: 255, alpha: 1 }
  const light = await Promise.all(
    [on(clear, '#ffffff'), on(clear, '#112255'), on(white, '#112255'), mark].map(async (one) => isLightPicture(await one)),
  )
  expect(light).toEqual([true, false, false, false])
})
