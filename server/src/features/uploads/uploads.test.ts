/** Large files in parts: in order, each once, their sender's alone; and one file in the end, byte for byte. */
import { randomBytes } from 'node:crypto'
import { endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { dropUpload, getUpload, PART_BYTES, startUpload, upload } from '@corridor/contract/uploads.ts'
import { signedIn } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { receiveFile } from '../../platform/files/uploads.ts'
import { rawRoute } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { keepHouse } from '../../shared/housekeeping.ts'
import { buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { formOf } from '../../test/feed-fixture.ts'

/** The feature's part in a file: taking it, by either way. */
const take = endpoint({
  method: 'POST',
  path: '/api/test/take',
  summary: 'Takes a file.',
  access: signedIn(),
  kind: 'multipart',
  input: z.strictObject({}),
  reply: z.object({ sha256: z.string(), sizeBytes: z.int(), fileName: z.string(), fields: z.record(z.string(), z.string()) }),
})
const server = useServer({ bind: (app, kernel: Kernel) => rawRoute(app, kernel, take, (call) => receiveFile(call, 'CLIENT_REPORT')) })
const world = { siteId: 0, staff: '', colleague: '', client: '' }
beforeAll(async () => {
  world.siteId = await buildSite(server.ownerDb)
  const { siteId } = world
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_REPORTS: 2 } })
  world.colleague = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_REPORTS: 2 } })
  const institutionId = await buildInstitution(server.ownerDb, { sites: [siteId], reportTypes: ['USR'] })
  world.client = await signedInAs(server.ownerDb, 'c', { siteId, institutionId })
})

