/** Financial strength ratings by the published scales of AM Best, S&P, Moody's and Fitch. Never compare ordinals across agencies: an AM Best A+ is 2nd of its scale, an S&P A+ is 5th. */

export const RATING_AGENCIES = ['AM_BEST', 'SP', 'MOODYS', 'FITCH'] as const
export type RatingAgency = (typeof RATING_AGENCIES)[number]
export const AGENCY_NAMES: Record<RatingAgency | 'COMDEX', string> = {
  AM_BEST: 'AM Best',
  SP: 'S&P',
  MOODYS: 'Moody’s',
  FITCH: 'Fitch',
  COMDEX: 'Comdex',
}

/** Best first: the ordinal is the place, from 1. AM Best's scale ends at D; S&P's R and SD share the last place with D. */
export const RATING_SCALES: Record<RatingAgency, readonly string[]> = {
  AM_BEST: ['A++', 'A+', 'A', 'A-', 'B++', 'B+', 'B', 'B-', 'C++', 'C+', 'C', 'C-', 'D'],
  SP: [
    'AAA',
    'AA+',
    'AA',
    'AA-',
    'A+',
    'A',
    'A-',
    'BBB+',
    'BBB',
    'BBB-',
    'BB+',
    'BB',
    'BB-',
    'B+',
    'B',
    'B-',
    'CCC+',
    'CCC',
    'CCC-',
    'CC',
    'D',
  ],
  MOODYS: [
    'Aaa',
    'Aa1',
    'Aa2',
    'Aa3',
    'A1',
    'A2',
    'A3',
    'Baa1',
    'Baa2',
    'Baa3',
    'Ba1',
    'Ba2',
    'Ba3',
    'B1',
    'B2',
    'B3',
    'Caa1',
    'Caa2',
    'Caa3',
    'Ca',
    'C',
  ],
  FITCH: ['AAA', 'AA+', 'AA', 'AA-', 'A+', 'A', 'A-', 'BBB+', 'BBB', 'BBB-', 'BB+', 'BB', 'BB-', 'B+', 'B', 'B-', 'CCC', 'CC', 'C'],
}

/** Status codes that stand where a rating would, outside every scale. */
export const NON_RATINGS: Record<RatingAgency, Readonly<Record<string, string>>> = {
  AM_BEST: { E: 'Under regulatory supervision', F: 'In liquidation', S: 'Suspended', NR: 'Not rated' },
  SP: { R: 'Under regulatory supervision', SD: 'Selective default', NR: 'Not rated' },
  MOODYS: { NR: 'Not rated', WR: 'Withdrawn' },
  FITCH: { NR: 'Not rated', WD: 'Withdrawn' },
}

const WORDS: Record<RatingAgency, readonly (readonly [firstOrdinal: number, word: string])[]> = {
  AM_BEST: [
    [1, 'Superior'],
    [3, 'Excellent'],
    [5, 'Good'],
    [7, 'Fair'],
    [9, 'Marginal'],
    [11, 'Weak'],
    [13, 'Poor'],
  ],
  SP: [
    [1, 'Extremely strong'],
    [2, 'Very strong'],
    [5, 'Strong'],
    [8, 'Good'],
    [11, 'Marginal'],
    [14, 'Weak'],
    [17, 'Very weak'],
    [20, 'Extremely weak'],
    [21, 'In default'],
  ],
  MOODYS: [
    [1, 'Exceptional'],
    [2, 'Excellent'],
    [5, 'Good'],
    [8, 'Adequate'],
    [11, 'Questionable'],
    [14, 'Poor'],
    [17, 'Very poor'],
    [20, 'Extremely poor'],
    [21, 'Lowest'],
  ],
  FITCH: [
    [1, 'Exceptionally strong'],
    [2, 'Very strong'],
    [5, 'Strong'],
    [8, 'Good'],
    [11, 'Moderately weak'],
    [14, 'Weak'],
    [17, 'Very weak'],
  ],
}

/** The place on the agency's own scale, 1 the best; null for a status code such as NR and for what is on no scale. */
export function ratingOrdinal(agency: RatingAgency, rating: string): number | null {
  const index = RATING_SCALES[agency].indexOf(agency === 'SP' && (rating === 'R' || rating === 'SD') ? 'D' : rating)
  return index === -1 ? null : index + 1
}

/** The agency's word for the rating: "Superior", "Not rated"; null when it is on no scale. */
export function ratingWord(agency: RatingAgency, rating: string): string | null {
  const status = NON_RATINGS[agency][rating]
  if (status !== undefined) return status
  const ordinal = ratingOrdinal(agency, rating)
  if (ordinal === null) return null
  return WORDS[agency].findLast(([first]) => first <= ordinal)?.[1] ?? null
}

/** The fault of a rating as an agency's or Comdex's; undefined when it is one. */
export function ratingProblem(agency: RatingAgency | 'COMDEX', rating: string): string | undefined {
  if (agency === 'COMDEX') return /^[1-9]\d?$|^100$/.test(rating) ? undefined : 'A Comdex is a whole number from 1 to 100'
  if (ratingWord(agency, rating) !== null) return undefined
  return `${AGENCY_NAMES[agency]} does not give “${rating}”: its ratings go from ${RATING_SCALES[agency][0]} to ${RATING_SCALES[agency].at(-1)}, or ${Object.keys(NON_RATINGS[agency]).join(', ')}`
}

/** Whether a rating is as good as a minimum of the same agency; null when either is on no scale. */
export function meetsMinimumRating(agency: RatingAgency, rating: string, minimum: string): boolean | null {
  const [held, least] = [ratingOrdinal(agency, rating), ratingOrdinal(agency, minimum)]
  return held === null || least === null ? null : held <= least
}
