/** An institution from its first form to what its people see: errors, logo, tax profile, service team, requests; and moving between sites and institutions. */
import type { Browser, Page } from '@playwright/test'
import { type Account, expect, expectAccessible, settled, signInAs, test, toast, watch } from './harness.ts'

test.describe.configure({ mode: 'serial' })

const BANK = 'First Coastal Bank'
const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: words }) })

/** Somebody else at their own browser, watched like the story's own. */
async function as(browser: Browser, baseURL: string | undefined, account: Account, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const surprises = watch(context, String(baseURL))
  const page = await context.newPage()
  await signInAs(page, account)
  await work(page)
  await context.close()
  expect(surprises()).toEqual([])
}

/** A green picture of 900 by 300, in the browser. */
const drawnLogo = (): string => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 300 })
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = '#0b6b4a'
    pen.fillRect(0, 0, 900, 300)
  }
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

const idOf = async (page: Page): Promise<number> => {
  const reply = await page.request.get(`/api/institutions?search=${encodeURIComponent(BANK)}`)
  const { records }: { records: { id: number; name: string }[] } = await reply.json()
  return records.find(({ name }) => name === BANK)?.id ?? 0
}

test('an institution is entered, its errors named and corrected', async ({ page, expected }) => {
  expected.console.push(/status of 400/)
  await signInAs(page, 'manager')
  await page.goto('/institutions')
  await page.getByRole('link', { name: 'New institution' }).click()
  await page.getByLabel('Name *', { exact: true }).fill('Juniper Ridge Bank')
  await page.getByLabel('EIN').fill('123456789')
  // The same certificate as the demo's first bank: only the server knows.
  await page.getByLabel('FDIC certificate').fill('990001')
  await page.getByRole('button', { name: 'Create institution' }).click()
  await expect(page.getByText('Enter the EIN as 12-3456789').first()).toBeVisible()
  await expect(page.getByText('Enter the legal name').first()).toBeVisible()
  await expectAccessible(page, ['light'])
  await page.getByLabel('Legal name *').fill('Juniper Ridge Bank, N.A.')
  await page.getByLabel('EIN').fill('12-3456789')
  await page.getByRole('button', { name: 'Create institution' }).click()
  await expect(page.getByText(`${BANK} has this number already.`).first()).toBeVisible()
  await page.getByLabel('FDIC certificate').fill('778899')
  await page.getByLabel('City').fill('Juniper')
  await page.getByRole('button', { name: 'Create institution' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Juniper Ridge Bank' })).toBeVisible()

  await page.goto('/institutions?search=juniper')
  await expect(rowOf(page, 'Juniper Ridge Bank')).toContainText('Juniper')
  await page.getByRole('checkbox', { name: 'Select Juniper Ridge Bank' }).check()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog(page)).toContainText('cannot sign in')
  await dialog(page).getByRole('button', { name: 'Deactivate 1 institution' }).click()
  await expect(rowOf(page, 'Juniper Ridge Bank')).toContainText('Inactive')
})

test('a logo is refused, taken, and stands in the header of the institution’s people', async ({ page, browser, baseURL, expected }) => {
  expected.console.push(/status of 415/)
  await signInAs(page, 'manager')
  await page.goto(`/institutions/${await idOf(page)}?tab=profile`)
  const files = page.locator('input[type=file]')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawing })
  await expect(page.getByText('Drawings in SVG are refused')).toBeVisible()
  const buffer = Buffer.from(await page.evaluate(drawnLogo), 'base64')
  await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(toast(page, 'Saved!')).toBeVisible()
  await expect(page.getByAltText(`Logo of ${BANK}`)).toBeVisible()
  await as(browser, baseURL, 'client', async (client) => {
    await client.goto('/dashboard')
    const logo = client.getByRole('banner').first().locator('img')
    await expect(logo).toHaveAttribute('src', /\/api\/institutions\/\d+\/logo\?v=/)
    // It takes its place once it has come.
    await expect.poll(() => logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
    const box = await logo.boundingBox()
    expect(box?.height).toBeGreaterThan(20)
    expect(box?.height).toBeLessThanOrEqual(75)
  })
})

test('a tax profile is added and corrected with a reason; the report made with it changes what the client sees', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'manager')
  const id = await idOf(page)
  const shown = async (): Promise<string> => {
    let text = ''
    await as(browser, baseURL, 'client', async (client) => {
      const reply = await client.request.get('/api/charts/boli')
      const { highlights }: { highlights: { taxEquivalentYield: number } } = await reply.json()
      text = `${(highlights.taxEquivalentYield * 100).toFixed(2)}%`
      await client.goto('/dashboard')
      await expect(client.getByText(text).first()).toBeVisible({ timeout: 15_000 })
    })
    return text
  }
  const before = await shown()

  await page.goto(`/institutions/${id}?tab=tax`)
  await page.getByRole('button', { name: 'Add tax profile' }).click()
  await page.getByLabel('Effective from *').fill('01/01/2026')
  await page.getByLabel('State rate *').fill('9')
  await page.getByLabel('Source *').fill('State return for 2025')
  await page.getByRole('button', { name: 'Add tax profile' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await expect(page.getByText('= 28.1100%')).toBeVisible()
  await page.getByRole('button', { name: 'Edit 01/01/2026' }).click()
  await page.getByLabel('State rate *').fill('8')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText('Enter the reason for the correction').first()).toBeVisible()
  await page.getByLabel('Reason for the correction *').fill('The return says 8%')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText('= 27.3200%')).toBeVisible()
  await page.getByRole('button', { name: /earlier versions of 01\/01\/2026/ }).click()
  await expect(dialog(page)).toContainText('9.00%')
  await expect(dialog(page)).toContainText('The return says 8%')
  await expectAccessible(page, ['dark'])
  await page.keyboard.press('Escape')

  // Reports already released stay as they are; the next version uses the new rate.
  expect(await shown()).toBe(before)
  const made = await page.request.post('/api/asset-reports', {
    data: { period: '2026-09-30', institutions: [id], isRegenerating: 1, ReportType: 'AssetReport' },
  })
  const batch: { id: number } = await made.json()
  const report = async () => {
    const reply = await page.request.get(`/api/asset-reports/${batch.id}/reports?ReportType=AssetReport`)
    const { records }: { records: { id: number; status: string; currentVersion: number; institutionId: number }[] } = await reply.json()
    return records.find((record) => record.institutionId === id)
  }
  await expect.poll(async () => (await report())?.status, { timeout: 60_000 }).toBe('Ready')
  const released = await page.request.post(`/api/asset-reports/${batch.id}/release`, { data: { reportIds: [(await report())?.id] } })
  expect([made.status(), released.status(), batch.id > 0]).toEqual([202, 200, true])
  expect(await shown()).not.toBe(before)
})

