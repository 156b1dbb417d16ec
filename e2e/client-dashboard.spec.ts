/** A bank's dashboard and sidebar: what is to be done, entries to the file, limits ahead, files of the charts, and an order of one's own. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, openParts, saved, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'

test.describe.configure({ mode: 'serial' })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titles = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((regions) => regions.map((region) => region.getAttribute('aria-label')))
const open = async (page: Page) => {
  await page.goto('/dashboard')
  await settled(page)
  await openParts(page)
  await expect(part(page, 'Limits').getByRole('table')).toBeVisible()
}

test('what is to be done leads to its page, and the entries of the month are seen before their file is saved', async ({ page }) => {
  await signInAs(page, 'client')
  await open(page)
  await expect(part(page, 'To do').getByText(/^Due /)).toBeVisible()
  await part(page, 'Journal entries').getByRole('button', { name: 'Journal entries' }).click()
  const posting = await saved(page, () => page.getByRole('dialog').getByRole('button', { name: 'Download' }).click())
  expect(posting.name).toMatch(/-posting\.csv$/)
  expect(posting.bytes.toString()).toContain('Debit')
  await part(page, 'Service team').getByRole('link', { name: 'Ask your team' }).click()
  await expect(page).toHaveURL('/service-request')
  await page.goto('/dashboard')
  await part(page, 'To do')
    .getByRole('link', { name: /annual questionnaire/ })
    .click()
  await expect(page).toHaveURL(/\/questionnaires\/annual/)
})

test('the projection of a limit follows the growth of capital that the person plans, on the next visit too', async ({ page }) => {
  await signInAs(page, 'client')
  await open(page)
  const whole = part(page, 'Limits').getByRole('row').filter({ hasText: 'All carriers' })
  await expect(whole).toContainText(/[A-Z][a-z]+ 20\d\d/)
  await page.getByLabel('Planned growth of capital, % a year').fill('6')
  await expect(whole).toContainText('Not within 10 years.')
  await page.getByRole('button', { name: 'Remember' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await open(page)
  await expect(whole).toContainText('Not within 10 years.')
  await expect(page.getByText(/capital grows by 6.00% a year/)).toBeVisible()
})

test('every chart is saved as a workbook, as text and as a picture', async ({ page }) => {
  await signInAs(page, 'client')
  await open(page)
  for (const name of ['Cash surrender value over time', 'Carrier summary', 'Carrier credit ratings', 'Limits']) {
    const file = (choice: RegExp) =>
      saved(page, async () => {
        await part(page, name).getByRole('button', { name: 'Export' }).click()
        await part(page, name).getByRole('button', { name: choice }).click()
      })
    expect((await file(/XLSX/)).bytes.subarray(0, 2).toString()).toBe('PK')
    expect((await file(/\.csv/)).bytes.toString()).toContain('Cash Surrender Value')
    const picture = await file(/PNG/)
    expect([picture.name, picture.bytes.subarray(1, 4).toString()]).toEqual([`${name}.png`, 'PNG'])
    expect(picture.bytes.readUInt32BE(16)).toBe(2160)
  }
})

test('parts are dragged, moved by keys and hidden; the order stands on the next visit, and the standard one comes back', async ({
  page,
}) => {
  await signInAs(page, 'client')
  await open(page)
  const standard = await titles(page)
  await page.getByRole('button', { name: 'Arrange' }).click()
  const rows = page.getByRole('tree', { name: 'Parts of the dashboard' })
  const row = (name: string) => rows.getByRole('treeitem', { name })
  await row('Service team').dragTo(row('Highlights'), { targetPosition: { x: 120, y: 3 } })
  await expect(page.getByText('Service team moved: 1 of 10.')).toBeAttached()
  await row('Carrier credit ratings').click()
  await page.keyboard.press('Alt+ArrowUp')
  await row('Controls').click()
  await page.keyboard.press('Delete')
  await expect(row('Controls')).toContainText('Hidden')
  await expectAccessible(page, ['light'], 'main')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rows).toHaveCount(0)
  await open(page)
  // First steps and new files stand above, as long as there are some.
  const own = (await titles(page)).filter((title) => title !== 'First steps' && title !== 'New files')
  expect([own[0], own.includes('Controls')]).toEqual(['Service team', false])
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('button', { name: 'Standard order' }).click()
  await expect(part(page, 'Controls')).toBeVisible()
  expect(await titles(page)).toEqual(standard)
})

test('a part whose answer does not come says so, and the others stand', async ({ page, expected }) => {
  expected.console.push(/500/)
  await signInAs(page, 'client')
  await page.route('**/api/charts/limits', (call) => call.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }))
  await page.goto('/dashboard')
  await expect(part(page, 'Limits').getByText('The server could not answer')).toBeVisible()
  await expect(part(page, 'Carrier summary').getByRole('table')).toBeVisible()
  await page.unroute('**/api/charts/limits')
  await part(page, 'Limits').getByRole('button', { name: 'Try again' }).click()
  await expect(part(page, 'Limits').getByRole('table')).toBeVisible()
})

test('a representative reads the dashboard of the bank they act for, and is led nowhere that is closed to them', async ({ page }) => {
  await signInAs(page, 'rep')
  await open(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('treeitem', { name: 'Monthly reports' })).toBeVisible()
  for (const closed of [/^Bank uploads/i, /^Annual Questionnaire$/, /^Management’s Assessment/i, /^Answer online/])
    await expect(menu.getByRole('link', { name: closed }).or(menu.getByRole('treeitem', { name: closed }))).toHaveCount(0)
  await menu.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`at ${width} px the welcome is read, nothing scrolls sideways, and no rule of accessibility is broken`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signInAs(page, 'client')
    await open(page)
    await expect(page.getByText('Welcome, Eleanor Whitfield')).toBeInViewport()
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page)
  })
