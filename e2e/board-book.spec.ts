/** A board book from choice to paper: two released reports and documents in an order of one's own, read by another reader; whose it is, and until when. */

import type { Page } from '@playwright/test'
import { pdfGuide, pdfPages } from '../server/src/test/report-files.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type SavedFile, saved, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'

test.describe.configure({ mode: 'serial' })

const BANK = 'First Coastal Bank'
const NAME = 'November board meeting'
const REPORT = 'Asset Report, August 2026'
const FORM = 'Form 8925 Report, December 2025'
const LETTER = 'Board Resolution Insurance Purchase'
const SCAN = 'Signature Page Scan'
const RATES = 'Credited Rates Third Quarter 2026'

const offered = (page: Page) => page.getByRole('list', { name: 'Files to choose from' })
const parts = (page: Page) => page.getByRole('list', { name: 'Parts in their order' })
const own = (page: Page) => page.getByRole('region', { name: 'Your board books' })
const order = async (page: Page) =>
  (await parts(page).getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]?.replace(/^\d+\. /, ''))
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** By the keyboard alone. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

async function atBothWidths(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}

const readPaper = async ({ bytes }: SavedFile) => ({ ...(await pdfGuide(bytes)), pages: await pdfPages(bytes) })

test('a client puts reports and documents in order by the keyboard, and is told what is still missing', async ({ page }) => {
  await signInAs(page, 'client')
  await page.goto('/board-books')
  await settled(page)
  await expect(own(page).getByText('No board books yet')).toBeVisible()
  await expect(page.getByText('It needs at least one report or document and a name.')).toBeVisible()
  await atBothWidths(page)

  await page.getByRole('searchbox', { name: 'Find a report or document' }).fill('no such paper')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a report or document' }).fill(RATES)
  // Each carrier has a paper of that name: whose it is stands behind it.
  await expect(offered(page).getByRole('listitem')).toHaveCount(4)
  const titles = await offered(page)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')))
  expect(new Set(titles).size).toBe(4)
  expect(titles).toContain(`Add ${RATES}, Corvane`)
  await page.getByRole('searchbox', { name: 'Find a report or document' }).fill('')
  await expect(offered(page).getByRole('button', { name: `Add ${REPORT}`, exact: true })).toBeVisible()

  for (const title of [REPORT, LETTER, SCAN, FORM]) {
    await press(page, `Add ${title}`)
    await expect(offered(page).getByRole('button', { name: `${title} is in the book` })).toBeFocused()
  }
  await press(page, `Move ${FORM} up`)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText(`${FORM} moved: 2 of 4.`)).toBeAttached()
  expect([await order(page), await focused(page)]).toEqual([[REPORT, FORM, LETTER, SCAN], `Move ${FORM} up`])
  await press(page, `Remove ${LETTER}`)
  expect([await order(page), await focused(page)]).toEqual([[REPORT, FORM, SCAN], `Remove ${SCAN}`])
  await press(page, `Add ${LETTER}`)
  await expect(parts(page)).toContainText('Not a PDF: named on the page of sources, not included')
  await page.getByLabel('Name *').fill(NAME)
  await atBothWidths(page)
  await press(page, 'Create board book')
  await expect(toast(page, /being prepared/)).toBeVisible()
  await expect(own(page).getByRole('heading', { name: NAME })).toBeVisible()
  expect(await order(page)).toEqual([])
})

