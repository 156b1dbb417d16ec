/** Social security numbers at rest: sealed for the few who must read them, hashed under a key so that an insured can be found by one. */
import { createHmac } from 'node:crypto'
import { seal, unseal } from './encryption.ts'
import type { Keys } from './keys.ts'

/** @param nonce 12 bytes that never serve twice under the key @throws RangeError unless nine digits */
export const sealSsn = (keys: Keys, ssn: string, nonce?: Buffer): Buffer => seal(keys, requireSsn(ssn), '', nonce)

/** @throws Error when sealed under another key, or altered */
export const openSsn = (keys: Keys, sealed: Buffer): string => unseal(keys, sealed)

/** HMAC-SHA-256 of the nine digits. */
export const hashSsn = (keys: Keys, ssn: string): Buffer => createHmac('sha256', keys.ssnHash).update(requireSsn(ssn)).digest()

function requireSsn(ssn: string): string {
  if (!/^\d{9}$/.test(ssn)) throw new RangeError('a social security number has nine digits')
  return ssn
}
