/** A schedule from its making to its end: next runs, held by the release check with the reason, paused, changed, deleted and brought back. */
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, signInAs, test, toast } from './harness.ts'

const REASON = 'Kept open by a story of schedules'

// The month is held open for the bank on purpose, so that the story is the same on every day it is told.
test.beforeEach(() =>
  inDatabase(
    `insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message)
     select 2, 1, 'STORY', 'STORY', 'error', (date_trunc('month', now() - make_interval(months => back)) + interval '1 month - 1 day')::date, $1 from generate_series(0, 2) back`,
    [REASON],
  ),
)
test.afterEach(() => inDatabase('delete from audit_exception where message = $1', [REASON]))

test('staff have a bank’s summary made each month, and see why it waits', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/summary-asset-reporting')
  await page.getByRole('link', { name: 'Schedules' }).click()
  await page.getByRole('link', { name: 'New schedule' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ridgeline, each month')
  await page.getByRole('combobox', { name: /^Reports/ }).selectOption('Summary Asset Reports')
  await page.getByRole('combobox', { name: /^Business day of the following month/ }).selectOption('8th business day')
  await expect(page.getByText('For example 01/13/2027 for December 2026.')).toBeVisible()
  // A list of a dozen is ticked, a longer one searched; other stories enter institutions.
  const ticked = page.getByRole('checkbox', { name: 'Ridgeline Savings Bank' })
  const searched = page.getByRole('combobox', { name: 'Add to Institutions' })
  await expect(ticked.or(searched)).toBeVisible()
  if (await ticked.isVisible()) await ticked.check()
  else {
    await searched.fill('Ridgeline')
    await page.getByRole('option', { name: 'Ridgeline Savings Bank' }).click()
  }
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ridgeline, each month' })).toBeVisible()
  await expect(page.getByText(/^Summary Asset Reports, 8th business day · next on \d\d\/\d\d\/\d{4}, for [A-Z][a-z]+ \d{4}$/)).toBeVisible()
  const address = page.url()

  await test.step('run now: behind the close gate it waits and says why', async () => {
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(toast(page, 'Waiting: the month is not closed yet.')).toBeVisible()
    await expect(page.getByText(/is not closed for 1 of 1 institutions\. Ridgeline Savings Bank: .*open audit error/).first()).toBeVisible()
    await expect(page.getByRole('table', { name: 'Runs' }).getByText('Waiting')).toBeVisible()
    await settled(page)
    await expectAccessible(page)
  })

  await test.step('paused, changed, and on the list as what it is', async () => {
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Summary Asset Reports, 8th business day · paused')).toBeVisible()
    await page.getByRole('combobox', { name: /^Business day of the following month/ }).selectOption('5th business day')
    await page.getByRole('button', { name: 'Save' }).click()
    // The toast of its making may still stand.
    await expect(page.getByText('Summary Asset Reports, 5th business day · paused')).toBeVisible()
    await expect(toast(page, 'Saved!')).toBeVisible()
    await page.goto('/report-schedules?paused=true')
    const row = page.getByRole('row', { name: /Ridgeline, each month/ })
    await expect(row).toContainText('5th')
    await expect(row).toContainText('Paused')
    await expectAccessible(page)
  })

  await test.step('deleted, brought back, and deleted for good', async () => {
    const remove = async () => {
      await page.goto(address)
      // Its runs are read before it goes: asked for afterwards, they are not there.
      await settled(page)
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Restored.')).toBeVisible()
    await remove()
  })
})
