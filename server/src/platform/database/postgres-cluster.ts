/** The embedded database's cluster on disk: where it lies, how it is made, its passwords. Nothing here needs a running server. */
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '../start-refused.ts'
import { canEnter, type PostgresBinaries, type PostgresUser } from './postgres-binaries.ts'

export type Cluster = {
  path: string
  user: PostgresUser | undefined
  superuserPassword: string
  ownerPassword: string
  appPassword: string
}

export const OWNER = 'corridor'
export const SUPERUSER = 'postgres'
/** Made by db/migrate.ts: owns nothing, and is bound by row-level security. */
export const RUNTIME_LOGIN = 'corridor_app'

/**
 * Opens the cluster of a data folder, making it on first use. It lies in `<DATA_DIR>/postgres`; when this process is root and
 * PostgreSQL's user cannot enter that folder (a home of mode 0700, say), in `/var/lib/corridor`. `<DATA_DIR>/postgres.json` remembers
 * the place and the passwords.
 *
 * Safe to kill at any moment: the cluster is made under a draft's name and renamed when whole; the note says `created` only after that.
 */
export async function openCluster(
  dataDirectory: string,
  binaries: PostgresBinaries,
  user: PostgresUser | undefined,
  options: { quick?: boolean } = {},
): Promise<Cluster> {
  const known = readNote(dataDirectory)
  if (known?.created || (known && existsSync(clusterPath(dataDirectory, known)))) return openKnown(dataDirectory, known, binaries, user)

  // A cluster without its note: the note was lost, not the data. New passwords are set below the server's level.
  const inside = join(dataDirectory, 'postgres')
  const note: Note = {
    cluster: existsSync(inside) || canEnter(user, dataDirectory) ? 'postgres' : join(elsewhere(), `postgres-${randomUUID()}`),
    superuserPassword: password(),
    ownerPassword: password(),
    appPassword: password(),
    created: false,
  }
  const path = clusterPath(dataDirectory, note)
  if (existsSync(path)) {
    const owner = ownerOf(path, user)
    await singleUser(binaries, path, owner, passwordStatements(note))
    writeNote(dataDirectory, { ...note, created: true })
    return { path, user: owner, ...passwords(note) }
  }
  writeNote(dataDirectory, note)
  await createCluster(binaries, path, user, note, options.quick ?? false)
  writeNote(dataDirectory, { ...note, created: true })
  return { path, user, ...passwords(note) }
}

/** True where a cluster was made, or begun: a folder that is none, or another's, has neither the note nor the files. */
export const hasCluster = (dataDirectory: string): boolean =>
  existsSync(notePath(dataDirectory)) || existsSync(join(dataDirectory, 'postgres'))

const noteShape = z.object({
  cluster: z.string(),
  superuserPassword: z.string(),
  ownerPassword: z.string(),
  appPassword: z.string(),
  created: z.boolean(),
})
type Note = z.infer<typeof noteShape>

const password = (): string => randomBytes(24).toString('base64url')
const passwords = ({ superuserPassword, ownerPassword, appPassword }: Note) => ({ superuserPassword, ownerPassword, appPassword })
const clusterPath = (dataDirectory: string, { cluster }: Note): string => (isAbsolute(cluster) ? cluster : join(dataDirectory, cluster))
const notePath = (dataDirectory: string): string => join(dataDirectory, 'postgres.json')

function readNote(dataDirectory: string): Note | undefined {
  const path = notePath(dataDirectory)
  if (!existsSync(path)) return undefined
  const note = noteShape.safeParse(parseJson(readFileSync(path, 'utf8')))
  if (!note.success)
    throw new StartRefused(
      `${path} is damaged. Restore it from a backup, or remove it if the cluster lies in ${join(dataDirectory, 'postgres')}.`,
    )
  return note.data
}

