/** How the figures of annual reviews come about: the formulas of the asset report that they are made over, and those that it has none of. */

import { MAKEHAM_2017_CSO, type MakehamParameters } from '../../calculations/mortality.ts'
import { ASSET_FORMULAS } from '../asset-report/formulas.ts'
import { ASC, CARRIER, count, type FormulaTable, HOUSE, INTERAGENCY, money, REGISTER, rate } from '../explanation/formula.ts'
import { PEER_FORMULAS } from './peer-formulas.ts'
import { POLICY_FORMULAS } from './policy-formulas.ts'

const TAKEN = { text: null } as const
const law = ({ a, b, c }: MakehamParameters) => `a ${a.toFixed(9)}, b ${b.toFixed(12)}, c ${c}`
const CSO = `Gompertz-Makeham law fitted to the 2017 Loaded CSO tables: the chance to die within a year at age x is 1 − e^−(a + b × c^x × (c − 1) ÷ ln c), of men with ${law(MAKEHAM_2017_CSO.M)}, of women with ${law(MAKEHAM_2017_CSO.F)}.`
const CLAIMS = 'Claims paid, as recorded in the register.'
const STATED = 'The questionnaire that the institution returned.'
const EXCEPTIONS = 'Exceptions kept for the months of the year.'
const TAX_CODE = 'IRC 72(e), 72(v): gain is taxed on surrender, of a modified endowment contract with a further 10%.'
const days = { daysInYear: count('days in the year'), days: count('days in the fiscal year') }
const values = { firstValue: money('value at the year’s beginning'), lastValue: money('value at its end') }
const held = money('cash surrender value')
const ALL_HELD = money('cash surrender value held in all')

