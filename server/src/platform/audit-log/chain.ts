/** The chain of the activity log: each row sealed by a hash over the one before it, and a head under a key that the database does not hold. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'
import type { Keys } from '../security/keys.ts'

const SEALER_LOCK = 0x7365616c // 'seal'
const BATCH = 1000
/** The hash that the first row is chained to. */
const GENESIS: Buffer = createHash('sha256').update('Corridor activity log').digest()

/**
 * Seals the rows committed so far, in one transaction under a lock that one sealer at a time can hold. Rows are numbered as they are sealed,
 * so that a transaction that took its id early and committed late still finds its place.
 * @returns how many rows were sealed; 0 also when another sealer is at it
 */
export async function sealActivity(ownerDb: Db, keys: Keys): Promise<number> {
  return ownerDb.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${SEALER_LOCK}) as held`.execute(trx)
    if (!lock[0]?.held) return 0
    const { rows } =
      await sql<SealedRow>`select id, ${CONTENT} as content from activity where seal is null order by id limit ${BATCH}`.execute(trx)
    const head = await selectHead(trx)
    // Rows are chained to the last one there is, not to the head: sealing goes on behind a break, which the head then shows for good.
    const last = await selectLast(trx)
    let { sequence, seal: previous } = last
    const fits = head !== undefined && sequence === head.sequence && previous.equals(head.seal)
    const isWhole = fits && (isHeadOf(keys, head) || (head.mac.length === 0 && (await isYoung(trx))))
    if (rows.length === 0) {
      if (isWhole && head.mac.length === 0) await writeHead(trx, keys, last)
      return 0
    }
    const sealed = rows.map((row) => {
      sequence += 1
      previous = sealOf(previous, sequence, row.content)
      return { id: row.id, sequence, seal: previous.toString('hex') }
    })
    await sql`update activity set sealed_sequence = s.sequence, seal = decode(s.seal, 'hex')
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s (id bigint, sequence bigint, seal text) where activity.id = s.id`.execute(
      trx,
    )
    // A head that does not fit is evidence: it stays as it is until somebody has looked.
    if (isWhole) await writeHead(trx, keys, { sequence, seal: previous })
    return sealed.length
  })
}

export interface LogVerdict {
  sealed: number
  unsealed: number
  /** The seal of the last row, to be kept elsewhere: `verify-log --head` then tells a copy that was put back. */
  head: string
  /** The first place where the chain does not hold. */
  broken: { sequence: number; id: number | undefined; reason: string } | undefined
}

/**
 * Recomputes every seal and compares the end with the head. A row changed, removed, moved or slipped in breaks the chain at its place; rows cut
 * off its end, or a chain made anew, do not meet the head.
 * @param noted a place of the chain written down earlier: it must still be there
 */
export async function verifyActivity(ownerDb: Db, keys: Keys, noted?: { sequence: number; seal: string }): Promise<LogVerdict> {
  // One view of the log: the sealer may go on meanwhile.
  return ownerDb
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { last, broken } = await walk(trx, noted)
      const unsealed = await sql<{ count: number }>`select count(*) as count from activity where sealed_sequence is null`.execute(trx)
      return {
        sealed: broken ? broken.sequence - 1 : last.sequence,
        unsealed: Number(unsealed.rows[0]?.count),
        head: last.seal.toString('hex'),
        broken: broken ?? (await endOf(trx, keys, last)) ?? (await besideOf(trx, last)) ?? missingNote(last.sequence, noted),
      }
    })
}

interface Place {
  sequence: number
  seal: Buffer
}

async function walk(
  trx: Trx,
  noted: { sequence: number; seal: string } | undefined,
): Promise<{ last: Place; broken: LogVerdict['broken'] }> {
  let last: Place = { sequence: 0, seal: GENESIS }
  for (;;) {
    const { rows } = await sql<SealedRow & { sealedSequence: number; seal: Buffer }>`select id, sealed_sequence, seal, ${CONTENT} as content
      from activity where sealed_sequence > ${last.sequence} order by sealed_sequence limit ${BATCH}`.execute(trx)
    if (rows.length === 0) return { last, broken: undefined }
    for (const row of rows) {
      const sequence = last.sequence + 1
      const at = (reason: string) => ({ last, broken: { sequence, id: row.id, reason } })
      if (row.sealedSequence !== sequence) return at(`row ${sequence} of the chain is missing`)
      const seal = sealOf(last.seal, sequence, row.content)
      if (!seal.equals(row.seal)) return at('the row is not what was sealed')
      if (noted?.sequence === sequence && noted.seal !== seal.toString('hex')) return at('the row is not the one that was noted')
      last = { sequence, seal }
    }
  }
}

async function endOf(trx: Trx, keys: Keys, last: Place): Promise<LogVerdict['broken']> {
  const head = await selectHead(trx)
  const at = (reason: string) => ({ sequence: last.sequence + 1, id: undefined, reason })
  if (!head) {
    const { rows } = await sql<{
      used: boolean
    }>`select exists (select from user_account) or exists (select from activity) as used`.execute(trx)
    return rows[0]?.used ? at('the head of the chain is missing') : undefined
  }
  if (!isHeadOf(keys, head)) return at('the head of the chain was not made under this ENCRYPTION_KEY')
  if (head.sequence > last.sequence) return at(`the last ${head.sequence - last.sequence} rows of the chain are missing`)
  if (head.sequence < last.sequence || !head.seal.equals(last.seal)) return at('the chain does not end where it was sealed to')
  return undefined
}

/** Rows that carry a seal and have no place in the chain: the sealer never wrote them. */
async function besideOf(trx: Trx, last: Place): Promise<LogVerdict['broken']> {
  const { rows } = await sql<{ id: number; count: number }>`select min(id) as id, count(*) as count from activity
    where (seal is null) <> (sealed_sequence is null)`.execute(trx)
  const count = Number(rows[0]?.count ?? 0)
  if (!rows[0] || count === 0) return undefined
  const many = count === 1 ? 'a row carries' : `${count.toLocaleString('en-US')} rows carry`
  return { sequence: last.sequence + 1, id: rows[0].id, reason: `${many} a seal outside the chain, which the sealer did not write` }
}

const missingNote = (sequence: number, noted: { sequence: number } | undefined): LogVerdict['broken'] =>
  noted && noted.sequence > sequence
    ? { sequence: sequence + 1, id: undefined, reason: `the chain was noted up to row ${noted.sequence} and ends before it` }
    : undefined

/** Only a log that has just begun may have a head without a signature: the sealer signs it within seconds. */
async function isYoung(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ young: boolean }>`select not exists (select from user_account where created_at < now() - interval '1 day')
    or exists (select from migration where name = '0001_foundation.sql' and ran_at > now() - interval '1 hour') as young`.execute(trx)
  return rows[0]?.young === true
}

/** After a change of keys: the same head under the new one. @throws Error when the present head is not genuine under the old key */
export async function resealHead(trx: Trx, before: Keys, after: Keys): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEALER_LOCK})`.execute(trx)
  const head = await selectHead(trx)
  if (!head || head.mac.length === 0) return
  if (!isHeadOf(before, head)) throw new Error('the head of the activity log was not made under the present key')
  await writeHead(trx, after, head)
}

