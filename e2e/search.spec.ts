/** Search and the command palette: a word inside a PDF is found by its bank and by nobody else's, a typing error too; anywhere by keyboard. */
import type { Browser, Page } from '@playwright/test'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, sidewaysScroll, signInAs, test } from './harness.ts'

async function pdf(...pages: string[]): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of pages) document.addPage().drawText(text, { x: 50, y: 700, size: 12, font })
  return Buffer.from(await document.save())
}

/** A page as a client of another bank sees it. */
async function stranger(browser: Browser, baseURL: string): Promise<Page> {
  const [other] = await inDatabase(
    `select u.id from user_account u join institution_site x on x.institution_id = u.institution_id and x.site_id = 1
      where u.role = 'c' and u.status = 1 and u.institution_id <> 1 order by u.id limit 1`,
  )
  const page = await (await browser.newContext({ baseURL })).newPage()
  await signInAs(page, 'manager')
  expect((await page.request.post(`/api/session/view-as/${String(other?.id)}`, { headers: { origin: baseURL } })).status()).toBe(200)
  return page
}

test('a word inside a PDF is found by its bank, also mistyped, and by no other; the viewer opens at it', async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = String(baseURL)
  await signInAs(page, 'manager')
  const handedIn = await page.request.post('/api/reports', {
    headers: { origin },
    multipart: {
      file: {
        name: '1-LEG-26-Letter_of_understanding.pdf',
        mimeType: 'application/pdf',
        buffer: await pdf('An opening page', 'The wolverine clause survives the end of the agreement.'),
      },
    },
  })
  expect(handedIn.status()).toBe(201)

  await signInAs(page, 'client')
  await page.goto('/dashboard')
  await settled(page)
  const sidebar = page.getByRole('navigation', { name: 'Main' }).getByRole('searchbox')
  await expect(async () => {
    await sidebar.fill('wolverine clause')
    await sidebar.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '1 file for wolverine clause' })).toBeVisible({ timeout: 500 })
  }).toPass()
  const result = page.getByRole('listitem').filter({ hasText: 'Letter of understanding' })
  await expect(result).toContainText('Page 2')
  await expect(result.locator('mark')).toHaveText(['wolverine', 'clause'])
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  const box = page.getByRole('main').getByRole('searchbox', { name: 'Search files' })
  await box.fill('wolvorine claus')
  await box.press('Enter')
  await expect(page.getByText('Nothing matches wolvorine claus as it is written.')).toBeVisible()
  await expect(result).toBeVisible()

  await page.getByLabel('Type').selectOption({ label: 'Legal Document' })
  await expect(page).toHaveURL(/type=LEG/)
  await expect(result).toBeVisible()
  await page.getByLabel('Year').selectOption('2026')
  await page.reload()
  await expect(result).toBeVisible()
  await result.getByRole('link').click()
  await expect(page).toHaveURL(/\/view-report\/\d+\?find=wolverine/)

  const other = await stranger(browser, origin)
  for (const query of ['wolverine', 'wolverin', 'wolvorine']) {
    await other.goto(`/search?query=${query}`)
    await expect(other.getByRole('heading', { name: 'No files found' })).toBeVisible()
  }
  await other.context().close()
})

test('the palette goes anywhere by keyboard, and offers a client what is theirs', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/staff/dashboard')
  await settled(page)
  const input = page.getByRole('combobox', { name: /^Page(, file or name| or file)$/ })
  const chosen = page.getByRole('listbox', { name: 'Places' }).getByRole('option', { selected: true })
  await page.keyboard.press('Control+k')
  await expect(input).toBeFocused()
  await expectAccessible(page, ['light', 'dark'], '[role=dialog]')
  await input.fill('ridge')
  await expect(chosen).toContainText('Ridgeline Savings Bank')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/institutions\/\d+$/)
  await settled(page)
  await page.getByRole('button', { name: 'Go to a page, a file or a name' }).click()
  // Where one went stands first.
  await expect(chosen).toContainText('Ridgeline Savings Bank')
  await input.fill('users')
  await expect(chosen).toContainText('Users')
  await expect(page.getByRole('option').filter({ hasText: 'Search files for “users”' })).toBeVisible()
  // From the first to the last, an article that only mentions the word, and back.
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toContainText('Help')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText('Users')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/users$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(input).toHaveCount(0)

  await signInAs(page, 'client')
  await page.goto('/dashboard')
  await settled(page)
  await page.keyboard.press('Control+k')
  await input.fill('r')
  await expect(page.getByRole('option').filter({ hasText: 'Search files for “r”' })).toBeVisible()
  await expect(page.getByRole('group', { name: /^(Institutions|People|Batches|Policies)$/ })).toHaveCount(0)
  await input.fill('service agreement')
  await expect(page.getByRole('group', { name: 'Documents' })).toContainText('Service agreement', { ignoreCase: true })
})
