/** Mails about files that came: one a batch, straight to the file after sign-in; none at once for who wants a digest. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { ACCOUNTS, expect, expectAccessible, PASSWORD, settled, signInAs, test, toast } from './harness.ts'
import { mailsTo } from './outbox.ts'

const NORA = 'nora.fields@firstcoastal.example'
const about = (mail: string | undefined) => [...String(mail).matchAll(/^- (.*?)\s*$/gm)].map(([, name]) => name)
const linkIn = (mail: string | undefined) => String(/https?:\/\/[^/\s]+(\/login\?fromUrl=\S+)/.exec(String(mail))?.[1])

/** Steps of the service team's page with an upload: each file by itself, then the word that it is done. @returns ids by name */
async function upload(staff: Page, names: readonly string[]): Promise<Record<string, number>> {
  const uploadBatch = randomUUID()
  const ids: Record<string, number> = {}
  for (const name of names) {
    const file = { name: `1-LEG-26-${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`The opinion called ${name}.\n`) }
    const reply = await staff.request.post('/api/reports', { multipart: { file, uploadBatch } })
    expect(reply.status(), await reply.text()).toBe(201)
    ids[name] = (await reply.json()).id
  }
  expect((await staff.request.post(`/api/reports/batches/${uploadBatch}/done`)).status()).toBe(200)
  return ids
}

test('a client hears of a batch by one mail, which leads to the file after sign-in; chooses a daily digest by the mail’s own link', async ({
  page,
  browser,
  baseURL,
}) => {
  await inDatabase(
    `insert into user_account (email, first_name, last_name, role, institution_id, password_hash, password_changed_at, mfa_channel)
     select $1, 'Nora', 'Fields', 'c', 1, password_hash, password_changed_at, mfa_channel from user_account where email = $2`,
    [NORA, ACCOUNTS.client],
  )
  await inDatabase('insert into user_site (user_id, site_id) select id, 1 from user_account where email = $1', [NORA])
  await signInAs(page, 'manager')
  const { Tax_Opinion: opinion } = await upload(page, ['Tax_Opinion'])
  await expect.poll(() => mailsTo(NORA).length, { timeout: 20_000 }).toBe(1)
  const [mail] = mailsTo(NORA)
  expect(about(mail)).toEqual(['Tax Opinion (Legal Document)'])
  expect(mail).toContain('First Coastal Bank')

  const client = await (await browser.newContext({ baseURL: String(baseURL) })).newPage()
  await client.goto(linkIn(mail))
  await client.getByLabel('Email address').fill(NORA)
  await client.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await client.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(client).toHaveURL(new RegExp(`/view-report/${opinion}$`))
  await expect(client.getByRole('heading', { level: 1, name: 'Tax Opinion' })).toBeVisible()

  // A second batch of several: one mail more, to the list of what is new.
  await upload(page, ['Plan_Letter_A', 'Plan_Letter_B', 'Plan_Letter_C'])
  await expect.poll(() => mailsTo(NORA).length, { timeout: 20_000 }).toBe(2)
  const several = mailsTo(NORA).at(-1)
  expect(about(several)).toHaveLength(3)
  expect(linkIn(several)).toContain(encodeURIComponent('/dashboard'))

  // The bell has both batches; the file that was opened by the mail's link is read.
  await client.goto('/reports')
  await client.getByRole('button', { name: 'Notifications: 1 unread' }).click()
  const told = client.getByRole('region', { name: 'Notifications' })
  await expect(told.getByRole('link', { name: /New: Tax Opinion/ })).toBeVisible()
  await told.getByRole('link', { name: /3 new files for First Coastal Bank: Legal Document/ }).click()
  await expect(client).toHaveURL(/\/dashboard$/)
  await expect(client.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  // The link about such mail leads to the choice.
  await client.goto(String(/daily, weekly or not at all: https?:\/\/[^/\s]+(\/login\?fromUrl=\S+)/.exec(String(several))?.[1]))
  await expect(client).toHaveURL(/\/my-profile$/)
  await settled(client)
  await client.getByLabel('Email about new files').selectOption({ label: 'Once a day, at 8 in the morning' })
  await client.getByRole('button', { name: 'Save choice' }).click()
  await expect(toast(client, 'Saved!')).toBeVisible()
  await expectAccessible(client)
  await upload(page, ['Waits_A', 'Waits_B'])
  const waiting = 'select count(*)::int as files from digest_entry e join user_account u on u.id = e.user_id where u.email = $1'
  expect(await inDatabase(waiting, [NORA])).toEqual([{ files: 2 }])
  expect(mailsTo(NORA)).toHaveLength(2)

  // The service team reads the choice on the person's page.
  const [{ id = 0 } = {}] = await inDatabase('select id from user_account where email = $1', [NORA])
  await page.goto(`/users/${Number(id)}`)
  await expect(page.getByLabel('Email about new files')).toHaveValue('DAILY')
  await client.context().close()
})
