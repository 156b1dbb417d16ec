/**
 * Nothing that is held or refused leaves the store. Every way out (downloads, archives, viewers, extraction) reads through `kernel.files`, which
 * asks for a file's safety first; only the look itself reads what was uploaded.
 */
import type { Db } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import type { Business } from '../kernel.ts'
import type { FileStore } from './file-store.ts'

/** Files that passed once pass for ever: the same bytes under the same hash. So many are remembered; of a carrier's file it is asked each time. */
const REMEMBERED = 20_000

const unguarded = new WeakMap<FileStore, FileStore>()
const guards = new WeakMap<FileStore, (sha256: string) => Promise<void>>()

/** The store as the product sees it. @throws AppError('file_held') on opening what the scanner has not passed */
export function guardFiles(files: FileStore, ownerDb: Db, isFed: Business['isFed']): FileStore {
  const passed = new Set<string>()
  const check = async (sha256: string) => {
    if (passed.has(sha256)) return
    const row = await ownerDb
      .selectFrom('storedFile')
      .select(['safety', isFed(sha256).as('fed')])
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    // Without a row it is on its way in: a report being made, parts of an upload. Whoever reads it has just put it there.
    if (!row) return
    if (row.safety === 'HELD' || row.safety === 'REFUSED') throw heldFile(row.safety)
    if (row.safety === 'TRUSTED' && row.fed) return
    if (passed.size >= REMEMBERED) passed.clear()
    passed.add(sha256)
  }
  const guarded: FileStore = {
    ...files,
    open: async (sha256, range) => {
      await check(sha256)
      return files.open(sha256, range)
    },
    read: async (sha256) => {
      await check(sha256)
      return files.read(sha256)
    },
  }
  unguarded.set(guarded, files)
  guards.set(guarded, check)
  return guarded
}

/** The store without its guard, for the look at what came in, and for backups. */
export const handedIn = (files: FileStore): FileStore => unguarded.get(files) ?? files

/** Before a file's headers are sent, of which a caller could learn more than that it is held. @throws AppError('file_held') */
export const refuseHeld = async (files: FileStore, sha256: string): Promise<void> => guards.get(files)?.(sha256)

const heldFile = (safety: 'HELD' | 'REFUSED'): AppError =>
  new AppError('file_held', safety === 'REFUSED' ? { message: 'The virus scanner rejected this file. It cannot be opened.' } : {})
