/** The Document Center: a carrier's, a vendor's and a bank's paper uploaded at once, moved, replaced, downloaded, deleted and brought back; and who sees which. */
import type { Browser, Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, saved, settled, signInAs, test, toast } from './harness.ts'

/** A carrier of First Coastal Bank that another bank holds nothing of, and that bank's client. */
async function carrierAndStranger(): Promise<{ carrier: string; strangerId: number }> {
  const [found] = await inDatabase(
    `select c.short_name as carrier, u.id from carrier c
      join institution i on i.id <> 1 and not exists (select from policy p where p.institution_id = i.id and p.site_id = 1 and p.carrier_code = c.code)
      join institution_site x on x.institution_id = i.id and x.site_id = 1
      join user_account u on u.institution_id = i.id and u.role = 'c' and u.status = 1
      where exists (select from policy p where p.institution_id = 1 and p.site_id = 1 and p.carrier_code = c.code) order by c.code, u.id limit 1`,
    [],
  )
  if (!found) throw new Error('the demo book has no bank without one of First Coastal’s carriers')
  return { carrier: String(found.carrier), strangerId: Number(found.id) }
}

/** A person's view of a document: whether it is there for them. */
const seen = async (page: Page, id: number): Promise<number> => (await page.request.get(`/api/documents/${id}/file`)).status()

async function peopleOf(browser: Browser, baseURL: string, strangerId: number) {
  const [client, stranger] = [
    await (await browser.newContext({ baseURL })).newPage(),
    await (await browser.newContext({ baseURL })).newPage(),
  ]
  await signInAs(client, 'client')
  await signInAs(stranger, 'manager')
  expect((await stranger.request.post(`/api/session/view-as/${strangerId}`, { headers: { origin: baseURL } })).status()).toBe(200)
  return { client, stranger }
}

test('papers are uploaded, seen by those they are for, moved, replaced, downloaded, deleted and brought back', async ({
  page,
  browser,
  baseURL,
}) => {
  const { carrier, strangerId } = await carrierAndStranger()
  const { client, stranger } = await peopleOf(browser, String(baseURL), strangerId)
  await signInAs(page, 'manager')
  await page.goto('/documents')
  await page.getByRole('link', { name: 'Upload documents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Upload documents' })).toBeVisible()
  await page.getByLabel('Owner').selectOption('Carrier')
  await page.getByRole('combobox', { name: /^Carrier/ }).fill(carrier)
  await page.keyboard.press('Enter')
  await page.getByLabel('Type').selectOption({ label: 'Presentation (PRE)' })
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Rate_outlook.txt', mimeType: 'text/plain', buffer: Buffer.from('Rates are expected to hold.') },
    { name: 'Custody_terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Terms of custody.') },
    { name: '1-LEG-24-Plan_document.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan.') },
  ])
  const files = page.getByRole('table', { name: 'Documents to upload' })
  await expect(files.getByRole('row', { name: /Rate_outlook/ })).toContainText(`${carrier}, PRE`)
  // The name of the third says where it belongs.
  await expect(files.getByRole('row', { name: /Plan_document/ })).toContainText('First Coastal Bank, LEG, 2024')
  await page.getByRole('button', { name: 'Change where Custody_terms.txt belongs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where this file belongs' })
  await dialog.getByLabel('Owner').selectOption('Vendor')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Enter the vendor’s name')).toBeVisible()
  await dialog.getByLabel('Vendor').fill('Harbor Custody')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload 3 documents' }).click()
  await expect(page.getByText('3 of 3 stored')).toBeVisible()

  const idOf = async (name: string) =>
    Number((await inDatabase('select id from document where upload_name = $1 and site_id = 1', [name]))[0]?.id)
  const [rates, terms, plan] = [await idOf('Rate_outlook.txt'), await idOf('Custody_terms.txt'), await idOf('1-LEG-24-Plan_document.txt')]
  expect([await seen(client, rates), await seen(client, terms), await seen(client, plan)]).toEqual([200, 200, 200])
  expect([await seen(stranger, rates), await seen(stranger, terms), await seen(stranger, plan)]).toEqual([404, 200, 404])
  await client.goto(`/view-document/${rates}`)
  await expect(client.getByRole('heading', { level: 1, name: 'Rate outlook' })).toBeVisible()

  await page.goto('/documents?search=Rate+outlook')
  await page.getByRole('checkbox', { name: 'Select Rate outlook' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const move = page.getByRole('dialog', { name: 'Move 1 document' })
  await move.getByRole('button', { name: 'Preview the move' }).click()
  await expect(move.getByText('Choose an owner, a type or a year to move them to.')).toBeVisible()
  await move.getByLabel('Owner').selectOption('Vendor')
  await move.getByLabel('Vendor').fill('Harbor Custody')
  await move.getByRole('button', { name: 'Preview the move' }).click()
  await expect(move.getByText('1 document moves to Harbor Custody.')).toBeVisible()
  await expect(move.getByText(`1 document from ${carrier}, PRE`)).toBeVisible()
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Move 1 document' }).click()
  await expect(toast(page, '1 document moved.')).toBeVisible()
  expect(await seen(stranger, rates)).toBe(200)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Moved back.')).toBeVisible()
  expect(await seen(stranger, rates)).toBe(404)

  await page.getByRole('link', { name: 'Edit Rate outlook' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'Rate_outlook_amended.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Rates are expected to rise.'),
  })
  await expect(toast(page, 'The new version is stored.')).toBeVisible()
  await expect(page.getByRole('row', { name: /2, shown to clients/ })).toContainText('Rate_outlook_amended.txt')
  const first = await saved(page, () => page.getByRole('button', { name: 'Download version 1' }).click())
  expect([first.name, first.bytes.toString()]).toEqual(['Rate_outlook.txt', 'Rates are expected to hold.'])
  expect(await (await client.request.get(`/api/documents/${rates}/file`)).text()).toBe('Rates are expected to rise.')

  await page.goto('/documents?typeCode=PRE&search=outlook')
  await page.getByRole('checkbox', { name: 'Select Rate outlook' }).check()
  const archive = await saved(page, () => page.getByRole('button', { name: 'Download', exact: true }).click())
  expect([archive.name, archive.bytes.subarray(0, 2).toString(), archive.bytes.includes('Rate_outlook_amended.txt')]).toEqual([
    'documents.zip',
    'PK',
    true,
  ])
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('button', { name: 'Delete 1 document' }).click()
  await expect(toast(page, 'Deleted!')).toBeVisible()
  expect(await seen(client, rates)).toBe(404)
  await page.getByRole('tab', { name: 'Trash' }).click()
  await expect(page.getByRole('row', { name: /Rate outlook/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Restored.')).toBeVisible()
  expect(await seen(client, rates)).toBe(200)

  // A bank takes its own year away whole.
  await client.goto('/reports?year=2026')
  await settled(client)
  const year = await saved(client, () => client.getByRole('button', { name: /^Download all/ }).click())
  expect([year.name, year.bytes.subarray(0, 2).toString()]).toEqual(['reports-2026.zip', 'PK'])
  for (const other of [client, stranger]) await other.context().close()
})
