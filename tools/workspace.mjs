// Functions that the tools share: installing packages, finding Node 24, building the web. Plain JavaScript that runs on Node 20 with nothing installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const NODE_NEEDED = 24

/** A failure told in one sentence, without a stack. */
export class Sentence extends Error {}

/** Runs a tool's main function; its number is the exit code. */
export async function main(work) {
  try {
    process.exitCode = (await work(process.argv.slice(2))) ?? 0
  } catch (error) {
    console.error(error instanceof Sentence ? error.message : error)
    process.exitCode = 1
  }
}

/** Installs what the lockfile says, unless it is there. Without `dev` only what building and running needs, but nothing more is removed. */
export async function install({ dev, folder = root }) {
  if (isInstalled(folder, dev)) return
  // npm's own Node, because `npm ci` removes the Node 24 that lies in node_modules.
  const [command, first] = process.env.npm_execpath
    ? [process.env.npm_node_execpath ?? process.execPath, [process.env.npm_execpath]]
    : ['npm', []]
  const options = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
    ...(dev ? ['--include=dev'] : ['--omit=dev']),
  ]
  const label = `Installing packages${folder === root ? '' : ` of ${relative(root, folder)}`}`
  const failure = (reason) => new Sentence(`${label} failed${reason}. Check the network or the registry setting of npm and try again.`)
  const status = await withProgress(label, dev ? 30 : 20, () =>
    foreground(command, [...first, ...options], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }),
  ).catch((error) => {
    throw failure(` (${error.message})`)
  })
  if (status !== 0) throw failure('')
}

/** Node 24: from node_modules where the registry has it for this platform, else the one running this. */
export function node24() {
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(installed) && spawnSync(installed, ['--version']).status === 0) return installed
  if (Number(process.versions.node.split('.')[0]) >= NODE_NEEDED) return process.execPath
  throw new Sentence(
    `Corridor needs Node.js ${NODE_NEEDED}, this is ${process.version}. Install Node.js ${NODE_NEEDED} (https://nodejs.org) and try again.`,
  )
}

/** The environment tools run in: Node 24 is `node` for them, and what Node compiled is kept for the next start. */
export function environment(node) {
  const path = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
  return { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'), ...process.env, PATH: path }
}

/** Without the variables that configure a server: tests say themselves what they need. */
export function hermetic(node) {
  const configured =
    /^(CORRIDOR_|S3_|DATABASE_|SMTP_|SMS_|PG)|^(ENVIRONMENT_TEXT|HOST|PORT|PUBLIC_URL|DATA_DIR|DEMO_MFA|INBOX_DIR|MAIL_FROM|ENCRYPTION_KEY|SSN_HASH_KEY|REPORT_WORKERS|JOBS|FOUR_EYES_RELEASE|NODE_ENV)$/
  return Object.fromEntries(Object.entries(environment(node)).filter(([name]) => !configured.test(name)))
}

/** Builds the web when its sources changed. The new build takes the old one's place in one step. */
export async function buildWeb() {
  const dist = join(root, 'web', 'dist')
  const stamp = join(dist, '.built')
  const sources = sourcesOfWeb()
  if (readIfThere(stamp) === sources) return
  const draft = join(root, 'web', 'dist', '..', `dist.${randomUUID()}`)
  const node = node24()
  const vite = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', '--outDir', draft, '--emptyOutDir']
  try {
    const status = await withProgress('Building the pages', 10, () =>
      foreground(node, vite, {
        cwd: join(root, 'web'),
        env: { ...environment(node), NODE_ENV: 'production' },
        stdio: ['ignore', 'inherit', 'inherit'],
      }),
    )
    if (status !== 0) throw new Sentence('Building the web failed; the lines above say why.')
    writeFileSync(join(draft, '.built'), sources)
    const old = `${draft}.old`
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(draft, dist)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Runs a program in the foreground, passing on the signals that end it; `onMessage` gets what it sends over a channel.
 * @returns its exit code; 128 plus the signal's number when a signal ended it, as a shell reports it
 */
export function foreground(command, args, { onMessage, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const passOn = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)
    child.on('error', reject)
    if (onMessage) child.on('message', onMessage)
    child.on('exit', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, passOn)
      resolve(code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0))
    })
  })
}

/**
 * Says what is being done while it is done, and on a terminal, on one line, how much is left of the seconds that it usually takes on two processors.
 * @returns what `work` returns
 */
export async function withProgress(label, seconds, work) {
  const end = showProgress(label, seconds)
  try {
    return await work()
  } finally {
    end()
  }
}

/** As `withProgress`, for work whose end is told from elsewhere. @returns ends the line */
export function showProgress(label, seconds) {
  const { stdout } = process
  if (!stdout.isTTY) {
    console.log(`${label}, which takes about ${seconds} s ...`)
    return () => undefined
  }
  const began = performance.now()
  const spent = () => Math.round((performance.now() - began) / 1000)
  const show = () => {
    const left = seconds - spent()
    stdout.write(`\r\x1b[K${label} ... ${left > 0 ? `about ${left} s left` : `${spent()} s so far, longer than usual`}`)
  }
  show()
  const ticks = setInterval(show, 1000)
  return () => {
    clearInterval(ticks)
    stdout.write(`\r\x1b[K${label} took ${spent()} s.\n`)
  }
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }

/** node_modules/.package-lock.json tells what npm installed; npm writes it last, so that an interrupted install does not count. */
function isInstalled(folder, dev) {
  const wanted = readJson(join(folder, 'package-lock.json'))
  const present = readJson(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted) throw new Sentence(`${join(folder, 'package-lock.json')} is missing: check the repository out again.`)
  if (!present) return false
  return Object.entries(wanted.packages).every(([path, { version, link, dev: isDev, devOptional, optional, os, cpu, libc }]) => {
    if (!path.includes('node_modules/') || (isDev && !dev) || (devOptional && !dev)) return true
    if ((os && !fits(os, process.platform)) || (cpu && !fits(cpu, process.arch))) return true
    const there = present.packages[path]
    // npm may leave out an optional package, such as one for another C library.
    if (!there) return optional === true || devOptional === true || libc !== undefined
    return link ? there.link === true : there.version === version
  })
}

const fits = (given, value) => {
  const list = [given].flat()
  return list.some((entry) => entry.startsWith('!')) ? !list.includes(`!${value}`) : list.includes(value)
}

function sourcesOfWeb() {
  const hash = createHash('sha256')
  // The articles of the help are part of the pages.
  const folders = ['web', 'contract', 'domain', join('docs', 'help')].map((name) => join(root, name))
  const files = [join(root, 'package-lock.json'), join(root, 'tsconfig.base.json'), ...folders.flatMap(filesOf)]
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        return entry.name === 'node_modules' || entry.name.startsWith('dist') || entry.name.startsWith('.') ? [] : filesOf(path)
      return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
    })
}

export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export function readJson(path) {
  const text = readIfThere(path)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Bytes a run may take of the memory. */
const ROOMY = 10 * 2 ** 30

/**
 * A folder for what a run writes and does not keep, gone with this process: in memory where there is plenty, since the copies of databases that
 * each file of tests begins with took a quarter of a run of the tests on a disk.
 */
export function scratchFolder(run) {
  const memory = '/dev/shm'
  const isRoomy = existsSync(memory) && Math.min(statfsSync(memory).bavail * statfsSync(memory).bsize, freemem()) >= ROOMY
  const folder = mkdtempSync(join(isRoomy ? memory : tmpdir(), `corridor-${run}-`))
  // PostgreSQL's own user passes through it when the tests run as root.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
