// A Chromium for the browser tests: the headless shell that is there, else Debian's, else any Chromium that is there, else Playwright's own.
// The shell draws pages only: a whole Chromium draws its own windows too, which without a graphics card takes most of two cores.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { environment, node24, readIfThere, root, Sentence } from './workspace.mjs'

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium that starts; fetches one when there is none. Needs the development packages. */
export async function provideChromium({ say = console.log } = {}) {
  if (process.env.CHROMIUM_PATH) {
    if (starts(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new Sentence(
      `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not start. Set it to a Chromium or Chrome, or leave it out.`,
    )
  }
  const shell = onPath(SHELLS)
  if (shell) return shell
  const fetching = () => say('Fetching a Chromium for the browser tests ...')
  if (process.getuid?.() === 0 && /^ID=debian$/m.test(readIfThere('/etc/os-release') ?? '')) {
    fetching()
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], quiet)
    const installed = onPath(SHELLS)
    if (installed) return installed
  }
  const present = await anyBrowser()
  if (present) return present
  fetching()
  const node = node24()
  const playwright = [
    join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    ...(process.getuid?.() === 0 ? ['--with-deps'] : []),
    'chromium',
  ]
  spawnSync(node, playwright, { cwd: root, env: environment(node), stdio: ['ignore', 'ignore', 'inherit'] })
  const fetched = await anyBrowser()
  if (fetched) return fetched
  throw new Sentence('There is no Chromium, and none could be fetched. Install one, and set CHROMIUM_PATH when it is not on the PATH.')
}

async function anyBrowser() {
  const { chromium } = await import(pathToFileURL(join(root, 'node_modules', 'playwright-core', 'index.mjs')).href)
  return onPath(BROWSERS) ?? ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', chromium.executablePath()].find(works)
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(works)
}
const works = (path) => existsSync(path) && starts(path)

const starts = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
