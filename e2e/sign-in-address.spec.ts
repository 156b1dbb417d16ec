/** Accounts and sign-in: an address changes by two sides, and a bank's own provider counts once the bank said so. */
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, signInAs, test, toast } from './harness.ts'
import { pathInMail } from './outbox.ts'

const NEW = 'eleanor.whitfield@firstcoastal.example'
const numberOf = async (field: 'id' | 'institution_id') =>
  Number((await inDatabase(`select ${field} as number from user_account where email = $1`, [ACCOUNTS.client]))[0]?.number)
const addresses = async () =>
  (await inDatabase('select email from user_account where email = any($1)', [[ACCOUNTS.client, NEW]])).map(({ email }) => email)

test('a manager asks for another address of a client, who agrees by mail; the new one counts when it is confirmed, and everything open ends', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: String(baseURL) })
  const client = await context.newPage()
  await signInAs(client, 'client')
  await client.goto('/my-profile')
  await signInAs(page, 'manager')
  await page.goto(`/users/${await numberOf('id')}`)
  await expect(page.getByText('Changed under “Sign-in address” below')).toBeVisible()
  await page.getByRole('button', { name: 'Change email address' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change the email address of/ })
  await dialog.getByLabel('New email address').fill(NEW)
  await expectAccessible(page, ['light', 'dark'], '[role=dialog]')
  await dialog.getByRole('button', { name: 'Send the links' }).click()
  await expect(toast(page, 'Both addresses get an email with a link.')).toBeVisible()
  const request = page.getByRole('region', { name: 'Open request for another address' })
  await expect(request.getByText('Waiting')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Agree for/ })).toHaveCount(0)
  await expectAccessible(page)

  const mail = await context.newPage()
  await mail.goto(await pathInMail(ACCOUNTS.client, '/confirm-email'))
  await expect(mail.getByRole('heading', { name: 'Agree to a new address?' })).toBeVisible()
  await expectAccessible(mail)
  await mail.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(mail.getByText('The change takes effect once the link sent to the new address is used.')).toBeVisible()
  expect(await addresses()).toEqual([ACCOUNTS.client])
  await mail.goto(await pathInMail(NEW, '/confirm-email'))
  await mail.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(mail.getByRole('heading', { name: 'The address is changed' })).toBeVisible()
  expect(await addresses()).toEqual([NEW])
  expect((await client.request.get('/api/session')).ok()).toBe(true)
  expect((await (await client.request.get('/api/session')).json()).userId).toBe(0)

  await signInAs(client, { email: NEW, password: PASSWORD })
  await takeBack(client)
  await context.close()
})

/** By the person alone, as the profile offers it. */
async function takeBack(page: Page) {
  await page.goto('/my-profile')
  await page.getByRole('button', { name: 'Change email address' }).click()
  await page.getByRole('dialog').getByLabel('New email address').fill(ACCOUNTS.client)
  await page.getByRole('button', { name: 'Send the links' }).click()
  await expect(page.getByRole('region', { name: 'Open request for another address' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(await pathInMail(ACCOUNTS.client, '/confirm-email', 'Confirm your new address'))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'The address is changed' })).toBeVisible()
  expect(await addresses()).toEqual([ACCOUNTS.client])
}

test('a manager enters a bank’s provider; a client of the bank looks at it and confirms it, and can refuse it at any time', async ({
  page,
}) => {
  await signInAs(page, 'manager')
  await page.goto(`/institutions/${await numberOf('institution_id')}`)
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await page.getByLabel('Issuer').fill('https://login.firstcoastal.example')
  await page.getByLabel('Client id').fill('corridor')
  await page.getByLabel('Email domains').fill('firstcoastal.example')
  await page.getByLabel('Client secret').fill('of nobody')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await expect(page.getByText('Not confirmed: sign-in is blocked')).toBeVisible()
  await expect(page.getByText('_corridor-sign-in.firstcoastal.example')).toBeVisible()
  await expectAccessible(page)

  await signInAs(page, 'client')
  await page.goto(await pathInMail(ACCOUNTS.client, '/my-profile', 'Sign-in provider'))
  const panel = page.getByRole('region', { name: 'Your bank’s sign-in' })
  await expect(panel.getByText('Not confirmed: sign-in is blocked')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(panel.getByText('Confirmed by the bank')).toBeVisible()
  await panel.getByRole('button', { name: 'Refuse and turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse and turn off' }).click()
  await expect(panel.getByText('Not confirmed: sign-in is blocked')).toBeVisible()
  expect(await inDatabase('select enabled from identity_provider')).toEqual([{ enabled: false }])
})
