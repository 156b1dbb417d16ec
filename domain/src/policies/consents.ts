/**
 * Whether an insured's consent is valid under 26 U.S.C. 101(j)(4), policy by policy (Form 8925 line 4).
 * @see Notice 2009-48 for the year between consent and issue, and for coverage above the disclosed maximum
 */

import { codesOf } from '../primitives/codes.ts'
import { type Cents, formatMoney, sumCents, times } from '../primitives/money.ts'
import { addDays, daysBetween, formatDate, monthEnd, monthOf, type PlainDate, plainDate, yearOf } from '../primitives/period.ts'

export const CONSENT_STATUSES = {
  VALID: 'Valid',
  MISSING: 'Missing',
  DEFECTIVE: 'Defective',
  NOT_REQUIRED: 'Not required',
  NO_POLICY: 'No policy',
} as const
export type ConsentStatus = keyof typeof CONSENT_STATUSES
export const CONSENT_STATUS_CODES = codesOf(CONSENT_STATUSES)

/** Consent deficiencies, as a preparer sorts them before the form is filed. */
export const CONSENT_FLAWS = {
  MISSING: 'Missing',
  LATE: 'Late',
  EARLY: 'Over a year before issue',
  LEFT: 'Issued after employment',
  UNDER_DISCLOSED: 'Under-disclosed',
  INCOMPLETE: 'Incomplete',
  NO_DOCUMENT: 'Not on file',
} as const
export type ConsentFlaw = keyof typeof CONSENT_FLAWS
export const CONSENT_FLAW_CODES = codesOf(CONSENT_FLAWS)

/** The insured's status to the policyholder at issue (26 U.S.C. 101(j)(2)(A)). */
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
  /** Where the signed document is kept; null when none is on file. */
  keptAt: string | null
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
  /** Deficiencies, sorted; each once. */
  flaws: ConsentFlaw[]
}
/** One policy, with the consent that speaks best for it; null where none is needed or there is none. */
export interface PolicyConsent<Signed extends Consent = Consent> extends ConsentFinding {
  consent: Signed | null
}

/** "Document on file" is a part of validity (records, 26 U.S.C. 6039I(c)). */
const NO_DOCUMENT = 'The signed document is not on file.'

/** Issued after 17 August 2006, and not an unchanged section 1035 replacement of a contract issued before. */
export const needsConsent = (policy: ConsentPolicy): boolean =>
  policy.issueDate > OUTSIDE_SECTION_101J &&
  !(
    policy.isSection1035Replacement &&
    policy.replacedIssueDate !== null &&
    policy.replacedIssueDate <= OUTSIDE_SECTION_101J &&
    !policy.materialChange
  )

/**
 * One policy: the best result of any of the consents. Face amounts are compared as they grew: a consent must disclose what was insured once this
 * policy was issued, and what was issued later only where no consent given for that discloses it (Form 8925 instructions, "Additional notice and consent").
 * @param policies all of the insured that the policyholder holds, this one among them
 */
export function consentOfPolicy<Signed extends Consent>(
  policy: ConsentPolicy,
  policies: readonly ConsentPolicy[],
  consents: readonly Signed[],
  insured: ConsentInsured,
): PolicyConsent<Signed> {
  if (!needsConsent(policy)) return { status: 'NOT_REQUIRED', reasons: [], flaws: [], consent: null }
  const signed = consents.filter(({ consentDate }) => consentDate !== null)
  const covered = policies.filter(needsConsent)
  const [best] = signed
    .map((consent) => ({ consent, defects: defectsOf(consent, policy, { covered, signed, insured }) }))
    .sort((a, b) => a.defects.length - b.defects.length || distance(a.consent, policy) - distance(b.consent, policy))
  if (best === undefined) {
    const notified = consents.find(({ noticeDate }) => noticeDate !== null) ?? null
    return { status: 'MISSING', reasons: ['No signed consent is on file.'], flaws: ['MISSING'], consent: notified }
  }
  const { defects, consent } = best
  return {
    status: defects.length === 0 ? 'VALID' : 'DEFECTIVE',
    reasons: defects.map(({ reason }) => reason),
    flaws: sorted(defects),
    consent,
  }
}

const sorted = (found: readonly { flaw: ConsentFlaw }[]): ConsentFlaw[] =>
  CONSENT_FLAW_CODES.filter((code) => found.some(({ flaw }) => flaw === code))

/** Days between signature and issue: of consents that are as good as each other, the nearer one was given for the policy. */
const distance = ({ consentDate }: Consent, { issueDate }: ConsentPolicy): number =>
  consentDate === null ? Number.POSITIVE_INFINITY : Math.abs(daysBetween(consentDate, issueDate))

