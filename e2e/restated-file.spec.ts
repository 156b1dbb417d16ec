/**
 * One value of a carrier's file with two digits exchanged: it stops the release, leads from the sidebar to the carrier's line, and is settled by a restated file that
 * somebody else posts. The bank reads what became of it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, openGroup, settled, signInAs, test, toast, watch } from './harness.ts'

test.use({ ownBook: 'a restated file' })
test.describe.configure({ mode: 'serial' })

const BANK = 'First Coastal Bank'
const ITEM = 'CSV & DB MoM Balance'
const TOOLTIP = 'Exception found in the 10/31/2026 data.'
const SOUND = readFileSync(join(import.meta.dirname, '../demo/feeds/SM_UL_1026.csv'), 'utf8')
/** The first line's policy, its value, and the value with its second and third digit exchanged. */
const [POLICY = '', VALUE = ''] = [0, 16].map((column) => SOUND.split(/\r?\n/)[1]?.split(/,(?! [A-Z])/)[column])
const TRANSPOSED = `${VALUE.charAt(0)}${VALUE.charAt(2)}${VALUE.charAt(1)}${VALUE.slice(3)}`
const ACCEPTED = 'The statement says so; Stonemarch is asked about it'
const RESTATED = 'Stonemarch sent the file again with the digits in order'

let batchPath = ''

