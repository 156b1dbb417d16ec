/** A firm whose records lie in Salesforce: two types are mapped, errors seen before anything is taken, both accepted, and a report's figure traced to its record. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accountObject, type OrgValue, policyObject, policyValueObject, startOrganization } from '../server/src/test/salesforce-org.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, test as plain, settled, sidewaysScroll, signInAs, toast } from './harness.ts'

type Organization = Awaited<ReturnType<typeof startOrganization>>
/** The organization stands on this machine before the portal starts, which is told of it by its settings as an operator would. */
const test = plain.extend<object, { organization: Organization }>({
  organization: [
    async ({ ownBook: _ }, use) => {
      const organization = await startOrganization({
        Account: accountObject([]),
        Policy_Value__c: policyValueObject(0, none),
        Policy__c: policyObject,
      })
      await use(organization)
      await organization.double.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ organization: { double, byKey } }, use) =>
      use({
        SALESFORCE_LOGIN_URL: double.url,
        SALESFORCE_TEST_HOST: double.host,
        SALESFORCE_CLIENT_ID: byKey.clientId,
        SALESFORCE_USER: byKey.credentials.user,
        SALESFORCE_PRIVATE_KEY: byKey.credentials.privateKey,
      }),
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

const none = (): OrgValue => ({ policyNumber: '', carrier: '', date: '', cashSurrenderValue: null, deathBenefit: null })
const BANK = 'First Coastal Bank'
const REPORT = { period: '2026-10-31', title: 'Asset Reports, October 2026' }

/** The month's values of the carrier whose file is missing in the demo, as records. */
async function stonemarch(): Promise<OrgValue[]> {
  const text = readFileSync(join(import.meta.dirname, '../demo/feeds/SM_UL_1026.csv'), 'utf8')
  // A comma before a space and a name is no end of a cell.
  const [, ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(/,(?! [A-Z])/))
  const [policy] = await inDatabase('select carrier_code as "carrierCode" from policy where policy_number = $1', [rows[0]?.[0]])
  const amount = (cell: string | undefined) => (cell !== undefined && /^-?[\d.]+$/.test(cell) ? Number(cell) : null)
  return rows.map((cells) => ({
    policyNumber: cells[0] ?? '',
    carrier: String(policy?.carrierCode),
    date: REPORT.period,
    status: cells[4] ?? '',
    cashSurrenderValue: amount(cells[16]),
    deathBenefit: amount(cells[17]),
    rate: Number(cells[18]?.replace('%', '')),
    amounts: Object.fromEntries(
      [
        ['Beginning_Account_Value__c', 8],
        ['Premium_Paid__c', 9],
        ['Withdrawals__c', 10],
        ['Interest_Credited__c', 11],
        ['Cost_of_Insurance__c', 12],
        ['Expense_Charge__c', 13],
        ['Account_Value__c', 14],
        ['Surrender_Charge__c', 15],
      ].map(([name, place]) => [name, amount(cells[Number(place)]) ?? 0]),
    ),
  }))
}
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('before it is connected to an organization that answers, the page says what is wrong there', async ({
  page,
  expected,
  organization: { double },
}) => {
  // The browser's own line about the call that Salesforce refused.
  expected.console.push(/409/)
  double.fault({ on: 'oauth2/token', kind: 'refuse', status: 400, times: 99 })
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await page.getByRole('link', { name: 'Salesforce' }).click()
  await expect(page.getByRole('heading', { name: 'Connected to a test double' })).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await row(page, 'Institutions').getByRole('link', { name: 'Map fields' }).click()
  await expect(page.getByText('Salesforce refused to sign the portal in')).toBeVisible()
  double.healAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Institution number *')).toBeVisible()
})

test('institutions are mapped, previewed with their errors, pulled, and accepted by a manager', async ({
  page,
  organization: { double },
}) => {
  const banks = [
    { number: '7001', name: 'Harbor Light Bank', city: 'Salem', state: 'MA' },
    { number: '7002', name: 'Prairie Trust', city: 'Lincoln', state: 'Nebraska' },
  ]
  double.objects.set('Account', accountObject(banks))
  await signInAs(page, 'manager')
  await page.goto('/data-feeds/salesforce/mappings/institutions')
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Billing State/Province Code (BillingStateCode)')
  await page.getByRole('button', { name: 'Preview the first 50 records' }).click()
  await expect(page.getByText('State “Nebraska”: is not a state in two letters')).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  double.objects.set('Account', accountObject(banks.map((bank) => (bank.state === 'Nebraska' ? { ...bank, state: 'NE' } : bank))))
  await page.getByRole('button', { name: 'Preview the first 50 records' }).click()
  await expect(page.getByText('The first 2 of 2 records. No errors. Nothing was kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()

  await test.step('a record that cannot be read stops all of them, and its page names it', async () => {
    double.objects.set('Account', accountObject(banks))
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Salesforce' }).click()
    await row(page, 'Institutions').getByRole('button', { name: 'Pull changes' }).click()
    await expect(row(page, 'Institutions')).toContainText('Needs attention')
    await row(page, 'Institutions').getByRole('link', { name: 'See the problems' }).click()
    await expect(page.getByRole('table')).toContainText('Nebraska')
    await settled(page)
    await expectAccessible(page)
    double.objects.set('Account', accountObject(banks.map((bank) => (bank.state === 'Nebraska' ? { ...bank, state: 'NE' } : bank))))
  })
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Salesforce' }).click()
  await row(page, 'Institutions').getByRole('button', { name: 'Pull changes' }).click()
  await expect(row(page, 'Institutions')).toContainText('2 records: 2 new')
  await expect(row(page, 'Institutions')).toContainText('To be accepted')
  await row(page, 'Institutions').getByRole('button', { name: 'Accept' }).click()
  await expect(row(page, 'Institutions').getByText('Accepted', { exact: true })).toBeVisible()
  await page.goto('/institutions?search=Harbor')
  await expect(page.getByRole('link', { name: 'Harbor Light Bank' })).toBeVisible()
})

test('month-end values are pulled into a file that is posted like a carrier’s', async ({ page, organization: { double } }) => {
  const values = await stonemarch()
  const [broken] = values.filter(({ deathBenefit }) => deathBenefit === null)
  const holds = (all: readonly OrgValue[]) =>
    double.objects.set(
      'Policy_Value__c',
      policyValueObject(all.length, (index) => all[index] ?? none()),
    )
  holds([...values.filter((value) => value === broken), ...values.filter((value) => value !== broken)])
  await signInAs(page, 'manager')
  await page.goto('/data-feeds/salesforce/mappings/valuations')
  await expect(page.getByLabel('Policy number *')).toHaveValue('Policy: Policy Number (Policy__r.Name)')
  await page.getByRole('button', { name: 'Preview the first 50 records' }).click()
  await expect(page.getByLabel('Findings')).toContainText('Death_Benefit__c')
  const [posted] = await inDatabase(
    `select v.death_benefit_cents / 100.0 as amount from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
     where p.policy_number = $1 and v.status = 'POSTED' order by v.as_of_date desc limit 1`,
    [broken?.policyNumber],
  )
  holds(values.map((value) => (value === broken ? { ...value, deathBenefit: Number(posted?.amount) } : value)))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Saved!')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Salesforce' }).click()
  await row(page, 'Valuations').getByRole('button', { name: 'Pull changes' }).click()
  await expect(row(page, 'Valuations')).toContainText(`${values.length} records`)
  await expect(row(page, 'Valuations')).toContainText('To be accepted')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await row(page, 'Valuations').getByRole('link', { name: 'Open the file' }).click()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Post' }).click()
  await expect(toast(page, `${values.length} values posted`)).toBeVisible()
})

test('a figure of a report leads to the object, record and field of Salesforce', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto(`/asset-reporting/generate?period=${REPORT.period}`)
  await page.getByRole('button', { name: /^Generate \d+ reports$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: REPORT.title })).toBeVisible()
  await page.getByRole('link', { name: BANK }).first().click()
  await settled(page)
  await page
    .getByLabel('Highlights')
    .getByRole('button', { name: /how it is calculated/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /, Stonemarch: how it is calculated$/ }).click()
  await dialog
    .getByRole('button', { name: /how it is calculated$/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'The carrier’s line behind it' }).click()
  await expect(
    page.getByText(/Salesforce Policy_Value__c, record a0V\d+, changed there .* cash surrender value from Cash_Surrender_Value__c/),
  ).toBeVisible()
})
