/** Actions of people are found in the activity report: a denial, a release and a download, by filter; an error page's reference, by search; all of it in a file. */
import { expect, expectAccessible, openGroup, saved, settled, signInAs, test } from './harness.ts'

test('a denial, a release and a download are found again, and so is the reference of an error page', async ({
  page,
  expected,
  browser,
  baseURL,
}) => {
  expected.console.push(/40[34] \((Forbidden|Not Found)\)/)

  // A client reaches for what is not theirs, and takes a report home.
  const clientContext = await browser.newContext({ baseURL: String(baseURL) })
  const client = await clientContext.newPage()
  await signInAs(client, 'client')
  expect((await client.request.get('/api/users')).status()).toBe(403)
  await client.goto('/reports')
  await settled(client)
  const { name: file } = await saved(client, () =>
    client
      .getByRole('row')
      .getByRole('button', { name: /^Download / })
      .first()
      .click(),
  )
  expect(file).toMatch(/\.pdf$/)
  const kept = await client.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]))
  for (const secret of ['@', 'Ellison', 'sid=', '555']) expect([secret, kept.includes(secret)]).toEqual([secret, false])
  await clientContext.close()

  // A manager takes a report back and releases it again.
  await signInAs(page, 'manager')
  const { records } = await (await page.request.get('/api/asset-reports?ReportType=AssetReport&period=2026-09-30')).json()
  const batch = records[0].id
  const reports = await (await page.request.get(`/api/asset-reports/${batch}/reports?ReportType=AssetReport`)).json()
  const report = reports.records.find(({ institutionName }: { institutionName: string }) => institutionName === 'First Coastal Bank')
  const asked = { ReportType: 'AssetReport', reportIds: [report.id] }
  expect(
    (
      await page.request.post(`/api/asset-reports/${batch}/withdraw`, { data: { ...asked, reason: 'A figure is looked at again' } })
    ).status(),
  ).toBe(200)
  expect((await page.request.post(`/api/asset-reports/${batch}/release`, { data: asked })).status()).toBe(200)

  // An address that leads nowhere: the page says so, with a reference.
  await page.goto('/asset-reporting/999999')
  const reference = await page.locator('main code').first().textContent()
  expect(reference).toMatch(/^[0-9a-f-]{36}$/)

  await openGroup(page, 'Security')
  await page.getByRole('link', { name: 'Activity Report' }).click()
  await settled(page)
  await expect(page.getByText(/Sealed through row [\d,]+/)).toBeVisible()
  await expectAccessible(page)

  const rows = page.getByRole('table', { name: 'Activity' }).locator('tbody tr')
  await page.getByLabel('Kind').selectOption('Denial')
  await expect(rows.filter({ hasText: 'was refused: the right was missing (GET /api/users)' }).first()).toContainText('Refused')
  await page.getByLabel('Kind').selectOption('Release')
  await expect(rows.first()).toContainText('released asset report')
  await expect(rows.nth(1)).toContainText('withdrew asset report')
  await page.getByLabel('Kind').selectOption('Download and export')
  await expect(rows.first()).toContainText(/downloaded released report/)

  await page.getByLabel('Kind').selectOption('Release')
  await rows.first().getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('First Coastal Bank')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Open/ })).toHaveAttribute(
    'href',
    new RegExp(`/asset-reporting/\\d+/report/${report.id}$`),
  )
  await expectAccessible(page, ['light', 'dark'], '[role=dialog]')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const exported = await saved(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: /\.csv/ }).click()
  })
  expect(exported.bytes.toString()).toContain('released asset report')
  await page.getByLabel('Kind').selectOption('Download and export')
  // Rows that were just read are shown again for a moment.
  await page.reload()
  await expect(rows.first()).toContainText('exported a list (Activity report, as CSV)')

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Search activity').fill(String(reference))
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(
    'asked for something that does not exist or is not theirs to see (GET /api/asset-reports/:batch/reports)',
  )

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, ['dark'])
})
