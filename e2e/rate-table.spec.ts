/** Declared rates come from a file: wrong lines are told, what changes is shown, and what is saved stands in the list with who changed it. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, settled, signInAs, test, toast } from './harness.ts'

test.describe.configure({ mode: 'serial' })

const HEAD = 'Carrier,Product,Effective date,Gross rate (%),Source'
const file = (...lines: string[]) => ({ name: 'tamar-2027.csv', mimeType: 'text/csv', buffer: Buffer.from([HEAD, ...lines].join('\r\n')) })
const choose = (page: Page, chosen: ReturnType<typeof file>) => page.getByRole('dialog').locator('input[type=file]').setInputFiles(chosen)

test('a file with a wrong line is not taken, and says which line is wrong', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/rate-table')
  await expect(page.getByRole('heading', { level: 1, name: 'Rate Table' })).toBeVisible()
  await settled(page)
  await page.getByRole('button', { name: 'Import rates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import rates' })
  await choose(page, file('TAMAR,Hollow Select BOLI,2027-01-01,4.10,', 'TAMAR,Hollow Selekt BOLI,2027-01-01,4.10,'))
  await expect(dialog.getByText(/1 problem\. Nothing in the file is saved/)).toBeVisible()
  await expect(dialog.getByText(/Line 3: .* has no product called “Hollow Selekt BOLI”/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectAccessible(page)
})

test('rates are shown before they are saved, and stand in the list after', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/rate-table')
  await page.getByRole('button', { name: 'Import rates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import rates' })
  await choose(page, file('TAMAR,Hollow Select BOLI,2027-01-01,4.10,', 'TAMAR,Hollow Select BOLI,4/1/2027,4.20,Letter of March 3'))
  await expect(dialog.getByText('2 new rates, 0 corrections, 0 unchanged.')).toBeVisible()
  await expect(dialog.getByText('4/1/2027 is 04/01/2027', { exact: false })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Hollow Select BOLI 01\/01\/2027 - 4\.10% New/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save 2 rates' })).toBeDisabled()
  await dialog.getByLabel('Source').fill('Tamar letter of December 2, 2026')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save 2 rates' }).click()
  await expect(toast(page, '2 rates added, 0 corrected. The month is being audited again.')).toBeVisible()
  await expect(
    page.getByRole('row', { name: /Hollow Select BOLI .* 04\/01\/2027 - 4\.20% \+10\.00 Upcoming Letter of March 3/ }),
  ).toBeVisible()
})

test('a correction says what it changes, asks why, and the changes tell who made it', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/rate-table')
  await page.getByRole('button', { name: 'Import rates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import rates' })
  await choose(page, file('TAMAR,Hollow Select BOLI,2027-01-01,4.15,', 'TAMAR,Hollow Select BOLI,2027-04-01,4.20,'))
  await expect(dialog.getByText('0 new rates, 1 correction, 1 unchanged.')).toBeVisible()
  await dialog.getByLabel('Source').fill('Corrected letter')
  await dialog.getByLabel(/Why is the rate corrected/).fill('The letter was misread')
  await dialog.getByRole('button', { name: 'Save 1 rate' }).click()
  await expect(toast(page, '0 rates added, 1 corrected. The month is being audited again.')).toBeVisible()
  await page.getByRole('tab', { name: 'Changes' }).click()
  await expect(
    page.getByRole('row', { name: /Declared rate Corrected Hollow Select BOLI .* 4\.10% 4\.15% The letter was misread/ }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('products say whether a month is recomputed, and a table of charges opens with its rates', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/rate-table?tab=products')
  await expect(page.getByRole('row', { name: /Hollow Select BOLI .* Yes/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Hollow Heritage BOLI .* No: no COI table/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Cost of insurance' }).click()
  await page.getByRole('button', { name: 'Ridge Executive Universal Life' }).click()
  const table = page.getByRole('dialog', { name: /^Ridge Executive Universal Life/ })
  await expect(table.getByRole('columnheader', { name: 'Male, nonsmoker', exact: true })).toBeVisible()
  await expectAccessible(page)
})
