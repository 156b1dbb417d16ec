/** What the generator needs to know of an institution, the twelve of the demo, and any number of further ones. */
import { BANK_KINDS, PLACE_BACKS, PLACE_FRONTS } from './names.ts'
import { randomOf } from './random.ts'
import type { Row } from './rows.ts'

export interface InstitutionTerms {
  id: number
  name: string
  legalName: string
  city: string
  stateCode: string
  institutionType: 'BANK' | 'SAVINGS_ASSOCIATION' | 'CREDIT_UNION' | 'HOLDING_COMPANY' | 'CORPORATION'
  charterType: 'NATIONAL' | 'STATE_MEMBER' | 'STATE_NONMEMBER' | 'FED_SAVINGS' | null
  primaryRegulator: 'OCC' | 'FRB' | 'FDIC' | 'NCUA' | null
  taxEntityType: 'C_CORP' | 'S_CORP' | 'TAX_EXEMPT'
  fiscalYearEndMonth: number
  tax: Pick<Row<'institutionTaxProfile'>, 'stateRate' | 'boliStateTreatment'> & { federalDeductibleFraction?: number; federalRate?: number }
  /** Cash surrender value on site 1 over Tier 1 capital at the end of the book. */
  concentration: number
  limits: { perCarrier: number; aggregate: number; capitalBasis: 'TIER1' | 'TIER1_PLUS_ACL' }
  emailDomain: string
  /** User id of the staff member who looks after it. */
  relationshipOwnerId: number
  averagePremiumDollars: number
  boli: Holding
  coli?: Holding & { subsidiary?: { name: string; legalName: string } }
}

/** How many policies, with whom. `recent` are purchases inside the book's window; `claim` plants a death whose claim is still open. */
export interface Holding {
  policies: number
  carriers: readonly string[]
  recent?: { date: string; carrier: string; policies: number }
  exchange?: { date: string; from: string; to: string; policies: number }
  surrender?: { date: string; policies: number }
  claim?: { dateOfDeath: string; carrier: string }
}

const usual = { perCarrier: 0.15, aggregate: 0.25, capitalBasis: 'TIER1' } as const
const bank = { institutionType: 'BANK', taxEntityType: 'C_CORP', fiscalYearEndMonth: 12, limits: usual } as const

