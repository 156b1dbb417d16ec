/** Confirming a sign-in, by every channel, as a person goes through it; and signing in with one's bank. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startIdentityProvider } from '../server/src/test/identity-provider.ts'
import { oneTimeCode } from '../server/src/test/one-time-code.ts'
import { inDatabase } from './database.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, saved, settled, signInAs, test, toast, watch } from './harness.ts'

const EMAIL = 'treasurer@firstcoastal.example'
const PHONE = '3125550142'

/** A client without a second factor, of whom the portal demands one, as DEMO_MFA=on does of everybody. */
async function aPersonWhoMustConfirm(): Promise<void> {
  await inDatabase(
    `insert into user_account (email, first_name, last_name, role, institution_id, password_hash, password_changed_at)
     select $1, 'Nora', 'Lindqvist', 'c', institution_id, password_hash, password_changed_at from user_account where email = $2`,
    [EMAIL, ACCOUNTS.client],
  )
  await inDatabase(`insert into user_site (user_id, site_id) select id, 1 from user_account where email = $1`, [EMAIL])
  await inDatabase(`create function confirm_first() returns trigger language plpgsql as $$ begin
    if new.user_id = (select id from user_account where email = '${EMAIL}') then new.mfa_valid := false; end if; return new; end $$`)
  await inDatabase('grant execute on function confirm_first() to public')
  await inDatabase('create trigger confirm_first before insert on user_session for each row execute function confirm_first()')
}

/** The half minute between two codes, passed. */
const letCodesBeSent = () => inDatabase(`update mfa_challenge set created_at = created_at - interval '4 minutes'`)

/** The code of the newest message to somebody, once it has left. */
async function codeTo(recipient: string, before: number): Promise<string> {
  await expect.poll(() => messagesTo(recipient).length, { timeout: 20_000 }).toBeGreaterThan(before)
  return String(/^\s*(\d{6})\b/m.exec(messagesTo(recipient).at(-1) ?? '')?.[1])
}
function messagesTo(recipient: string): string[] {
  const outbox = join(String(process.env.E2E_DATA_DIR), 'outbox')
  const files = readdirSync(outbox, { withFileTypes: true }).filter(({ name }) => /\.(eml|sms\.txt)$/.test(name))
  const texts = files
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
  return texts.filter((text) => text.includes(`To: ${recipient}`) && /^\s*\d{6}\b/m.test(text))
}

async function signInByHand(page: Page, to: string): Promise<void> {
  await page.goto(to)
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** As at the end of the day: no session here, and none at the bank. */
async function leaveAndForget(page: Page): Promise<void> {
  // No page is left open to ask anything of a session that ended.
  await page.goto('about:blank')
  await page.request.post('/api/session/logout', { data: {} })
  await page.context().clearCookies()
}

/** Out, and in again up to the second step. */
async function signInAnew(page: Page): Promise<void> {
  await leaveAndForget(page)
  await signInByHand(page, '/login?fromUrl=%2Freports')
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible()
}

/** By the name that browsers take for a relying party; with an authenticator inside that always says yes. */
async function openAtLocalhost(browser: Browser, portalUrl: string) {
  const baseURL = portalUrl.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  const surprises = watch(context, baseURL)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, context, surprises }
}

