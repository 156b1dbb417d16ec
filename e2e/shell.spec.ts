/** Properties of every page: guards, sidebar, lists, toasts, the end of a session, the keyboard, paper. */
import type { Page } from '@playwright/test'
import { pdfPages } from '../server/src/test/report-files.ts'
import { inDatabase } from './database.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, settled, sidewaysScroll, signInAs, test } from './harness.ts'
import { september } from './visits.ts'

test('a client who asks for a page of the staff goes to the default page', async ({ page }) => {
  await signInAs(page, 'client')
  for (const path of ['/staff/dashboard', '/data-feeds', '/asset-reporting/generate']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
    await settled(page)
  }
})

test('a signed-out visitor signs in and arrives where the link led', async ({ page }) => {
  await page.goto('/data-feeds?search=halcyon')
  await expect(page).toHaveURL('/login?fromUrl=%2Fdata-feeds%3Fsearch%3Dhalcyon')
  await page.getByRole('button', { name: 'staff@corridor.example' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/data-feeds?search=halcyon')
  await expect(page.getByRole('searchbox', { name: 'Search files' }).or(page.getByLabel('Search files'))).toHaveValue('halcyon')
})

test('a wrong password is answered in a sentence, and the page keeps the address', async ({ page, expected }) => {
  expected.console.push(/401 \(Unauthorized\)/)
  await page.goto('/login')
  await page.getByLabel('Email address').fill(ACCOUNTS.client)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(page.getByLabel('Email address')).toHaveValue(ACCOUNTS.client)
})

test('an unknown path is /error/404, for everybody', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/error\/404$/)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
})

test('staff without the permission are told so', async ({ page }) => {
  await inDatabase(
    `insert into user_account (email, first_name, last_name, role, password_hash, password_changed_at, mfa_channel)
     select 'newcomer@corridor.example', 'Ines', 'Vogel', 'b', password_hash, password_changed_at, mfa_channel from user_account where email = $1
     on conflict do nothing`,
    [ACCOUNTS.staff],
  )
  await inDatabase(
    `insert into user_site (user_id, site_id) select id, 1 from user_account where email = 'newcomer@corridor.example' on conflict do nothing`,
  )
  await signInAs(page, { email: 'newcomer@corridor.example', password: PASSWORD })
  await page.goto('/data-feeds')
  await expect(page).toHaveURL(/\/error\/403$/)
  await expect(page.getByRole('heading', { name: 'You do not have the right to open this page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Data Feeds' })).toHaveCount(0)
  await expectAccessible(page)
})

test('the sidebar is 250 or 50 px wide, as the person left it', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/staff/dashboard')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(250)
  await page.getByRole('button', { name: 'Collapse sidebar' }).first().click()
  await expect.poll(width).toBe(50)
  expect(await page.evaluate(() => localStorage.getItem('sidebarOpen'))).toBe('false')
  await page.reload()
  await expect.poll(width).toBe(50)
  await page.getByRole('button', { name: 'Expand sidebar' }).first().click()
  await expect.poll(width).toBe(250)
})

test('on a phone the sidebar is a panel behind a tab, closed until asked for', async ({ page }) => {
  await signInAs(page, 'client')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL(/\/reports$/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  // The tab is in the line of the header, where it covers nothing, and the greeting on the dashboard alone.
  const header = await page.getByRole('banner').first().boundingBox()
  const tab = await page.getByRole('button', { name: 'Open menu' }).boundingBox()
  expect((tab?.y ?? 0) + (tab?.height ?? 0)).toBeLessThanOrEqual(header?.height ?? 0)
  await expect(page.getByText(/^Welcome/)).toHaveCount(0)
})

test('a page below 1 is page 1, and the next pages hold other rows', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/data-feeds?page=-3')
  await expect(page.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page')
  const first = await page.getByRole('rowheader').first().textContent()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('rowheader').first()).not.toHaveText(String(first))
})

test('a filter that finds nothing says so, and so does a list that cannot be had', async ({ page, expected }) => {
  await signInAs(page, 'staff')
  await page.goto('/data-feeds?search=no+such+file')
  await expect(page.getByRole('heading', { name: 'No file matches' })).toBeVisible()
  await expectAccessible(page)

  expected.console.push(/500 \(Internal Server Error\)/)
  await page.route('**/api/etl/files?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'secret', code: 'internal', requestId: 'abc123' } }),
  )
  await page.goto('/data-feeds')
  await expect(page.getByText('Unable to complete operation. Please contact system administrator.').first()).toBeVisible()
  await expect(page.getByText('secret')).toHaveCount(0)
  await expectAccessible(page)
})

