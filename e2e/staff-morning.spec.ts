/** The morning of the staff, from what is theirs to everything released; and a manager who gives a bank to another person, by its menu and by dragging it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, openParts, saved, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'
import { giveReason } from './report-steps.ts'

test.describe.configure({ mode: 'serial' })
test.use({ ownBook: 'a morning of the staff' })

const FEED = join(import.meta.dirname, '../demo/feeds/SM_UL_1026.csv')
const POSTED = readFileSync(FEED, 'utf8').trim().split(/\r?\n/).length - 2
const BANK = 'Ridgeline Savings Bank'
const STAFF = 'Avery Lindgren'
const PERIOD = '2026-10-31'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tile = (page: Page, label: string) =>
  part(page, 'Mine')
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
const hands = (page: Page, person: string) => page.getByRole('list', { name: `Assigned to ${person}` })
const dialog = (page: Page) => page.getByRole('dialog')
const open = async (page: Page) => {
  await page.goto('/staff/dashboard')
  await settled(page)
  await expect(part(page, 'Calendar of the close')).toBeVisible()
}

async function atBothWidths(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a manager gives a bank away by its menu and the keyboard, and back by dragging it', async ({ page }) => {
  await signInAs(page, 'manager')
  await open(page)
  await atBothWidths(page)
  await expect(hands(page, STAFF)).toContainText(BANK)
  const charge = page.getByRole('button', { name: `Reassign ${BANK}`, exact: true })
  await charge.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Theo')
  await page.keyboard.press('Enter')
  await expect(toast(page, `${BANK} given to Theo Nakamura.`)).toBeVisible()
  await expect(hands(page, 'Theo Nakamura')).toContainText(BANK)
  await expect(hands(page, STAFF)).not.toContainText(BANK)
  await expect(charge).toBeFocused()

  await charge.scrollIntoViewIfNeeded()
  const [from, to] = [await charge.boundingBox(), await hands(page, STAFF).boundingBox()]
  if (!from || !to) throw new Error('the load is not drawn')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y, { steps: 4 })
  await page.mouse.move(to.x + 60, to.y + 8, { steps: 10 })
  await page.mouse.up()
  await expect(toast(page, `${BANK} given to ${STAFF}.`)).toBeVisible()
  await expect(hands(page, STAFF)).toContainText(BANK)
  await expect(hands(page, 'Theo Nakamura')).not.toContainText(BANK)

  await test.step('a menu at the edge of a phone stays inside the window', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openParts(page)
    await page.getByRole('button', { name: 'Reassign Files of Meridane' }).click()
    await page.getByRole('combobox', { name: 'Assign to' }).click()
    await expect(part(page, 'Workload by person').getByRole('option', { name: 'Unassigned' })).toBeVisible()
    expect(await sidewaysScroll(page)).toBe(0)
    const box = await page.getByRole('combobox', { name: 'Assign to' }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 391)).toBeLessThan(390)
  })
})

test('an exception that a manager assigned is opened from the reader’s own part, and settled', async ({ page }) => {
  await signInAs(page, 'manager')
  await open(page)
  const oldest = part(page, 'Longest open exceptions').getByRole('row').filter({ hasText: 'Mariners Crossing Credit Union' }).first()
  const link = oldest.getByRole('link').first()
  const message = (await link.textContent()) ?? ''
  await link.click()
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  const assigning = page.getByRole('dialog', { name: 'Assign' })
  await assigning.getByLabel('Assigned to').selectOption({ label: STAFF })
  await assigning.getByRole('button', { name: 'Assign' }).click()
  await expect(toast(page, '1 exception assigned.')).toBeVisible()

  await signInAs(page, 'staff')
  await open(page)
  await expect(tile(page, 'My exceptions').getByRole('link')).toHaveText('1')
  await expect(part(page, 'Workload by person')).toHaveCount(0)
  await atBothWidths(page)
  await tile(page, 'My exceptions').getByRole('link').click()
  await part(page, 'Exceptions assigned to me').getByRole('link', { name: message }).click()
  const exception = page.getByRole('dialog', { name: 'Exception' })
  await expect(exception).toContainText(message)
  await exception.getByRole('button', { name: 'Resolve' }).click()
  const resolving = page.getByRole('dialog', { name: 'Resolve' })
  await resolving.getByLabel('Reason').selectOption({ label: 'Carrier confirmed the value' })
  await resolving.getByLabel('Note').fill('The carrier restated the value by telephone')
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expect(toast(page, '1 exception resolved.')).toBeVisible()
  await open(page)
  await expect(tile(page, 'My exceptions').getByRole('link')).toHaveText('0')
})

test('the file that is missing of the reader’s carriers is uploaded and posted', async ({ page }) => {
  await signInAs(page, 'staff')
  await open(page)
  await expect(tile(page, 'My institutions').getByRole('link')).toHaveText('4')
  await expect(tile(page, 'Files of my carriers').getByRole('link')).toHaveText('1 of 2')
  await tile(page, 'Files of my carriers').getByRole('link').click()
  const carriers = page.getByRole('table', { name: 'Carrier files' })
  await expect(carriers.getByRole('rowheader')).toHaveText([/Stonemarch/, /Tamarack Hollow/, /Total/])
  await page.getByRole('link', { name: 'Upload a file' }).click()
  await page.getByLabel('Default carrier').selectOption({ label: 'Stonemarch' })
  await page.locator('input[type=file]').setInputFiles(FEED)
  await expect(page.getByText('No cash surrender value column found')).toBeVisible()
  await page.getByRole('tab', { name: /Column mapping/ }).click()
  await page.getByLabel('What Contract Net Value EOM holds').selectOption({ label: 'Cash surrender value' })
  await page.getByRole('tabpanel').getByRole('button', { name: 'Save and check again' }).click()
  await expect(toast(page, 'Saved! The file was checked again.')).toBeVisible()
  await page.getByRole('tab', { name: /Findings/ }).click()
  await expect(page.getByText('No cash surrender value column found')).toHaveCount(0)
  await page.getByRole('checkbox', { name: /Value cannot be read/ }).check()
  await page.getByRole('button', { name: 'Exclude row' }).click()
  await dialog(page).getByLabel('Why?').fill('The carrier’s spreadsheet broke; a corrected value is on its way')
  await dialog(page).getByRole('button', { name: 'Exclude row' }).click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Post' }).click()
  await expect(toast(page, `${POSTED} values posted`)).toBeVisible()
  await open(page)
  // One row was left out: the file is in, and its carrier is not done.
  await expect(tile(page, 'Files of my carriers')).not.toContainText('late')
  await expect(page.getByText(/has not arrived/)).toHaveCount(0)
})

test('the reader’s banks are made, ready and released, and the month’s reports are one file with a manifest', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto(`/asset-reporting/generate?period=${PERIOD}`)
  // Without a value its report is left out until it is selected.
  await page.getByRole('checkbox', { name: 'Select Lantern Lake Community Bank' }).check()
  await page.getByRole('button', { name: 'Generate 12 reports' }).click()
  await expect(page.getByRole('progressbar', { name: 'Reports made' })).toHaveAttribute('aria-valuetext', '11 of 12 generated, 1 failed', {
    timeout: 60_000,
  })
  const batch = new URL(page.url()).pathname
  await open(page)
  await expect(page.getByRole('button', { name: 'Released reports' })).toHaveCount(0)
  // The fourth has an exception that blocks it until it is settled, or released with a reason.
  await expect(tile(page, 'Ready for my release').getByRole('link')).toHaveText('3')
  await expect(part(page, 'Failed or waiting')).toContainText('Lantern Lake Community Bank')
  await atBothWidths(page)
  await tile(page, 'Ready for my release').getByRole('link').click()
  const banks = page.getByRole('table', { name: 'Institutions' })
  await expect(banks.getByRole('rowheader')).toHaveCount(4)
  const rows = await saved(page, () => part(page, 'Institutions').getByRole('button', { name: 'Export' }).click())
  expect(rows.bytes.toString()).toMatch(/Institution,State,Report,[^]*Ridgeline Savings Bank,PA,Ready/)

  await page.goto(batch)
  await page.getByRole('button', { name: 'Release all 11' }).click()
  await giveReason(dialog(page), 'Eleven boards meet this week')
  await dialog(page).getByRole('button', { name: 'Release' }).click()
  await expect(toast(page, /^11 released\./)).toBeVisible()
  await open(page)
  await expect(tile(page, 'Ready for my release').getByRole('link')).toHaveText('0')
  await expect(tile(page, 'My institutions')).toContainText('4 released')
  const archive = await saved(page, () => page.getByRole('button', { name: 'Released reports' }).click())
  expect(archive.name).toMatch(/\.zip$/)
  expect(archive.bytes.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['manifest.csv', 'First_Coastal_Bank', 'Ridgeline_Savings_Bank']) expect(archive.bytes.includes(name), name).toBe(true)
  expect(archive.bytes.includes('Lantern_Lake')).toBe(false)
  await atBothWidths(page)
})
