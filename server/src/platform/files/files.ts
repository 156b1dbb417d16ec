/** Where files live: under their SHA-256, written to a temporary name, synced, renamed; the row is committed only after. */

import { sql } from 'kysely'
import type { Configuration } from '../configuration.ts'
import type { Db, Trx } from '../database/database.ts'
import { diskFiles } from './disk.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { bucketFiles } from './s3.ts'

export const openFiles = (configuration: Pick<Configuration, 'dataDirectory' | 's3'>): FileStore =>
  configuration.s3 ? bucketFiles(configuration.s3, configuration.dataDirectory) : diskFiles(configuration.dataDirectory)

/** Writes the row of a stored file; rows that refer to it follow in the same transaction. */
export async function keepFile(trx: Db | Trx, file: StoredFile, mediaType: string): Promise<void> {
  await trx
    .insertInto('storedFile')
    .values({ ...file, mediaType })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

/** Putting and committing are two steps: a file without a row is left alone for this long. */
const GRACE_HOURS = 24

/** Removes files that no row mentions any more, and drafts of writes that never finished. */
export async function sweepFiles(files: FileStore, ownerDb: Db, now: Date): Promise<{ removed: number; drafts: number; missing: number }> {
  const before = new Date(now.getTime() - GRACE_HOURS * 3_600_000)
  const drafts = await files.removeDrafts(before)
  let removed = 0
  const there = new Set<string>()
  for await (const { sha256, putAt } of files.list()) {
    there.add(sha256)
    if (putAt >= before) continue
    const { rows } = await sql<{ named: boolean }>`select exists (select from stored_file where sha256 = ${sha256})
      or exists (select from upload_part where sha256 = ${sha256}) as named`.execute(ownerDb)
    if (rows[0]?.named) continue
    if (await files.remove(sha256, before)) removed += 1
  }
  const rows = await ownerDb.selectFrom('storedFile').select('sha256').where('createdAt', '<', before.toISOString()).execute()
  return { removed, drafts, missing: rows.filter(({ sha256 }) => !there.has(sha256)).length }
}