/** @param content undefined: a form of fields alone */
async function send(url: string, content: Buffer | undefined, { cookie = world.staff, fields = {}, name = 'part' } = {}) {
  const boundary = 'corridor-boundary'
  const alone = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${String(value)}\r\n`,
  )
  const { payload, headers } = formOf(content ?? '', name, fields, boundary)
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload: content ? payload : `${alone.join('')}--${boundary}--\r\n`,
    headers,
    cookies: { sid: cookie },
  })
  return { status: answer.statusCode, json: answer.json() }
}
const begin = async (fileName: string, sizeBytes: number, more: { anew?: boolean } = {}, cookie = world.staff) =>
  (await server.callAs(cookie, startUpload, { purpose: 'CLIENT_REPORT', fileName, sizeBytes, ...more })).body
const part = (id: string, start: number, content: Buffer, cookie?: string) =>
  send(`/api/uploads/${id}/parts/${start}`, content, cookie === undefined ? {} : { cookie })
const finish = (uploadId: string, cookie?: string) =>
  send('/api/test/take', undefined, { fields: { uploadId }, ...(cookie ? { cookie } : {}) })

test('parts become the file they were cut from, and a retry finds it again', async () => {
  const content = randomBytes(PART_BYTES * 2 + 77)
  const { id } = await begin('7-MBR-26-Größe.pdf', content.length)
  expect((await finish(id)).status).toBe(409)
  for (const start of [0, PART_BYTES, 2 * PART_BYTES])
    expect((await part(id, start, content.subarray(start, start + PART_BYTES))).json).toMatchObject({ id })
  const taken = await finish(id)
  expect([taken.status, taken.json.fileName, taken.json.sizeBytes]).toEqual([200, '7-MBR-26-Größe.pdf', content.length])
  expect((await server.kernel.files.read(taken.json.sha256)).equals(content)).toBe(true)
  expect((await finish(id)).json).toEqual(taken.json)
})

test('a part may come twice; one that is out of order, too short, or another one is refused, and says how far it got', async () => {
  const content = randomBytes(PART_BYTES + 10)
  const [first, rest] = [content.subarray(0, PART_BYTES), content.subarray(PART_BYTES)]
  const { id } = await begin('twice.pdf', content.length)
  expect((await part(id, PART_BYTES, rest)).json).toMatchObject({ code: 'conflict', meta: { receivedBytes: 0 } })
  expect((await part(id, 0, first.subarray(1))).status).toBe(400)
  const both = await Promise.all([part(id, 0, first), part(id, 0, first)])
  expect(both.map(({ json }) => json.receivedBytes)).toEqual([PART_BYTES, PART_BYTES])
  expect((await part(id, 0, randomBytes(PART_BYTES))).json.code).toBe('conflict')
  expect((await part(id, PART_BYTES, Buffer.concat([rest, rest]))).status).toBe(400)
  expect((await part(id, PART_BYTES, randomBytes(PART_BYTES + 1))).status).toBe(413)
  expect((await server.callAs(world.staff, getUpload, { uploadId: id })).body.receivedBytes).toBe(PART_BYTES)
})

test('the same file chosen again is the same upload; another one of that name begins anew', async () => {
  const begun = await begin('again.pdf', 9)
  await part(begun.id, 0, Buffer.from('nine byte'))
  const again = upload.parse(await begin('again.pdf', 9))
  expect([again.id, again.parts.length]).toEqual([begun.id, 1])
  for (const other of [
    await begin('again.pdf', 10),
    await begin('another.pdf', 9),
    await begin('again.pdf', 9, {}, world.colleague),
    await begin('again.pdf', 9, { anew: true }),
  ])
    expect([other.id === begun.id, other.receivedBytes]).toEqual([false, 0])
})

test('an upload is its sender’s alone: for a colleague it is not there', async () => {
  const [{ id }, beside] = [await begin('mine.pdf', 4), await begin('mine too.pdf', 4)]
  expect((await server.callAs(world.colleague, getUpload, { uploadId: id })).status).toBe(404)
  expect((await part(id, 0, Buffer.from('mine'), world.colleague)).status).toBe(404)
  expect((await finish(id, world.colleague)).status).toBe(404)
  expect((await server.callAs(world.colleague, dropUpload, { uploadId: id })).status).toBe(404)
  expect((await server.callAs(world.staff, dropUpload, { uploadId: id })).status).toBe(204)
  expect((await server.callAs(world.staff, getUpload, { uploadId: id })).status).toBe(404)
  expect((await server.callAs(world.staff, getUpload, { uploadId: beside.id })).body.receivedBytes).toBe(0)
  expect((await send(`/api/uploads/${beside.id}/parts/0`, undefined)).json.meta).toEqual({ file: ['A part of the file belongs here.'] })
})

test('each side uploads what it may: a bank its uploads, the team reports', async () => {
  const ask = (cookie: string, purpose: 'CLIENT_REPORT' | 'BANK_UPLOAD') =>
    server.callAs(cookie, startUpload, { purpose, fileName: 'x.pdf', sizeBytes: 5 })
  expect((await ask(world.client, 'BANK_UPLOAD')).status).toBe(201)
  expect((await ask(world.client, 'CLIENT_REPORT')).status).toBe(403)
  expect((await ask(world.staff, 'BANK_UPLOAD')).status).toBe(403)
})

test('an upload whose bytes are gone, as after a restore, is forgotten and begins anew', async () => {
  const { id } = await begin('restored.pdf', 4)
  await part(id, 0, Buffer.from('gone'))
  const { parts } = (await server.callAs(world.staff, getUpload, { uploadId: id })).body
  await server.kernel.files.remove(parts[0]?.sha256 ?? '')
  expect((await finish(id)).status).toBe(404)
  expect((await begin('restored.pdf', 4)).id).not.toBe(id)
})

test('a small file comes in the call itself; larger than that, empty or none at all is said', async () => {
  const taken = await send('/api/test/take', Buffer.from('small'), { name: 'small.txt', fields: { batch: 'b' } })
  expect(taken.json).toMatchObject({ fileName: 'small.txt', sizeBytes: 5, fields: { batch: 'b' } })
  expect((await send('/api/test/take', Buffer.alloc(8 * 1024 * 1024 + 1))).json.code).toBe('too_large')
  expect((await send('/api/test/take', Buffer.alloc(0), { name: 'nothing.txt' })).json).toMatchObject({
    meta: { file: ['nothing.txt: The file is empty.'] },
  })
  expect((await send('/api/test/take', undefined)).json.meta).toEqual({ file: ['Choose a file to upload.'] })
})

test('a thousand unfinished uploads are too many; those that arrived in full do not count', async () => {
  const { id } = await begin('the first.pdf', 10)
  await sql`insert into upload (user_id, site_id, purpose, file_name, size_bytes, received_bytes)
    select user_id, site_id, purpose, 'done ' || n, 5, 5 from upload, generate_series(1, 1000) n where id = ${id}`.execute(server.ownerDb)
  expect((await begin('one more.pdf', 10)).receivedBytes).toBe(0)
  await sql`update upload set received_bytes = 4 where file_name like 'done %'`.execute(server.ownerDb)
  const { status } = await server.callAs(world.staff, startUpload, { purpose: 'CLIENT_REPORT', fileName: 'too many.pdf', sizeBytes: 10 })
  expect(status).toBe(429)
  await server.ownerDb.deleteFrom('upload').execute()
})

test('what nobody went on with for a day is forgotten, parts and their bytes too', async () => {
  const content = randomBytes(64)
  const { id } = await begin('left.pdf', 64)
  await part(id, 0, content)
  const { sha256 } = (await server.callAs(world.staff, getUpload, { uploadId: id })).body.parts[0] ?? { sha256: '' }
  const house = (hours: number) =>
    keepHouse.run(
      { ...server.kernel, now: () => new Date(Date.now() + hours * 3_600_000) },
      {},
      { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal },
    )
  await house(23)
  expect(await server.kernel.files.has(sha256)).toBe(true)
  await house(26)
  expect(await server.kernel.files.has(sha256)).toBe(false)
  expect(await server.ownerDb.selectFrom('upload').select('id').where('id', '=', id).execute()).toEqual([])
})
