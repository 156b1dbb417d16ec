/**
 * Whether an insured's consent is valid under IRC 101(j)(4), policy by policy (Form 8925 line 4; domain.md 2.4).
 * @see Notice 2009-48 for the year between consent and issue, and for coverage above the disclosed maximum
 */
import { type Cents, formatMoney, sumCents, times } from './money.ts'
import { addDays, formatDate, monthEnd, monthOf, type PlainDate, plainDate, yearOf } from './period.ts'

export const CONSENT_STATUSES = {
  VALID: 'Valid',
  MISSING: 'Missing',
  DEFECTIVE: 'Defective',
  NOT_REQUIRED: 'Not required',
} as const
export type ConsentStatus = keyof typeof CONSENT_STATUSES
export const CONSENT_STATUS_CODES = ['VALID', 'MISSING', 'DEFECTIVE', 'NOT_REQUIRED'] as const satisfies readonly ConsentStatus[]

/** What an insured is to the policyholder at issue (IRC 101(j)(2)(A)). */
export const STATUSES_AT_ISSUE = {
  DIRECTOR: 'Director',
  HIGHLY_COMPENSATED_EMPLOYEE: 'Highly compensated employee (414(q))',
  HIGHLY_COMPENSATED_INDIVIDUAL: 'Among the highest paid 35 percent (105(h)(5))',
  OTHER_EMPLOYEE: 'Other employee',
} as const

/** Contracts issued up to this day are outside section 101(j). */
export const OUTSIDE_SECTION_101J = plainDate('2006-08-17')

export interface Consent {
  noticeDate: PlainDate | null
  consentDate: PlainDate | null
  maxFaceDisclosed: Cents | null
  maxFaceSalaryMultiple: number | null
  continueAfterTermination: boolean
  beneficiaryDisclosed: boolean
}
export interface ConsentPolicy {
  issueDate: PlainDate
  faceAmount: Cents
  isSection1035Replacement: boolean
  replacedIssueDate: PlainDate | null
  materialChange: boolean
}
export interface ConsentInsured {
  annualCompensation: Cents | null
  /** When the employment ended; null while it lasts. */
  leftOn: PlainDate | null
}
export interface ConsentFinding {
  status: ConsentStatus
  /** Why it is not valid, each a sentence. */
  reasons: string[]
}

/** Issued after 17 August 2006, and not an unchanged section 1035 replacement of a contract issued before. */
export const needsConsent = (policy: ConsentPolicy): boolean =>
  policy.issueDate > OUTSIDE_SECTION_101J &&
  !(
    policy.isSection1035Replacement &&
    policy.replacedIssueDate !== null &&
    policy.replacedIssueDate <= OUTSIDE_SECTION_101J &&
    !policy.materialChange
  )

/** Of one policy: the best that any of the consents says of it. @param policies all of the insured that the policyholder holds, this one among them */
export function consentOfPolicy(
  policy: ConsentPolicy,
  policies: readonly ConsentPolicy[],
  consents: readonly Consent[],
  insured: ConsentInsured,
): ConsentFinding {
  if (!needsConsent(policy)) return { status: 'NOT_REQUIRED', reasons: [] }
  const signed = consents.filter(({ consentDate }) => consentDate !== null)
  if (signed.length === 0) return { status: 'MISSING', reasons: ['No signed consent is on file.'] }
  const face = sumCents(policies.filter(needsConsent).map(({ faceAmount }) => faceAmount))
  const found = signed.map((consent) => defectsOf(consent, policy, face, insured)).sort((a, b) => a.length - b.length)
  const [best = []] = found
  return best.length === 0 ? { status: 'VALID', reasons: [] } : { status: 'DEFECTIVE', reasons: best }
}

/** Of the insured: valid only when it is so for every policy that needs it (line 4b counts people, not policies). */
export function consentOfInsured(
  policies: readonly ConsentPolicy[],
  consents: readonly Consent[],
  insured: ConsentInsured,
): ConsentFinding {
  const findings = policies.map((policy) => consentOfPolicy(policy, policies, consents, insured))
  const worst = (['MISSING', 'DEFECTIVE', 'VALID'] as const).find((status) => findings.some((finding) => finding.status === status))
  return {
    status: worst ?? 'NOT_REQUIRED',
    reasons: [...new Set(findings.filter(({ status }) => status === worst).flatMap(({ reasons }) => reasons))],
  }
}

function defectsOf(consent: Consent, { issueDate }: ConsentPolicy, face: Cents, insured: ConsentInsured): string[] {
  const { noticeDate, consentDate } = consent
  const reasons: string[] = []
  const say = (broken: boolean, sentence: string) => broken && reasons.push(sentence)
  say(noticeDate === null, 'No written notice is on file.')
  say(noticeDate !== null && noticeDate > issueDate, `Notified after the policy was issued on ${formatDate(issueDate)}.`)
  say(consentDate !== null && consentDate > issueDate, `Signed after the policy was issued on ${formatDate(issueDate)}.`)
  say(
    consentDate !== null && issueDate > yearAfter(consentDate),
    `Signed more than a year before the policy was issued on ${formatDate(issueDate)}.`,
  )
  say(insured.leftOn !== null && issueDate >= insured.leftOn, `The employment had ended on ${formatDate(insured.leftOn)}, before issue.`)
  const disclosed = disclosedBy(consent, insured)
  say(disclosed === null, 'The notice names no maximum face amount that can be compared.')
  say(disclosed !== null && disclosed < face, `The face amounts of ${formatMoney(face)} are above the disclosed ${formatMoney(disclosed)}.`)
  say(!consent.continueAfterTermination, 'Does not say that coverage may go on after the employment ends.')
  say(!consent.beneficiaryDisclosed, 'Does not say that the policyholder is a beneficiary.')
  return reasons
}

function disclosedBy({ maxFaceDisclosed, maxFaceSalaryMultiple }: Consent, { annualCompensation }: ConsentInsured): Cents | null {
  if (maxFaceDisclosed !== null) return maxFaceDisclosed
  return maxFaceSalaryMultiple === null || annualCompensation === null ? null : times(annualCompensation, maxFaceSalaryMultiple)
}

/** The same day a year on; 29 February gives 28. */
function yearAfter(date: PlainDate): PlainDate {
  const end = monthEnd(yearOf(date) + 1, monthOf(date))
  const day = plainDate(`${end.slice(0, 8)}01`)
  const wanted = addDays(day, Number(date.slice(8)) - 1)
  return wanted > end ? end : wanted
}
