/** Serves one stored PDF through the whole product, and tells where its bytes lie, for a server that knows nothing but files. Ends with its parent. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, JOBS } from '@corridor/server/app.ts'
import { migrate } from '@corridor/server/db/migrate.ts'
import { startEmbeddedPostgres } from '@corridor/server/platform/database/embedded-postgres.ts'
import { keepFile } from '@corridor/server/platform/files/files.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildInstitution, buildSite, signedInAs } from '@corridor/server/test/builders.ts'
import { testConfiguration } from '@corridor/server/test/configuration.ts'

export interface ServingFile {
  corridor: string
  path: string
  cookie: string
  /** The same bytes as a plain file. */
  folder: string
  name: string
}

const BYTES = 5_000_000
const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
// Other users read the plain file: PostgreSQL's passes through, nginx's opens it.
chmodSync(folder, 0o755)
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
const siteId = await buildSite(kernel.ownerDb)
const institutionId = await buildInstitution(kernel.ownerDb, { sites: [siteId], reportTypes: ['LEG'] })
// No two stretches alike, so that nothing on the way can shorten it.
let seed = 1
const content = Buffer.from(
  Uint8Array.from({ length: BYTES }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed >> 16
  }),
)
content.write('%PDF-1.7\n')
const name = 'stored.pdf'
writeFileSync(join(folder, name), content)
const file = await kernel.files.put(content)
await keepFile(kernel.ownerDb, file, 'application/pdf')
const { id } = await kernel.ownerDb
  .insertInto('clientReport')
  .values({
    institutionId,
    siteId,
    typeCode: 'LEG',
    uploadName: name,
    yearOverride: 2026,
    name,
    displayName: name,
    extension: 'pdf',
    path: name,
    fileSha256: file.sha256,
    sizeBytes: file.sizeBytes,
    origin: 'UPLOADED',
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const cookie = await signedInAs(kernel.ownerDb, 'c', { siteId, institutionId })
const app = await buildApp(kernel, { webDist: join(folder, 'no-web') })
closing.push(close, () => app.close())
const serving: ServingFile = {
  corridor: await app.listen({ host: '127.0.0.1', port: 0 }),
  path: `/api/reports/${id}/file`,
  cookie: `sid=${cookie}`,
  folder,
  name,
}
process.send?.(serving)
