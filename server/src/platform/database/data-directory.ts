/** The folder all of a server's own state lives in: made on first use, and held by one server at a time. */
import { randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '../start-refused.ts'
import { isSameProcess, type ProcessIdentity, processIdentity } from './processes.ts'

export type DataDirectoryLock = { path: string; release: () => void }

/**
 * Makes the folder if need be and takes its lock, `server.lock`: pid and start of the holder, so that the lock of a killed server is
 * recognized as stale even when its pid was given to another process.
 * @throws StartRefused when another Corridor server holds it, or the folder cannot be written
 */
export function lockDataDirectory(dataDirectory: string): DataDirectoryLock {
  const path = prepareDataDirectory(dataDirectory)
  const lockPath = join(path, 'server.lock')
  const self = processIdentity(process.pid)
  if (!self) throw new Error('this process cannot find itself in the process table')
  const mine = `${JSON.stringify({ ...self, nonce: randomUUID() })}\n`
  const holder = takeLock(lockPath, mine)
  if (holder === 'taken') return { path, release: () => releaseLock(lockPath, mine) }
  throw new StartRefused(
    holder
      ? `Another Corridor server (process ${holder.pid}) already runs on ${path}. Stop it first, or set DATA_DIR to another folder.`
      : `The lock file ${lockPath} keeps changing hands. Make sure that only one server starts on this folder.`,
  )
}

/**
 * A stale lock is only ever replaced, never removed, and only by who holds the lock on doing so: a lock that was there for a moment cannot be
 * taken for the stale one before it.
 * @returns the living process that has it; undefined when no turn of the loop settled it
 */
function takeLock(lockPath: string, mine: string): ProcessIdentity | 'taken' | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (placeAtomically(lockPath, mine)) return 'taken'
    const theirs = readIfThere(lockPath)
    if (theirs === undefined) continue
    const holder = parseHolder(theirs)
    if (holder && isSameProcess(holder)) return holder
    const takeover = `${lockPath}.takeover`
    if (takeLock(takeover, mine) !== 'taken') {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_ATTEMPTS)
      continue
    }
    try {
      if (readIfThere(lockPath) === theirs) {
        replaceAtomically(lockPath, mine)
        return 'taken'
      }
    } finally {
      releaseLock(takeover, mine)
    }
  }
  return undefined
}

const ATTEMPTS = 20
/** Milliseconds; another server is taking the stale lock over just now. */
const BETWEEN_ATTEMPTS = 20

/** Makes the folder, readable to its owner only; as root others may pass through, so that PostgreSQL's user reaches its cluster inside. */
export function prepareDataDirectory(dataDirectory: string): string {
  const path = resolve(dataDirectory)
  try {
    if (mkdirSync(path, { recursive: true }) !== undefined) chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (cause) {
    throw new StartRefused(`The data folder ${path} cannot be made. Set DATA_DIR to a folder this user can write to.`, { cause })
  }
  return path
}

const holderShape = z.object({ pid: z.number(), started: z.string() })

function parseHolder(text: string): ProcessIdentity | undefined {
  try {
    return holderShape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** A link never replaces a file, and the file it makes visible is complete: no half-written lock is ever seen. */
function placeAtomically(path: string, content: string): boolean {
  return withDraft(path, content, (draft) => {
    try {
      linkSync(draft, path)
      return true
    } catch (cause) {
      if (hasCode(cause, 'EEXIST')) return false
      throw cause
    }
  })
}

const replaceAtomically = (path: string, content: string): void => withDraft(path, content, (draft) => renameSync(draft, path))

function withDraft<Result>(path: string, content: string, work: (draft: string) => Result): Result {
  const draft = `${path}.${process.pid}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
    return work(draft)
  } catch (cause) {
    throw new StartRefused(`The data folder cannot hold a lock file at ${path}. Set DATA_DIR to a folder this user can write to.`, {
      cause,
    })
  } finally {
    rmSync(draft, { force: true })
  }
}

function releaseLock(path: string, content: string): void {
  if (readIfThere(path) === content) rmSync(path, { force: true })
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const hasCode = (cause: unknown, code: string): boolean => cause instanceof Error && 'code' in cause && cause.code === code
