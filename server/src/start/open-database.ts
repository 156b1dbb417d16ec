/** The database of a process: the embedded one, started here or found running beside us, or the one DATABASE_URL names; migrated, and safe to serve from. */
import { createHmac } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { BECOME, migrate } from '../db/migrate.ts'
import { SchemaRefused } from '../db/schema-refused.ts'
import type { Configuration } from '../platform/configuration.ts'
import { lockDataDirectory } from '../platform/database/data-directory.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { hasCluster, RUNTIME_LOGIN } from '../platform/database/postgres-cluster.ts'
import type { Lifecycle, Log } from '../platform/jobs/lifecycle.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { refuseDemoAccounts } from './demo-accounts-refused.ts'
import { bindKeys, hasTable, refuseOtherKeys } from './key-checks.ts'

export interface Addresses {
  ownerUrl: string
  appUrl: string
}

/** For the server: takes the data folder's lock, starts the embedded PostgreSQL if it is to be ours, migrates. @throws StartRefused */
export async function openDatabase(configuration: Configuration, lifecycle: Lifecycle, log: Log): Promise<Addresses> {
  if (configuration.database.kind === 'external') return openExternal(configuration, configuration.database)
  const { path, release } = lockDataDirectory(configuration.dataDirectory)
  lifecycle.onStop('the data folder', release)
  const server = await startEmbeddedPostgres({
    dataDirectory: path,
    log: log.info,
    onLost: (cause) => {
      log.error('PostgreSQL is lost', cause)
      void lifecycle.stop('PostgreSQL is lost', 1)
    },
  })
  lifecycle.onStop('PostgreSQL', server.stop, { milliseconds: 40_000 })
  await refuseForeign(server.ownerUrl, configuration)
  await migrated(server.ownerUrl, server.appPassword)
  await connected(server.ownerUrl, (client) => bindKeys(client, configuration))
  const addresses = { ownerUrl: server.ownerUrl, appUrl: server.appUrl }
  // For workers and commands on this machine; readable to this user only.
  writeFileSync(notePath(path), `${JSON.stringify(addresses)}\n`, { mode: 0o600 })
  lifecycle.onStop('the address note', () => rmSync(notePath(path), { force: true }))
  return addresses
}

/**
 * For workers and commands: the database of a server that may be running. Without one the embedded database is started for as long as this takes.
 *
 * @param begins whether it may set up a new one; all others refuse what was never set up, which is what a mistyped address gives, and make nothing there
 * @throws StartRefused
 */
export async function joinDatabase(
  configuration: Configuration,
  lifecycle: Lifecycle,
  log: Log,
  { begins = false }: { begins?: boolean } = {},
): Promise<Addresses> {
  const { database, dataDirectory } = configuration
  if (database.kind === 'external') {
    await explained('DATABASE_URL', () => refuseOldServer(database.ownerUrl))
    if (!begins) await explained('DATABASE_URL', () => refuseEmpty(database.ownerUrl, configuration))
    return openExternal(configuration, database)
  }
  if (!begins && !hasCluster(dataDirectory)) throw neverSetUp(configuration)
  const addresses = await startOrFind(configuration, lifecycle, log)
  // A running server may have been started with other keys than this process.
  await refuseForeign(addresses.ownerUrl, configuration)
  if (!begins) await refuseEmpty(addresses.ownerUrl, configuration)
  return addresses
}

async function startOrFind(configuration: Configuration, lifecycle: Lifecycle, log: Log): Promise<Addresses> {
  try {
    return await openDatabase(configuration, lifecycle, log)
  } catch (cause) {
    const note = readNote(configuration.dataDirectory)
    if (!(cause instanceof StartRefused) || !note) throw cause
    return note
  }
}

const refuseEmpty = (ownerUrl: string, configuration: Configuration) =>
  connected(ownerUrl, async (client) => {
    if (!(await hasTable(client, 'site')) || (await client.query('select from site limit 1')).rowCount === 0)
      throw neverSetUp(configuration)
  })

/** Harm that this process could do to another installation's database, or the demo's. */
const refuseForeign = (ownerUrl: string, configuration: Configuration) =>
  connected(ownerUrl, async (client) => {
    await refuseOtherKeys(client, configuration)
    if (configuration.mode === 'production') await refuseDemoAccounts(client)
  })

/** The oldest PostgreSQL that the migrations and the statements were tried on (server/src/test/debian.test.ts). */
const OLDEST_MAJOR = 15

/** For the embedded one both are known. */
const refuseOldServer = (ownerUrl: string) =>
  connected(ownerUrl, async (client) => {
    const { rows } = await client.query<{ number: number; encoding: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding",
    )
    const { number, encoding } = rows[0] ?? { number: 0, encoding: 'unknown' }
    const major = Math.floor(number / 10_000)
    if (major < OLDEST_MAJOR)
      throw new StartRefused(
        `The database of DATABASE_URL is on PostgreSQL ${major}.${number % 10_000}, and Corridor needs ${OLDEST_MAJOR} or later; nothing was changed. Upgrade that server, or set DATABASE_URL to another.`,
      )
    if (encoding !== 'UTF8')
      throw new StartRefused(
        `The database of DATABASE_URL keeps text as ${encoding}, which cannot hold every name; nothing was changed. Create one that keeps it as UTF8 (create database … encoding 'UTF8' template template0).`,
      )
  })

/** As far apart as Kerberos lets two clocks be. Sessions, codes, deadlines and the times on record come from both. */
const MOST_APART_SECONDS = 300

