/** Serves an activity log of many rows through the whole product, for somebody who exports it and for somebody of a bank who only looks in. Ends with its parent. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, JOBS } from '@corridor/server/app.ts'
import { migrate } from '@corridor/server/db/migrate.ts'
import { startEmbeddedPostgres } from '@corridor/server/platform/database/embedded-postgres.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildBook } from '@corridor/server/test/book.ts'
import { signedInAs } from '@corridor/server/test/builders.ts'
import { testConfiguration } from '@corridor/server/test/configuration.ts'
import type pg from 'pg'

// The server's own copy: the folder of the bench has none.
const { Client }: typeof pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg')

export interface ServingLog {
  corridor: string
  exporter: string
  other: string
}

const rows = Number(process.argv[2])
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
const { siteId, institutionIds } = await buildBook(kernel.ownerDb, { institutions: 20, policiesEach: 3, months: 1 })
const exporter = await signedInAs(kernel.ownerDb, 'b', { siteId, permissions: { ACTIVITY_REPORT: 2 } })
const other = await signedInAs(kernel.ownerDb, 'c', { siteId, institutionId: institutionIds[0] ?? 0 })
const owner = new Client({ connectionString: database.ownerUrl })
await owner.connect()
await owner.query(
  `insert into activity (at, actor_id, actor_role, site_id, institution_id, address, user_agent, request_id, action, entity, entity_id, after, sealed_sequence, seal)
   select now() - n * interval '20 seconds', 1 + n % 2, 'b', $1, ($2::int[])[1 + n % 20], '203.0.113.' || n % 250, 'Mozilla/5.0', gen_random_uuid(),
     (array['institutions.saved', 'report.downloaded', 'session.started', 'access.forbidden'])[1 + n % 4],
     (array['institutions', 'report', null, null])[1 + n % 4], (n % 500)::text, jsonb_build_object('version', n % 7, 'format', 'pdf'), n, sha256(n::text::bytea)
   from generate_series(1, $3::int) n`,
  [siteId, institutionIds, rows],
)
await owner.query('vacuum analyze')
await owner.end()
const app = await buildApp(kernel, { webDist: join(folder, 'no-web') })
closing.push(close, () => app.close())
const serving: ServingLog = {
  corridor: await app.listen({ host: '127.0.0.1', port: 0 }),
  exporter: `sid=${exporter}`,
  other: `sid=${other}`,
}
process.send?.(serving)
