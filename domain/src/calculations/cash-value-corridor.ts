/** The cash value corridor: the least death benefit that keeps a contract life insurance, as a multiple of its cash value. @see IRC 7702(d)(2) */

const CORRIDOR: readonly (readonly [age: number, factor: number])[] = [
  [40, 2.5],
  [45, 2.15],
  [50, 1.85],
  [55, 1.5],
  [60, 1.3],
  [65, 1.2],
  [70, 1.15],
  [75, 1.05],
  [90, 1.05],
  [95, 1],
]

/** The factor at an attained age, decreasing by a ratable portion each year between the ages of the table. */
export function corridorFactor(age: number): number {
  const after = CORRIDOR.findIndex(([upTo]) => age <= upTo)
  const right = CORRIDOR[after]
  if (!right) return 1
  const left = CORRIDOR[after - 1]
  if (!left) return right[1]
  return left[1] + ((right[1] - left[1]) * (age - left[0])) / (right[0] - left[0])
}