interface Head extends Place {
  mac: Buffer
}

const selectHead = (trx: Trx): Promise<Head | undefined> =>
  trx.selectFrom('activityHead').select(['sequence', 'seal', 'mac']).executeTakeFirst()

const selectLast = async (trx: Trx): Promise<Place> => {
  const { rows } = await sql<Place>`select sealed_sequence as sequence, seal from activity where sealed_sequence is not null
    order by sealed_sequence desc limit 1`.execute(trx)
  return rows[0] ?? { sequence: 0, seal: GENESIS }
}

async function writeHead(trx: Trx, keys: Keys, place: Place): Promise<void> {
  const row = { ...place, mac: macOf(keys, place), sealedAt: new Date().toISOString() }
  await trx.updateTable('activityHead').set(row).execute()
}

const macOf = ({ encryption }: Keys, { sequence, seal }: Place): Buffer =>
  createHmac('sha256', createHmac('sha256', encryption).update('head of the activity log').digest())
    .update(`${sequence}\n`)
    .update(seal)
    .digest()
/** Whether it was signed under this key. */
export const isHeadOf = (keys: Keys, head: Head): boolean => {
  const mac = macOf(keys, head)
  return head.mac.length === mac.length && timingSafeEqual(head.mac, mac)
}

interface SealedRow {
  id: number
  content: string
}

// Text that does not depend on a session's time zone or on the driver: the same row gives the same bytes for ever.
const CONTENT = sql<string>`jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), actor_id, actor_role, acting_as, site_id, institution_id,
  encode(session_hash, 'hex'), address, user_agent, request_id, action, entity, entity_id, before, after)::text`

const sealOf = (previous: Buffer, sequence: number, content: string): Buffer =>
  createHash('sha256').update(previous).update(`${sequence}\n`).update(content).digest()

/** Seals every other second until stopped; a failure (database restarting) waits for the next round. */
export function startSealer(ownerDb: Db, keys: Keys, onError: (cause: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = sealActivity(ownerDb, keys)
      .catch(onError)
      .finally(() => {
        busy = false
      })
  }, 2_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await sealActivity(ownerDb, keys).catch(onError)
  }
}
