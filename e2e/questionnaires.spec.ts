/**
 * A questionnaire's way: sent by staff, answered on a phone through a cut of the connection, signed, returned, read beside last year's, its answers
 * declined or accepted into the book, opened again; and another bank's, late, through to the line of Form 8925 that it was asked for.
 */

import { inDatabase } from './database.ts'
import { expect, expectAccessible, PASSWORD, signInAs, test } from './harness.ts'

test('staff send it, the client answers on a phone, signs and returns, staff read it beside last year', async ({
  page,
  browser,
  baseURL,
  expected,
}) => {
  // While the line is cut the browser says so of every call.
  expected.console.push(/ERR_INTERNET_DISCONNECTED/)
  // Stonebrook's questionnaire of the year is made and not sent yet; First Coastal's of the year lies with it.
  await signInAs(page, 'manager')
  await page.goto('/questionnaires?year=2026&state=0')
  await page.getByRole('checkbox', { name: 'Select Stonebrook Commerce Bank' }).check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message (optional)').fill('For the reviews of February.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/1 sent; \d emails? (is|are) on the way\./)).toBeVisible()

  // All but three answers are given before; the story gives those.
  await answerAllBut(['tier-1-capital', 'capital-as-of', 'died'])
  const phone = await browser.newContext({ baseURL: String(baseURL), viewport: { width: 390, height: 844 }, hasTouch: true })
  const client = await phone.newPage()
  await signInAs(client, 'client')
  await client.goto('/questionnaires/annual?section=capital')
  await expect(client.getByRole('heading', { name: 'Annual Questionnaire 2026' })).toBeVisible()
  await client.getByRole('button', { name: /^Confirm Date of the figures/ }).click()
  await expect(client.getByRole('status').filter({ hasText: 'everything is saved' })).toBeVisible()

  await phone.setOffline(true)
  await client.getByRole('textbox', { name: 'Tier 1 capital' }).fill('71,000,000')
  await expect(client.getByRole('status').filter({ hasText: 'no connection' })).toBeVisible()
  expect(await stored('tier-1-capital')).toEqual([])
  await phone.setOffline(false)
  await expect(client.getByRole('status').filter({ hasText: 'everything is saved' })).toBeVisible({ timeout: 15_000 })
  expect(await stored('tier-1-capital')).toEqual([{ value: 7_100_000_000, version: 1 }])

  const bar = client.getByRole('progressbar', { name: 'Required answers given' })
  const [track, fill] = [await bar.boundingBox(), await bar.locator('span').boundingBox()]
  expect((fill?.width ?? 0) / (track?.width ?? 1), 'the bar fills with the answers').toBeGreaterThan(0.5)
  await client.getByRole('combobox', { name: 'Section' }).selectOption({ label: '6. Deaths' })
  await client
    .getByRole('group', { name: /Did an insured person die/ })
    .getByRole('radio', { name: 'No' })
    .check()
  await client.getByRole('combobox', { name: 'Section' }).selectOption({ label: '13. Review and sign' })
  await expect(client.getByText('Everything is answered.')).toBeVisible()
  await client.getByLabel('Your full name').fill('Eleanor Whitfield')
  await client.getByLabel('Your title').fill('Chief Financial Officer')
  await client.getByLabel(/I confirm this statement/).check()
  await client.getByRole('button', { name: 'Sign and return' }).click()
  await expect(client.getByText(/Signed by Eleanor Whitfield, Chief Financial Officer, and returned on/)).toBeVisible()
  await phone.close()

  await test.step('the client finds it, as it was signed, under the menu’s annual questionnaires', async () => {
    await expect
      .poll(() => inDatabase(`select source_version from client_report where source_questionnaire_id = (${HOME})`))
      .toHaveLength(1)
    const desk = await browser.newContext({ baseURL: String(baseURL) })
    const reader = await desk.newPage()
    await signInAs(reader, 'client')
    await reader.goto('/dashboard')
    const menu = reader.getByRole('tree', { name: 'First Coastal Bank: reports and documents' })
    await menu.getByRole('treeitem', { name: 'Annual questionnaires' }).click()
    await menu.getByRole('treeitem', { name: 'Annual Questionnaire 2026' }).click()
    await expect(reader).toHaveURL(/\/view-report\/\d+$/)
    await expect(reader.getByRole('heading', { name: 'Annual Questionnaire 2026' })).toBeVisible()
    const record = await reader.request.get(`/api/reports/${/\d+$/.exec(reader.url())?.[0]}/file`)
    const own = await reader.request.get('/api/annual-questionnaire/0/download', { params: { reportIds: await idOfHome(), format: 'pdf' } })
    expect([record.status(), (await record.body()).equals(await own.body())]).toEqual([200, true])
    await desk.close()
  })

  await page.goto('/questionnaires?year=2026&state=2')
  await page.getByRole('link', { name: 'First Coastal Bank' }).click()
  await expect(page.getByRole('heading', { name: 'Changes for the register' })).toBeVisible()
  await expect(page.getByText(/Concentration \d+\.\d\d% → \d+\.\d\d% of capital against 25\.00%/)).toBeVisible()
  const row = page.getByRole('row', { name: /Tier 1 capital/ })
  await expect(row).toContainText('$71,000,000.00')
  await expect(row).toContainText('Changed')
  await expectAccessible(page)
  await page.getByRole('listitem', { name: 'Capital' }).getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByLabel('Why').fill('Is it of September?')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  const employees = page.getByRole('listitem', { name: 'Employees at year end: First Coastal Bank' })
  await expect(employees).toContainText(/Form 8925 of First Coastal Bank, line 1: - → \d+/)
  await employees.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('region', { name: 'Decided' }).getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('dialog').getByLabel('What to review').fill('Is Tier 1 of September?')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText(/Reopened on .*Is Tier 1 of September\?/)).toBeVisible()
  expect(await inDatabase(`select from client_report where source_questionnaire_id = (${HOME}) and withdrawn_at is null`)).toEqual([])
})

