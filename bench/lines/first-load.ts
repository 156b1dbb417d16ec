/** Line 7: the scripts and styles that a browser with an empty cache fetches before a page is whole. */
import { type Browser, chromium } from '@playwright/test'
import type { BenchLine, Subject } from '../line.ts'
import { ADMINISTRATIVE_LIST, type BenchPage, CHROMIUM, CLIENT_DASHBOARD, type Portal, SIGN_IN, withPortal } from '../portal.ts'

const BUDGETS: [page: BenchPage, kilobytes: number][] = [
  [SIGN_IN, 90],
  [CLIENT_DASHBOARD, 170],
  [ADMINISTRATIVE_LIST, 220],
]

interface Fetched {
  name: string
  kind: 'Script' | 'Stylesheet'
  bytes: number
}

export const line: BenchLine = {
  number: 7,
  name: 'first-load',
  title: 'First load: JavaScript and CSS as they travel',
  target: BUDGETS.map(([{ name }, kilobytes]) => `${name} at most ${kilobytes} kB`).join(', ') + ', gzipped',
  run: (context) =>
    withPortal(context, async (portal) => {
      const browser = await chromium.launch(CHROMIUM)
      try {
        const subjects: Subject[] = []
        const remarks: string[] = []
        let reached = true
        for (const [page, budget] of BUDGETS) {
          const gzipped = await fetchedFor(browser, portal, page, ['gzip'])
          const usual = await fetchedFor(browser, portal, page, ['br', 'gzip'])
          const value = kilobytes(gzipped)
          reached &&= value <= budget
          subjects.push({
            name: `Corridor, ${page.name}`,
            value,
            more: {
              'budget kB': budget,
              'JavaScript kB': kilobytes(gzipped.filter(({ kind }) => kind === 'Script')),
              'CSS kB': kilobytes(gzipped.filter(({ kind }) => kind === 'Stylesheet')),
              files: gzipped.length,
              'with Brotli kB': kilobytes(usual),
            },
          })
          const largest = gzipped.toSorted((a, b) => b.bytes - a.bytes).slice(0, 6)
          remarks.push(
            `Largest of the ${page.name}: ${largest.map((file) => `${file.name} ${kilobytes([file]).toFixed(1)}`).join(', ')} kB.`,
          )
        }
        return {
          subjects: [
            ...subjects,
            { name: 'react-admin (measured before)', value: 402 },
            { name: 'Directus (measured before)', value: 2244 },
          ],
          unit: 'kB gzipped',
          lessIsBetter: true,
          reached,
          remarks: [
            'What Chromium received over the wire (encoded bodies without headers, 1 kB = 1,000 bytes) with an empty cache until the page was whole and the network quiet for two seconds, charts included.',
            'Chromium was told to accept gzip alone, as the peers were measured; browsers take Brotli.',
            ...remarks,
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

async function fetchedFor(
  browser: Browser,
  portal: Portal,
  { path, email, whole }: BenchPage,
  encodings: ('gzip' | 'br')[],
): Promise<Fetched[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (email) await context.addCookies(await portal.cookiesOf(email))
    await context.setExtraHTTPHeaders({ 'accept-encoding': encodings.join(', ') })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    const asked = new Map<string, Fetched>()
    const fetched: Fetched[] = []
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      // The preloaded script of index.html comes as "Other" in some versions: the name decides then.
      const kind =
        type === 'Stylesheet' || /\.css$/.test(response.url)
          ? 'Stylesheet'
          : type === 'Script' || /\.js$/.test(response.url)
            ? 'Script'
            : null
      if (!kind) return
      const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
      if (encoding !== encodings[0]) throw new Error(`${response.url} came ${encoding ?? 'uncompressed'}, not ${encodings[0]}`)
      const length = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1]
      asked.set(requestId, { name: nameOf(response.url), kind, bytes: Number(length) })
    })
    devtools.on('Network.loadingFinished', ({ requestId }) => {
      const file = asked.get(requestId)
      if (file) fetched.push(file)
    })
    await page.goto(`${portal.address}${path}`, { waitUntil: 'load' })
    await page.locator(whole).first().waitFor({ timeout: 60_000 })
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    let seen = -1
    while (seen !== fetched.length || asked.size > fetched.length) {
      seen = fetched.length
      await page.waitForTimeout(2_000)
    }
    if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`)
    if (fetched.length === 0 || fetched.some(({ bytes }) => !Number.isFinite(bytes))) throw new Error(`nothing was measured of ${path}`)
    return fetched
  } finally {
    await context.close()
  }
}

const kilobytes = (files: Fetched[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

/** Without the folder and the hash. */
const nameOf = (url: string): string => new URL(url).pathname.replace(/^.*\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '')
