/** An institution's statements about its year in the returned questionnaire, as its annual review repeats it. */
import type { Cents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'

/** Null is what was not answered. */
export interface ReviewAnswers {
  returnedOn: PlainDate
  benefitExpense: { kind: string; amount: Cents }[]
  boardReviewedOn: PlainDate | null
  policyApprovedOn: PlainDate | null
  independentReviewOn: PlainDate | null
  form8925FiledOn: PlainDate | null
  /** Yes or no with what was said beside it, by the question's code. */
  said: Partial<Record<ReviewQuestion, { yes: boolean; note: string }>>
  /** With other vendors: they count towards concentrations too. */
  elsewhere: { carrier: string; cashSurrenderValue: Cents }[]
  managementConcludes: string | null
  /** Absent in reviews made before it was kept. */
  capital?: StatedCapital
}

/** Capital as the questionnaire states it; of no day, it is that of the year's end. */
export interface StatedCapital {
  asOf: PlainDate | null
  tier1: Cents | null
  allowance: Cents | null
  total: Cents | null
  totalAssets: Cents | null
}
/** Questions of the questionnaire that a review repeats (questionnaire-defaults.ts). */
export const REVIEW_QUESTIONS = [
  'plans-changed',
  'policy-changed',
  'audit-findings',
  'regulator-comments',
  'outside-transactions',
  'form-8925-filed',
  'consents-located',
  'regulation-o',
  'section-409a',
  'liquidity-needs',
  'planned-merger',
] as const
export type ReviewQuestion = (typeof REVIEW_QUESTIONS)[number]
