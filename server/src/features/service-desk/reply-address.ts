/** Addresses that take a reply by e-mail: one for each request and person, which nobody can make but this installation. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Configuration } from '../../platform/configuration.ts'
import { fingerprint } from '../../platform/security/encryption.ts'

/** 128 bits: with number and sign it stays below the 64 characters that an address has before its @ (RFC 5321, 4.5.3.1.1). */
const SIGNATURE_DIGITS = 32

type Keyed = Pick<Configuration, 'keys' | 'inboundMail'>

/** @returns `requests+12.<signature>@mail.example.com`; undefined where replies by e-mail are not taken */
export function replyAddress({ keys, inboundMail }: Keyed, requestId: number, userId: number): string | undefined {
  if (inboundMail === undefined) return undefined
  const [local, domain] = inboundMail.address.split('@')
  return `${local}+${requestId}.${signatureOf(keys, requestId, userId)}@${domain}`
}

export interface SignedAddress {
  requestId: number
  signature: string
}

/** Those of ours among the addresses that a mail went to; whose they are, `isSignedFor` says. */
export function replyAddressesOf({ inboundMail }: Keyed, addresses: readonly string[]): SignedAddress[] {
  const [local = '', domain = ''] = inboundMail?.address.split('@') ?? []
  const found = new Map<string, SignedAddress>()
  for (const address of addresses) {
    const [name = '', at, ...more] = address.split('@')
    const [, id = '', signature = ''] = /^\+(\d{1,10})\.([0-9a-f]{32})$/.exec(name.startsWith(local) ? name.slice(local.length) : '') ?? []
    const requestId = Number(id)
    if (id !== '' && at === domain && more.length === 0 && requestId <= 2_147_483_647) found.set(name, { requestId, signature })
  }
  return [...found.values()]
}

export const isSignedFor = ({ keys }: Keyed, { requestId, signature }: SignedAddress, userId: number): boolean =>
  isSame(signature, signatureOf(keys, requestId, userId))

/** In the same time wherever they differ. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const signatureOf = (keys: Configuration['keys'], requestId: number, userId: number): string =>
  fingerprint(keys, 'a reply by e-mail', `${requestId} ${userId}`).slice(0, SIGNATURE_DIGITS)