test('a toast goes after five seconds, a failure stays for ten and can be read again', async ({ page, expected }) => {
  expected.console.push(/500 \(Internal Server Error\)/)
  await page.clock.install()
  await signInAs(page, 'client')
  await page.goto('/reports')
  await page.route('**/api/reports/*/file*', (route) => route.fulfill({ status: 500, json: { message: 'secret', code: 'internal' } }))
  await page.getByRole('button', { name: /^Download Asset Report, September 2026$/ }).click()
  const failure = page.getByRole('alert').getByText('Unable to complete operation. Please contact system administrator.')
  await expect(failure).toBeVisible()
  await page.clock.fastForward(8_000)
  await expect(failure).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(failure).toHaveCount(0)
  await page.getByRole('button', { name: 'Problems in this session: 1' }).click()
  await expect(page.getByText('Unable to complete operation. Please contact system administrator.')).toBeVisible()
})

test.describe('the end of a session', () => {
  const PROMPT = { name: 'Session expiring soon' }

  test.beforeEach(() => inDatabase('update settings set session_timeout = 5'))
  test.afterEach(() => inDatabase('update settings set session_timeout = 15'))

  test('two minutes before it every tab asks, and Continue in one keeps the session for all', async ({ page, context }) => {
    await page.clock.install()
    await signInAs(page, 'client')
    const other = await context.newPage()
    // A busy server: the second tab's first word is answered only after the warning is due, and does not put it off.
    const answered = Promise.withResolvers<void>()
    await other.route('**/api/session/refresh', async (route) => {
      await answered.promise
      await route.continue()
    })
    for (const tab of [page, other]) {
      // The page's last request; asked after the clock was put forward, it would count as work.
      const last = Promise.all(['**/api/sites/menu/counts', '**/api/sites/1'].map((path) => tab.waitForResponse(path)))
      await tab.goto('/dashboard')
      await last
      await settled(tab)
    }
    await inDatabase(`update user_session set last_seen_at = last_seen_at - interval '3 minutes 10 seconds'`)
    await page.clock.fastForward(190_000)
    for (const tab of [page, other]) await expect(tab.getByRole('alertdialog', PROMPT)).toBeVisible()
    const answer = other.waitForResponse('**/api/session/refresh')
    answered.resolve()
    await answer
    for (const tab of [page, other]) await expect(tab.getByRole('alertdialog', PROMPT)).toBeVisible()
    await expect(page.getByRole('alertdialog')).toContainText('If you are still working, choose Continue to remain logged in.')
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const tab of [page, other]) await expect(tab.getByRole('alertdialog')).toHaveCount(0)
    const [row] = await inDatabase(`select max(last_seen_at) > now() - interval '1 minute' as seen from user_session`)
    expect(row?.seen).toBe(true)
  })

  test('the question over another dialog is answered with the keyboard alone, and gives the dialog back', async ({ page }) => {
    await page.clock.install()
    await signInAs(page, 'client')
    const last = Promise.all(['**/api/sites/menu/counts', '**/api/sites/1'].map((path) => page.waitForResponse(path)))
    await page.goto('/dashboard')
    await last
    await settled(page)
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog')
    await expect(palette).toBeVisible()
    await inDatabase(`update user_session set last_seen_at = last_seen_at - interval '3 minutes 10 seconds'`)
    await page.clock.fastForward(190_000)
    const question = page.getByRole('alertdialog', PROMPT)
    await expect(question).toBeVisible()
    const buttons = question.getByRole('button')
    const [first, second] = [buttons.nth(0), buttons.nth(1)]
    const reached = new Set<string>()
    for (let press = 0; press < 4; press++) {
      if (await first.evaluate((button) => button === document.activeElement)) reached.add('first')
      if (await second.evaluate((button) => button === document.activeElement)) reached.add('second')
      await page.keyboard.press('Tab')
    }
    expect([...reached].sort()).toEqual(['first', 'second'])
    await question.getByRole('button', { name: 'Continue' }).focus()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(palette.locator(':focus')).toHaveCount(1)
  })

  test('when it has ended, one signs in over the page and goes on with what was typed', async ({ page, expected }) => {
    expected.console.push(/401 \(Unauthorized\)/)
    await signInAs(page, 'staff')
    await page.goto('/asset-reporting')
    await settled(page)
    await inDatabase('delete from user_session')
    await page.getByLabel('Search batches').or(page.getByRole('searchbox')).first().fill('September')
    const dialog = page.getByRole('alertdialog', { name: 'Sign in again' })
    await expect(dialog).toBeVisible()
    await expect(page.getByText('Your session has expired. Please login again.').first()).toBeVisible()
    // The page behind is blurred on purpose.
    await expectAccessible(page, ['light', 'dark'], '[role=alertdialog]')
    await expect(dialog.getByLabel('Email address')).toHaveValue(ACCOUNTS.staff)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('searchbox').first()).toHaveValue('September')
    await expect(page.getByRole('rowheader').filter({ hasNotText: 'September' })).toHaveCount(0)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
  })
})

