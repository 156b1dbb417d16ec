/** Record types of a firm's clients and people, with the carriers between them: all that the policies of its book stand on. */
import { PERMISSION_CODES, ROLE_NAMES } from '../access/access.ts'
import { AGENCY_NAMES, RATING_SCALES, type RatingAgency } from '../carriers/ratings.ts'
import { CARRIER_TYPES } from './carrier-types.ts'
import {
  code,
  codes,
  date,
  email,
  money,
  monthEndDate,
  phone,
  REQUIRED,
  type RecordType,
  reference,
  share,
  state,
  text,
  wholeNumber,
  yesNo,
} from './columns.ts'
import { institution } from './naming-columns.ts'

const EIN = { matches: /^\d{2}-\d{7}$/, problem: 'is not an EIN; write it as 12-3456789' }

const institutions: RecordType = {
  code: 'institutions',
  group: 'institutions',
  sheet: 'Institutions',
  words: ['institution', 'institutions'],
  note: 'Banks and corporations, one row each. The number is your own; every other sheet names the institution by it.',
  key: ['institutionNumber'],
  columns: [
    text('institutionNumber', 'Institution number', '1001', { ...REQUIRED, most: 40, note: 'Your own number, unique on this sheet.' }),
    text('name', 'Name', 'First Coastal Bank', {
      isKept: true,
      most: 200,
      note: 'Filled from the Call Reports by FDIC certificate where they are loaded.',
    }),
    text('legalName', 'Legal name', 'First Coastal Bank, National Association', {
      isKept: true,
      most: 300,
      note: 'As printed on Form 8925; the name where empty.',
    }),
    text('city', 'City', 'Wilmington', { most: 100 }),
    state('stateCode', 'State', 'NC'),
    code(
      'institutionType',
      'Institution type',
      {
        BANK: 'Bank',
        SAVINGS_ASSOCIATION: 'Savings association',
        CREDIT_UNION: 'Credit union',
        HOLDING_COMPANY: 'Holding company',
        CORPORATION: 'Corporation',
      },
      { otherwise: 'BANK' },
    ),
    code('charterType', 'Charter', {
      NATIONAL: 'National',
      STATE_MEMBER: 'State, Fed member',
      STATE_NONMEMBER: 'State, nonmember',
      FED_SAVINGS: 'Federal savings',
    }),
    code('primaryRegulator', 'Primary regulator', {
      OCC: 'Office of the Comptroller of the Currency',
      FRB: 'Federal Reserve',
      FDIC: 'Federal Deposit Insurance Corporation',
      NCUA: 'National Credit Union Administration',
      STATE: 'State regulator',
    }),
    text('fdicCert', 'FDIC certificate', '90123', {
      pattern: { matches: /^\d{1,6}$/, problem: 'is not an FDIC certificate number; write up to six digits' },
    }),
    text('rssdId', 'RSSD number', '9900123', {
      pattern: { matches: /^\d{1,10}$/, problem: 'is not an RSSD number; write up to ten digits' },
    }),
    text('ein', 'EIN', '12-3456789', { pattern: EIN }),
    text('naicsBusinessType', 'Type of business', '522110 Commercial banking', { most: 120, note: 'As printed on Form 8925.' }),
    code(
      'taxEntityType',
      'Tax entity',
      { C_CORP: 'C corporation', S_CORP: 'S corporation', MUTUAL: 'Mutual', TAX_EXEMPT: 'Tax-exempt' },
      { otherwise: 'C_CORP' },
    ),
    wholeNumber('fiscalYearEndMonth', 'Fiscal year-end month', '12', { least: 1, most: 12, otherwise: '12' }),
    code(
      'callReportForm',
      'Call Report form',
      { FFIEC031: 'FFIEC 031', FFIEC041: 'FFIEC 041', FFIEC051: 'FFIEC 051', NONE: 'None' },
      { otherwise: 'FFIEC051' },
    ),
    yesNo('cblrElected', 'Community bank leverage ratio', 'No', { otherwise: 'No' }),
    code(
      'yieldConvention',
      'Yield convention',
      { SIMPLE: 'Simple, actual days', COMPOUND: 'Compound', TIMES12: 'Times twelve' },
      { otherwise: 'SIMPLE' },
    ),
    money('totalAssetsCents', 'Total assets', '1250000000.00', { least: 0 }),
    money('averageAssetsCents', 'Average assets', '1230000000.00', { least: 0 }),
    money('totalEquityCents', 'Total equity', '118000000.00', { least: 0 }),
    money('netIncomeTtmCents', 'Net income, last 12 months', '14100000.00'),
    wholeNumber('sharesOutstanding', 'Shares outstanding', '4200000', { least: 0 }),
    monthEndDate('lockedThrough', 'Locked through', '2025-12-31', {
      isKept: true,
      note: 'Of an institution that is new in the portal: its history through this month is closed. The months are locked for the whole portal, and the opening balances of its fiscal year ends are stored, as on the month-end close.',
    }),
  ],
}

