/** The way in, and what stands in it: a forgotten password, a locked account, an expired password, a session that ends over a half-filled form. */
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, settled, signInAs, test, toast } from './harness.ts'
import { passwordLinkTo } from './outbox.ts'

const EMAIL = 'forgetful@firstcoastal.example'
const CHOSEN = 'Otters-and-herons-7'

test.beforeAll(async () => {
  await inDatabase(
    `insert into user_account (email, first_name, last_name, role, institution_id, password_hash, password_changed_at, mfa_channel)
     select $1, 'Nora', 'Quill', role, institution_id, password_hash, now(), mfa_channel from user_account where email = $2 on conflict do nothing`,
    [EMAIL, ACCOUNTS.client],
  )
  await inDatabase(`insert into user_site (user_id, site_id) select id, 1 from user_account where email = $1 on conflict do nothing`, [
    EMAIL,
  ])
})

async function fillIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('who forgot the password chooses a new one by mail, signs in with it, and arrives where the link led', async ({ page, expected }) => {
  expected.console.push(/40[10] \((Unauthorized|Bad Request)\)/, /410 \(Gone\)/)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password' })).toBeVisible()
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If an account belongs to')).toBeVisible()

  const link = await passwordLinkTo(EMAIL)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page.getByText(EMAIL)).toBeVisible()
  await expectAccessible(page)
  const rule = page.getByRole('listitem').filter({ hasText: 'must be at least 12 characters long' })
  await expect(rule).toContainText('not yet')
  await page.getByLabel('New password', { exact: true }).fill('Password-2026')
  await expect(rule).not.toContainText('not yet')
  await page.getByLabel('Confirm new password', { exact: true }).fill('Password-2026')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('must not be one of the most common passwords')).toBeVisible()
  for (const label of ['New password', 'Confirm new password']) await page.getByLabel(label, { exact: true }).fill(CHOSEN)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()

  await page.goto('/reports?type=MBR')
  await expect(page).toHaveURL(/\/login\?fromUrl=/)
  await fillIn(page, PASSWORD)
  await expect(page.getByText('The email address or the password is incorrect.')).toBeVisible()
  await fillIn(page, CHOSEN)
  await expect(page).toHaveURL('/reports?type=MBR')
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send me a new link' })).toBeVisible()
})

test('an account locks after the allowed failures, for the right password too, and opens when the time has passed', async ({
  page,
  expected,
}) => {
  expected.console.push(/401 \(Unauthorized\)/, /429 \(Too Many Requests\)/)
  await inDatabase('update settings set failed_attempts = 3')
  try {
    await page.goto('/login')
    for (let failure = 0; failure < 3; failure++) {
      await fillIn(page, `a wrong guess ${failure}`)
      await expect(page.getByText('The email address or the password is incorrect.')).toBeVisible()
    }
    await fillIn(page, CHOSEN)
    await expect(page.getByText(/Too many attempts\. Wait a few minutes and try again\. You can try again in 4 minutes, at /)).toBeVisible()
    await inDatabase(`update sign_in_failure set failed_at = failed_at - interval '241 seconds'`)
    await fillIn(page, CHOSEN)
    await expect(page).toHaveURL(/\/dashboard$/)
  } finally {
    await inDatabase('update settings set failed_attempts = 20')
  }
})

test('whoever’s password has expired chooses another and goes on to where they were going', async ({ page }) => {
  await inDatabase(`update user_account set password_changed_at = now() - interval '91 days' where email = $1`, [EMAIL])
  await page.goto('/reports')
  await fillIn(page, CHOSEN)
  await expect(page.getByText('Your password has expired.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/change-password\?fromPath=%2Fdashboard$/)
  await page.getByLabel('Current password', { exact: true }).fill(CHOSEN)
  for (const label of ['New password', 'Confirm new password']) await page.getByLabel(label, { exact: true }).fill(`${CHOSEN}8`)
  await page.getByRole('button', { name: 'Change password and continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await settled(page)
})

test('a session that ends over a half-filled form costs nothing, and a policy is changed only by who gives the password again', async ({
  page,
  expected,
}) => {
  expected.console.push(/401 \(Unauthorized\)/, /403 \(Forbidden\)/)
  await signInAs(page, 'manager')
  await page.goto('/settings')
  await settled(page)
  await expect(page.getByText('Does not conform').first()).toBeVisible()
  const minutes = page.getByLabel('Minutes without activity until a session ends')
  await inDatabase(`delete from user_session where user_id = (select id from user_account where email = $1)`, [ACCOUNTS.manager])
  await minutes.fill('20')
  const dialog = page.getByRole('alertdialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(minutes).toHaveValue('20')

  await inDatabase(`update user_session set confirmed_at = confirmed_at - interval '11 minutes'`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: 'Confirm it is you' })
  await asked.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expectAccessible(page, ['light', 'dark'], '[role=alertdialog]')
  await asked.getByLabel('Password', { exact: true }).press('Enter')
  await expect(toast(page, 'Saved!')).toBeVisible()
  const [row] = await inDatabase('update settings set session_timeout = 15 returning (select session_timeout from settings) as was')
  expect(row?.was).toBe(20)
})
