/** A question that the institution did not answer: what was looked at, and where management speaks of it all the same. */
import type { ReviewRiskCode } from '../outline.ts'
import type { AnnualReviewSnapshot } from '../snapshot.ts'

const SUBJECTS = { LIQUIDITY: 'liquidity risk', COMPLIANCE: 'compliance and legal risk' } as const satisfies Partial<
  Record<ReviewRiskCode, string>
>

/** Beside such a test. */
export const AWAITS = { awaits: 'questionnaire' } as const

/** "The year’s questionnaire has not been returned, so this is not stated; see management’s assessment of liquidity risk." */
export function unstated({ answers, texts }: Pick<AnnualReviewSnapshot, 'answers' | 'texts'>, risk: keyof typeof SUBJECTS): string {
  const looked = answers
    ? 'The questionnaire does not state this'
    : 'The year’s questionnaire has not been returned, so this is not stated in it'
  return `${looked}${texts.risks[risk].management ? `; see management’s assessment of ${SUBJECTS[risk]}` : ''}.`
}
