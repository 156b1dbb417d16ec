/** The folder all of a server's own state lives in: made on first use, and held by one server at a time. */
import { randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isSameProcess, type ProcessIdentity, processIdentity } from './processes.ts'
import { StartRefused } from './start-refused.ts'

export type DataDirectoryLock = { path: string; release: () => void }

/**
 * Makes the folder if need be and takes its lock, `server.lock`: pid and start of the holder, so that the lock of a killed server is
 * recognised as stale even when its pid was given to another process.
 * @throws StartRefused when another Corridor server holds it, or the folder cannot be written
 */
export function lockDataDirectory(dataDirectory: string): DataDirectoryLock {
  const path = prepareDataDirectory(dataDirectory)
  const lockPath = join(path, 'server.lock')
  const self = processIdentity(process.pid)
  if (!self) throw new Error('this process cannot find itself in the process table')
  const mine = `${JSON.stringify({ ...self, nonce: randomUUID() })}\n`
  for (let attempt = 0; attempt < 20; attempt++) {
    if (placeAtomically(lockPath, mine)) return { path, release: () => releaseLock(lockPath, mine) }
    const theirs = readIfThere(lockPath)
    if (theirs === undefined) continue
    const holder = parseHolder(theirs)
    if (holder && isSameProcess(holder)) {
      throw new StartRefused(
        `Another Corridor server (process ${holder.pid}) already runs on ${path}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    removeExactly(lockPath, theirs)
  }
  throw new StartRefused(`The lock file ${lockPath} keeps changing hands. Make sure that only one server starts on this folder.`)
}

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
  const draft = `${path}.${process.pid}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
    linkSync(draft, path)
    return true
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return false
    throw new StartRefused(`The data folder cannot hold a lock file at ${path}. Set DATA_DIR to a folder this user can write to.`, {
      cause,
    })
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a stale lock, but puts it back when another server replaced it between our reading and our renaming. */
function removeExactly(path: string, content: string): void {
  const aside = `${path}.stale.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  try {
    if (readFileSync(aside, 'utf8') !== content) linkSync(aside, path)
  } catch {
    // Somebody else already holds the lock; the next turn of the loop sees them.
  } finally {
    rmSync(aside, { force: true })
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
