/** Social security numbers at rest: sealed for the few who must read them, hashed under a key so that an insured can be found by one. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: nonce, ciphertext, tag. @param nonce 12 bytes that never serve twice under the key @throws RangeError unless nine digits */
export function sealSsn(keys: Keys, ssn: string, nonce: Buffer = randomBytes(NONCE_BYTES)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce)
  return Buffer.concat([nonce, cipher.update(requireSsn(ssn), 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @throws Error when sealed under another key, or altered */
export function openSsn(keys: Keys, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** HMAC-SHA-256 of the nine digits. */
export const hashSsn = (keys: Keys, ssn: string): Buffer => createHmac('sha256', keys.ssnHash).update(requireSsn(ssn)).digest()

function requireSsn(ssn: string): string {
  if (!/^\d{9}$/.test(ssn)) throw new RangeError('a social security number has nine digits')
  return ssn
}
