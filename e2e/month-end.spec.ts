/** The month's work from end to end: a carrier's extract in, twelve banks' reports out, and a bank's finance officer holding the same bytes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { numberBeside, pdfText, workbookOf } from '../server/src/test/report-files.ts'
import { inDatabase } from './database.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, type SavedFile, saved, settled, signInAs, test, toast, watch } from './harness.ts'
import { giveReason } from './report-steps.ts'

/** Entries are looked at before the file comes. */
const savedEntries = async (page: Page): Promise<SavedFile> => {
  await page.getByRole('button', { name: 'Journal entries' }).click()
  await expect(page.getByText('Debits and credits balance.')).toBeVisible()
  return saved(page, () => page.getByRole('dialog').getByRole('button', { name: 'Download' }).click())
}

test.describe.configure({ mode: 'serial' })

const FEED = join(import.meta.dirname, '../demo/feeds/SM_UL_1026.csv')
/** The file's rows, and the policy on the one that cannot be read. */
const LINES = readFileSync(FEED, 'utf8').trim().split(/\r?\n/).slice(1)
const UNREADABLE = LINES.find((line) => line.includes('#REF!'))?.split(',')[0] ?? 'no such line'
const POSTED = LINES.length - 1
const BANK = 'First Coastal Bank'
const REASON_TO_REJECT = 'The carrier’s spreadsheet broke; a corrected value is on its way'
const REASON_FOR_PRELIMINARY = 'Stonemarch confirmed by telephone that nothing moved on this policy'

/** The accounts' names in the bank's general ledger. */
const LEDGER = {
  'Cash surrender value': '1890-05',
  Income: '4210-05',
  Expense: '6210-05',
  Cash: '1010-05',
  'Claim receivable': '1895-05',
  '1035 clearing': '1896-05',
}

let batchPath = ''
let reportPath = ''
const DRAFT = 'DRAFT, NOT RELEASED'

/** A table's row by the words of its heading cell. */
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: words }) })
/** The figure under a label among the highlights. */
const highlight = (page: Page, label: string) =>
  page
    .locator('dl[aria-label="Highlights"] > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd > div')
    .first()
const dialog = (page: Page) => page.getByRole('dialog')

