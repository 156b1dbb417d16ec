/** The running product for lines that look at it through a browser: main.ts with the demo book, a data folder and a free port of its own. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { WEB_DIST } from '@corridor/server/platform/http/web-pages.ts'
import { DEMO_PASSWORD } from '@corridor/server/shared/people/demo-accounts.ts'
import type { BenchContext } from './line.ts'

export interface Portal {
  address: string
  /** Signs somebody in. */
  cookiesOf: (email: string) => Promise<Cookie[]>
}

/** As Playwright's contexts take it. */
export interface Cookie {
  name: string
  value: string
  url: string
}

export const headerOf = (cookies: Cookie[]): string => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** A page as the lines of the browser look at it. */
export interface BenchPage {
  name: string
  path: string
  /** Null: nobody is signed in. */
  email: string | null
  /** Shows only when the page has all it asked for, its charts drawn. */
  whole: string
}

export const SIGN_IN: BenchPage = { name: 'sign-in', path: '/login', email: null, whole: 'input[type=password]' }
export const CLIENT_DASHBOARD: BenchPage = {
  name: 'client dashboard',
  path: '/dashboard',
  email: 'client@firstcoastal.example',
  whole: '[role=img] svg text',
}
export const ADMINISTRATIVE_LIST: BenchPage = {
  name: 'administrative list',
  path: '/asset-reporting',
  email: 'manager@corridor.example',
  whole: 'main tbody tr a',
}

/** `npm run bench` finds the browser, as `npm test` does. */
export const CHROMIUM = {
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
}

/** Starts the product, lets `work` look at it once the demo book and (but for a quick run) its reports are made, and takes it down again. */
export async function withPortal<Result>({ quick, say }: BenchContext, work: (portal: Portal) => Promise<Result>): Promise<Result> {
  if (!existsSync(join(WEB_DIST, 'index.html'))) throw new Error('web/dist is not built; `npm run bench` builds it')
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-portal-'))
  // PostgreSQL's own user passes through it when the bench runs as root.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      CORRIDOR_MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: folder,
    },
    // The channel closes when this process is killed, and the server then ends in order.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    await until('the server is ready', async () => {
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
      return (await fetch(`${address}/readyz`)).ok
    })
    const portal: Portal = { address, cookiesOf: (email) => cookiesOf(address, email) }
    if (quick) return await work(portal)
    const cookie = headerOf(await portal.cookiesOf(ADMINISTRATIVE_LIST.email ?? ''))
    await until('the demo reports are made', () => reportsMade(address, cookie))
    say('the product runs, the demo book and its reports are made')
    return await work(portal)
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function cookiesOf(address: string, email: string): Promise<Cookie[]> {
  const reply = await fetch(`${address}/api/session/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  if (!reply.ok) throw new Error(`signing in as ${email} answered ${reply.status}`)
  return reply.headers.getSetCookie().map((cookie) => {
    const [pair = ''] = cookie.split(';')
    const equals = pair.indexOf('=')
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url: address }
  })
}

/** While they are made they take the processor that is to be measured. */
async function reportsMade(address: string, cookie: string): Promise<boolean> {
  const families = await Promise.all(
    ['AssetReport', 'AssetSummaryReport'].map(async (family) => {
      const reply = await fetch(`${address}/api/asset-reports?ReportType=${family}`, { headers: { cookie } })
      if (!reply.ok) throw new Error(`the list of batches answered ${reply.status}`)
      const { records }: { records: { stats: { remaining: number } }[] } = JSON.parse(await reply.text())
      return records
    }),
  )
  return families.every((records) => records.length > 0 && records.every(({ stats }) => stats.remaining === 0))
}

async function until(what: string, happened: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 600_000
  while (performance.now() < end) {
    try {
      if (await happened()) return
    } catch (error) {
      // Until it listens, the connection is refused; anything else is told.
      if (!(error instanceof TypeError)) throw error
    }
    await setTimeout(500)
  }
  throw new Error(`waited ten minutes, and not: ${what}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
