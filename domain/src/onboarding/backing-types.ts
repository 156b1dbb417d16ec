/** Record types of what policies and plans rest on beside their values: 7-pay premiums, illustrations, funds of separate accounts, liabilities of plans. */
import { FUND_APPROACHES, HEAVIEST_WEIGHT } from '../policies/separate-account-funds.ts'
import { code, date, money, REQUIRED, type RecordType, rate, reference, share, text, wholeNumber } from './columns.ts'
import { carrier, institution, ofPolicy } from './naming-columns.ts'

const plan = reference('plan', 'Plan', 'Deferred Compensation', REQUIRED)

const sevenPay: RecordType = {
  code: 'sevenPay',
  group: 'policies',
  sheet: '7-pay premiums',
  words: ['7-pay premium', '7-pay premiums'],
  note: 'The level annual premium of the 7-pay test (IRC 7702A) as the carrier states it, one row a 7-pay period.',
  key: ['carrier', 'policy', 'startsOn'],
  columns: [
    ...ofPolicy,
    date('startsOn', 'Period begins', '2014-03-01', {
      ...REQUIRED,
      note: 'The issue date, or the day on which a material change took effect.',
    }),
    money('annualPremiumCents', '7-pay premium', '31250.00', { ...REQUIRED, least: 0.01 }),
    money('paidCents', 'Paid in the period', '', {
      least: 0,
      note: 'The carrier’s own sum up to the day it stated; leave it empty where the transactions have it all.',
    }),
    date('statedOn', 'Stated on', '2026-01-15', REQUIRED),
    text('source', 'Source', 'Carrier letter, 01/15/2026', { ...REQUIRED, most: 300 }),
  ],
}

const illustratedOn = date('illustratedOn', 'Illustrated on', '2014-01-20', REQUIRED)
const illustrations: RecordType = {
  code: 'illustrations',
  group: 'policies',
  sheet: 'Illustrations',
  words: ['illustration', 'illustrations'],
  note: 'The yield that was illustrated when a policy was sold; values by policy year go on the Illustrated values sheet.',
  key: ['carrier', 'policy', 'illustratedOn'],
  columns: [
    ...ofPolicy,
    illustratedOn,
    rate('illustratedYield', 'Illustrated yield', '4.25%', {
      note: 'May be empty where values by policy year are on the Illustrated values sheet.',
    }),
    text('source', 'Source', 'Sales illustration, 01/20/2014', { ...REQUIRED, most: 300 }),
  ],
}

const illustratedValues: RecordType = {
  code: 'illustratedValues',
  group: 'policies',
  sheet: 'Illustrated values',
  words: ['illustrated value', 'illustrated values'],
  note: 'The cash surrender value that was illustrated for the end of each policy year, one row a year. The illustration itself has a row on the Illustrations sheet; its rows here replace the values that the portal has of it.',
  key: ['carrier', 'policy', 'illustratedOn', 'policyYear'],
  isWithin: 'illustrations',
  columns: [
    ...ofPolicy,
    illustratedOn,
    wholeNumber('policyYear', 'Policy year', '10', { ...REQUIRED, least: 0, most: 120, note: 'Policy years completed; 0 is the issue.' }),
    money('valueCents', 'Illustrated value', '228400.00', { ...REQUIRED, least: 0 }),
  ],
}