test('the service team is ordered by staff and met by the client, whose request reaches it', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'manager')
  const id = await idOf(page)
  await page.goto(`/institutions/${id}?tab=team`)
  await page.getByRole('button', { name: 'Move Morgan Hale up' }).click()
  await page.getByRole('combobox', { name: 'Add a team member' }).fill('Prescott')
  await page.getByRole('option', { name: /Dana Prescott/ }).click()
  await page.getByRole('button', { name: 'Save team' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await as(browser, baseURL, 'client', async (client) => {
    await client.goto('/dashboard')
    // The tree of reports above it comes later, and moves it.
    await settled(client)
    await client.getByRole('link', { name: 'Service Team', exact: true }).click()
    await expect(client.getByRole('article')).toHaveCount(3)
    expect(await client.getByRole('article').getByRole('heading').allTextContents()).toEqual([
      'Morgan Hale',
      'Avery Lindgren',
      'Dana Prescott',
    ])
    await expectAccessible(client)
    await client.getByRole('link', { name: 'Ask your team' }).click()
    await client.getByRole('button', { name: 'Send' }).click()
    await expect(client.getByText('Enter the subject').first()).toBeVisible()
    await client.getByLabel('Subject *').fill('Values as of September')
    await client.getByLabel('What do you need? *').fill('Please send the carrier’s statement behind the Ashgrove values.')
    await client.getByRole('button', { name: 'Send' }).click()
    await expect(toast(client, 'Sent to your service team.')).toBeVisible()
    await expect(rowOf(client, 'Values as of September')).toContainText('New')
    await client.getByRole('link', { name: 'Values as of September' }).click()
    await expect(client.getByText('Sent to Morgan Hale, Avery Lindgren, Dana Prescott')).toBeVisible()
  })
  await page.reload()
  await expect(rowOf(page, 'Values as of September')).toContainText('Eleanor Whitfield')
})

test('a site gets a time zone and colors of its own; a switch of site is followed by the other tab', async ({
  page,
  context,
  expected,
}) => {
  // A call that the switch overtakes is made again, but the browser writes a line about the first.
  expected.console.push(/on \S+\/staff\/dashboard: .*401 \(Unauthorized\)/)
  await signInAs(page, 'manager')
  await page.goto('/sites')
  await page.getByRole('link', { name: 'Corridor COLI' }).click()
  await page.getByRole('combobox', { name: 'Time zone *' }).fill('Central')
  await page.getByRole('option', { name: 'Central (Chicago)' }).click()
  await page.getByLabel('Blue: buttons, links and bars').fill('#ffd700')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Choose a darker color').first()).toBeVisible()
  await page.getByLabel('Blue: buttons, links and bars').fill('#7a1f5c')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()

  const other = await context.newPage()
  const isOpen = () => other.waitForResponse((response) => response.url().endsWith('/api/session/refresh') && response.ok())
  const opened = isOpen()
  await other.goto('/staff/dashboard')
  await opened
  const followed = isOpen()
  await page.getByRole('combobox', { name: 'Active site' }).fill('COLI')
  await page.getByRole('option', { name: 'Corridor COLI' }).click()
  for (const each of [page, other]) await expect(each.getByRole('combobox', { name: 'Active site' })).toHaveValue('Corridor COLI')
  await expect(page).toHaveURL(/\/staff\/dashboard$/)
  await followed
  const primary = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())
  expect(primary).toBe('#7a1f5c')
  await page.goto('/institutions')
  await expect(page.getByRole('row', { name: new RegExp(BANK) })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Active site' }).fill('BOLI')
  await page.getByRole('option', { name: 'Corridor BOLI' }).click()
  await expect(other.getByRole('combobox', { name: 'Active site' })).toHaveValue('Corridor BOLI')
})

test('a representative switches institutions and finds the other one’s people and reports', async ({ page }) => {
  await signInAs(page, 'rep')
  await page.goto('/service-team')
  await settled(page)
  const switcher = page.getByRole('combobox', { name: 'Switch institutions' })
  const first = await switcher.inputValue()
  await switcher.click()
  const options = page.getByRole('option')
  expect(await options.count()).toBe(3)
  await options.filter({ hasNotText: first }).first().click()
  await expect(switcher).not.toHaveValue(first)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('banner').first()).toContainText((await switcher.inputValue()) ?? '')
})
