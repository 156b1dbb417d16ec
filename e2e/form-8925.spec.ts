/** Form 8925 from pre-flight to client: a missing consent is entered, the form it outdates is made again, released as restated, and read by the bank. */
import { numberBeside, pdfText, workbookOf } from '../server/src/test/report-files.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, signInAs, test } from './harness.ts'
import { downloaded, makeAgain, readAsClient, releaseRestated } from './report-steps.ts'

const OF_YEAR = `from report where institution_id = 1 and site_id = 1 and report_type = 'C8925Report' and period = '2025-12-31' and deleted_at is null`

test('a consent is found missing and entered, the form is regenerated, released, and the bank reads it', async ({ page, browser }) => {
  const [made] = (await inDatabase(`select id, batch_id ${OF_YEAR}`)) as { id: number; batch_id: number }[]
  const formPath = `/8925-reporting/${made?.batch_id}/report/${made?.id}`
  await signInAs(page, 'manager')
  await page.goto(formPath)
  await settled(page)
  const lineOf = (line: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: line, exact: true }) })
  const without = async () => Number(await lineOf('4b').getByRole('cell').last().textContent())
  const before = await without()

  await test.step('pre-flight: who lacks a consent, and what the form says as of now', async () => {
    await page.goto('/institutions/1?tab=policies&list=consents')
    await expect(page.getByRole('heading', { name: 'Form 8925 as of now' })).toBeVisible()
    await page.getByRole('button', { name: /^Missing \d+$/ }).click()
    await expect(page).toHaveURL(/flaw=MISSING/)
    await expect(page.getByText('No signed consent is on file.').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the consent is entered on the person’s page', async () => {
    const insuredId = await missing()
    await page.goto(`/institutions/1/insureds/${insuredId}?tab=consents`)
    await page.getByRole('button', { name: 'New consent' }).click()
    const issued = await issueOf(insuredId)
    await page.getByLabel('Notified on').fill(issued)
    await page.getByLabel('Signed on').fill(issued)
    await page.getByLabel('Maximum disclosed, in dollars').fill('9,000,000')
    await page.getByLabel('States that coverage may continue after employment ends').check()
    await page.getByLabel('States that the policyholder is a beneficiary').check()
    await page.getByLabel('Where the signed paper is kept').fill('Consent binder, human resources')
    await page.getByRole('button', { name: 'Add consent' }).click()
    await expect(page.getByText('Consent valid')).toBeVisible()
  })

  await test.step('the form of the year is marked, and generated again with the batch page as its place', async () => {
    await page.goto(formPath)
    await expect(page.getByText('Figures behind this report were corrected on')).toBeVisible()
    await makeAgain(page, '/8925-reporting', 'Form 8925 Reports, year to December 2025')
    await expect.poll(without).toBe(before - 1)
    await expect(page.getByText('Figures behind this report were corrected on')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('released as restated; the bank reads the same lines on screen, in the PDF and in the workbook', async () => {
    await releaseRestated(page, 'The return is due')
    await readAsClient(browser, page, async (client) => {
      await expect(client.getByRole('region', { name: /^Form 8925/ })).toContainText(String(before - 1))
      expect((await pdfText((await downloaded(client, 'Report (PDF)')).bytes)).replaceAll(/\s+/g, ' ')).toContain('RESTATED')
      const workbook = await workbookOf((await downloaded(client, 'Excel workbook with e-file data (XLSX)')).bytes)
      expect(numberBeside(workbook, 'E-file data', 'EmployeesWithoutValidCnsntQty')).toBe(before - 1)
    })
  })
})

/** Somebody who is an employee, whose one covered policy counts for the year, and of whom no consent is on file. */
async function missing(): Promise<number> {
  const [one] = (await inDatabase(
    `select s.id from insured s join policy p on p.institution_id = s.institution_id and p.insured_id = s.id
     where s.institution_id = 1 and s.employment_status = 'ACTIVE' and p.policy_status = 'IN_FORCE' and p.issue_date between '2006-08-18' and '2025-12-31'
       and not p.is_section1035_replacement and not exists (select from consent c where c.institution_id = 1 and c.insured_id = s.id)
     group by s.id having count(*) = 1 order by s.id limit 1`,
  )) as { id: number }[]
  if (!one) throw new Error('nobody lacks a consent')
  return one.id
}
async function issueOf(insuredId: number): Promise<string> {
  const [one] = (await inDatabase(
    `select to_char(max(issue_date), 'MM/DD/YYYY') as issued from policy where institution_id = 1 and insured_id = $1 and issue_date > '2006-08-17'`,
    [insuredId],
  )) as { issued: string }[]
  return one?.issued ?? ''
}
