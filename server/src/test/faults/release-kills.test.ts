import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../platform/database/database.ts'
import { buildBook, buildReportTypes } from '../book.ts'
import { signedInAs } from '../builders.ts'
import { pdfText } from '../report-files.ts'
import { untilDone } from './batch-kills.ts'
import { brokenInvariants } from './invariants.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const REASON = 'The examiners ask for them before the boards meet.'
const WHOLE = process.env.FAULTS === 'whole'
const REVIEWS = WHOLE ? 8 : 3
/** Milliseconds into a release: before it begins, while papers are stored, around its end. */
const MOMENTS = WHOLE ? [0, 15, 40, 80, 140, 220] : [30]

test('killed in the middle of a release, each review is with its institution as FINAL or not at all, and releasing again completes it', {
  timeout: WHOLE ? 3_600_000 : 300_000,
}, async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'corridor-releases-'))
  let server = await startServerProcess(dataDirectory)
  const { db, close } = connect(server.ownerUrl, { max: 2, applicationName: 'faults' })
  try {
    await buildReportTypes(db)
    await sql`insert into report_type (code, name, display_order) values ('ABR', 'Annual BOLI Review', 9) on conflict do nothing`.execute(
      db,
    )
    const book = await buildBook(db, { institutions: REVIEWS, policiesEach: 1, months: 14, period: plainDate('2025-12-31') })
    const cookie = await signedInAs(db, 'b', { siteId: book.siteId, permissions: { ANNUAL_BOLI_REVIEW: 2 } })
    const ask = (of: ServerProcess, path: string, body: object) =>
      fetch(`${of.url}/api/annual-boli-review${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `sid=${cookie}`, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(body),
      })
    expect((await ask(server, '', { period: book.period, institutions: book.institutionIds })).status).toBe(202)
    await untilDone(db)
    const reports = await db.selectFrom('report').select(['id', 'batchId']).execute()
    const batch = reports[0]?.batchId ?? 0
    const selection = { reportIds: reports.map(({ id }) => id), incompleteReason: REASON }
    const released = async () => (await db.selectFrom('report').select('id').where('releasedVersion', 'is not', null).execute()).length
    const broken: string[] = []
    for (const moment of MOMENTS) {
      const releasing = ask(server, `/${batch}/release`, selection).catch(() => undefined)
      await delay(moment)
      await server.kill()
      await releasing
      broken.push(...(await brokenInvariants(db, dataDirectory, [batch], REVIEWS, false)))
      // All of one call or none of it.
      expect([0, REVIEWS]).toContain(await released())
      server = await startServerProcess(dataDirectory)
      if ((await released()) === REVIEWS)
        expect((await ask(server, `/${batch}/withdraw`, { reportIds: selection.reportIds, reason: 'Once more' })).status).toBe(200)
      await sql`update report set released_version = null, withdrawn_at = null`.execute(db)
    }
    expect((await ask(server, `/${batch}/release`, selection)).status).toBe(200)
    broken.push(...(await brokenInvariants(db, dataDirectory, [batch], REVIEWS, true)))
    expect(broken).toEqual([])
    const paper = await fetch(`${server.url}/api/annual-boli-review/0/download?reportIds=${reports[0]?.id}`, {
      headers: { cookie: `sid=${cookie}` },
    })
    const words = (await pdfText(new Uint8Array(await paper.arrayBuffer()))).replaceAll(/\s+/g, ' ')
    expect(words).toContain('FINAL')
    expect(words).toContain(REASON)
  } finally {
    await close()
    await server.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})
