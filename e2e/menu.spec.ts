/** The client's menu from the builder to the sidebar: by keys and by drag, published and taken back; who sees what, and what is new. */
import type { Browser, Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { type Account, expect, expectAccessible, settled, signInAs, test, toast, watch } from './harness.ts'

test.describe.configure({ mode: 'serial' })

const BANK = 'First Coastal Bank'
const menuOf = (page: Page) => page.getByRole('tree', { name: `${BANK}: reports and documents` })
const item = (page: Page, name: string) => menuOf(page).getByRole('treeitem', { name, exact: false })
const rows = (page: Page) => page.getByRole('tree', { name: 'Items of the menu' })
const row = (page: Page, name: string) => rows(page).getByRole('treeitem', { name })
const names = (page: Page) => rows(page).getByRole('treeitem').allInnerTexts()

/** Somebody of the bank at their own browser, watched like the story's own. */
async function as(browser: Browser, baseURL: string | undefined, account: Account, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const surprises = watch(context, String(baseURL))
  const page = await context.newPage()
  await signInAs(page, account)
  await page.goto('/dashboard')
  await expect(item(page, 'BOLI reports')).toBeVisible()
  await work(page)
  await context.close()
  expect(surprises()).toEqual([])
}

test('a draft is changed by keys, buttons and drag, looked at as a client, and published with a note', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'manager')
  await page.goto('/client-menu')
  await settled(page)
  await page.getByRole('link', { name: 'Create a draft from it' }).click()
  await page.getByLabel('Name *', { exact: true }).first().fill('With rates')

  // A link after the first group, then by the keyboard: up to the top, and back by undo.
  await row(page, 'BOLI reports').click()
  await page.getByLabel('Kind of the new item').selectOption('Link')
  await page.getByRole('button', { name: 'Add after the selected item' }).click()
  const fields = page.getByRole('group', { name: 'Unnamed' })
  await fields.getByLabel('Name').fill('Today’s rates')
  await page.getByLabel('Leads to').fill('javascript:alert(1)')
  await expect(page.getByText('Enter an address that begins with https://, http:// or one slash.').first()).toBeAttached()
  await page.getByLabel('Leads to').fill('https://rates.example/today')
  await page.getByRole('radio', { name: 'Event' }).check()
  await row(page, 'Today’s rates').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('Today’s rates moved up: 1 of 5, level 1.')).toBeAttached()
  expect((await names(page))[0]).toContain('Today’s rates')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect((await names(page))[0]).toContain('BOLI reports')
  await page.getByRole('button', { name: 'Redo' }).click()

  // Form 8925 is dragged above monthly reports.
  await row(page, 'Form 8925').dragTo(row(page, 'Monthly reports'), { targetPosition: { x: 120, y: 3 } })
  await expect(page.getByText(/Form 8925 moved: 1 of 5 in BOLI reports/)).toBeAttached()
  // And death claims go with a button.
  await row(page, 'Death claims').click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page).toHaveURL(/\/client-menu\/\d+\/edit$/)

  const changes = page.getByRole('region', { name: 'Changes from the published menu' })
  await expect(changes.getByRole('listitem')).toHaveText([
    '“Today’s rates” is added.',
    '“Form 8925” moves within its level.',
    '“Death claims” is removed.',
  ])
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('combobox', { name: 'Institution' }).fill(BANK)
  await page.keyboard.press('Enter')
  await expect(preview.getByRole('treeitem', { name: 'Summary reports' })).toBeVisible()
  await preview.getByLabel('Seen by').selectOption('Team Member')
  for (const right of await preview.getByRole('checkbox').all()) await right.uncheck()
  await expect(preview.getByRole('treeitem', { name: 'Summary reports' })).toHaveCount(0)
  await expect(preview.getByText('A group shows with at least one file in it that the person may see').first()).toBeVisible()
  await expectAccessible(page, ['light'])

  await changes.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Clients asked for the rates')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, 'Published. Clients see this menu now.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Published menu' })).toContainText('Clients asked for the rates')

  await as(browser, baseURL, 'client', async (client) => {
    await expect(item(client, 'Today’s rates')).toHaveAttribute('rel', 'noopener noreferrer')
    const shown = await menuOf(client).getByRole('treeitem').allInnerTexts()
    expect(shown.findIndex((name) => name.includes('Form 8925'))).toBeLessThan(shown.findIndex((name) => name.includes('Monthly reports')))
  })
})

test('an earlier menu is published again', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'manager')
  await page.goto('/client-menu?tab=history')
  await page.getByRole('button', { name: 'Publish again: What every site begins with.' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('The rates were wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'The rates were wrong' })).toContainText('Published')
  await as(browser, baseURL, 'client', async (client) => expect(item(client, 'Today’s rates')).toHaveCount(0))
})

test('a Team Member without the right does not see an item; reports without any go when they are opened', async ({
  browser,
  baseURL,
  page,
}) => {
  await inDatabase(
    `delete from user_permission where code = 'ASSET_SUMMARY_REPORT' and user_id = (select id from user_account where email = 'team@firstcoastal.example')`,
  )
  await as(browser, baseURL, 'team', async (team) => {
    await expect(item(team, 'Monthly reports')).toBeVisible()
    await expect(item(team, 'Summary reports')).toHaveCount(0)
  })
  await signInAs(page, 'client')
  // Counted when the page came, taken back before it was opened.
  await page.route('**/api/reports/search', (call) => call.fulfill({ json: { page: { totalRecords: 0 }, records: [] } }))
  await page.goto('/service-team')
  await item(page, 'Summary reports').click()
  await expect(item(page, 'Summary reports')).toHaveCount(0)
  await expect(page.getByText('Summary reports: No files found')).toBeAttached()
})

test('a file is marked as new until it is opened, over any number of sign-ins', async ({ page }) => {
  await signInAs(page, 'client')
  await inDatabase(
    `update site_visit set previous_at = now() - interval '1 day' where user_id = (select id from user_account where email = 'client@firstcoastal.example')`,
  )
  await inDatabase(`delete from file_opening`)
  // Files of other stories are no news here: marks stand at the newest two hundred.
  await inDatabase(`update client_report set created_at = created_at - interval '2 days' where type_code <> 'MBR'`)
  await inDatabase(`update document set created_at = created_at - interval '2 days'`)
  await page.goto('/dashboard')
  const fresh = page.getByRole('region', { name: 'New files' })
  await expect(fresh).toBeVisible()
  const before = Number(/\d+/.exec(await fresh.getByText('not opened yet').innerText())?.[0])
  await item(page, 'Monthly reports').click()
  const report = item(page, 'Asset Report, September 2026')
  await expect(report).toContainText('new')
  await report.click()
  await expect(page).toHaveURL(/\/view-report\/\d+$/)
  await expect(report).not.toContainText('new')
  await signInAs(page, 'client')
  await page.goto('/dashboard')
  await expect(fresh).toContainText(`${before - 1} files not opened yet`)
  await page.goto('/reports')
  await expect(page.getByRole('row').filter({ hasText: 'Asset Report, September 2026' }).first()).not.toContainText('New')
})
