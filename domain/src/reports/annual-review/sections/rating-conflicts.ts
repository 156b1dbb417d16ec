/** Ratings and signatures that a risk's own tests contradict: told beside the rating, among the open items and in the board's certification. */

import { listed } from '../blocks.ts'
import type { AnnualReviewSnapshot } from '../snapshot.ts'
import type { ReviewFinding, ReviewRiskView } from '../view.ts'

type Assessed = Omit<ReviewRiskView, 'definition' | 'facts' | 'conclusion' | 'direction' | 'quality'>

const isConflict = ({ id }: ReviewFinding): boolean => id.startsWith('rating-')

/** A rating above low takes up what its tests found; a low one does not, nor does a signature under a risk that nobody has rated. */
export function ratingConflict(
  { code, title, quantity, management, findings }: Assessed,
  { asset }: AnnualReviewSnapshot,
): ReviewFinding[] {
  const failed = findings.filter(({ status }) => status === 'bad').map(({ label }) => label)
  // Reviews made before say what they said.
  if ((asset.edition ?? 1) < 5 || failed.length === 0) return []
  const risk = `${title} risk`
  const said =
    quantity === 'Low'
      ? `${risk} is rated low`
      : quantity === null && management
        ? `${risk} is not rated, and management’s assessment of it is signed,`
        : null
  if (said === null) return []
  const tests = listed(failed.map((label) => `“${label}”`))
  return [
    {
      id: `rating-${code}`,
      label: 'Rating',
      status: 'watch',
      sentence: `${said} although ${failed.length === 1 ? `its test ${tests} is` : `its tests ${tests} are`} not met.`,
      section: 'RISKS',
    },
  ]
}

export const conflictsOf = (risks: readonly Pick<ReviewRiskView, 'findings'>[]): string[] =>
  risks.flatMap(({ findings }) => findings.filter(isConflict).map(({ sentence }) => sentence))
