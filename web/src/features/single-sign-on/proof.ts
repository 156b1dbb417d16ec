/** Whether the bank said that a provider serves its domain. */
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const PROOF: StatusTable<'confirmed' | 'open'> = {
  confirmed: { label: 'Confirmed by the bank', tone: 'good' },
  open: { label: 'Not confirmed: sign-in is blocked', tone: 'warn' },
}
