/** A figure that is held against no limit is a fact, and no test that is met. */
import type { AnnualReviewSnapshot } from '../snapshot.ts'

/** Reviews made before count such figures among their tests, and their certification names that count. */
export const countsFacts = ({ asset }: Pick<AnnualReviewSnapshot, 'asset'>): boolean => (asset.edition ?? 1) < 7
