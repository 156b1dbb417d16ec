/**
 * The stored inputs of one annual review: JSON-serialisable, money in cents, dates `YYYY-MM-DD`. The same snapshot makes the same review years later.
 * Holdings, taxes, capital and the year's movements stand in `asset`, read exactly as an asset report of the date reads them, so that both always agree.
 */

import type { Gender } from '../../calculations/mortality.ts'
import type { PeerBank } from '../../calculations/peers.ts'
import type { Flow } from '../../calculations/yields.ts'
import type { ReviewBoardLimits, ReviewRating } from '../../carriers/watch-list.ts'
import type { Consent } from '../../policies/consents.ts'
import type { ReviewIllustration } from '../../policies/illustrations.ts'
import type { ReviewLiability } from '../../policies/plan-liability.ts'
import type { ReviewSevenPay } from '../../policies/seven-pay-test.ts'
import type { CapitalBasis } from '../../primitives/insurance-terms.ts'
import type { Cents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import type { HoldingsBefore } from '../asset-report/entity-holdings.ts'
import type { AssetReportSnapshot } from '../asset-report/snapshot.ts'
import type { FileChecks, YearAudits } from './file-checks.ts'
import type { ReviewTexts } from './outline.ts'
import type { ReviewAnswers } from './questionnaire-answers.ts'

/** Years of history that a review shows, the year under review among them. */
export const REVIEW_YEARS = 5

export interface AnnualReviewSnapshot {
  schema: 1
  kind: 'AnnualBoliReview'
  /** The fiscal year's end, subsidiaries included; `yearStart` is twelve months before. */
  asset: AssetReportSnapshot
  institution: {
    type: string
    charter: string | null
    regulator: string | null
    isCommunityBankLeverageRatio: boolean
    stateCode: string | null
  }
  /** The fiscal year ends of the history, oldest first: one more than the years, because the first only begins. */
  yearEnds: PlainDate[]
  /** Each at its own date, the newest at or before each year end; oldest first. */
  capital: ReviewCapital[]
  board: ReviewBoardLimits | null
  /** The chartering state's row at the date; null when the site keeps none. */
  state: ReviewState | null
  plans: ReviewPlan[]
  carriers: ReviewCarrier[]
  products: ReviewProduct[]
  /** Every policy in `asset.policies`, by its id. */
  policies: ReviewPolicy[]
  /** Ended within the history. */
  ended: ReviewEndedPolicy[]
  insureds: ReviewInsured[]
  /** Charges and interest of each year by carrier, as the carriers gave them. */
  charges: ReviewCharges[]
  splitDollar: ReviewAgreement[]
  /** Issues that the checks of carrier files raised for months of the year, and their outcome. */
  exceptions: { check: string; severity: 'error' | 'warning' | 'info'; found: number; cleared: number }[]
  /** Carrier files posted for months of the year. */
  filesPosted: number
  fileChecks?: FileChecks
  /** Audits of the year's posted month ends; left out where none ran. */
  audits?: YearAudits
  /** Made for the year end; null when there is none. */
  form8925: { insuredEmployees: number | null; withoutConsent: number | null; releasedOn: PlainDate | null } | null
  /** The year's questionnaire as returned; null when it is not. */
  answers: ReviewAnswers | null
  peers: ReviewPeers | null
  elsewhereBefore?: HoldingsBefore[]
  texts: ReviewTexts
}

export interface ReviewCapital {
  /** The year end that it stands for. */
  yearEnd: PlainDate
  asOf: PlainDate
  tier1: Cents
  allowance: Cents | null
  tier2: Cents | null
  total: Cents | null
  totalAssets: Cents | null
  source: string
}

export interface ReviewState {
  stateCode: string
  stateName: string
  taxName: string
  figuresYear: number
  source: string
  reviewedOn: PlainDate | null
  perCarrier: number | null
  aggregate: number | null
  basis: CapitalBasis | null
  approvalRequired: boolean | null
  insurableInterestStatute: string | null
  consentType: string | null
}

export interface ReviewPlan {
  planId: number
  name: string
  type: string
  purpose: string
  effectiveDate: PlainDate
  /** A year. */
  benefitExpense: Cents | null
  rabbiTrust: boolean
  /** Since five years before the date, oldest first; absent in reviews made before liabilities were kept. */
  liabilities?: ReviewLiability[]
}

export interface ReviewCarrier {
  code: string
  shortName: string
  legalName: string
  domicileState: string | null
  companyType: string | null
  activeInMarket: boolean
  /** Those in force five years ago and all since, oldest first; withdrawn ones among them. */
  ratings: ReviewRating[]
  /** By year, oldest first. */
  financials: { year: number; assets: Cents; surplus: Cents; riskBasedCapitalRatio: number | null; source: string }[]
}

export interface ReviewProduct {
  productId: number
  carrierCode: string
  name: string
  accountType: 'GENERAL' | 'HYBRID' | 'SEPARATE'
  rateMethod: 'PORTFOLIO' | 'NEW_MONEY' | 'INDEXED' | 'TOTAL_RETURN'
  guaranteedMinimumRate: number
  stableValueWrap: boolean
  /** The rate in force five years ago and all since, oldest first. */
  rates: { from: PlainDate; rate: number }[]
}

/** At a year end of the history. */
export interface ReviewValue {
  date: PlainDate
  cashSurrenderValue: Cents
  deathBenefit: Cents
  institutionShare: Cents
}

export interface ReviewPolicy {
  policyId: number
  productId: number
  planId: number
  subsidiaryName: string | null
  issueState: string | null
  faceAmount: Cents
  modifiedEndowment: boolean
  section1035: { replacedIssueDate: PlainDate | null; materialChange: boolean } | null
  acquiredOn: PlainDate | null
  isAcquired: boolean
  /** The split-dollar agreement that it stands under. */
  agreementId: number | null
  surrenderCharge: Cents | null
  loanBalance: Cents | null
  marketValue: Cents | null
  /** At the year ends before the date, oldest first; one without a posted value is left out. */
  values: ReviewValue[]
  /** Every flow since issue; where the book has no premium of the beginning, the initial premium at issue stands for it. */
  flows: Flow[]
  /** The newest up to the date; absent where none is on file. */
  illustration?: ReviewIllustration
  /** Null where no 7-pay premium is on file; absent in reviews made before they were kept. */
  sevenPay?: ReviewSevenPay | null
}

export interface ReviewEndedPolicy {
  policyId: number
  policyNumber: string
  carrierCode: string
  insuredId: number
  insuredName: string
  issueDate: PlainDate
  status: string
  endedOn: PlainDate
  modifiedEndowment: boolean
  costBasis: Cents
  /** The institution's share when it was last valued. */
  institutionShare: Cents | null
  /** At the last month end that its carrier told; null where there is none. Absent in reviews made before it was kept. */
  lastValue?: { date: PlainDate; cashSurrenderValue: Cents } | null
  values: ReviewValue[]
  flows: Flow[]
}

export interface ReviewInsured {
  insuredId: number
  /** The same for every entry of one person in the register. */
  personId: number
  name: string
  role: string
  employmentStatus: string
  statusDate: PlainDate | null
  dateOfDeath: PlainDate | null
  /** Last birthday at the date of the review; null when the date of birth is not known. */
  age: number | null
  gender: Gender | null
  annualCompensation: Cents | null
  stateOfResidence: string | null
  consents: (Consent & { keptAt: string | null })[]
}

export interface ReviewCharges {
  yearEnd: PlainDate
  carrierCode: string
  interest: Cents
  costOfInsurance: Cents
  expense: Cents
  /** Some month of some policy lacks one of them. */
  incomplete: boolean
  /** The fall of surrender charges, as far as carriers name them; negative where they rose. Absent in reviews made before it was kept. */
  surrenderChargeRelease?: Cents | null
}

export interface ReviewAgreement {
  agreementId: number
  type: string
  benefitFormula: string
  rateBasis: string
  survivesTermination: boolean
  effectiveDate: PlainDate
}

export interface ReviewPeers {
  reportDate: PlainDate
  /** INVENTED: the banks of a demonstration, which are nobody's. */
  source: 'FFIEC' | 'INVENTED'
  /** Banks of that date in all. */
  banks: number
  /** The bank itself, from this book and its own capital. */
  own: PeerBank
  /** Peers of its size group, of its own state where there are enough of them. */
  sizeGroup: string
  stateCode: string | null
  group: PeerBank[]
}

/** Reads a snapshot back from where it was stored. @throws RangeError when it is no annual review's snapshot of schema 1 */
export function readAnnualReviewSnapshot(stored: unknown): AnnualReviewSnapshot {
  if (!isSnapshot(stored)) throw new RangeError('not a snapshot of an annual review of schema 1')
  return stored
}

// The stored value came from a typed value; `kind` and `schema` say which shape it has.
const isSnapshot = (stored: unknown): stored is AnnualReviewSnapshot =>
  typeof stored === 'object' &&
  stored !== null &&
  'schema' in stored &&
  stored.schema === 1 &&
  'kind' in stored &&
  stored.kind === 'AnnualBoliReview'
