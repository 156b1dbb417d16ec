/** How figures of single policies in annual reviews come about: the 7-pay test, and illustrated beside actual values. Part of the one table of the family. */
import { count, type FormulaTable, HOUSE, money, rate } from '../explanation/formula.ts'

const TAKEN = { text: null } as const
const SEVEN_PAY = 'IRC 7702A(b): the 7-pay test.'

export const POLICY_FORMULAS = {
  contractYear: {
    ...TAKEN,
    name: 'Contract year',
    words: 'Contract years begun since the 7-pay period began, the one that runs among them, up to the seventh.',
    source: SEVEN_PAY,
  },
  sevenPayPremium: {
    ...TAKEN,
    name: '7-pay premium',
    words: 'The level annual premium of seven that would pay the policy up, as the carrier states it.',
    source: '7-pay tests in the register.',
  },
  sevenPayLimit: {
    name: '7-pay limit so far',
    text: 'premium * year',
    inputs: { premium: money('7-pay premium'), year: count('contract years begun') },
    source: SEVEN_PAY,
  },
  sevenPayPaid: {
    name: 'Paid so far',
    text: 'statedPaid + premiumsPaid - untaxedTaken',
    inputs: {
      statedPaid: money('paid by the carrier’s own sum, where one is on file'),
      premiumsPaid: money('premiums of the register since, less those paid back'),
      untaxedTaken: money('withdrawals since, up to what was paid'),
    },
    source: 'IRC 7702A(e)(1): premiums less what was distributed without being income.',
  },
  sevenPayRoom: {
    name: 'Headroom under the 7-pay limit',
    text: 'limit - paid',
    inputs: { limit: money('7-pay limit so far'), paid: money('paid so far') },
    source: SEVEN_PAY,
  },
  illustratedValue: {
    ...TAKEN,
    name: 'Illustrated value',
    words: 'As the illustration has it at the policy years’ ends before and after the day, on a straight line between them.',
    source: 'Illustrations in the register.',
  },
  illustratedBetween: {
    name: 'Illustrated value',
    text: 'round(lower + (upper - lower) * (passed / yearDays))',
    inputs: {
      lower: money('illustrated at the last policy year’s end'),
      upper: money('at the next one'),
      passed: count('days since the last'),
      yearDays: count('days from the last to the next'),
    },
    source: 'Illustrations in the register.',
  },
  illustratedGrowth: {
    name: 'Growth of the illustrated value',
    text: 'upper / lower - 1',
    inputs: { lower: money('illustrated at the last policy year’s end'), upper: money('at the next one') },
    source: 'Illustrations in the register.',
  },
  overIllustrated: {
    name: 'Actual less illustrated',
    text: 'actual - illustrated',
    inputs: { actual: money('actual value'), illustrated: money('illustrated value') },
    source: 'Illustrations in the register; the carrier’s monthly file, as posted.',
  },
  illustratedYield: {
    ...TAKEN,
    name: 'Illustrated yield',
    words:
      'As the illustration states it, else the growth of its values in the policy year that runs, where no premium was paid in the year.',
    source: 'Illustrations in the register.',
  },
  policyYield: {
    ...TAKEN,
    name: 'Net yield of the policy, year',
    words: 'The year’s increase of the policy over its average invested value, with flows weighted by the days they were invested.',
    source: HOUSE,
  },
  policyYieldOfYear: {
    name: 'Net yield of the policy, year',
    text: 'increase / atWork * daysInYear / days',
    inputs: {
      increase: money('increase of the year'),
      atWork: money('average invested value'),
      daysInYear: count('days in the year'),
      days: count('days in the fiscal year'),
    },
    source: HOUSE,
    note: 'The average invested value is the beginning value plus each flow weighted by the days that remained after it.',
  },
  yieldApart: {
    name: 'Difference in basis points',
    text: '(earned - illustratedYield) * 10000',
    inputs: { earned: rate('net yield of the year'), illustratedYield: rate('illustrated yield') },
    source: HOUSE,
  },
} satisfies FormulaTable
