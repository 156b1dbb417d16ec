/** `corridor restore FILE`: puts a backup into an empty server, all of it or nothing. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { fitsSchema } from '../db/former-schema.ts'
import { analyzeLoaded } from '../db/seeds/load.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Keys } from '../platform/security/keys.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { type Backup, openBackup } from './backup-archive.ts'
import { forcedTablesOf, foreignKeysOf, PLAIN_TEXT, schemaOf, tablesOf, triggeredTablesOf } from './backup-catalog.ts'
import type { Manifest } from './backup-manifest.ts'

interface Target {
  ownerUrl: string
  files: FileStore
  keys: Keys
}
export interface Restored {
  madeAt: string
  tables: number
  rows: number
  files: number
  missingFiles: string[]
  /** API keys that were good when the backup was made: ended, unless they were to be kept. */
  apiKeys: { count: number; oldest: string | null; kept: boolean }
}

/** Signs that somebody works here already; the rows of the migrations are replaced. */
const SIGNS_OF_USE = ['user_account', 'site', 'institution', 'stored_file', 'activity']

/**
 * @param options.keepApiKeys a key that was revoked after the backup was made is good in it still: without this all of them end
 * @throws StartRefused with a sentence; database and store are then as they were
 */
export async function restoreBackup(target: Target, path: string, { keepApiKeys = false } = {}): Promise<Restored> {
  const backup = await openBackup(path, target.keys)
  const client = new pg.Client({ connectionString: target.ownerUrl, application_name: 'corridor restore' })
  const put: string[] = []
  try {
    await client.connect()
    await client.query(`begin; ${PLAIN_TEXT}`)
    await restoreTables(client, backup, await refuseUnfit(client, backup.manifest))
    const apiKeys = await settleApiKeys(client, keepApiKeys)
    for (const file of backup.manifest.files) {
      const isNew = !(await target.files.has(file.sha256))
      const { sha256 } = await putFile(target.files, backup.file(file))
      if (isNew) put.push(sha256)
    }
    await client.query('commit')
    await analyzeLoaded(client)
    const { madeAt, tables, files, missingFiles } = backup.manifest
    return {
      madeAt,
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: files.length,
      missingFiles,
      apiKeys,
    }
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    for (const sha256 of put) await target.files.remove(sha256)
    throw cause
  } finally {
    await client.end()
    backup.close()
  }
}

async function refuseUnfit(client: pg.Client, { schema }: Manifest): Promise<'all' | 'before additions'> {
  const present = await schemaOf(client)
  const fit = fitsSchema(schema, present)
  if (!fit)
    throw new StartRefused(
      `This backup has another schema version (${schema.at(-1)?.name}) than this server (${present.at(-1)?.name}). Restore it with the version of Corridor it was made with, then upgrade.`,
    )
  // Nobody begins to work here while rows come in.
  await client.query(`lock table ${SIGNS_OF_USE.join(', ')} in access exclusive mode`)
  for (const table of SIGNS_OF_USE) {
    const { rows } = await client.query<{ used: boolean }>(`select exists (select from ${table}) as used`)
    if (rows[0]?.used) throw new StartRefused(`This server is not empty (${table} has rows). Restore into a new, empty one.`)
  }
  return fit
}

/** Keys, triggers and forced row-level security stand aside inside the transaction, seen by nobody; adding the keys again proves that the rows fit together. */
async function restoreTables(client: pg.Client, { manifest, table }: Backup, fit: 'all' | 'before additions'): Promise<void> {
  const name = (text: string) => `public.${client.escapeIdentifier(text)}`
  const known = new Map((await tablesOf(client)).map((one) => [one.name, one.columns]))
  const [keys, forced, triggered] = [await foreignKeysOf(client), await forcedTablesOf(client), await triggeredTablesOf(client)]
  if (fit === 'all' ? known.size !== manifest.tables.length : manifest.tables.some((one) => !known.has(one.name)))
    throw new StartRefused('This backup does not hold the tables of this server.')
  for (const key of keys) await client.query(`alter table ${name(key.table)} drop constraint ${client.escapeIdentifier(key.name)}`)
  for (const one of forced) await client.query(`alter table ${name(one)} no force row level security`)
  for (const one of triggered) await client.query(`alter table ${name(one)} disable trigger user`)
  // The rows of the migrations; emptying a hundred empty tables would take longer than filling them.
  for (const one of known.keys()) await client.query(`delete from ${name(one)}`)
  for (const one of manifest.tables) {
    const there = known.get(one.name) ?? []
    if (fit === 'all' ? there.join() !== one.columns.join() : one.columns.some((column) => !there.includes(column)))
      throw new StartRefused(`This backup does not fit the table ${one.name} of this server.`)
    const columns = one.columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const copy = client.query(copyFrom(`copy ${name(one.name)} (${columns}) from stdin`))
    await pipeline(table(one), copy)
    if (copy.rowCount !== one.rows)
      throw new StartRefused(
        `The table ${one.name} of this backup has ${copy.rowCount} rows where ${one.rows} were written. Nothing was restored.`,
      )
  }
  for (const one of triggered) await client.query(`alter table ${name(one)} enable trigger user`)
  for (const one of forced) await client.query(`alter table ${name(one)} force row level security`)
  for (const key of keys)
    await client.query(`alter table ${name(key.table)} add constraint ${client.escapeIdentifier(key.name)} ${key.definition}`)
  for (const { name: sequence, value, called } of manifest.sequences) {
    // Setting a value is not undone by a rollback; beginning anew is, and with it what is set after.
    await client.query(`alter sequence ${name(sequence)} restart`)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name(sequence), value, called])
  }
  // Transactions of the server that was backed up say nothing here.
  await client.query('update report_version set read_as_of = null where read_as_of is not null')
  // Whoever was signed in when the backup was made signs in again.
  await client.query('delete from user_session')
}

async function settleApiKeys(client: pg.Client, kept: boolean): Promise<Restored['apiKeys']> {
  const { rows } = await client.query<{ count: number; oldest: string | null }>(
    `select count(*)::int as count, min(created_at)::date::text as oldest from api_key where revoked_at is null and expires_on >= current_date`,
  )
  if (!kept) await client.query('update api_key set revoked_at = now() where revoked_at is null')
  return { count: rows[0]?.count ?? 0, oldest: rows[0]?.oldest ?? null, kept }
}

/** The store reads to the end before it keeps anything, so a damaged file fails here and leaves nothing. */
const putFile = (files: FileStore, content: Readable) => files.put(content)
