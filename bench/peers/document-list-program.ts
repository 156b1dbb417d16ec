/** Serves a list of very many documents: through the whole product, and beside it with bare Fastify and pg on the same rows. Ends with its parent. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, JOBS } from '@corridor/server/app.ts'
import { migrate } from '@corridor/server/db/migrate.ts'
import { fillPapers } from '@corridor/server/db/seeds/large-papers.ts'
import { startEmbeddedPostgres } from '@corridor/server/platform/database/embedded-postgres.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildBook } from '@corridor/server/test/book.ts'
import { signedInAs } from '@corridor/server/test/builders.ts'
import { testConfiguration } from '@corridor/server/test/configuration.ts'
import type fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

// The server's own copies: the folder of the bench has none.
const require = createRequire(new URL('../../server/package.json', import.meta.url))
const Fastify: typeof fastify = require('fastify')
const { Client, Pool }: typeof pg = require('pg')

export interface Serving {
  corridor: string
  bare: string
  staffCookie: string
  clientCookie: string
  documents: number
}

const [institutions, documents] = process.argv.slice(2).map(Number)
if (!institutions || !documents) throw new Error('how many institutions and documents?')
const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
chmodSync(folder, 0o711)
const database = await startEmbeddedPostgres({ dataDirectory: folder })
const closing: (() => Promise<unknown>)[] = [() => database.stop()]
const end = async () => {
  for (const close of closing.toReversed()) await close().catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.once('disconnect', () => void end())
process.once('SIGTERM', () => void end())

await migrate(database.ownerUrl, database.appPassword)
const { kernel, close } = await createKernel(testConfiguration(folder), {
  ownerUrl: database.ownerUrl,
  appUrl: database.appUrl,
  definitions: JOBS,
  log: { info: () => undefined, error: (message, cause) => process.stderr.write(`${message}: ${String(cause)}\n`) },
})
const { siteId, institutionIds } = await buildBook(kernel.ownerDb, { institutions, policiesEach: 3, months: 1 })
const owner = new Client({ connectionString: database.ownerUrl })
await owner.connect()
// The search index is measured elsewhere; here it would only lengthen the filling.
await owner.query('alter table document disable trigger user')
await fillPapers(owner, { siteId, reports: 0, documents })
await owner.query('alter table document enable trigger user')
await owner.query("update membership set report_type_codes = array['QBR', 'LEG', 'PRE', 'ITX', 'BTX', 'DTH']")
// Autovacuum's work in the first minutes: the counting of a large table reads its index alone.
await owner.query('vacuum analyze')
await owner.end()

const cookieOf = (value: string) => `sid=${value}`
const staff = await signedInAs(kernel.ownerDb, 'b', { siteId, permissions: { DOCUMENT_CENTER: 1 } })
const client = await signedInAs(kernel.ownerDb, 'c', { siteId, institutionId: institutionIds[0] ?? 0 })
const app = await buildApp(kernel, { webDist: join(folder, 'no-web') })
closing.push(close, () => app.close())

const bare = Fastify()
const pool = new Pool({ connectionString: database.ownerUrl, max: 20 })
closing.push(() => pool.end())
const page = `select id, type_code, institution_id, upload_name, year_override, name, display_name, description, extension, path, carrier_code, vendor_name, size_bytes, created_at, updated_at
  from document where site_id = $1 and deleted_at is null order by created_at desc, id desc limit 25`
bare.get('/page', async () => ({ records: (await pool.query({ name: 'page', text: page, values: [siteId] })).rows }))
bare.get('/page-and-count', async () => {
  const [records, counted] = await Promise.all([
    pool.query({ name: 'page', text: page, values: [siteId] }),
    pool.query({
      name: 'count',
      text: 'select count(*) as total from document where site_id = $1 and deleted_at is null',
      values: [siteId],
    }),
  ])
  return { records: records.rows, total: counted.rows[0] }
})
const listen = (server: FastifyInstance) => server.listen({ host: '127.0.0.1', port: 0 })
const serving: Serving = {
  corridor: await listen(app),
  bare: await listen(bare),
  staffCookie: cookieOf(staff),
  clientCookie: cookieOf(client),
  documents,
}
process.send?.(serving)
