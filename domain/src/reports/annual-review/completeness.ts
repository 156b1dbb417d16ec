/**
 * Ratings and signatures of an annual review, in sentences that claim no more: for its certification, for who releases it, and for the note that one
 * prints which is released before it is complete.
 */

import { formatCount } from '../../primitives/money.ts'
import { formatLongDate } from '../../primitives/period.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'
import type { ReviewRiskView } from './view.ts'

/** Reviews made before say what they said. */
export const saysWhatIsSigned = ({ asset }: Pick<AnnualReviewSnapshot, 'asset'>): boolean => (asset.edition ?? 1) >= 3

type Rated = Pick<ReviewRiskView, 'title' | 'quantity' | 'quality' | 'direction' | 'management'>

const isRated = ({ quantity, quality, direction }: Rated): boolean => quantity !== null && quality !== null && direction !== null

/** Counted with each version: those of a review without separate accounts are seven. */
export interface ReviewTotals {
  risks: number
  unrated: number
  unsigned: number
}

export interface ReviewCompleteness {
  /** How far ratings and management's assessment are, each in sentences. */
  standing: string[]
  /** The parts that are not rated or not signed; empty when the review is complete. */
  missing: string[]
  totals: ReviewTotals
}

export function completenessOf(risks: readonly Rated[]): ReviewCompleteness {
  const unrated = risks.filter((risk) => !isRated(risk))
  const unsigned = risks.filter(({ management }) => management === null)
  const [rating, signing] = [ratingSentence(risks.length, unrated), unsignedSentence(risks.length, unsigned)]
  return {
    standing: [rating ?? `All ${formatCount(risks.length)} risks are rated.`, ...signedSentences(risks), ...(signing ? [signing] : [])],
    missing: [rating, signing].filter((sentence) => sentence !== null),
    totals: { risks: risks.length, unrated: unrated.length, unsigned: unsigned.length },
  }
}

function ratingSentence(risks: number, unrated: readonly Rated[]): string | null {
  if (unrated.length === 0) return null
  return unrated.length === risks ? `None of the ${formatCount(risks)} risks is rated.` : `Not rated: ${listed(unrated)}.`
}

function unsignedSentence(risks: number, unsigned: readonly Rated[]): string | null {
  if (unsigned.length === 0) return null
  const what = 'Management’s assessment of the risks is not yet signed'
  return unsigned.length === risks ? `${what}.` : `${what} for: ${listed(unsigned)}.`
}

/** Signer, day and subject: one sentence a signature. */
function signedSentences(risks: readonly Rated[]): string[] {
  const signatures = Map.groupBy(
    risks.filter(({ management }) => management !== null),
    ({ management }) => (management ? [management.signedBy, management.signedTitle, management.signedOn].join('\n') : ''),
  )
  return [...signatures.values()].flatMap((signed) => {
    const management = signed[0]?.management
    if (!management) return []
    const who = [management.signedBy, management.signedTitle].filter(Boolean).join(', ')
    const what = signed.length === risks.length ? '' : ` for: ${listed(signed)}`
    return [`Management’s assessment of the risks was signed on ${formatLongDate(management.signedOn)} by ${who}${what}.`]
  })
}

/** For who releases it, from the counts kept with a version; null when it is complete. */
export function incompleteText({ risks, unrated, unsigned }: ReviewTotals): string | null {
  const parts = [
    ...(unrated > 0 ? [`${formatCount(unrated)} of ${formatCount(risks)} risks ${unrated === 1 ? 'is' : 'are'} not rated`] : []),
    ...(unsigned === 0
      ? []
      : unsigned === risks
        ? ['management’s assessment is not signed']
        : [`management’s assessment is not signed for ${formatCount(unsigned)} of ${formatCount(risks)} risks`]),
  ].join('; ')
  return parts === '' ? null : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`
}

const listed = (risks: readonly Rated[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(risks.map(({ title }) => title))
