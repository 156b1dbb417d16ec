/** Where files live: under their SHA-256, written to a temporary name, synced, renamed; the row is committed only after. */
import type { Readable } from 'node:stream'

export interface StoredFile { sha256: string; sizeBytes: number }

/** Local disk or a bucket, behind one compliance test. */
export interface FileStore {
  /** Stores the bytes and answers their hash and size; safe to repeat. Throws AppError('too_large') past `limit` bytes, 'storage_full' when the disk is. */
  put: (content: Readable | Buffer, options?: { limit?: number }) => Promise<StoredFile>
  /** @throws AppError('not_found') */
  open: (sha256: string, range?: { start: number; end: number }) => Promise<{ stream: Readable; sizeBytes: number }>
  read: (sha256: string) => Promise<Buffer>
  has: (sha256: string) => Promise<boolean>
  remove: (sha256: string) => Promise<void>
}
