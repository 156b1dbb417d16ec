// A Chromium for the browser tests: one that is there, else Debian's, else Playwright's own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { environment, node24, readIfThere, root, Sentence } from './workspace.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium that starts; fetches one when there is none. Needs the development packages. */
export async function provideChromium({ say = console.log } = {}) {
  if (process.env.CHROMIUM_PATH) {
    if (starts(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new Sentence(
      `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not start. Set it to a Chromium or Chrome, or leave it out.`,
    )
  }
  const present = await find()
  if (present) return present
  say('Fetching a Chromium for the browser tests ...')
  if (process.getuid?.() === 0 && /^ID=debian$/m.test(readIfThere('/etc/os-release') ?? '')) {
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
    const installed = await find()
    if (installed) return installed
  }
  const node = node24()
  const playwright = [
    join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    ...(process.getuid?.() === 0 ? ['--with-deps'] : []),
    'chromium',
  ]
  spawnSync(node, playwright, { cwd: root, env: environment(node), stdio: ['ignore', 'ignore', 'inherit'] })
  const fetched = await find()
  if (fetched) return fetched
  throw new Sentence('There is no Chromium, and none could be fetched. Install one, and set CHROMIUM_PATH when it is not on the PATH.')
}

async function find() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const { chromium } = await import(pathToFileURL(join(root, 'node_modules', 'playwright-core', 'index.mjs')).href)
  return [...candidates, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', chromium.executablePath()].find(
    (path) => existsSync(path) && starts(path),
  )
}

const starts = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
