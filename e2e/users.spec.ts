/** People: made, invited, let in; found, changed by two at once, typed about while the session ends, deactivated by the dozen and brought back. */
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, settled, signInAs, test, toast } from './harness.ts'
import { passwordLinkTo } from './outbox.ts'

const ADA = { email: 'ada.quill@firstcoastal.example', password: 'Harbor-Lantern-7702' }
const userId = async (email: string): Promise<number> =>
  Number((await inDatabase('select id from user_account where email = $1', [email]))[0]?.id)

test('a client is entered, invited by mail, chooses a password and comes in', async ({ page, browser, baseURL, expected }) => {
  expected.console.push(/400 \(Bad Request\)/)
  await signInAs(page, 'manager')
  await page.goto('/users')
  await page.getByRole('link', { name: 'New user' }).click()
  await page.getByRole('button', { name: 'Create user' }).click()
  const problems = page.getByRole('alert', { name: /errors/ })
  await expect(problems).toContainText('Choose the institution')
  await expect(problems).toContainText('Enter the first name')
  await expect(page.getByRole('combobox', { name: /^Institution/ })).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: /^Institution/ }).fill('first coastal')
  await page.keyboard.press('Enter')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Quill')
  await page.getByLabel('Phone').fill('3125550100')
  await expect(page.getByLabel('Phone')).toHaveValue('(312) 555-0100')
  await page.getByLabel('Email address').fill(ACCOUNTS.client)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('alert').getByText('Email address: This is already taken.')).toBeVisible()
  await expect(page.getByLabel('Email address')).toBeFocused()
  await page.getByLabel('Email address').fill(ADA.email)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Quill' })).toBeVisible()
  await expect(page.getByText('Not used yet; valid until')).toBeVisible()
  expect(await inDatabase(`select key from draft where key = 'users.new'`)).toEqual([])

  const guest = await (await browser.newContext({ baseURL: String(baseURL) })).newPage()
  await guest.goto(await passwordLinkTo(ADA.email))
  await guest.getByLabel('New password', { exact: true }).fill(ADA.password)
  await guest.getByLabel('Confirm new password', { exact: true }).fill(ADA.password)
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest.getByLabel('Email address')).toHaveValue(ADA.email)
  await guest.getByLabel('Password', { exact: true }).fill(ADA.password)
  await guest.getByRole('button', { name: 'Sign in' }).click()
  await expect(guest.getByText('Welcome, Ada Quill')).toBeVisible()
  await guest.context().close()

  await page.reload()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /invitation/ })).toHaveCount(0)
})

test('two people change one record: both versions are shown, and the second chooses', async ({ page, expected }) => {
  expected.console.push(/409 \(Conflict\)/)
  await signInAs(page, 'manager')
  const id = await userId(ACCOUNTS.client)
  await page.goto(`/users/${id}`)
  await page.getByLabel('Title').fill('Treasurer')
  const { updatedAt } = await (await page.request.get(`/api/users/${id}`)).json()
  const colleague = await page.request.put(`/api/users/${id}`, { data: { updatedAt, title: 'Controller', extension: '12' } })
  expect(colleague.status()).toBe(200)
  await page.getByRole('button', { name: 'Save' }).click()
  const bar = page.getByRole('alert', { name: /^Changed by .+ at / })
  await expect(bar).toContainText('Updated: Extension (12).')
  await expectAccessible(page)
  await bar.getByRole('radio', { name: 'Title: yours, Treasurer' }).check()
  await bar.getByRole('button', { name: 'Save with these choices' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  expect(await inDatabase('select title, extension from user_account where id = $1', [id])).toEqual([
    { title: 'Treasurer', extension: '12' },
  ])
})

test('typed work outlives the session and the tab', async ({ page, context, expected }) => {
  expected.console.push(/401 \(Unauthorized\)/)
  await signInAs(page, 'manager')
  const id = await userId('cfo@bayhaven.example')
  await page.goto(`/users/${id}`)
  await settled(page)
  await page.getByLabel('Bio').pressSequentially('Thirty years in community banking.', { delay: 10 })
  await expect(page.getByText(/^Draft kept at/)).toBeVisible()
  await inDatabase('delete from user_session')
  await page.getByLabel('Bio').pressSequentially(' Chairs the loan committee.', { delay: 10 })
  const dialog = page.getByRole('alertdialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog).toHaveCount(0)
  const whole = 'Thirty years in community banking. Chairs the loan committee.'
  await expect(page.getByLabel('Bio')).toHaveValue(whole)
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Title').pressSequentially('President')
  // Closed in the middle of the word's pause: the page sends its last characters as it goes.
  await page.close({ runBeforeUnload: false })

  const later = await context.newPage()
  await later.goto(`/users/${id}`)
  const offer = later.getByRole('region', { name: /^You have unsaved changes from/ })
  await expect(offer).toContainText('Bio')
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(later.getByLabel('Bio')).toHaveValue(whole)
  await expect(later.getByLabel('Title')).toHaveValue('President')
  await later.getByRole('button', { name: 'Save' }).click()
  await expect(toast(later, 'Saved!')).toBeVisible()
  await expect.poll(() => inDatabase('select key from draft where key = $1', [`users.${id}`])).toEqual([])
  expect((await inDatabase('select bio from user_account where id = $1', [id]))[0]?.bio).toBe(whole)
})

test('a list: views, columns, the row one left by, and all that match at once', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Role', exact: true }).and(page.locator('[aria-controls]')).click()
  await page.getByRole('checkbox', { name: 'Team Member' }).check()
  await page.getByRole('checkbox', { name: 'Client' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Institution', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('People of banks')
  await page.getByRole('dialog').getByLabel('Who may use it').selectOption({ label: 'A role' })
  await expectAccessible(page, ['light', 'dark'], '[role=dialog]')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await page.goto('/users')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: /^People of banks/ }).click()
  await expect(page).toHaveURL(/role=2&.*role=3|role=3&.*role=2/)
  await expect(page.getByRole('columnheader', { name: 'Institution' })).toHaveCount(0)

  // Rows of the list before may still stand while the view's are asked for: the row is taken by its name, once they are there.
  await settled(page)
  const name = String(await page.getByRole('rowheader').nth(14).getByRole('link').textContent())
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused()

  const people = `role in ('a', 'c')`
  const [before] = await inDatabase(`select array_agg(id order by id) as ids from user_account where ${people} and status = 1`)
  const count = await matching(page)
  expect(count).toBeGreaterThan(25)
  await page.getByLabel('Select all rows of this page').check()
  await expect(page.getByText('25 selected on this page')).toBeVisible()
  await page.getByRole('button', { name: `Select all ${count} users that match` }).click()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('These are all that match')
  await page.getByRole('button', { name: `Deactivate ${count} users` }).click()
  await expect(toast(page, `${count} users deactivated.`)).toBeVisible()
  expect(
    await inDatabase(
      `select id from user_account u where ${people} and status = 1 and exists (select from user_site where user_id = u.id and site_id = 1)`,
    ),
  ).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone.')).toBeVisible()
  const [after] = await inDatabase(`select array_agg(id order by id) as ids from user_account where ${people} and status = 1`)
  expect(after).toEqual(before)
})

async function matching(page: Page): Promise<number> {
  const words = await page.getByText(/^\d+ users$/).textContent()
  return Number(words?.split(' ')[0])
}
