/** The register in the browser: a policy's page, what level 1 is not offered, a correction with its reason, what is told of reports made before it. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getInsured } from '@corridor/contract/register-policies.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { institution } from '../../test/institution-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { REGISTER, replies, replyWithLine, staff } from '../../test/register-fixtures.ts'

test('a policy’s page names the reports made before a correction, a missing value, and why the consent fails', async () => {
  await openPortal('/institutions/7/policies/9', staff(1), replies)
  expect(await screen.findByRole('heading', { name: 'Policy CV-9' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Asset Report, September 2026' }).getAttribute('href')).toBe('/asset-reporting/8/report/70')
  expect(screen.getByText(/In force without a posted value for October 2026/)).toBeTruthy()
  expect(screen.getByText('Signed after the policy was issued on 06/15/2016.')).toBeTruthy()
  // Level 1 is offered nothing, and what was set aside shows on demand.
  for (const name of ['Change status', 'Edit the status from 10/02/2026']) expect(screen.queryByRole('button', { name })).toBeNull()
  const table = screen.getByRole('region', { name: 'Status by date' })
  expect(within(table).queryByText(/Wrong policy/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 voided' }))
  expect(within(table).getByText(/Voided .* by Ada Quill: Wrong policy/)).toBeTruthy()
})

test.each([
  ['values', 'Edit the value of 09/30/2026'],
  ['overview', 'Edit the status from 10/02/2026'],
])('what may be changed under %s is edited by a button that says of what, and none speaks of a correction', async (tab, name) => {
  await openPortal(`/institutions/7/policies/9?tab=${tab}`, staff(2), replyWithLine('read'))
  expect((await screen.findByRole('button', { name })).textContent).toBe('Edit')
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull()
})

test('a month end opens every value posted for it, beside the month before', async () => {
  await openPortal('/institutions/7/policies/9?tab=values', staff(1), replyWithLine('entered'))
  fireEvent.click(await screen.findByRole('button', { name: '10/31/2026' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Values of 10/31/2026' }))
  const rows = dialog.getAllByRole('row').map((row) => row.textContent)
  expect(rows[0]).toBe('Value09/30/202610/31/2026')
  expect(rows).toContain('Loan balance-$1,200.00')
  expect(rows).toContain('Guaranteed rate-1.25%')
  // A column without a value in either month has nothing to tell.
  expect(rows.some((row) => row.startsWith('Market value'))).toBe(false)
})

test('a carrier’s line is said to be behind the latest figures where they were read from it', async () => {
  await openPortal('/institutions/7/policies/9', staff(1), replyWithLine('read'))
  const panel = (await screen.findByRole('heading', { name: 'The carrier’s line behind the latest figures' })).closest('section')
  expect(panel?.textContent).toMatch(/CV_0926\.csv, line 72, received .*269,877\.80/)
  expect(panel?.textContent).not.toContain('by hand')
})

test.each([
  ['entered', '10/31/2026'],
  ['corrected', '09/30/2026'],
] as const)(
  'where the latest figures were %s by hand, that is said, and the last line of the carrier is shown with its date',
  async (latest, of) => {
    await openPortal('/institutions/7/policies/9', staff(1), replyWithLine(latest))
    const panel = (await screen.findByRole('heading', { name: 'The last line from the carrier' })).closest('section')
    expect(panel?.textContent).toContain(
      `The latest figures, of ${of}, are not from this line: entered by hand by Ada Quill on 11/04/2026, `,
    )
    expect(panel?.textContent).toContain('. The last line from the carrier is of 09/30/2026: CV_0926.csv, line 72')
    expect(screen.queryByText(/behind the latest figures/)).toBeNull()
  },
)

test('the history tells who, when, from what to what, and why', async () => {
  await openPortal('/institutions/7/policies/9?tab=history', staff(1), replies)
  expect(await screen.findByText('Policy corrected')).toBeTruthy()
  expect(screen.getByText('“The policy’s first page”')).toBeTruthy()
  expect(screen.getByText('Face amount')).toBeTruthy()
  expect([screen.getByText('$900,000.00').tagName, screen.getByText('$1,000,000.00').tagName]).toEqual(['DEL', 'INS'])
})

const insured: ReplyOf<typeof getInsured> = {
  record: {
    id: 5,
    firstName: 'Rosa',
    middleName: null,
    lastName: 'Quill',
    suffix: null,
    gender: null,
    smokerStatus: null,
    employeeId: null,
    title: 'Controller',
    hireDate: null,
    insuredRole: 'OFFICER',
    employmentStatus: 'ACTIVE',
    employmentStatusDate: null,
    dateOfDeath: null,
    deathSource: null,
    stateOfResidence: null,
    dateOfBirth: null,
    annualCompensationCents: null,
    compensationAsOf: null,
    ssnLast4: null,
    hasSsn: true,
    updatedAt: '2026-11-03T15:00:00.000Z',
  },
  seesPersonal: false,
  consents: [],
  consent: { status: 'MISSING', reasons: ['No signed consent is on file.'] },
  policies: [],
}

test('an insured’s personal fields are not there at level 1', async () => {
  await openPortal('/institutions/7/insureds/5', staff(1), { ...replies, [`${REGISTER}/insureds/5`]: insured })
  expect(await screen.findByRole('heading', { name: 'Rosa Quill' })).toBeTruthy()
  expect(screen.getByText(/are shown only to people who may change institutions/)).toBeTruthy()
  for (const label of ['Date of birth', 'Social Security number', 'Annual compensation']) expect(screen.queryByText(label)).toBeNull()
})

test('an insured without a policy is said to need a consent before one is issued, and nothing says that none is required', async () => {
  const consent = { status: 'NO_POLICY' as const, reasons: ['No policy yet: notice and consent are needed before issue.'] }
  await openPortal('/institutions/7/insureds/5', staff(1), { ...replies, [`${REGISTER}/insureds/5`]: { ...insured, consent } })
  expect(await screen.findByText('No policy')).toBeTruthy()
  expect(screen.getByText('No policy yet: notice and consent are needed before issue.')).toBeTruthy()
  expect(screen.queryByText(/consent required/)).toBeNull()
})

test('a list of the register has its month and its lock in the head of its card, and the ten lists are one strip of links', async () => {
  const page = { page: 1, perPage: 25, totalRecords: 0, sortBy: 'policyNumber', sortDirection: 'asc' }
  await openPortal('/institutions/7?tab=policies', staff(2), {
    ...replies,
    'GET /api/institutions/7': { ...institution, id: 7 },
    'GET /api/institutions/7/register/policies': {
      records: [],
      totals: { policies: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0, withoutValue: 0 },
      page,
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Policies' }))
  expect(card.getByRole('combobox', { name: 'Values as of' })).toHaveProperty('value', '2026-10-31')
  expect(
    card.getByText(
      'Status and posted value as of 10/31/2026. Locked through 12/31/2025: records dated on or before then can be viewed but not changed.',
    ),
  ).toBeTruthy()
  expect(card.getByRole('button', { name: 'New policy' })).toBeTruthy()
  expect(within(screen.getByRole('navigation', { name: 'Lists of the register' })).getAllByRole('link')).toHaveLength(10)
})
