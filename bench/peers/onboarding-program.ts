/** `prepare` writes a firm's files; `import` brings them in as the product does and tells time and memory; `copy` copies the very same values into a bare table. */
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connect } from '@corridor/server/platform/database/database.ts'
import { scopeOfManager } from '@corridor/server/platform/http/scope.ts'
import { demoKeys } from '@corridor/server/platform/security/keys.ts'
import { importBook } from '@corridor/server/shared/onboarding/import-book.ts'
import { filesOf, openBook } from '@corridor/server/shared/onboarding/open-book.ts'
import { buildSite, buildUser } from '@corridor/server/test/builders.ts'
import { firmSheets, firmTotals, firmValues, VALUE_HEADERS, writeFolder } from '@corridor/server/test/firm-book.ts'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

const [what, ownerUrl = '', appUrl = '', superuserUrl = '', folder = '', banks = '0', policies = '0', months = '0'] = process.argv.slice(2)
const size = { banks: Number(banks), policies: Number(policies), months: Number(months) }
const files = join(folder, 'book')
const tell = (message: object) => process.send?.(message, () => process.exit(0))

if (what === 'prepare') {
  mkdirSync(files)
  writeFolder(files, { ...firmSheets(size), 'Control totals': firmTotals(size) })
  const lines = function* () {
    let text = `${VALUE_HEADERS.join(',')}\n`
    for (const row of firmValues(size)) {
      text += `${row.join(',')}\n`
      if (text.length < 1 << 18) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(files, 'Values.csv')))
  tell({})
} else if (what === 'import') {
  const owner = connect(ownerUrl)
  const siteId = await buildSite(owner.db)
  const userId = await buildUser(owner.db, 'd', { sites: [siteId], permissions: { INSTITUTIONS: 2 } })
  await owner.close()
  const { db, close } = connect(appUrl, { max: 3 })
  const keys = demoKeys(folder, { make: true })
  if (!keys) throw new Error('no keys')
  let peak = process.memoryUsage.rss()
  const before = peak
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const started = performance.now()
  let checked = started
  const { book, close: closeBook } = await openBook(await filesOf(files))
  const outcome = await importBook({
    db,
    scope: scopeOfManager(siteId, userId),
    keys,
    now: () => new Date(),
    book,
    name: 'bench',
    purpose: 'IMPORT',
    noteLocks: async () => undefined,
    told: (step) => {
      if (step.startsWith('Tying')) checked = performance.now()
      if (process.env.SAY_STEPS) process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} ${step}\n`)
    },
  })
  const seconds = (performance.now() - started) / 1000
  clearInterval(timer)
  await closeBook()
  await close()
  if (outcome.status !== 'DONE' || outcome.differences > 0)
    throw new Error(`the import ended as ${outcome.status} with ${outcome.problems} problems`)
  const { values, ...others } = outcome.counts
  const records = Object.values(others).reduce((sum, { added }) => sum + added, 0)
  tell({ values: values?.added ?? 0, records, seconds, checkSeconds: (checked - started) / 1000, peak: peak / 1e6, before: before / 1e6 })
} else {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const path = join(folder, 'values.copy')
  await pipeline(client.query(to('copy (select * from policy_valuation) to stdout (format binary)')), createWriteStream(path))
  await client.query('create table bare as select * from policy_valuation limit 0')
  const started = performance.now()
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), client.query(from('copy bare from stdin (format binary)')))
  const seconds = (performance.now() - started) / 1000
  await client.end()
  tell({ seconds })
}