/**
 * The insured: valid only when it is so for every policy that needs it (line 4b counts people, not policies). The consent that speaks is that of the last
 * policy of the worst status.
 * @param policies all that the policyholder holds on the insured, by issue date
 */
export function consentOfInsured<Signed extends Consent>(
  policies: readonly ConsentPolicy[],
  consents: readonly Signed[],
  insured: ConsentInsured,
): PolicyConsent<Signed> {
  const findings = policies.map((policy) => consentOfPolicy(policy, policies, consents, insured))
  const worst = (['MISSING', 'DEFECTIVE', 'VALID'] as const).find((status) => findings.some((finding) => finding.status === status))
  const those = findings.filter(({ status }) => status === worst)
  return {
    status: worst ?? 'NOT_REQUIRED',
    reasons: [...new Set(those.flatMap(({ reasons }) => reasons))],
    flaws: sorted(those.flatMap(({ flaws }) => flaws.map((flaw) => ({ flaw })))),
    consent: those.at(-1)?.consent ?? null,
  }
}

/** Somebody employed without a policy in force: notice and consent must be given before one is issued (26 U.S.C. 101(j)(4)). */
export const BEFORE_ISSUE = {
  status: 'NO_POLICY',
  reasons: ['No policy yet: notice and consent are needed before issue.'],
  flaws: [],
  consent: null,
} as const

interface Held {
  covered: readonly ConsentPolicy[]
  signed: readonly Consent[]
  insured: ConsentInsured
}

interface Defect {
  flaw: ConsentFlaw
  /** A sentence. */
  reason: string
}
const saysInto = (defects: Defect[]) => (broken: boolean, flaw: ConsentFlaw, reason: string) => {
  if (broken) defects.push({ flaw, reason })
}

function defectsOf(consent: Consent, policy: ConsentPolicy, held: Held): Defect[] {
  const { insured } = held
  const { issueDate } = policy
  const defects = timingOf(consent, policy)
  const say = saysInto(defects)
  say(
    insured.leftOn !== null && issueDate >= insured.leftOn,
    'LEFT',
    `The employment had ended on ${formatDate(insured.leftOn)}, before issue.`,
  )
  const disclosed = disclosedBy(consent, insured)
  const face = disclosed === null ? null : faceAbove(disclosed, policy, held)
  if (disclosed === null) say(true, 'INCOMPLETE', 'The notice names no maximum face amount that can be compared.')
  else if (face !== null)
    say(true, 'UNDER_DISCLOSED', `The face amounts of ${formatMoney(face)} are above the disclosed ${formatMoney(disclosed)}.`)
  say(!consent.continueAfterTermination, 'INCOMPLETE', 'Does not say that coverage may continue after the employment ends.')
  say(!consent.beneficiaryDisclosed, 'INCOMPLETE', 'Does not say that the policyholder is a beneficiary.')
  say(!consent.keptAt?.trim(), 'NO_DOCUMENT', NO_DOCUMENT)
  return defects
}

/** Deficiencies in the days of notice and signature. */
function timingOf({ noticeDate, consentDate }: Consent, { issueDate }: ConsentPolicy): Defect[] {
  const defects: Defect[] = []
  const say = saysInto(defects)
  const issued = formatDate(issueDate)
  say(noticeDate === null, 'INCOMPLETE', 'No written notice is on file.')
  say(noticeDate !== null && noticeDate > issueDate, 'LATE', `Notified after the policy was issued on ${issued}.`)
  say(consentDate !== null && consentDate > issueDate, 'LATE', `Signed after the policy was issued on ${issued}.`)
  say(
    consentDate !== null && issueDate > yearAfter(consentDate),
    'EARLY',
    `Signed more than a year before the policy was issued on ${issued}.`,
  )
  return defects
}

/** The first sum of face amounts, on issue of the policy or later, that is above what was disclosed and that no consent given in time for it discloses. */
function faceAbove(disclosed: Cents, policy: ConsentPolicy, { covered, signed, insured }: Held): Cents | null {
  const at = ({ issueDate }: ConsentPolicy) =>
    sumCents(covered.filter((one) => one.issueDate <= issueDate).map(({ faceAmount }) => faceAmount))
  const isCovered = (later: ConsentPolicy, face: Cents) =>
    face <= disclosed ||
    (later.issueDate > policy.issueDate &&
      signed.some((consent) => timingOf(consent, later).length === 0 && (disclosedBy(consent, insured) ?? 0) >= face))
  const issues = covered.filter(({ issueDate }) => issueDate >= policy.issueDate).toSorted((a, b) => (a.issueDate < b.issueDate ? -1 : 1))
  const first = issues.find((later) => !isCovered(later, at(later)))
  return first === undefined ? null : at(first)
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