export const REVIEW_FORMULAS = {
  ...ASSET_FORMULAS,
  ...POLICY_FORMULAS,
  ofPolicies: {
    ...TAKEN,
    name: 'Of the policies in force',
    words: 'The policies in force at the date of the review that belong to the line, counted or summed.',
    source: 'Carriers’ files as posted; register of policies.',
  },
  ofPeople: {
    ...TAKEN,
    name: 'People insured',
    words: 'People of the register, each once, whatever the number of their policies.',
    source: REGISTER,
  },
  policiesOfPeople: {
    ...TAKEN,
    name: 'Policies of people',
    words: 'The policies in force of the people of the line.',
    source: REGISTER,
  },
  benefitOfPeople: {
    ...TAKEN,
    name: 'Death benefits of people',
    words: 'The death benefits of the people of the line, over all their policies in force.',
    source: REGISTER,
  },
  carriersHeld: {
    ...TAKEN,
    name: 'Carriers',
    words: 'Carriers that hold a policy in force; on watch are those with a watch entry.',
    source: REGISTER,
  },
  statesOfIssue: {
    ...TAKEN,
    name: 'States of issue',
    words: 'States in which policies in force were issued, as far as they are known, each once.',
    source: REGISTER,
  },
  shareOfPeople: {
    name: 'Share of the people insured',
    text: 'people / allPeople',
    inputs: { people: count('people of the line'), allPeople: count('people insured') },
    source: REGISTER,
  },
  shareEmployed: {
    name: 'Still employed',
    text: 'employed / allPeople',
    inputs: { employed: count('people still employed'), allPeople: count('people insured') },
    source: REGISTER,
  },
  shareConsents: {
    name: 'Consents complete',
    text: 'validConsents / neededConsents',
    inputs: { validConsents: count('people with a valid consent'), neededConsents: count('people whose policies need one') },
    source: 'IRC 101(j)(4); consents in the register.',
  },
  multiple: {
    ...TAKEN,
    name: 'Multiple of salary',
    words: 'The death benefits of the person over the salary on file, to one decimal. The salary itself is not shown.',
    source: INTERAGENCY,
  },
  yearEndValue: {
    ...TAKEN,
    name: 'Value at the year end',
    words: 'The sum of the values posted for the year end, over the policies held then.',
    source: CARRIER,
  },
  chargedInYear: {
    ...TAKEN,
    name: 'As reported for the year',
    words: 'The sum of what the carriers reported for the months of the year.',
    source: CARRIER,
  },
  otherChanges: {
    name: 'Other changes in value',
    text: 'income - (interest - cost - expense + decline)',
    inputs: {
      income: money('income of the year'),
      interest: money('interest credited'),
      cost: money('cost of insurance'),
      expense: money('expense charges'),
      decline: money('decline in surrender charges'),
    },
    source: HOUSE,
  },
  costPoints: {
    name: 'Cost of insurance in basis points',
    text: 'costCharge / ((firstValue + lastValue) / 2) * daysInYear / days * 10000',
    inputs: { costCharge: money('cost of insurance of the year'), ...values, ...days },
    source: HOUSE,
  },
  allPoints: {
    name: 'All charges in basis points',
    text: 'allCharges / ((firstValue + lastValue) / 2) * daysInYear / days * 10000',
    inputs: { allCharges: money('cost of insurance and expenses of the year'), ...values, ...days },
    source: HOUSE,
  },
  sinceIssue: {
    ...TAKEN,
    name: 'Internal rate of return since issue',
    words: 'The annual rate at which premiums paid and amounts received since issue, and the value now, come to nothing.',
    source: HOUSE,
  },
  monthYield: {
    ...TAKEN,
    name: 'Net yield of the last month',
    words: 'As the asset report of the same date has it, which explains it with its numbers.',
    source: HOUSE,
  },
  declaredRate: {
    ...TAKEN,
    name: 'Declared rate',
    words: 'As the carrier declared it for the product.',
    source: 'Rates of the carriers, by date.',
  },
  aboveGuarantee: {
    name: 'Above the guaranteed minimum',
    text: 'creditedNow - guarantee',
    inputs: { creditedNow: rate('credited now, by value'), guarantee: rate('guaranteed minimum') },
    source: HOUSE,
  },
  alternative: {
    name: 'Yield that leaves as much after tax',
    text: 'netYield * (1 - policyTax) / (1 - alternativeTax)',
    inputs: {
      netYield: rate('net yield of the year'),
      policyTax: rate('tax on policy growth', { by: 'policyTax' }),
      alternativeTax: rate('tax on the other asset’s income'),
    },
    source: 'The institution’s tax rates; state treatment of federal and municipal interest.',
  },
  sensitivity: {
    ...TAKEN,
    name: 'Sensitivity of a year’s interest',
    words:
      'The year’s interest at rates shifted, policy by policy: a fifth of the shift reaches portfolio rates, all of it others, and guarantees hold; less the interest as rates stand.',
    source: INTERAGENCY,
  },
  capitalStated: {
    ...TAKEN,
    name: 'As stated',
    words: 'As stated for the date beside it: by the questionnaire, the Call Report, or entered by staff.',
    source: 'The institution’s capital on file.',
  },
  heldElsewhere: {
    ...TAKEN,
    name: 'Held elsewhere',
    words: 'Sums of values posted in the other portals of the legal entity, and what it stated of other vendors: no policies are shown.',
    source: CARRIER,
  },
  measuredPart: {
    ...TAKEN,
    name: 'Part of all holdings',
    words: 'The review’s own policies; sums of values posted in other portals; what was stated of other vendors.',
    source: CARRIER,
  },
  hereAndElsewhere: {
    name: 'All holdings',
    text: 'value + elsewhere',
    inputs: { value: money('of these policies'), elsewhere: money('held elsewhere') },
    source: INTERAGENCY,
  },
  allOfTier1: {
    name: 'All holdings, of Tier 1',
    text: 'measuredValue / tier1',
    inputs: { measuredValue: ALL_HELD, tier1: money('Tier 1 capital') },
    source: INTERAGENCY,
  },
  allOfBoth: {
    name: 'All holdings, of Tier 1 and allowance',
    text: 'measuredValue / (tier1 + allowance)',
    inputs: { measuredValue: ALL_HELD, tier1: money('Tier 1 capital'), allowance: money('allowance for credit losses') },
    source: INTERAGENCY,
  },
  shareOfBoth: {
    name: 'Share of Tier 1 and allowance',
    text: 'cashSurrenderValue / (tier1 + allowance)',
    inputs: { cashSurrenderValue: held, tier1: money('Tier 1 capital'), allowance: money('allowance for credit losses') },
    source: INTERAGENCY,
  },
  roomOnBoth: {
    name: 'Headroom on Tier 1 and allowance',
    text: 'round(limit * (tier1 + allowance)) - cashSurrenderValue',
    inputs: {
      limit: rate('limit'),
      tier1: money('Tier 1 capital'),
      allowance: money('allowance for credit losses'),
      cashSurrenderValue: held,
    },
    source: INTERAGENCY,
  },
  herfindahl: {
    ...TAKEN,
    name: 'Herfindahl index',
    words: 'The sum of the squared shares of the carriers in percent: 10,000 is one carrier.',
    source: HOUSE,
  },
  limitInForce: {
    ...TAKEN,
    name: 'Limit',
    words: 'As the line says: of the board, the agencies, the state, or the law.',
    source: INTERAGENCY,
  },
  largestOfBase: {
    name: 'Largest carrier, of capital',
    text: 'largestMeasured / limitCapital',
    inputs: { largestMeasured: money('value with the largest carrier'), limitCapital: money('capital of the limit') },
    source: INTERAGENCY,
  },
  roomOfLargest: {
    name: 'Headroom of the largest carrier',
    text: 'round(perCarrier * limitCapital) - largestMeasured',
    inputs: {
      perCarrier: rate('limit a carrier'),
      limitCapital: money('capital of the limit'),
      largestMeasured: money('value with the largest carrier'),
    },
    source: INTERAGENCY,
  },
  programOfBase: {
    name: 'All holdings, of capital',
    text: 'measuredValue / limitCapital',
    inputs: { measuredValue: ALL_HELD, limitCapital: money('capital of the limit') },
    source: INTERAGENCY,
  },
  roomOfProgram: {
    name: 'Headroom in total',
    text: 'round(total * limitCapital) - measuredValue',
    inputs: {
      total: rate('limit in all'),
      limitCapital: money('capital of the limit'),
      measuredValue: ALL_HELD,
    },
    source: INTERAGENCY,
  },
  largestOfProgram: {
    name: 'Largest carrier, of the program',
    text: 'largestValue / wholeValue',
    inputs: { largestValue: money('value with the largest carrier'), wholeValue: money('cash surrender value of the program') },
    source: INTERAGENCY,
  },
  separateOfProgram: {
    name: 'Separate accounts, of the program',
    text: 'separateValue / wholeValue',
    inputs: { separateValue: money('value of separate accounts'), wholeValue: money('cash surrender value of the program') },
    source: INTERAGENCY,
  },
  ofAssets: {
    name: 'Program, of total assets',
    text: 'wholeValue / totalAssets',
    inputs: { wholeValue: money('cash surrender value of the program'), totalAssets: money('total assets') },
    source: INTERAGENCY,
  },
  coverage: {
    name: 'Benefit expense over income',
    text: 'benefitExpense / income',
    inputs: { benefitExpense: money('benefit expense of the year'), income: money('income of the year') },
    source: INTERAGENCY,
  },
  benefitExpense: {
    ...TAKEN,
    name: 'Benefit expense',
    words: 'As the questionnaire states it, else as the plans on file have it.',
    source: 'The questionnaire; register of plans.',
  },
  afterTax: {
    name: 'After-tax cost of a dollar of benefit',
    text: '1 - combinedTax',
    inputs: { combinedTax: rate('combined tax rate', { by: 'combinedTax' }) },
    source: 'Benefits paid are deducted at the combined rate.',
  },
  lives: {
    ...TAKEN,
    name: 'People insured at the beginning',
    words: 'People with a policy in force at the beginning of the year, each once.',
    source: REGISTER,
  },
  expectedDeaths: {
    ...TAKEN,
    name: 'Deaths expected',
    words: 'The sum of each person’s chance to die within the year, by age and sex; those whose age or sex is not known are left out.',
    source: CSO,
  },
  expectedProceeds: {
    ...TAKEN,
    name: 'Proceeds expected',
    words: 'The sum of each person’s chance to die within the year times the institution’s share of the death benefits.',
    source: CSO,
  },
  deaths: { ...TAKEN, name: 'Deaths', words: 'People of the register who died in the year, each once.', source: REGISTER },
  proceeds: {
    ...TAKEN,
    name: 'Death benefits received',
    words: 'The institution’s share of the death benefits of claims paid in the year, when the policies were last valued.',
    source: CLAIMS,
  },
  claimDays: { ...TAKEN, name: 'Days to payment', words: 'Days from the death to the payment of the claim.', source: CLAIMS },
  releasedValue: { ...TAKEN, name: 'Value released', words: 'The cash surrender value given out when the policy ended.', source: REGISTER },
  deathGain: {
    name: 'Gain on claims',
    text: 'proceeds - released',
    inputs: { proceeds: money('institution’s share of the death benefits'), released: money('value released') },
    source: ASC,
  },
  endedGain: {
    name: 'Gain over cost',
    text: 'released - cost',
    inputs: { released: money('value released'), cost: money('cost basis') },
    source: TAX_CODE,
  },
  statement: {
    ...TAKEN,
    name: 'The carrier’s own figure',
    words: 'As the carrier’s statement of the year has it.',
    source: 'The statement named beside it.',
  },
  surplusRatio: {
    name: 'Surplus ratio',
    text: 'surplus / assets',
    inputs: { surplus: money('capital and surplus'), assets: money('admitted assets') },
    source: 'The carrier’s statement.',
  },
  agreements: { ...TAKEN, name: 'Split-dollar agreements', words: 'Agreements in force at the date of the review.', source: REGISTER },
  imputedIncome: {
    ...TAKEN,
    name: 'Imputed income',
    words: 'Of each insured of ages 20 to 80: the insured’s share of the death benefit in thousands times the Table 2001 rate of the age.',
    source: 'IRS Notice 2002-8, Table 2001.',
  },
  gainOverCost: {
    ...TAKEN,
    name: 'Gain over cost',
    words: 'Of each policy worth more than its cost basis what it is worth above it, summed. A loss is no deduction and is left out.',
    source: TAX_CODE,
  },
  surrenderTax: {
    name: 'Tax if surrendered',
    text: 'round(gain * combinedTax)',
    inputs: { gain: money('gain over cost'), combinedTax: rate('combined tax rate', { by: 'combinedTax' }) },
    source: TAX_CODE,
  },
  surrenderPenalty: {
    name: 'Penalty on modified endowment contracts',
    text: 'round(endowmentGain * 0.1)',
    inputs: { endowmentGain: money('gain of modified endowment contracts') },
    source: TAX_CODE,
  },
  surrenderNet: {
    name: 'Left after tax and penalty',
    text: 'wholeValue - tax - penalty',
    inputs: { wholeValue: money('cash surrender value of the program'), tax: money('tax'), penalty: money('penalty') },
    source: TAX_CODE,
  },
  surrenderBoth: {
    name: 'Tax and penalty',
    text: 'tax + penalty',
    inputs: { tax: money('tax'), penalty: money('penalty') },
    source: TAX_CODE,
  },
  surrenderCost: {
    name: 'Cost of surrendering, of the value',
    text: '(tax + penalty) / wholeValue',
    inputs: { tax: money('tax'), penalty: money('penalty'), wholeValue: money('cash surrender value of the program') },
    source: TAX_CODE,
  },
  surrenderCharges: {
    ...TAKEN,
    name: 'Surrender charges',
    words: 'The charges that the carriers report for giving the policies up now.',
    source: CARRIER,
  },
  marketValue: {
    ...TAKEN,
    name: 'Market value',
    words: 'Of the assets behind separate accounts, where carriers report it.',
    source: CARRIER,
  },
  marketRatio: {
    name: 'Market value over value',
    text: 'market / book',
    inputs: { market: money('market value of the assets'), book: money('book value, or the value of the policies') },
    source: CARRIER,
  },
  audited: {
    ...TAKEN,
    name: 'Exceptions on record',
    words:
      'Kept for months of the year where a policy had no value, or a value differed from the file or the month before; cleared ones were settled.',
    source: EXCEPTIONS,
  },
  filesPosted: { ...TAKEN, name: 'Carrier files posted', words: 'Files that gave posted values for months of the year.', source: CARRIER },
  answered: { ...TAKEN, name: 'As answered', words: 'As the institution answered it.', source: STATED },
  planExpense: { ...TAKEN, name: 'Benefit expense of the plan', words: 'As the register of plans holds it.', source: 'Register of plans.' },
  planLiability: {
    ...TAKEN,
    name: 'Liability as stated',
    words: 'As the plan’s administrator or recordkeeper stated it for the day beside it.',
    source: 'Plan liabilities in the register.',
  },
  hedged: {
    ...TAKEN,
    name: 'Hedged',
    words: 'Assets held against the notional fund, as stated with the liability.',
    source: 'Plan liabilities in the register.',
  },
  planValue: {
    ...TAKEN,
    name: 'Value of the plans’ policies',
    words: 'The values at the date of the plans’ policies that are in force now.',
    source: CARRIER,
  },
  grossCoverage: {
    name: 'Coverage, gross',
    text: 'value / liability',
    inputs: { value: held, liability: money('liability') },
    source: 'Assets over liabilities of deferred compensation.',
  },
  liabilityAfterTax: {
    name: 'Liability after tax',
    text: 'round(liability * (1 - combinedTax))',
    inputs: { liability: money('liability'), combinedTax: rate('combined tax rate', { by: 'combinedTax' }) },
    source: 'Benefits paid are deducted at the combined rate.',
  },
  coverageAfterTax: {
    name: 'Coverage, after tax',
    text: 'value / (liability * (1 - combinedTax))',
    inputs: { value: held, liability: money('liability'), combinedTax: rate('combined tax rate', { by: 'combinedTax' }) },
    source: 'Assets over what the liabilities cost after tax.',
  },
  assetAhead: {
    name: 'Asset ahead, behind',
    text: 'value - cost',
    inputs: { value: held, cost: money('liability after tax') },
    source: 'Assets less what the liabilities cost after tax.',
  },
  hedgeRatio: {
    name: 'Hedge ratio',
    text: 'hedges / liability',
    inputs: { hedges: money('assets held against notional funds'), liability: money('liability') },
    source: 'Plan liabilities in the register.',
  },
  fundClass: {
    ...TAKEN,
    name: 'As the fund states it',
    words: 'Share held, the most that its mandate allows, and the weight of the class.',
    source: 'The fund’s statement; 12 CFR 3.32 and 3.53.',
  },
  unrealized: {
    name: 'Unrealized position',
    text: 'market - book',
    inputs: { market: money('market value'), book: money('book value') },
    source: 'Statements of the separate accounts.',
  },
  onForm8925: {
    ...TAKEN,
    name: 'Insured employees',
    words: 'Line 2 of the Form 8925 report of the year, which explains it.',
    source: 'Form 8925, line 2.',
  },
  ...PEER_FORMULAS,
} satisfies FormulaTable

export type ReviewFormula = keyof typeof REVIEW_FORMULAS
