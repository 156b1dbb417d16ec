/** Terms of an institution that the generator needs, and any number of invented ones. */
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
  tax: Pick<Row<'institutionTaxProfile'>, 'stateRate' | 'boliStateTreatment'> & {
    federalDeductibleFraction?: number
    federalRate?: number
    usesStateRow?: boolean
  }
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

export const USUAL_LIMITS = { perCarrier: 0.15, aggregate: 0.25, capitalBasis: 'TIER1' } as const
export const USUAL_BANK = { institutionType: 'BANK', taxEntityType: 'C_CORP', fiscalYearEndMonth: 12, limits: USUAL_LIMITS } as const

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
    ...USUAL_BANK,
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
