/** `corridor backup FILE`: every table of one moment and every stored file in one archive, while the server runs. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FileStore } from '../platform/files/file-store.ts'
import { type ZipEntry, zipStream } from '../platform/formats/zip.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Keys } from '../platform/security/keys.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { VERSION } from '../platform/version.ts'
import { PLAIN_TEXT, schemaOf, sequencesOf, type Table, tablesOf } from './backup-catalog.ts'
import { fileEntry, MANIFEST, type Manifest, SIGNATURE, signatureOf, tableEntry, writtenKeyChecks } from './backup-manifest.ts'

interface Source {
  ownerUrl: string
  files: FileStore
  keys: Keys
}
export interface Made {
  tables: number
  rows: number
  files: number
  bytes: number
  missingFiles: string[]
}

/** Well under what one entry of a zip holds; a table of more comes in several. */
const PART_BYTES = 1 << 30

/** @throws StartRefused when the file is there already, or a stored file is missing and `allowMissing` is not set; nothing is then left behind */
export async function makeBackup(source: Source, path: string, { allowMissing = false, partBytes = PART_BYTES } = {}): Promise<Made> {
  if (await stat(path).catch(() => undefined)) throw new StartRefused(`${path} is there already. Choose another name, or move it away.`)
  const draft = `${path}.part`
  const client = new pg.Client({ connectionString: source.ownerUrl, application_name: 'corridor backup' })
  await client.connect()
  try {
    // One view of all tables; writers are not held up.
    await client.query(`begin isolation level repeatable read read only; ${PLAIN_TEXT}`)
    const summary: Manifest = {
      format: 'corridor-backup-1',
      product: VERSION,
      madeAt: new Date().toISOString(),
      schema: await schemaOf(client),
      keyChecks: writtenKeyChecks(source.keys),
      tables: [],
      sequences: [],
      files: [],
      missingFiles: [],
    }
    await pipeline(
      zipStream(entriesOf(client, source, summary, { allowMissing, partBytes })),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await client.query('commit')
    await rename(draft, path)
    await syncFolder(dirname(path))
    const { size } = await stat(path)
    return {
      tables: summary.tables.length,
      rows: summary.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: summary.files.length,
      bytes: size,
      missingFiles: summary.missingFiles,
    }
  } catch (cause) {
    if (!isTaken(cause)) await rm(draft, { force: true })
    throw isTaken(cause)
      ? new StartRefused(`${draft} is there already: another backup is being written, or one was cut off. Remove it.`)
      : cause
  } finally {
    await client.end()
  }
}

/** The manifest comes last, when all is counted and hashed. */
async function* entriesOf(
  client: pg.Client,
  { files, keys }: Source,
  summary: Manifest,
  { allowMissing, partBytes }: { allowMissing: boolean; partBytes: number },
): AsyncGenerator<ZipEntry> {
  for (const table of await tablesOf(client)) yield* partsOf(client, table, summary, partBytes)
  // Sequences stand outside of the snapshot: read after the rows, they are never behind them.
  summary.sequences = await sequencesOf(client)
  const { rows } = await client.query<{ sha256: string; size: string }>(
    'select sha256, size_bytes::text as size from stored_file order by sha256',
  )
  for (const { sha256, size } of rows) {
    const stream = await openFile(files, sha256)
    if (!stream) {
      if (!allowMissing)
        throw new StartRefused(
          `The stored file ${sha256} is missing. Bring it back from an earlier backup, or add --allow-missing to go on without what is lost.`,
        )
      summary.missingFiles.push(sha256)
      continue
    }
    yield { name: fileEntry(sha256), content: () => checked(stream, sha256) }
    summary.files.push({ sha256, sizeBytes: Number(size) })
  }
  const text = Buffer.from(`${JSON.stringify(summary, undefined, 1)}\n`)
  yield { name: MANIFEST, content: text }
  yield { name: SIGNATURE, content: signatureOf(keys, text) }
}

async function* partsOf(client: pg.Client, { name, columns }: Table, summary: Manifest, partBytes: number): AsyncGenerator<ZipEntry> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  // A query, not the table: COPY of a table leaves out what lies in partitions, and does not know row-level security.
  const copy = client.query(copyTo(`copy (select ${list} from public.${client.escapeIdentifier(name)}) to stdout`))
  const chunks: AsyncIterator<Buffer> = copy[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let [parts, bytes] = [0, 0]
  let next = await chunks.next()
  async function* part(): AsyncGenerator<Buffer> {
    for (let length = 0; !next.done && length < partBytes; next = await chunks.next()) {
      length += next.value.length
      bytes += next.value.length
      hash.update(next.value)
      yield next.value
    }
  }
  while (!next.done) {
    parts += 1
    yield { name: tableEntry(name, parts), content: part, compress: true }
  }
  summary.tables.push({ name, columns, rows: copy.rowCount, bytes, sha256: hash.digest('hex'), parts })
}

const openFile = (files: FileStore, sha256: string) =>
  files.open(sha256).then(
    ({ stream }) => stream,
    (cause: unknown) => {
      if (cause instanceof AppError && cause.code === 'not_found') return undefined
      throw cause
    },
  )

/** A file whose bytes are not its name is damaged: better no backup than one that keeps the damage. */
async function* checked(stream: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256)
    throw new StartRefused(`The stored file ${sha256} is damaged: its bytes are not what was stored. Bring it back from an earlier backup.`)
}

const isTaken = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
