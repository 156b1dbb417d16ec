/** First Example Bank as a questionnaire meets it: capital, tax rates and five insured people. */
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import type { BookInsured, QuestionnaireBook } from '../questionnaires/register-facts.ts'

const insured = (id: number, name: string, deathBenefit: number, changes: Partial<BookInsured> = {}): BookInsured => ({
  id,
  name,
  title: 'Vice President',
  employmentStatus: 'ACTIVE',
  statusDate: null,
  annualCompensationCents: usd(150_000),
  stateOfResidence: 'OH',
  policies: 1,
  deathBenefitCents: usd(deathBenefit),
  ...changes,
})

export const questionnaireBook = (): QuestionnaireBook => ({
  institution: {
    legalName: 'First Example Bank',
    city: 'Columbus',
    stateCode: 'OH',
    ein: '12-3456789',
    fdicCert: '99999',
    primaryRegulator: 'FDIC',
    charterType: 'STATE_NONMEMBER',
    taxEntityType: 'C_CORP',
    fiscalYearEndMonth: 12,
    totalEquityCents: usd(70_000_000),
  },
  capital: {
    asOf: plainDate('2025-09-30'),
    tier1Cents: usd(60_000_000),
    allowanceCents: usd(5_400_000),
    totalRiskBasedCents: null,
    totalAssetsCents: usd(700_000_000),
  },
  tax: { federalRate: 0.21, stateRate: 0.06, federalDeductibleFraction: 0, boliStateTreatment: 'EXCLUDED', combinedRateOverride: null },
  limits: { perCarrier: 0.15, aggregate: 0.25, basis: 'TIER1', boardApprovalDate: plainDate('2025-02-20') },
  entities: [{ id: 0, name: 'First Example Bank' }],
  insureds: [
    insured(1, 'Ada Ames', 6_900_000),
    insured(2, 'Ben Boyd', 4_650_000),
    insured(3, 'Cay Cole', 2_600_000, { employmentStatus: 'RETIRED', statusDate: plainDate('2024-06-30') }),
    insured(4, 'Dan Dorn', 9_800_000),
    insured(5, 'Eve Estes', 2_600_000),
  ],
  cashSurrenderValueCents: usd(14_682_544.81),
})

/** A bank of which the book knows its place and how it is taxed, and nothing else. */
export const emptyQuestionnaireBook = (legalName: string): QuestionnaireBook => ({
  institution: {
    legalName,
    city: 'Columbus',
    stateCode: 'OH',
    ein: null,
    fdicCert: null,
    primaryRegulator: null,
    charterType: null,
    taxEntityType: 'C_CORP',
    fiscalYearEndMonth: 12,
    totalEquityCents: null,
  },
  capital: null,
  tax: null,
  limits: null,
  entities: [{ id: 0, name: legalName }],
  insureds: [],
  cashSurrenderValueCents: usd(0),
})
