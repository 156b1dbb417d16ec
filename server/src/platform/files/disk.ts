/** Files on this machine's disk: DATA_DIR/files/ab/<sha256>. */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../http/errors.ts'
import { asStorageError, removeOldDrafts, writeDraft } from './drafts.ts'
import type { FileStore } from './file-store.ts'

export function diskFiles(dataDirectory: string): FileStore {
  const root = join(dataDirectory, 'files')
  const drafts = join(root, 'drafts')
  const folderOf = (sha256: string) => join(root, checked(sha256).slice(0, 2))
  const pathOf = (sha256: string) => join(folderOf(sha256), sha256)
  const sizeOf = async (sha256: string) => {
    const found = await stat(pathOf(sha256)).catch(() => undefined)
    return found?.isFile() ? found.size : undefined
  }
  return {
    put: async (content, { limit = Number.POSITIVE_INFINITY } = {}) => {
      const { path, ...stored } = await writeDraft(drafts, content, limit)
      try {
        // Whole or not at all: a file that is there is complete, so the draft is dropped; its time tells the sweep that it is wanted again.
        if ((await sizeOf(stored.sha256)) === stored.sizeBytes) {
          await rm(path, { force: true })
          await utimes(pathOf(stored.sha256), new Date(), new Date())
          return stored
        }
        await mkdir(folderOf(stored.sha256), { recursive: true, mode: 0o700 })
        await rename(path, pathOf(stored.sha256))
        await syncFolder(folderOf(stored.sha256))
        return stored
      } catch (cause) {
        await rm(path, { force: true })
        throw asStorageError(cause)
      }
    },
    open: async (sha256, range) => {
      const sizeBytes = await sizeOf(sha256)
      if (sizeBytes === undefined) throw new AppError('not_found')
      return { stream: createReadStream(pathOf(sha256), range), sizeBytes }
    },
    read: async (sha256) => {
      if ((await sizeOf(sha256)) === undefined) throw new AppError('not_found')
      return readFile(pathOf(sha256))
    },
    has: async (sha256) => (await sizeOf(sha256)) !== undefined,
    remove: async (sha256, putBefore) => {
      const found = await stat(pathOf(sha256)).catch(() => undefined)
      if (!found || (putBefore && found.mtime >= putBefore)) return false
      await rm(pathOf(sha256), { force: true })
      return true
    },
    list: async function* () {
      for (const folder of (await readdir(root).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
        for (const sha256 of (await readdir(join(root, folder))).sort()) {
          const found = await stat(join(root, folder, sha256)).catch(() => undefined)
          if (found) yield { sha256, putAt: found.mtime }
        }
      }
    },
    removeDrafts: (before) => removeOldDrafts(drafts, before),
  }
}

/** The name of a file is its hash and nothing else: no text of a caller becomes a path. */
function checked(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('not_found')
  return sha256
}

/** A rename survives a power cut once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