test('a manager signs in on the page and uploads the file that is missing', async ({ page }) => {
  await page.goto('/data-feeds')
  await expect(page).toHaveURL(/\/login\?fromUrl=%2Fdata-feeds$/)
  await page.getByLabel('Email address').fill(ACCOUNTS.manager)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Data Feeds' })).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(rowOf(page, 'Stonemarch').first()).toContainText('Late')
  await page.getByRole('link', { name: 'Upload a file' }).click()
  await page.getByLabel('Default carrier').selectOption({ label: 'Stonemarch' })
  await page.locator('input[type=file]').setInputFiles(FEED)
  await expect(page.getByRole('heading', { level: 1, name: 'SM_UL_1026.csv' })).toBeVisible()

  await expect(page.getByText('No cash surrender value column found')).toBeVisible()
  await expect(page.getByText('Death benefit: “#REF!” is not an amount of money.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('one error is settled by the mapping, the other by leaving its row out; then the file is posted', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await page.getByRole('link', { name: 'SM_UL_1026.csv' }).click()
  await page.getByRole('tab', { name: /Column mapping/ }).click()
  await page.getByLabel('What Contract Net Value EOM holds').selectOption({ label: 'Cash surrender value' })
  await page.getByRole('tabpanel').getByRole('button', { name: 'Save and check again' }).click()
  await expect(toast(page, 'Saved! The file was checked again.')).toBeVisible()

  await page.getByRole('tab', { name: /Findings/ }).click()
  await expect(page.getByText('No cash surrender value column found')).toHaveCount(0)
  await page.getByRole('checkbox', { name: /Value cannot be read/ }).check()
  await page.getByRole('button', { name: 'Exclude row' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Exclude row' })).toBeDisabled()
  await dialog(page).getByLabel('Why?').fill(REASON_TO_REJECT)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Exclude row' }).click()
  await expect(page.getByText(REASON_TO_REJECT).first()).toBeVisible()

  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Post' }).click()
  await expect(toast(page, `${POSTED} values posted`)).toBeVisible()
  await expect(page.getByText(new RegExp(`${POSTED} rows are in the register, (1 were|one was) excluded`))).toBeVisible()
})

test('the bank’s GL accounts are named before its entries are made', async ({ page }) => {
  await signInAs(page, 'manager')
  const reply = await page.request.get(`/api/institutions?search=${encodeURIComponent(BANK)}`)
  const { records }: { records: { id: number; name: string }[] } = await reply.json()
  await page.goto(`/institutions/${records.find(({ name }) => name === BANK)?.id}?tab=ledger`)
  await page.getByRole('button', { name: 'Add set of accounts' }).first().click()
  await page.getByLabel('Effective from *').fill('10/01/2026')
  for (const [account, number] of Object.entries(LEDGER)) await page.getByLabel(`${account}: number`).fill(number)
  await page.getByRole('button', { name: 'Add set of accounts' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
})

test('twelve reports are asked for; progress arrives without a reload; one fails and names the policy', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/asset-reporting/generate?period=2026-10-31')
  await expect(page.getByText('Not selected: Lantern Lake Community Bank, with 1 policy without a posted value')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Lantern Lake Community Bank' }).check()
  await page.getByRole('button', { name: 'Generate 12 reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Asset Reports, October 2026' })).toBeVisible()
  batchPath = new URL(page.url()).pathname
  const openedAt = await page.evaluate(() => performance.timeOrigin)
  const progress = page.getByRole('progressbar', { name: 'Reports made' })
  await expect(progress).toHaveAttribute('aria-valuetext', /remaining/)
  await expect(progress).toHaveAttribute('aria-valuetext', '11 of 12 generated, 1 failed', { timeout: 60_000 })
  expect(await page.evaluate(() => performance.timeOrigin), 'the page was not loaded again').toBe(openedAt)
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(7)
  await expect(page.getByText('Blocked', { exact: true })).toHaveCount(4)
  await expect(page.getByText('7 can be released, 4 are blocked')).toBeVisible()
  await expect(rowOf(page, 'Lantern Lake Community Bank')).toContainText('Failed')
  await expect(rowOf(page, 'Lantern Lake Community Bank')).toContainText(UNREADABLE)
  await expectAccessible(page)
})

test('the failed report is made as preliminary, with a reason that it prints', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto(batchPath)
  await page.getByRole('link', { name: 'Lantern Lake Community Bank' }).click()
  await expect(page.getByRole('heading', { name: 'This report could not be made' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make preliminary' }).click()
  await dialog(page).getByLabel('Why?').fill(REASON_FOR_PRELIMINARY)
  await dialog(page).getByRole('button', { name: 'Make preliminary' }).click()
  // At the report's head, and again among its notes.
  await expect(page.getByText(REASON_FOR_PRELIMINARY).first()).toBeVisible({ timeout: 30_000 })

  const { bytes } = await saved(page, async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('button', { name: 'Report (PDF)' }).click()
  })
  expect((await pdfText(bytes)).replaceAll(/\s+/g, ' ')).toContain('PRELIMINARY')
})

test('a figure leads from carrier to policy to the line of the feed, and is the same on screen, in the PDF and in the workbook', async ({
  page,
}) => {
  await signInAs(page, 'manager')
  await page.goto(batchPath)
  await page.getByRole('link', { name: BANK }).click()
  const shown = (await highlight(page, 'Cash surrender value').textContent()) ?? ''
  expect(shown).toMatch(/^\$\d{1,3}(,\d{3})+\.\d{2}$/)
  reportPath = new URL(page.url()).pathname

  await page.getByRole('button', { name: 'Stonemarch: show its policies' }).click()
  await expect(page.getByRole('heading', { name: 'Policies with Stonemarch' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Show all carriers' })).toBeFocused()
  await page
    .getByRole('button', { name: /^Policy S7-.*: where its figures come from$/ })
    .first()
    .click()
  await expect(dialog(page).getByRole('link', { name: 'SM_UL_1026.csv', exact: true })).toBeVisible()
  await expect(dialog(page)).toContainText(/line \d+/)
  await expect(dialog(page)).toContainText('Contract Net Value EOM')
  await page.keyboard.press('Escape')

  const { bytes } = await download(page, 'Report (PDF)')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const printed = await pdfText(bytes)
  expect(printed).toContain(shown.slice(1))
  expect(printed).toContain(DRAFT)
  const workbook = await workbookOf((await download(page, 'Excel workbook (XLSX)')).bytes)
  const amount = Number(shown.replaceAll(/[$,]/g, ''))
  expect(numberBeside(workbook, 'Summary', 'Cash surrender value')).toBe(amount)

  await test.step('the suggested entries are read, and saved for posting: balanced, under the bank’s accounts, as the page totals them', async () => {
    const entries = page.getByRole('region', { name: 'Suggested journal entries, table' })
    await expect(entries).toContainText('1890-05')
    const totals = (
      await entries
        .getByRole('row', { name: /^Total/ })
        .getByRole('cell')
        .allTextContents()
    ).flatMap((text) => (/\d/.test(text) ? [centsOf(text)] : []))
    const entriesToPost = await savedEntries(page)
    const [head = '', ...lines] = entriesToPost.bytes.toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(head).toBe('Date,Account,Account name,Memo,Debit,Credit')
    const sum = (place: number) => lines.reduce((all, line) => all + centsOf(line.split(',').at(place)), 0)
    expect([sum(-2), sum(-1)]).toEqual(totals)
    expect(totals[0]).toBeGreaterThan(0)
    const posted = new Set(lines.map((line) => line.split(',')[1]))
    expect([...posted].filter((account) => !Object.values(LEDGER).includes(String(account)))).toEqual([])
  })
})

/** Dollars as they are written, in cents; nothing is nothing. */
const centsOf = (text: string | undefined) => Math.round(Number((text ?? '').replaceAll(/[$,"]/g, '')) * 100)

test('released, and the bank’s finance officer downloads the very same bytes', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'manager')
  await page.goto(batchPath)
  await page.getByRole('button', { name: 'Release all 12' }).click()
  await expect(dialog(page)).toContainText('One is marked PRELIMINARY')
  await expectAccessible(page)
  await giveReason(dialog(page), 'The board of Lantern Lake meets tonight; the missing value follows')
  await dialog(page).getByRole('button', { name: 'Release' }).click()
  await expect(toast(page, /^12 released\./)).toBeVisible()
  await expect(page.getByText('Released', { exact: true })).toHaveCount(13)
  await page.goto(reportPath)
  await settled(page)
  const staffPdf = await download(page, 'Report (PDF)')
  expect(await pdfText(staffPdf.bytes)).not.toContain(DRAFT)
  const staffEntries = await savedEntries(page)
  expect(staffEntries.bytes.toString('utf8')).not.toContain(DRAFT)

  const client = await browser.newContext({ baseURL: String(baseURL) })
  const surprises = watch(client, String(baseURL))
  const clientPage = await client.newPage()
  await signInAs(clientPage, 'client')
  await clientPage.goto('/')
  await expect(clientPage).toHaveURL(/\/dashboard$/)
  await settled(clientPage)
  await clientPage.getByRole('region', { name: 'New files' }).getByRole('link', { name: 'Asset Report, October 2026', exact: true }).click()
  await expect(clientPage.getByRole('heading', { level: 1, name: 'Asset Report, October 2026' })).toBeVisible()
  const fromViewer = await saved(clientPage, () => clientPage.getByRole('button', { name: 'Download', exact: true }).click())
  expect(fromViewer.bytes.equals(staffPdf.bytes), 'from the viewer').toBe(true)
  await clientPage.getByRole('link', { name: 'Open the figures' }).click()
  await expect(highlight(clientPage, 'Cash surrender value')).toBeVisible()
  await expect(clientPage.getByRole('button', { name: /where its figures come from/ })).toHaveCount(0)
  const fromReport = await download(clientPage, 'Report (PDF)')
  expect(fromReport.bytes.equals(staffPdf.bytes), 'from the report page').toBe(true)
  expect(fromReport.name).toBe(staffPdf.name)
  const entries = await savedEntries(clientPage)
  expect(entries.bytes.equals(staffEntries.bytes), 'the entries to post').toBe(true)

  await clientPage.goto('/reports')
  const fromList = await saved(clientPage, () =>
    clientPage.getByRole('button', { name: 'Download Asset Report, October 2026', exact: true }).click(),
  )
  expect(fromList.bytes.equals(staffPdf.bytes), 'from the list').toBe(true)
  expect(surprises()).toEqual([])
  await client.close()
})

test('to the client of another bank the report does not exist, by no route', async ({ browser, baseURL, page }) => {
  const stranger = 'finance@ridgeline.example'
  await inDatabase(
    `insert into user_account (email, first_name, last_name, role, institution_id, password_hash, password_changed_at, mfa_channel)
     select $1, 'Rosa', 'Lindqvist', 'c', 2, password_hash, password_changed_at, mfa_channel from user_account where email = $2
     on conflict do nothing`,
    [stranger, ACCOUNTS.client],
  )
  await inDatabase(`insert into user_site (user_id, site_id) select id, 1 from user_account where email = $1 on conflict do nothing`, [
    stranger,
  ])
  await signInAs(page, 'client')
  const own = await page.request.post('/api/reports/search', { data: {} })
  const { records }: { records: { id: number; displayName: string }[] } = await own.json()
  const record = records.find(({ displayName }) => displayName === 'Asset Report, October 2026')
  expect(record).toBeDefined()

  const context = await browser.newContext({ baseURL: String(baseURL) })
  const other = await context.newPage()
  await signInAs(other, { email: stranger, password: PASSWORD })
  const [batch, report] = [...reportPath.matchAll(/\d+/g)].map(([id]) => Number(id))
  for (const path of [
    `/api/asset-reports/${batch}/reports/${report}`,
    `/api/asset-reports/0/reports/${report}`,
    `/api/asset-reports/${batch}/download?reportIds=${report}&format=pdf`,
    `/api/asset-reports/${batch}/download?reportIds=${report}&format=xlsx`,
    `/api/asset-reports/${batch}/reports/${report}/posting`,
    `/api/reports/${record?.id}/file`,
  ]) {
    const reply = await other.request.get(path)
    expect(reply.status(), path).toBe(404)
    expect(await reply.text(), path).not.toContain(BANK)
  }
  await other.goto(reportPath)
  await expect(other.getByText(BANK)).toHaveCount(0)
  await context.close()
})

async function download(page: Page, format: string): Promise<SavedFile> {
  return saved(page, async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('button', { name: format }).click()
  })
}
