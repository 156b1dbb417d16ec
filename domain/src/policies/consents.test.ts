/** Consents under IRC 101(j)(4), as an examiner reads them. */
import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { type Consent, type ConsentPolicy, consentOfInsured, consentOfPolicy } from './consents.ts'

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
  keptAt: 'Human resources, consent binder',
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
  ['signed, but nobody can show the document', policy, { ...consent, keptAt: null }, 'DEFECTIVE', /^The signed document is not on file\.$/],
  ['kept at a blank place', policy, { ...consent, keptAt: '  ' }, 'DEFECTIVE', /^The signed document is not on file\.$/],
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

test('a later purchase with a notice and consent of its own leaves the earlier policy valid; a notice that came too late for it does not', () => {
  const second = { ...policy, issueDate: plainDate('2020-03-10') }
  const more = { ...consent, noticeDate: plainDate('2020-01-10'), consentDate: plainDate('2020-01-12'), maxFaceDisclosed: usd(2_000_000) }
  const of = (consents: Consent[]) => [policy, second].map((one) => consentOfPolicy(one, [policy, second], consents, insured))
  expect(of([consent, more]).map(({ status }) => status)).toEqual(['VALID', 'VALID'])
  expect(of([consent, { ...more, maxFaceDisclosed: usd(1_999_999.99) }]).map(({ reasons }) => reasons)).toEqual([
    ['The face amounts of $2,000,000.00 are above the disclosed $1,000,000.00.'],
    ['The face amounts of $2,000,000.00 are above the disclosed $1,999,999.99.'],
  ])
  expect(of([consent, { ...more, noticeDate: plainDate('2020-03-11') }]).map(({ status }) => status)).toEqual(['DEFECTIVE', 'DEFECTIVE'])
})

test('the consent that speaks for a policy is the one given for it, not the last one signed', () => {
  const second = { ...policy, issueDate: plainDate('2020-03-10'), faceAmount: usd(1) }
  const later = { ...consent, noticeDate: plainDate('2020-01-10'), consentDate: plainDate('2020-01-12'), maxFaceDisclosed: usd(2_000_000) }
  const of = (one: ConsentPolicy, consents: Consent[]) => consentOfPolicy(one, [policy, second], consents, insured).consent
  expect([of(policy, [later, consent]), of(second, [consent, later])]).toEqual([consent, later])
  expect([of(old, [consent]), of(policy, []), of(policy, [{ ...consent, consentDate: null }])]).toEqual([
    null,
    null,
    { ...consent, consentDate: null },
  ])
  const late = { ...consent, consentDate: plainDate('2016-03-20') }
  const veryLate = { ...consent, consentDate: plainDate('2024-01-01') }
  expect(of(policy, [veryLate, late])).toEqual(late)
})

test('flaws are sorted for a preparer, each once', () => {
  const poor = {
    ...consent,
    noticeDate: plainDate('2016-04-01'),
    consentDate: plainDate('2016-04-02'),
    maxFaceDisclosed: usd(1),
    keptAt: null,
  }
  expect(consentOfPolicy(policy, [policy], [poor], insured).flaws).toEqual(['LATE', 'UNDER_DISCLOSED', 'NO_DOCUMENT'])
  expect(consentOfPolicy(policy, [policy], [], insured).flaws).toEqual(['MISSING'])
  const silent = { ...consent, continueAfterTermination: false, beneficiaryDisclosed: false }
  expect(consentOfPolicy(policy, [policy], [silent], { ...insured, leftOn: policy.issueDate }).flaws).toEqual(['LEFT', 'INCOMPLETE'])
})

test('a person counts as without a valid consent when one policy is', () => {
  const later = { ...policy, issueDate: plainDate('2020-01-01'), faceAmount: usd(0.01) }
  const wide = { ...consent, maxFaceDisclosed: usd(5_000_000) }
  expect(consentOfInsured([policy, later], [wide], insured)).toEqual({
    status: 'DEFECTIVE',
    reasons: [expect.stringContaining('more than a year')],
    flaws: ['EARLY'],
    consent: wide,
  })
  expect(consentOfInsured([old], [], insured)).toEqual({ status: 'NOT_REQUIRED', reasons: [], flaws: [], consent: null })
  expect(consentOfInsured([policy, old], [wide], insured).status).toBe('VALID')
})

test('29 February has its year on 28 February', () => {
  const leap = { ...consent, noticeDate: plainDate('2016-02-29'), consentDate: plainDate('2016-02-29') }
  expect(consentOfPolicy({ ...policy, issueDate: plainDate('2017-02-28') }, [policy], [leap], insured).status).toBe('VALID')
  expect(consentOfPolicy({ ...policy, issueDate: plainDate('2017-03-01') }, [policy], [leap], insured).status).toBe('DEFECTIVE')
})
