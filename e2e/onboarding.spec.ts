/** A manager brings a firm of 40 banks over from its workbook: errors are told, totals tie out, the same again changes nothing, and the import is undone. */
import type { Page } from '@playwright/test'
import { firmBook, type Sheets, setCell, workbookOf } from '../server/src/test/firm-book.ts'
import { expect, expectAccessible, settled, sidewaysScroll, signInAs, test } from './harness.ts'

test.use({ ownBook: 'onboarding' })
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const PATIENCE = { timeout: 120_000 }
const firm = (): Sheets => firmBook({ banks: 40, policies: 120, months: 3 })
const file = async (sheets: Sheets) => ({
  name: 'Northbound.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await workbookOf(sheets),
})
const handIn = async (page: Page, sheets: Sheets) => page.locator('input[type=file]').setInputFiles(await file(sheets))
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })

test('three errors are told by sheet, row, column and value, and nothing is written', async ({ page }) => {
  const sheets = firm()
  setCell(sheets, 'Institutions', 7, 'EIN', '123456789')
  setCell(sheets, 'Policies', 12, 'Plan', 'Benefit Recovry')
  setCell(sheets, 'Values', 30, 'Death benefit', '1.00')
  await signInAs(page, 'manager')
  await page.goto('/onboarding')
  await settled(page)
  await expect(page.getByText('No book has been imported into this portal yet.')).toBeVisible()
  await expectAccessible(page)
  await handIn(page, sheets)
  await expect(heading(page, '3 problems stop the import')).toBeVisible(PATIENCE)
  await page.getByRole('tab', { name: /Problems/ }).click()
  await expect(page.getByRole('row', { name: /Institutions Northbound\.xlsx\/Institutions\/8 EIN 123456789 is not an EIN/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Policies Northbound\.xlsx\/Policies\/13 Plan Benefit Recovry names no plan/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Values Northbound\.xlsx\/Values\/31 Death benefit 1\.00 is less than/ })).toBeVisible()
  await expectAccessible(page)
})

test('a difference from the stated totals is seen, and the corrected workbook ties out and comes in', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/onboarding')
  await page.getByRole('link', { name: 'Northbound.xlsx' }).click()
  const wrong = firm()
  setCell(wrong, 'Control totals', 3, 'Cash surrender value', '1.00')
  await page.getByRole('tab', { name: /Problems/ }).click()
  await handIn(page, wrong)
  await expect(heading(page, 'Waiting for the check')).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(heading(page, /^1 total differs/)).toBeVisible(PATIENCE)
  // Those of the check before are gone without a reload.
  await expect(page.getByRole('heading', { name: 'No problems' })).toBeVisible()
  await page.getByRole('tab', { name: /Tie-out/ }).click()
  await expect(page.getByText('Differs').first()).toBeVisible()
  await handIn(page, firm())
  await expect(heading(page, 'Waiting for the check')).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(heading(page, 'Nothing is wrong')).toBeVisible(PATIENCE)
  await expect(page.getByText('120 stated totals tie out.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(heading(page, /^Imported$/)).toBeVisible(PATIENCE)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/institutions?search=Northbound+Bank+40')
  await expect(page.getByRole('link', { name: 'Northbound Bank 40' })).toBeVisible()
})

test('the same workbook again changes nothing', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/onboarding')
  await settled(page)
  await handIn(page, firm())
  await expect(heading(page, 'Nothing would change')).toBeVisible(PATIENCE)
})

test('the import is undone, and the banks are gone', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/onboarding?sort=startedAt&desc=0')
  await page.getByRole('link', { name: 'Northbound.xlsx' }).first().click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(heading(page, /^Undone$/)).toBeVisible(PATIENCE)
  await page.goto('/institutions?search=Northbound')
  await settled(page)
  await expect(page.getByRole('link', { name: /Northbound Bank/ })).toHaveCount(0)
})

test('staff who are no managers do not find the page', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/')
  await settled(page)
  await expect(page.getByRole('link', { name: 'Onboarding' })).toHaveCount(0)
})
