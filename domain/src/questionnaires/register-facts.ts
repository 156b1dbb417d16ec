/** Facts of the register that a questionnaire asks about: each fact's type of question, the value offered from the book, and what it is called. */

import type { EMPLOYMENT_STATUSES } from '../policies/register.ts'
import type { CapitalBasis, StateTreatment } from '../primitives/insurance-terms.ts'
import type { Cents } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'

/** Whether the institution holds the signed consent of everybody: the register may know better. */
export const CONSENTS_QUESTION = 'consents-located'

export type EmploymentStatus = keyof typeof EMPLOYMENT_STATUSES

/** The book as it stood when a questionnaire was made: answers are offered from it and compared with it. */
export interface QuestionnaireBook {
  institution: {
    legalName: string
    city: string | null
    stateCode: string | null
    ein: string | null
    fdicCert: string | null
    primaryRegulator: string | null
    charterType: string | null
    taxEntityType: string
    fiscalYearEndMonth: number
    totalEquityCents: Cents | null
  }
  capital: {
    asOf: PlainDate
    tier1Cents: Cents
    allowanceCents: Cents | null
    totalRiskBasedCents: Cents | null
    totalAssetsCents: Cents | null
  } | null
  tax: {
    federalRate: number
    stateRate: number
    federalDeductibleFraction: number
    boliStateTreatment: StateTreatment
    combinedRateOverride: number | null
  } | null
  limits: { perCarrier: number; aggregate: number; basis: CapitalBasis; boardApprovalDate: PlainDate | null } | null
  /** The institution itself under 0, then its subsidiaries; who has no EIN of its own files no return of its own. */
  entities: { id: number; name: string; ownReturn?: boolean }[]
  /** Stated for tax years before, newest first. What was sent before the book kept them says nothing of them. */
  employees?: { entityId: number; taxYearEnd: PlainDate; employees: number }[]
  /** Under the key of the row that first named them. */
  contacts?: BookContact[]
  insureds: BookInsured[]
  /** Insured people whose death the register holds, by its day; of a questionnaire, those of the year that it asks about. What was sent before has none. */
  deaths?: BookDeath[]
  /** Insured people with a policy that needs a signed consent (26 U.S.C. 101(j)) and none on file. What was sent before the book kept them has none. */
  withoutConsent?: { id: number; name: string }[]
  /** People whose consent section 101(j) asks for, with and without one. What was sent before the book kept the number has none. */
  needConsent?: number
  /** All policies in force at the newest month end; for concentration, all that the legal entity holds. */
  cashSurrenderValueCents: Cents
  /** Some of it has no value: more is held than that. */
  isValuePart?: boolean
}
export interface BookDeath {
  id: number
  name: string
  date: PlainDate
  /** Policies whose claim is filed or paid. */
  claims: number
}
export interface BookInsured {
  id: number
  name: string
  title: string | null
  employmentStatus: EmploymentStatus
  statusDate: PlainDate | null
  annualCompensationCents: Cents | null
  stateOfResidence: string | null
  /** In force. */
  policies: number
  deathBenefitCents: Cents
}

/** Whom institutions name, as the questions that ship offer them. */
export const CONTACT_ROLES = {
  CEO: 'Chief executive officer',
  CFO: 'Chief financial officer',
  CONTROLLER: 'Controller',
  HR: 'Human resources',
  TAX: 'Tax preparer',
  EXTERNAL_AUDIT: 'External auditor',
  INTERNAL_AUDIT: 'Internal auditor',
  BOARD: 'Secretary of the board',
  OTHER: 'Other',
} as const

export interface BookContact {
  key: string
  /** By the columns of the contacts. */
  cells: Record<string, string | null>
}

interface Fact {
  label: string
  type: 'text' | 'choice' | 'money' | 'date' | 'percent' | 'rows' | 'contact' | 'yesNo'
  rows?: 'ADDED' | 'INSUREDS' | 'ENTITIES'
  /** Columns that the change of the book is read from. */
  columns: readonly string[]
  /** The register's value; null when there is none, or it is kept as rows. */
  known: (book: QuestionnaireBook) => string | number | boolean | null
}
const plain = (type: Fact['type'], label: string, known: Fact['known']): Fact => ({ label, type, columns: [], known })
const table = (rows: NonNullable<Fact['rows']>, label: string, ...columns: string[]): Fact => ({
  label,
  type: 'rows',
  rows,
  columns,
  known: () => null,
})

export const BOOK_FACTS = {
  LEGAL_NAME: plain('text', 'Legal name', ({ institution }) => institution.legalName),
  CITY: plain('text', 'City', ({ institution }) => institution.city),
  STATE: plain('text', 'State', ({ institution }) => institution.stateCode),
  EIN: plain('text', 'Employer identification number', ({ institution }) => institution.ein),
  FDIC_CERTIFICATE: plain('text', 'FDIC certificate', ({ institution }) => institution.fdicCert),
  PRIMARY_REGULATOR: plain('choice', 'Primary regulator', ({ institution }) => institution.primaryRegulator),
  FISCAL_YEAR_END: plain('choice', 'Month in which the fiscal year ends', ({ institution }) => String(institution.fiscalYearEndMonth)),
  TAX_ENTITY: plain('choice', 'How the institution is taxed', ({ institution }) => institution.taxEntityType),
  CAPITAL_AS_OF: plain('date', 'Date of the capital figures', ({ capital }) => capital?.asOf ?? null),
  TIER_1: plain('money', 'Tier 1 capital', ({ capital }) => capital?.tier1Cents ?? null),
  ALLOWANCE: plain('money', 'Allowance for credit losses', ({ capital }) => capital?.allowanceCents ?? null),
  TOTAL_CAPITAL: plain('money', 'Total risk-based capital', ({ capital }) => capital?.totalRiskBasedCents ?? null),
  TOTAL_ASSETS: plain('money', 'Total assets', ({ capital }) => capital?.totalAssetsCents ?? null),
  TOTAL_EQUITY: plain('money', 'Total equity', ({ institution }) => institution.totalEquityCents),
  FEDERAL_RATE: plain('percent', 'Federal tax rate', ({ tax }) => tax?.federalRate ?? null),
  STATE_RATE: plain('percent', 'State tax rate', ({ tax }) => tax?.stateRate ?? null),
  COMBINED_RATE: plain('percent', 'Combined tax rate', ({ tax }) => tax?.combinedRateOverride ?? null),
  PER_CARRIER_LIMIT: plain('percent', 'Limit per carrier', ({ limits }) => limits?.perCarrier ?? null),
  AGGREGATE_LIMIT: plain('percent', 'Aggregate limit', ({ limits }) => limits?.aggregate ?? null),
  LIMITS_APPROVED: plain('date', 'Last approval of the policy by the board', ({ limits }) => limits?.boardApprovalDate ?? null),
  EMPLOYEES: table('ENTITIES', 'Employees at year end', 'employees'),
  CENSUS: table('INSUREDS', 'Census of the insured', 'status', 'statusDate', 'title', 'state'),
  DEATHS: table('ADDED', 'Deaths of insured people', 'insured', 'date'),
  CONTACTS: table('ADDED', 'Contacts', 'role', 'name', 'title', 'email', 'phone'),
} as const satisfies Record<string, Fact>
export type BookFact = keyof typeof BOOK_FACTS
