/** The register in the browser: a policy's page, what level 1 is not offered, a correction with its reason, what is told of reports made before it. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getInsured, getPolicy, getRegister, listChanges } from '@corridor/contract/register-policies.ts'
import { STANDARD_ACCOUNTS } from '@corridor/domain/ledger.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const BASE = 'GET /api/institutions/7/register'
const staff = (access: 1 | 2) => buildSession({ permissions: [{ code: 'INSTITUTIONS', access }] })
const register: ReplyOf<typeof getRegister> = {
  institutionName: 'Alder Bank',
  periods: ['2026-10-31', '2026-09-30'],
  lockedThrough: '2025-12-31',
  plans: [{ id: 1, name: 'Cost Recovery' }],
  subsidiaries: [],
  carriers: [{ code: 'CORVA', name: 'Corva Life', held: true }],
  products: [{ id: 2, name: 'Stable UL', carrierCode: 'CORVA', accountType: 'GENERAL' }],
  insureds: [{ id: 5, name: 'Quill, Rosa' }],
  policies: [{ id: 9, name: 'CV-9', insuredId: 5, productId: 2 }],
  agreements: [],
}
const policy: ReplyOf<typeof getPolicy> = {
  record: {
    id: 9,
    policyNumber: 'CV-9',
    planId: 1,
    subsidiaryId: null,
    productId: 2,
    carrierCode: 'CORVA',
    insuredId: 5,
    splitDollarAgreementId: null,
    issueDate: '2016-06-15',
    issueState: 'CO',
    issueAge: 41,
    riskClass: null,
    underwritingBasis: 'GI',
    faceAmountCents: 100_000_000,
    deathBenefitOption: 'A',
    singlePremium: true,
    initialPremiumCents: 40_000_000,
    costBasisCents: 40_000_000,
    mec: true,
    isSection1035Replacement: false,
    replacedCarrier: null,
    replacedIssueDate: null,
    materialChange: false,
    isAcquired: false,
    acquisitionDate: null,
    ownerName: null,
    beneficiaryName: null,
    updatedAt: '2026-11-03T15:00:00.000Z',
  },
  status: { status: 'DEATH_CLAIM_PENDING', since: '2026-10-02' },
  withoutValue: '2026-10-31',
  names: {
    institution: 'Alder Bank',
    plan: 'Cost Recovery',
    carrier: 'Corva Life',
    product: 'Stable UL',
    accountType: 'GENERAL',
    insured: 'Quill, Rosa',
    subsidiary: null,
    agreement: null,
  },
  dateOfDeath: '2026-09-28',
  ledgerAccounts: STANDARD_ACCOUNTS,
  consent: { status: 'DEFECTIVE', reasons: ['Signed after the policy was issued on 06/15/2016.'] },
  statuses: [
    {
      id: 31,
      effectiveDate: '2026-10-02',
      status: 'DEATH_CLAIM_PENDING',
      reason: 'Claim filed',
      source: 'HAND',
      settlement: null,
      releasedCents: null,
      transactionId: null,
      fileId: null,
      sheet: null,
      lineNumber: null,
      recordedBy: 'Ada Quill',
      recordedAt: '2026-11-03T15:00:00.000Z',
      voidedBy: null,
      voidedAt: null,
      voidReason: null,
    },
    {
      id: 30,
      effectiveDate: '2026-09-20',
      status: 'LAPSED',
      reason: null,
      source: 'HAND',
      settlement: null,
      releasedCents: null,
      transactionId: null,
      fileId: null,
      sheet: null,
      lineNumber: null,
      recordedBy: 'Ada Quill',
      recordedAt: '2026-11-02T15:00:00.000Z',
      voidedBy: 'Ada Quill',
      voidedAt: '2026-11-02T16:00:00.000Z',
      voidReason: 'Wrong policy',
    },
    {
      id: 29,
      effectiveDate: '2016-06-15',
      status: 'IN_FORCE',
      reason: null,
      source: 'BOOK',
      settlement: null,
      releasedCents: null,
      transactionId: null,
      fileId: null,
      sheet: null,
      lineNumber: null,
      recordedBy: null,
      recordedAt: '2016-06-15T00:00:00.000Z',
      voidedBy: null,
      voidedAt: null,
      voidReason: null,
    },
  ],
  valuations: [],
  transactions: [],
  line: null,
  outdatedReports: [
    {
      reportId: 70,
      batchId: 8,
      reportType: 'AssetReport',
      name: 'Asset Report, September 2026',
      period: '2026-09-30',
      released: true,
      status: 'Ready',
    },
  ],
}
const changes: ReplyOf<typeof listChanges> = {
  records: [
    {
      id: 1,
      entity: 'policy',
      entityId: 9,
      action: 'CORRECTED',
      reason: 'The policy’s first page',
      by: 'Ada Quill',
      at: '2026-11-03T15:00:00.000Z',
      fields: [{ field: 'faceAmountCents', before: 90_000_000, after: 100_000_000 }],
    },
  ],
}
const replies = {
  [BASE]: register,
  [`${BASE}/policies/9`]: policy,
  [`${BASE}/changes`]: changes,
}

test('a policy’s page names the reports made before a correction, a missing value, and why the consent fails', async () => {
  await openPortal('/institutions/7/policies/9', staff(1), replies)
  expect(await screen.findByRole('heading', { name: 'Policy CV-9' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Asset Report, September 2026' }).getAttribute('href')).toBe('/asset-reporting/8/report/70')
  expect(screen.getByText(/In force without a posted value for October 2026/)).toBeTruthy()
  expect(screen.getByText('Signed after the policy was issued on 06/15/2016.')).toBeTruthy()
  // Level 1 is offered nothing, and what was set aside shows on demand.
  for (const name of ['Change status', 'Correct the status from 10/02/2026']) expect(screen.queryByRole('button', { name })).toBeNull()
  const table = screen.getByRole('region', { name: 'Status by date' })
  expect(within(table).queryByText(/Wrong policy/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 set aside' }))
  expect(within(table).getByText(/Set aside .* by Ada Quill: Wrong policy/)).toBeTruthy()
})

const posted: ReplyOf<typeof getPolicy>['valuations'][number] = {
  asOfDate: '2026-09-30',
  version: 1,
  superseded: false,
  cashSurrenderValueCents: 26_987_780,
  deathBenefitCents: 71_600_000,
  insuredShareCents: 0,
  accountValueEndCents: null,
  surrenderChargeCents: null,
  grossCreditingRate: null,
  restatementReason: null,
  postedAt: '2026-10-05T15:00:00.000Z',
  postedBy: null,
  fileId: null,
  fileName: null,
  sheet: null,
  lineNumber: null,
}
const valuedReplies = {
  ...replies,
  'GET /api/institutions/7/register/policies/9': { ...policy, valuations: [posted] },
  'POST /api/institutions/7/register/policies/9/statuses': { id: 9, updatedAt: '2026-11-03T16:00:00.000Z' },
}
/** The lines of the entry that the form draws. */
const entry = () =>
  within(screen.getByRole('region', { name: 'Journal entry' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('a status is sent with its day, its reason and the version the page showed, and the entry it makes is drawn before', async () => {
  const { asked } = await openPortal('/institutions/7/policies/9', staff(2), valuedReplies)
  fireEvent.click(await screen.findByRole('button', { name: 'Change status' }))
  fireEvent.change(screen.getByRole('combobox', { name: /^Status/ }), { target: { value: 'DEATH_PAID' } })
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: '10/20/2026' } })
  expect(entry()).toEqual([
    'Life insurance claim receivableDeath claims716,000.00',
    'Cash surrender value of life insuranceDeath claims269,877.80',
    'Other noninterest income, life insuranceDeath claims446,122.20',
    'CashDeath claims received716,000.00',
    'Life insurance claim receivableDeath claims received716,000.00',
    'Total1,432,000.001,432,000.00',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Enter status' }))
  expect((await screen.findAllByText(/Write why/i)).length).toBeGreaterThan(0)
  fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'The claim was paid' } })
  fireEvent.click(screen.getByRole('button', { name: 'Enter status' }))
  await waitFor(() =>
    expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/statuses'))?.body).toMatchObject({
      status: 'DEATH_PAID',
      effectiveDate: '2026-10-20',
      reason: 'The claim was paid',
      updatedAt: '2026-11-03T15:00:00.000Z',
    }),
  )
})

