/** Kills the server again and again in the middle of its batches, and looks after each death whether anything was lost, doubled or left half-written. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db } from '../../platform/database/database.ts'
import { buildBook, buildReportTypes, type TestBook } from '../book.ts'
import { signedInAs } from '../builders.ts'
import { brokenInvariants } from './invariants.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export interface BatchKills {
  seed: number
  kills: number
  batches: number
  /** Reports made in all, however often their makers died. */
  made: number
  broken: string[]
  /** Milliseconds from the death to the moment when nothing was held by the dead maker any more; one entry a kill that left work behind. */
  resumedAfter: number[]
  /** The same to the next report that was made. */
  nextAfter: number[]
  readyAfter: number[]
  milliseconds: number
}
export interface BatchKillOptions {
  seed: number
  kills: number
  reports: number
  log?: (line: string) => void
}

/** The cost of a killed maker on a machine that does nothing else: the lease, the job queue's own time-out, the start of the server. */
export const RESUME_WITHIN = 15_000
const SETTLED_WITHIN = 120_000

export async function runBatchKills({ seed, kills, reports, log = () => undefined }: BatchKillOptions): Promise<BatchKills> {
  const began = performance.now()
  const random = randomOf(seed)
  const dataDirectory = mkdtempSync(join(tmpdir(), 'corridor-faults-'))
  const result: BatchKills = {
    seed,
    kills: 0,
    batches: 0,
    made: 0,
    broken: [],
    resumedAfter: [],
    nextAfter: [],
    readyAfter: [],
    milliseconds: 0,
  }
  let server = await startServerProcess(dataDirectory)
  const { db, close } = connect(server.ownerUrl, { max: 2, applicationName: 'faults' })
  try {
    await buildReportTypes(db)
    const book = await buildBook(db, { institutions: reports, policiesEach: 1, months: 3 })
    const cookie = await signedInAs(db, 'b', { siteId: book.siteId, permissions: { ASSET_REPORT: 2 } })
    const batchIds: number[] = []
    while (result.kills < kills) {
      batchIds.push(await startBatch(server, cookie, book, batchIds.length > 0))
      while (result.kills < kills && (await remaining(db)) > 0) {
        const settled = Math.floor(random() * Math.min(15, reports / 3))
        const pause = Math.floor(random() * 120)
        if (!(await untilSettled(db, settled))) continue
        await delay(pause)
        const left = await remaining(db)
        const tokens = await leases(db)
        const died = performance.now()
        await server.kill()
        result.kills++
        result.broken.push(...(await brokenInvariants(db, dataDirectory, batchIds, reports, false)))
        const before = await versions(db)
        server = await startServerProcess(dataDirectory)
        result.readyAfter.push(Math.round(server.readyAfter))
        if ((await remaining(db)) > 0) {
          // All that the dead maker held is in other hands, or done.
          result.resumedAfter.push(await untilTrue(died, async () => (await leases(db)).every((token) => !tokens.includes(token))))
          result.nextAfter.push(await untilTrue(died, async () => (await versions(db)) > before || (await remaining(db)) === 0))
        }
        log(
          `kill ${result.kills}: after ${settled} reports and ${pause} ms, ${left} left; ready after ${result.readyAfter.at(-1)} ms, taken again ${result.resumedAfter.at(-1)} ms and the next report made ${result.nextAfter.at(-1)} ms after the death`,
        )
      }
      await untilDone(db)
      result.broken.push(...(await brokenInvariants(db, dataDirectory, batchIds, reports, true)))
    }
    result.batches = batchIds.length
    result.made = await versions(db)
  } finally {
    await close()
    await server.stop()
    // A PostgreSQL that lost its server may still be writing its last; a folder that is not empty must not hide why the run failed.
    rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
  return { ...result, milliseconds: Math.round(performance.now() - began) }
}

export async function startBatch(server: ServerProcess, cookie: string, book: TestBook, isRegenerating: boolean): Promise<number> {
  const answer = await fetch(`${server.url}/api/asset-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `sid=${cookie}` },
    body: JSON.stringify({ period: book.period, institutions: book.institutionIds, isRegenerating }),
  })
  const body: unknown = await answer.json()
  if (answer.status !== 202 || typeof body !== 'object' || body === null || !('id' in body) || typeof body.id !== 'number')
    throw new Error(`no batch: ${answer.status} ${JSON.stringify(body)}`)
  return body.id
}

const count = async (db: Db, query: ReturnType<typeof sql<{ count: number }>>) => (await query.execute(db)).rows[0]?.count ?? 0
const remaining = (db: Db) =>
  count(db, sql<{ count: number }>`select count(*)::int as count from report where status in ('Scheduled', 'Generating', 'Refreshing')`)
const versions = (db: Db) => count(db, sql<{ count: number }>`select count(*)::int as count from report_version`)

const leases = async (db: Db) =>
  (await sql<{ token: string }>`select distinct lease_token as token from report where lease_token is not null`.execute(db)).rows.map(
    ({ token }) => token,
  )

/** Waits until so many more reports are settled. @returns false when the batch ended before */
export async function untilSettled(db: Db, more: number): Promise<boolean> {
  const target = (await versions(db)) + more
  const patience = performance.now() + SETTLED_WITHIN
  while ((await versions(db)) < target) {
    if ((await remaining(db)) === 0) return false
    if (performance.now() > patience) throw new Error('nothing is being made any more')
    // Whoever kills waits up to 120 ms more, so the moments are no fewer; asking more often took the processor from what is watched.
    await delay(20)
  }
  return (await remaining(db)) > 0
}

/** @returns milliseconds since then */
async function untilTrue(since: number, isTrue: () => Promise<boolean>): Promise<number> {
  while (!(await isTrue())) {
    if (performance.now() - since > SETTLED_WITHIN) throw new Error('work was not resumed')
    await delay(20)
  }
  return Math.round(performance.now() - since)
}

export async function untilDone(db: Db): Promise<void> {
  const patience = performance.now() + SETTLED_WITHIN
  while (
    (await remaining(db)) > 0 ||
    (await count(db, sql<{ count: number }>`select count(*)::int as count from report_batch where completed_at is null`)) > 0
  ) {
    if (performance.now() > patience) return
    await delay(50)
  }
}

/** mulberry32: the same seed gives the same moments. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