function writeNote(dataDirectory: string, note: Note): void {
  const path = notePath(dataDirectory)
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, `${JSON.stringify(note, undefined, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, path)
}

function openKnown(dataDirectory: string, note: Note, binaries: PostgresBinaries, user: PostgresUser | undefined): Cluster {
  const path = clusterPath(dataDirectory, note)
  if (!existsSync(join(path, 'PG_VERSION'))) {
    throw new StartRefused(
      `The database of ${dataDirectory} should lie in ${path} and is not there. Put it back, or set DATA_DIR to a new folder to begin anew.`,
    )
  }
  const owner = ownerOf(path, user)
  if (!canEnter(owner, dirname(path))) {
    throw new StartRefused(
      `PostgreSQL runs as ${owner?.name} and cannot enter ${dirname(path)}. Let others pass through it (chmod o+x on each folder of the path).`,
    )
  }
  const major = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.version.split('.')[0]) {
    throw new StartRefused(
      `The database in ${path} was written by PostgreSQL ${major}, the embedded one is ${binaries.version}. Restore a backup into a new DATA_DIR.`,
    )
  }
  return { path, user: owner, ...passwords(note) }
}

/** Whoever owns the files runs the server, so that a cluster made as another user stays usable to root. */
function ownerOf(path: string, user: PostgresUser | undefined): PostgresUser | undefined {
  const { uid, gid } = statSync(path)
  if (user) {
    if (uid === 0)
      throw new StartRefused(`${path} belongs to root, as whom PostgreSQL cannot run. Give it to the account ${user.name} (chown -R).`)
    return uid === user.uid ? user : { uid, gid, name: `user ${uid}` }
  }
  if (uid !== process.getuid?.())
    throw new StartRefused(`${path} belongs to another user (${uid}). Start Corridor as that user, or set DATA_DIR to another folder.`)
  return undefined
}

function elsewhere(): string {
  const path = '/var/lib/corridor'
  if (mkdirSync(path, { recursive: true }) !== undefined) chmodSync(path, 0o755)
  return path
}

async function createCluster(
  binaries: PostgresBinaries,
  path: string,
  user: PostgresUser | undefined,
  note: Note,
  quick: boolean,
): Promise<void> {
  removeDrafts(path)
  const draft = `${path}.new-${randomUUID()}`
  mkdirSync(draft, { mode: 0o700 })
  if (user) chownSync(draft, user.uid, user.gid)
  const options = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ]
  // Trust holds only until the line below replaces it; no server runs meanwhile.
  await run(
    binaries.initdb,
    ['-D', draft, '-U', SUPERUSER, '--auth=trust', ...options, ...(quick ? ['--no-sync', '--wal-segsize=1'] : [])],
    user,
  )
  writeFileSync(join(draft, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await singleUser(binaries, draft, user, [
    `create role ${OWNER} login createrole nosuperuser nobypassrls nocreatedb noreplication`,
    `create database ${OWNER} owner ${OWNER}`,
    ...passwordStatements(note),
  ])
  renameSync(draft, path)
}

/** Remains of a killed start. Deleting is best effort: an orphaned initdb may still be writing there. */
function removeDrafts(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.new-`)) continue
    try {
      rmSync(join(dirname(path), name), { recursive: true, force: true })
    } catch {
      // The next start tries again.
    }
  }
}

/** The generated passwords hold only letters, digits, - and _, so quoting is safe. */
const passwordStatements = (note: Note): string[] => [
  `alter role ${SUPERUSER} password '${note.superuserPassword}'`,
  `alter role ${OWNER} password '${note.ownerPassword}'`,
]

/** Runs statements without a server (PostgreSQL's single-user mode: one statement a line), so that no port is open while there is no password. */
async function singleUser(binaries: PostgresBinaries, path: string, user: PostgresUser | undefined, statements: string[]): Promise<void> {
  const settings = ['exit_on_error=on', 'password_encryption=scram-sha-256', 'log_min_messages=error']
  await run(
    binaries.postgres,
    ['--single', '-D', path, ...settings.flatMap((setting) => ['-c', setting]), SUPERUSER],
    user,
    `${statements.join('\n')}\n`,
  )
}

/** The environment of PostgreSQL's programs holds nothing of ours: no keys, no PG* variables. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** Root may read a folder that PostgreSQL's user cannot, so programs start in `/`. */
export const spawnAs = (user: PostgresUser | undefined) => ({
  cwd: '/',
  env: postgresEnvironment(),
  ...(user && { uid: user.uid, gid: user.gid }),
})

function run(program: string, options: string[], user: PostgresUser | undefined, input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, options, spawnAs(user), (cause, stdout, stderr) => {
      if (cause)
        reject(
          new Error(`${relative(dirname(dirname(program)), program)} failed: ${(stderr || stdout || cause.message).trim()}`, { cause }),
        )
      else resolve()
    })
    child.stdin?.on('error', () => {}) // The program ended early; its own message above says why.
    child.stdin?.end(input)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
