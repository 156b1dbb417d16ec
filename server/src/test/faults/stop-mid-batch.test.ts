import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../platform/database/database.ts'
import { buildBook, buildReportTypes } from '../book.ts'
import { signedInAs } from '../builders.ts'
import { startBatch, untilDone, untilSettled } from './batch-kills.ts'
import { brokenInvariants } from './invariants.ts'
import { startServerProcess } from './server-process.ts'

const REPORTS = 24

test('a server stopped in the middle of a batch ends quietly, and the next start goes on at once', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-stop-'))
  let server = await startServerProcess(folder)
  let { db, close } = connect(server.ownerUrl, { max: 2, applicationName: 'stop' })
  try {
    await buildReportTypes(db)
    const book = await buildBook(db, { institutions: REPORTS, policiesEach: 1, months: 3 })
    const cookie = await signedInAs(db, 'b', { siteId: book.siteId, permissions: { ASSET_REPORT: 2 } })
    const batchId = await startBatch(server, cookie, book, false)
    expect(await untilSettled(db, 3), 'the batch still runs').toBe(true)
    await close()
    const { code, output } = await server.stop()
    expect(output.split('\n').filter((line) => /error|fail|closed|not done/i.test(line))).toEqual([])
    expect(code).toBe(0)
    server = await startServerProcess(folder)
    ;({ db, close } = connect(server.ownerUrl, { max: 2, applicationName: 'stop' }))
    // A batch that was handed back needs no dead maker's lease to run out.
    await untilDone(db)
    expect(await brokenInvariants(db, folder, [batchId], REPORTS, true)).toEqual([])
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
