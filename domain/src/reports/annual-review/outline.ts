/**
 * The outline of an annual BOLI or COLI review (OCC 2004-56): its sections and risks, how an institution's are switched and ordered, and the words
 * that people write into it. The figures are the snapshot's (annual-review-snapshot.ts); everything typed by a person comes from here.
 *
 * The snapshot asks once, when a report is made, for `selectReviewTexts(trx, scope, institutionId, period): Promise<ReviewTexts>` of
 * server/src/reporting: the institution's own, else the site's default, else `defaultReviewTexts`. Texts are kept in the snapshot with their
 * placeholders; the view fills them (`fillReviewText`), so that a review says the figures that it shows.
 */

import { codesOf } from '../../primitives/codes.ts'
import type { PlainDate } from '../../primitives/period.ts'
import { templateLanguage } from '../../primitives/text-template.ts'

/** BOLI on site 1, COLI on others. */
export type ReviewFrame = 'BOLI' | 'COLI'

export interface ReviewSection {
  /** As cited: "4", "A". */
  number: string
  title: string
  /** The COLI title, where it differs. */
  coliTitle?: string
  /** On unless switched. */
  on: Readonly<Record<ReviewFrame, boolean>>
}

const BOTH = { BOLI: true, COLI: true } as const
const BANKS = { BOLI: true, COLI: false } as const

/** In the order of the printed review. The numbers are names: a review that leaves sections out, or orders them anew, counts what it prints. */
export const REVIEW_SECTIONS = {
  CROSS_REFERENCE: { number: '0', title: 'Cross-reference index', on: BOTH },
  EXECUTIVE_SUMMARY: { number: '1', title: 'Executive summary', on: BOTH },
  PROGRAM: { number: '2', title: 'Program overview', coliTitle: 'Program overview and funding', on: BOTH },
  HOLDINGS: { number: '3', title: 'Holdings', on: BOTH },
  CONCENTRATION: { number: '4', title: 'Concentration', on: BOTH },
  PERFORMANCE: { number: '5', title: 'Performance', on: BOTH },
  MORTALITY: { number: '6', title: 'Mortality', on: BOTH },
  CARRIER_CREDIT: { number: '7', title: 'Carrier credit', on: BOTH },
  RISKS: { number: '8', title: 'Risk assessments', on: BOTH },
  POPULATION: { number: '9', title: 'Insured population', on: BOTH },
  COMPLIANCE: { number: '10', title: 'Compliance', on: BOTH },
  ACCOUNTING: { number: '11', title: 'Accounting and capital', on: BANKS },
  PEERS: { number: '12', title: 'Peer comparison', on: BANKS },
  OPEN_ITEMS: { number: '13', title: 'Policy changes, audit findings and open items', on: BOTH },
  CERTIFICATION: { number: '14', title: 'Board certification', on: BOTH },
  APPENDICES: { number: 'A', title: 'Appendices', on: BOTH },
} as const satisfies Record<string, ReviewSection>

export type ReviewSectionCode = keyof typeof REVIEW_SECTIONS

export const REVIEW_SECTION_CODES = codesOf(REVIEW_SECTIONS)

export const isReviewSectionCode = (code: string): code is ReviewSectionCode => Object.hasOwn(REVIEW_SECTIONS, code)

/** "Program overview", of COLI "Program overview and funding". */
export function reviewSectionTitle(code: ReviewSectionCode, frame: ReviewFrame): string {
  const section: ReviewSection = REVIEW_SECTIONS[code]
  return frame === 'COLI' ? (section.coliTitle ?? section.title) : section.title
}

export interface ReviewRisk {
  title: string
  /** The risk in a sentence. */
  definition: string
}

/** The eight risks of the interagency statement of December 7, 2004 (OCC 2004-56, SR 04-19, FIL-127-2004), in its order. */
export const REVIEW_RISKS = {
  LIQUIDITY: {
    title: 'Liquidity',
    definition:
      'That obligations cannot be met without unacceptable loss: the insurance is illiquid, and its return depends on holding it as intended.',
  },
  OPERATIONAL: {
    title: 'Transaction and operational',
    definition: 'Loss from complex products, failing service or delivery, dependence on vendors, or weak internal controls.',
  },
  TAX_INSURABLE_INTEREST: {
    title: 'Tax and insurable interest',
    definition:
      'That benefits lose their tax treatment, or contracts their force, under state insurable-interest law, IRC 101(j), 264(f) or a change of law.',
  },
  REPUTATION: { title: 'Reputation', definition: 'Negative publicity from insuring employees.' },
  CREDIT: {
    title: 'Credit',
    definition: 'That a carrier fails to pay cash surrender value or death benefit: an unsecured long-term exposure.',
  },
  INTEREST_RATE: {
    title: 'Interest rate',
    definition: 'That crediting rates lag the market, stand on their guarantees, or that a separate account’s value falls as rates rise.',
  },
  COMPLIANCE: {
    title: 'Compliance and legal',
    definition: 'Violations of laws, rules or contracts: Regulation O, sections 23A and 23B, ERISA, IRC 409A and 101(j), state law.',
  },
  PRICE: {
    title: 'Price',
    definition:
      'Of separate accounts alone: that the value of the assets behind them falls beyond what stable value protection makes good.',
  },
} as const satisfies Record<string, ReviewRisk>

export type ReviewRiskCode = keyof typeof REVIEW_RISKS
export const isReviewRiskCode = (code: unknown): code is ReviewRiskCode => typeof code === 'string' && Object.hasOwn(REVIEW_RISKS, code)
export const REVIEW_RISK_CODES = codesOf(REVIEW_RISKS)