test('a second factor is set up and asked for, by each channel', async ({ browser, portal }) => {
  test.setTimeout(180_000)
  await aPersonWhoMustConfirm()
  const { page, context, surprises } = await openAtLocalhost(browser, portal.url)
  const code = page.getByLabel('Six-digit code')
  const key = { text: '' }
  const codes: string[] = []

  await test.step('without one, the way leads to the set-up and back to where it was going', async () => {
    await signInByHand(page, '/reports?type=MBR')
    await expect(page).toHaveURL(/\/2fa-setup\?fromPath=%2Freports%3Ftype%3DMBR$/)
    await expect(page.getByText('Step 1 of 3')).toBeVisible()
    await expectAccessible(page)
    expect((await page.request.get('/api/profile')).status()).toBe(403)
    await page.getByRole('button', { name: /Authenticator app/ }).click()
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await page.getByRole('button', { name: /show the key/ }).click()
    key.text = await page.locator('code').innerText()
    await expectAccessible(page)
    await code.fill(oneTimeCode(key.text))
    await expect(page.getByRole('heading', { name: 'Store your recovery codes' })).toBeVisible()
    codes.push(...(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()))
    expect(codes).toHaveLength(10)
    const file = await saved(page, () => page.getByRole('button', { name: 'Save as text' }).click())
    expect([file.name, codes.every((one) => file.bytes.includes(one))]).toEqual(['corridor-recovery-codes.txt', true])
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/reports\?type=MBR$/)
  })

  await test.step('a passkey, a mailbox and a phone join it on the profile', async () => {
    await page.goto('/my-profile')
    await page.getByRole('link', { name: 'Add sign-in method' }).click()
    await page.getByRole('button', { name: /^Passkey/ }).click()
    await page.getByLabel('Name of this passkey').fill('Desk in the vault')
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await expect(page.getByRole('list', { name: 'Second factors' }).getByText('Desk in the vault')).toBeVisible()

    await page.goto('/2fa-setup')
    await page.getByRole('button', { name: /^Email/ }).click()
    await code.fill(await codeTo(EMAIL, 0))
    await expect(page).toHaveURL(/\/my-profile$/)

    await letCodesBeSent()
    await page.goto('/2fa-setup')
    await page.getByRole('button', { name: /^Text message/ }).click()
    await expect(page.getByText('Text messages can be intercepted')).toBeVisible()
    await page.getByLabel('Mobile phone').fill(PHONE)
    await expect(page.getByLabel('Mobile phone')).toHaveValue('(312) 555-0142')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await code.fill(await codeTo(`+1${PHONE}`, 0))
    await expect(page).toHaveURL(/\/my-profile$/)
    await expect(page.getByRole('list', { name: 'Second factors' }).getByRole('listitem')).toHaveCount(5)
    await expectAccessible(page)
  })

  await test.step('the passkey is asked first', async () => {
    await signInAnew(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/reports$/)
  })

  await test.step('the app instead, its next code pasted with a space', async () => {
    await signInAnew(page)
    await page.getByRole('button', { name: 'Authenticator app' }).click()
    await code.fill(oneTimeCode(key.text, Date.now() + 30_000).replace(/^.../, '$& '))
    await expect(page).toHaveURL(/\/reports$/)
  })

  await test.step('a mail instead', async () => {
    await letCodesBeSent()
    await signInAnew(page)
    await page.getByRole('button', { name: /^Email/ }).click()
    await expect(page.getByText(/You can send a new code in \d+ s/)).toBeVisible()
    await code.fill(await codeTo(EMAIL, 1))
    await expect(page).toHaveURL(/\/reports$/)
  })

  await test.step('a text message instead', async () => {
    await letCodesBeSent()
    await signInAnew(page)
    await page.getByRole('button', { name: /^Text message/ }).click()
    await code.fill(await codeTo(`+1${PHONE}`, 1))
    await expect(page).toHaveURL(/\/reports$/)
  })

  await test.step('a recovery code instead, once', async () => {
    for (const right of [true, false]) {
      await signInAnew(page)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(String(codes[0]).toLowerCase())
      await page.getByRole('button', { name: 'Confirm' }).click()
      if (right) await expect(page).toHaveURL(/\/reports$/)
      else await expect(page.getByText('That recovery code is incorrect or was already used.')).toBeVisible()
    }
  })

  await context.close()
  // The browser's own lines about the code refused on purpose, and about a call that met the session under its former id and was repeated.
  expect(surprises().filter((surprise) => !/400 \(Bad Request\)|401 \(Unauthorized\)/.test(surprise))).toEqual([])
})

test('a client signs in with the bank', async ({ page, portal, expected }) => {
  const bank = await startIdentityProvider(`${portal.url}/api/session/single-sign-on/callback`)
  const atBank = /request to http:\/\/127\.0\.0\.1:(\d+)\//
  expected.console.push(new RegExp(atBank.source.replace('(\\d+)', new URL(bank.issuer).port)))
  try {
    await signInAs(page, 'manager')
    await page.goto('/institutions/1?tab=sign-in')
    await page.getByLabel('Issuer').fill(bank.issuer)
    await page.getByLabel('Client id').fill(bank.clientId)
    await page.getByLabel('Client secret').fill(bank.clientSecret)
    await page.getByLabel('Email domains').fill('firstcoastal.example')
    await page.getByLabel('Offer it on the sign-in page').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Saved!')).toBeVisible()

    // Nobody gets in before the bank itself said that the provider is its own.
    await signInAs(page, 'client')
    await page.goto('/my-profile')
    const panel = page.getByRole('region', { name: 'Your bank’s sign-in' })
    await panel.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(panel.getByText('Confirmed by the bank')).toBeVisible()
    await leaveAndForget(page)

    await page.goto('/login')
    await page.getByLabel('Email address').fill('somebody@elsewhere.example')
    await expect(page.getByRole('button', { name: 'Sign in with your bank' })).toHaveCount(0)
    bank.people.set(ACCOUNTS.client, { subject: 'eleanor', email: ACCOUNTS.client, email_verified: true })
    await page.goto('/login?fromUrl=%2Freports%3Ftype%3DMBR')
    await page.getByLabel('Email address').fill(ACCOUNTS.client)
    await page.getByRole('button', { name: 'Sign in with your bank' }).click()
    await expect(page).toHaveURL(/\/reports\?type=MBR$/)
    await expect(page.getByText('Welcome, Eleanor Whitfield')).toBeVisible()
    await settled(page)

    await leaveAndForget(page)
    bank.people.set(ACCOUNTS.team, { subject: 'samuel', email: ACCOUNTS.team, email_verified: false })
    await page.goto('/login')
    await page.getByLabel('Email address').fill(ACCOUNTS.team)
    await page.getByRole('button', { name: 'Sign in with your bank' }).click()
    await expect(page.getByText('there is no account here for it')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await inDatabase('delete from identity_provider')
    await bank.close()
  }
})
