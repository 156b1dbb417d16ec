/** A bank sends files to its service team: from the page, and from the one without scripts; it sees them taken, and withdraws what is not. */
import { pdfOf } from '../server/src/test/handed-in/make-pdf.ts'
import { expect, expectAccessible, settled, signInAs, test, watch } from './harness.ts'
import { mailsTo } from './outbox.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const HTML = Buffer.from('<!DOCTYPE html><script>alert(1)</script>')

test('several files with a note: the bad one says why, the team is told once, the sender sees who took them', async ({
  page,
  browser,
  baseURL,
  expected,
}) => {
  // The browser's own line about the file that is refused.
  expected.console.push(/status of 415/)
  await signInAs(page, 'client')
  const team: { records: { email: string }[] } = await (await page.request.get('/api/service-team')).json()
  const address = String(team.records[0]?.email)
  const before = mailsTo(address).length
  await page.goto('/bank-uploads')
  await settled(page)
  await page.getByLabel('Note (optional)').fill('Both for the October renewal')
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('Census October.pdf', pdfOf()),
      file('Board minutes.txt', Buffer.from('Minutes')),
      file('statement.pdf', HTML),
      file('census.xlsm', Buffer.from('x')),
    ])
  const sending = page.getByRole('table', { name: 'Files to send' })
  await expect(sending.getByText('This kind of file is not accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Send 3 files' }).click()
  await expect(sending.getByText('This is a web page or drawing that can run scripts')).toBeVisible()
  await expect(page.getByText(/notified by email/).first()).toBeVisible()
  await expectAccessible(page)
  const sent = page.getByRole('table', { name: 'Files sent' })
  await expect(sent.getByRole('row', { name: /Census October\.pdf.*Sent/s })).toBeVisible()
  await expect.poll(() => mailsTo(address).length, { timeout: 20_000 }).toBe(before + 1)
  expect(mailsTo(address).at(-1)).toContain('First Coastal Bank sent 2 files')

  const desk = await browser.newContext({ baseURL: String(baseURL) })
  const surprises = watch(desk, String(baseURL))
  const staff = await desk.newPage()
  await signInAs(staff, 'staff')
  await staff.goto('/bank-uploads')
  const received = staff.getByRole('table', { name: 'Bank uploads' })
  await expect(received.getByText('Both for the October renewal')).toHaveCount(2)
  const saved = staff.waitForEvent('download')
  await received.getByRole('button', { name: 'Census October.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('Census October.pdf')
  await received
    .getByRole('row', { name: /Census October\.pdf/ })
    .getByRole('checkbox')
    .check()
  await staff.getByRole('button', { name: 'Take 1 file' }).click()
  await expect(received.getByRole('row', { name: /Census October\.pdf.*Taken/s })).toBeVisible()
  await desk.close()
  expect(surprises()).toEqual([])

  // Told by a live event, without a reload.
  const taken = sent.getByRole('row', { name: /Census October\.pdf.*Taken/s })
  await expect(taken).toBeVisible()
  await expect(taken.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Withdraw Board minutes.txt' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(sent.getByRole('row', { name: /Board minutes\.txt.*Withdrawn/s })).toBeVisible()
})

test('without scripts: the same form, an answer for each file, and a file withdrawn by its button', async ({ browser, baseURL, page }) => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'
  const context = await browser.newContext({ baseURL: String(baseURL), javaScriptEnabled: false, userAgent: agent })
  const surprises = watch(context, String(baseURL))
  const plain = await context.newPage()
  await signInAs(plain, 'client')
  await plain.goto('/bank-uploads')
  expect(new URL(plain.url()).pathname).toBe('/ie-bank-uploads')
  await plain.getByLabel('Note (optional)').fill('From the old terminal')
  await plain
    .getByLabel('Files')
    .setInputFiles([file('Terminal.pdf', pdfOf()), file('page.pdf', HTML), file('mistake.txt', Buffer.from('wrong'))])
  await plain.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(plain.getByRole('status').getByRole('listitem')).toHaveText([
    'Terminal.pdf was sent.',
    /^page\.pdf was not sent\. This is a web page/,
    'mistake.txt was sent.',
  ])
  await plain.getByRole('button', { name: 'Withdraw mistake.txt' }).click()
  await expect(plain.getByText('mistake.txt was withdrawn.')).toBeVisible()
  await expect(plain.getByRole('row', { name: /Terminal\.pdf.*From the old terminal.*Sent/s })).toBeVisible()
  await context.close()
  expect(surprises()).toEqual([])

  await signInAs(page, 'client')
  await page.goto('/ie-bank-uploads')
  await expectAccessible(page)
})
