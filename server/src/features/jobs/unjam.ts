/** Unjam: finds jobs and locks that stopped, says what it would do and why, frees them and tells what it did. Two presses at once free each of them once. */
import type { Jams } from '@corridor/contract/jobs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/route.ts'
import type { AnyJob } from '../../platform/jobs/jobs.ts'
import { selectStopped } from './queries.ts'

interface Jam {
  what: string
  does: string
  free: () => Promise<boolean>
}
type Unjamming = Pick<Call<never>, 'kernel' | 'trx' | 'scope' | 'record'>

/**
 * All in the caller's transaction but the ending of a connection, which is at once: what it held is rolled back by the database either way.
 * @param idleSeconds a transaction that holds a lock and did nothing for longer counts as stopped; null: locks are left alone
 */
export async function freeJams(
  call: Unjamming,
  kinds: readonly AnyJob[],
  { dryRun, idleSeconds }: { dryRun: boolean; idleSeconds: number | null },
): Promise<Jams> {
  const { kernel, trx, scope, record } = call
  if (dryRun) return { dryRun, jams: (await findJams(call, kinds, idleSeconds)).map(({ what, does }) => ({ what, does, freed: null })) }
  // A second press waits here and finds only what the first one left.
  await sql`select pg_advisory_xact_lock(hashtextextended('unjam', 0))`.execute(trx)
  const jams: Jams['jams'] = []
  for (const { what, does, free } of await findJams(call, kinds, idleSeconds)) jams.push({ what, does, freed: await free() })
  await record({ action: 'job.unjammed', entity: 'job', after: { jams } })
  if (jams.length > 0) await kernel.events.publish(trx, { siteId: scope.siteId, type: 'job' })
  return { dryRun, jams }
}

async function findJams(call: Unjamming, kinds: readonly AnyJob[], idleSeconds: number | null): Promise<Jam[]> {
  const { trx } = call
  const queued = await queuedJams(trx, kinds)
  return [...(idleSeconds === null ? [] : await lockJams(call, idleSeconds)), ...queued, ...(await workJams(call, kinds))]
}

interface StoppedJob {
  kind: string
  id: string
  beatAt: string
  attempts: number
}

async function queuedJams(trx: Trx, kinds: readonly AnyJob[]): Promise<Jam[]> {
  const titles = new Map(kinds.map(({ name, title }) => [name, title]))
  const { rows } = await sql<StoppedJob>`select * from stopped_job() where kind = any (${[...titles.keys()]}::text[])`.execute(trx)
  return rows.map(({ kind, id, beatAt, attempts }) => ({
    what: `${titles.get(kind)}: its worker gave no sign of life since ${atTime(beatAt)}, in attempt ${attempts}.`,
    does: 'The job is put back into the queue and taken by the next free worker.',
    free: async () => {
      const { rows: taken } = await sql<{ freed: boolean }>`select take_back_job(${kind}, ${id}) as freed`.execute(trx)
      return taken[0]?.freed === true
    },
  }))
}

/** Work that the rows of the business call unfinished, and nobody does: its claim lapsed with its maker, or its job is gone. */
async function workJams({ kernel, trx, scope }: Unjamming, kinds: readonly AnyJob[]): Promise<Jam[]> {
  const resumable = kinds.filter(({ resume, rows }) => resume && rows)
  if (resumable.length === 0) return []
  return (await selectStopped(trx, resumable)).map(({ kind, key, title, subject }) => ({
    what: `${title}, ${subject}: it is not finished, and no worker has it in hand.`,
    does: 'Lapsed claims are taken away, and the rest of the work is put into the queue.',
    free: async () => {
      const [still] = (
        await selectStopped(
          trx,
          resumable.filter(({ name }) => name === kind),
        )
      ).filter((one) => one.key === key)
      // Its job may just have been put back.
      if (!still || key === null) return false
      return (await resumable.find(({ name }) => name === kind)?.resume?.({ kernel, trx, scope, id: key })) === true
    },
  }))
}

interface IdleLock {
  pid: number
  beganAt: string
  idleSince: string
  waiting: number
}

/** PostgreSQL lets nobody but a role itself see what its connections do, and end them: the owner's and those of requests are asked for each by its own. */
async function lockJams({ kernel, trx }: Unjamming, idleSeconds: number): Promise<Jam[]> {
  // The caller's own transaction waits while others are looked at.
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  const mine = rows[0]?.pid ?? 0
  const jams = await Promise.all([kernel.db, kernel.ownerDb].map((own) => lockJamsOf(own, idleSeconds, mine)))
  return jams.flat()
}

async function lockJamsOf(own: Db, idleSeconds: number, mine: number): Promise<Jam[]> {
  const { rows } = await IDLE_LOCKS(idleSeconds, sql`a.pid <> ${mine}`).execute(own)
  return rows.map(({ pid, beganAt, idleSince, waiting }) => ({
    what: `Database connection ${pid} holds a lock and has done nothing since ${atTime(idleSince)}; ${waiting === 1 ? '1 other waits' : `${waiting} others wait`} for it.`,
    does: 'The connection is ended. What it had not finished is rolled back; its job, if it had one, is taken again.',
    free: async () => {
      const still = IDLE_LOCKS(idleSeconds, sql`a.pid = ${pid} and date_trunc('milliseconds', a.backend_start) = ${beganAt}::timestamptz`)
      const { rows: ended } = await sql<{ freed: boolean }>`select pg_terminate_backend(pid) as freed from (${still}) l`.execute(own)
      return ended[0]?.freed === true
    },
  }))
}

/** Connections of the asking role that hold an advisory lock in a transaction in which nothing was done for so long; and how many others wait for one. */
const IDLE_LOCKS = (idleSeconds: number, which: RawBuilder<boolean>) => sql<IdleLock>`
  select a.pid, date_trunc('milliseconds', a.backend_start) as began_at, a.state_change as idle_since,
    (select count(*)::int from pg_stat_activity w where a.pid = any (pg_blocking_pids(w.pid))) as waiting
  from pg_stat_activity a
  where a.datname = current_database() and a.usename = current_user and a.application_name like 'corridor%' and a.state = 'idle in transaction'
    and a.state_change < clock_timestamp() - make_interval(secs => ${idleSeconds}) and ${which}
    and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted)`

/** "14:03:22 UTC" */
const atTime = (moment: string): string => `${new Date(moment).toISOString().slice(11, 19)} UTC`