const dialog = (page: Page) => page.getByRole('dialog')
const warning = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: ITEM }).getByRole('img')
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** The file with the cell that cannot be read put right, as the policy was posted last. */
async function mended(): Promise<string> {
  const line = SOUND.split(/\r?\n/).find((text) => text.includes('#REF!')) ?? ''
  const [posted] = await inDatabase(
    `select to_char(v.death_benefit_cents / 100.0, 'FM999999999.00') as amount from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
     where p.policy_number = $1 and v.status = 'POSTED' order by v.as_of_date desc limit 1`,
    [line.split(',')[0]],
  )
  return SOUND.replace('#REF!', String(posted?.amount))
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/data-feeds')
  await page.getByLabel('Default carrier').selectOption({ label: 'Stonemarch' })
  await page.locator('input[type=file]').setInputFiles(file(name, text))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('the waiting file is posted with one value whose digits are exchanged, and the sidebar warns of it at once', async ({ page }) => {
  // The demo's own exceptions are settled first, so that this one alone is told of.
  await inDatabase("update audit_exception set status = 'ACKNOWLEDGED' where site_id = 1 and status = 'OPEN'")
  await signInAs(page, 'staff')
  expect(TRANSPOSED).not.toBe(VALUE)
  await upload(page, 'SM_UL_1026.csv', (await mended()).replace(`,0.00,${VALUE},`, `,0.00,${TRANSPOSED},`))
  await page.getByRole('tab', { name: /Column mapping/ }).click()
  await page.getByLabel('What Contract Net Value EOM holds').selectOption({ label: 'Cash surrender value' })
  await page.getByRole('tabpanel').getByRole('button', { name: 'Save and check again' }).click()
  await expect(toast(page, 'Saved! The file was checked again.')).toBeVisible()
  await page.getByRole('tab', { name: /Findings/ }).click()
  for (const error of [/Unexplained fall of cash surrender value/, /Movement too large/])
    await page.getByRole('checkbox', { name: error }).check()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await dialog(page).getByLabel('Why?').fill(ACCEPTED)
  await dialog(page).getByRole('button', { name: 'Accept' }).click()
  await expect(toast(page, 'Accepted.')).toBeVisible()
  await openGroup(page, 'Auditing')
  await expect(warning(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Post' }).click()
  await expect(toast(page, /values posted, \d+ exceptions? on its lines/)).toBeVisible()

  // The person who accepted it also posted it: it stays open until somebody else has settled it.
  await expect(warning(page)).toHaveAccessibleName(TOOLTIP)
  await warning(page).hover()
  await expect(page.getByText(TOOLTIP, { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Exceptions' }).click()
  await expect(page.getByRole('link', { name: 'M1, Unexplained fall of cash surrender value' })).toBeVisible()
  await expectAccessible(page)
})

test('the release waits for it, and names it', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/asset-reporting/generate?period=2026-10-31')
  // Institutions without a value are not selected: all are, and then none.
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).uncheck()
  await page.getByRole('checkbox', { name: `Select ${BANK}` }).check()
  await page.getByRole('button', { name: 'Generate 1 report' }).click()
  await expect(page.getByRole('progressbar', { name: 'Reports made' })).toHaveAttribute('aria-valuetext', '1 of 1 generated', {
    timeout: 60_000,
  })
  batchPath = new URL(page.url()).pathname
  await page.getByRole('link', { name: BANK }).click()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(dialog(page)).toContainText(`Unexplained fall of cash surrender value (${POLICY})`)
  await expect(dialog(page).getByRole('button', { name: 'Release' })).toBeDisabled()
})

test('it is opened from the sidebar, says how it comes about, and is traced to the carrier’s line', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await openGroup(page, 'Auditing')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: ITEM }).click()
  await settled(page)
  await page.getByRole('button', { name: 'M1, Unexplained fall of cash surrender value' }).click()
  const exception = page.getByRole('dialog', { name: 'Exception' })
  await expect(exception.getByText('posted cash surrender value − the least without a loss')).toBeVisible()
  await exception.getByRole('button', { name: 'The least without a loss' }).click()
  await expect(exception.getByText('last month’s cash surrender value + premiums − withdrawals')).toBeVisible()
  await exception.getByRole('button', { name: 'Back' }).click()
  await expect(exception.getByRole('region', { name: 'The carrier’s line' }).getByRole('cell', { name: TRANSPOSED })).toBeVisible()
  await expectAccessible(page)
  await exception.getByRole('link', { name: 'SM_UL_1026.csv' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SM_UL_1026.csv' })).toBeVisible()
  await expect(page.getByText(POLICY).filter({ visible: true }).first()).toBeVisible()
})

test('somebody else posts the restated file: the exception resolves itself, and the warning goes', async ({ page }) => {
  await signInAs(page, 'manager')
  await upload(page, 'SM_UL_1026_restated.csv', await mended())
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog(page).getByText('1 value that is already posted will change.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Post' })).toBeDisabled()
  await dialog(page).getByLabel('Why are values restated?').fill(RESTATED)
  await dialog(page).getByRole('button', { name: 'Post' }).click()
  await expect(toast(page, /1 restated/)).toBeVisible()
  await openGroup(page, 'Auditing')
  await expect(warning(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Exceptions' }).click()
  const resolved = page.getByRole('region', { name: 'Resolved by this file' }).first()
  await expect(resolved.getByRole('link', { name: 'M1, Unexplained fall of cash surrender value' })).toBeVisible()
})

test('the release opens, and the bank’s controls tell what was found and that it is settled', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'manager')
  await page.goto(batchPath)
  await page.getByRole('link', { name: BANK }).click()
  const outdated = page.getByText(/^Figures behind this report were corrected/)
  await expect(outdated).toBeVisible()
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(outdated).toHaveCount(0, { timeout: 60_000 })
  await settled(page)
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(dialog(page).getByLabel('Reason for releasing with open items')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Release' }).click()
  await expect(toast(page, /^1 released\./)).toBeVisible()

  const context = await browser.newContext({ baseURL: String(baseURL) })
  const surprises = watch(context, String(baseURL))
  const client = await context.newPage()
  await signInAs(client, 'client')
  await client.goto('/dashboard')
  const controls = client.getByRole('region', { name: /^Controls/ })
  await expect(controls.getByText(/rules applied.*; \d+ exceptions?, \d+ (resolved|acknowledged)/).first()).toBeVisible()
  await expect(controls.getByText(/Unexplained fall of cash surrender value/)).toBeVisible()
  await expect(controls.getByText(ACCEPTED)).toHaveCount(0)
  await expectAccessible(client)
  expect(surprises()).toEqual([])
  await context.close()
})