/** 900 policies. First Coastal is the demo's client; Lantern Lake's October feed has the row that must be rejected; Stonebrook is over its 25 %, Kestrel Valley just under. */
export const DEMO_INSTITUTIONS: readonly InstitutionTerms[] = [
  {
    ...bank,
    id: 1,
    name: 'First Coastal Bank',
    legalName: 'First Coastal Bank',
    city: 'Haven Point',
    stateCode: 'SC',
    charterType: 'STATE_NONMEMBER',
    primaryRegulator: 'FDIC',
    tax: { stateRate: 0.045, boliStateTreatment: 'EXCLUDED' },
    concentration: 0.186,
    emailDomain: 'firstcoastal.example',
    relationshipOwnerId: 2,
    averagePremiumDollars: 168_000,
    boli: {
      policies: 96,
      carriers: ['TAMAR', 'CORVA', 'STONE', 'ASHGR'],
      recent: { date: '2025-03-18', carrier: 'TAMAR', policies: 12 },
      claim: { dateOfDeath: '2026-08-19', carrier: 'CORVA' },
    },
  },
  {
    ...bank,
    id: 2,
    name: 'Ridgeline Savings Bank',
    legalName: 'Ridgeline Savings Bank, FSB',
    city: 'Fairmount Gap',
    stateCode: 'PA',
    institutionType: 'SAVINGS_ASSOCIATION',
    charterType: 'FED_SAVINGS',
    primaryRegulator: 'OCC',
    fiscalYearEndMonth: 6,
    tax: { stateRate: 0, boliStateTreatment: 'IN_CAPITAL_BASE' },
    concentration: 0.137,
    emailDomain: 'ridgelinesavings.example',
    relationshipOwnerId: 2,
    averagePremiumDollars: 145_000,
    boli: { policies: 74, carriers: ['HALCY', 'MERID', 'TAMAR'] },
  },
  {
    ...bank,
    id: 3,
    name: 'Harvest Prairie National Bank',
    legalName: 'Harvest Prairie National Bank',
    city: 'Cedar Bluff Junction',
    stateCode: 'IA',
    charterType: 'NATIONAL',
    primaryRegulator: 'OCC',
    tax: { stateRate: 0.05, boliStateTreatment: 'EXCLUDED' },
    concentration: 0.152,
    emailDomain: 'harvestprairie.example',
    relationshipOwnerId: 6,
    averagePremiumDollars: 190_000,
    boli: { policies: 82, carriers: ['ASHGR', 'MERID', 'CORVA'], recent: { date: '2024-06-11', carrier: 'CORVA', policies: 10 } },
    coli: { policies: 18, carriers: ['QUILL'] },
  },
  {
    ...bank,
    id: 4,
    name: 'Kestrel Valley Bank & Trust',
    legalName: 'Kestrel Valley Bank & Trust Company',
    city: 'Marlow Springs',
    stateCode: 'AL',
    charterType: 'STATE_MEMBER',
    primaryRegulator: 'FRB',
    tax: { stateRate: 0.065, boliStateTreatment: 'EXCLUDED', federalDeductibleFraction: 1 },
    concentration: 0.2442,
    emailDomain: 'kestrelvalley.example',
    relationshipOwnerId: 6,
    averagePremiumDollars: 176_000,
    boli: { policies: 88, carriers: ['STONE', 'TAMAR', 'MERID', 'CORVA'], recent: { date: '2026-10-06', carrier: 'TAMAR', policies: 1 } },
  },
  {
    ...bank,
    id: 5,
    name: 'Stonebrook Commerce Bank',
    legalName: 'Stonebrook Commerce Bank',
    city: 'Arden Mills',
    stateCode: 'MO',
    charterType: 'STATE_NONMEMBER',
    primaryRegulator: 'FDIC',
    tax: { stateRate: 0.0448, boliStateTreatment: 'EXCLUDED', federalDeductibleFraction: 0.5 },
    concentration: 0.268,
    emailDomain: 'stonebrookcommerce.example',
    relationshipOwnerId: 2,
    averagePremiumDollars: 205_000,
    boli: { policies: 92, carriers: ['CORVA', 'ASHGR', 'HALCY'], recent: { date: '2024-11-05', carrier: 'ASHGR', policies: 8 } },
  },
  {
    ...bank,
    id: 6,
    name: 'Lantern Lake Community Bank',
    legalName: 'Lantern Lake Community Bank',
    city: 'Birch Narrows',
    stateCode: 'MN',
    charterType: 'STATE_NONMEMBER',
    primaryRegulator: 'FDIC',
    tax: { stateRate: 0.098, boliStateTreatment: 'EXCLUDED' },
    concentration: 0.113,
    emailDomain: 'lanternlake.example',
    relationshipOwnerId: 7,
    averagePremiumDollars: 122_000,
    boli: { policies: 54, carriers: ['STONE', 'ASHGR', 'HALCY'] },
  },
  {
    ...bank,
    id: 7,
    name: 'Cedar Hollow Farmers Bank',
    legalName: 'Cedar Hollow Farmers Bank',
    city: 'Cedar Hollow',
    stateCode: 'ND',
    charterType: 'STATE_NONMEMBER',
    primaryRegulator: 'FDIC',
    taxEntityType: 'S_CORP',
    tax: { stateRate: 0, federalRate: 0.37, boliStateTreatment: 'NOT_APPLICABLE' },
    concentration: 0.098,
    emailDomain: 'cedarhollowfarmers.example',
    relationshipOwnerId: 7,
    averagePremiumDollars: 96_000,
    boli: { policies: 40, carriers: ['MERID', 'TAMAR'] },
  },
  {
    ...bank,
    id: 8,
    name: 'Bayhaven Federal Savings',
    legalName: 'Bayhaven Federal Savings and Loan Association',
    city: 'Bayhaven',
    stateCode: 'FL',
    institutionType: 'SAVINGS_ASSOCIATION',
    charterType: 'FED_SAVINGS',
    primaryRegulator: 'OCC',
    tax: { stateRate: 0.055, boliStateTreatment: 'EXCLUDED' },
    concentration: 0.165,
    emailDomain: 'bayhaven.example',
    relationshipOwnerId: 6,
    averagePremiumDollars: 158_000,
    boli: {
      policies: 86,
      carriers: ['HALCY', 'STONE', 'TAMAR'],
      exchange: { date: '2025-11-20', from: 'HALCY', to: 'TAMAR', policies: 6 },
    },
  },
  {
    ...bank,
    id: 9,
    name: 'Old Quarry Trust Company',
    legalName: 'Old Quarry Trust Company',
    city: 'Granite Notch',
    stateCode: 'NH',
    charterType: 'STATE_NONMEMBER',
    primaryRegulator: 'FDIC',
    tax: { stateRate: 0.077, boliStateTreatment: 'TAXED' },
    concentration: 0.083,
    limits: { ...usual, aggregate: 0.2 },
    emailDomain: 'oldquarrytrust.example',
    relationshipOwnerId: 7,
    averagePremiumDollars: 110_000,
    boli: { policies: 36, carriers: ['ASHGR', 'MERID'] },
  },
  {
    ...bank,
    id: 10,
    name: 'Mariners Crossing Credit Union',
    legalName: 'Mariners Crossing Credit Union',
    city: 'Alder Sound',
    stateCode: 'WA',
    institutionType: 'CREDIT_UNION',
    charterType: null,
    primaryRegulator: 'NCUA',
    taxEntityType: 'TAX_EXEMPT',
    tax: { stateRate: 0, federalRate: 0, boliStateTreatment: 'NOT_APPLICABLE' },
    concentration: 0.172,
    emailDomain: 'marinerscrossing.example',
    relationshipOwnerId: 2,
    averagePremiumDollars: 150_000,
    boli: { policies: 58, carriers: ['CORVA', 'TAMAR', 'HALCY'], recent: { date: '2026-02-10', carrier: 'CORVA', policies: 6 } },
  },
  {
    ...bank,
    id: 11,
    name: 'Summitview Bancorp',
    legalName: 'Summitview Bancorp, Inc.',
    city: 'Peachtree Falls',
    stateCode: 'GA',
    institutionType: 'HOLDING_COMPANY',
    charterType: null,
    primaryRegulator: 'FRB',
    tax: { stateRate: 0.0539, boliStateTreatment: 'EXCLUDED' },
    concentration: 0.198,
    limits: { ...usual, capitalBasis: 'TIER1_PLUS_ACL' },
    emailDomain: 'summitview.example',
    relationshipOwnerId: 6,
    averagePremiumDollars: 214_000,
    boli: { policies: 68, carriers: ['TAMAR', 'CORVA', 'MERID'] },
    coli: {
      policies: 28,
      carriers: ['QUILL', 'VESPR'],
      subsidiary: { name: 'Summitview Wealth Advisors', legalName: 'Summitview Wealth Advisors, LLC' },
    },
  },
  {
    ...bank,
    id: 12,
    name: 'Northmark Payment Services',
    legalName: 'Northmark Payment Services Corporation',
    city: 'Two Harbors Bend',
    stateCode: 'TX',
    institutionType: 'CORPORATION',
    charterType: null,
    primaryRegulator: null,
    tax: { stateRate: 0, boliStateTreatment: 'NOT_APPLICABLE' },
    concentration: 0.121,
    emailDomain: 'northmarkpayments.example',
    relationshipOwnerId: 7,
    averagePremiumDollars: 132_000,
    boli: { policies: 34, carriers: ['MERID', 'ASHGR'] },
    coli: {
      policies: 46,
      carriers: ['VESPR', 'QUILL'],
      surrender: { date: '2025-05-14', policies: 2 },
      subsidiary: { name: 'Northmark Card Processing', legalName: 'Northmark Card Processing, Inc.' },
    },
  },
]

