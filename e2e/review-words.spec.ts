/** A review's words: staff put sections in order and write, the bank assesses its risks on a phone and signs, and the review made again holds both. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, saved, signInAs, test, toast } from './harness.ts'

test('staff edit a text and the order, management writes and signs, the review regenerated says so', async ({ page, browser, baseURL }) => {
  // Two reviews are made on the way.
  test.setTimeout(180_000)
  await signInAs(page, 'manager')
  const review = await madeReview(page)
  await page.goto(`/annual-review/${review.batch}/results/${review.id}`)

  await test.step('staff change the order and a text, and see its figures', async () => {
    await page.getByRole('link', { name: 'Narrative and ratings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Narrative of the review of First Coastal Bank' })).toBeVisible()
    await page.getByRole('button', { name: 'Move Mortality up' }).click()
    await page.getByRole('checkbox', { name: 'Peer comparison' }).uncheck()
    await expect(page.getByText('Differs from the site’s order')).toBeVisible()
    const text = page.getByRole('textbox', { name: 'Program overview' })
    await text.fill('The bank holds policies of ')
    const program = page.locator('[data-field=textPROGRAM]')
    await program.getByText('Insert a figure').click()
    await program.getByRole('button', { name: /^Insert carriers:/ }).click()
    await expect(text).toHaveValue('The bank holds policies of {{carriers}}')
    await text.press('End')
    await text.pressSequentially(' carriers.')
    await expect(page.getByText(/^The bank holds policies of \d+ carriers\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Saved!')).toBeVisible()
  })

  await test.step('staff rate a risk and ask for management’s assessment', async () => {
    await page.getByRole('tab', { name: 'Risk ratings' }).click()
    const credit = page.getByRole('region', { name: 'Credit' })
    await credit.getByLabel('Quantity of risk').selectOption('Low')
    await credit.getByLabel('Quality of risk management').selectOption('Strong')
    await credit.getByLabel('Direction').selectOption('Stable')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
    await page.getByRole('tab', { name: 'Management’s assessment' }).click()
    await page.getByRole('button', { name: /^Request (it|again)$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message (optional)').fill('For the board in February.')
    await dialog.getByRole('button', { name: 'Request', exact: true }).click()
    await expect(toast(page, 'First Coastal Bank is notified by email.')).toBeVisible()
  })

  await test.step('the bank’s officer writes on a phone beside the facts, and signs', async () => {
    const phone = await browser.newContext({ baseURL: String(baseURL), viewport: { width: 390, height: 844 }, hasTouch: true })
    const client = await phone.newPage()
    await signInAs(client, 'client')
    await client.goto('/annual-review/assessment')
    await expect(client.getByText('For the board in February.')).toBeVisible()
    await client
      .getByText(/^What the review computed/)
      .first()
      .click()
    await expect(client.getByText('Program, % of total assets')).toBeVisible()
    await expectAccessible(client)
    const boxes = client.getByRole('textbox', { name: /^Management’s conclusion on/ })
    const risks = await boxes.count()
    expect(risks).toBeGreaterThan(6)
    for (let at = 0; at < risks; at += 1) await boxes.nth(at).fill(`Our own conclusion, number ${at + 1}.`)
    await expect(client.getByText('everything is saved')).toBeVisible()
    // A test that is not met stands open beside its risk and again where one signs, by its name; it is no obstacle.
    // A test that is not met stands open beside its risk, and again by its name where one signs: it is told, and is no obstacle.
    const consent = client.getByRole('region', { name: 'Tax and insurable interest', exact: true }).getByRole('listitem')
    await expect(consent.filter({ hasText: /^Notice and consent Not met \d+ of the \d+ people who must consent/ })).toBeVisible()
    const signing = client.getByRole('region', { name: 'Sign', exact: true })
    await expect(signing.getByText(/^Tests of this review that are not met\./)).toBeVisible()
    await expect(signing.getByRole('listitem').filter({ hasText: /^Tax and insurable interest: Notice and consent$/ })).toBeVisible()
    // Typed text is there on coming back.
    await client.reload()
    await expect(boxes.first()).toHaveValue('Our own conclusion, number 1.')
    await client.getByLabel('Your full name').fill('Eleanor Whitfield')
    await client.getByLabel('Your title').fill('Chief Financial Officer')
    await client.getByLabel(/I confirm this statement/).check()
    await client.getByRole('button', { name: 'Sign the assessment' }).click()
    await expect(client.getByText(/Signed by Eleanor Whitfield, Chief Financial Officer, on/)).toBeVisible()
    await expect(boxes).toHaveCount(0)
    await phone.close()
  })

  await test.step('the review says that it is older than the words, and regenerated it holds them', async () => {
    await page.goto(`/annual-review/${review.batch}/results/${review.id}`)
    await expect(page.getByText(/Figures behind this report were corrected/)).toBeVisible()
    await madeAgain(page, review.id)
    await page.goto(`/annual-review/${review.batch}/results/${review.id}`)
    await expect(page.getByText(/Figures behind this report were corrected/)).toBeHidden()
    await expect(page.getByText(/^The bank holds policies of \d+ carriers\.$/)).toBeVisible()
    await expect(page.getByText('Our own conclusion, number 1.')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Peer comparison/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Executive summary', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Executive Summary, / })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Conclusions' })).toBeVisible()
    await expectAccessible(page, ['light', 'dark'], 'main')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Word document (DOCX)' }).click())
    expect(name).toMatch(/Executive_Summary\.docx$/)
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  await test.step('staff give the assessment back', async () => {
    await page.goto(`/annual-review/${review.batch}/results/${review.id}/config?tab=assessment`)
    await expect(page.getByText(/Signed by Eleanor Whitfield/)).toBeVisible()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('dialog').getByLabel('What to review').fill('Please say more on credit.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
    await expect(page.getByText('Reopened: Please say more on credit.')).toBeVisible()
  })
})

const PERIOD = '2025-12-31'
interface Listed {
  id: number
  batchId: number
  status: string
  currentVersion: number
  institutionName: string
}
const reviewOfHome = async (page: Page): Promise<Listed | undefined> => {
  const reply = await page.request.get(`/api/annual-boli-review/0/reports?period=${PERIOD}&take=100`)
  const { records }: { records: Listed[] } = await reply.json()
  return records.find(({ institutionName }) => institutionName === 'First Coastal Bank')
}
const ask = async (page: Page, isRegenerating: boolean) => {
  const reply = await page.request.post('/api/annual-boli-review', {
    data: { period: PERIOD, institutions: [1], isRegenerating },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(reply.status()).toBe(202)
}
async function madeReview(page: Page): Promise<{ id: number; batch: number }> {
  await ask(page, false)
  await expect.poll(async () => (await reviewOfHome(page))?.status, { timeout: 30_000 }).toBe('Ready')
  const made = await reviewOfHome(page)
  return { id: made?.id ?? 0, batch: made?.batchId ?? 0 }
}
async function madeAgain(page: Page, id: number): Promise<void> {
  const before = (await reviewOfHome(page))?.currentVersion ?? 0
  await ask(page, true)
  await expect
    .poll(
      async () => {
        const now = await reviewOfHome(page)
        return now?.id === id && now.status === 'Ready' && now.currentVersion > before
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}
