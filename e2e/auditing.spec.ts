/** An exception of the current month is seen in the sidebar, opened, assigned and resolved with a reason; the warning goes. */
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, openGroup, saved, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'

// The exceptions of the demo are settled here, and other stories count them.
test.use({ ownBook: 'audits' })
test.describe.configure({ mode: 'serial' })

const ITEM = 'CSV & DB MoM Balance'
const MESSAGE = 'The cash surrender value rose by 1.50% in the month, which no premium explains.'
const NOTE = 'The carrier restated the value by telephone'

interface Planted {
  period: string
  policyNumber: string
}
const policy = { period: '', policyNumber: '' } satisfies Planted
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** mm/dd/yyyy */
const shownDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

async function plant(): Promise<void> {
  // The demo's own exceptions of movements are settled first, so that the one that is told of is the only one.
  const [month] = await inDatabase(
    "select to_char(max(as_of_date), 'YYYY-MM-DD') as period from policy_valuation where site_id = 1 and status = 'POSTED'",
  )
  policy.period = String(month?.period)
  await inDatabase(
    "update audit_exception set status = 'ACKNOWLEDGED' where site_id = 1 and check_code = 'cash-surrender-exceptions' and status = 'OPEN'",
  )
  const [planted] = await inDatabase(
    `insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, carrier_code, policy_id, expected, actual, tolerance, message, figures, months)
     select p.institution_id, p.site_id, 'cash-surrender-exceptions', 'M3', 'error', $1, p.carrier_code, p.id, '0', '0.014986', 0.01, $2,
       jsonb_build_object('priorCashSurrenderValueCents', 305000000, 'increaseCents', 4570652, 'increaseFraction', 0.014986), 3
     from policy p where p.site_id = 1 order by p.institution_id, p.id limit 1
     returning (select policy_number from policy p where p.institution_id = audit_exception.institution_id and p.id = audit_exception.policy_id) as policy_number`,
    [policy.period, MESSAGE],
  )
  policy.policyNumber = String(planted?.policy_number)
}

test('a manager audits the month from its page', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/reports/client-exception-report-cash-surrender')
  await page.getByRole('button', { name: 'Audit this month' }).click()
  const ended = 'select 1 from audit_run where site_id = 1 and ended_at is not null and asked_by is not null'
  await expect.poll(async () => (await inDatabase(ended)).length, { timeout: 60_000 }).toBe(1)
  await expect(page.getByText(/; last audited /)).toBeVisible()
  await expect(page.getByText('Policies valued').first()).toBeVisible()
  await plant()
})

test('the sidebar warns of the audit that found something, and of its month', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/data-feeds')
  await openGroup(page, 'Auditing')
  const warning = menu(page).getByRole('link', { name: ITEM }).getByRole('img')
  const tooltip = `Exception found in the ${shownDay(policy.period)} data.`
  await expect(warning).toHaveAccessibleName(tooltip)
  await warning.hover()
  await expect(page.getByText(tooltip, { exact: true })).toBeVisible()
  await menu(page).getByRole('link', { name: ITEM }).click()
  await expect(page.getByRole('heading', { level: 1, name: ITEM })).toBeVisible()
  await settled(page)
  await expect(page.getByText('1 error: release requires a reason')).toBeVisible()
  await expectAccessible(page)
})

test('the exception opens with its figures, is assigned by a day and resolved with a reason; the warning goes', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/reports/client-exception-report-cash-surrender?status=OPEN')
  await page.getByRole('button', { name: 'M3, Movement too large' }).click()
  const exception = page.getByRole('dialog', { name: 'Exception' })
  await expect(exception.getByText(MESSAGE)).toBeVisible()
  await expect(exception.getByText('Third month running')).toBeVisible()
  await expect(exception.getByText('1.499%').first()).toBeVisible()
  await expect(exception.getByRole('link', { name: new RegExp(policy.policyNumber) })).toBeVisible()
  await expectAccessible(page)

  await exception.getByRole('button', { name: 'Assign' }).click()
  const assigning = page.getByRole('dialog', { name: 'Assign' })
  const person = assigning.getByLabel('Assigned to')
  await person.selectOption({ index: 1 })
  const name = (await person.locator('option:checked').textContent()) ?? ''
  await assigning.getByLabel('Due').fill('12/15/2026')
  await assigning.getByLabel('Due').press('Tab')
  await assigning.getByRole('button', { name: 'Assign' }).click()
  await expect(toast(page, '1 exception assigned.')).toBeVisible()
  await expect(exception.getByText(`Assigned to ${name}, due 12/15/2026`)).toBeVisible()

  await exception.getByRole('button', { name: 'Resolve' }).click()
  const resolving = page.getByRole('dialog', { name: 'Resolve' })
  await resolving.getByLabel('Reason').selectOption({ label: 'Carrier confirmed the value' })
  await resolving.getByLabel('Note').fill(NOTE)
  await expectAccessible(page)
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expect(toast(page, '1 exception resolved.')).toBeVisible()
  await expect(exception.getByText(NOTE)).toBeVisible()
  await exception.getByRole('button', { name: 'Close' }).click()
  await expect(menu(page).getByRole('link', { name: ITEM }).getByRole('img')).toHaveCount(0)
})

