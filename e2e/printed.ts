/**
 * Takes docs/pictures/*-printed.png: the papers of every family for a bank with 3 policies, one with 60 and one with 2,000 (`npm run pictures`;
 * needs `npm test` once before, for Chromium, and pdftoppm). A server makes them all from a book of its own; two pages of each are laid out on one sheet.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, chromium, request } from '@playwright/test'
import { ACCOUNTS, PASSWORD } from './accounts.ts'
import { makeBook, openPortal } from './book.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs/pictures')
const BANKS = ['3 policies', '60 policies', '2,000 policies']

/** A family's papers, bank by bank, and the pages of each that are shown: its face and one that is full of lines. */
interface Sheet {
  name: string
  papers: (api: APIRequestContext, institution: number) => Promise<Buffer>
  pages: (pages: number) => [number, number]
}
const report =
  (base: string, period: string, more: Record<string, string> = {}): Sheet['papers'] =>
  async (api, institutionId) => {
    const asked = new URLSearchParams({ institutionId: String(institutionId), period, ...more })
    const { records } = await json<{ records: { id: number }[] }>(api, `${base}/0/reports?${asked}`)
    return file(api, `${base}/0/download?${new URLSearchParams({ reportIds: String(records[0]?.id), format: 'pdf', ...more })}`)
  }
const questionnaire: Sheet['papers'] = async (api, institutionId) => {
  const { records } = await json<{ records: { id: number; batchId: number; year: number }[] }>(
    api,
    `/api/annual-questionnaire/institution/${institutionId}`,
  )
  const last = records.find(({ year }) => year === 2025)
  return file(api, `/api/8925-reports/${last?.batchId}/download?reportIds=${last?.id}&format=pdf`)
}
const second = (pages: number): [number, number] => [1, Math.min(2, pages)]
const SHEETS: readonly Sheet[] = [
  { name: 'asset-report-printed', papers: report('/api/asset-reports', '2026-09-30', { ReportType: 'AssetReport' }), pages: second },
  {
    name: 'summary-asset-report-printed',
    papers: report('/api/asset-reports', '2026-09-30', { ReportType: 'AssetSummaryReport' }),
    pages: second,
  },
  { name: 'form-8925-printed', papers: report('/api/8925-reports', '2025-12-31'), pages: second },
  { name: 'questionnaire-printed', papers: questionnaire, pages: second },
  // After the index the summary; in the middle of the book the risks, or the policies where there are many.
  {
    name: 'annual-review-printed',
    papers: report('/api/annual-boli-review', '2025-12-31'),
    pages: (pages) => [2, Math.ceil(pages / 2) + 1],
  },
]

const folder = mkdtempSync(join(tmpdir(), 'corridor-printed-'))
// PostgreSQL's own user passes through it when this runs as root.
chmodSync(folder, 0o711)
execFileSync(process.execPath, [join(root, 'server/src/db/seeds/printed-book.ts'), folder], { stdio: 'inherit' })
await makeBook(folder)
process.env.E2E_BOOK = folder
const portal = await openPortal()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  mkdirSync(pictures, { recursive: true })
  const api = await request.newContext({ baseURL: portal.url })
  const reply = await api.post('/api/session/login', { data: { email: ACCOUNTS.manager, password: PASSWORD } })
  if (!reply.ok()) throw new Error(`Signing in answered ${reply.status()}.`)
  for (const sheet of SHEETS) await lay(browser, api, sheet)
  await api.dispose()
} finally {
  await browser.close()
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function lay(on: Browser, api: APIRequestContext, { name, papers, pages }: Sheet): Promise<void> {
  const columns: string[] = []
  for (const [index, bank] of BANKS.entries()) {
    const paper = await papers(api, index + 1)
    const count = pagesOf(paper)
    const shown = [...new Set(pages(count))].map(
      (page) => `<img src="data:image/png;base64,${drawn(paper, page)}"><p>Page ${page} of ${count}</p>`,
    )
    columns.push(`<div><h1>${bank}</h1>${shown.join('')}</div>`)
  }
  const page = await on.newPage({ viewport: { width: 1500, height: 400 } })
  await page.setContent(`<style>
    body { margin: 0; padding: 16px; background: #dfe5ec; display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px; font: 13px Arial, sans-serif; color: #0b2a5b }
    h1 { margin: 0 0 8px; font-size: 18px } p { margin: 4px 0 14px } img { display: block; width: 100%; border: 1px solid #c3ccd8 }
  </style>${columns.join('')}`)
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  await page.close()
}

function quiet(input: Buffer): { input: Buffer; stdio: ['pipe', 'pipe', 'ignore']; maxBuffer: number } {
  return { input, stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 64 << 20 }
}

function pagesOf(paper: Buffer): number {
  return Number(/^Pages:\s+(\d+)$/m.exec(execFileSync('pdfinfo', ['-'], quiet(paper)).toString())?.[1])
}

/** One page as a picture in base64. */
function drawn(paper: Buffer, page: number): string {
  return execFileSync('pdftoppm', ['-png', '-r', '80', '-f', String(page), '-l', String(page), '-'], quiet(paper)).toString('base64')
}

async function json<Value>(api: APIRequestContext, path: string): Promise<Value> {
  return JSON.parse((await file(api, path)).toString())
}

async function file(api: APIRequestContext, path: string): Promise<Buffer> {
  const reply = await api.get(path)
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}.`)
  return reply.body()
}
