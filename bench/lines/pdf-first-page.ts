/** Line 15: page 1 of a scanned report of a hundred pages and 30 MB in the portal's viewer, beside pdf.js alone on an empty page with the same file. */
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pdfOfPages } from '@corridor/server/test/viewer-files.ts'
import { type Browser, chromium } from '@playwright/test'
import type { BenchLine } from '../line.ts'
import { median } from '../measure.ts'
import { CHROMIUM, freePort, headerOf, type Portal, withPortal } from '../portal.ts'

const SCAN = 300_000
const PART = 4 * 1024 * 1024
const [CLIENT, STAFF] = ['client@firstcoastal.example', 'staff@corridor.example']

/** Milliseconds from the address to the drawn page. */
interface Seen {
  cold: number
  warm: number
}

export const line: BenchLine = {
  number: 15,
  name: 'pdf-first-page',
  title: 'Page 1 of a PDF of 100 pages and 30 MB',
  target: 'drawn within 1 s',
  run: (context) =>
    withPortal(context, async (portal) => {
      const ids: number[] = []
      const alone: Alone[] = []
      for (const written of ['together', 'apart'] as const) {
        const file = await pdfOfPages(100, SCAN, written)
        ids.push(await upload(portal, file))
        alone.push(await serveAlone(file))
      }
      const browser = await chromium.launch(CHROMIUM)
      try {
        const own: Seen[][] = ids.map(() => [])
        const bare: Seen[][] = ids.map(() => [])
        const visit = async (at: number) =>
          seen(browser, `${portal.address}/view-document/${ids[at]}`, 'viewer-first-page', await portal.cookiesOf(CLIENT))
        // The first visit after a start of the server waits for its scripts to be packed; no reader but one does.
        await visit(0)
        for (let run = 0; run < (context.quick ? 1 : 5); run++)
          for (const [at, { address }] of alone.entries()) {
            own[at]?.push(await visit(at))
            bare[at]?.push(await seen(browser, address, 'first-page', []))
          }
        const of = (all: Seen[] | undefined, which: keyof Seen) => median((all ?? []).map((one) => one[which]))
        const subject = (name: string, all: Seen[] | undefined) => ({
          name,
          value: of(all, 'warm'),
          more: { 'ms, empty cache': of(all, 'cold') },
        })
        context.say(`Corridor: ${of(own[0], 'warm').toFixed(0)} ms, pdf.js alone: ${of(bare[0], 'warm').toFixed(0)} ms`)
        return {
          subjects: [
            subject('Corridor, the whole page', own[0]),
            subject('pdf.js alone on an empty page', bare[0]),
            subject('Corridor, a file that keeps its pages’ entries apart', own[1]),
            subject('pdf.js alone, the same file', bare[1]),
          ],
          unit: 'ms to the drawn page',
          lessIsBetter: true,
          reached: own.every((visits) => of(visits, 'warm') <= 1000),
          remarks: [
            'From the address to the mark set when page 1 stands on its canvas: the portal’s scripts, the session, the record, the first parts of the file and the drawing. A second visit, as of somebody who has used the portal; the median of five.',
            'pdf.js alone: one script, one canvas, ranges of 256 kB from a plain file server, no session and no page around it.',
            'Entries apart: each page’s beside its picture, as many scanners write it, where pdf.js reads all of them before the first page: 26 MB by ranges of 256 kB, 4 MB as the portal asks. This machine’s own network makes nothing of the difference.',
          ],
        }
      } finally {
        await browser.close()
        for (const { close } of alone) close()
      }
    }),
}

async function seen(browser: Browser, address: string, mark: string, cookies: Awaited<ReturnType<Portal['cookiesOf']>>): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (cookies.length > 0) await context.addCookies(cookies)
    const page = await context.newPage()
    const visit = async () => {
      await page.goto(address)
      await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark, { timeout: 60_000 })
      return page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN, mark)
    }
    return { cold: await visit(), warm: await visit() }
  } finally {
    await context.close()
  }
}

async function upload(portal: Portal, file: Buffer): Promise<number> {
  const headers = { cookie: headerOf(await portal.cookiesOf(STAFF)), origin: portal.address }
  const post = async (path: string, body: FormData | string): Promise<unknown> => {
    const reply = await fetch(portal.address + path, {
      method: 'POST',
      headers: {
        ...headers,
        ...(typeof body === 'string' ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
      },
      body,
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.status === 204 ? undefined : reply.json()
  }
  const form = (fields: Record<string, string | Blob>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }
  const uploadId = textIn(
    await post('/api/uploads', JSON.stringify({ purpose: 'DOCUMENT', fileName: 'Scan.pdf', sizeBytes: file.length })),
    'id',
  )
  for (let start = 0; start < file.length; start += PART)
    await post(`/api/uploads/${uploadId}/parts/${start}`, form({ file: new Blob([new Uint8Array(file.subarray(start, start + PART))]) }))
  const about = { owner: 'institution', institutionId: '1', typeCode: 'LEG', yearOverride: '2011', displayName: 'Scan', uploadId }
  return Number(textIn(await post('/api/documents', form(about)), 'id'))
}

function textIn(reply: unknown, name: string): string {
  const value = typeof reply === 'object' && reply !== null ? Reflect.get(reply, name) : undefined
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`the answer has no ${name}`)
  return String(value)
}

interface Alone {
  address: string
  close: () => void
}

/** pdf.js as its package comes, and the file, by ranges. */
async function serveAlone(file: Buffer): Promise<Alone> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-pdf-'))
  writeFileSync(join(folder, 'scan.pdf'), file)
  writeFileSync(join(folder, 'index.html'), ALONE)
  const build = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'build')
  const paths: Record<string, [path: string, type: string]> = {
    '/': [join(folder, 'index.html'), 'text/html'],
    '/scan.pdf': [join(folder, 'scan.pdf'), 'application/pdf'],
    '/pdf.mjs': [join(build, 'pdf.min.mjs'), 'text/javascript'],
    '/pdf.worker.mjs': [join(build, 'pdf.worker.min.mjs'), 'text/javascript'],
  }
  const server: Server = createServer((request, response) => {
    const [path, type] = paths[request.url ?? ''] ?? []
    if (!path || !type) return response.writeHead(404).end()
    const size = statSync(path).size
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const [start, end] = range ? [Number(range[1]), range[2] ? Math.min(Number(range[2]), size - 1) : size - 1] : [0, size - 1]
    response.writeHead(range ? 206 : 200, {
      'content-type': type,
      'content-length': end - start + 1,
      'accept-ranges': 'bytes',
      'cache-control': type === 'text/javascript' ? 'public, max-age=31536000, immutable' : 'no-store',
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    })
    return createReadStream(path, { start, end }).pipe(response)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ALONE = `<!doctype html><link rel="icon" href="data:,"><canvas></canvas><script type="module">
import * as pdfjs from '/pdf.mjs'
pdfjs.GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs'
const file = await pdfjs.getDocument({ url: '/scan.pdf', rangeChunkSize: 262144, disableAutoFetch: true, disableStream: true }).promise
const page = await file.getPage(1)
const viewport = page.getViewport({ scale: 1.5 })
const canvas = document.querySelector('canvas')
canvas.width = viewport.width
canvas.height = viewport.height
await page.render({ canvas, viewport }).promise
performance.mark('first-page')
</script>`