/** The columns that name a statement of a fund. */
const ofFund = [
  institution,
  carrier,
  reference('product', 'Product', 'Corvane Separate Account VUL', REQUIRED),
  reference('policy', 'Policy number', '', {
    isKept: true,
    note: 'Only where value and wrap of one policy differ from the others’ of the product; else empty.',
  }),
  date('asOfDate', 'As of', '2025-12-31', REQUIRED),
]
const funds: RecordType = {
  code: 'funds',
  group: 'policies',
  sheet: 'Funds',
  words: ['statement of a fund', 'statements of funds'],
  note: 'The fund behind a separate account as of a day, with its stable value wrap, for a product as the institution holds it or for one policy (12 CFR 3.53). What it holds goes on the Fund holdings sheet.',
  key: ['institution', 'product', 'policy', 'asOfDate'],
  columns: [
    ...ofFund,
    text('fundName', 'Fund', 'Corvane Bank Bond Fund', { ...REQUIRED, most: 120 }),
    money('marketValueCents', 'Market value', '38800000.00', { ...REQUIRED, least: 0.01 }),
    money('bookValueCents', 'Book value', '40112852.00', { ...REQUIRED, least: 0.01 }),
    text('wrapProvider', 'Wrap provider', 'Delta Life', { most: 120, note: 'Empty where there is no stable value wrap.' }),
    text('wrapRating', 'Wrap rating', 'A+', { most: 20 }),
    share('wrapWeight', 'Wrap risk weight', '100%', { least: 0, most: HEAVIEST_WEIGHT }),
    share('wrapFeeRate', 'Wrap fee', '0.20%', { least: 0, most: 0.05, note: 'A year.' }),
    date('wrapEndsOn', 'Wrap ends on', '2028-12-31'),
    code('approach', 'Look-through approach', FUND_APPROACHES, REQUIRED),
    text('source', 'Source', 'Fund statement, 12/31/2025', { ...REQUIRED, most: 300 }),
    date('documentDate', 'Source dated', '2026-01-20'),
  ],
}

const fundHoldings: RecordType = {
  code: 'fundHoldings',
  group: 'policies',
  sheet: 'Fund holdings',
  words: ['fund holding', 'fund holdings'],
  note: 'Classes of a fund’s assets with their risk weights, one row a class; shares add up to 100%. The fund itself has a row on the Funds sheet; its rows here replace the holdings that the portal has of it.',
  key: ['institution', 'product', 'policy', 'asOfDate', 'name'],
  isWithin: 'funds',
  columns: [
    ...ofFund,
    text('name', 'Class of assets', 'Agency mortgage-backed securities', { ...REQUIRED, most: 80 }),
    share('share', 'Share', '62%', { ...REQUIRED, least: 0, most: 1 }),
    share('weight', 'Risk weight', '20%', { ...REQUIRED, least: 0, most: HEAVIEST_WEIGHT }),
    share('most', 'Most allowed', '80%', {
      least: 0,
      most: 1,
      note: 'The greatest share that the fund’s guidelines allow; needed for the alternative modified approach.',
    }),
  ],
}

const liabilities: RecordType = {
  code: 'liabilities',
  group: 'policies',
  sheet: 'Plan liabilities',
  words: ['plan liability', 'plan liabilities'],
  note: 'What deferred compensation and retirement plans owe their participants as of a day (ASC 710-10). Assets held against the participants’ choices go on the Plan hedges sheet.',
  key: ['institution', 'plan', 'asOfDate'],
  columns: [
    institution,
    plan,
    date('asOfDate', 'As of', '2025-12-31', REQUIRED),
    money('liabilityCents', 'Liability', '2450000.00', { ...REQUIRED, least: 0 }),
    text('source', 'Source', 'Actuary’s report, 01/31/2026', { ...REQUIRED, most: 300 }),
  ],
}

const hedges: RecordType = {
  code: 'hedges',
  group: 'policies',
  sheet: 'Plan hedges',
  words: ['plan hedge', 'plan hedges'],
  note: 'Assets held against the participants’ choices, one row a fund. The liability itself has a row on the Plan liabilities sheet; its rows here replace the hedges that the portal has of it.',
  key: ['institution', 'plan', 'asOfDate', 'fund'],
  isWithin: 'liabilities',
  columns: [
    institution,
    plan,
    date('asOfDate', 'As of', '2025-12-31', REQUIRED),
    text('fund', 'Fund', 'S&P 500 index', { ...REQUIRED, most: 80 }),
    money('notionalCents', 'Notional', '1310000.00', { ...REQUIRED, least: 0 }),
  ],
}

export const BACKING_TYPES: readonly RecordType[] = [sevenPay, illustrations, illustratedValues, funds, fundHoldings, liabilities, hedges]
