/** The review of a month's audit: who may sign it off, and how a sign-off stands once the month has changed. Sign-offs are kept; one that is withdrawn stays in the history. */

import { counted, firstNamed } from '../primitives/counted.ts'
import { formatLongDate, type PlainDate } from '../primitives/period.ts'

export interface SignOff {
  signedBy: string
  signedOn: PlainDate
  /** Over what was examined, asked, found and settled. */
  stateSha256: string
  isWithdrawn: boolean
}

/** `earlier`: the month has changed since it was signed off. */
export const REVIEW_STANDINGS = ['none', 'current', 'earlier'] as const
export type ReviewStanding = (typeof REVIEW_STANDINGS)[number]

/** How a month's audit stands, and by which sign-off. @param signOffs newest first @param stateSha256 of the audit now */
export function reviewOf<One extends SignOff>(
  signOffs: readonly One[],
  stateSha256: string,
): { standing: ReviewStanding; signOff: One | null } {
  const holding = signOffs.filter(({ isWithdrawn }) => !isWithdrawn)
  const current = holding.find((one) => one.stateSha256 === stateSha256)
  if (current) return { standing: 'current', signOff: current }
  const [earlier] = holding
  return earlier ? { standing: 'earlier', signOff: earlier } : { standing: 'none', signOff: null }
}

/** "Reviewed by Dana Cole on October 15, 2026."; says so where nobody did, or only before the month changed. */
export function reviewSentence(signOffs: readonly SignOff[], stateSha256: string): string {
  const { standing, signOff } = reviewOf(signOffs, stateSha256)
  if (!signOff) {
    const [withdrawn] = signOffs
    return withdrawn
      ? `Not reviewed: the sign-off of ${withdrawn.signedBy} of ${formatLongDate(withdrawn.signedOn)} was withdrawn.`
      : 'Not reviewed: nobody has signed off this audit.'
  }
  const reviewed = `Reviewed by ${signOff.signedBy} on ${formatLongDate(signOff.signedOn)}`
  return standing === 'current'
    ? `${reviewed}.`
    : `${reviewed}, in an earlier state: what was examined, applied, found or settled has changed since. It has to be signed off again.`
}

interface Reviewing {
  isAudited: boolean
  isRunning: boolean
  /** The reviewer posted or entered values of the month. */
  hasPosted: boolean
  /** Names of those who may: they hold the right and posted none of the month's values. */
  others: readonly string[]
}

/** Why somebody may not sign off the month's audit; null when they may. Four eyes, as for exceptions: nobody reviews their own values. */
export function signOffRefused({ isAudited, isRunning, hasPosted, others }: Reviewing): string | null {
  if (!isAudited) return 'This month has not been audited yet: there is nothing to sign off.'
  if (isRunning) return 'The audit of this month is running. Sign it off once it has finished.'
  if (!hasPosted) return null
  return `You posted or entered values of this month. Someone else has to sign off its audits${
    others.length > 0
      ? `: ${firstNamed(others, NAMED)} may.`
      : ', and nobody can yet: a manager has to give another person of the staff, who posted none of the month’s values, the permission Asset Report at level 2.'
  }`
}
const NAMED = 3

/** Open errors do not stop a review, which then says why; null when no note is needed. */
export const noteAsked = (openErrors: number): string | null =>
  openErrors > 0 ? `Say why the audit is signed off with ${counted(openErrors, 'error')} open.` : null
