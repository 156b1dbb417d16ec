/**
 * Supervisor of the embedded PostgreSQL: starts it, adopts one that a killed server left behind, restarts it when it dies, stops it.
 * The postmaster is a process group of its own, so that Ctrl-C in a terminal reaches Corridor first and requests can finish.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresBinaries, postgresUser, providePostgresBinaries } from './postgres-binaries.ts'
import { type Cluster, OWNER, openCluster, RUNTIME_LOGIN, SUPERUSER, spawnAs } from './postgres-cluster.ts'
import { commandLine, isSameProcess, type ProcessIdentity, processIdentity, sendSignal, waitForExit } from './processes.ts'

export type EmbeddedPostgres = {
  /** Connection of the role that owns the database: neither superuser nor exempt from row-level security. */
  ownerUrl: string
  /** Connection of the runtime role; `migrate` makes it and gives it `appPassword`. */
  appUrl: string
  appPassword: string
  /** For initialisation only. */
  superuserUrl: string
  port: number
  adopted: boolean
  clusterPath: string
  pid: () => number
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Locked by the caller (`lockDataDirectory`). */
  dataDirectory: string
  log?: (message: string) => void
  /** Called when PostgreSQL died and could not be started again. */
  onLost?: (cause: Error) => void
  /** Safety traded for speed: for data that may be lost. */
  disposable?: boolean
}

const STOP_LIMIT = 30_000
const START_LIMIT = 10 * 60_000

/** @throws StartRefused when this machine, user or folder cannot hold it */
export async function startEmbeddedPostgres({
  dataDirectory,
  log = () => {},
  onLost,
  disposable = false,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = postgresUser()
  const binaries = providePostgresBinaries(user)
  await endStrayBeforeRepair(dataDirectory)
  const cluster = await openCluster(dataDirectory, binaries, user, { quick: disposable })
  const settings = disposable ? { ...SETTINGS, ...DISPOSABLE_SETTINGS } : SETTINGS
  const logPath = join(dataDirectory, 'postgres.log')

  const found = await adopt(cluster, binaries, settings, log)
  let server = found ?? (await start(cluster, binaries, settings, logPath, await freePort(), log))
  const port = server.port
  let stopping = false
  let restarting: Promise<void> | undefined

  const watch = setInterval(() => {
    if (stopping || restarting || isSameProcess(server.identity)) return
    log('PostgreSQL ended unexpectedly; starting it again')
    restarting = start(cluster, binaries, settings, logPath, port, log)
      .then((restarted) => {
        server = restarted
        if (stopping) void stopPostmaster(server.identity, log)
      })
      .catch((cause: unknown) => {
        clearInterval(watch)
        onLost?.(new Error('PostgreSQL ended and could not be started again', { cause }))
      })
      .finally(() => {
        restarting = undefined
      })
  }, 500)
  watch.unref()

  return {
    ownerUrl: `postgres://${OWNER}:${cluster.ownerPassword}@127.0.0.1:${port}/${OWNER}`,
    appUrl: `postgres://${RUNTIME_LOGIN}:${cluster.appPassword}@127.0.0.1:${port}/${OWNER}`,
    appPassword: cluster.appPassword,
    superuserUrl: `postgres://${SUPERUSER}:${cluster.superuserPassword}@127.0.0.1:${port}/${OWNER}`,
    port,
    adopted: found !== undefined,
    clusterPath: cluster.path,
    pid: () => server.identity.pid,
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await restarting
      await stopPostmaster(server.identity, log)
    },
  }
}

/** Given on the command line, so that `postmaster.opts` tells whether a server left behind runs as this version wants it. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  password_encryption: 'scram-sha-256',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_compression: 'pglz',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  // A killed Corridor must not leave long statements and their locks behind.
  client_connection_check_interval: '2s',
  tcp_keepalives_idle: '30',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_duration_statement: '2s',
  log_line_prefix: '%m [%p] %u ',
  cluster_name: 'corridor',
}

const DISPOSABLE_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '120',
  shared_buffers: '128MB',
  log_min_duration_statement: '-1',
}

type Postmaster = { identity: ProcessIdentity; port: number }
type PidFile = Postmaster & { ready: boolean }

/** The lines of postmaster.pid: pid, folder, start, port, socket folder, address, shared memory, status (PostgreSQL: miscadmin.h). */
function readPidFile(clusterPath: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(clusterPath, 'postmaster.pid'), 'utf8').split('\n')
    const identity = processIdentity(Number(lines[0]))
    // A pid given to another program since is not a postmaster.
    if (!identity || !commandLine(identity.pid).includes(clusterPath)) return undefined
    return { identity, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Takes over a postmaster that a killed server left behind, if it answers and runs as this version would start it; else stops it. */
async function adopt(
  cluster: Cluster,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  const left = readPidFile(cluster.path)
  if (!left) {
    rmSync(join(cluster.path, 'postmaster.pid'), { force: true })
    return undefined
  }
  if (
    startedAlike(cluster.path, binaries, settings) &&
    (await becomesReady(cluster.path, left.identity)) &&
    (await answers(cluster, left.port))
  ) {
    log(`Adopted the PostgreSQL left running by an earlier start (process ${left.identity.pid})`)
    return left
  }
  log(`Stopping the PostgreSQL left running by an earlier start (process ${left.identity.pid})`)
  await stopPostmaster(left.identity, log)
  return undefined
}

function startedAlike(clusterPath: string, binaries: PostgresBinaries, settings: Record<string, string>): boolean {
  try {
    const started = readFileSync(join(clusterPath, 'postmaster.opts'), 'utf8')
    return started.startsWith(`${binaries.postgres} `) && options(clusterPath, settings).every((option) => started.includes(`"${option}"`))
  } catch {
    return false
  }
}

async function becomesReady(clusterPath: string, identity: ProcessIdentity): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && isSameProcess(identity); attempt++) {
    if (readPidFile(clusterPath)?.ready) return true
    await delay(50)
  }
  return false
}

