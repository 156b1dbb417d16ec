/** Supervisor of the embedded PostgreSQL: starts it or adopts one that a killed server left behind, restarts it when it dies, stops it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { postgresUser, providePostgresBinaries } from './postgres-binaries.ts'
import { OWNER, openCluster, RUNTIME_LOGIN, SUPERUSER } from './postgres-cluster.ts'
import { adoptPostmaster, type PostmasterPlan, readPidFile, startPostmaster, stopPostmaster } from './postmaster.ts'
import { isSameProcess } from './processes.ts'

export type EmbeddedPostgres = {
  /** Connection of the role that owns the database: neither superuser nor exempt from row-level security. */
  ownerUrl: string
  /** Connection of the runtime role; `migrate` makes it and gives it `appPassword`. */
  appUrl: string
  appPassword: string
  /** For initialization only. */
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

/** @throws StartRefused when this machine, user or folder cannot hold it */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, log = () => {}, onLost, disposable = false } = options
  const user = postgresUser()
  const binaries = providePostgresBinaries(user)
  await stopBeforeRepair(dataDirectory)
  const cluster = await openCluster(dataDirectory, binaries, user, { quick: disposable })
  const settings = disposable ? { ...SETTINGS, ...DISPOSABLE_SETTINGS } : SETTINGS
  const plan: PostmasterPlan = { cluster, binaries, settings, logPath: join(dataDirectory, 'postgres.log'), log }

  const found = await adoptPostmaster(plan)
  let server = found ?? (await startPostmaster(plan))
  const port = server.port
  let stopping = false
  let restarting: Promise<void> | undefined

  const restart = async () => {
    log('PostgreSQL ended unexpectedly; starting it again')
    try {
      // The same port, so that pools find it again.
      server = await startPostmaster(plan, port)
    } catch (cause) {
      clearInterval(watch)
      onLost?.(new Error('PostgreSQL ended and could not be started again', { cause }))
    }
    restarting = undefined
  }
  const watch = setInterval(() => {
    if (!stopping && !restarting && !isSameProcess(server.identity)) restarting = restart()
  }, 500)
  watch.unref()

  const at = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${OWNER}`
  return {
    ownerUrl: at(OWNER, cluster.ownerPassword),
    appUrl: at(RUNTIME_LOGIN, cluster.appPassword),
    appPassword: cluster.appPassword,
    superuserUrl: at(SUPERUSER, cluster.superuserPassword),
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
const SETTINGS = {
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
  // Neither what a slow statement was given nor the row that broke a rule belongs in a log: they hold people and secrets.
  log_parameter_max_length: '0',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] %u ',
  cluster_name: 'corridor',
}

const DISPOSABLE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '120',
  shared_buffers: '128MB',
  log_min_duration_statement: '-1',
}

/** When the note with the passwords is lost, `openCluster` sets new ones in single-user mode, which needs the cluster to itself. */
async function stopBeforeRepair(dataDirectory: string): Promise<void> {
  if (existsSync(join(dataDirectory, 'postgres.json'))) return
  const left = readPidFile(join(dataDirectory, 'postgres'))
  if (left) await stopPostmaster(left.identity, () => {})
}
