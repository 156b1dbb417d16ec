/**
 * How the figures of asset reports come about, as data beside the functions that compute them: name, formula, inputs, and where it is laid down. A column
 * or a figure names its formula; what is not printed beside it stands in the row's `basis`. A property test works each one out and compares.
 */

import { ASC, CARRIER, count, type Formula, type FormulaTable, HOUSE, INTERAGENCY, money, REGISTER, rate } from '../explanation/formula.ts'
import { SHARED_FORMULAS } from '../explanation/formulas.ts'

const flows = {
  added: money('premiums and exchanges in', { cell: 'additions', otherwise: 0 }),
  taken: money('withdrawals, premium refunds, surrenders, claims and exchanges out', { cell: 'removals', otherwise: 0 }),
}

const monthFormula = (place: number): Formula => ({
  name: 'Increase of a month of the quarter',
  text: `month${place}End - month${place}Begin - month${place}Added + month${place}Taken`,
  inputs: {
    [`month${place}End`]: money('value at the month’s end'),
    [`month${place}Begin`]: money('value at its beginning'),
    [`month${place}Added`]: money('premiums and exchanges in', { otherwise: 0 }),
    [`month${place}Taken`]: money('withdrawals, premium refunds, surrenders, claims and exchanges out', { otherwise: 0 }),
  },
  source: ASC,
})
const yieldInputs = { increase: money('increase'), atWork: money('average invested value') }
const AT_WORK =
  'The average invested value is the beginning value plus each flow weighted by the days that remained after it. Policies without a known increase are left out on both sides.'

