/** Statements of second factors, as the person they belong to (platform/database/as-person.ts): row-level security lets nobody else's rows through. */
import { MFA_CHANNELS, type MfaChannel, type MfaMethod } from '@corridor/contract/mfa.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

export const CHANNEL_NAMES: Record<MfaChannel, string> = {
  passkey: 'Passkey',
  totp: 'Authenticator app',
  sms: 'Text message',
  email: 'Email',
}

export interface Person {
  id: number
  email: string
  firstName: string
  phone: string | null
  mfaChannel: MfaChannel | null
}

export const selectPerson = (trx: Trx, userId: number): Promise<Person> =>
  trx
    .selectFrom('userAccount')
    .select(['id', 'email', 'firstName', 'phone', 'mfaChannel'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

const COLUMNS = ['id', 'channel', 'name', 'phone', 'credentialId', 'transports', 'createdAt', 'lastUsedAt'] as const

/**
 * A person's methods, the preferred channel's first. Who was given the email channel with the account (command line, demo book, import) holds
 * it from the first time it is asked for.
 */
export async function selectMethods(trx: Trx, person: Person) {
  const stored = await selectStored(trx, person.id)
  const given = person.mfaChannel === 'email' && !stored.some(({ channel }) => channel === 'email')
  if (given) await insertMethod(trx, { userId: person.id, channel: 'email', name: CHANNEL_NAMES.email })
  const methods = given ? await selectStored(trx, person.id) : stored
  const rank = (channel: MfaChannel) => (channel === person.mfaChannel ? -1 : MFA_CHANNELS.indexOf(channel))
  return methods.toSorted((one, other) => rank(one.channel) - rank(other.channel) || one.id - other.id)
}
export type Method = Awaited<ReturnType<typeof selectStored>>[number]

const selectStored = (trx: Trx, userId: number) =>
  trx.selectFrom('mfaMethod').select(COLUMNS).where('userId', '=', userId).orderBy('id').execute()

/** The number that a method gets once its set-up is proved. */
export async function nextMethodId(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('mfa_method', 'id')) as id`.execute(trx)
  return rows[0]?.id ?? 0
}

type NewMethod = {
  /** As its set-up was answered; a method without a set-up takes the next. */
  id?: number
  userId: number
  channel: MfaChannel
  name: string
  sealedSecret?: Buffer | null
  lastStep?: number
  phone?: string | null
  credentialId?: string
  publicKey?: Buffer
  signCount?: number
  transports?: string[]
}

/** Passkeys may be many; another app, phone or address takes the place of the one before. */
export async function insertMethod(trx: Trx, method: NewMethod): Promise<void> {
  if (method.channel !== 'passkey')
    await trx.deleteFrom('mfaMethod').where('userId', '=', method.userId).where('channel', '=', method.channel).execute()
  await trx.insertInto('mfaMethod').values(method).execute()
}

/** The person's channel is that of the preferred method: kept where it still leads somewhere, else the strongest that is left, else none. */
export async function settleChannel(trx: Trx, userId: number, wanted?: MfaChannel): Promise<MfaChannel | null> {
  const { mfaChannel } = await selectPerson(trx, userId)
  const held = new Set((await selectStored(trx, userId)).map(({ channel }) => channel))
  const channel = [wanted, mfaChannel, ...MFA_CHANNELS].find((one) => one && held.has(one)) ?? null
  if (channel !== mfaChannel) await trx.updateTable('userAccount').set({ mfaChannel: channel }).where('id', '=', userId).execute()
  return channel
}

export const countRecoveryCodes = async (trx: Trx, userId: number): Promise<number> => {
  const { left } = await trx
    .selectFrom('mfaRecoveryCode')
    .select((of) => of.fn.count<number>('userId').as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** As its holder sees it. Only the first passkey is the preferred one: the browser offers all of them anyway. */
export const shownMethod = (method: Method, person: Person, methods: readonly Method[]): MfaMethod => ({
  id: method.id,
  channel: method.channel,
  name: method.name,
  hint: hintOf(method, person),
  preferred: person.mfaChannel === method.channel && methods.find(({ channel }) => channel === method.channel)?.id === method.id,
  createdAt: method.createdAt,
  lastUsedAt: method.lastUsedAt,
})

export function hintOf({ channel, phone }: { channel: MfaChannel; phone: string | null }, { email }: Pick<Person, 'email'>): string {
  if (channel === 'sms') return `(•••) •••-${(phone ?? '').slice(-4)}`
  if (channel !== 'email') return ''
  const [mailbox = '', domain = ''] = email.split('@')
  return `${mailbox.slice(0, 1)}•••@${domain}`
}

/** Everything about one person's second factor happens one after the other, so that no number of requests at once gets more tries. */
export async function takeTurn(trx: Trx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TURN}, ${userId})`.execute(trx)
}
const TURN = 0x6d6661 // 'mfa'
