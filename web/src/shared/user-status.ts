/** A person's status in words: how far their invitation is, and whether they may sign in. */
import type { invitationStatus } from '@corridor/contract/users.ts'
import { INVITATION_WORDS } from '@corridor/contract/words.ts'
import type { z } from 'zod'
import type { StatusTable } from '../ui/states/StatusBadge.tsx'

type Invitation = z.output<typeof invitationStatus>
export const INVITATION: StatusTable<Invitation> = {
  none: { label: INVITATION_WORDS.none, tone: 'quiet', sign: 'off' },
  sent: { label: INVITATION_WORDS.sent, tone: 'note', sign: 'sent' },
  expired: { label: INVITATION_WORDS.expired, tone: 'warn', sign: 'over' },
  accepted: { label: INVITATION_WORDS.accepted, tone: 'good' },
}
/** One status a person: how far the invitation is until they joined, and then whether they may sign in. */
export const USER_STATUS: StatusTable<Exclude<Invitation, 'accepted'> | 'active' | 'inactive'> = {
  ...INVITATION,
  active: { label: 'Active', tone: 'good' },
  inactive: { label: 'Deactivated', tone: 'quiet' },
}
export const statusOf = ({ status, invitation }: { status: number; invitation: Invitation }) =>
  status !== 1 ? 'inactive' : invitation === 'accepted' ? 'active' : invitation
