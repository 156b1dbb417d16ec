/** Releases many annual reviews, complete ones and ones that print a reason, in turn; tells the seconds of each to the parent process. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { JOBS } from '@corridor/server/app.ts'
import { migrate } from '@corridor/server/db/migrate.ts'
import { startEmbeddedPostgres } from '@corridor/server/platform/database/embedded-postgres.ts'
import { inScope, scopeOfSystem } from '@corridor/server/platform/http/scope.ts'
import { startBatch } from '@corridor/server/reporting/batches.ts'
import { generateSome } from '@corridor/server/reporting/generation.ts'
import { closePdfWorkers } from '@corridor/server/reporting/pdf/pool.ts'
import { releaseReports, withdrawReports } from '@corridor/server/reporting/release.ts'
import { pdfAs } from '@corridor/server/reporting/release-files.ts'
import { selectVersionFiles } from '@corridor/server/reporting/versions.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildBook, buildReportTypes } from '@corridor/server/test/book.ts'
import { buildUser } from '@corridor/server/test/builders.ts'
import { testConfiguration } from '@corridor/server/test/configuration.ts'
import { sql } from 'kysely'

const [reports = 500, runs = 5] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
chmodSync(folder, 0o711)
const database = await startEmbeddedPostgres({ dataDirectory: folder })
try {
  await migrate(database.ownerUrl, database.appPassword)
  const { kernel, close } = await createKernel(testConfiguration(folder), {
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    definitions: JOBS,
    log: { info: () => undefined, error: (message, cause) => process.stderr.write(`${message}: ${String(cause)}\n`) },
  })
  const db = kernel.ownerDb
  await buildReportTypes(db)
  await sql`insert into report_type (code, name, display_order) values ('ABR', 'Annual BOLI Review', 9) on conflict do nothing`.execute(db)
  const book = await buildBook(db, { institutions: reports, policiesEach: 1, months: 14, period: plainDate('2025-12-31') })
  const userId = await buildUser(db, 'b', { sites: [book.siteId] })
  const scope = { ...scopeOfSystem(book.siteId), userId }
  const { batchId } = await inScope(kernel.db, scope, (trx) =>
    startBatch(kernel, trx, scope, {
      reportType: 'AnnualBoliReview',
      period: book.period,
      isQuarterly: false,
      targets: book.institutionIds.map((institutionId) => ({ institutionId, subsidiaryId: null })),
      isRegenerating: false,
      hold: true,
    }),
  )
  while ((await generateSome(kernel, scope, batchId)) > 0) continue
  const reportIds = (await db.selectFrom('report').select('id').where('status', '=', 'Ready').execute()).map(({ id }) => id)
  if (reportIds.length !== reports) throw new Error(`${reportIds.length} of ${reports} reviews are ready`)
  const selection = { reportType: 'AnnualBoliReview', batchId, reportIds }
  const complete = (isComplete: boolean) =>
    sql`update report_version set control_totals = control_totals || ${JSON.stringify(isComplete ? { unrated: 0, unsigned: 0 } : { unrated: 8, unsigned: 8 })}::jsonb`.execute(
      db,
    )
  const release = async (reasons: { incompleteReason?: string }) => {
    const started = performance.now()
    const { released } = await inScope(kernel.db, scope, (trx) =>
      releaseReports(kernel, trx, scope, selection, { userId, overrideReason: 'The books are closed.', ...reasons }),
    )
    if (released.length !== reports) throw new Error(`${released.length} of ${reports} were released`)
    const seconds = (performance.now() - started) / 1000
    await inScope(kernel.db, scope, (trx) => withdrawReports(kernel, trx, scope, selection))
    return seconds
  }
  const stampedAll = async () => {
    const started = performance.now()
    const files = await inScope(kernel.db, scope, (trx) => selectVersionFiles(trx, scope, 'AnnualBoliReview', batchId, reportIds))
    for (const file of files) await kernel.files.put(await pdfAs(kernel, file, { standing: 'released', reason: null }))
    return (performance.now() - started) / 1000
  }
  const told: Record<'plain' | 'reason' | 'stamping', number[]> = { plain: [], reason: [], stamping: [] }
  // The first of each warms up.
  for (let run = 0; run <= runs; run++) {
    await complete(true)
    const plain = await release({})
    const stamping = await stampedAll()
    await complete(false)
    const reason = await release({ incompleteReason: 'The examiners ask for them before the boards meet.' })
    if (run === 0) continue
    told.plain.push(plain)
    told.reason.push(reason)
    told.stamping.push(stamping)
  }
  process.send?.(told)
  await closePdfWorkers()
  await close()
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
