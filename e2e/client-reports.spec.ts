/** Client reports: three hundred files dropped at once, twelve of them bad; the connection cut in the middle; then the bank's own list. */
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'
import { mailsTo } from './outbox.ts'

const BANK = 1
interface Dropped {
  name: string
  mimeType: string
  buffer: Buffer
}
const file = (name: string, content: string | Buffer = `Ledger,Amount\n${name},1\n`): Dropped => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})
const named = (index: number, type = 'PRE') => `${BANK}-${type}-26-Board_paper_${String(index).padStart(3, '0')}.csv`
/** Comes in parts. */
const LARGE = `${BANK}-PRE-26-Board_book.csv`

test('of three hundred files the twelve bad ones are named, the others stored, also when the connection breaks on the way', async ({
  page,
  context,
  expected,
}) => {
  test.setTimeout(90_000)
  expected.console.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|400 \(Bad Request\)|415 \(Unsupported Media Type\)/)
  await signInAs(page, 'manager')
  const [elsewhere] = await inDatabase(
    'select id from institution where id not in (select institution_id from institution_site where site_id = 1) limit 1',
  )
  const there = await page.request.post('/api/reports', { multipart: { file: file(`${BANK}-PRE-26-There_already.csv`) } })
  expect(there.status()).toBe(201)

  await page.goto('/reports')
  await page.getByRole('link', { name: 'Upload reports' }).click()
  const good = Array.from({ length: 286 }, (_, index) => file(named(index)))
  const large = file(LARGE, Buffer.alloc(9_000_000, 'Ledger,Amount\n'))
  const mended = file(`${BANK}-PRE-Mended.csv`)
  const bad = [
    file('September.csv'),
    file(`${BANK}-PRE.csv`),
    file(`bank-PRE-26-Board.csv`),
    file('999999-PRE-26-Nobody.csv'),
    file(`${Number(elsewhere?.id ?? 999_998)}-PRE-26-Elsewhere.csv`),
    file(named(1, 'QQQ')),
    file(`${BANK}-PRE-26-There_ALREADY.csv`),
    file(named(7).replace('Board', 'BOARD')),
    file(`${BANK}-PRE-26-tool.exe`),
    file(`${BANK}-PRE-26-page.pdf`, '<html><script>alert(1)</script></html>'),
    file(`${BANK}-PRE-26-table.xlsx`, 'Not a workbook at all.'),
    file(`${BANK}-PRE-26-scan.png`, 'MZ\u0090\u0000 not a picture'),
  ]
  await page.locator('input[type=file]').setInputFiles([large, ...good, mended, ...bad])

  // Before a byte is sent: what each name says, and which cannot be sent.
  await expect(page.getByText('0 of 300 stored')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Need attention 10' })).toBeVisible()
  await page.getByRole('button', { name: 'Need attention 10' }).click()
  const list = page.getByRole('table', { name: 'Files to upload' })
  for (const words of [
    "September.csv: Name doesn't meet required format.",
    'Institution 999999 is not on this site.',
    'There is no report type QQQ.',
    'A report with this name is already stored.',
    'Another file in this upload has the same name.',
    'This kind of file is not accepted.',
  ])
    await expect(list.getByText(words).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Rename ${mended.name}` }).click()
  await page.getByLabel(`New name of ${mended.name}`).fill(`${BANK}-PRE-26-Mended.csv`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All 300', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Need attention 9' })).toBeVisible()

  await page.getByRole('button', { name: 'Upload 291 files' }).click()
  await expect(page.getByText(/^[1-9]\d* of 300 stored/)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('4 on their way')).toBeVisible()
  await page.waitForRequest((request) => request.method() === 'POST')
  await context.setOffline(false)
  await expect(page.getByText('288 of 300 stored')).toBeVisible({ timeout: 60_000 })

  // Twelve are named with their reason, three of them for what they hold.
  await page.getByRole('button', { name: 'Need attention 12' }).click()
  await expect(list.getByRole('row')).toHaveCount(13)
  for (const name of ['page.pdf', 'table.xlsx', 'scan.png'])
    await expect(list.getByRole('row', { name: new RegExp(name) }).getByText('Not stored')).toBeVisible()
  const rows = await inDatabase(
    `select count(*)::int as count from client_report where origin = 'UPLOADED' and type_code = 'PRE' and upload_name like '1-PRE-26-Board%'`,
  )
  expect(rows).toEqual([{ count: 287 }])
  expect(await inDatabase('select count(*)::int as count from upload_part where start_byte > 0')).toEqual([{ count: 0 }])
  await expect(toast(page, /^The institutions are notified/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove 12 files that cannot be stored' }).click()
  await expect(page.getByText('288 of 288 stored')).toBeVisible()
  await expect
    .poll(() => mailsTo('client@firstcoastal.example').filter((mail) => mail.includes('Board')).length, { timeout: 20_000 })
    .toBe(1)
})

test('a report is corrected, gets another file, is deleted, and comes back', async ({ page, expected }) => {
  expected.console.push(/409 \(Conflict\)/)
  await signInAs(page, 'manager')
  const made = await page.request.post('/api/reports', { multipart: { file: file(`${BANK}-PRE-26-Strategy_day.csv`) } })
  const { id }: { id: number } = await made.json()
  await page.goto(`/reports/${id}`)
  await settled(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Strategy day, October')
  await page.getByRole('textbox', { name: 'Year' }).fill('2025')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await page.getByRole('button', { name: 'Replace file' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file('corrected.txt', 'Corrected.\n'))
  await expect(toast(page, 'The file was replaced.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Files of the report' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Delete report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Client Reports' })).toBeVisible()
  await page.getByRole('tab', { name: 'Trash' }).click()
  await page.getByLabel('Select Strategy day, October').check()
  await page.getByRole('button', { name: 'Restore selected' }).click()
  await expect(toast(page, '1 report restored.')).toBeVisible()
  await page.getByRole('tab', { name: 'Reports' }).click()
  await page.getByRole('searchbox', { name: 'Search client reports' }).fill('strategy')
  await expect(page.getByRole('link', { name: 'Strategy day, October' })).toBeVisible()
})

test('the bank finds its reports by typing, on a phone too', async ({ page }) => {
  await signInAs(page, 'manager')
  for (const name of ['Harbor_study', 'Lantern_study'])
    expect((await page.request.post('/api/reports', { multipart: { file: file(`${BANK}-PRE-26-${name}.csv`) } })).status()).toBe(201)
  await signInAs(page, 'client')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/reports')
  await page.getByRole('searchbox', { name: 'Find a report' }).fill('harbor 2026')
  await expect(page.getByRole('link', { name: 'Harbor study' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lantern study' })).toHaveCount(0)
  await expect(page).toHaveURL(/search=harbor\+2026/)
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page)
})
