/** Words and formats of the register's pages: statuses with their tones, tables of domain as options of a form. */

import { CONSENT_STATUSES, type ConsentStatus } from '@corridor/domain/policies/consents.ts'
import { POLICY_STATUSES, type PolicyStatus } from '@corridor/domain/policies/statuses.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { choicesOf } from '../../ui/form/form-fields.ts'
import type { StatusTable, Tone } from '../../ui/states/StatusBadge.tsx'

export const dateOf = (text: string | null | undefined): string => formatDate(text ? plainDate(text) : null)
export const moneyOf = (amount: number | null | undefined): string =>
  formatAmount(amount === null || amount === undefined ? null : cents(amount))

const POLICY_TONES: Record<PolicyStatus, Tone> = {
  PENDING: 'note',
  IN_FORCE: 'good',
  GRACE: 'warn',
  PAID_UP: 'good',
  DEATH_CLAIM_PENDING: 'warn',
  DEATH_PAID: 'quiet',
  SURRENDERED: 'quiet',
  EXCHANGED_OUT: 'quiet',
  LAPSED: 'quiet',
  TRANSFERRED: 'quiet',
}
const of = (status: PolicyStatus) => ({ label: POLICY_STATUSES[status].label, tone: POLICY_TONES[status] })
export const POLICY_BADGES: StatusTable<PolicyStatus> = {
  PENDING: of('PENDING'),
  IN_FORCE: of('IN_FORCE'),
  GRACE: of('GRACE'),
  PAID_UP: of('PAID_UP'),
  DEATH_CLAIM_PENDING: of('DEATH_CLAIM_PENDING'),
  DEATH_PAID: of('DEATH_PAID'),
  SURRENDERED: of('SURRENDERED'),
  EXCHANGED_OUT: of('EXCHANGED_OUT'),
  LAPSED: of('LAPSED'),
  TRANSFERRED: of('TRANSFERRED'),
}
export const POLICY_STATUS_CHOICES = choicesOf<PolicyStatus>({
  PENDING: POLICY_STATUSES.PENDING.label,
  IN_FORCE: POLICY_STATUSES.IN_FORCE.label,
  GRACE: POLICY_STATUSES.GRACE.label,
  PAID_UP: POLICY_STATUSES.PAID_UP.label,
  DEATH_CLAIM_PENDING: POLICY_STATUSES.DEATH_CLAIM_PENDING.label,
  DEATH_PAID: POLICY_STATUSES.DEATH_PAID.label,
  SURRENDERED: POLICY_STATUSES.SURRENDERED.label,
  EXCHANGED_OUT: POLICY_STATUSES.EXCHANGED_OUT.label,
  LAPSED: POLICY_STATUSES.LAPSED.label,
  TRANSFERRED: POLICY_STATUSES.TRANSFERRED.label,
})
export const CONSENT_BADGES: StatusTable<ConsentStatus> = {
  VALID: { label: CONSENT_STATUSES.VALID, tone: 'good' },
  MISSING: { label: CONSENT_STATUSES.MISSING, tone: 'bad' },
  DEFECTIVE: { label: CONSENT_STATUSES.DEFECTIVE, tone: 'warn' },
  NOT_REQUIRED: { label: CONSENT_STATUSES.NOT_REQUIRED, tone: 'quiet' },
  NO_POLICY: { label: CONSENT_STATUSES.NO_POLICY, tone: 'note' },
}
