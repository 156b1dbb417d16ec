/** Files opened in the page by their client: each kind, with keys alone, found, printed, and hostile ones that do nothing. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { pdfPages } from '../server/src/test/report-files.ts'
import {
  brokenPdf,
  hostileDocument,
  hostileTable,
  hostileText,
  pdfOfPages,
  picture,
  plainText,
  workbook,
} from '../server/src/test/viewer-files.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, saved, settled, sidewaysScroll, signInAs, test } from './harness.ts'

const PART = 4 * 1024 * 1024
const ids: Record<string, number> = {}

/** As staff upload a document: small files in one call, larger ones in parts. */
async function upload(staff: APIRequestContext, institutionId: number, name: string, buffer: Buffer): Promise<number> {
  const about = { owner: 'institution', institutionId: String(institutionId), typeCode: 'LEG', yearOverride: '2011' }
  const file = { name, mimeType: 'application/octet-stream', buffer }
  const multipart = buffer.length <= PART ? { ...about, file } : { ...about, uploadId: await uploadInParts(staff, name, buffer) }
  const reply = await staff.post('/api/documents', { multipart: { ...multipart, displayName: name } })
  expect(reply.status(), `${name}: ${await reply.text()}`).toBe(201)
  return (await reply.json()).id
}

async function uploadInParts(staff: APIRequestContext, fileName: string, content: Buffer): Promise<string> {
  const begun = await staff.post('/api/uploads', {
    data: { purpose: 'DOCUMENT', fileName, sizeBytes: content.length },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const { id }: { id: string } = await begun.json()
  for (let start = 0; start < content.length; start += PART) {
    const buffer = content.subarray(start, start + PART)
    await staff.post(`/api/uploads/${id}/parts/${start}`, {
      multipart: { file: { name: 'part', mimeType: 'application/octet-stream', buffer } },
    })
  }
  return id
}

test.beforeAll(async ({ playwright, portal }) => {
  const staff = await playwright.request.newContext({ baseURL: portal.url })
  const client = await playwright.request.newContext({ baseURL: portal.url })
  await staff.post('/api/session/login', { data: { email: ACCOUNTS.staff, password: PASSWORD } })
  const session = await client.post('/api/session/login', { data: { email: ACCOUNTS.client, password: PASSWORD } })
  const { institutionId }: { institutionId: number } = await session.json()
  const files: Record<string, Buffer> = {
    'A scan.pdf': await pdfOfPages(100, 300_000),
    'B pages.pdf': await pdfOfPages(100),
    'C broken.pdf': brokenPdf,
    'D workbook.xlsx': await workbook(),
    'E table.csv': Buffer.from(hostileTable),
    'F minutes.docx': hostileDocument(),
    'G notes.txt': Buffer.from(hostileText + plainText),
    'H picture.png': picture(),
    'I leaflet.pdf': await pdfOfPages(30),
    'J copier.pdf': await pdfOfPages(40, 300_000, 'apart'),
  }
  for (const [name, content] of Object.entries(files)) ids[name] = await upload(staff, institutionId, name, content)
  await Promise.all([staff.dispose(), client.dispose()])
})

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`/view-document/${ids[name]}`)
  await settled(page)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Types into the viewer's own find and answers what it says of the matches. */
async function find(page: Page, words: string): Promise<string> {
  await page.keyboard.press('/')
  const box = page.getByRole('textbox', { name: 'Find in this file' })
  await expect(box).toBeFocused()
  await box.fill(words)
  const said = page.locator('output')
  await expect(said).toHaveText(/of|Not found/)
  return said.innerText()
}

for (const [name, pages, size, most] of [
  ['A scan.pdf', 100, '30 MB', 4_000_000],
  ['J copier.pdf', 40, '12 MB', 5_000_000],
] as const)
  test(`page 1 of ${name}, ${pages} scanned pages, comes by parts, and a second visit is told in milliseconds`, async ({ page }) => {
    await signInAs(page, 'client')
    let received = 0
    page.on('response', (reply) => {
      if (reply.url().includes('/file')) received += Number(reply.headers()['content-length'] ?? 0)
    })
    for (const visit of ['first', 'second']) {
      await open(page, name)
      const ms = await page.evaluate(() => Math.round(performance.getEntriesByName('viewer-first-page')[0]?.startTime ?? Number.NaN))
      console.log(`page 1 of ${pages} (${size}), ${visit} visit, from the address to the drawn page: ${ms} ms`)
    }
    await expect(page.getByLabel(`Page, of ${pages}`)).toHaveValue('1')
    // Both visits, with the thumbnails in sight.
    expect(received).toBeLessThan(most)
  })

test('who goes on while pages are still coming sees the next file, and hears of no error', async ({ page }) => {
  await signInAs(page, 'client')
  const goOn = async () => {
    await page.getByRole('link', { name: 'Previous file: B pages.pdf' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'B pages.pdf' })).toBeVisible()
  }
  // As many of the parts arrive as the first pages and the thumbnails need.
  for (const arriving of [0, 1, 3]) {
    let asked = 0
    await page.route('**/file*', (route) => (asked++ < arriving ? route.continue() : undefined))
    await page.goto(`/view-document/${ids['A scan.pdf']}`)
    await expect.poll(() => asked).toBeGreaterThan(arriving)
    await page.unroute('**/file*')
    await goOn()
    await settled(page)
  }
  // All parts are there, and the thread that reads them is still at work on what came before page 60, and before what is to be printed.
  await open(page, 'A scan.pdf')
  let release: (() => unknown) | undefined
  await page.route('**/held', (route) => {
    release = () => route.fulfill({ body: '' })
  })
  const held = page.workers()[0]?.evaluate(() => {
    const request = new XMLHttpRequest()
    request.open('GET', '/held', false)
    request.send()
  })
  await expect.poll(() => release !== undefined).toBe(true)
  await page.getByLabel('Page, of 100').fill('60')
  await page.getByLabel('Page, of 100').press('Enter')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText('Preparing page 1 of 100')).toBeVisible()
  await goOn()
  await release?.()
  await held
  await settled(page)
  await expect(page.getByText(/Preparing page/)).toHaveCount(0)
})

