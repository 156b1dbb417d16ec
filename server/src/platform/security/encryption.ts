/** Secrets that must be read again (authenticator keys, client secrets): AES-256-GCM under ENCRYPTION_KEY, bound to what they are for. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Nonce, ciphertext, tag.
 * @param purpose says whose secret it is; sealed for one purpose it opens for no other
 * @param nonce 12 bytes that never serve twice under the key
 */
export function seal(keys: Keys, secret: string, purpose = '', nonce: Buffer = randomBytes(NONCE_BYTES)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce)
  cipher.setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/**
 * A code that only this installation can make of a text, 64 hexadecimal digits: whoever reads it cannot try guesses against it, as they could against a plain hash.
 * @param purpose the same text has another fingerprint for another purpose
 */
export const fingerprint = (keys: Keys, purpose: string, text: string): string =>
  createHmac('sha256', createHmac('sha256', keys.encryption).update(`fingerprint of ${purpose}`).digest())
    .update(text)
    .digest('hex')

/** @throws Error when sealed under another key or for another purpose, or altered */
export function unseal(keys: Keys, sealed: Buffer, purpose = ''): string {
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}
