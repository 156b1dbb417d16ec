/** The first half of storing a file: bytes into a draft, hashed and counted as they come, synced to the disk. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../http/errors.ts'
import type { StoredFile } from './file-store.ts'

/** @throws AppError too_large, storage_full; the draft is then gone */
export async function writeDraft(folder: string, content: Readable | Buffer, limit: number): Promise<StoredFile & { path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.draft`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      let sizeBytes = 0
      for await (const chunk of chunksOf(content)) {
        sizeBytes += chunk.length
        if (sizeBytes > limit) throw new AppError('too_large', { meta: { limitBytes: [String(limit)] } })
        hash.update(chunk)
        await writeAll(file, chunk)
      }
      await file.sync()
      return { path, sha256: hash.digest('hex'), sizeBytes }
    } finally {
      await file.close()
    }
  } catch (cause) {
    await rm(path, { force: true })
    throw asStorageError(cause)
  }
}

/** A full disk or quota is a sentence for people; anything else stays what it is. */
export function asStorageError(cause: unknown): unknown {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('storage_full', { cause }) : cause
}

export async function removeOldDrafts(folder: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtime >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

async function* chunksOf(content: Readable | Buffer): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) return yield content
  for await (const chunk of content) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  for (let from = 0; from < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, from)
    from += bytesWritten
  }
}
