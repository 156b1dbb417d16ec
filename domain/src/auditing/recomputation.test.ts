import { describe, expect, test } from 'vitest'
import { attainedAgeAt } from '../calculations/interest-credited.ts'
import type { FeedValues } from '../data-feeds/row.ts'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { POLICY } from '../test/feed-rows.ts'
import { E, monthOf, type Planted, posted, tables } from '../test/worked-month.ts'
import { askedOrNot } from './applicability.ts'
import { auditPolicy } from './policy-month.ts'
import { notRecomputed, type ProductTables, recomputed } from './recomputation.ts'
import { DEFAULT_RULES } from './rules.ts'

const found = (planted: Planted) => auditPolicy(monthOf(planted), E, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)

describe('M4 recomputes the month from the product’s tables', () => {
  const said = (planted: Planted) => auditPolicy(monthOf(planted), E, DEFAULT_RULES).find(({ ruleCode }) => ruleCode === 'M4')
  /** The carrier's parts add up, and two of them are wrong. */
  const wrong = { interestCredited: usd(10_408.52), costOfInsurance: usd(702) }

  test('worked example: 4.10 % on 3,050,000.00 for 31 of 365 days is 10,426.52, and 3,850,000.00 at risk cost 720.00', () => {
    expect(recomputed({ posted, facts: POLICY, tables }, E)).toEqual({
      interest: usd(10_426.52),
      costOfInsurance: usd(720),
      begin: usd(3_050_000),
      netAmountAtRisk: usd(3_850_000),
      chargeRate: 0.187013,
    })
  })

  test('it tells both figures, both formulas and the difference, where the sum hides that both parts are 18.00 off', () =>
    expect(said({ posted: wrong })).toEqual({
      ruleCode: 'M4',
      severity: 'error',
      message:
        'Interest by the declared rate is $10,426.52; $10,408.52 is posted, $18.00 less. Cost of insurance by the table is $720.00; $702.00 is posted, $18.00 less. Together the value is the same. Interest: $3,050,000.00 × ((1 + 4.100%)^0.084932 - 1). Cost of insurance: $3,850,000.00 at risk × $0.187013 per $1,000 a month, age 65, female, nonsmoker.',
      measured: { expected: usd(10_426.52), actual: usd(10_408.52), tolerance: 5 },
    }))

  test('five cents are left alone, six are not', () => {
    const off = (amount: number) =>
      said({ posted: { interestCredited: usd(10_426.52 + amount), costOfInsurance: usd(720 + amount) } }) !== undefined
    expect([off(0.05), off(-0.05), off(0.06), off(-0.06)]).toEqual([false, false, true, true])
  })

  test('a rate of the middle of the month counts for its days, a premium for the days from its receipt', () => {
    const rates = [...tables.rates, { from: plainDate('2025-12-16'), rate: 0.045 }]
    const flows = [{ date: plainDate('2025-12-22'), type: 'PREMIUM', amount: usd(100_000) } as const]
    const premium = { premiumPaid: usd(100_000) }
    const of = (changed: Partial<ProductTables>, values: Partial<FeedValues> = {}) =>
      recomputed({ posted: { ...posted, ...values }, facts: POLICY, tables: { ...tables, ...changed } }, E)?.interest
    // 3,050,000 × (1.041^(15/365) × 1.045^(16/365) - 1), and 100,000 × (1.041^(10/365) - 1) on top.
    expect(of({ rates })).toBe(usd(10_941.06))
    expect(of({ flows }, premium)).toBe(usd(10_536.66))
    expect(of({ flows, terms: { ...tables.terms, interestFrom: 'DAY_AFTER' } }, premium)).toBe(usd(10_525.64))
  })

  test.each<[string, Partial<ProductTables>, number]>([
    ['simple interest of actual days', { terms: { ...tables.terms, interestMethod: 'SIMPLE' } }, 10_620.68],
    ['simple interest of a year of 360 days', { terms: { ...tables.terms, interestMethod: 'SIMPLE', dayCount: 'THIRTY_360' } }, 10_420.83],
    ['effective interest of thirty days in every month', { terms: { ...tables.terms, dayCount: 'THIRTY_360' } }, 10_229.99],
  ])('%s', (_, changed, dollars) =>
    expect(recomputed({ posted, facts: POLICY, tables: { ...tables, ...changed } }, E)?.interest).toBe(usd(dollars)),
  )

  test.each<[string, Planted, Partial<ProductTables>]>([
    ['the value follows the market', { facts: { cannotFall: false } }, {}],
    ['interest of General UL follows an index', {}, { followsIndex: true }],
    ['no declared rate is entered for General UL', {}, { rates: [{ from: plainDate('2025-12-02'), rate: 0.041 }] }],
    ['no cost-of-insurance table is entered for General UL', {}, { costOfInsurance: null }],
    ['no value posted for the month before', { facts: { prior: null } }, {}],
    ['a death claim is pending', { posted: { policyStatus: 'DEATH_CLAIM_PENDING' } }, {}],
    ['part of the value is loaned', { posted: { loanBalance: usd(1_000) } }, {}],
    ['the face amount changed in the month', { facts: { hasFaceChange: true } }, {}],
    ['the carrier’s file gives a premium or withdrawal without its day', {}, { flowsAreDated: false }],
    ['premiums and withdrawals of the file are not those of the register', { posted: { premiumPaid: usd(500) } }, {}],
    ['no issue age is in the register', {}, { insured: null }],
    [
      'the cost-of-insurance table of General UL has no rate for the insured’s age, sex and smoker class',
      {},
      { insured: { sex: 'M', smokerClass: 'NONSMOKER', attainedAge: 65 } },
    ],
  ])('where it cannot, it says why: %s', (reason, planted, changed) => {
    const month = monthOf({ ...planted, month: { tables: { ...tables, ...changed } } })
    expect(month.posted && notRecomputed({ ...month, posted: month.posted }, E)).toBe(reason)
    expect(askedOrNot('M4', month, E)).toEqual([null, `interest and charges not recomputed: ${reason}`])
    expect(auditPolicy({ ...month, posted: month.posted && { ...month.posted, ...wrong } }, E, DEFAULT_RULES)).not.toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('by the declared rate') }),
    )
  })

  test('a table without sexes and smoker classes is asked for everybody', () => {
    const costOfInsurance = { per: 'YEAR', rates: new Map([['UNISEX COMPOSITE 65', 2.244156]]) } as const
    expect(recomputed({ posted, facts: POLICY, tables: { ...tables, costOfInsurance } }, E)?.costOfInsurance).toBe(usd(720))
    const unknown = { sex: null, smokerClass: null, attainedAge: 65 }
    expect(recomputed({ posted, facts: POLICY, tables: { ...tables, costOfInsurance, insured: unknown } }, E)?.costOfInsurance).toBe(
      usd(720),
    )
  })

  test('an insured is a year older in the month of the anniversary', () => {
    const at = (period: string) => attainedAgeAt(50, plainDate('2012-03-15'), plainDate(period))
    expect([at('2012-03-31'), at('2013-02-28'), at('2013-03-31'), at('2025-12-31')]).toEqual([50, 50, 51, 63])
  })

  test('Y1 takes the charge from the table: a carrier that charges 27 basis points less than its table yields 27 more than is implied', () => {
    const cheap = { costOfInsurance: usd(20), cashSurrenderValue: usd(3_060_406.52), accountValueEnd: usd(3_060_406.52) }
    expect(found({ posted: cheap, earnings: { earned: usd(10_406.52) } })).toEqual(expect.arrayContaining(['M4', 'Y1']))
  })
})