/** PostgreSQL on another machine has a clock of its own. */
const refuseOtherTime = (ownerUrl: string) =>
  connected(ownerUrl, async (client) => {
    const { rows } = await client.query<{ ahead: number }>('select $1 - extract(epoch from clock_timestamp())::float8 as ahead', [
      Date.now() / 1000,
    ])
    const ahead = Math.round(rows[0]?.ahead ?? 0)
    if (Math.abs(ahead) > MOST_APART_SECONDS)
      throw new StartRefused(
        `The clock of this machine is ${Math.abs(ahead).toLocaleString('en-US')} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the database’s, so times on record would be wrong. Set both by a time server (NTP), then start again.`,
      )
  })

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function neverSetUp({ database, dataDirectory }: Configuration): StartRefused {
  const [variable, at] = database.kind === 'external' ? ['DATABASE_URL', ''] : ['DATA_DIR', ` (${dataDirectory})`]
  return new StartRefused(
    `The database of ${variable}${at} was never set up: it has no site. Set ${variable} to the one the server uses, or begin with create-manager or restore.`,
  )
}

const noteShape = z.object({ ownerUrl: z.string(), appUrl: z.string() })
const notePath = (dataDirectory: string) => join(dataDirectory, 'server.json')

function readNote(dataDirectory: string): Addresses | undefined {
  try {
    return noteShape.parse(JSON.parse(readFileSync(notePath(dataDirectory), 'utf8')))
  } catch {
    return undefined
  }
}

async function openExternal(
  configuration: Configuration,
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string | undefined },
): Promise<Addresses> {
  await explained('DATABASE_URL', () => refuseOldServer(ownerUrl))
  // Before the runtime role's password, which is made from the key, and before any migration.
  await explained('DATABASE_URL', () => refuseForeign(ownerUrl, configuration))
  const password = runtimePassword(configuration)
  await explained('DATABASE_URL', () => migrated(ownerUrl, appUrl === undefined ? password : undefined))
  await explained('DATABASE_URL', () => connected(ownerUrl, (client) => bindKeys(client, configuration)))
  await explained('DATABASE_URL', () => refuseOtherTime(ownerUrl))
  const addresses = { ownerUrl, appUrl: appUrl ?? asRuntimeRole(ownerUrl, password) }
  await explained(appUrl === undefined ? 'DATABASE_URL' : 'DATABASE_APP_URL', () => refusePowerfulRole(addresses.appUrl))
  return addresses
}

/** The same on every node without being written anywhere: derived from the key that all nodes share. */
const runtimePassword = (configuration: Configuration) =>
  createHmac('sha256', configuration.keys.encryption).update('password of corridor_app').digest('base64url')

function asRuntimeRole(ownerUrl: string, password: string): string {
  const address = new URL(ownerUrl)
  address.username = RUNTIME_LOGIN
  address.password = password
  return address.href
}

/** Row-level security does not bind a superuser, a role with BYPASSRLS, or one that is the owner's. */
const refusePowerfulRole = (appUrl: string) =>
  connected(appUrl, async (client) => {
    const { rows } = await client.query<{ role: string; powerful: boolean; owns: boolean; becomes: boolean; inherits: boolean }>(`
      select current_user as role, r.rolsuper or r.rolbypassrls as powerful,
        exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'member')) as owns,
        pg_has_role(current_user, 'corridor_client', ${BECOME}) and pg_has_role(current_user, 'corridor_staff', ${BECOME})
          and pg_has_role(current_user, 'corridor_limited', ${BECOME}) as becomes,
        pg_has_role(current_user, 'corridor_client', 'usage') or pg_has_role(current_user, 'corridor_staff', 'usage')
          or pg_has_role(current_user, 'corridor_limited', 'usage') as inherits
      from pg_roles r where r.rolname = current_user`)
    const found = rows[0]
    if (!found || found.powerful || found.owns)
      throw new StartRefused(
        `The runtime role ${found?.role ?? ''} is a superuser, has BYPASSRLS or owns tables: row-level security would not bind it. Set DATABASE_APP_URL to a plain login role.`,
      )
    if (!found.becomes)
      throw new StartRefused(
        `The runtime role ${found.role} may not become corridor_client, corridor_staff and corridor_limited. Run: grant corridor_client, corridor_staff, corridor_limited to ${found.role}`,
      )
    if (found.inherits)
      throw new StartRefused(
        `The runtime role ${found.role} holds the rights of corridor_client, corridor_staff or corridor_limited without becoming it, so the fences would be one. Run: alter role ${found.role} noinherit; revoke corridor_client, corridor_staff, corridor_limited from ${found.role}; grant corridor_client, corridor_staff, corridor_limited to ${found.role}`,
      )
  })

async function migrated(ownerUrl: string, appPassword: string | undefined): Promise<void> {
  try {
    await migrate(ownerUrl, appPassword)
  } catch (cause) {
    throw cause instanceof SchemaRefused ? new StartRefused(cause.message, { cause }) : cause
  }
}

async function explained(variable: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reason = SENTENCES[code]
    if (reason) throw new StartRefused(`The database of ${variable} ${reason}`, { cause })
    throw cause
  }
}

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'does not answer. Start PostgreSQL there or correct the address.',
  ENOTFOUND: 'has a host name that is not known. Correct the address.',
  ETIMEDOUT: 'cannot be reached. Check the network between this machine and PostgreSQL.',
  '28P01': 'refuses the password. Correct it.',
  '28000': 'refuses this role. Correct the address or pg_hba.conf.',
  '3D000': 'does not exist. Create it, owned by the role of DATABASE_URL.',
  '42501':
    'does not let this role make the tables or the runtime roles. Make the role the database’s owner, and set DATABASE_APP_URL if it may not create roles.',
}
