/** The shortest reason that the server takes, and the hint that says so while something shorter is typed. */
export const SHORTEST_REASON = 5

export const isReason = (typed: string): boolean => typed.trim().length >= SHORTEST_REASON

/** @param otherwise the field's own hint, as long as nothing or enough is typed */
export const reasonHint = (typed: string, otherwise?: string): string | undefined =>
  typed.trim() === '' || isReason(typed) ? otherwise : `At least ${SHORTEST_REASON} characters`
