/** Reasons why nobody at an institution can open its report, and what to do about each. */
import type { ReleasePreview } from '@corridor/contract/reports.ts'

type Reason = NonNullable<ReleasePreview['records'][number]['unreadWhy']>

const CHOOSE = 'Choose it on the institution’s page, under Profile'

export const UNREAD: Readonly<Record<Reason, { reason: string; next: string }>> = {
  type: { reason: 'this report type is not chosen for the institution', next: `${CHOOSE}.` },
  nobody: { reason: 'the institution has no active person', next: 'Add and invite its people first.' },
  both: {
    reason: 'this report type is not chosen for the institution, and it has no active person',
    next: `${CHOOSE}, and invite its people first.`,
  },
  rights: {
    reason: 'none of its people may see reports of this type',
    next: 'Give one of them the right on the institution’s page, under Users.',
  },
}

/** Several institutions with one reason: the reason itself; with different ones: what they have in common. */
export function unreadReason(records: ReleasePreview['records']): string {
  const [why, another] = new Set(records.map(({ unreadWhy }) => unreadWhy ?? 'rights'))
  return records.length === 1 && why !== undefined && another === undefined
    ? UNREAD[why].reason
    : 'no one at the institutions can open the reports'
}
