/** How many exceptions an audit opened, reopened and resolved, and of how many policies. */

export interface Kept {
  opened: number
  reopened: number
  resolved: number
  /** Exceptions of these clients, rules and month that are open or acknowledged now. */
  standing: number
}
export interface AuditTotals extends Kept {
  policies: number
}

export const NOTHING_AUDITED: AuditTotals = { policies: 0, opened: 0, reopened: 0, resolved: 0, standing: 0 }
export const addTotals = (one: AuditTotals, other: Kept & { policies?: number }): AuditTotals => ({
  policies: one.policies + (other.policies ?? 0),
  opened: one.opened + other.opened,
  reopened: one.reopened + other.reopened,
  resolved: one.resolved + other.resolved,
  standing: one.standing + other.standing,
})
