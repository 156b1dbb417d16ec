/** The register's rules for a fund of a separate account. */
import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { fundExample } from '../test/fund-example.ts'
import { aboveGuidelines, classProblem, type FundFacts, fundRefused, lookThroughOf } from './separate-account-funds.ts'

const { classes } = fundExample()
const facts: FundFacts = {
  asOfDate: plainDate('2025-12-31'),
  wrapProvider: 'Delta Life',
  wrapRating: 'A+',
  wrapWeight: 1,
  wrapFeeRate: null,
  wrapEndsOn: null,
  approach: 'ALTERNATIVE_MODIFIED',
  classes,
  documentDate: null,
}
const known = { accountType: 'SEPARATE' as const, isHeld: true, policyOfAnother: false, isTaken: false, today: plainDate('2026-02-01') }
const fields = (over: Partial<FundFacts>, knownOver: Partial<typeof known> = {}) =>
  Object.keys(fundRefused({ ...facts, ...over }, { ...known, ...knownOver }))

test('a sound fund is taken, and each rule names its field', () => {
  expect(fields({})).toEqual([])
  expect(fundRefused(facts, { ...known, accountType: 'HYBRID' })).toEqual({ productId: ['Only a separate account has a fund of its own.'] })
  expect(fields({}, { isHeld: false })).toEqual(['productId'])
  expect(fields({}, { policyOfAnother: true })).toEqual(['policyId'])
  expect(fields({}, { isTaken: true })).toEqual(['asOfDate'])
  expect(fields({ asOfDate: plainDate('2026-02-02') })).toEqual(['asOfDate'])
  expect(fields({ documentDate: plainDate('2026-02-02') })).toEqual(['documentDate'])
  expect(fields({ wrapWeight: null })).toEqual(['wrapWeight'])
  expect(fields({ wrapProvider: null })).toEqual(['wrapRating', 'wrapWeight'])
  expect(fields({ classes: [] })).toEqual(['classes'])
})

const [agency = { name: '', share: 0, weight: 0, most: null }, corporate = agency, cash = agency] = classes
test.each([
  [[agency, corporate], 'The shares add up to 95%; they must add up to 100%.'],
  [[agency, corporate, { ...cash, name: 'corporate BONDS' }], '“corporate BONDS” is listed twice.'],
  [[agency, corporate, { ...cash, weight: 13 }], 'A risk weight is 0% to 1250%.'],
  [[{ ...agency, share: 1.8 }, corporate, { ...cash, share: -0.95 }], 'A share is 0% to 100%.'],
  [
    [agency, corporate, { ...cash, most: null }],
    'Enter the most that the guidelines allow of “Cash and deposits”: the alternative approach weighs by it.',
  ],
  [classes.map((one) => ({ ...one, most: 0.3 })), 'The guidelines allow 90% in all: that cannot make up a whole fund.'],
])('classes that are not a fund are told what is wrong', (wrong, sentence) =>
  expect(classProblem({ approach: 'ALTERNATIVE_MODIFIED', classes: wrong })).toBe(sentence),
)

test.each([
  ['the heaviest weight and the lightest', [{ ...agency, weight: 12.5 }, corporate, { ...cash, weight: 0 }]],
  ['one class that is all of it', [{ ...agency, share: 1, most: 1 }]],
  ['a class that is allowed and not held', [...classes, { name: 'Equities', share: 0, weight: 3, most: 0 }]],
  ['guidelines that come to 100% together', classes.map((one) => ({ ...one, most: one.share }))],
])('sound is %s', (_, sound) => expect(classProblem({ approach: 'ALTERNATIVE_MODIFIED', classes: sound })).toBeNull())

test('guidelines are asked for by the alternative approach alone', () => {
  const silent = classes.map((one) => ({ ...one, most: null }))
  expect([classProblem({ approach: 'FULL', classes: silent }), classProblem({ approach: 'SIMPLE_MODIFIED', classes: silent })]).toEqual([
    null,
    null,
  ])
})

test('the simple approach weighs by what the fund may hold, held or not', () => {
  const permitted = { name: 'Equities', share: 0, weight: 3, most: 0.05 }
  expect(lookThroughOf({ approach: 'SIMPLE_MODIFIED', classes: [...classes, permitted] })).toEqual({
    approach: 'SIMPLE_MODIFIED',
    weights: [0.2, 1, 0.2, 3],
  })
  expect(lookThroughOf({ approach: 'SIMPLE_MODIFIED', classes: [...classes, { ...permitted, most: 0 }] })).toMatchObject({
    weights: [0.2, 1, 0.2],
  })
})

test('holding more than the guidelines allow is seen', () => {
  expect(aboveGuidelines({ classes })).toEqual([])
  expect(aboveGuidelines({ classes: [{ ...corporate, share: 0.21 }, agency] }).map(({ name }) => name)).toEqual(['Corporate bonds'])
})
