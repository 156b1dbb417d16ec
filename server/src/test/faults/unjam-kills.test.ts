import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unjam } from '@corridor/contract/jobs.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../platform/database/database.ts'
import { buildBook, buildReportTypes } from '../book.ts'
import { signedInAs } from '../builders.ts'
import { randomOf, startBatch, untilDone } from './batch-kills.ts'
import { brokenInvariants } from './invariants.ts'
import { startServerProcess, startWorkerProcess } from './server-process.ts'

const WHOLE = process.env.FAULTS === 'whole'
const KILLS = WHOLE ? 100 : 2
const REPORTS = 16
const SEED = 20261126

test('workers killed at seeded moments of batches and audits, and unjam pressed twice at once after each, lose, double and half-make nothing', {
  timeout: WHOLE ? 7_200_000 : 300_000,
}, async () => {
  const random = randomOf(SEED)
  const folder = mkdtempSync(join(tmpdir(), 'corridor-unjam-'))
  const server = await startServerProcess(folder, { JOBS: 'off' })
  const { db, close } = connect(server.ownerUrl, { max: 2, applicationName: 'faults' })
  try {
    await buildReportTypes(db)
    const book = await buildBook(db, { institutions: REPORTS, policiesEach: 1, months: 3 })
    const cookie = await signedInAs(db, 'd', { siteId: book.siteId, permissions: { ASSET_REPORT: 2 } })
    const ask = async (path: string, body: object = {}) => {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `sid=${cookie}`, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(body),
      })
      expect(answer.ok, `${path} answered ${answer.status}`).toBe(true)
      return answer.json()
    }
    const batches: number[] = []
    const broken: string[] = []
    const freed: string[] = []
    for (let kill = 1; kill <= KILLS; kill++) {
      batches.push(await startBatch(server, cookie, book, batches.length > 0))
      await ask('/api/exceptions/runs', { period: book.period })
      const worker = await startWorkerProcess(folder, {})
      await delay(random() * 1_500)
      await worker.kill()
      // Before the claims of the dead lapse, between, and after its heart counts as stopped.
      await delay(random() * 9_500)
      const held = await heldByTheDead()
      const presses = await Promise.all([ask(unjam.path), ask(unjam.path)])
      const told = presses.flatMap((press) => unjam.reply.parse(press).jams.flatMap(({ freed, what }) => (freed ? [what] : [])))
      // Two jobs of a batch that died together are told in the same words.
      const jobs = told.filter((what) => what.includes('gave no sign of life'))
      if (jobs.length > held) broken.push(`kill ${kill}: ${jobs.length} jobs were put back, of ${held} that the dead worker held`)
      freed.push(...told.filter((what) => !jobs.includes(what)).map((what) => `${kill} ${what}`))
      broken.push(...(await brokenInvariants(db, folder, batches, REPORTS, false)))
      const next = await startWorkerProcess(folder, {})
      await untilDone(db)
      while ((await unendedAudits()) > 0) await delay(100)
      await next.stop()
      // An audit that ends between two attempts changes what a report says of its controls: the file of the first attempt is then left to the hourly sweep.
      broken.push(
        ...(await brokenInvariants(db, folder, batches, REPORTS, true)).filter((sentence) => !/^I3 \d+ files have no row/.test(sentence)),
      )
    }
    expect(broken, `seed ${SEED}`).toEqual([])
    expect(new Set(freed).size, 'each jam is freed by one press').toBe(freed.length)
    const { rows } = await sql<{ runs: number; failed: number }>`
      select count(*)::int as runs, count(failure)::int as failed from audit_run where site_id = ${book.siteId}`.execute(db)
    expect(rows).toEqual([{ runs: KILLS, failed: 0 }])
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  /** Nobody else works: the server does none of the jobs, and the next worker is not started yet. */
  async function heldByTheDead(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int from pgboss.job where state = 'active'`.execute(db)
    return rows[0]?.count ?? 0
  }

  async function unendedAudits(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int from audit_run where ended_at is null`.execute(db)
    return rows[0]?.count ?? 0
  }
})
