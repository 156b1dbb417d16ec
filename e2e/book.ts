/** The demo book the browser stories start from: made once a run, with its reports, and copied for every worker that tells stories. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inDatabase } from './database.ts'

/** Another checkout's server, for looks at two of them (tools/looks.mjs). */
const PROGRAM = join(process.env.E2E_CHECKOUT ?? join(import.meta.dirname, '..'), 'server/src/main.ts')
const BOOK = 'E2E_BOOK'

export interface Portal {
  url: string
  dataDirectory: string
  stop: () => Promise<void>
}

/** Playwright's global set-up: the workers find the folder by the environment they inherit. `npm test` has made the book already. */
export default async function provideBook(): Promise<() => void> {
  if (process.env[BOOK]) return () => {}
  const folder = openFolder()
  process.env[BOOK] = folder
  await makeBook(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Leaves nothing behind when it fails. */
export async function makeBook(folder: string): Promise<void> {
  // PostgreSQL's own user passes through it when the tests run as root.
  chmodSync(folder, 0o711)
  try {
    const portal = await serve(folder)
    try {
      // Each look is a connection of its own.
      while ((await inDatabase(UNFINISHED, [], folder)).length > 0) await wait(500)
    } finally {
      await portal.stop()
    }
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw cause
  }
}
/** Reports that are being made, questionnaires that go on file, and what is yet to be read of what their files and papers say. */
const UNFINISHED = `select 1 from report where status not in ('Ready', 'Failed') union all select 1 from questionnaire_return where pdf_sha256 is null
  union all select 1 from file_text where status = 'PENDING' limit 1`

/**
 * A server on a copy of the book, gone with all it wrote when it stops.
 * @param jobs off: worker processes that the story starts do them
 */
export async function openPortal(jobs: 'on' | 'off' = 'on'): Promise<Portal> {
  const book = process.env[BOOK]
  if (!book) throw new Error(`${BOOK} names no folder: playwright.config.ts makes the register before the stories.`)
  const folder = openFolder()
  // Owners are kept, which Node's own copying does not do: PostgreSQL's files belong to its own user when the tests run as root.
  execFileSync('cp', ['-pR', `${book}/.`, folder])
  return serve(folder, () => rmSync(folder, { recursive: true, force: true }), jobs)
}

function openFolder(): string {
  return mkdtempSync(join(tmpdir(), 'corridor-e2e-'))
}

async function serve(dataDirectory: string, atEnd = () => {}, jobs: 'on' | 'off' = 'on'): Promise<Portal> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      DATA_DIR: dataDirectory,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      CORRIDOR_MODE: 'demo',
      JOBS: jobs,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = async () => {
    await ended(server)
    atEnd()
  }
  for (let left = 900; left > 0; left--) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode} before it was ready.`)
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    if (reply?.ok) return { url, dataDirectory, stop }
    await wait(200)
  }
  await stop()
  throw new Error('The server was not ready in three minutes.')
}

/** `npm run worker` on the story's book, ready to take jobs. */
export async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../server/src/worker.ts')], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, CORRIDOR_MODE: 'demo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, failed) => {
    worker.stdout.on('data', (chunk) => String(chunk).includes('Working on jobs') && ready())
    worker.once('exit', (code) => failed(new Error(`The worker ended with code ${code} before it was ready.`)))
  })
  return worker
}

export async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  await exit
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port of this machine is free.')
  return address.port
}