test('its paper has bookmarks of two levels, contents that lead to the parts, and a number on each page', async ({ page }) => {
  await signInAs(page, 'client')
  await page.goto('/board-books')
  const download = own(page).getByRole('button', { name: `Download ${NAME}` })
  await expect(download).toBeVisible({ timeout: 60_000 })
  await own(page).getByText('4 parts', { exact: true }).click()
  await expect(
    own(page)
      .getByText(/1 page$/)
      .or(own(page).getByText(/not a PDF$/))
      .first(),
  ).toBeVisible()
  await atBothWidths(page)
  const file = await saved(page, () => download.click())
  expect(file.name).toMatch(new RegExp(`^${BANK}, ${NAME}, August 2026\\.pdf$`))

  const { outline, links, pages } = await readPaper(file)
  expect(outline.map(({ title }) => title)).toEqual(['Cover', 'Contents', REPORT, FORM, LETTER, 'Sources and versions'])
  const bookmarked = (title: string) => outline.find((one) => one.title === title) ?? { page: 0, inside: [] }
  const starts = [REPORT, FORM, LETTER].map((title) => bookmarked(title).page)
  expect(links).toEqual(starts)
  expect(starts[0]).toBe(2)
  for (const [at, title] of [REPORT, FORM, LETTER].entries()) expect(pages[0]).toMatch(new RegExp(`${title}[^]*?\\b${starts[at]}\\b`))
  const inside = bookmarked(REPORT).inside
  expect(inside.length).toBeGreaterThan(2)
  expect(inside.every((one) => one.page >= 2 && one.page < (starts[1] ?? 0))).toBe(true)
  expect(pages.map((words, at) => words.includes(`Page ${at + 1} of ${pages.length}`))).toEqual(pages.map((_, at) => at > 0))
  expect(pages[0]).toContain(BANK)
  expect(pages[0]).toContain('Reporting month: August 2026')
  expect(pages[1]).toMatch(/\bAsset Report\b/)
  const sources = pages.at(-1) ?? ''
  const { records }: { records: { parts: { title: string; sha256: string }[] }[] } = await (
    await page.request.get('/api/board-books')
  ).json()
  for (const { title, sha256 } of records[0]?.parts ?? [])
    expect([title, sources.includes(title), sources.includes(sha256)]).toEqual([title, true, true])
  expect(sources).toMatch(new RegExp(`Chosen and not included[^]*${SCAN}`))
})

test('a part that was withdrawn is marked, and the book says why it cannot be downloaded any more', async ({ page, expected }) => {
  expected.console.push(/status of 409/)
  const withdraw = (on: string) =>
    inDatabase(`update client_report set withdrawn_at = ${on} where institution_id = 1 and display_name = $1`, [REPORT])
  await withdraw('now()')
  await signInAs(page, 'client')
  await page.goto('/board-books')
  await own(page).getByText('4 parts, changed since').click()
  await expect(own(page).getByText('No longer available to you')).toBeVisible()
  await atBothWidths(page)
  await own(page)
    .getByRole('button', { name: `Download ${NAME}` })
    .click()
  await expect(toast(page, /Asset Report, August 2026 can no longer be opened by you/)).toBeVisible()
  await withdraw('null')
})

test('staff make a book of a bank, which does not see it; a client deletes their own', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/board-books')
  await expect(page.getByText('Choose an institution')).toBeVisible()
  await atBothWidths(page)
  await page.getByRole('combobox', { name: 'Institution' }).fill('First Coastal')
  await page.keyboard.press('Enter')
  await settled(page)
  await press(page, `Add ${REPORT}`)
  await press(page, `Add ${FORM}`)
  await page.getByLabel('Name *').fill('For the board')
  await atBothWidths(page)
  await page.getByRole('button', { name: 'Create board book' }).click()
  const download = own(page).getByRole('button', { name: 'Download For the board' })
  await expect(download).toBeVisible({ timeout: 60_000 })
  const { outline } = await readPaper(await saved(page, () => download.click()))
  expect(outline.map(({ title }) => title)).toEqual(['Cover', 'Contents', REPORT, FORM, 'Sources and versions'])

  await signInAs(page, 'client')
  await page.goto('/board-books')
  await expect(own(page).getByRole('heading', { name: NAME })).toBeVisible()
  await expect(page.getByText('For the board')).toHaveCount(0)
  await own(page)
    .getByRole('button', { name: `Delete ${NAME}` })
    .click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText('The reports and documents that it was made of stay.')
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(own(page).getByText('No board books yet')).toBeVisible()
})
