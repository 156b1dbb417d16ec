/**
 * Takes the README's pictures from the running product: `npm run pictures` (needs `npm test` once before, for Chromium, and pdftoppm for the printed page).
 * It starts a server on a fresh demo book, works through the month as a manager would, and leaves docs/pictures/*.png.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ACCOUNTS, type Account, PASSWORD } from './accounts.ts'
import makeBook, { openPortal } from './book.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs/pictures')
const WIDE = { width: 1440, height: 900 }

const removeBook = await makeBook()
const portal = await openPortal()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  mkdirSync(pictures, { recursive: true })
  await takeAll(browser)
} finally {
  await browser.close()
  await portal.stop()
  removeBook()
}

async function takeAll(on: Browser): Promise<void> {
  const page = await openAs(on, 'manager')
  await page.goto('/staff/dashboard')
  await take(page, 'month-end-close')

  await page.goto('/data-feeds')
  await page.getByLabel('Default carrier').selectOption({ label: 'Stonemarch' })
  await page.locator('input[type=file]').setInputFiles(join(root, 'demo/feeds/SM_UL_1026.csv'))
  await page.getByText('No cash surrender value column found').waitFor()
  await take(page, 'carrier-file-with-findings')
  await page.getByRole('tab', { name: /Column mapping/ }).click()
  await page.getByLabel('What Contract Net Value EOM holds').selectOption({ label: 'Cash surrender value' })
  await page.getByRole('tabpanel').getByRole('button', { name: 'Save and check again' }).click()
  await page.getByText('Saved! The file was checked again.').waitFor()
  await page.getByRole('tab', { name: /Findings/ }).click()
  await page.getByText('No cash surrender value column found').waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: /Value cannot be read/ }).check()
  await page.getByRole('button', { name: 'Exclude row' }).click()
  await page.getByRole('dialog').getByLabel('Why?').fill('The carrier’s spreadsheet broke; a corrected value is on its way')
  await page.getByRole('dialog').getByRole('button', { name: 'Exclude row' }).click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Post' }).click()
  await page.getByRole('link', { name: 'Generate October 2026' }).waitFor()
  await page.goto('/asset-reporting/generate?period=2026-10-31')
  // Without a value its report is left out until it is selected.
  await page.getByRole('checkbox', { name: 'Select Lantern Lake Community Bank' }).check()
  await page.getByRole('button', { name: 'Generate 12 reports' }).click()
  await page.getByRole('heading', { level: 1, name: 'Asset Reports, October 2026' }).waitFor()
  // The demo's own reports of earlier months may still be in the queue before these.
  await page.locator('[role=progressbar]:not([aria-valuenow="0"])').waitFor({ timeout: 240_000 })
  const told = page.getByRole('status').getByRole('button')
  for (let count = await told.count(); count > 0; count = await told.count())
    await told
      .first()
      .click({ timeout: 5_000 })
      .catch(() => undefined)
  await take(page, 'batch-progress')
  await page.locator('[role=progressbar][aria-valuetext^="11 of 12 generated"]').waitFor({ timeout: 240_000 })

  await page.getByRole('link', { name: 'First Coastal Bank' }).click()
  await page.locator('svg').first().waitFor()
  await take(page, 'asset-report')
  const printed = await page.request.get(
    `/api/asset-reports/0/download?${new URLSearchParams({ reportIds: page.url().split('/').at(-1) ?? '', format: 'pdf' })}`,
  )
  printFirstPage(await printed.body())

  await page.goto('/reports/yield-exceptions-report')
  await take(page, 'audit')

  const client = await openAs(on, 'client')
  await client.goto('/dashboard')
  // The chart's code comes after the page.
  await client
    .getByRole('img', { name: /Cash surrender value/ })
    .locator('svg')
    .waitFor()
  await take(client, 'client-dashboard')
  await client.getByRole('main').getByRole('link', { name: 'Asset Report, September 2026', exact: true }).first().click()
  await client.getByRole('region', { name: 'Content of the file' }).waitFor()
  await take(client, 'file-in-the-page')
  await client.goto('/search?query=surrender')
  await take(client, 'search')
  await client.goto('/dashboard/financial-impact')
  await client.getByLabel('Premium').fill('9,000,000')
  await client.getByRole('note', { name: 'Read first' }).waitFor()
  await take(client, 'financial-impact')

  await client.goto('/board-books')
  for (const title of ['Asset Report, August 2026', 'Form 8925 Report, December 2025', 'Board Resolution Insurance Purchase'])
    await client.getByRole('button', { name: `Add ${title}`, exact: true }).click()
  await take(client, 'board-book')

  await page.goto('/service-requests/1')
  await take(page, 'service-request')

  await page.goto('/reports/new')
  await page.locator('input[type=file]').setInputFiles(
    [
      '1-LEG-26-Plan_document.pdf',
      '2-PRE-26-Rate_outlook.pdf',
      '3-BTX-25-Bank_tax.pdf',
      '99999-LEG-26-Opinion.pdf',
      'minutes.pdf',
      '1-XYZ-26-Letter.pdf',
    ].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })),
  )
  await take(page, 'upload-reports')
  await page.goto('/client-menu/1/edit')
  await page.getByRole('link', { name: 'Create a draft from it' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await take(page, 'client-menu-builder')
}

async function openAs(on: Browser, account: Account): Promise<Page> {
  const context = await on.newContext({ baseURL: portal.url, viewport: WIDE, locale: 'en-US', colorScheme: 'light' })
  const page = await context.newPage()
  const reply = await page.request.post('/api/session/login', { data: { email: ACCOUNTS[account], password: PASSWORD } })
  if (!reply.ok()) throw new Error(`Signing in as ${account} answered ${reply.status()}.`)
  return page
}

/** Charts are drawn when they come into sight, and toasts are no part of a page. */
async function take(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
  await wait(name === 'batch-progress' ? 0 : 5000)
  const toast = page.getByRole('button', { name: 'Dismiss this message' }).first()
  while (await toast.isVisible()) await toast.click()
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

function printFirstPage(bytes: Buffer): void {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-pictures-'))
  execFileSync('pdftoppm', ['-png', '-r', '96', '-f', '1', '-l', '1', '-', join(folder, 'page')], { input: bytes })
  const [file = ''] = readdirSync(folder)
  copyFileSync(join(folder, file), join(pictures, 'printed-report.png'))
  rmSync(folder, { recursive: true })
}