test('from sign-in to the file without a mouse', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await tabTo(page, 'Email address')
  await page.keyboard.type(ACCOUNTS.client)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Released reports' })).toBeVisible()
  await settled(page)
  // The newest, opened before or not: other stories may have released or uploaded something since.
  const printed = page
    .getByRole('region', { name: /^(New files|Released reports)$/ })
    .getByRole('listitem')
    .filter({ has: page.locator('a[href^="/view-report/"]'), hasNotText: /\b(XLSX|XLS|CSV|DOCX|DOC|PPTX|PPT|ZIP|PNG|JPG), / })
    .first()
  const name = await printed.getByRole('link').innerText()
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await tabTo(page, 'Download')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
})

test('on paper a report has no menu, no buttons, and all of its policies on whole sheets under a head each', async ({ page }) => {
  await signInAs(page, 'client')
  const [, report] = september('/asset-reporting', 'AssetReport')
  await page.goto((await report?.path(page)) ?? '')
  await settled(page)
  await expect(page.getByRole('region', { name: 'Thirteen months' }).getByRole('img').locator('svg')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('table[data-dense] tfoot').first()).toContainText('Total')
  expect(await sidewaysScroll(page)).toBe(0)

  const table = page.locator('table').filter({ has: page.getByRole('columnheader', { name: 'Policy number' }) })
  const policies = await table.locator('tbody td:nth-child(2)').allTextContents()
  // Notes name policies that the firm corrected, and stand on sheets of their own.
  const sheets = (await pdfPages(await page.pdf({ preferCSSPageSize: true }))).map((sheet) => sheet.replaceAll(/※ Policy [^,]+,/g, ''))
  expect(policies.length).toBeGreaterThan(80)
  const holding = sheets.filter((sheet) => policies.some((number) => number !== '' && sheet.includes(number)))
  expect(holding.length).toBeGreaterThan(2)
  expect(holding.filter((sheet) => !sheet.includes('Policy number'))).toEqual([])
  expect(policies.filter((number) => !sheets.join('\n').includes(number))).toEqual([])
  // The grand total once, at the end; nothing of the portal around it; and no sheet for nothing.
  expect(sheets.join('\n').match(/Choose a (carrier|policy)|Download|Logout|Skip to/g)).toBeNull()
  expect(sheets.filter((sheet) => sheet.trim().length < 40)).toEqual([])
  // Headed by the bank's own name; the chart as drawn and the carriers down to their total on the first sheet; and a number on each.
  expect(sheets[0]).toMatch(/First Coastal Bank[\s\S]*Thirteen months/)
  expect(sheets[0]).toContain('Increase of the month, thousands of dollars')
  expect(sheets[0]).toMatch(/Ashgrove Heritage[\s\S]*Total\s+9,317,000\.00/)
  expect(sheets.filter((sheet) => sheet.includes('Carriers') && !sheet.includes('Ashgrove'))).toEqual([])
  expect(sheets.map((sheet) => /Page \d+ of \d+/.exec(sheet)?.[0])).toEqual(sheets.map((_, at) => `Page ${at + 1} of ${sheets.length}`))
})

/** Presses Tab until what has the focus is named so; a name must be reachable in fewer than eighty steps. */
async function tabTo(page: Page, name: string): Promise<void> {
  const names: string[] = []
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.textContent) : []
      return element?.getAttribute('aria-label') ?? labels[0] ?? element?.textContent ?? ''
    })
    if (focused.trim() === name) return
    names.push(focused.trim().slice(0, 40))
  }
  throw new Error(`Tab never came to ${name}: ${names.join(' | ')}`)
}