/** Three institutions and twenty policies for tests: a bank, one with a subsidiary on both sites, one with a fiscal year ending in June. */
export const SMALL_INSTITUTIONS: readonly InstitutionTerms[] = [
  {
    ...bank,
    id: 1,
    name: 'First Coastal Bank',
    legalName: 'First Coastal Bank',
    city: 'Haven Point',
    stateCode: 'SC',
    charterType: 'STATE_NONMEMBER',
    primaryRegulator: 'FDIC',
    tax: { stateRate: 0.06, boliStateTreatment: 'EXCLUDED' },
    concentration: 0.2,
    emailDomain: 'firstcoastal.example',
    relationshipOwnerId: 2,
    averagePremiumDollars: 250_000,
    boli: { policies: 8, carriers: ['TAMAR', 'CORVA', 'ASHGR'], recent: { date: '2026-03-17', carrier: 'TAMAR', policies: 1 } },
  },
  {
    ...bank,
    id: 2,
    name: 'Summitview Bancorp',
    legalName: 'Summitview Bancorp, Inc.',
    city: 'Peachtree Falls',
    stateCode: 'GA',
    institutionType: 'HOLDING_COMPANY',
    charterType: null,
    primaryRegulator: 'FRB',
    tax: { stateRate: 0.0539, boliStateTreatment: 'EXCLUDED' },
    concentration: 0.14,
    emailDomain: 'summitview.example',
    relationshipOwnerId: 2,
    averagePremiumDollars: 200_000,
    boli: { policies: 5, carriers: ['TAMAR', 'MERID'] },
    coli: {
      policies: 3,
      carriers: ['QUILL'],
      subsidiary: { name: 'Summitview Wealth Advisors', legalName: 'Summitview Wealth Advisors, LLC' },
    },
  },
  {
    ...bank,
    id: 3,
    name: 'Ridgeline Savings Bank',
    legalName: 'Ridgeline Savings Bank, FSB',
    city: 'Fairmount Gap',
    stateCode: 'PA',
    institutionType: 'SAVINGS_ASSOCIATION',
    charterType: 'FED_SAVINGS',
    primaryRegulator: 'OCC',
    fiscalYearEndMonth: 6,
    tax: { stateRate: 0, boliStateTreatment: 'IN_CAPITAL_BASE' },
    concentration: 0.11,
    emailDomain: 'ridgelinesavings.example',
    relationshipOwnerId: 2,
    averagePremiumDollars: 120_000,
    boli: { policies: 4, carriers: ['HALCY', 'STONE'] },
  },
]