test('a bank that is late returns its questionnaire; its employees are accepted and stand in line 1 of its Form 8925', async ({
  page,
  browser,
  baseURL,
}) => {
  const [bank] = await inDatabase(
    `select i.name, u.email from institution i join user_account u on u.institution_id = i.id and u.role = 'c' where i.id = ${LATE} order by u.id limit 1`,
  )
  const name = String(bank?.name)
  const counts = `select employees, source from employee_count where institution_id = ${LATE} and subsidiary_id is null and tax_year_end = '2025-12-31'`
  expect(await inDatabase(counts)).toEqual([])

  await test.step('its client answers what is left and signs', async () => {
    await answerLate()
    await inDatabase(`update user_account set password_hash = (select password_hash from user_account where id = 4) where email = $1`, [
      bank?.email,
    ])
    const context = await browser.newContext({ baseURL: String(baseURL) })
    const client = await context.newPage()
    await signInAs(client, { email: String(bank?.email), password: PASSWORD })
    await client.goto('/questionnaires/annual?year=2025&section=employees')
    await client
      .getByRole('textbox', { name: /^Employees and directors/ })
      .first()
      .fill('143')
    await expect(client.getByRole('status').filter({ hasText: 'everything is saved' })).toBeVisible()
    await client.goto('/questionnaires/annual?year=2025&section=sign!')
    const fullName = client.getByLabel('Your full name')
    await fullName.fill(String(await fullName.getAttribute('placeholder')))
    await client.getByLabel('Your title').fill('Controller')
    await client.getByLabel(/I confirm this statement/).check()
    await client.getByRole('button', { name: 'Sign and return' }).click()
    await expect(client.getByText(/Controller, and returned on/)).toBeVisible()
    await context.close()
  })

  await test.step('staff see the line it changes before they accept it', async () => {
    await signInAs(page, 'manager')
    await page.goto('/questionnaires?year=2025&state=2')
    await page.getByRole('link', { name }).click()
    const change = page.getByRole('listitem', { name: `Employees at year end: ${name}` })
    await expect(change).toContainText(`Form 8925 of ${name}, line 1: - → 143.`)
    await change.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('region', { name: 'Decided' })).toContainText('line 1: - → 143.')
    expect(await inDatabase(counts)).toEqual([{ employees: 143, source: 'Annual Questionnaire 2025' }])
  })

  await test.step('the form regenerated has it', async () => {
    await page.goto('/8925-reporting/generate?period=2025-12-31')
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).uncheck()
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('checkbox', { name: 'Regenerate existing reports' }).check()
    await page.getByRole('button', { name: 'Generate 1 report' }).click()
    await expect(page.getByRole('progressbar', { name: 'Reports made' })).toHaveAttribute('aria-valuetext', '1 of 1 generated', {
      timeout: 60_000,
    })
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('region', { name: /^Form 8925/ })).toContainText('143')
  })
})

/** The demo's questionnaire: sent in January, with a few answers. */
const LATE = 5
/** As another bank answered, but for its own people, who did not change, and its employees. */
const answerLate = () =>
  inDatabase(
    `with asked as (select id, book from questionnaire where institution_id = ${LATE} and site_id = 1 and year = 2025)
     insert into questionnaire_answer (institution_id, questionnaire_id, question_code, row_key, site_id, value, note, saved_by)
     select ${LATE}, asked.id, a ->> 'question', a ->> 'row', 1, a -> 'value', a ->> 'note', 4
     from asked, questionnaire q join questionnaire_return r on r.questionnaire_id = q.id, jsonb_array_elements(r.answers) a
     where q.institution_id = 1 and q.site_id = 1 and q.year = 2025 and r.number = 1 and not a ->> 'question' in ('census', 'employees', 'ein', 'legal-name')
     union all
     select ${LATE}, asked.id, 'census', i ->> 'id', 1, '{"cells": {}, "unchanged": true}', '', 4 from asked, jsonb_array_elements(book -> 'insureds') i
     union all
     select ${LATE}, asked.id, code, '', 1, to_jsonb(coalesce(book -> 'institution' ->> field, '00-0000000')), '', 4
     from asked, (values ('ein', 'ein'), ('legal-name', 'legalName')) of (code, field)
     on conflict do nothing`,
  )

const HOME = `select id from questionnaire where institution_id = 1 and site_id = 1 and year = 2026`

const idOfHome = async () => String((await inDatabase(HOME))[0]?.id)

/** Colleagues' answers before the story begins: as last year, and nothing changed of anybody insured. */
const answerAllBut = (left: readonly string[]) =>
  inDatabase(
    `insert into questionnaire_answer (institution_id, questionnaire_id, question_code, row_key, site_id, value, note, saved_by)
     select 1, (${HOME}), a ->> 'question', a ->> 'row', 1, a -> 'value', a ->> 'note', 4
     from questionnaire q join questionnaire_return r on r.questionnaire_id = q.id, jsonb_array_elements(r.answers) a
     where q.institution_id = 1 and q.site_id = 1 and q.year = 2025 and not a ->> 'question' = any($1)
     on conflict do nothing`,
    [[...left]],
  )

const stored = (question: string) =>
  inDatabase(`select value, version from questionnaire_answer where questionnaire_id = (${HOME}) and question_code = $1`, [question])
