import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { type ZipEntry, zipStream } from './zip.ts'

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads an archive back with a reader that checks sizes and checksums. */
async function contents(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(archive)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await bytesOf(await zip.openReadStreamPromise(entry)))
  return files
}

test('files come back as they went in: stored, streamed and compressed', async () => {
  const pdf = Buffer.from('%PDF-1.7 not really')
  const long = Buffer.alloc(300_000, 'ledger ')
  const files = await contents(
    await bytesOf(
      zipStream([
        { name: '7-MBR-26-First Coastal-2026-09.pdf', content: pdf },
        { name: 'Dvořák.csv', content: async () => Readable.from([long.subarray(0, 1000), long.subarray(1000)]) },
        { name: 'packed.csv', content: long, compress: true },
        { name: 'empty', content: Buffer.alloc(0) },
      ]),
    ),
  )
  expect([...files.keys()]).toEqual(['7-MBR-26-First Coastal-2026-09.pdf', 'Dvořák.csv', 'packed.csv', 'empty'])
  expect(files.get('Dvořák.csv')?.equals(long)).toBe(true)
  expect(files.get('packed.csv')?.equals(long)).toBe(true)
  expect(files.get('7-MBR-26-First Coastal-2026-09.pdf')?.equals(pdf)).toBe(true)
})

test('equal names are told apart and no name leaves the folder', async () => {
  const files = await contents(
    await bytesOf(
      zipStream(['a.pdf', 'A.pdf', '../../etc/a.pdf', '/b.pdf'].map((name): ZipEntry => ({ name, content: Buffer.from(name) }))),
    ),
  )
  expect([...files.keys()]).toEqual(['a.pdf', 'A (2).pdf', 'etc/a.pdf', 'b.pdf'])
})

test('more than 65,535 entries take the far directory', async () => {
  const files = await contents(
    await bytesOf(
      zipStream(Array.from({ length: 65_600 }, (_, index): ZipEntry => ({ name: `${index}.txt`, content: Buffer.from(String(index)) }))),
    ),
  )
  expect(files.size).toBe(65_600)
  expect(files.get('65599.txt')?.toString()).toBe('65599')
})

test('the same entries make the same bytes', async () => {
  const make = async () =>
    createHash('sha256')
      .update(await bytesOf(zipStream([{ name: 'x', content: Buffer.alloc(50_000, 'abc'), compress: true }])))
      .digest('hex')
  expect(await make()).toBe(await make())
})

test('a reader who goes away closes the file under way, and no further one is opened', async () => {
  const opened: string[] = []
  let destroyed = 0
  const entry = (name: string): ZipEntry => ({
    name,
    content: () => {
      opened.push(name)
      return Readable.from(
        (async function* () {
          for (;;) yield Buffer.alloc(64 * 1024)
        })(),
      ).on('close', () => destroyed++)
    },
  })
  const stream = zipStream([entry('one'), entry('two')])
  for await (const _ of stream) break
  await vi.waitFor(() => expect(destroyed).toBe(1))
  expect(opened).toEqual(['one'])
})

test('a file that cannot be read breaks the archive instead of shortening it', async () => {
  const stream = zipStream([
    {
      name: 'x',
      content: () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('half')
            throw new Error('disk gone')
          })(),
        ),
    },
  ])
  await expect(bytesOf(stream)).rejects.toThrow('disk gone')
})