test('the audit is signed off by somebody who posted none of it, its statement is saved, and a change asks for another review', async ({
  page,
}) => {
  await signInAs(page, 'manager')
  await page.goto('/reports/client-exception-report-cash-surrender')
  const review = page.getByRole('region', { name: 'Review' })
  await expect(review.getByText('Not reviewed: nobody has signed off this audit.')).toBeVisible()
  await review.getByRole('button', { name: 'Sign off' }).click()
  const signing = page.getByRole('dialog', { name: `Sign off ${ITEM}?` })
  await signing.getByLabel('Note').fill('Looked at every exception')
  await expectAccessible(page)
  await signing.getByRole('button', { name: 'Sign off' }).click()
  await expect(toast(page, 'Signed off.')).toBeVisible()
  await expect(review.getByText('Of the audit as it stands')).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  const file = await saved(page, async () => {
    await review.getByRole('button', { name: 'Statement (PDF)' }).click()
  })
  expect(file.name).toMatch(/^CSV . DB MoM Balance, \w+ \d{4}\.pdf$/)

  await inDatabase("update audit_exception set status = 'OPEN', reason_code = null where message = $1", [MESSAGE])
  await page.reload()
  await expect(review.getByText(/in an earlier state: .* It has to be signed off again\./)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page)
  await inDatabase("update audit_exception set status = 'RESOLVED', reason_code = 'CARRIER_CONFIRMED' where message = $1", [MESSAGE])
})

test('the policy’s page tells it, and a tolerance shows what it would change before it is saved', async ({ page }) => {
  await signInAs(page, 'manager')
  const [at] = await inDatabase('select institution_id, policy_id from audit_exception where message = $1', [MESSAGE])
  await page.goto(`/institutions/${Number(at?.institution_id)}/policies/${Number(at?.policy_id)}?tab=exceptions`)
  await expect(page.getByRole('link', { name: MESSAGE })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/audit-tolerances?check=cash-surrender-exceptions')
  await page.getByRole('button', { name: 'Change M3' }).click()
  const dialog = page.getByRole('dialog', { name: /^M3/ })
  await dialog.getByLabel('Relative difference (percent)').fill('0.2')
  await dialog.getByLabel('Why?').fill('To see what a narrower limit finds')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText(/exceptions? of .* would be added, \d+ removed, \d+ unchanged\./)).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expectAccessible(page)
})

test('chosen filters stand beside each other, and none lies over another, at any width', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/reports/client-exception-report-cash-surrender?severity=error&ruleCode=M5&status=OPEN')
  await settled(page)
  const exceptions = page.getByRole('region', { name: 'Exceptions', exact: true })
  await expect(exceptions.getByRole('button', { name: 'Rule: M5' })).toBeVisible()
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const folded = exceptions.getByRole('button', { name: 'Filters and tools' })
    if (await folded.isVisible()) await folded.click()
    const boxes = await exceptions
      .locator('[data-popover] > button, input, select')
      .evaluateAll((controls) =>
        controls.filter((control) => control.closest('table') === null).map((control) => control.getBoundingClientRect().toJSON()),
      )
    const shown = boxes.filter(({ width: wide }) => wide > 0)
    expect(shown.length).toBeGreaterThan(7)
    const over = shown.flatMap((one, index) =>
      shown
        .slice(index + 1)
        .filter(
          (other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1,
        ),
    )
    expect(over, `at ${width} pixels`).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
})
