/**
 * Which of an institution's terms an annual review prints, and where: what marks a review as outdated when a term is corrected reads this table, and a test
 * holds it to what the review really prints (review-terms.test.ts). A term that is not here is printed nowhere.
 */
import type { ReviewFrame, ReviewSectionCode } from './outline.ts'

/** Everywhere is in the notes or in the executive summary, which is a paper of its own whatever the review's sections. */
export type PrintedWhere = 'EVERYWHERE' | readonly ReviewSectionCode[]
export type PrintedTerm = Readonly<Record<ReviewFrame, PrintedWhere>>

const EVERYWHERE: PrintedTerm = { BOLI: 'EVERYWHERE', COLI: 'EVERYWHERE' }
/** A corporation's review speaks of no regulatory capital. */
const OF_BANKS: PrintedTerm = { BOLI: 'EVERYWHERE', COLI: [] }
const ofBanks = (...codes: ReviewSectionCode[]): PrintedTerm => ({ BOLI: codes, COLI: [] })

export const REVIEW_TAX_TERMS = {
  federalRate: EVERYWHERE,
  stateRate: EVERYWHERE,
  stateCode: EVERYWHERE,
  federalDeductibleFraction: EVERYWHERE,
  boliStateTreatment: EVERYWHERE,
  combinedRateOverride: EVERYWHERE,
  asOf: EVERYWHERE,
} as const

/** The capital that tests are made with, that of the date. */
export const REVIEW_CAPITAL_TERMS = {
  tier1: OF_BANKS,
  allowance: OF_BANKS,
  asOf: OF_BANKS,
  source: OF_BANKS,
  /** Where the board's limits are measured on it. */
  total: OF_BANKS,
} as const

export const REVIEW_LIMIT_TERMS = { perCarrier: OF_BANKS, aggregate: OF_BANKS, basis: OF_BANKS } as const

/** Further limits of a board's policy. */
export const REVIEW_BOARD_TERMS = {
  minimums: EVERYWHERE,
  minComdex: EVERYWHERE,
  maxSalaryMultiple: EVERYWHERE,
  approvedOn: EVERYWHERE,
  nextReviewOn: EVERYWHERE,
} as const

/**
 * Capital beside the year ends of the history: of the date, of the year end before it, of those before that. What limits are measured on makes the projected
 * passing of a limit, a test; total capital is among it only where it is the board's base.
 */
export const REVIEW_YEAR_END_TERMS = {
  date: {
    asOf: ofBanks('CONCENTRATION'),
    tier1: OF_BANKS,
    allowance: OF_BANKS,
    total: OF_BANKS,
    tier2: ofBanks('CONCENTRATION'),
    totalAssets: { BOLI: ['RISKS', 'PEERS'], COLI: ['RISKS'] },
  },
  before: { asOf: ofBanks('CONCENTRATION'), tier1: OF_BANKS, allowance: OF_BANKS, total: OF_BANKS },
  earlier: { asOf: ofBanks('CONCENTRATION'), tier1: OF_BANKS, allowance: OF_BANKS, total: OF_BANKS },
} as const satisfies Record<string, Record<string, PrintedTerm>>

/** Peers are measured with the capital of the date, whatever limits are measured on. */
export const REVIEW_PEER_TERM: PrintedTerm = ofBanks('PEERS')
