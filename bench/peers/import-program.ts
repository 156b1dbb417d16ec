/**
 * `prepare` fills a database with a book and writes the carriers' extract of the next month; `import` imports it as the product does and tells
 * time and memory; `copy` lets PostgreSQL copy the very same rows into the same indexed table.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { importFile, postFile } from '@corridor/server/features/data-feeds/import.ts'
import { readCarrierFile } from '@corridor/server/features/data-feeds/receive.ts'
import { readConfiguration } from '@corridor/server/platform/configuration.ts'
import { connect } from '@corridor/server/platform/database/database.ts'
import { scopeOfSystem } from '@corridor/server/platform/http/scope.ts'
import { runAudit } from '@corridor/server/shared/auditing/audit-run.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildBook, TEST_PERIOD } from '@corridor/server/test/book.ts'
import { feedText, HEADERS, policiesOf, soundLine } from '@corridor/server/test/feed-fixture.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

const [what, ownerUrl = '', appUrl = '', superuserUrl = '', folder = '', size = '0'] = process.argv.slice(2)
const period = addMonthEnds(TEST_PERIOD, 1)
const tell = (message: object) => process.send?.(message, () => process.exit(0))

if (what === 'prepare') {
  const { db, close } = connect(ownerUrl)
  const book = await buildBook(db, { institutions: 100, policiesEach: Math.ceil(Number(size) / 100), months: 2 })
  await sql`analyze policy, insured, policy_valuation`.execute(db)
  const file = createWriteStream(`${folder}/feed.csv`)
  const headers = { ...HEADERS, carrier: 'Carrier' }
  for (const [index, carrier] of book.carrierCodes.entries()) {
    const lines = (await policiesOf(db, carrier, period)).map((policy) => ({ ...soundLine(policy, period), carrier }))
    const text = feedText(lines, { headers })
    file.write(index === 0 ? text : text.slice(text.indexOf('\n') + 1))
  }
  await new Promise<void>((resolve) => file.end(() => resolve()))
  await close()
  tell({ siteId: book.siteId })
} else if (what === 'import') {
  const { kernel, close } = await createKernel(readConfiguration({ DATA_DIR: folder }), {
    ownerUrl,
    appUrl,
    // The jobs are queued as always: this program does the work of the first, and the audit of the whole month is a line of its own.
    definitions: [
      { ...readCarrierFile, run: async () => {} },
      { ...runAudit, run: async () => {} },
    ],
    log: { info: () => {}, error: () => {} },
  })
  const scope = scopeOfSystem(Number(size))
  let peak = process.memoryUsage.rss()
  let stall = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    stall = Math.max(stall, now - last - 10)
    last = now
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  const before = peak
  const cpu = process.cpuUsage()
  const started = performance.now()
  const { id } = await importFile(kernel, scope, { content: { path: `${folder}/feed.csv` }, fileName: 'feed.csv' })
  const imported = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  const file = await kernel.ownerDb.selectFrom('carrierFile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (file.status !== 'VALIDATED' || file.openErrors > 0 || file.matched !== file.rowCount)
    throw new Error(`the import ended as ${file.status} with ${file.openErrors} errors`)
  const again = performance.now()
  const { posted } = await postFile(kernel, scope, id)
  const postedIn = (performance.now() - again) / 1000
  clearInterval(timer)
  await close()
  tell({
    id,
    rows: file.rowCount,
    posted,
    seconds: imported,
    postSeconds: postedIn,
    cpuSeconds: (used.user + used.system) / 1e6,
    before: before / 1e6,
    peak: peak / 1e6,
    stall,
  })
} else {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const path = `${folder}/rows.copy`
  await pipeline(
    client.query(to(`copy (select * from carrier_file_row where file_id = ${Number(size)}) to stdout (format binary)`)),
    createWriteStream(path),
  )
  await client.query('delete from carrier_file_row')
  await client.query('vacuum carrier_file_row')
  const started = performance.now()
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), client.query(from('copy carrier_file_row from stdin (format binary)')))
  const seconds = (performance.now() - started) / 1000
  await client.end()
  tell({ seconds })
}
