/**
 * A carrier's file of twelve policies that nobody has: the carrier by its NAIC company code, no bank, a product that is not kept. One choice adds all that are
 * complete, the product is made on the way, and the one without a face amount is completed and added by itself.
 */
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, sidewaysScroll, signInAs, test, toast } from './harness.ts'

test.use({ ownBook: 'new policies' })
test.describe.configure({ mode: 'serial' })

const HEADERS = [
  'Company',
  'Policy Number',
  'Insured Name',
  'Val Date',
  'Issue Date',
  'Face Amount',
  'Cost Basis',
  'CSV',
  'Death Benefit',
  'Product Name',
  'DOB',
  'Insured Role',
  'Notice Date',
  'Consent Date',
  'Max Face Disclosed',
  '1035 Exchange',
]
const line = (number: number) =>
  [
    '00101',
    `HC-${100 + number}`,
    `"Harper, Dale ${String.fromCharCode(64 + number)}"`,
    '10/31/2026',
    '10/15/2026',
    number === 12 ? '' : '500000.00',
    '100000.00',
    '100150.00',
    '500000.00',
    'Harbor Choice UL',
    `03/${10 + number}/1970`,
    'Officer',
    '09/20/2026',
    '09/28/2026',
    '600000.00',
    'No',
  ].join(',')
const FILE = {
  name: 'harbor-choice-october.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADERS.join(','), ...Array.from({ length: 12 }, (_, index) => line(index + 1))].join('\n')),
}

test('twelve new policies without a bank, a plan and a product are added by one choice', async ({ page }) => {
  test.setTimeout(120_000)
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await page.locator('input[type=file]').setInputFiles(FILE)
  await expect(page.getByRole('heading', { level: 1, name: FILE.name })).toBeVisible()
  await page.getByRole('tab', { name: /New policies/ }).click()
  await expect(page.getByRole('heading', { name: 'No policy can be added; one group needs a choice; 1 policy lacks data.' })).toBeVisible()
  await expect(page.getByText('The file names no institution, no plan, product “Harbor Choice UL”.')).toBeVisible()
  await settled(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add a product' }).click()
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Harbor Choice UL')
  await page.getByRole('combobox', { name: /^Account/ }).selectOption({ label: 'General account' })
  await page.getByRole('combobox', { name: /^Policy form/ }).selectOption({ label: 'Universal life' })
  await page.getByRole('combobox', { name: /^How rates are set/ }).selectOption({ label: 'Portfolio' })
  await page.getByRole('button', { name: /^Add product to / }).click()
  await expect(page.getByRole('combobox', { name: 'Product', exact: true })).toHaveValue('Harbor Choice UL')

  await page.getByRole('combobox', { name: 'Institution' }).fill('First Coastal')
  await page.getByRole('combobox', { name: 'Institution' }).press('Enter')
  const plan = page.getByRole('combobox', { name: 'Plan' })
  if ((await plan.inputValue()) === '') {
    await plan.click()
    await plan.press('Enter')
  }
  await page.getByRole('button', { name: 'Add 11 policies to the register' }).click()
  await expect(toast(page, 'Added to the register.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No policy can be added; 1 policy lacks data.' })).toBeVisible()
  const added = await inDatabase(
    `select count(*)::int as policies, count(distinct p.institution_id)::int as banks, count(c.id)::int as consents,
       bool_and(n.insured_role = 'OFFICER' and not p.is_section1035_replacement) as facts
     from policy p join insured n on n.institution_id = p.institution_id and n.id = p.insured_id
     left join consent c on c.institution_id = n.institution_id and c.insured_id = n.id where p.policy_number like 'HC-1%'`,
  )
  expect(added).toEqual([{ policies: 11, banks: 1, consents: 11, facts: true }])
})

test('the one that lacks its face amount is completed and added by itself, on a phone too', async ({ page, expected }) => {
  expected.console.push(/the server responded with a status of 400/)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'manager')
  await page.goto('/data-feeds')
  await page.getByRole('link', { name: FILE.name }).click()
  await page.getByRole('tab', { name: /New policies/ }).click()
  await page.getByRole('button', { name: 'Show one by one' }).click()
  const card = page.getByRole('region', { name: /^Policy HC-112/ })
  await card.getByRole('combobox', { name: 'Institution' }).fill('First Coastal')
  await card.getByRole('combobox', { name: 'Institution' }).press('Enter')
  const plan = card.getByRole('combobox', { name: 'Plan' })
  if ((await plan.inputValue()) === '') {
    await plan.click()
    await plan.press('Enter')
  }
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Add to the register' }).click()
  await expect(card.getByRole('alert')).toHaveText('The face amount is missing.')
  await card.getByLabel('Face amount').fill('500000')
  await card.getByRole('button', { name: 'Add to the register' }).click()
  await expect(toast(page, 'Added to the register.')).toBeVisible()
  await expect(page.getByRole('tab', { name: /New policies/ })).toHaveCount(0)
  expect(await inDatabase("select face_amount_cents::int as face from policy where policy_number = 'HC-112'")).toEqual([
    { face: 50_000_000 },
  ])
})
