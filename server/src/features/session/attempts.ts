/**
 * Guessing is limited where it comes from: per account and network address, so that whoever guesses locks out nobody but themselves; per address over all
 * accounts; per account over all addresses, five times as many; and per browser that has signed in as this account before, whatever others do meanwhile.
 * Accounts are known by a keyed hash that tells nobody who has one. Counted in PostgreSQL, for all nodes together.
 */
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { knownDevice } from './devices.ts'

/** Kinds of tries counted apart: guesses at a password, and requests for a reset link. */
export type AttemptKind = 'sign-in' | 'forgotten'

const LIMITS = {
  'sign-in': ['failedAttempts', 'failedDuration'],
  forgotten: ['forgottenAttempts', 'forgottenDuration'],
} as const
/** The people of a bank share an address; whoever tries a thousand accounts from one, or one account from a thousand, does not get far. */
const WIDER = 5
const MINUTE = 60_000

/** Attempts that one limit adds up, and how many of them the settings' number stands for. */
interface Counter {
  emailHash?: Buffer
  address?: string
  times: number
}

/**
 * Counts one attempt before anything is compared: however many arrive at once, no more than the allowed number goes on within a window. One that
 * may not go on is written down beside the count, so that it takes as long.
 * @param email of an account, whether anybody has it or not
 * @returns seconds until the next attempt may go on, or undefined when this one may
 */
export async function countAttempt(kernel: Kernel, kind: AttemptKind, email: string, request: FastifyRequest): Promise<number | undefined> {
  const device = kind === 'sign-in' ? knownDevice(kernel, request, email) : undefined
  if (device !== undefined) {
    const emailHash = deviceHash(kernel, email, device)
    return count(kernel, kind, [{ emailHash, times: 1 }], { emailHash, address: null })
  }
  const [emailHash, address] = [attemptHash(kernel, kind, email), request.ip]
  const counters = [
    { emailHash, address, times: 1 },
    { emailHash, times: WIDER },
    { address, times: WIDER },
  ]
  return count(kernel, kind, counters, { emailHash, address })
}

/** Guesses at the password of an open session are that session's own: nobody else's make it wait, and it makes nobody wait. */
export const countConfirmation = (kernel: Kernel, sessionId: number): Promise<number | undefined> => {
  const emailHash = sessionHash(kernel, sessionId)
  return count(kernel, 'sign-in', [{ emailHash, times: 1 }], { emailHash, address: null })
}

async function count(
  kernel: Kernel,
  kind: AttemptKind,
  counters: readonly Counter[],
  row: { emailHash: Buffer; address: string | null },
): Promise<number | undefined> {
  const [attempts, duration] = LIMITS[kind]
  // Always in this order: two attempts never wait for each other in a circle.
  const locks = [row.emailHash, ...(row.address === null ? [] : [keyed(kernel, `address ${row.address}`)])].toSorted((one, other) =>
    one.compare(other),
  )
  return kernel.db.transaction().execute(async (trx) => {
    for (const lock of locks) await sql`select pg_advisory_xact_lock(${lock.readInt32BE(0)}, ${lock.readInt32BE(4)})`.execute(trx)
    const settings = await trx.selectFrom('settings').select([attempts, duration]).executeTakeFirstOrThrow()
    const [most, window, now] = [settings[attempts], settings[duration] * MINUTE, kernel.now().getTime()]
    let wait = 0
    for (const { emailHash, address, times } of counters) {
      let counted = trx.selectFrom('signInFailure').select('failedAt')
      if (emailHash) counted = counted.where('emailHash', '=', emailHash)
      if (address !== undefined) counted = counted.where('address', '=', address)
      const latest = await counted
        .orderBy('failedAt', 'desc')
        .limit(most * times)
        .execute()
      wait = Math.max(wait, secondsLeft(latest, most * times, window, now))
    }
    const refused = { emailHash: keyed(kernel, `refused ${row.emailHash.toString('hex')}`), address: null }
    await trx
      .insertInto('signInFailure')
      .values({ ...(wait > 0 ? refused : row), failedAt: new Date(now).toISOString() })
      .execute()
    return wait > 0 ? wait : undefined
  })
}

/** Whoever proved to be the person starts from nothing where they are; what others tried elsewhere stays counted. */
export async function forgetAttempts(kernel: Kernel, trx: Db | Trx, email: string, request: FastifyRequest): Promise<void> {
  const account = attemptHash(kernel, 'sign-in', email)
  await trx.deleteFrom('signInFailure').where('emailHash', '=', account).where('address', '=', request.ip).execute()
  const device = knownDevice(kernel, request, email)
  if (device !== undefined)
    await trx
      .deleteFrom('signInFailure')
      .where('emailHash', '=', deviceHash(kernel, email, device))
      .execute()
}

/** With a new password nobody's guesses at the former one matter. */
export const forgetAllAttempts = (kernel: Kernel, trx: Db | Trx, email: string) =>
  trx
    .deleteFrom('signInFailure')
    .where('emailHash', '=', attemptHash(kernel, 'sign-in', email))
    .execute()

export const forgetConfirmations = (kernel: Kernel, trx: Db | Trx, sessionId: number) =>
  trx.deleteFrom('signInFailure').where('emailHash', '=', sessionHash(kernel, sessionId)).execute()

const sessionHash = (kernel: Kernel, sessionId: number): Buffer => keyed(kernel, `session ${sessionId}`)
const attemptHash = (kernel: Kernel, kind: AttemptKind, email: string): Buffer => keyed(kernel, `${kind} ${email.trim().toLowerCase()}`)
const deviceHash = (kernel: Kernel, email: string, device: string): Buffer => keyed(kernel, `${email.trim().toLowerCase()} on ${device}`)

const keyed = (kernel: Kernel, text: string): Buffer => createHmac('sha256', kernel.configuration.keys.encryption).update(text).digest()

/** Locked for a window after the last of so many attempts that all fell within one window. */
function secondsLeft(latest: readonly { failedAt: string }[], most: number, window: number, now: number): number {
  const at = (index: number) => Date.parse(latest[index]?.failedAt ?? '')
  const [last, first] = [at(0), at(most - 1)]
  // With fewer attempts than that there is no first: no comparison with NaN holds.
  return first > last - window && last + window > now ? Math.ceil((last + window - now) / 1000) : 0
}
