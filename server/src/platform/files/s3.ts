/** Files in a bucket: files/ab/<sha256>. A draft on the local disk first, because the key is the hash of all bytes. */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Configuration } from '../configuration.ts'
import { AppError } from '../http/errors.ts'
import { removeOldDrafts, writeDraft } from './drafts.ts'
import type { FileStore } from './file-store.ts'

const PREFIX = 'files/'

export function bucketFiles(bucket: NonNullable<Configuration['s3']>, dataDirectory: string): FileStore {
  const client = new S3Client({
    region: bucket.region,
    ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint, forcePathStyle: true }),
    // Not every S3 understands the checksums that newer SDKs add by themselves; ours is the key.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const drafts = join(dataDirectory, 'drafts')
  const place = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('not_found')
    return { Bucket: bucket.bucket, Key: `${PREFIX}${sha256.slice(0, 2)}/${sha256}` }
  }
  const headOf = async (sha256: string) => {
    try {
      return await client.send(new HeadObjectCommand(place(sha256)))
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  }
  const sizeOf = async (sha256: string) => (await headOf(sha256))?.ContentLength
  const get = async (sha256: string, range?: { start: number; end: number }) => {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ ...place(sha256), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
      )
      if (!(Body instanceof Readable)) throw new Error('the bucket answered without a body')
      return Body
    } catch (cause) {
      throw isMissing(cause) ? new AppError('not_found') : cause
    }
  }
  return {
    put: async (content, { limit = Number.POSITIVE_INFINITY } = {}) => {
      const { path, ...stored } = await writeDraft(drafts, content, limit)
      try {
        // Put again even when it is there: the bucket replaces whole objects, and the new time tells the sweep that it is wanted.
        await client.send(new PutObjectCommand({ ...place(stored.sha256), Body: createReadStream(path), ContentLength: stored.sizeBytes }))
        return stored
      } finally {
        await rm(path, { force: true })
      }
    },
    open: async (sha256, range) => {
      const sizeBytes = await sizeOf(sha256)
      if (sizeBytes === undefined) throw new AppError('not_found')
      return { stream: await get(sha256, range), sizeBytes }
    },
    read: async (sha256) => buffer(await get(sha256)),
    has: async (sha256) => (await sizeOf(sha256)) !== undefined,
    remove: async (sha256, putBefore) => {
      const found = await headOf(sha256)
      if (!found || (putBefore && found.LastModified && found.LastModified >= putBefore)) return false
      await client.send(new DeleteObjectCommand(place(sha256)))
      return true
    },
    list: async function* () {
      let token: string | undefined
      do {
        const listed = await client.send(
          new ListObjectsV2Command({ Bucket: bucket.bucket, Prefix: PREFIX, ...(token ? { ContinuationToken: token } : {}) }),
        )
        for (const { Key, LastModified } of listed.Contents ?? []) {
          if (Key && LastModified) yield { sha256: Key.slice(Key.lastIndexOf('/') + 1), putAt: LastModified }
        }
        token = listed.NextContinuationToken
      } while (token)
    },
    removeDrafts: (before) => removeOldDrafts(drafts, before),
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === 'NotFound' || cause.name === 'NoSuchKey')
}