test('a lapse with a value asks where it goes and that the loss is right, and says no cash', async () => {
  const { asked } = await openPortal('/institutions/7/policies/9', staff(2), valuedReplies)
  fireEvent.click(await screen.findByRole('button', { name: 'Change status' }))
  fireEvent.change(screen.getByRole('combobox', { name: /^Status/ }), { target: { value: 'LAPSED' } })
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: '10/20/2026' } })
  fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'As the carrier wrote' } })
  expect(screen.getByRole('region', { name: 'Journal entry' }).textContent).toContain('Say where the value goes')
  fireEvent.change(screen.getByRole('combobox', { name: /^Where the value goes/ }), { target: { value: 'EXPENSE' } })
  expect(entry()).toEqual([
    'Other noninterest expense, life insuranceDecrease in cash surrender value269,877.80',
    'Cash surrender value of life insuranceDecrease in cash surrender value269,877.80',
    'Total269,877.80269,877.80',
  ])
  expect(screen.queryByLabelText(/^Amount/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Enter status' }))
  expect((await screen.findAllByText(/Confirm the difference is right/i)).length).toBeGreaterThan(0)
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: /The difference is right/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Enter status' }))
  await waitFor(() =>
    expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/statuses'))?.body).toMatchObject({
      status: 'LAPSED',
      settlement: 'EXPENSE',
      differenceConfirmed: true,
    }),
  )
})

test('the history tells who, when, from what to what, and why', async () => {
  await openPortal('/institutions/7/policies/9?tab=history', staff(1), replies)
  expect(await screen.findByText('Policy corrected')).toBeTruthy()
  expect(screen.getByText('“The policy’s first page”')).toBeTruthy()
  expect(screen.getByText('Face amount')).toBeTruthy()
  expect([screen.getByText('$900,000.00').tagName, screen.getByText('$1,000,000.00').tagName]).toEqual(['DEL', 'INS'])
})

test('an insured’s personal fields are not there at level 1', async () => {
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
  await openPortal('/institutions/7/insureds/5', staff(1), { ...replies, [`${BASE}/insureds/5`]: insured })
  expect(await screen.findByRole('heading', { name: 'Rosa Quill' })).toBeTruthy()
  expect(screen.getByText(/are shown to those who may change institutions/)).toBeTruthy()
  for (const label of ['Date of birth', 'Social Security number', 'Annual compensation']) expect(screen.queryByText(label)).toBeNull()
})
