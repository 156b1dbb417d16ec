/** Record types of carriers, what they sell, and the plans for which institutions hold it. */
import { AGENCY_NAMES } from '../carriers/ratings.ts'
import { PLAN_TYPES } from '../policies/register.ts'
import { code, date, money, REQUIRED, type RecordType, rate, reference, state, text, yesNo } from './columns.ts'
import { carrier, institution } from './naming-columns.ts'

const carriers: RecordType = {
  code: 'carriers',
  group: 'carriers',
  sheet: 'Carriers',
  words: ['carrier', 'carriers'],
  note: 'Insurance companies. They are shared by all portals: one that is known by its code is left as it is where cells are empty.',
  key: ['code'],
  columns: [
    text('code', 'Carrier code', 'CORVA', {
      ...REQUIRED,
      pattern: { matches: /^[A-Z0-9]{2,12}$/, problem: 'is not a carrier code; write 2 to 12 capital letters and digits' },
    }),
    text('legalName', 'Legal name', 'Corvane Life Insurance Company', { ...REQUIRED, most: 200 }),
    text('shortName', 'Short name', 'Corvane Life', { ...REQUIRED, most: 60 }),
    text('groupName', 'Group', 'Corvane Financial', { most: 200 }),
    text('naicCompanyCode', 'NAIC company code', '99901', {
      pattern: { matches: /^\d{5}$/, problem: 'is not an NAIC code; write five digits' },
    }),
    text('amBestNumber', 'AM Best number', '099901', {
      pattern: { matches: /^\d{6}$/, problem: 'is not an AM Best number; write six digits' },
    }),
    state('domicileState', 'State of domicile', 'IA'),
    code('companyType', 'Company type', { STOCK: 'Stock', MUTUAL: 'Mutual', MUTUAL_HOLDING: 'Mutual holding' }),
  ],
}

const ratings: RecordType = {
  code: 'ratings',
  group: 'carriers',
  sheet: 'Ratings',
  words: ['rating', 'ratings'],
  note: 'What an agency says of a carrier from a day on, in the agency’s own letters.',
  key: ['carrier', 'agency', 'effectiveDate'],
  columns: [
    carrier,
    code('agency', 'Agency', AGENCY_NAMES, REQUIRED),
    date('effectiveDate', 'Effective from', '2025-06-12', REQUIRED),
    text('rating', 'Rating', 'A+', { ...REQUIRED, most: 10 }),
    code('outlook', 'Outlook', { POSITIVE: 'Positive', STABLE: 'Stable', NEGATIVE: 'Negative', DEVELOPING: 'Developing' }),
    text('source', 'Source', 'AM Best, 06/12/2025', { ...REQUIRED, most: 300 }),
  ],
}

const products: RecordType = {
  code: 'products',
  group: 'carriers',
  sheet: 'Products',
  words: ['product', 'products'],
  note: 'What the carriers sell.',
  key: ['carrier', 'productName'],
  columns: [
    carrier,
    text('productName', 'Product', 'Corvane BOLI Select', { ...REQUIRED, most: 200 }),
    code('accountType', 'Account type', { GENERAL: 'General', SEPARATE: 'Separate', HYBRID: 'Hybrid' }, REQUIRED),
    code(
      'policyForm',
      'Policy form',
      { UL: 'Universal life', VUL: 'Variable universal life', WL: 'Whole life', SPWL: 'Single premium whole life' },
      REQUIRED,
    ),
    code(
      'rateMethod',
      'Rate method',
      { PORTFOLIO: 'Portfolio', NEW_MONEY: 'New money', INDEXED: 'Indexed', TOTAL_RETURN: 'Total return' },
      REQUIRED,
    ),
    rate('guaranteedMinimumRate', 'Guaranteed minimum rate', '1.00%', { otherwise: '0' }),
    yesNo('stableValueWrap', 'Stable value wrap', 'No', { otherwise: 'No' }),
  ],
}

const declaredRates: RecordType = {
  code: 'declaredRates',
  group: 'carriers',
  sheet: 'Declared rates',
  words: ['declared rate', 'declared rates'],
  note: 'The crediting rate that a carrier declares for a product from a day on, before charges. They are shared by all portals.',
  key: ['carrier', 'product', 'effectiveFrom'],
  columns: [
    carrier,
    reference('product', 'Product', 'Corvane BOLI Select', REQUIRED),
    date('effectiveFrom', 'Effective from', '2026-01-01', REQUIRED),
    rate('grossRate', 'Gross rate', '4.10%', REQUIRED),
    text('source', 'Source', 'Corvane notice, 12/15/2025', { most: 300, otherwise: 'Carrier' }),
  ],
}

const plans: RecordType = {
  code: 'plans',
  group: 'carriers',
  sheet: 'Plans',
  words: ['plan', 'plans'],
  note: 'Why an institution holds its policies.',
  key: ['institution', 'planName'],
  columns: [
    institution,
    text('planName', 'Plan', 'Employee Benefit Cost Recovery', { ...REQUIRED, most: 200 }),
    code('planType', 'Plan type', PLAN_TYPES, REQUIRED),
    date('effectiveDate', 'Effective from', '2014-03-01', REQUIRED),
    text('businessPurpose', 'Business purpose', 'Recovers part of the cost of employee benefits.', { ...REQUIRED, most: 500 }),
    money('benefitExpenseOffsetCents', 'Annual benefit expense', '840000.00', { least: 0 }),
    yesNo('rabbiTrust', 'Rabbi trust', 'No', { otherwise: 'No' }),
  ],
}

export const CARRIER_TYPES: readonly RecordType[] = [carriers, ratings, products, declaredRates, plans]
