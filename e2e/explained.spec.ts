/** A chief financial officer's questions about a figure: how it is calculated, down to the carrier's line, and why it is not last month's. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, saved, settled, signInAs, test } from './harness.ts'

const BANK = 'First Coastal Bank'
const dialog = (page: Page) => page.getByRole('dialog')
/** The page behind is judged in pages.spec.ts. */
const IN_DIALOG = '[role="dialog"]'
/** Dollars as they are written, in cents. */
const centsOf = (text: string | null | undefined) => Math.round(Number((text ?? '').replaceAll(/[$,+]/g, '').replace('−', '-')) * 100)

/** The bank's own asset report of September, whoever asks. */
async function reportPath(page: Page): Promise<string> {
  const reply = await page.request.get('/api/asset-reports/0/reports?ReportType=AssetReport&period=2026-09-30&take=100')
  const { records }: { records: { id: number; batchId: number; institutionName: string; isQuarterly: boolean }[] } = await reply.json()
  const report = records.find(({ institutionName, isQuarterly }) => institutionName === BANK && !isQuarterly)
  return `/asset-reporting/${report?.batchId}/report/${report?.id}`
}

test('a figure opens its formula, its policies and the carrier’s line, and what changed since August is told to the cent', async ({
  page,
}) => {
  await signInAs(page, 'manager')
  await page.goto(await reportPath(page))
  await settled(page)

  await test.step('a rate with its formula in words and numbers, and the tax rate in it, by keyboard alone', async () => {
    const tile = page
      .getByRole('region', { name: 'Highlights' })
      .or(page.getByLabel('Highlights'))
      .getByRole('button', { name: /how it is calculated/ })
      .nth(4)
    await tile.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('net yield × (1 − tax on policy growth) ÷ (1 − combined tax rate)')
    await expectAccessible(page, undefined, IN_DIALOG)
    await dialog(page).getByRole('button', { name: 'Combined tax rate' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('federal rate × (1 − state rate after the federal deduction)')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(tile).toBeFocused()
  })

  await test.step('a total leads to the carrier, the policy and the line of the feed', async () => {
    const tile = page
      .getByLabel('Highlights')
      .getByRole('button', { name: /how it is calculated/ })
      .first()
    const total = centsOf(await tile.textContent())
    await tile.click()
    const sumOfLines = async () =>
      (await dialog(page).locator('tbody td').allTextContents()).map(centsOf).reduce((sum, each) => sum + each, 0)
    await expect.poll(sumOfLines).toBe(total)
    await dialog(page)
      .getByRole('button', { name: /, Stonemarch: how it is calculated$/ })
      .click()
    await expect(page.getByRole('dialog', { name: /Stonemarch/ })).toBeVisible()
    const carrier = centsOf(await dialog(page).locator('p').first().textContent())
    await expect.poll(sumOfLines).toBe(carrier)
    await dialog(page)
      .getByRole('button', { name: /how it is calculated$/ })
      .first()
      .click()
    await dialog(page).getByRole('button', { name: 'The carrier’s line behind it' }).click()
    await expect(dialog(page).getByRole('link', { name: /^SM_UL_\d{4}\.csv$/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  await test.step('from August to September the causes make the difference, policy by policy, on screen and in the file', async () => {
    await page.getByRole('link', { name: 'What changed' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeVisible()
    const why = page.getByRole('region', { name: 'Why: Cash surrender value' })
    const cells = (await why.locator('td').allTextContents()).map(centsOf)
    expect(cells.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(cells.at(-1))
    await expect(why).toContainText('Credited interest')
    await expect(why).toContainText('Surrender charges')
    await expect(why).toContainText('The causes account for the whole difference.')
    await expectAccessible(page)

    const { bytes } = await saved(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('button', { name: 'Spreadsheet (.csv)' }).click()
    })
    const [head = '', ...rows] = bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
    expect(head).toContain('Credited interest')
    expect(rows.length).toBeGreaterThan(50)

    await page.getByRole('button', { name: 'Monthly increase' }).click()
    await expect(page.getByRole('region', { name: 'Why: Monthly increase' })).toContainText('Days in the period')
    await page.getByLabel('Compared with').selectOption('July 2026')
    await expect(page.getByText('July 31, 2026 to September 30, 2026', { exact: false }).first()).toBeVisible()
  })
})

test('figures of the annual review, the thirteen months and the answer on line 4a open too', async ({ page }) => {
  await signInAs(page, 'manager')
  const yearly = async (calls: string, address: string, word: string) => {
    const reply = await page.request.get(`${calls}/0/reports?period=2025-12-31&take=100`)
    const { records }: { records: { id: number; batchId: number; institutionName: string }[] } = await reply.json()
    const report = records.find(({ institutionName }) => institutionName === BANK)
    await page.goto(`${address}/${report?.batchId}/${word}/${report?.id}`)
    await settled(page)
  }
  await yearly('/api/annual-boli-review', '/annual-review', 'results')
  const carriers = page.getByRole('region', { name: 'Carriers, table', exact: true })
  const row = carriers.getByRole('row', { name: /^Stonemarch/ })
  const value = centsOf(await row.getByRole('cell').nth(4).textContent())
  await row
    .getByRole('button', { name: /Cash surrender value: how it is calculated$/ })
    .first()
    .click()
  await expect(dialog(page).locator('tbody td').first()).toBeVisible()
  const lines = (await dialog(page).locator('tbody td').allTextContents()).map(centsOf)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.reduce((sum, each) => sum + each, 0)).toBe(value)
  await dialog(page)
    .getByRole('button', { name: /how it is calculated$/ })
    .first()
    .click()
  await dialog(page).getByRole('button', { name: 'The carrier’s line behind it' }).click()
  const behind = page.getByRole('dialog', { name: /^Source of policy SM?[\w-]+$/ })
  await expect(behind.getByRole('row')).toHaveCount(14)
  await expect(behind.getByRole('heading', { name: 'Valuation of 12/31/2025, version 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: 'Scorecard', exact: true })
    .getByRole('button', { name: /Net yield: how it is calculated$/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('increase ÷ average invested value')
  await expectAccessible(page, undefined, IN_DIALOG)
  await page.keyboard.press('Escape')

  await page
    .getByRole('region', { name: 'Yield by carrier, table', exact: true })
    .getByRole('button', { name: /IRR since issue: how it is calculated$/ })
    .last()
    .click()
  await expect(dialog(page)).toContainText('cash surrender value')
  const discounted = (await dialog(page).locator('tbody td').allTextContents()).map(centsOf)
  expect(discounted.length).toBeGreaterThan(2)
  // At the rate of return what was paid and the value now come to nothing, each rounded to the cent.
  expect(Math.abs(discounted.reduce((sum, each) => sum + each, 0))).toBeLessThanOrEqual(discounted.length / 2)
  await expectAccessible(page, undefined, IN_DIALOG)
  await page.keyboard.press('Escape')

  await yearly('/api/8925-reports', '/8925-reporting', 'report')
  await page.getByRole('button', { name: /^(Yes|No), line 4a/ }).click()
  await expect(dialog(page)).toContainText('has a valid consent for every contract')
  await page.keyboard.press('Escape')

  await page.goto(await reportPath(page))
  await settled(page)
  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await page
    .getByRole('region', { name: /thirteen months, table$/ })
    .getByRole('button', { name: /Increase, 08\/31\/2026: how it is calculated$/ })
    .click()
  await expect(dialog(page)).toContainText('value at the statement date − value before')
})

test('a client reads it of the own bank’s released reports, without the carrier’s lines; of another bank’s nothing', async ({
  page,
  expected,
}) => {
  expected.console.push(/status of 404/)
  await signInAs(page, 'manager')
  const reply = await page.request.get('/api/asset-reports/0/reports?ReportType=AssetReport&period=2026-09-30&take=100')
  const { records }: { records: { id: number; institutionName: string; isQuarterly: boolean }[] } = await reply.json()
  const foreign = records.find(({ institutionName, isQuarterly }) => institutionName !== BANK && !isQuarterly)
  await signInAs(page, 'client')
  const own = await reportPath(page)
  await page.goto(own)
  await page
    .getByLabel('Highlights')
    .getByRole('button', { name: /how it is calculated/ })
    .first()
    .click()
  await dialog(page)
    .getByRole('button', { name: /how it is calculated$/ })
    .first()
    .click()
  await dialog(page)
    .getByRole('button', { name: /how it is calculated$/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('As the carrier reported it')
  await expect(dialog(page).getByRole('button', { name: 'The carrier’s line behind it' })).toHaveCount(0)
  await page.goto(`${own}/changes`)
  await expect(page.getByRole('region', { name: 'Why: Cash surrender value' })).toContainText('Credited interest')
  expect((await page.request.get(`/api/asset-reports/0/reports/${foreign?.id}/changes`)).status()).toBe(404)
  const id = own.split('/').at(-1)
  expect((await page.request.get(`/api/asset-reports/0/reports/${id}/changes?against=${foreign?.id}`)).status()).toBe(404)
})
