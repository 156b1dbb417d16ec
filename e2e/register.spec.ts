/** A policy's status put right by hand: with a reason, in the history, and in the report once it is made again. Who may only look changes nothing. */
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, signInAs, test, toast } from './harness.ts'

test.describe.configure({ mode: 'serial' })

const BANK = 'First Coastal Bank'
const REASON = 'The carrier confirmed the grace period by letter'
const story = { institutionId: 0, policyId: 0, policyNumber: '', reportPath: '' }
const statuses = (page: Page) => page.getByRole('region', { name: 'Status by date' })

test('the register lists the bank’s policies with the totals of its September report', async ({ page }) => {
  const [row] = (await inDatabase(
    `select p.institution_id, count(*) as policies, sum(v.cash_surrender_value_cents) as csv from policy p join institution i on i.id = p.institution_id
     join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = '2026-09-30' and v.status = 'POSTED'
     where i.name = '${BANK}' group by 1`,
  )) as { institution_id: number; policies: string; csv: string }[]
  story.institutionId = row?.institution_id ?? 0
  await signInAs(page, 'staff')
  await page.goto(`/institutions/${story.institutionId}?tab=policies&period=2026-09-30`)
  await settled(page)
  const dollars = (Number(row?.csv) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(page.getByText(`${row?.policies} policies in force`)).toBeVisible()
  await expect(page.locator('tfoot')).toContainText(dollars)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Consents', exact: true }).click()
  await expect(page.getByText(/\d+ valid, \d+ defective, \d+ missing/)).toBeVisible()
  await page.getByRole('link', { name: 'Split-dollar agreements' }).click()
  await expect(page.getByRole('heading', { name: 'Split-dollar agreements' })).toBeVisible()
  await page.getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByText('Crediting rate reset').first()).toBeVisible()
})

test('a status is entered with its date and reason, and stands in the history and on the regenerated report', async ({ page }) => {
  const [report] = (await inDatabase(
    `select id, batch_id from report where institution_id = ${story.institutionId} and report_type = 'AssetReport' and period = '2026-09-30' and not is_quarterly and deleted_at is null`,
  )) as { id: number; batch_id: number }[]
  const [policy] = (await inDatabase(
    `select p.id, p.policy_number from policy p where p.institution_id = ${story.institutionId} and p.policy_status = 'IN_FORCE' order by p.id limit 1`,
  )) as { id: number; policy_number: string }[]
  Object.assign(story, {
    policyId: policy?.id,
    policyNumber: policy?.policy_number,
    reportPath: `/asset-reporting/${report?.batch_id}/report/${report?.id}`,
  })
  await signInAs(page, 'manager')
  await page.goto(`/institutions/${story.institutionId}?tab=policies&search=${story.policyNumber}`)
  await page.getByRole('link', { name: story.policyNumber }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Policy ${story.policyNumber}` })).toBeVisible()
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByLabel('Status *').selectOption({ label: 'In its grace period' })
  await page.getByLabel('From *').fill('09/15/2026')
  await page.getByLabel('Why *').fill(REASON)
  await page.getByRole('button', { name: 'Add status' }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await expect(statuses(page).getByRole('row').nth(1)).toContainText('In its grace period')
  await expect(statuses(page).getByRole('row').nth(1)).toContainText(REASON)
  await expect(page.getByText('Figures were corrected after')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Status added')).toBeVisible()
  await expect(page.getByText(`“${REASON}”`)).toBeVisible()

  await page.goto(story.reportPath)
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click()
  await expect
    .poll(
      async () =>
        (
          await inDatabase(
            `select snapshot #> '{activity,statusChanges}' @> '[{"newStatus": "GRACE", "oldStatus": "IN_FORCE"}]' as told from report_version
             where report_id = (select id from report where institution_id = ${story.institutionId} and report_type = 'AssetReport' and period = '2026-09-30' and not is_quarterly and deleted_at is null)
             order by version desc limit 1`,
          )
        )[0]?.told,
      { timeout: 60_000 },
    )
    .toBe(true)
  await page.goto(`/institutions/${story.institutionId}/policies/${story.policyId}`)
  await settled(page)
  await expect(page.getByRole('link', { name: 'Asset Report, September 2026', exact: true })).toHaveCount(0)
})

test('at level 1 everything is read and nothing is changed; another site’s institution is not there', async ({ page, expected }) => {
  expected.console.push(/status of 40[34]/)
  await inDatabase(
    `update user_permission set access = 1 where code = 'INSTITUTIONS' and user_id = (select id from user_account where email = 'staff@corridor.example')`,
  )
  await signInAs(page, 'staff')
  await page.goto(`/institutions/${story.institutionId}/policies/${story.policyId}`)
  await settled(page)
  await expect(page.getByRole('button', { name: 'Change status' })).toHaveCount(0)
  const refused = await page.request.post(`/api/institutions/${story.institutionId}/register/policies/${story.policyId}/statuses`, {
    data: { status: 'LAPSED', effectiveDate: '2026-09-20', reason: 'a test', updatedAt: '2026-01-01T00:00:00.000Z' },
  })
  expect(refused.status()).toBe(403)
  const person = await page.request.get(`/api/institutions/${story.institutionId}/register/insureds/${story.policyId}`)
  expect(JSON.stringify(await person.json())).not.toMatch(/"dateOfBirth":"\d/)
  await page.goto('/institutions/999999/policies/1')
  await expect(page.getByText('This does not exist, or you do not have access to it.', { exact: true })).toBeVisible()
  await inDatabase(
    `update user_permission set access = 2 where code = 'INSTITUTIONS' and user_id = (select id from user_account where email = 'staff@corridor.example')`,
  )
})