/** The grid of the OCC's community bank risk assessment. */
export const RISK_QUANTITIES = { LOW: 'Low', MODERATE: 'Moderate', HIGH: 'High' } as const
export const RISK_QUALITIES = { STRONG: 'Strong', SATISFACTORY: 'Satisfactory', WEAK: 'Weak' } as const
export const RISK_DIRECTIONS = { DECREASING: 'Decreasing', STABLE: 'Stable', INCREASING: 'Increasing' } as const

/** The order in which sections stand, each once; those switched off keep their place. */
export interface ReviewConfiguration {
  sections: { code: ReviewSectionCode; on: boolean }[]
}

/** Management's own conclusion, written and signed by the institution. */
export interface ManagementAssessment {
  text: string
  signedBy: string
  signedTitle: string | null
  signedOn: PlainDate
}

/** Null is what nobody rated. */
export interface ReviewRiskWords {
  quantity: keyof typeof RISK_QUANTITIES | null
  quality: keyof typeof RISK_QUALITIES | null
  direction: keyof typeof RISK_DIRECTIONS | null
  conclusion: string
  management: ManagementAssessment | null
}

/** An item of section 13. */
export interface ReviewItem {
  kind: keyof typeof REVIEW_ITEM_KINDS
  text: string
  owner: string | null
  dueOn: PlainDate | null
}
export const REVIEW_ITEM_KINDS = { POLICY_CHANGE: 'Policy change', AUDIT_FINDING: 'Audit finding', OPEN_ITEM: 'Open item' } as const

/** The narrative that a report takes in. Texts are plain, paragraphs parted by an empty line, placeholders in double braces. */
export interface ReviewTexts {
  configuration: ReviewConfiguration
  /** By section; a section without words has none. CERTIFICATION holds what the board certifies. */
  narratives: Partial<Record<ReviewSectionCode, string>>
  risks: Record<ReviewRiskCode, ReviewRiskWords>
  items: ReviewItem[]
  /** When the board is to consider the review, or did. */
  boardMeetingOn: PlainDate | null
}

/** The values that replace `{{name}}`, and their meaning; they are figures of the report itself, as printed. */
export const REVIEW_PLACEHOLDERS = {
  institution: 'Name of the institution',
  legalName: 'Legal name of the institution',
  year: 'Year of the review',
  asOf: 'The date of the review, in words',
  portal: 'BOLI or COLI',
  cashSurrenderValue: 'Cash surrender value of the program',
  income: 'Increase in cash surrender value in the year',
  netYield: 'Net yield of the year',
  taxEquivalentYield: 'Tax-equivalent yield of the year',
  deathBenefit: 'Total death benefit',
  policies: 'Number of policies in force',
  insureds: 'Number of people insured',
  carriers: 'Number of carriers',
  largestCarrier: 'Name of the largest carrier',
  largestCarrierPercent: 'Largest carrier in percent of capital; of COLI in percent of the program',
  concentration: 'All carriers in percent of capital',
  concentrationLimit: 'The limit that the concentration is held against',
  headroom: 'What may be added within the limit',
  percentActive: 'Percent of the insured still employed',
  consentsComplete: 'Percent of those who need a consent whose consent is valid',
  deaths: 'Deaths in the year',
  proceeds: 'Death benefits paid in the year',
} as const satisfies Record<string, string>
export type ReviewPlaceholder = keyof typeof REVIEW_PLACEHOLDERS

/** Every placeholder's text; "-" where the report has no such figure. */
export type ReviewPlaceholderValues = Readonly<Record<ReviewPlaceholder, string>>

/** Placeholders in reviews, written `{{institution}}`: one that no report could fill is refused while the text is written (`REVIEW_TEXT.problem`). */
export const REVIEW_TEXT = templateLanguage(REVIEW_PLACEHOLDERS)

/** The text with its placeholders filled, as it prints. */
export const fillReviewText = (text: string, values: ReviewPlaceholderValues): string => REVIEW_TEXT.fill(text, values)

/** Sections as the frame has them when nobody switched or ordered any. */
export const defaultReviewConfiguration = (frame: ReviewFrame): ReviewConfiguration => ({
  sections: REVIEW_SECTION_CODES.map((code) => ({ code, on: REVIEW_SECTIONS[code].on[frame] })),
})

const UNRATED: ReviewRiskWords = { quantity: null, quality: null, direction: null, conclusion: '', management: null }

/** A review before anybody wrote its narrative: no rating, no assessment, the board's usual certification. */
export function defaultReviewTexts(frame: ReviewFrame): ReviewTexts {
  const board =
    frame === 'BOLI'
      ? 'By signing below, the board of directors of {{legalName}} certifies that it has reviewed the performance, risks and limits of its bank-owned life insurance as of {{asOf}}, and finds that, except as noted in this review, holding it remains consistent with safe and sound banking practice and with the board’s policy.'
      : 'By signing below, the board of directors of {{legalName}} certifies that it has reviewed the performance, risks and funding of its corporate-owned life insurance as of {{asOf}}, and finds that holding it remains consistent with the purpose for which it was bought.'
  return {
    configuration: defaultReviewConfiguration(frame),
    narratives: { CERTIFICATION: board },
    risks: {
      LIQUIDITY: UNRATED,
      OPERATIONAL: UNRATED,
      TAX_INSURABLE_INTEREST: UNRATED,
      REPUTATION: UNRATED,
      CREDIT: UNRATED,
      INTEREST_RATE: UNRATED,
      COMPLIANCE: UNRATED,
      PRICE: UNRATED,
    },
    items: [],
    boardMeetingOn: null,
  }
}
