/** The limits that an institution's board set, by date. */
import { policyLimitTerms } from '@corridor/contract/institution-terms.ts'
import { TermsTab } from './TermsTab.tsx'
import { LIMITS_WORDS } from './term-words.ts'

export const LimitsTab = ({ institutionId }: { institutionId: number }) => (
  <TermsTab institutionId={institutionId} calls={policyLimitTerms} words={LIMITS_WORDS} />
)
