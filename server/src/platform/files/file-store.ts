/** The interface of a store of files, whichever it is. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  sha256: string
  sizeBytes: number
}

/** Local disk or a bucket, behind one compliance test. */
export interface FileStore {
  /** Stores the bytes and answers their hash and size; safe to repeat. Throws AppError('too_large') past `limit` bytes, 'storage_full' when the disk is. */
  put: (content: Readable | Buffer, options?: { limit?: number }) => Promise<StoredFile>
  /** @param range inclusive, as in HTTP  @throws AppError('not_found') */
  open: (sha256: string, range?: { start: number; end: number }) => Promise<{ stream: Readable; sizeBytes: number }>
  /** @throws AppError('not_found') */
  read: (sha256: string) => Promise<Buffer>
  has: (sha256: string) => Promise<boolean>
  /** @param putBefore leaves alone what was put since: for the sweep, whose list may be older than a minute */
  remove: (sha256: string, putBefore?: Date) => Promise<boolean>
  /** Every stored file with the time it was last put; for the sweep. */
  list: () => AsyncIterable<{ sha256: string; putAt: Date }>
  /** Removes what interrupted writes left behind before the given time. */
  removeDrafts: (before: Date) => Promise<number>
}
