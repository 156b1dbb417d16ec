/** A chief financial officer tries a purchase, sees the limit passed before the gain, asks how a figure comes about, saves it, compares and prints it. */
import { expect, expectAccessible, openParts, saved, sidewaysScroll, signInAs, test, toast } from './harness.ts'

test('a CFO tries a purchase, sees the limit passed, saves it, puts another beside it and prints both', async ({ page }) => {
  await signInAs(page, 'client')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Calculate Financial Impact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calculate Financial Impact' })).toBeVisible()
  const results = page.getByLabel('Results')
  const gain = results.locator('div').filter({ hasText: 'After tax, year one' }).first()
  await expect(gain).toContainText('$')

  // The inputs come with their sources, and the figures follow what is typed.
  await expect(page.getByText('Net yield of the policies held, month ended 09/30/2026')).toBeVisible()
  // Before anything is entered it is an example, whose figures carry the cautions that they would carry on paper.
  const example = page.getByText(/^Example with a premium of \$5,000,000\.00 and .* old, .*Enter your own figures\.$/)
  await expect(example).toBeVisible()
  await expect(page.getByRole('note', { name: 'Read first' })).toContainText('No carrier is chosen')
  const before = await gain.innerText()
  await page.getByLabel('Premium').fill('9,000,000')
  await expect(gain).not.toHaveText(before)
  await expect(example).toHaveCount(0)
  await expect(page.getByRole('note', { name: 'Read first' })).toContainText(
    /All carriers \d+\.\d\d% of Tier 1 .* over the limit by .* The board approves/,
  )

  // Headroom and status stand at the right end of their table, and nothing is cut.
  const cut = () =>
    page
      .locator('section[aria-label$=", table"]')
      .evaluateAll((frames) => frames.filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.ariaLabel))
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await cut()).toEqual([])
  }

  // A figure is explained with its numbers.
  await page
    .getByRole('row', { name: /^Life insurance/ })
    .first()
    .getByRole('button', { name: /how it is calculated/ })
    .nth(5)
    .click()
  await expect(page.getByRole('dialog')).toContainText('pre-tax income')
  await page.keyboard.press('Escape')

  // An input that cannot be computed with is named, and nothing is saved of it.
  await page.getByLabel('Net yield of the policies').fill('25')
  await expect(page.getByText('Enter 20% or less')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as …' })).toBeDisabled()
  await page.getByLabel('Net yield of the policies').fill('3.95')

  await page.getByRole('button', { name: 'Save as …' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nine million')
  await page.getByRole('dialog').getByLabel('Share with the service team').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nine million', exact: true })).toBeVisible()
  await page.getByLabel('Premium').fill('2,000,000')
  await page.getByRole('button', { name: 'Save as …' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Two million')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Two million' })).toBeVisible()

  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByLabel('Nine million').check()
  await page.keyboard.press('Escape')
  const beside = page.getByRole('table').filter({ hasText: 'Of capital, after the purchase' })
  await expect(beside).toContainText('Two million')
  await expect(beside).toContainText('Over the limit')
  await expectAccessible(page)

  const paper = await saved(page, async () => {
    await page.getByRole('button', { name: 'Download' }).click()
    await page
      .getByRole('menuitem', { name: 'PDF' })
      .or(page.getByRole('button', { name: 'PDF' }))
      .click()
  })
  expect(paper.name).toMatch(/^\d+-First_Coastal_Bank_Financial_Impact-Two_million_and_Nine_million-\d{4}-\d\d-\d\d\.pdf$/)
  expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const workbook = await saved(page, async () => {
    await page.getByRole('button', { name: 'Download' }).click()
    await page
      .getByRole('menuitem', { name: /Excel/ })
      .or(page.getByRole('button', { name: /Excel/ }))
      .click()
  })
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('the service team finds what was shared with it, for the institution that it chooses', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/dashboard/financial-impact')
  await expect(page.getByText('Choose an institution')).toBeVisible()
  await page.getByRole('combobox', { name: /Institution/ }).fill('First Coastal')
  await page.getByRole('option', { name: 'First Coastal Bank' }).click()
  await expect(page).toHaveURL(/institution=\d+/)
  await page.getByRole('button', { name: 'Scenarios' }).click()
  await page
    .getByRole('menuitem', { name: /Nine million/ })
    .or(page.getByRole('button', { name: /Nine million/ }))
    .click()
  await expect(page.getByLabel('Premium')).toHaveValue('9,000,000.00')
  await expect(page.getByRole('note', { name: 'Read first' })).toContainText('over the limit')
})

test('on a phone the calculation stays within the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'client')
  await page.goto('/dashboard/financial-impact')
  await page.getByRole('button', { name: 'Year one', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Year one', exact: true })).toBeVisible()
  await openParts(page)
  // Tables that have just been opened are measured before they are fitted.
  await expect.poll(() => sidewaysScroll(page)).toBe(0)
  await expectAccessible(page, ['light'])
})