const STATES: readonly (readonly [code: string, stateRate: number])[] = [
  ['SC', 0.045],
  ['GA', 0.0539],
  ['AL', 0.065],
  ['MN', 0.098],
  ['IA', 0.05],
  ['NC', 0.0225],
  ['TN', 0.065],
  ['IL', 0.095],
  ['IN', 0.049],
  ['KY', 0.05],
  ['MA', 0.09],
  ['NY', 0.065],
]

/** Institution number `index` (from 1) of a book of any size. */
export function inventedInstitution(seed: string, index: number, policies: number): InstitutionTerms {
  const random = randomOf(seed, 'institution', index)
  const place = `${PLACE_FRONTS[(index - 1) % PLACE_FRONTS.length]}${PLACE_BACKS[Math.floor((index - 1) / PLACE_FRONTS.length) % PLACE_BACKS.length]}`
  const round = Math.floor((index - 1) / (PLACE_FRONTS.length * PLACE_BACKS.length))
  const name = `${place} ${BANK_KINDS[(index + round) % BANK_KINDS.length]}${round > 0 ? ` of Port ${round}` : ''}`
  const [stateCode, stateRate] = random.pick(STATES)
  return {
    ...bank,
    id: index,
    name,
    legalName: name,
    city: `Port ${place}`,
    stateCode,
    charterType: random.pick(['NATIONAL', 'STATE_MEMBER', 'STATE_NONMEMBER'] as const),
    primaryRegulator: random.pick(['OCC', 'FRB', 'FDIC'] as const),
    tax: { stateRate, boliStateTreatment: 'EXCLUDED' },
    concentration: random.between(0.06, 0.24),
    emailDomain: `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`,
    relationshipOwnerId: random.pick([2, 6, 7]),
    averagePremiumDollars: random.whole(90, 220) * 1000,
    boli: { policies, carriers: random.shuffled(['TAMAR', 'HALCY', 'CORVA', 'STONE', 'ASHGR', 'MERID']).slice(0, random.whole(2, 4)) },
  }
}
