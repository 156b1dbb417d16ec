/** An API key from its making to its end: seen once, used by a script for a carrier's file, found in Data Feeds, revoked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, openGroup, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'

test.use({ ownBook: 'a key' })
test.describe.configure({ mode: 'serial' })

const NAME = 'Stonemarch gateway'
const FILE = 'SM_UL_1026.csv'
const EXTRACT = readFileSync(join(import.meta.dirname, '../demo/feeds', FILE))
let secret = ''

const row = (page: Page) => page.getByRole('row', { name: NAME })

async function atBothWidths(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a manager makes a key for one carrier’s files, and sees its secret once', async ({ page, expected }) => {
  // The key that has no name yet.
  expected.console.push(/status of 400 .*\/api\/api-keys/)
  await signInAs(page, 'manager')
  await page.goto('/users')
  await settled(page)
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await atBothWidths(page)
  await page.getByRole('link', { name: 'New API key' }).click()
  await settled(page)
  // The calls that a level opens are listed before it is given.
  await page.getByRole('radio', { name: 'Carriers: View' }).check()
  await page.getByText(/^Opens \d+ calls$/).click()
  await expect(page.getByText('GET /api/carriers', { exact: true })).toBeVisible()
  await atBothWidths(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Name it after what uses it')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
  await page.getByRole('combobox', { name: 'Use', exact: true }).selectOption('Files of one carrier, nothing else')
  await page.getByRole('combobox', { name: 'Carrier' }).selectOption('Stonemarch')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('It is not shown again')
  await expectAccessible(page)
  secret = (await dialog.locator('code').first().textContent()) ?? ''
  expect(secret).toMatch(/^corridor_key_[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(row(page)).toContainText('Sends files of Stonemarch')
  await expect(row(page)).toContainText('Never')
  expect(await page.content()).not.toContain(secret)
  await atBothWidths(page)
})

test('a script sends the carrier’s file with it and asks how it stands; it reaches nothing else', async ({ playwright, portal }) => {
  const script = await playwright.request.newContext({ baseURL: portal.url, extraHTTPHeaders: { authorization: `Bearer ${secret}` } })
  const sent = await script.post('/api/etl/files', { multipart: { file: { name: FILE, mimeType: 'text/csv', buffer: EXTRACT } } })
  expect(sent.status()).toBe(201)
  const { id, address } = await sent.json()
  expect(sent.headers().location).toBe(address)
  expect(await (await script.get(address)).json()).toMatchObject({ id, fileName: FILE, arrival: 'API_KEY', arrivalName: NAME })
  const again = await script.post(`/api/etl/files?fileName=${FILE}`, {
    data: EXTRACT,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(await again.json()).toMatchObject({ id, duplicateOf: id })
  expect((await script.get('/api/etl/files')).status()).toBe(403)
  expect((await script.get('/api/users')).status()).toBe(403)
  await script.dispose()
})

test('Data Feeds and the close dashboard say how the file came, and a carrier’s clean files can be posted automatically', async ({
  page,
}) => {
  await signInAs(page, 'manager')
  await page.goto('/data-feeds?arrival=API_KEY')
  await settled(page)
  await expect(page.getByRole('row', { name: FILE })).toContainText(`API key ${NAME}`)
  await page.getByRole('link', { name: FILE }).click()
  await expect(page.getByText(`API key ${NAME}`)).toBeVisible()
  await page.goto('/staff/dashboard?period=2026-10-31')
  await settled(page)
  await expect(page.getByRole('table', { name: 'Carrier files' }).getByText(`API key ${NAME}`)).toBeVisible()
  await page.goto('/data-feeds/arrivals')
  await settled(page)
  await expect(page.getByText('Whoever operates the server sets INBOX_DIR.')).toBeVisible()
  await atBothWidths(page)
  await page.getByRole('checkbox', { name: 'Stonemarch: By a person' }).click()
  await expect(toast(page, /Clean files of Stonemarch are posted automatically/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Stonemarch: Automatically' })).toBeChecked()
})

test('the key is given a new secret, then revoked: its next call is refused, and the activity report names it', async ({
  page,
  playwright,
  portal,
}) => {
  const status = async (bearer: string) => {
    const script = await playwright.request.newContext({ baseURL: portal.url, extraHTTPHeaders: { authorization: `Bearer ${bearer}` } })
    const answer = await script.get('/api/etl/files/1')
    await script.dispose()
    return answer.status()
  }
  await signInAs(page, 'manager')
  await page.goto('/users/api-keys')
  await settled(page)
  await expect(row(page)).toContainText('from 127.0.0.1')
  await page.getByRole('button', { name: `New secret for ${NAME}` }).click()
  await page.getByLabel('Current secret').selectOption('End it at once')
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const renewed = (await page.getByRole('alertdialog').locator('code').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  expect([await status(secret), await status(renewed)]).toEqual([401, 404])
  await page.getByRole('button', { name: `Revoke ${NAME}` }).click()
  await expect(page.getByRole('dialog')).toContainText('from 127.0.0.1')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(row(page)).toContainText('Revoked')
  expect(await status(renewed)).toBe(401)
  await page.goto('/activity-report')
  await settled(page)
  await expect(page.getByText(new RegExp(`API key “${NAME}” of .* uploaded carrier file ${FILE}`)).first()).toBeVisible()
})

test('a manager limits a key to one institution: it is offered what is about one, lists that institution alone, and says so', async ({
  page,
  playwright,
  portal,
}) => {
  await signInAs(page, 'manager')
  await page.goto('/users/api-keys/new')
  await settled(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Core extract')
  await expect(page.getByRole('radio', { name: 'Users: View' })).toBeVisible()
  const institution = page.getByRole('combobox', { name: 'Limited to the institution' })
  await institution.fill('Ridgeline')
  await institution.press('Enter')
  await expect(page.getByText('no carriers’ files, jobs or shared settings', { exact: false })).toBeVisible()
  await page.getByRole('radio', { name: 'Institutions: View' }).check()
  await atBothWidths(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  const bearer = (await page.getByRole('alertdialog').locator('code').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByRole('row', { name: 'Core extract' })).toContainText('Ridgeline Savings Bank')
  await atBothWidths(page)
  const script = await playwright.request.newContext({ baseURL: portal.url, extraHTTPHeaders: { authorization: `Bearer ${bearer}` } })
  const { records } = await (await script.get('/api/institutions')).json()
  expect(records).toEqual([expect.objectContaining({ name: expect.stringContaining('Ridgeline') })])
  const refused = await script.get('/api/etl/jobs')
  expect([refused.status(), (await refused.json()).message]).toEqual([
    403,
    expect.stringContaining('“Core extract” is limited to one institution'),
  ])
  await script.dispose()
  await page.goto(`/institutions/${records[0].id}?tab=users`)
  await settled(page)
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByRole('row', { name: 'Core extract' })).toContainText('Active')
  await atBothWidths(page)
})

test('a bank’s Client makes a key for their own bank, which reads its reports; staff see it, and the Client revokes it', async ({
  page,
  playwright,
  portal,
}) => {
  await signInAs(page, 'client')
  await page.goto('/')
  await settled(page)
  await openGroup(page, 'Tools and service')
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await expect(page.getByText('Core extract')).toHaveCount(0)
  await atBothWidths(page)
  await page.getByRole('link', { name: 'New API key' }).click()
  await settled(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('General ledger')
  await page.getByRole('radio', { name: 'Asset Report: View', exact: true }).check()
  await atBothWidths(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  const bearer = (await page.getByRole('alertdialog').locator('code').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  const own = page.getByRole('row', { name: 'General ledger' })
  await expect(own).toContainText('Active')
  await atBothWidths(page)
  const status = async (path: string) => {
    const script = await playwright.request.newContext({ baseURL: portal.url, extraHTTPHeaders: { authorization: `Bearer ${bearer}` } })
    const answer = await script.get(path)
    await script.dispose()
    return answer.status()
  }
  expect([await status('/api/asset-reports'), await status('/api/institutions'), await status('/api/etl/files')]).toEqual([200, 403, 403])
  await page.getByRole('button', { name: 'Revoke General ledger' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(own).toContainText('Revoked')
  expect(await status('/api/asset-reports')).toBe(401)
  await signInAs(page, 'manager')
  await page.goto('/users/api-keys')
  await settled(page)
  await expect(page.getByRole('row', { name: 'General ledger' })).toContainText('of the institution')
})