export const ASSET_FORMULAS = {
  ...SHARED_FORMULAS,
  corrected: {
    name: 'Value of the policy',
    text: null,
    words: 'As posted: the firm corrected cells of the carrier’s line before posting.',
    source: CARRIER,
  },
  monthEndValue: {
    name: 'Value at the month’s end',
    text: null,
    words: 'The sum of the values posted for the month end, over the policies held then.',
    source: CARRIER,
  },
  openingBalance: {
    name: 'Opening balance',
    text: null,
    words: 'As stored for the fiscal year when its beginning was locked.',
    source: 'Opening balances of the fiscal year.',
  },
  register: { name: 'As kept in the register', text: null, words: 'As the register of policies holds it.', source: REGISTER },
  recorded: { name: 'As recorded', text: null, words: 'As the transaction, change or claim was recorded.', source: REGISTER },
  rating: {
    name: 'Composite of ratings',
    text: null,
    words: 'As the rating source gives it at the statement date.',
    source: 'Comdex, a composite of the agencies’ ratings.',
  },
  policyCount: {
    name: 'Policies in force',
    text: null,
    words: 'Policies in force at the statement date, one for each line; what ended is not counted.',
    source: HOUSE,
  },
  insureds: {
    name: 'Insureds',
    text: 'policies - repeated',
    inputs: { policies: count('policies in force'), repeated: count('further policies of a person insured already') },
    source: HOUSE,
  },
  increase: {
    name: 'Increase',
    text: 'end - begin - added + taken',
    inputs: {
      end: money('value at the statement date', { cell: 'cashSurrenderValue' }),
      begin: money('value before', { cell: 'priorValue' }),
      ...flows,
    },
    source: ASC,
    note: 'Policies without a value to compare with are left out of the sums.',
  },
  month1: monthFormula(1),
  month2: monthFormula(2),
  month3: monthFormula(3),
  ytdIncrease: {
    name: 'Earnings year to date',
    text: 'ytdEnd - ytdBegin - ytdAdded + ytdTaken',
    inputs: {
      ytdEnd: money('value now', { cell: 'cashSurrenderValue' }),
      ytdBegin: money('value at the start of the year', { cell: 'yearStartValue' }),
      ytdAdded: money('premiums and exchanges in since', { otherwise: 0 }),
      ytdTaken: money('withdrawals, premium refunds, surrenders, claims and exchanges out since', { otherwise: 0 }),
    },
    source: ASC,
  },
  yearAdditions: {
    name: 'Premiums and exchanges in',
    text: null,
    words: 'Premiums and section 1035 exchanges in since the start of the year, over the policies with an opening value.',
    source: REGISTER,
  },
  yearWithdrawals: {
    name: 'Withdrawals and refunds',
    text: null,
    words: 'Withdrawals, premium refunds and whatever else was taken out since the start of the year, over the policies still in force.',
    source: REGISTER,
  },
  yearRemoved: {
    name: 'Removed policies',
    text: null,
    words: 'Surrenders, claims, exchanges out and whatever else was taken out since the start of the year, over the policies that ended.',
    source: REGISTER,
  },
  yearUnopened: {
    name: 'No opening value',
    text: null,
    words: 'The value at the statement date of policies without an opening value.',
    source: CARRIER,
  },
  yearClaims: {
    name: 'Gain on death claims',
    text: null,
    words:
      'The institution’s share of the death claims paid since the start of the year, less the cash surrender value that they released.',
    source: ASC,
  },
  yearWithClaims: {
    name: 'Earnings and gain on claims',
    text: 'ytdIncrease + ytdClaims',
    inputs: { ytdIncrease: money('earnings year to date'), ytdClaims: money('gain on death claims') },
    source: ASC,
  },
  yearClosing: {
    name: 'Closing value',
    text: 'yearStartValue + ytdAdditions + ytdIncrease - ytdWithdrawals - ytdRemoved + ytdUnopened',
    inputs: {
      yearStartValue: money('opening value', { otherwise: 0 }),
      ytdAdditions: money('premiums and exchanges in', { otherwise: 0 }),
      ytdIncrease: money('earnings year to date', { otherwise: 0 }),
      ytdWithdrawals: money('withdrawals and refunds', { otherwise: 0 }),
      ytdRemoved: money('removed policies', { otherwise: 0 }),
      ytdUnopened: money('values without an opening value', { otherwise: 0 }),
    },
    source: ASC,
  },
  netYieldSimple: {
    name: 'Current net yield',
    text: 'increase / atWork * daysInYear / days',
    inputs: { ...yieldInputs, daysInYear: count('days in the year'), days: count('days in the period') },
    source: 'Simple annualization, actual days; the yield that reports of holdings use.',
    note: AT_WORK,
  },
  netYieldCompound: {
    name: 'Current net yield, compounded',
    text: '(1 + increase / atWork) ^ (daysInYear / days) - 1',
    inputs: { ...yieldInputs, daysInYear: count('days in the year'), days: count('days in the period') },
    source: 'Compounded by actual days, as the institution’s yield convention asks.',
    note: AT_WORK,
  },
  netYieldTimes12: {
    name: 'Current net yield, by months',
    text: 'increase / atWork * 12 / months',
    inputs: { ...yieldInputs, months: count('months in the period') },
    source: 'Twelve over the months of the period, as the institution’s yield convention asks.',
    note: AT_WORK,
  },
  taxEquivalentYield: {
    name: 'Tax-equivalent yield',
    text: 'netYield * (1 - policyTax) / (1 - combinedTax)',
    inputs: {
      netYield: rate('net yield'),
      policyTax: rate('tax on policy growth', { by: 'policyTax' }),
      combinedTax: rate('combined tax rate', { by: 'combinedTax' }),
    },
    source:
      'What a fully taxed asset must yield to leave as much; IRC 72(e), 101(a): growth inside life insurance is not taxed while held.',
  },
  combinedTax: {
    name: 'Combined tax rate',
    text: 'stateEffective + federalRate * (1 - stateEffective)',
    inputs: { stateEffective: rate('state rate after the federal deduction', { by: 'stateEffective' }), federalRate: rate('federal rate') },
    source: 'Each tax deducts the other: tc = S + f(1 − S). IRC 11(b), 164(a).',
  },
  combinedTaxOverride: {
    name: 'Combined tax rate',
    text: null,
    words: 'As entered for the institution, in place of the calculation.',
    source: 'The institution’s tax profile.',
  },
  stateEffective: {
    name: 'State rate after the federal deduction',
    text: 'stateRate * (1 - deductible * federalRate) / (1 - stateRate * deductible * federalRate)',
    inputs: {
      stateRate: rate('state rate'),
      deductible: rate('share of federal tax that the state lets deduct'),
      federalRate: rate('federal rate'),
    },
    source: 'The state’s tax law, as the state configuration holds it; a tax on capital, shares or deposits counts as nothing.',
  },
  policyTax: {
    name: 'Tax on policy growth',
    text: 'taxedStateRate * (1 - federalRate)',
    inputs: { taxedStateRate: rate('state rate on policy growth'), federalRate: rate('federal rate') },
    source: 'Nothing, unless the state taxes the growth of policies.',
  },
  grossRate: {
    name: 'Gross crediting rate',
    text: 'weighted / rated',
    inputs: { weighted: money('a year’s interest at the gross rates'), rated: money('value of the policies that carry a rate') },
    source: 'Gross rates of the carriers, weighted by cash surrender value; values without a rate are left out.',
  },
  carrierRate: { name: 'Gross crediting rate', text: null, words: 'As the carrier credits it, before charges.', source: CARRIER },
  institutionShare: {
    name: 'Institution’s share of the death benefit',
    text: 'deathBenefit - insuredShare',
    inputs: { deathBenefit: money('death benefit'), insuredShare: money('insured’s share') },
    source: 'Split-dollar agreements in the register.',
  },
  insuredShare: {
    name: 'Insured’s share of the death benefit',
    text: null,
    words: 'What the split-dollar agreement gives the insured’s family of the death benefit.',
    source: 'Split-dollar agreements in the register.',
  },
  netAmountAtRisk: {
    name: 'Institution’s net amount at risk',
    text: 'institutionShare - held',
    inputs: { institutionShare: money('institution’s share'), held: money('cash surrender value', { cell: 'cashSurrenderValue' }) },
    source: INTERAGENCY,
  },
  shareOfTotal: {
    name: 'Share of all cash surrender value',
    text: 'cashSurrenderValue / wholeValue',
    inputs: { cashSurrenderValue: money('cash surrender value'), wholeValue: money('of all carriers') },
    source: INTERAGENCY,
  },
  shareOfTier1: {
    name: 'Share of Tier 1 capital',
    text: 'cashSurrenderValue / tier1',
    inputs: { cashSurrenderValue: money('cash surrender value'), tier1: money('Tier 1 capital') },
    source: INTERAGENCY,
  },
  shareOfLimitBasis: {
    name: 'Share of the capital that limits are measured on',
    text: 'cashSurrenderValue / limitCapital',
    inputs: { cashSurrenderValue: money('cash surrender value'), limitCapital: money('capital of the limit') },
    source: INTERAGENCY,
  },
  limit: {
    name: 'Limit',
    text: null,
    words: 'The board’s limit, or the guideline of 15% a carrier and 25% in total where the board has set none.',
    source: INTERAGENCY,
  },
  headroom: {
    name: 'Headroom',
    text: 'round(limit * limitCapital) - cashSurrenderValue',
    inputs: { limit: rate('limit'), limitCapital: money('capital of the limit'), cashSurrenderValue: money('cash surrender value') },
    source: INTERAGENCY,
  },
  headroomInAll: {
    name: 'Headroom of all holdings',
    text: 'round(limit * limitCapital) - inAll',
    inputs: { limit: rate('limit'), limitCapital: money('capital of the limit'), inAll: money('held in all by the legal entity') },
    source: INTERAGENCY,
  },
  growth: { name: 'Increase to book', text: 'max(ownIncrease, 0)', inputs: { ownIncrease: money('the policy’s increase') }, source: ASC },
  decrease: {
    name: 'Decrease to book',
    text: 'max(-ownIncrease, 0)',
    inputs: { ownIncrease: money('the policy’s increase') },
    source: ASC,
  },
  scheduleAdditions: {
    name: 'Premiums and exchanges in',
    text: 'premium + exchangeIn',
    inputs: { premium: money('premiums', { otherwise: 0 }), exchangeIn: money('section 1035 exchanges in', { otherwise: 0 }) },
    source: REGISTER,
  },
  scheduleRemovals: {
    name: 'Withdrawals, refunds, surrenders, claims',
    text: 'premiumRefund + withdrawal + surrender + death + exchangeOut',
    inputs: {
      premiumRefund: money('premiums refunded', { otherwise: 0 }),
      withdrawal: money('withdrawals', { otherwise: 0 }),
      surrender: money('surrenders', { otherwise: 0 }),
      death: money('death claims', { otherwise: 0 }),
      exchangeOut: money('section 1035 exchanges out', { otherwise: 0 }),
    },
    source: REGISTER,
  },
  netChange: {
    name: 'Change in cash surrender value',
    text: 'growth - decrease + additions - removals',
    inputs: {
      growth: money('increase'),
      decrease: money('decrease'),
      additions: money('premiums and exchanges in'),
      removals: money('withdrawals, premium refunds, surrenders, claims'),
    },
    source: ASC,
  },
  expectedGain: {
    name: 'Expected gain',
    text: 'institutionShare - cashSurrenderValue',
    inputs: { institutionShare: money('institution’s share of the death benefit'), cashSurrenderValue: money('cash surrender value') },
    source: ASC,
    note: 'Of pending claims alone. The entries record the gain when the claim is paid.',
  },
  claimGain: {
    name: 'Gain on claims',
    text: 'claimReceivable - released',
    inputs: {
      claimReceivable: money('institution’s share of the death benefit', { otherwise: 0 }),
      released: money('value released', { otherwise: 0 }),
    },
    source: ASC,
  },
  ledger: {
    name: 'Amount to post',
    text: null,
    words: 'The sum over the policies that moved in this way; the schedule by policy lists them.',
    source: ASC,
  },
  thousands: {
    name: 'Thousands of dollars',
    text: 'round(amount / 100000)',
    inputs: { amount: money('amount') },
    source: 'FFIEC Call Report instructions: amounts are reported in thousands of dollars.',
  },
  accountTypes: {
    name: 'Cash surrender value by account',
    text: null,
    words: 'The sum of the policies held in accounts of this kind.',
    source: 'Call Report, Schedule RC-F item 5; ASC 325-30.',
  },
  fundValue: {
    name: 'Carrying value under the fund',
    text: null,
    words: 'The sum of the policies whose value lies in the fund.',
    source: 'Call Report, Schedule RC-F item 5; statements of the separate accounts.',
  },
  riskWeight: {
    name: 'Risk weight',
    text: null,
    words:
      'Of the account: an unsecured claim on the insurer, or a fund whose holdings are not on file, at 100%; where funds are on file, and of the total, weighted assets over value.',
    source: '12 CFR 3.32 and 3.51 to 3.53; Call Report, Schedule RC-R Part II.',
  },
  weightOfAssets: {
    name: 'Risk weight',
    text: 'assets / value',
    inputs: { assets: money('weighted assets'), value: money('carrying value') },
    source: '12 CFR 3.32 and 3.51 to 3.53; Call Report, Schedule RC-R Part II.',
  },
  riskWeighted: {
    name: 'Risk-weighted assets',
    text: 'round(value * weight)',
    inputs: { value: money('carrying value'), weight: rate('risk weight') },
    source: '12 CFR 3.32 and 3.51 to 3.53; Call Report, Schedule RC-R Part II.',
  },
  marketPart: {
    name: 'Part of the value that the fund’s assets cover',
    text: 'round(value * marketValue / bookValue)',
    inputs: { value: money('carrying value'), marketValue: money('market value of the fund'), bookValue: money('its book value') },
    source: '12 CFR 3.51(b)(3): what stable value protection owes is an exposure to its provider, the rest one to the fund.',
  },
  marketWhole: {
    name: 'Part of the value that the fund’s assets cover',
    text: null,
    words: 'All of the carrying value: the fund’s assets are worth it.',
    source: '12 CFR 3.51(b)(3).',
  },
  wrapPart: {
    name: 'Part of the value that the wrap owes',
    text: 'value - market',
    inputs: { value: money('carrying value'), market: money('the fund’s assets') },
    source: '12 CFR 3.51(b)(3).',
  },
  fundWeight: {
    name: 'Risk weight of the fund',
    text: null,
    words:
      'Full look-through: each class of assets at its own weight. Alternative modified: as much of the heaviest as the guidelines allow, then of the next. Simple modified: all at the heaviest. At least 20%.',
    source: '12 CFR 3.53.',
  },
  wrapWeight: {
    name: 'Risk weight of the wrap provider',
    text: null,
    words: 'As the register of policies holds it for the provider of the stable value wrap.',
    source: '12 CFR 3.32 and 3.51(b)(3).',
  },
  fundWeighted: {
    name: 'Risk-weighted assets of a fund',
    text: 'round(market * weight) + round(wrap * shortfallWeight)',
    inputs: {
      market: money('the fund’s assets'),
      weight: rate('the fund’s weight'),
      wrap: money('the wrap’s part'),
      shortfallWeight: rate('the wrap’s weight'),
    },
    source: '12 CFR 3.51 to 3.53; Call Report, Schedule RC-R Part II item 8.a.',
  },
  fundsWeighted: {
    name: 'Risk-weighted assets of separate accounts',
    text: null,
    words: 'The sum of the funds’ weighted assets; separate accounts without a fund on file at 100%.',
    source: '12 CFR 3.51 to 3.53; Call Report, Schedule RC-R Part II item 8.a.',
  },
} satisfies FormulaTable

export type AssetFormula = keyof typeof ASSET_FORMULAS
