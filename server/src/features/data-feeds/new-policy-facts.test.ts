/** A new policy as a row, choices and corrections make it, and what is said of one that lacks something. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import { factsOfRow, groupKeyOf, type NewRow, planOf, productOf, saidOf } from './new-policy-facts.ts'

const today = plainDate('2026-11-15')
const row = (master: object = {}, more: Partial<NewRow> = {}): NewRow => ({
  lineNumber: 2,
  institutionId: 1,
  carrierCode: 'ALP',
  matchKey: 'P1',
  policyNumber: 'P-1',
  insuredName: 'Doe, Jo Q',
  master: { issueDate: '2020-06-01', ...master },
  faceAmountCents: 500_000_00,
  costBasisCents: 100_000_00,
  cumulativePremiumCents: 120_000_00,
  premiumPaidCents: null,
  accountValueBeginCents: null,
  withdrawalsCents: null,
  period: plainDate('2026-10-31'),
  ...more,
})
const factsOf = (one: NewRow, given: Parameters<typeof factsOfRow>[3] = {}) => factsOfRow(one, saidOf(one), today, given)
const made = (...args: Parameters<typeof factsOf>) => {
  const facts = factsOf(...args)
  return Array.isArray(facts) ? expect.unreachable(facts.join(' ')) : facts
}

describe('a new policy', () => {
  test('is what its row says, of an active employee unless it says otherwise', () =>
    expect(made(row({ insuredDateOfBirth: '1970-05-05', insuredGender: 'F', insuredSsnLast4: '1234' }))).toMatchObject({
      insured: {
        firstName: 'Jo',
        middleName: 'Q',
        lastName: 'Doe',
        dateOfBirth: '1970-05-05',
        gender: 'F',
        ssnLast4: '1234',
        insuredRole: 'EMPLOYEE',
        employmentStatus: 'ACTIVE',
        annualCompensationCents: null,
        compensationAsOf: null,
      },
      consent: null,
      issueDate: '2020-06-01',
      faceAmountCents: 500_000_00,
      costBasisCents: 100_000_00,
      initialPremiumCents: 120_000_00,
      mec: true,
      isSection1035Replacement: false,
      replacedCarrier: null,
    }))

  test('has the premiums paid for a cost basis where it has none, and the other way round', () => {
    expect(made(row({}, { costBasisCents: null }))).toMatchObject({ costBasisCents: 120_000_00, initialPremiumCents: 120_000_00 })
    expect(made(row({}, { cumulativePremiumCents: null }))).toMatchObject({ costBasisCents: 100_000_00, initialPremiumCents: 100_000_00 })
  })

  const untold = { costBasisCents: null, cumulativePremiumCents: null, premiumPaidCents: 1_000_000_00, accountValueBeginCents: 0 }
  const issued = { issueDate: '2026-10-15' }
  test('issued in the month of the file has its first premium for a cost basis, until a person gives another', () => {
    const basis = { costBasisCents: 1_000_000_00, initialPremiumCents: 1_000_000_00 }
    expect(made(row(issued, untold))).toMatchObject(basis)
    expect(made(row({ issueDate: null }, untold), { issueDate: '2026-10-01' })).toMatchObject(basis)
    expect(made(row(issued, untold), { costBasisCents: 900_000_00 })).toMatchObject({ ...basis, costBasisCents: 900_000_00 })
    expect(made(row(issued, { ...untold, costBasisCents: 5_00 }))).toMatchObject({ costBasisCents: 5_00, initialPremiumCents: 5_00 })
  })
  test.each([
    ['issued in a month before', row({ issueDate: '2026-09-30' }, untold)],
    ['that had a value before', row(issued, { ...untold, accountValueBeginCents: 1 })],
    ['of which something was withdrawn', row(issued, { ...untold, withdrawalsCents: 1 })],
    ['whose premium was paid back', row(issued, { ...untold, premiumPaidCents: -1 })],
    ['that came by an exchange', row({ ...issued, replacedCarrier: 'Former Life', replacedIssueDate: '2010-01-01' }, untold)],
    ['of a line that says an exchange and nothing more', row({ ...issued, isSection1035Replacement: true }, untold)],
  ])('%s has no cost basis proposed', (_, one) => expect(factsOf(one)).toEqual(['The cost basis (or the premiums paid) is missing.']))

  test('is as a person corrected it, before the row and its columns', () => {
    const given = {
      insuredFirstName: 'Ann',
      insuredLastName: 'Roe',
      issueDate: plainDate('2021-01-04'),
      insuredDateOfBirth: plainDate('1971-01-01'),
      insuredGender: 'M' as const,
      faceAmountCents: 1_00,
      costBasisCents: 2_00,
      mecIndicator: false,
    }
    const said = {
      insuredFirstName: 'Bea',
      insuredLastName: 'Poe',
      insuredGender: 'F',
      insuredDateOfBirth: '1970-05-05',
      mecIndicator: true,
    }
    expect(made(row(said))).toMatchObject({ insured: { firstName: 'Bea', lastName: 'Poe' }, mec: true })
    expect(made(row({ mecIndicator: false }))).toMatchObject({ mec: false })
    expect(made(row(said), given)).toMatchObject({
      insured: { firstName: 'Ann', lastName: 'Roe', dateOfBirth: '1971-01-01', gender: 'M' },
      issueDate: '2021-01-04',
      faceAmountCents: 1_00,
      costBasisCents: 2_00,
      mec: false,
    })
  })

  test.each([
    ['no name', row({}, { insuredName: null }), ['The insured’s first and last name are missing.']],
    ['half a name', row({ insuredLastName: 'Doe' }, { insuredName: null }), ['The insured’s first and last name are missing.']],
    ['no date of issue', row({ issueDate: null }), ['The issue date is missing.']],
    ['no day of issue', row({ issueDate: '2020-06-31' }), ['The issue date is not a date.']],
    ['no day of birth', row({ insuredDateOfBirth: 'May' }), ['The date of birth is not a date.']],
    ['no face amount', row({}, { faceAmountCents: null }), ['The face amount is missing.']],
    [
      'neither cost basis nor premiums',
      row({}, { costBasisCents: null, cumulativePremiumCents: null }),
      ['The cost basis (or the premiums paid) is missing.'],
    ],
    [
      'nothing at all',
      row({ issueDate: '' }, { insuredName: null, faceAmountCents: null, costBasisCents: null, cumulativePremiumCents: null }),
      [
        'The insured’s first and last name are missing.',
        'The issue date is missing.',
        'The face amount is missing.',
        'The cost basis (or the premiums paid) is missing.',
      ],
    ],
  ])('with %s is told what it lacks', (_, one, sentences) => expect(factsOf(one)).toEqual(sentences))

  test('tells a salary as of the file’s month, unless it says of when', () => {
    expect(made(row({ annualCompensation: 90_000_00 })).insured).toMatchObject({
      annualCompensationCents: 90_000_00,
      compensationAsOf: '2026-10-31',
    })
    const dated = { annualCompensation: 90_000_00, compensationAsOf: '2025-12-31' }
    expect(made(row(dated)).insured.compensationAsOf).toBe('2025-12-31')
    expect(made(row({ compensationAsOf: '2025-12-31' })).insured.compensationAsOf).toBeNull()
  })

  test('came by an exchange where it names the former carrier or date, whatever else is left out', () => {
    expect(made(row({ replacedCarrier: 'Former Life', replacedIssueDate: '2010-01-01' }))).toMatchObject({
      isSection1035Replacement: true,
      replacedCarrier: 'Former Life',
    })
    expect(factsOf(row({ replacedCarrier: 'Former Life' }))).toEqual(['Enter when the contract that was exchanged was issued.'])
    expect(factsOf(row({ replacedIssueDate: '2010-01-01' }))).toEqual(['Name the carrier of the contract that was exchanged.'])
    expect(factsOf(row({ replacedCarrier: 'Former Life', isSection1035Replacement: false }))).toEqual([
      'Only a section 1035 replacement has a replaced carrier.',
    ])
  })

  test('has a consent where its row says anything of one', () => {
    const dates = { noticeDate: '2020-05-01', consentDate: '2020-05-02' }
    expect(made(row({ ...dates, maxFaceDisclosed: 600_000_00 })).consent).toEqual({
      ...dates,
      maxFaceDisclosedCents: 600_000_00,
      continueAfterTermination: false,
      beneficiaryDisclosed: false,
      statusAtIssue: null,
      keptAt: null,
    })
    expect(factsOf(row({ consentKeptAt: 'Vault 7' }))).toEqual(['Enter the date of the notice or of the consent.'])
    expect(factsOf(row({ noticeDate: '2020-05-03', consentDate: '2020-05-02' }))).toEqual([
      'The consent cannot be dated before the notice.',
    ])
  })
})

describe('the plan and the product', () => {
  const plans = [
    { id: 1, planName: 'Officers' },
    { id: 2, planName: 'Staff' },
  ]
  test.each([
    ['chosen', plans, 'Staff', 1, 1],
    ['chosen elsewhere', plans, 'Staff', 9, undefined],
    ['named', plans, 'staff', undefined, 2],
    ['the only one', plans.slice(0, 1), 'Unknown', undefined, 1],
    ['none of two', plans, null, undefined, undefined],
  ])('%s', (_, of, planName, chosen, id) => expect(planOf({ id: 1, plans: of }, { planName }, chosen)?.id).toBe(id))

  const products = [
    { id: 1, carrierCode: 'ALP', productName: 'Sole Choice' },
    { id: 2, carrierCode: 'BRD', productName: 'Sole Choice' },
  ]
  test.each([
    ['named', 'BRD', 'sole choice', undefined, 2],
    ['chosen', 'ALP', 'Sole Choice', 1, 1],
    ['chosen of another carrier', 'ALP', 'Sole Choice', 2, undefined],
    ['unnamed', 'ALP', null, undefined, undefined],
  ])('%s', (_, carrier, productName, chosen, id) => expect(productOf(products, carrier, { productName }, chosen)?.id).toBe(id))

  test('are answered for once by rows alike', () => {
    const key = (master: object, more: Partial<NewRow> = {}) => groupKeyOf(row(master, more), saidOf(row(master, more)))
    const unnamed = { institutionId: null }
    expect(key({ institutionName: 'One' })).toBe(key({ institutionName: 'Other' }))
    expect(key({ institutionName: 'One' }, unnamed)).not.toBe(key({ institutionName: 'Other' }, unnamed))
    expect(key({ fdicCertificate: '1' }, unnamed)).not.toBe(key({ fdicCertificate: '2' }, unnamed))
    expect(key({ planName: 'STAFF' })).toBe(key({ planName: 'Staff' }))
    for (const master of [{ planName: 'Staff' }, { productName: 'Sole Choice' }]) expect(key(master)).not.toBe(key({}))
    for (const more of [{ carrierCode: 'BRD' }, { institutionId: 2 }]) expect(key({}, more)).not.toBe(key({}))
  })
})
