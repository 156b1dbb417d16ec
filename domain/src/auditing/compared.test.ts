import { expect, test } from 'vitest'
import { checkRow } from '../data-feeds/row-checks.ts'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { E, monthOf, posted } from '../test/worked-month.ts'
import { comparisonOf, effectOf, sidesOf, titleOf } from './compared.ts'
import { auditPolicy, movementOf } from './policy-month.ts'
import { AUDIT_RULES, DEFAULT_RULES } from './rules.ts'

/** M4 of a planted month as it is kept: sides as text, the difference posted less expected. */
function kept(planted: Parameters<typeof monthOf>[0]) {
  const month = monthOf(planted)
  const found = auditPolicy(month, E, DEFAULT_RULES).find(({ ruleCode }) => ruleCode === 'M4')
  if (!found?.measured) throw new Error('M4 found nothing')
  const { expected, actual } = found.measured
  const one = { expected: String(expected), actual: String(actual), figures: movementOf(month, E) }
  return {
    sides: comparisonOf('M4', one),
    compared: comparisonOf('M4', one)?.quantity,
    effect: effectOf(usd((actual - expected) / 100), { ruleCode: 'M4', ...one }),
    message: found.message,
    title: titleOf({ ruleCode: 'M4', ...one }),
  }
}

test('a charge below its table makes the value higher: it is told first and names the finding; the difference has the sign that the sentence says', () => {
  const cheap = kept({ posted: { costOfInsurance: usd(695.39), accountValueEnd: usd(3_059_731.13) } })
  expect(cheap.message).toMatch(/^Cost of insurance by the table is /)
  expect(cheap.message).toContain('Together the value is $24.61 more.')
  expect(cheap).toMatchObject({
    effect: usd(24.61),
    compared: 'Cost of insurance',
    title: 'Cost of insurance differs from the table',
    sides: { actual: 'cost of insurance posted', expected: 'cost of insurance by the table' },
  })
  const dear = kept({ posted: { costOfInsurance: usd(744.61), accountValueEnd: usd(3_059_681.91) } })
  expect([dear.message.includes('Together the value is $24.61 less.'), dear.effect]).toEqual([true, usd(-24.61)])
})

test('interest above the declared rate makes the value higher, too', () => {
  const high = kept({ posted: { interestCredited: usd(10_436.52), accountValueEnd: usd(3_059_716.52) } })
  expect(high).toMatchObject({
    effect: usd(10),
    compared: 'Interest',
    title: 'Interest differs from the declared rate',
    sides: { actual: 'interest posted', expected: 'interest by the declared rate' },
  })
})

test('an ending value that its parts do not make is compared as such, posted less what they make', () => {
  const off = kept({ posted: { accountValueEnd: usd((posted.accountValueEnd ?? 0) / 100 + 50) } })
  expect(off).toMatchObject({
    effect: usd(50),
    compared: 'Account value',
    title: 'Roll-forward does not add up',
    sides: { actual: 'ending value posted' },
  })
})

test('every other rule keeps its sign: a yield or a value above what is expected is more', () => {
  const figures = { costOfInsuranceCents: 500, tabledCostOfInsuranceCents: 900 }
  expect(effectOf(usd(-4), { ruleCode: 'V3', expected: '900', actual: '500', figures })).toBe(usd(-4))
  expect(titleOf({ ruleCode: 'V3', expected: '900', actual: '500', figures })).toBe(AUDIT_RULES.V3.title)
  expect(effectOf(null, { ruleCode: 'M4', expected: '900', actual: '500', figures })).toBeNull()
})

test.each<[string, string, Parameters<typeof monthOf>[0], (string | null)[]]>([
  ['a face amount', 'V12', { posted: { faceAmount: usd(7_100_000.5) } }, ['$6,900,000.00', '$7,100,000.50']],
  ['an issue date', 'V12', { posted: { issueDate: plainDate('2012-04-15') } }, ['03/15/2012', '04/15/2012']],
  ['a product’s name', 'V12', { posted: { productName: 'Flexible Inc. UL' } }, ['General UL', 'Flexible Inc. UL']],
  ['a status', 'V10', { posted: { policyStatus: 'LAPSED' } }, ['in force', 'lapsed']],
  ['a date of birth, which no sentence says', 'V12', { posted: { insuredDateOfBirth: plainDate('1960-05-06') } }, [null, null]],
])('%s that differs has the register’s on the expected side and the carrier’s on the other', (_, ruleCode, planted, sides) => {
  const { posted: read, facts } = monthOf(planted)
  if (!read) throw new Error('nothing is posted')
  const message = checkRow(read, E, facts).find((one) => one.ruleCode === ruleCode)?.message ?? ''
  const kept = sidesOf({ ruleCode, expected: null, actual: null, figures: {}, period: E, message })
  expect([kept.expected, kept.actual]).toEqual(sides)
})

test('a valuation date is set beside its month end; figures that a rule kept stand as they are', () => {
  const dated = { expected: null, actual: null, figures: { valuationDate: '2025-12-26' }, period: E, message: 'x' }
  expect(sidesOf({ ruleCode: 'V7', ...dated })).toEqual({ expected: E, actual: '2025-12-26' })
  expect(sidesOf({ ruleCode: 'V1', ...dated })).toEqual({ expected: null, actual: null })
  expect(sidesOf({ ruleCode: 'V3', ...dated, expected: '900', actual: '500' })).toEqual({ expected: '900', actual: '500' })
})
