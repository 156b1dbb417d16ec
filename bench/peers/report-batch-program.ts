/** Makes many one-page reports: through the whole product, through its printing pool, or with bare Typst; tells time to the parent process. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { JOBS } from '@corridor/server/app.ts'
import { migrate } from '@corridor/server/db/migrate.ts'
import { paper as summaryPaper } from '@corridor/server/features/asset-reports/summary-print.ts'
import { startEmbeddedPostgres } from '@corridor/server/platform/database/embedded-postgres.ts'
import { inScope, scopeOfSystem } from '@corridor/server/platform/http/scope.ts'
import { startBatch } from '@corridor/server/reporting/batches.ts'
import { createCompiler } from '@corridor/server/reporting/pdf/compile.ts'
import { closePdfWorkers, createPdfPool } from '@corridor/server/reporting/pdf/pool.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildBook, buildReportTypes } from '@corridor/server/test/book.ts'
import { testConfiguration } from '@corridor/server/test/configuration.ts'
import { viewOf } from './content.ts'

type Work = (reports: number) => Promise<{ seconds: number; cpuSeconds: number }>

async function timed(work: () => Promise<unknown>): Promise<{ seconds: number; cpuSeconds: number }> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
}

const engine: Work = async (reports) => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  chmodSync(folder, 0o711)
  const database = await startEmbeddedPostgres({ dataDirectory: folder })
  // When the benchmark is broken off, its database does not stay behind.
  const giveUp = () =>
    void database.stop().finally(() => {
      rmSync(folder, { recursive: true, force: true })
      process.exit(1)
    })
  process.once('disconnect', giveUp)
  process.once('SIGTERM', giveUp)
  try {
    await migrate(database.ownerUrl, database.appPassword)
    const { kernel, close } = await createKernel(testConfiguration(folder), {
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      definitions: JOBS,
      log: { info: () => undefined, error: (message, cause) => process.stderr.write(`${message}: ${String(cause)}\n`) },
    })
    await buildReportTypes(kernel.ownerDb)
    const warm = await buildBook(kernel.ownerDb, { institutions: 8, policiesEach: 3 })
    const book = await buildBook(kernel.ownerDb, { siteId: warm.siteId, institutions: reports, policiesEach: 3 })
    const scope = scopeOfSystem(book.siteId)
    await kernel.jobs.work(kernel)
    const make = async (institutionIds: readonly number[]) => {
      const { batchId } = await inScope(kernel.db, scope, (trx) =>
        startBatch(kernel, trx, scope, {
          reportType: 'AssetSummaryReport',
          period: book.period,
          isQuarterly: false,
          targets: institutionIds.map((institutionId) => ({ institutionId, subsidiaryId: null })),
          isRegenerating: false,
          hold: true,
        }),
      )
      for (;;) {
        const batch = await kernel.ownerDb
          .selectFrom('reportBatch')
          .select('completedAt')
          .where('id', '=', batchId)
          .executeTakeFirstOrThrow()
        if (batch.completedAt) return
        await delay(20)
      }
    }
    await make(warm.institutionIds)
    const cost = await timed(() => make(book.institutionIds))
    const { ready } = await kernel.ownerDb
      .selectFrom('report')
      .select(({ fn }) => fn.countAll<number>().as('ready'))
      .where('status', '=', 'Ready')
      .executeTakeFirstOrThrow()
    if (Number(ready) !== reports + 8) throw new Error(`${ready} of ${reports + 8} reports are ready`)
    await closePdfWorkers()
    await close()
    return cost
  } finally {
    process.off('disconnect', giveUp)
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const pool: Work = async (reports) => {
  const views = Array.from({ length: reports }, (_, index) => viewOf(3, 'AssetSummaryReport', index + 1))
  const printing = createPdfPool({ workers: availableParallelism(), queue: reports })
  await Promise.all(views.slice(0, 8).map((view) => printing.render(summaryPaper, view)))
  const cost = await timed(() => Promise.all(views.map((view) => printing.render(summaryPaper, view))))
  await printing.close()
  return cost
}

const typst: Work = async (reports) => {
  const press = createCompiler()
  const sources = new URL('../../server/src/', import.meta.url).pathname
  const pages = Array.from({ length: reports }, (_, index) =>
    Buffer.from(
      JSON.stringify({
        ...summaryPaper.layOut(viewOf(3, 'AssetSummaryReport', index + 1), press.measure, 'usual'),
        // About as much as the longest release note takes.
        stamp: { width: 180, height: 12.4 },
        logos: { firm: null, institution: null },
      }),
    ),
  )
  return timed(async () => {
    for (const page of pages) {
      press.compiler.mapShadow(join(sources, 'document.json'), page)
      const { result } = press.compiler.compile({ mainFilePath: fileURLToPath(summaryPaper.template) })
      if (!result) throw new Error('Typst refused the page')
      press.compiler.pdf(result, { pdfStandard: 'ua-1' })
      press.compiler.evictCache(3)
      await new Promise(setImmediate)
    }
  })
}

const works: Record<string, Work> = { engine, pool, typst }
const [subject, count] = process.argv.slice(2)
const work = works[subject ?? '']
if (!work) throw new Error(`no subject ${subject}`)
let peak = 0
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 50)
const cost = await work(Number(count))
clearInterval(watch)
process.send?.({ ...cost, reports: Number(count), megabytes: peak / 1e6 }, () => process.exit(0))