const subsidiaries: RecordType = {
  code: 'subsidiaries',
  group: 'institutions',
  sheet: 'Subsidiaries',
  words: ['subsidiary', 'subsidiaries'],
  note: 'Further owners of policies inside an institution.',
  key: ['institution', 'name'],
  columns: [
    institution,
    text('name', 'Name', 'Coastal Trust Company', { ...REQUIRED, most: 200 }),
    text('legalName', 'Legal name', 'Coastal Trust Company, Inc.', { ...REQUIRED, most: 300 }),
    text('ein', 'EIN', '12-3456790', { pattern: EIN }),
  ],
}

const taxProfiles: RecordType = {
  code: 'taxProfiles',
  group: 'institutions',
  sheet: 'Tax profiles',
  words: ['tax profile', 'tax profiles'],
  note: 'How an institution is taxed from a day on; one row for each day that something changed.',
  key: ['institution', 'effectiveFrom'],
  columns: [
    institution,
    date('effectiveFrom', 'Effective from', '2016-01-01', REQUIRED),
    share('federalRate', 'Federal rate', '21%', { ...REQUIRED, most: 0.5 }),
    share('stateRate', 'State rate', '2.5%', { ...REQUIRED, most: 0.5 }),
    state('stateCode', 'State', 'NC', REQUIRED),
    share('federalDeductibleFraction', 'Federal tax deductible', '0%', { most: 1, otherwise: '0' }),
    code(
      'boliStateTreatment',
      'State treatment of policy growth',
      { EXCLUDED: 'Excluded', TAXED: 'Taxed', IN_CAPITAL_BASE: 'In the capital base', NOT_APPLICABLE: 'Not applicable' },
      { otherwise: 'EXCLUDED' },
    ),
    share('combinedRateOverride', 'Combined rate', '23.0%', { most: 0.8, note: 'Only where it differs from what the rates give.' }),
    text('source', 'Source', 'Tax return for 2015', { ...REQUIRED, most: 300 }),
  ],
}

const capital: RecordType = {
  code: 'capital',
  group: 'institutions',
  sheet: 'Capital',
  words: ['capital figure', 'capital figures'],
  note: 'Regulatory capital by quarter end. Limits on concentration are measured on it.',
  key: ['institution', 'asOfDate'],
  columns: [
    institution,
    date('asOfDate', 'As of', '2026-09-30', REQUIRED),
    money('tier1CapitalCents', 'Tier 1 capital', '112000000.00', { ...REQUIRED, least: 0.01 }),
    money('allowanceForCreditLossesCents', 'Allowance for credit losses', '9800000.00', { least: 0 }),
    money('tier2CapitalCents', 'Tier 2 capital', '9800000.00', { least: 0 }),
    money('totalRiskBasedCapitalCents', 'Total risk-based capital', '121800000.00', { least: 0 }),
    money('totalAssetsCents', 'Total assets', '1250000000.00', { least: 0 }),
    code(
      'source',
      'Source',
      { QUESTIONNAIRE: 'Questionnaire', CALL_REPORT: 'Call Report', STAFF: 'Entered by staff' },
      { otherwise: 'STAFF' },
    ),
  ],
}

/** The lowest rating of a carrier that the board accepts, in the agency's own letters. */
const minimumRating = (field: string, agency: RatingAgency, example: string) => {
  const scale = RATING_SCALES[agency]
  const letters = scale.map((rating) => rating.replaceAll('+', '\\+')).join('|')
  const problem = `is not a rating of ${AGENCY_NAMES[agency]}; write one of ${scale.join(', ')}`
  return text(field, `Minimum rating, ${AGENCY_NAMES[agency]}`, example, { pattern: { matches: new RegExp(`^(${letters})$`), problem } })
}

