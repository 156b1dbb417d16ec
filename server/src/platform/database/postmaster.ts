/** One PostgreSQL process on a cluster: starting it, taking over one that is there, stopping it. The supervisor is embedded-postgres.ts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type Cluster, OWNER, SUPERUSER, spawnAs } from './postgres-cluster.ts'
import { commandLine, isSameProcess, type ProcessIdentity, processIdentity, sendSignal, waitForExit } from './processes.ts'

export type Postmaster = { identity: ProcessIdentity; port: number }
/** Arguments of a postmaster. */
export type PostmasterPlan = {
  cluster: Cluster
  binaries: PostgresBinaries
  settings: Readonly<Record<string, string>>
  logPath: string
  log: (message: string) => void
}

const STOP_LIMIT = 30_000
const START_LIMIT = 10 * 60_000
const LOG_LIMIT = 10_000_000

/** Takes over a postmaster that a killed server left behind, if it answers and runs as this version would start it; else stops it. */
export async function adoptPostmaster({ cluster, binaries, settings, log }: PostmasterPlan): Promise<Postmaster | undefined> {
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

/** Starts PostgreSQL and waits until it takes connections. @param fixedPort left out, a free one is chosen */
export async function startPostmaster(plan: PostmasterPlan, fixedPort?: number): Promise<Postmaster> {
  const { cluster, logPath } = plan
  const until = Date.now() + START_LIMIT
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await freePort())
    const child = launch(plan, port)
    const identity = child.pid === undefined ? undefined : processIdentity(child.pid)
    if (identity && (await readyBefore(until, child, cluster.path, plan.log))) return { identity, port }
    // The backends of a postmaster that was killed hold its shared memory for a moment; a port can be taken between choosing and using it.
    if (attempt === 5) throw new Error(`PostgreSQL does not start. The end of ${logPath}:\n${lastLines(logPath, 12)}`)
    await delay(attempt * 400)
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one: the next start then replays the log, nothing committed is lost. */
export async function stopPostmaster(identity: ProcessIdentity, log: (message: string) => void): Promise<void> {
  if (!isSameProcess(identity)) return
  sendSignal(identity.pid, 'SIGINT')
  if (await waitForExit(identity, STOP_LIMIT)) return
  log(`PostgreSQL did not stop within ${STOP_LIMIT / 1000} s; stopping it at once`)
  sendSignal(identity.pid, 'SIGQUIT')
  if (!(await waitForExit(identity, 10_000))) sendSignal(identity.pid, 'SIGKILL')
}

/** The postmaster now running on a cluster, from its postmaster.pid; undefined when that file is absent or stale. */
export function readPidFile(clusterPath: string): (Postmaster & { ready: boolean }) | undefined {
  try {
    // Lines: pid, folder, start, port, socket folder, address, shared memory, status (PostgreSQL's miscadmin.h).
    const lines = readFileSync(join(clusterPath, 'postmaster.pid'), 'utf8').split('\n')
    const identity = processIdentity(Number(lines[0]))
    // A pid given to another program since is not a postmaster.
    if (!identity || !commandLine(identity.pid).includes(clusterPath)) return undefined
    return { identity, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** postmaster.opts holds the command line PostgreSQL was started with, each argument in quotes. */
function startedAlike(clusterPath: string, binaries: PostgresBinaries, settings: PostmasterPlan['settings']): boolean {
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

async function answers({ superuserPassword: password }: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: OWNER, connectionTimeoutMillis: 5000 })
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

const options = (clusterPath: string, settings: PostmasterPlan['settings']): string[] => [
  '-D',
  clusterPath,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** A process group of its own, so that Ctrl-C in a terminal reaches Corridor first and requests can finish. */
function launch({ cluster, binaries, settings, logPath }: PostmasterPlan, port: number): ChildProcess {
  rotate(logPath)
  const output = openSync(logPath, 'a', 0o600)
  try {
    const args = [...options(cluster.path, settings), '-p', String(port)]
    const child = spawn(binaries.postgres, args, { ...spawnAs(cluster.user), detached: true, stdio: ['ignore', output, output] })
    child.on('error', () => {}) // No pid then; `startPostmaster` tries again and reports.
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port on 127.0.0.1'))))
    })
  })
}

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