test('keys alone read a PDF: pages, find with its highlight, zoom, the next file and back', async ({ page }) => {
  await signInAs(page, 'client')
  await page.goto('/dashboard')
  await open(page, 'B pages.pdf')
  const pages = page.getByRole('region', { name: 'Pages of B pages.pdf' })
  await expect(pages).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Page, of 100')).toHaveValue('2')
  expect(await find(page, 'mortality table')).toBe('1 of 1')
  await expect(page.getByLabel('Page, of 100')).toHaveValue('73')
  await expect(pages.locator('.highlight.selected').first()).toHaveText(/mortality/)
  await page.keyboard.press('Escape')
  await expect(pages).toBeFocused()
  const percent = page.getByRole('toolbar').getByText('%')
  const before = await percent.innerText()
  await page.keyboard.press('+')
  await expect(percent).not.toHaveText(before)
  await expectAccessible(page)
  await page.keyboard.press('p')
  await expect(page).toHaveURL(`/view-document/${ids['C broken.pdf']}`)
  await expect(page.getByRole('heading', { name: 'This file cannot be shown' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(`/view-document/${ids['B pages.pdf']}`)
  await expect(pages).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard')
})

test('all pages are printed, not only those in sight', async ({ page }) => {
  await page.addInitScript(() => {
    // A print dialog waits for nobody here; the page stays as it was prepared.
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await signInAs(page, 'client')
  await open(page, 'I leaflet.pdf')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html[data-printed=yes]')).toHaveCount(1, { timeout: 60_000 })
  const printed = await pdfPages(await page.pdf({ preferCSSPageSize: true }))
  expect(printed).toHaveLength(30)
})

test('a workbook shows sheets, money and days as Excel does, its first rows, and finds', async ({ page }) => {
  await signInAs(page, 'client')
  await open(page, 'D workbook.xlsx')
  const rows = page.frameLocator('iframe[title="Rows of Holdings"]')
  await expect(rows.getByRole('row').nth(1)).toHaveText('2P-1$1,234,567.8910/31/2026')
  await expect(page.getByText('This shows the first 2,000 rows')).toBeAttached()
  expect(await find(page, 'P-1500')).toBe('1 of 1')
  await expect(rows.locator('mark').first()).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Notes' }).click()
  await expect(page.frameLocator('iframe[title="Rows of Notes"]').getByText('The second sheet')).toBeVisible()
  await expectAccessible(page)
})

test('what others wrote is shown as words and does nothing: text, table, Word document', async ({ page }) => {
  await signInAs(page, 'client')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => asked.push(`dialog ${dialog.message()}`))
  page.on('console', (message) => asked.push(`console ${message.text()}`))
  for (const [name, title] of [
    ['G notes.txt', 'Text of G notes.txt'],
    ['E table.csv', 'Rows of E table.csv'],
    ['F minutes.docx', 'Text of F minutes.docx'],
  ] as const) {
    await open(page, name)
    const frame = page.frameLocator(`iframe[title="${title}"]`)
    await expect(frame.getByText('<script>alert(2)</script>').first()).toBeVisible()
    await expect(page.locator(`iframe[title="${title}"]`)).toHaveAttribute('sandbox', '')
    await expect(frame.locator('script, img, iframe, a, form, [onerror], [href]')).toHaveCount(0)
    await expectAccessible(page)
  }
  expect(asked.filter((each) => /^(dialog|console)|evil|\/x$/.test(each))).toEqual([])
  expect(await find(page, 'MORTALITY')).toBe('1 of 1')
  await expect(page.frameLocator('iframe[title="Text of F minutes.docx"]').locator('mark.on')).toHaveText('mortality')
})

test('a picture fits and grows; a file nobody can draw says so and is still there to save', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'client')
  await open(page, 'H picture.png')
  const image = page.getByRole('img', { name: 'H picture.png' })
  const before = await image.boundingBox()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await image.boundingBox())?.width).toBeGreaterThan(before?.width ?? Number.NaN)
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page)
  await open(page, 'C broken.pdf')
  const notice = page.getByRole('alert').filter({ hasText: 'It is damaged, or not what its name says.' })
  await expect(notice).toBeVisible()
  const file = await saved(page, () => notice.getByRole('button', { name: 'Download' }).click())
  expect(file.bytes.equals(brokenPdf)).toBe(true)
  await expectAccessible(page)
})

test('staff read who opened a file and when, and find the way to its record', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto(`/documents/${ids['H picture.png']}/view`)
  await settled(page)
  await expect(page.getByText(/Opened by Eleanor Whitfield on/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Versions' })).toBeVisible()
  await expectAccessible(page)
})
