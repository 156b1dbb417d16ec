/** Consents under IRC 101(j)(4), as an examiner reads them. */
import { expect, test } from 'vitest'
import { type Consent, type ConsentPolicy, consentOfInsured, consentOfPolicy } from './consents.ts'
import { usd } from './money.ts'
import { plainDate } from './period.ts'

const policy: ConsentPolicy = {
  issueDate: plainDate('2016-03-10'),
  faceAmount: usd(1_000_000),
  isSection1035Replacement: false,
  replacedIssueDate: null,
  materialChange: false,
}
const consent: Consent = {
  noticeDate: plainDate('2016-01-10'),
  consentDate: plainDate('2016-01-12'),
  maxFaceDisclosed: usd(1_000_000),
  maxFaceSalaryMultiple: null,
  continueAfterTermination: true,
  beneficiaryDisclosed: true,
}
const insured = { annualCompensation: usd(200_000), leftOn: null }
const old = { ...policy, issueDate: plainDate('2006-08-17') }
const exchanged = { ...policy, isSection1035Replacement: true, replacedIssueDate: plainDate('2001-05-05') }

test.each([
  ['signed in time', policy, consent, 'VALID', undefined],
  ['signed on the day of issue', policy, { ...consent, consentDate: policy.issueDate, noticeDate: policy.issueDate }, 'VALID', undefined],
  ['signed a day late', policy, { ...consent, consentDate: plainDate('2016-03-11') }, 'DEFECTIVE', /^Signed after/],
  [
    'signed a year before to the day',
    policy,
    { ...consent, noticeDate: plainDate('2015-03-10'), consentDate: plainDate('2015-03-10') },
    'VALID',
    undefined,
  ],
  [
    'signed a year and a day before',
    policy,
    { ...consent, noticeDate: plainDate('2015-03-09'), consentDate: plainDate('2015-03-09') },
    'DEFECTIVE',
    /more than a year/,
  ],
  ['notified late', policy, { ...consent, noticeDate: plainDate('2016-03-11') }, 'DEFECTIVE', /^Notified after/],
  ['never notified', policy, { ...consent, noticeDate: null }, 'DEFECTIVE', /^No written notice/],
  ['notified, never signed', policy, { ...consent, consentDate: null }, 'MISSING', /^No signed consent/],
  [
    'a cent above what was disclosed',
    policy,
    { ...consent, maxFaceDisclosed: usd(999_999.99) },
    'DEFECTIVE',
    /above the disclosed \$999,999\.99/,
  ],
  ['disclosed as five times salary', policy, { ...consent, maxFaceDisclosed: null, maxFaceSalaryMultiple: 5 }, 'VALID', undefined],
  ['nothing disclosed', policy, { ...consent, maxFaceDisclosed: null }, 'DEFECTIVE', /names no maximum/],
  ['silent about leaving', policy, { ...consent, continueAfterTermination: false }, 'DEFECTIVE', /^Does not say that coverage/],
  ['silent about the beneficiary', policy, { ...consent, beneficiaryDisclosed: false }, 'DEFECTIVE', /beneficiary/],
  ['issued on 17 August 2006', old, { ...consent, consentDate: null }, 'NOT_REQUIRED', undefined],
  ['a replacement of a contract from before', exchanged, { ...consent, consentDate: null }, 'NOT_REQUIRED', undefined],
  ['a replacement materially changed', { ...exchanged, materialChange: true }, { ...consent, consentDate: null }, 'MISSING', /^No signed/],
] as const)('%s', (_, of, signed, status, reason) => {
  const found = consentOfPolicy(of, [of], [signed], insured)
  expect(found.status).toBe(status)
  expect(found.reasons).toEqual(reason ? [expect.stringMatching(reason)] : [])
})

test('who left before issue cannot consent any more', () =>
  expect(consentOfPolicy(policy, [policy], [consent], { ...insured, leftOn: plainDate('2016-03-10') }).reasons).toEqual([
    expect.stringContaining('had ended on 03/10/2016'),
  ]))

test('face amounts add up over the policies that are covered, and the best of several consents counts', () => {
  const second = { ...policy, issueDate: plainDate('2016-06-01') }
  expect(consentOfPolicy(policy, [policy, second], [consent], insured).status).toBe('DEFECTIVE')
  expect(consentOfPolicy(policy, [policy, old], [consent], insured).status).toBe('VALID')
  expect(consentOfPolicy(policy, [policy, second], [consent, { ...consent, maxFaceDisclosed: usd(2_000_000) }], insured).status).toBe(
    'VALID',
  )
})

test('a person counts as without a valid consent when one policy is', () => {
  const later = { ...policy, issueDate: plainDate('2020-01-01'), faceAmount: usd(0.01) }
  const wide = { ...consent, maxFaceDisclosed: usd(5_000_000) }
  expect(consentOfInsured([policy, later], [wide], insured)).toEqual({
    status: 'DEFECTIVE',
    reasons: [expect.stringContaining('more than a year')],
  })
  expect(consentOfInsured([old], [], insured)).toEqual({ status: 'NOT_REQUIRED', reasons: [] })
  expect(consentOfInsured([policy, old], [wide], insured).status).toBe('VALID')
})

test('29 February has its year on 28 February', () => {
  const leap = { ...consent, noticeDate: plainDate('2016-02-29'), consentDate: plainDate('2016-02-29') }
  expect(consentOfPolicy({ ...policy, issueDate: plainDate('2017-02-28') }, [policy], [leap], insured).status).toBe('VALID')
  expect(consentOfPolicy({ ...policy, issueDate: plainDate('2017-03-01') }, [policy], [leap], insured).status).toBe('DEFECTIVE')
})
