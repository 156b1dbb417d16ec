/** A policy's statuses and what may follow each: the register, carriers' files and reports read the same table. */

/** A policy's statuses. `held`: it has a value at month end and counts as in force. `ended`: it had one until its status date. */
export const POLICY_STATUSES = {
  PENDING: { label: 'Pending', held: false, ended: false },
  IN_FORCE: { label: 'In force', held: true, ended: false },
  GRACE: { label: 'In its grace period', held: true, ended: false },
  PAID_UP: { label: 'Paid up', held: true, ended: false },
  DEATH_CLAIM_PENDING: { label: 'Death claim pending', held: true, ended: false },
  DEATH_PAID: { label: 'Paid on death', held: false, ended: true },
  SURRENDERED: { label: 'Surrendered', held: false, ended: true },
  EXCHANGED_OUT: { label: 'Exchanged out', held: false, ended: true },
  LAPSED: { label: 'Lapsed', held: false, ended: true },
  TRANSFERRED: { label: 'Transferred', held: false, ended: true },
} as const satisfies Record<string, { label: string; held: boolean; ended: boolean }>

export type PolicyStatus = keyof typeof POLICY_STATUSES

export const isPolicyStatus = (code: string): code is PolicyStatus => Object.hasOwn(POLICY_STATUSES, code)

/** Statuses that may follow a status. What cannot follow was a mistake: such a row is set aside, with a reason, not followed by another. */
export const POLICY_STATUS_AFTER: Record<PolicyStatus, readonly PolicyStatus[]> = {
  PENDING: ['IN_FORCE', 'LAPSED'],
  IN_FORCE: ['GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING', 'DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'],
  GRACE: ['IN_FORCE', 'PAID_UP', 'DEATH_CLAIM_PENDING', 'DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'],
  PAID_UP: ['DEATH_CLAIM_PENDING', 'DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'],
  // A claim is withdrawn when the report of a death turns out to be wrong.
  DEATH_CLAIM_PENDING: ['DEATH_PAID', 'IN_FORCE', 'PAID_UP'],
  DEATH_PAID: [],
  SURRENDERED: [],
  EXCHANGED_OUT: [],
  // Reinstated with the carrier's consent.
  LAPSED: ['IN_FORCE', 'PAID_UP'],
  TRANSFERRED: [],
}
