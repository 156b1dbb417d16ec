/** Guessing is limited per account, by a keyed hash that tells nobody who has one, and per address; counted in PostgreSQL for all nodes together. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../kernel/database.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** What is counted apart: guesses at a password, and requests for a reset link. */
export type AttemptKind = 'sign-in' | 'forgotten'

const LIMITS = {
  'sign-in': ['failedAttempts', 'failedDuration'],
  forgotten: ['forgottenAttempts', 'forgottenDuration'],
} as const
/** The people of a bank share an address; whoever tries a thousand accounts from one does not get far. */
const ACCOUNTS_PER_ADDRESS = 5
const MINUTE = 60_000

/**
 * Counts one attempt before anything is compared: however many arrive at once, no more than the allowed number goes on within a window. One that
 * may not go on is written down beside the count, so that it takes as long.
 * @param email of an account, whether anybody has it or not
 * @returns seconds until the next attempt may go on, or undefined when this one may
 */
export async function countAttempt(kernel: Kernel, kind: AttemptKind, email: string, address: string): Promise<number | undefined> {
  const hash = attemptHash(kernel, kind, email)
  const [attempts, duration] = LIMITS[kind]
  return kernel.db.transaction().execute(async (trx) => {
    // Always in this order: two attempts never wait for each other in a circle.
    for (const lock of [keyed(kernel, `address ${address}`), hash])
      await sql`select pg_advisory_xact_lock(${lock.readInt32BE(0)}, ${lock.readInt32BE(4)})`.execute(trx)
    const settings = await trx.selectFrom('settings').select([attempts, duration]).executeTakeFirstOrThrow()
    const [most, window, now] = [settings[attempts], settings[duration] * MINUTE, kernel.now().getTime()]
    const counted = trx.selectFrom('signInFailure').select('failedAt').orderBy('failedAt', 'desc')
    const here = await counted.where('emailHash', '=', hash).limit(most).execute()
    const there = await counted
      .where('address', '=', address)
      .limit(most * ACCOUNTS_PER_ADDRESS)
      .execute()
    const wait = Math.max(secondsLeft(here, most, window, now), secondsLeft(there, most * ACCOUNTS_PER_ADDRESS, window, now))
    const row = wait > 0 ? { emailHash: keyed(kernel, `refused ${email}`), address: null } : { emailHash: hash, address }
    await trx
      .insertInto('signInFailure')
      .values({ ...row, failedAt: new Date(now).toISOString() })
      .execute()
    return wait > 0 ? wait : undefined
  })
}

/** Whoever proved to be the person starts from nothing: neither their account nor their address is held to what went before on this account. */
export const forgetAttempts = (kernel: Kernel, trx: Db | Trx, email: string) =>
  trx
    .deleteFrom('signInFailure')
    .where('emailHash', '=', attemptHash(kernel, 'sign-in', email))
    .execute()

const attemptHash = (kernel: Kernel, kind: AttemptKind, email: string): Buffer => keyed(kernel, `${kind} ${email.trim().toLowerCase()}`)

const keyed = (kernel: Kernel, text: string): Buffer => createHmac('sha256', kernel.configuration.keys.encryption).update(text).digest()

/** Locked for a window after the last of so many attempts that all fell within one window. */
function secondsLeft(latest: readonly { failedAt: string }[], most: number, window: number, now: number): number {
  const at = (index: number) => Date.parse(latest[index]?.failedAt ?? '')
  const [last, first] = [at(0), at(most - 1)]
  // With fewer attempts than that there is no first: no comparison with NaN holds.
  return first > last - window && last + window > now ? Math.ceil((last + window - now) / 1000) : 0
}
