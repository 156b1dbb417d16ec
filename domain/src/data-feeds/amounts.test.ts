import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { POLICY } from '../test/feed-rows.ts'
import { checkAmounts } from './amounts.ts'
import { NO_FLOWS } from './movements.ts'
import { type FeedValues, NO_VALUES, type PolicyFacts } from './row.ts'

/** Outcome for a row that has these amounts, and no other. @param book null: the policy is not in it */
function said(values: Partial<FeedValues>, book: Partial<PolicyFacts> | null = {}) {
  const found: { rule: string; message: string }[] = []
  checkAmounts({ ...NO_VALUES, ...values }, book && { ...POLICY, ...book }, (ruleCode, field, message, { severity = 'error' } = {}) => {
    found.push({ rule: `${ruleCode} ${field} ${severity}`, message })
  })
  return found
}
const rules = (...asked: Parameters<typeof said>) => said(...asked).map(({ rule }) => rule)
const byHand = { premium: null, refund: null, withdrawal: null }

test('a premium below zero is posted as paid back, and says so', () =>
  expect(said({ premiumPaid: usd(-1_000) })).toEqual([
    {
      rule: 'SIGN premiumPaid warning',
      message: 'Premium paid is below zero (-$1,000.00). It will be posted as a premium of $1,000.00 paid back.',
    },
  ]))

test('a withdrawal below zero is not used, and says so', () =>
  expect(said({ withdrawals: usd(-500) })).toEqual([
    {
      rule: 'UNUSED withdrawals error',
      message:
        'Withdrawals is below zero (-$500.00). It is not used: a withdrawal is posted above zero only. Ask the carrier whether the sign is intended, or exclude the row.',
    },
  ]))

test.each([
  'faceAmount',
  'accountValueBegin',
  'accountValueEnd',
  'surrenderCharge',
  'loanBalance',
  'loanInterestAccrued',
  'guaranteedCashValue',
  'cumulativePremium',
  'costOfInsurance',
  'expenseCharge',
  'marketValue',
  'bookValue',
  'costBasis',
  'insuredShare',
  'institutionShare',
  'interestCredited',
] as const)('%s below zero is asked about, of a policy known or not; zero and more is not', (field) => {
  for (const book of [{}, null]) expect(rules({ [field]: usd(-0.01) }, book)).toEqual([`SIGN ${field} error`])
  expect(rules({ [field]: usd(0) })).toEqual([])
  expect(rules({ [field]: usd(10) })).toEqual([])
})

test('cost of insurance with a minus is told what it likely means', () =>
  expect(said({ costOfInsurance: usd(-45) })[0]?.message).toBe(
    'Cost of insurance is below zero (-$45.00). Some carriers show charges as negative; here they are amounts deducted. It would be posted as is.',
  ))

test('what follows the market may earn less than nothing, and a loan may be more than the value', () => {
  expect(rules({ interestCredited: usd(-100) }, { cannotFall: false })).toEqual([])
  expect(rules({ netSurrenderValue: usd(-100) })).toEqual([])
})

test('nothing of a policy that has ended is posted: each amount is named, a flow as an error', () => {
  const ended = said({
    policyStatus: 'SURRENDERED',
    premiumPaid: usd(12.5),
    withdrawals: usd(0),
    cashSurrenderValue: usd(146_000),
    deathBenefit: usd(0),
  })
  expect(ended).toEqual([
    {
      rule: 'UNUSED premiumPaid error',
      message:
        'The carrier says the policy is surrendered, so no value is posted from the row: premium paid $12.50 is not used. Enter it in the register of policies if it is correct.',
    },
    {
      rule: 'UNUSED cashSurrenderValue warning',
      message:
        'The carrier says the policy is surrendered, so no value is posted from the row. Not used: cash surrender value $146,000.00.',
    },
  ])
  expect(rules({ policyStatus: 'LAPSED', cashSurrenderValue: usd(0), deathBenefit: usd(0), premiumPaid: usd(0) })).toEqual([])
})

test.each<[string, Partial<FeedValues>, Partial<PolicyFacts['recorded']>, string[]]>([
  ['another premium', { premiumPaid: usd(1_000) }, { byHand: { ...byHand, premium: usd(900) } }, ['FLOW premiumPaid error']],
  ['the same premium', { premiumPaid: usd(1_000) }, { byHand: { ...byHand, premium: usd(1_000) } }, []],
  ['no premium in the file', { premiumPaid: usd(0) }, { byHand: { ...byHand, premium: usd(1_000) } }, []],
  [
    'another refund',
    { premiumPaid: usd(-1_000) },
    { byHand: { ...byHand, refund: usd(900) } },
    ['SIGN premiumPaid warning', 'FLOW premiumPaid error'],
  ],
  ['another withdrawal', { withdrawals: usd(50) }, { byHand: { ...byHand, withdrawal: usd(60) } }, ['FLOW withdrawals error']],
  ['an exchange in beside a premium', { premiumPaid: usd(1_000_000) }, { exchangeIn: usd(1_000_000) }, ['FLOW premiumPaid error']],
])('what was entered by hand stays, and a file that says otherwise is asked about: %s', (_, values, recorded, expected) =>
  expect(rules(values, { recorded: { ...NO_FLOWS, ...recorded } })).toEqual(expected),
)
