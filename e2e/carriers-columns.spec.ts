/**
 * A carrier's file as it really comes: a column that nobody knows is told by its values, a cell that cannot be read is corrected with a reason and traced, and a
 * file without separators gets a layout that its carrier's next file is read by; a workbook that came with a password is opened, and a sheet that repeats the
 * policies of another is left out.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { workbook } from '../server/src/test/feed-workbook.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'

test.use({ ownBook: 'columns of carriers' })
test.describe.configure({ mode: 'serial' })

const SOUND = readFileSync(join(import.meta.dirname, '../demo/feeds/SM_UL_1026.csv'), 'utf8')
const LINES = SOUND.trim()
  .split(/\r?\n/)
  .map((line) => line.split(/,(?! [A-Z])/).map((cell) => cell.replaceAll('"', '')))
const BROKEN = LINES.findIndex((cells) => cells.includes('#REF!')) + 1
const REASON = 'The carrier’s statement of October has it'

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/data-feeds')
  await page.getByLabel('Default carrier').selectOption({ label: 'Stonemarch' })
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
const step = (page: Page) => page.getByRole('status', { name: 'Next step' })

test('a column that nobody knows is proposed by its values and read once somebody takes it', async ({ page }) => {
  await signInAs(page, 'manager')
  await upload(page, 'SM_UL_VALUES.csv', `${SOUND}\n`)
  await expect(step(page)).toContainText('Not found in the file: cash surrender value')
  await page.getByRole('link', { name: 'Choose under Column mapping' }).first().click()
  await expect(
    page.getByText(/^Likely: Cash surrender value\. \d+ of \d+ rows are within 5% of the cash surrender value posted for September 2026\./),
  ).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use Cash surrender value for Contract Net Value EOM' }).click()
  await expect(page.getByLabel('What Contract Net Value EOM holds')).toHaveValue('cashSurrenderValue')
  await expect(step(page)).toContainText('Columns chosen, not saved yet')
  await step(page).getByRole('button', { name: 'Save and check again' }).click()
  await expect(toast(page, 'Saved! The file was checked again.')).toBeVisible()
  await expect(step(page)).toContainText('open')
})

test('the cell that cannot be read is opened in its line, corrected as last month’s value, and both values are traced', async ({
  page,
}) => {
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await page.getByRole('link', { name: 'SM_UL_VALUES.csv' }).click()
  await page.getByRole('button', { name: new RegExp(`line ${BROKEN}, Value cannot be read`) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: `Line ${BROKEN} as received` })).toBeVisible()
  await expect(dialog.getByText('#REF!').first()).toBeVisible()
  // The finding, the cell, the reason and the buttons are in sight together, however many cells the line has.
  for (const part of [
    dialog.getByRole('button', { name: /^Use / }).first(),
    dialog.getByLabel(/Why\?/),
    dialog.getByRole('button', { name: 'Save and check again' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Use / }).first().click()
  await dialog.getByLabel(/Why\?/).fill(REASON)
  await dialog.getByRole('button', { name: 'Save and check again' }).click()
  await expect(toast(page, 'Corrected. The file was checked again.')).toBeVisible()
  await expect(step(page).getByRole('button', { name: 'Check again' })).toBeVisible()
  await page.goto(`${page.url().split('?')[0]}?tab=rows&search=${LINES[BROKEN - 1]?.[0]}`)
  await page.getByRole('button', { name: `Line ${BROKEN}: show it as read` }).click()
  await expect(page.getByRole('dialog').getByText(/received #REF!, corrected to [\d.]+ by Morgan Hale on/)).toBeVisible()
  await expect(page.getByRole('dialog').getByText(REASON)).toBeVisible()
})

test('a file at fixed positions gets a layout on its own lines; the next month’s file is read by it', async ({ page }) => {
  const rows = LINES.slice(1).filter((cells) => !cells.includes('#REF!') && cells.length === LINES[0]?.length)
  const place = (header: string) => LINES[0]?.indexOf(header) ?? -1
  const [number, day, value, benefit] = ['Cert #', 'Stmt Date', 'Contract Net Value EOM', 'Net Death Ben'].map(place)
  const digits = (cells: string[], column = 0) => (cells[column] ?? '').replace('.', '').padStart(12, '0')
  const record = (cells: string[]) =>
    `${(cells[number ?? 0] ?? '').padEnd(14)}${cells[day ?? 0]}${digits(cells, value)}${digits(cells, benefit)}`
  await signInAs(page, 'manager')
  await upload(page, 'STONEMARCH.TXT', rows.map(record).join('\r\n'))
  await expect(step(page)).toContainText('The layout of the file is not known')
  await step(page).getByRole('link', { name: 'Open layout' }).click()
  await expect(page.getByRole('region', { name: 'First lines of the file' })).toContainText(rows[0]?.[number ?? 0] ?? '')
  for (const [name, start, length, decimals, field] of [
    ['Certificate', '1', '14', '0', 'Policy number'],
    ['Valued', '15', '11', '0', 'Valuation date'],
    ['Net value', '26', '12', '2', 'Cash surrender value'],
    ['Benefit', '38', '12', '2', 'Death benefit'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a column' }).click()
    const column = page.getByRole('main').locator('fieldset').last()
    await column.getByLabel('Name').fill(name)
    await column.getByLabel('Starts at').fill(start)
    await column.getByLabel('Length').fill(length)
    await column.getByLabel('Implied decimals').fill(decimals)
    await column.getByLabel('Holds').selectOption({ label: field })
  }
  await settled(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('tabpanel').getByRole('button', { name: 'Save and check again' }).click()
  await expect(toast(page, 'Saved! The file was checked again by the layout.')).toBeVisible()
  await expect(page.getByText(`${rows.length} matched to policies`)).toBeVisible()
  const [kept] = await inDatabase("select version, layout->'columns'->0->>'name' as first from file_layout where carrier_code = 'STONE'")
  expect(kept).toMatchObject({ version: 1, first: 'Certificate' })
  await upload(page, 'STONEMARCH-2.TXT', [...rows].reverse().map(record).join('\r\n'))
  await expect(page.getByText(`${rows.length} matched to policies`)).toBeVisible()
})

test('a workbook that came with a password is opened at the file and read', async ({ page, expected }) => {
  expected.console.push(/status of 400/)
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, '../server/src/test/protected-workbooks/agile.xlsx'))
  await expect(page.getByRole('heading', { name: 'The workbook is protected with a password' })).toBeVisible()
  const password = page.getByLabel('Password of the workbook')
  await password.fill('guessed')
  await page.getByRole('button', { name: 'Open and read' }).click()
  await expect(page.getByText('This is not the password of the workbook.')).toBeVisible()
  await expect(password).toHaveValue('')
  await expectAccessible(page)
  await password.fill('Größe 2026')
  await page.getByRole('button', { name: 'Open and read' }).click()
  await expect(toast(page, 'Opened. The workbook was read.')).toBeVisible()
  await expect(page.getByRole('tab', { name: /Rows/ })).toBeVisible()
})

test('of a workbook with the policies on two sheets one is read, once somebody says which', async ({ page }) => {
  const [header = [], ...lines] = LINES
  const sound = lines.filter((cells) => !cells.includes('#REF!') && cells.length === header.length)
  const headers = Object.fromEntries(header.map((name, column) => [`column ${column}`, name]))
  const rows = sound.map((cells) =>
    Object.fromEntries(cells.map((cell, column) => [`column ${column}`, column === 0 ? cell : toNumber(cell)])),
  )
  const content = await workbook([
    { name: 'Cover', preamble: [['In-force extract']] },
    { name: 'October', lines: rows, headers },
    { name: 'October by bank', lines: rows, headers },
  ])
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await page.getByLabel('Default carrier').selectOption({ label: 'Stonemarch' })
  await page.locator('input[type=file]').setInputFiles({
    name: 'STONEMARCH.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: content,
  })
  await page.getByRole('tab', { name: /^Sheets/ }).click()
  const sheets = page.getByRole('tabpanel', { name: /^Sheets/ })
  await expect(sheets.getByText('2 of 3 read.')).toBeVisible()
  await expect(sheets.getByText('Not read: no line in it names the columns.')).toBeVisible()
  await expect(sheets.getByRole('checkbox', { name: /^Cover/ })).toBeDisabled()
  await sheets.getByRole('checkbox', { name: /^October by bank/ }).uncheck()
  await sheets.getByRole('button', { name: 'Read one sheet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why?').fill('The second sheet repeats the first')
  await settled(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Read one sheet' }).click()
  await expect(toast(page, 'The chosen sheets were read.')).toBeVisible()
  await expect(sheets.getByText('1 of 3 read.')).toBeVisible()
  await expect(sheets.getByText('Not read: somebody chose other sheets of the workbook.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page)
})

const toNumber = (cell: string): string | number => (/^-?[\d,]+(\.\d+)?$/.test(cell) ? Number(cell.replaceAll(',', '')) : cell)
