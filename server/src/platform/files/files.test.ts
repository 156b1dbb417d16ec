/** One suite over every backend: what the product asks of a file store. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import type { FileStore } from './file-store.ts'
import { keepFile, openFiles, sweepFiles } from './files.ts'

const database = useDatabase()
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const missing = 'f'.repeat(64)
const code = (expected: string) => expect.objectContaining({ code: expected })

const backends = {
  'the local disk': async (folder: string) => ({ s3: undefined, stop: async () => undefined, folder }),
  'a bucket': async (folder: string) => {
    mkdirSync(join(folder, 'bucket-server'))
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 'bucket-server'),
      configureBuckets: [{ name: 'corridor', configs: [] }],
    })
    const { port }: AddressInfo = await server.run()
    return { s3: { bucket: 'corridor', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' }, stop: () => server.close(), folder }
  },
}

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
})

describe.each(Object.entries(backends))('a file store on %s', (_, start) => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-files-'))
  const world: { files?: FileStore; stop?: () => Promise<void> } = {}
  const files = () => {
    if (!world.files) throw new Error('no store')
    return world.files
  }
  const drafts = () => [...readdirSync(folder, { recursive: true })].map(String).filter((name) => name.endsWith('.draft'))
  beforeAll(async () => {
    const { s3, stop } = await start(folder)
    Object.assign(world, { files: openFiles({ dataDirectory: folder, s3 }), stop })
  })
  afterAll(async () => {
    await world.stop?.()
    rmSync(folder, { recursive: true, force: true })
  })

  test('gives back the bytes it was given, whole or in a range', async () => {
    const content = Buffer.from('0123456789'.repeat(1000))
    const stored = await files().put(Readable.from([content.subarray(0, 7), content.subarray(7)]))
    expect(stored).toEqual({ sha256: hashOf(content), sizeBytes: 10_000 })
    expect(await files().read(stored.sha256)).toEqual(content)
    const part = await files().open(stored.sha256, { start: 8, end: 12 })
    expect(part.sizeBytes).toBe(10_000)
    expect((await buffer(part.stream)).toString()).toBe('89012')
    expect(drafts()).toEqual([])
  })

  test('takes the same bytes again, also from many at once', async () => {
    const content = Buffer.from('the same report')
    const stored = await Promise.all(Array.from({ length: 8 }, () => files().put(content)))
    expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(1)
    expect(await files().read(hashOf(content))).toEqual(content)
  })

  test('takes an empty file', async () => {
    const { sha256 } = await files().put(Buffer.alloc(0))
    expect((await files().read(sha256)).length).toBe(0)
  })

  test('refuses what is larger than allowed and leaves nothing behind', async () => {
    const content = Buffer.alloc(1001, 7)
    await expect(files().put(Readable.from([content]), { limit: 1000 })).rejects.toEqual(code('too_large'))
    expect(await files().has(hashOf(content))).toBe(false)
    expect(drafts()).toEqual([])
  })

  test('leaves nothing behind when the sender goes away', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half a fi')
        throw new Error('aborted')
      })(),
    )
    await expect(files().put(broken)).rejects.toThrow('aborted')
    expect(drafts()).toEqual([])
  })

  test('says that the disk is full in a sentence, leaves nothing behind and works again afterwards', async () => {
    const probe = await open(join(folder, 'probe'), 'w')
    const handles: { sync: () => Promise<void> } = Object.getPrototypeOf(probe)
    await probe.close()
    const full = vi.spyOn(handles, 'sync').mockRejectedValueOnce(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    await expect(files().put(Buffer.from('one too many'))).rejects.toEqual(code('storage_full'))
    expect(full).toHaveBeenCalledOnce()
    expect(drafts()).toEqual([])
    expect(await files().has(hashOf(Buffer.from('one too many')))).toBe(false)
    await files().put(Buffer.from('one too many'))
    expect(await files().has(hashOf(Buffer.from('one too many')))).toBe(true)
  })

  test('knows nothing of a hash it was never given, nor of a path', async () => {
    expect(await files().has(missing)).toBe(false)
    await expect(files().read(missing)).rejects.toEqual(code('not_found'))
    await expect(files().open(missing)).rejects.toEqual(code('not_found'))
    await expect(files().read('../../etc/passwd')).rejects.toEqual(code('not_found'))
    await files().remove(missing)
  })

  test('the sweep removes what no row mentions after a day, and nothing else', async () => {
    const [kept, orphan] = [await files().put(Buffer.from('a row mentions this')), await files().put(Buffer.from('nothing mentions this'))]
    await keepFile(database.ownerDb, kept, 'text/plain')
    expect(await sweepFiles(files(), database.ownerDb, new Date())).toMatchObject({ removed: 0 })
    // Put again while the list was being read, a file is younger than the list says.
    const listedBefore: FileStore = {
      ...files(),
      list: async function* () {
        yield { sha256: orphan.sha256, putAt: new Date(0) }
      },
    }
    expect(await sweepFiles(listedBefore, database.ownerDb, new Date())).toMatchObject({ removed: 0 })
    expect(await files().has(orphan.sha256)).toBe(true)
    const tomorrow = new Date(Date.now() + 25 * 3_600_000)
    expect((await sweepFiles(files(), database.ownerDb, tomorrow)).removed).toBeGreaterThan(0)
    expect([await files().has(kept.sha256), await files().has(orphan.sha256)]).toEqual([true, false])
    await files().remove(kept.sha256)
    expect((await sweepFiles(files(), database.ownerDb, tomorrow)).missing).toBe(1)
    await database.reset()
  })
})

test('a file put again is wanted again: the sweep leaves it for another day', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-files-'))
  const files = openFiles({ dataDirectory: folder, s3: undefined })
  const { sha256 } = await files.put(Buffer.from('again'))
  const old = new Date(Date.now() - 48 * 3_600_000)
  utimesSync(join(folder, 'files', sha256.slice(0, 2), sha256), old, old)
  await files.put(Buffer.from('again'))
  expect(await sweepFiles(files, database.ownerDb, new Date())).toMatchObject({ removed: 0 })
  rmSync(folder, { recursive: true })
})