async function answers({ superuserPassword }: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: superuserPassword,
    database: OWNER,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {}) // A connection lost meanwhile shows in the query's own rejection.
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const options = (clusterPath: string, settings: Record<string, string>): string[] => [
  '-D',
  clusterPath,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

async function start(
  cluster: Cluster,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
  logPath: string,
  port: number,
  log: (message: string) => void,
): Promise<Postmaster> {
  const until = Date.now() + START_LIMIT
  for (let attempt = 1; ; attempt++) {
    const child = launch(cluster, binaries, [...options(cluster.path, settings), '-p', String(port)], logPath)
    const identity = child.pid === undefined ? undefined : processIdentity(child.pid)
    if (identity && (await readyBefore(until, child, cluster.path, log))) return { identity, port }
    // The backends of a postmaster that was killed hold its shared memory for a moment; a port can be taken between choosing and using it.
    if (attempt === 5) throw new Error(`PostgreSQL does not start. The end of ${logPath}:\n${lastLines(logPath, 12)}`)
    await delay(attempt * 400)
  }
}

function launch(cluster: Cluster, binaries: PostgresBinaries, args: string[], logPath: string): ChildProcess {
  rotate(logPath)
  const output = openSync(logPath, 'a', 0o600)
  try {
    const child = spawn(binaries.postgres, args, { ...spawnAs(cluster.user), detached: true, stdio: ['ignore', output, output] })
    child.on('error', () => {}) // No pid then; `start` tries again and reports.
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

async function readyBefore(until: number, child: ChildProcess, clusterPath: string, log: (message: string) => void): Promise<boolean> {
  const began = Date.now()
  let told = 0
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const file = readPidFile(clusterPath)
    if (file?.ready && file.identity.pid === child.pid) return true
    if (Date.now() > until) {
      sendSignal(child.pid, 'SIGQUIT')
      return false
    }
    if (Math.floor((Date.now() - began) / 10_000) > told) {
      told++
      log(`PostgreSQL is still starting after ${told * 10} s (it may be recovering from a crash)`)
    }
    await delay(20)
  }
  return false
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one: the next start then replays the log, nothing committed is lost. */
async function stopPostmaster(identity: ProcessIdentity, log: (message: string) => void): Promise<void> {
  if (!isSameProcess(identity)) return
  sendSignal(identity.pid, 'SIGINT')
  if (await waitForExit(identity, STOP_LIMIT)) return
  log(`PostgreSQL did not stop within ${STOP_LIMIT / 1000} s; stopping it at once`)
  sendSignal(identity.pid, 'SIGQUIT')
  if (!(await waitForExit(identity, 10_000))) sendSignal(identity.pid, 'SIGKILL')
}

/** When the note with the passwords is lost, they are set in single-user mode, which needs the cluster to itself. */
async function endStrayBeforeRepair(dataDirectory: string): Promise<void> {
  const clusterPath = join(dataDirectory, 'postgres')
  const left = readPidFile(clusterPath)
  try {
    statSync(join(dataDirectory, 'postgres.json'))
  } catch {
    if (left) await stopPostmaster(left.identity, () => {})
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port on 127.0.0.1'))))
    })
  })
}

const LOG_LIMIT = 10_000_000

function rotate(logPath: string): void {
  try {
    if (statSync(logPath).size > LOG_LIMIT) renameSync(logPath, `${logPath}.1`)
  } catch {
    // No log yet.
  }
}

function lastLines(path: string, count: number): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n')
  } catch {
    return '(there is no log)'
  }
}
