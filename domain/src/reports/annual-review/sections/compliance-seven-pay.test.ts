/** The 7-pay test as an annual review tells it: a table of the policies in their seven years, one finding, and nothing where nothing is on file. */
import { expect, test } from 'vitest'
import type { ReviewSevenPay } from '../../../policies/seven-pay-test.ts'
import { usd } from '../../../primitives/money.ts'
import { plainDate } from '../../../primitives/period.ts'
import { firstExampleBank } from '../../../test/first-example-bank.ts'
import { reviewExample } from '../../../test/review-example.ts'
import { findingOf, rowOf, tableOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'
import { defaultReviewTexts } from '../outline.ts'
import type { ReviewPolicy } from '../snapshot.ts'

const stated = (startsOn: string, annualPremium: number, over: Partial<ReviewSevenPay> = {}): ReviewSevenPay => ({
  periods: [
    {
      startsOn: plainDate(startsOn),
      annualPremium: usd(annualPremium),
      paid: null,
      statedOn: plainDate(startsOn),
      source: 'Policy schedule',
    },
  ],
  reportedBasis: null,
  isInitialAssumed: false,
  ...over,
})
const paid = (date: string, dollars: number) => ({ date: plainDate(date), type: 'PREMIUM' as const, amount: usd(dollars) })

/** The example's policies as a corporation's or a bank's, each not marked and with what it is given. */
function review(frame: 'BOLI' | 'COLI', of: (policy: ReviewPolicy) => Partial<ReviewPolicy>) {
  const example = reviewExample()
  return buildAnnualReview({
    ...example,
    asset: firstExampleBank({ site: { id: frame === 'COLI' ? 2 : 1, name: frame, portalLabel: frame } }),
    texts: defaultReviewTexts(frame),
    policies: example.policies.map((policy) => ({ ...policy, modifiedEndowment: false, ...of(policy) })),
  })
}
/** A-1001 changed materially on February 1, 2022 and was paid 100,000 then and 150,000 in 2024; A-1002 was paid all that was due. */
const running = (policy: ReviewPolicy): Partial<ReviewPolicy> =>
  policy.policyId === 1
    ? { sevenPay: stated('2022-02-01', 100_000), flows: [...policy.flows, paid('2022-02-01', 100_000), paid('2024-06-01', 150_000)] }
    : policy.policyId === 2
      ? { sevenPay: stated('2024-12-31', 30_000), flows: [...policy.flows, paid('2025-01-15', 30_000), paid('2025-12-31', 30_000)] }
      : { sevenPay: null }

test('a corporation reads of each policy in its seven years the limit so far, what was paid, and what may still be paid', () => {
  const told = review('COLI', running)
  // B-2001 and B-2002 are of March 1, 2019. Four contract years begun on February 1 of 2022 to 2025; two on December 31 of 2024 and 2025.
  expect(tableOf(told, 'seven-pay').rows.map(({ cells }) => Object.values(cells))).toEqual([
    ['A-1001', '2022-02-01', 4, usd(100_000), usd(400_000), usd(250_000), usd(150_000), 'Within'],
    ['A-1002', '2024-12-31', 2, usd(30_000), usd(60_000), usd(60_000), usd(0), 'At the limit'],
  ])
  expect(findingOf(told, 'seven-pay')).toMatchObject({ status: 'watch' })
  expect(findingOf(told, 'seven-pay')?.sentence).toBe(
    '2 policies in the seven years with a 7-pay premium on file: none was paid more than its limit. At the limit until the next contract year: A-1002. Issued within seven years, without a 7-pay premium on file: 2 policies.',
  )
})

test('a policy paid more than its limit is found, louder where the register does not mark it', () => {
  const failed = (modifiedEndowment: boolean) =>
    review('COLI', ({ policyId }) => ({ modifiedEndowment, sevenPay: policyId === 1 ? stated('2016-06-15', 400_000) : null }))
  // 2,500,000 at issue against 400,000; by the end of its seven years 2,800,000 would have been due.
  expect(rowOf(failed(false), 'seven-pay', '1')).toMatchObject({
    year: 7,
    limit: usd(2_800_000),
    paid: usd(2_500_000),
    result: 'Exceeded on 06/15/2016, not marked a MEC',
  })
  expect(findingOf(failed(false), 'seven-pay')).toMatchObject({ status: 'bad' })
  expect(findingOf(failed(false), 'seven-pay')?.sentence).toContain('does not mark as modified endowment contracts: A-1001.')
  expect(findingOf(failed(true), 'seven-pay')).toMatchObject({
    status: 'watch',
    sentence: '1 of 1 policy with a 7-pay premium on file was paid more than the limit: A-1001.',
  })
})

test('a mark without a failed test is told, and so are premiums that the register lacks', () => {
  const marked = review('COLI', ({ policyId }) => ({
    modifiedEndowment: policyId === 1,
    sevenPay: policyId === 1 ? stated('2016-06-15', 2_500_000) : null,
  }))
  expect(rowOf(marked, 'seven-pay', '1')).toMatchObject({ result: 'Seven years over, marked a MEC' })
  expect(findingOf(marked, 'seven-pay')).toMatchObject({ status: 'watch' })
  const lacking = review('COLI', ({ policyId }) => ({
    sevenPay: policyId === 1 ? stated('2022-02-01', 100_000, { isInitialAssumed: true }) : null,
  }))
  expect(rowOf(lacking, 'seven-pay', '1')).toMatchObject({ limit: usd(400_000), paid: null, headroom: null, result: 'Not known' })
  expect(findingOf(lacking, 'seven-pay')?.sentence).toMatch(/^Premiums/)
  expect(findingOf(lacking, 'seven-pay')?.sentence).toContain(
    'Premiums are missing in the register, and the carrier’s sum is not on file: A-1001.',
  )
})

test('without a 7-pay premium a corporation reads one sentence, a bank nothing, and a review made before they were kept says what it said', () => {
  const none = () => ({ sevenPay: null })
  expect(findingOf(review('COLI', none), 'seven-pay')?.sentence).toBe(
    'No 7-pay premium is on file, so the 7-pay test (IRC 7702A) is not made. It is entered in the register, under 7-pay tests.',
  )
  for (const told of [review('BOLI', none), review('BOLI', () => ({})), review('COLI', () => ({}))])
    expect(JSON.stringify(told.sections)).not.toContain('seven-pay"')
  expect(findingOf(review('BOLI', none), 'seven-pay')).toBeUndefined()
  expect(tableOf(review('BOLI', running), 'seven-pay').rows).toHaveLength(2)
})
