import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { lockDataDirectory } from './data-directory.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { processIdentity, sendSignal, waitForExit } from './processes.ts'

const root = mkdtempSync(join(tmpdir(), 'corridor-embedded-'))
chmodSync(root, 0o711)
const programs: ChildProcess[] = []
const postmasters = new Set<number>()

afterEach(async () => {
  for (const program of programs.splice(0)) await kill(program)
})
afterAll(async () => {
  for (const pid of postmasters) {
    const identity = processIdentity(pid)
    if (identity && sendSignal(pid, 'SIGQUIT')) await waitForExit(identity, 5000)
  }
  rmSync(root, { recursive: true, force: true })
})

type Started = { pid: number; port: number; adopted: boolean; ownerUrl: string; superuserUrl: string }

/** A server process of its own: locks the folder, starts PostgreSQL, says what it has, waits for the end. */
async function startProgram(dataDirectory: string): Promise<{ program: ChildProcess; started: Started }> {
  const program = spawn(process.execPath, [join(import.meta.dirname, '../../test/embedded-postgres-program.ts'), dataDirectory], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  programs.push(program)
  let [written, errors] = ['', '']
  program.stderr?.on('data', (chunk) => (errors += chunk))
  const line = new Promise<string>((resolve, reject) => {
    program.stdout?.on('data', (chunk) => {
      written += chunk
      if (written.includes('\n')) resolve(written)
    })
    program.on('exit', () => reject(new Error(errors.trim())))
  })
  const started: Started = JSON.parse(await line)
  postmasters.add(started.pid)
  return { program, started }
}

async function kill(program: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  if (program.exitCode !== null || program.signalCode !== null) return program.exitCode
  program.kill(signal)
  const [code] = await once(program, 'exit')
  return code
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

test('a new folder gets a cluster whose owner is bound by row-level security, and committed rows outlive kill -9', {
  timeout: 30_000,
}, async () => {
  const folder = join(root, 'book')
  const first = await startProgram(folder)
  expect(first.started.adopted).toBe(false)
  const [role] = await query(
    first.started.ownerUrl,
    `select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: true })
  const [facts] = await query(
    first.started.ownerUrl,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync, current_setting('listen_addresses') as address,
            pg_encoding_to_char(encoding) as encoding, datlocale as locale, datlocprovider::text as provider from pg_database where datname = current_database()`,
  )
  expect(facts).toEqual({ checksums: 'on', fsync: 'on', address: '127.0.0.1', encoding: 'UTF8', locale: 'C.UTF-8', provider: 'b' })
  await query(first.started.ownerUrl, 'create table kept as select 1 as row')

  // The server is killed; its PostgreSQL lives on and is taken over.
  await kill(first.program)
  const second = await startProgram(folder)
  expect(second.started).toMatchObject({ adopted: true, pid: first.started.pid, port: first.started.port })

  // Both are killed: nothing is left to adopt, a stale pid file lies about.
  await kill(second.program)
  const postmaster = processIdentity(second.started.pid)
  sendSignal(second.started.pid, 'SIGKILL')
  if (postmaster) await waitForExit(postmaster, 5000)
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(true)
  const third = await startProgram(folder)
  expect(third.started.adopted).toBe(false)
  expect(await query(third.started.ownerUrl, 'select row from kept')).toEqual([{ row: 1 }])

  // A second server on the same folder is turned away in one sentence.
  await expect(startProgram(folder)).rejects.toThrow(
    /^Another Corridor server \(process \d+\) already runs on .*book\. Stop it first, or set DATA_DIR to another folder\.$/,
  )

  // PostgreSQL dies under a running server: it is started again on the same port.
  sendSignal(third.started.pid, 'SIGKILL')
  await expect
    .poll(() => query(third.started.ownerUrl, 'select row from kept').catch(() => undefined), { timeout: 10_000, interval: 100 })
    .toEqual([{ row: 1 }])

  // An orderly end leaves no process and no lock.
  const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  expect(await kill(third.program, 'SIGTERM')).toBe(0)
  expect(processIdentity(pid)).toBeUndefined()
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log'])
})

test('its log says which statement was slow or broke a rule, not with what: values are people’s', async () => {
  const folder = join(root, 'discreet')
  const postgres = await startEmbeddedPostgres({ dataDirectory: prepared(folder), disposable: true })
  const client = new pg.Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  try {
    await client.query('create table people (name text primary key)')
    await client.query('set log_min_duration_statement = 0')
    await client.query('insert into people (name) values ($1)', ['Ellison, Margaret'])
    await expect(client.query('insert into people (name) values ($1)', ['Ellison, Margaret'])).rejects.toThrow('people_pkey')
  } finally {
    await client.end()
    await postgres.stop()
  }
  const log = readFileSync(join(folder, 'postgres.log'), 'utf8')
  expect(log).toContain('insert into people (name) values ($1)')
  expect(log).toContain('people_pkey')
  expect(log).not.toContain('Ellison')
})

test('a pid file that names another program is not adopted', async () => {
  const folder = join(root, 'quick')
  const first = await startEmbeddedPostgres({ dataDirectory: prepared(folder), disposable: true })
  await first.stop()
  writeFileSync(join(folder, 'postgres/postmaster.pid'), `${process.pid}\n${folder}/postgres\n1\n${first.port}\n\n127.0.0.1\n\nready   \n`)
  const second = await startEmbeddedPostgres({ dataDirectory: folder, disposable: true })
  expect(second.adopted).toBe(false)
  expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])

  // The note with the passwords gets lost, the data does not.
  await second.stop()
  rmSync(join(folder, 'postgres.json'))
  const third = await startEmbeddedPostgres({ dataDirectory: folder, disposable: true })
  expect(await query(third.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(third.ownerUrl).not.toBe(second.ownerUrl)
  await third.stop()
})

test('a start killed while it makes the cluster leaves nothing in the way of the next', { timeout: 30_000 }, async () => {
  const folder = join(root, 'interrupted')
  const program = spawn(process.execPath, [join(import.meta.dirname, '../../test/embedded-postgres-program.ts'), folder], {
    stdio: 'ignore',
  })
  await expect
    .poll(() => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('postgres.new-')), {
      timeout: 10_000,
      interval: 5,
    })
    .toBe(true)
  await kill(program)
  const { program: next, started } = await startProgram(folder)
  expect(await query(started.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await kill(next, 'SIGTERM')
})

test('a cluster that went missing is never replaced by an empty one', async () => {
  const folder = join(root, 'quick')
  rmSync(join(folder, 'postgres'), { recursive: true })
  await expect(startEmbeddedPostgres({ dataDirectory: folder })).rejects.toThrow(/should lie in .* and is not there/)
})

test.runIf(process.getuid?.() === 0)(
  'as root in a folder that others cannot enter, the cluster lies where PostgreSQL can reach it',
  async () => {
    const closed = mkdtempSync(join(root, 'closed-'))
    const folder = join(closed, 'data')
    const server = await startEmbeddedPostgres({ dataDirectory: prepared(folder), disposable: true })
    try {
      expect(server.clusterPath).toMatch(/^\/var\/lib\/corridor\/postgres-/)
      expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
      await server.stop()
      const again = await startEmbeddedPostgres({ dataDirectory: folder, disposable: true })
      expect(again.clusterPath).toBe(server.clusterPath)
      await again.stop()
    } finally {
      await server.stop()
      rmSync(server.clusterPath, { recursive: true, force: true })
    }
  },
)

function prepared(folder: string): string {
  lockDataDirectory(folder).release()
  return folder
}
