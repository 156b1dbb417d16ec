/** One PostgreSQL for a run of tests: speed before safety, a migrated template inside, gone when the run ends, however it ends. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { cacheDirectory, postgresUser, providePostgresBinaries } from '../platform/database/postgres-binaries.ts'
import { OWNER, RUNTIME_LOGIN } from '../platform/database/postgres-cluster.ts'

export type TestCluster = Pick<EmbeddedPostgres, 'ownerUrl' | 'appUrl' | 'superuserUrl' | 'port'> & { stop: () => Promise<void> }

/**
 * Starts a copy of the cached cluster whose database `corridor` is migrated and otherwise empty: the template of all test databases.
 * With TEST_POSTGRES_URL, a superuser's address, the template is made on the server it names, which must be empty and is left running.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const given = process.env.TEST_POSTGRES_URL
  if (given) return onServerOf(given)
  const template = await migratedTemplate()
  const dataDirectory = temporaryFolder()
  copy(template, dataDirectory)
  const server = await startEmbeddedPostgres({ dataDirectory, disposable: true })
  const letGo = endWithThisProcess(dataDirectory)
  return {
    ownerUrl: server.ownerUrl,
    appUrl: server.appUrl,
    superuserUrl: server.superuserUrl,
    port: server.port,
    stop: async () => {
      await server.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
      letGo()
    },
  }
}

async function onServerOf(superuserUrl: string): Promise<TestCluster> {
  const at = (role: string) => {
    const address = new URL(inDatabase(superuserUrl, OWNER))
    address.username = role
    return address.href
  }
  const { password, port } = new URL(superuserUrl)
  await inSession(superuserUrl, `create role ${OWNER} login createrole password '${password}'`, `create database ${OWNER} owner ${OWNER}`)
  await migrate(at(OWNER), password)
  await rememberContent(at('postgres'))
  return { ownerUrl: at(OWNER), appUrl: at(RUNTIME_LOGIN), superuserUrl: at('postgres'), port: Number(port), stop: async () => undefined }
}

/** The connection address with another database. */
export function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function migratedTemplate(): Promise<string> {
  const cache = cacheDirectory(postgresUser())
  const home = join(cache, `test-template-${await fingerprint()}`)
  if (!existsSync(home)) {
    const draft = temporaryFolder()
    const server = await startEmbeddedPostgres({ dataDirectory: draft, disposable: true })
    try {
      await migrate(server.ownerUrl, server.appPassword)
      await rememberContent(server.superuserUrl)
    } catch (cause) {
      await server.stop()
      rmSync(draft, { recursive: true, force: true })
      throw cause
    }
    await server.stop()
    rmSync(join(draft, 'postgres.log'))
    const beside = `${home}.${randomUUID()}`
    mkdirSync(beside, { mode: 0o711 })
    copy(draft, beside)
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(home)) rmSync(beside, { recursive: true, force: true })
    else renameSync(beside, home)
  }
  utimesSync(home, new Date(), new Date())
  forgetOldTemplates(cache)
  return home
}

/** Rows of the migrations stay in a schema beside, from which `test_snapshot.reset()` brings a used copy back to the template's state. */
const rememberContent = (superuserUrl: string) =>
  inSession(superuserUrl, readFileSync(join(import.meta.dirname, 'test-snapshot.sql'), 'utf8'))

/** Statements one after the other, in one connection. */
export async function inSession(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Everything the template is made from. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(providePostgresBinaries(postgresUser()).version)
  for (const file of [
    'test-snapshot.sql',
    'test-cluster.ts',
    '../db/migrate.ts',
    '../platform/database/postgres-cluster.ts',
    '../platform/database/embedded-postgres.ts',
  ])
    hash.update(readFileSync(join(import.meta.dirname, file)))
  for (const { name, checksum } of await migrationFiles()) hash.update(`${name}:${checksum}`)
  return hash.digest('hex').slice(0, 16)
}

const TWO_DAYS = 2 * 24 * 3600_000

function forgetOldTemplates(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (name.startsWith('test-template-') && Date.now() - statSync(path).mtimeMs > TWO_DAYS) rmSync(path, { recursive: true, force: true })
  }
}

/** PostgreSQL's user must be able to pass through it. */
function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'corridor-test-'))
  chmodSync(path, 0o711)
  return path
}

/** Copies a folder's content. `cp -a`, because Node's own copy does not keep the owner, and PostgreSQL refuses files that are not its user's. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`cannot copy ${from} to ${to}: ${stderr}`)
}

/** A shell that waits for its input to end, which happens however this process dies, then stops the server of `<folder>/postgres` and clears up. */
export function endWithThisProcess(folder: string): () => void {
  const script =
    'cat >/dev/null; [ -f "$1/postgres/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")" 2>/dev/null; sleep 1; rm -rf "$1"'
  const guard = spawn('/bin/sh', ['-c', script, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  const input = guard.stdin
  if ('unref' in input && typeof input.unref === 'function') input.unref()
  return () => input.end()
}
