/** The manifest of a backup: schema, tables, sequences, files, each with its hash; signed under ENCRYPTION_KEY, which is never inside. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Keys } from '../platform/security/keys.ts'
import { keyChecksOf } from '../start/key-checks.ts'

export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.mac'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().min(0)
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

export const manifest = z.object({
  format: z.literal('corridor-backup-1'),
  product: z.string(),
  madeAt: z.iso.datetime(),
  /** The migrations that made the schema, in order. */
  schema: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Values by which a wrong key is told before anything is written; the keys cannot be found from them. */
  keyChecks: z.object({ encryption: sha256, ssnHash: sha256 }),
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier).min(1),
      rows: size,
      bytes: size,
      sha256,
      /** How many entries of the archive hold it, one after the other. */
      parts: size,
    }),
  ),
  sequences: z.array(z.object({ name: identifier, value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  files: z.array(z.object({ sha256, sizeBytes: size })),
  /** Files that rows name and the store did not have; only with --allow-missing. */
  missingFiles: z.array(sha256),
})
export type Manifest = z.infer<typeof manifest>

export const tableEntry = (table: string, part: number): string => `tables/${table}/${String(part).padStart(4, '0')}.copy`
export const fileEntry = (hash: string): string => `files/${hash.slice(0, 2)}/${hash}`

export const writtenKeyChecks = (keys: Keys): Manifest['keyChecks'] => {
  const { encryption, ssnHash } = keyChecksOf(keys)
  return { encryption: encryption.toString('hex'), ssnHash: ssnHash.toString('hex') }
}

export const signatureOf = (keys: Keys, text: Buffer): Buffer =>
  createHmac('sha256', createHmac('sha256', keys.encryption).update('Corridor backup').digest()).update(text).digest()

export function isSigned(keys: Keys, text: Buffer, signature: Buffer): boolean {
  const expected = signatureOf(keys, text)
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
