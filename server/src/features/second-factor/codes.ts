/** The codes themselves: six digits that are sent, those of an authenticator app (RFC 6238), and recovery codes. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { RECOVERY_CODES } from '@corridor/contract/mfa.ts'
import { Secret, TOTP } from 'otpauth'
import { toString as drawQr } from 'qrcode'
import type { Configuration } from '../../platform/configuration.ts'
import type { Trx } from '../../platform/database/database.ts'
import { seal, unseal } from '../../platform/security/encryption.ts'
import { hashPassword, verifyPassword } from '../../platform/security/passwords.ts'

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Keyed and bound to the person: the table gives no code away. */
export const hashCode = ({ keys }: Configuration, userId: number, code: string): Buffer =>
  createHmac('sha256', keys.encryption).update(`second factor ${userId} ${code}`).digest()

export const sameCode = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

// ---------------------------------------------------------------- authenticator apps

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** The context that a sealed authenticator key is bound to; a change of keys seals it again for the same. */
export const authenticatorPurpose = (userId: number): string => `authenticator ${userId}`

/** A new key, its QR code, and how it is kept. */
export async function newAuthenticator({ keys, environmentText }: Configuration, { id, email }: { id: number; email: string }) {
  const secret = new Secret({ size: SECRET_BYTES })
  // Test installations stand beside the real one in the app: the name tells them apart.
  const issuer = environmentText === 'production' ? 'Corridor' : `Corridor (${environmentText})`
  const otpauthUri = new TOTP({ issuer, label: email, secret, period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' }).toString()
  const qrSvg = await drawQr(otpauthUri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return { otpauthUri, qrSvg, sealedSecret: seal(keys, secret.base32, authenticatorPurpose(id)) }
}

/** The time step a code is right for, one step either way allowed for a clock that is off; undefined when it is wrong. */
export function stepOf({ keys }: Configuration, userId: number, sealedSecret: Buffer, code: string, now: Date): number | undefined {
  const secret = Secret.fromBase32(unseal(keys, sealedSecret, authenticatorPurpose(userId)))
  const delta = /^\d{6}$/.test(code)
    ? TOTP.validate({ token: code, secret, period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1', timestamp: now.getTime(), window: 1 })
    : null
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

// ---------------------------------------------------------------- recovery codes

// Without 0, 1, I, O, U and L: nothing to mistake on paper.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const SELECTOR = 4
const LENGTH = 12
const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Ten fresh codes in place of whatever was there; the answer is the only place where they stand in clear. */
export async function replaceRecoveryCodes(trx: Trx, userId: number, now: Date): Promise<string[]> {
  const selectors = new Set<string>()
  while (selectors.size < RECOVERY_CODES) selectors.add(letters(SELECTOR))
  const codes = [...selectors].map((selector) => ({ selector, verifier: letters(LENGTH - SELECTOR) }))
  const rows = await Promise.all(
    codes.map(async ({ selector, verifier }) => ({
      userId,
      selector,
      verifierHash: await hashPassword(verifier),
      createdAt: now.toISOString(),
    })),
  )
  await trx.deleteFrom('mfaRecoveryCode').where('userId', '=', userId).execute()
  await trx.insertInto('mfaRecoveryCode').values(rows).execute()
  return codes.map(({ selector, verifier }) => `${selector}-${verifier.slice(0, 4)}-${verifier.slice(4)}`)
}

/** The twelve characters of a recovery code, however it was typed; undefined when it is none. */
export function recoveryCodeIn(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return code.length === LENGTH ? code : undefined
}

/** Uses a recovery code up. The same work is done for one that does not exist. */
export async function spendRecoveryCode(trx: Trx, userId: number, code: string, now: Date): Promise<boolean> {
  const [selector, verifier] = [code.slice(0, SELECTOR), code.slice(SELECTOR)]
  const found = await trx
    .selectFrom('mfaRecoveryCode')
    .select('verifierHash')
    .where('userId', '=', userId)
    .where('selector', '=', selector)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (!(await verifyPassword(found?.verifierHash, verifier))) return false
  const { numUpdatedRows } = await trx
    .updateTable('mfaRecoveryCode')
    .set({ usedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('selector', '=', selector)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
