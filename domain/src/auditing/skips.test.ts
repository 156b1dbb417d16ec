import { expect, test } from 'vitest'
import { appliedOf, askedInWords, groupedSkips, NOT_RECOMPUTED, skipsInWords } from './skips.ts'
import { skippedOf } from './statement.ts'

const lacks = (product: string, policies: number, carrier: string) => ({
  reason: `${NOT_RECOMPUTED}no cost-of-insurance table is entered for ${product}`,
  policies,
  carriers: [carrier],
})
const skipped = [
  lacks('Corvane Hybrid', 122, 'Corvane'),
  { reason: 'no value is posted', policies: 1, carriers: ['Stonemarch'] },
  lacks('Heritage UL', 54, 'Ashgrove'),
  lacks('Heritage Wrap', 119, 'Ashgrove'),
]

test('reasons that differ in the product alone are one, with the products counted and the policies added up', () => {
  expect(skipsInWords(skipped)).toEqual([
    '295 policies of Ashgrove, Corvane: interest and charges not recomputed: no cost-of-insurance table is entered for 3 products',
    '1 policy of Stonemarch: no value is posted',
  ])
  expect(groupedSkips(skipped.slice(0, 2)), 'one product is named').toEqual(skipped.slice(0, 2))
})

test.each([
  ['no declared rate is entered for A', 'no declared rate is entered for B', 'no declared rate is entered for 2 products'],
  ['interest of A follows an index', 'interest of B follows an index', 'interest of 2 products follows an index'],
  [
    'the cost-of-insurance table of A has no rate for the insured’s age, sex and smoker class',
    'the cost-of-insurance table of B has no rate for the insured’s age, sex and smoker class',
    'the cost-of-insurance table of 2 products has no rate for the insured’s age, sex and smoker class',
  ],
])('%s, %s: %s', (one, other, both) =>
  expect(groupedSkips([one, other].map((reason) => ({ reason, policies: 2, carriers: ['Corvane'] })))).toEqual([
    { reason: both, policies: 4, carriers: ['Corvane'] },
  ]),
)

test('a rule that was asked in part says of how many policies it was asked in full', () => {
  expect(askedInWords({ asked: 537, skipped })).toBe('537; 242 of them recomputed')
  expect(askedInWords({ asked: 1_792, skipped: skipped.slice(1, 2) })).toBe('1,792')
  expect(askedInWords({ asked: null, skipped: [] })).toBe('Per institution')
})

test('the sentence of the audit counts the products, and does not call a rule skipped that was asked in part', () =>
  expect(skippedOf([{ code: 'M4', skipped }])).toEqual([
    '1 rule applied in part for Ashgrove and Corvane: interest and charges not recomputed: no cost-of-insurance table is entered for 3 products (295 policies)',
    '1 rule skipped for Stonemarch: no value is posted (1 policy)',
  ]))

test('a rule of whole institutions says how many of them lack what it compares', () => {
  const lacking = { reason: 'no general ledger balance was entered', policies: 0, carriers: [], institutions: 12 }
  expect(skipsInWords([lacking])).toEqual(['12 institutions: no general ledger balance was entered'])
  expect(skippedOf([{ code: 'B6', skipped: [lacking] }])).toEqual([
    '1 rule skipped for 12 institutions: no general ledger balance was entered',
  ])
})

test('rules are applied that were asked of a policy or of whole institutions, or found something', () => {
  const rules = [
    { asked: 1, found: 0 },
    { asked: null, found: 0 },
    { asked: 0, found: 1 },
    { asked: 0, found: 0 },
  ]
  expect(appliedOf(rules)).toBe(3)
})