const limits: RecordType = {
  code: 'limits',
  group: 'institutions',
  sheet: 'Policy limits',
  words: ['policy limit', 'policy limits'],
  note: 'What the board allows from a day on.',
  key: ['institution', 'effectiveFrom'],
  columns: [
    institution,
    date('effectiveFrom', 'Effective from', '2016-01-01', REQUIRED),
    share('perCarrierLimitFraction', 'Limit for one carrier', '15%', { ...REQUIRED, most: 1 }),
    share('aggregateLimitFraction', 'Limit for all carriers', '25%', { ...REQUIRED, most: 1 }),
    code(
      'capitalBasis',
      'Measured on',
      { TIER1: 'Tier 1 capital', TIER1_PLUS_ACL: 'Tier 1 capital and allowance', TOTAL: 'Total risk-based capital' },
      { otherwise: 'TIER1' },
    ),
    minimumRating('minAmBest', 'AM_BEST', 'A-'),
    minimumRating('minSp', 'SP', 'A-'),
    minimumRating('minMoodys', 'MOODYS', 'A3'),
    minimumRating('minFitch', 'FITCH', 'A-'),
    wholeNumber('minComdex', 'Minimum Comdex', '75', { least: 1, most: 100 }),
    date('boardApprovalDate', 'Board approval', '2016-01-20'),
    date('nextReviewDate', 'Next review', '2027-01-20'),
  ],
}

const people: RecordType = {
  code: 'people',
  group: 'people',
  sheet: 'People',
  words: ['person', 'people'],
  note: 'Everybody who will sign in. Nobody is invited by the import: send the invitations on the Users page when the book is ready.',
  key: ['email'],
  columns: [
    email('email', 'Email address', 'pat.doe@firstcoastal.example', REQUIRED),
    text('firstName', 'First name', 'Pat', { ...REQUIRED, most: 80 }),
    text('middleName', 'Middle name', '', { most: 80 }),
    text('lastName', 'Last name', 'Doe', { ...REQUIRED, most: 80 }),
    text('title', 'Title', 'Chief Financial Officer', { most: 120 }),
    phone('phone', 'Phone', '(910) 555-0142'),
    code('role', 'Role', ROLE_NAMES, { ...REQUIRED, note: 'Clients and Team Members belong to one institution; all others to none.' }),
    reference('institution', 'Institution', '1001'),
  ],
}

const permissions: RecordType = {
  code: 'permissions',
  group: 'people',
  sheet: 'Permissions',
  words: ['permission', 'permissions'],
  note: 'What a person may do, one row a permission. Those that are not named stay as they are. Nobody is given more than whoever imports holds.',
  key: ['person', 'code'],
  columns: [
    reference('person', 'Email address', 'pat.doe@firstcoastal.example', REQUIRED),
    code('code', 'Permission', Object.fromEntries(PERMISSION_CODES.map((one) => [one, one])), REQUIRED),
    code('access', 'Level', { 0: 'None', 1: 'View', 2: 'Change' }, REQUIRED),
  ],
}

/** The report types of a portal are its own: which codes exist is asked of the portal. */
const memberships: RecordType = {
  code: 'memberships',
  group: 'people',
  sheet: 'Memberships',
  words: ['membership', 'memberships'],
  note: 'The report types that an institution’s people see; with an email address, what one person sees of them.',
  key: ['institution', 'person'],
  columns: [
    institution,
    reference('person', 'Email address', ''),
    codes('reportTypeCodes', 'Report types', {}, 'MBR; SMB; EOL', {
      ...REQUIRED,
      note: 'Codes of report types, with semicolons between them.',
    }),
  ],
}

const serviceTeams: RecordType = {
  code: 'serviceTeams',
  group: 'people',
  sheet: 'Service teams',
  words: ['service team member', 'service team members'],
  note: 'The firm’s people who serve an institution, in the order in which it reads them.',
  key: ['institution', 'person'],
  columns: [
    institution,
    reference('person', 'Email address', 'pat.example@firm.example', REQUIRED),
    wholeNumber('position', 'Order', '1', { ...REQUIRED, note: 'From 1; each place once in a team.' }),
  ],
}

const representatives: RecordType = {
  code: 'representatives',
  group: 'people',
  sheet: 'Representatives',
  words: ['institution of a representative', 'institutions of representatives'],
  note: 'The institutions that a representative looks after, one row each.',
  key: ['person', 'institution'],
  columns: [reference('person', 'Email address', 'pat.example@agency.example', REQUIRED), institution],
}

export const FIRM_TYPES: readonly RecordType[] = [
  institutions,
  subsidiaries,
  taxProfiles,
  capital,
  limits,
  ...CARRIER_TYPES,
  people,
  permissions,
  memberships,
  serviceTeams,
  representatives,
]
