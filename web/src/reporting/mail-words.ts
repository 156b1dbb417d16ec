/** Emails of a release in a few words, and why there is none. */
import type { ReleasePreview } from '@corridor/contract/reports.ts'
import { unreadReason } from './unread-words.ts'

export function mailWords(queued: number, preview: ReleasePreview | undefined): string {
  if (queued > 0) return queued === 1 ? '1 email is on the way.' : `${queued} emails are on the way.`
  return `No email is sent${preview === undefined ? '' : `: ${whyNone(preview)}`}.`
}

function whyNone({ announced, records }: ReleasePreview): string {
  const there = records.length === 1 ? 'at the institution' : 'at the institutions'
  if (!announced) return 'this batch sends none'
  if (records.every(({ readers }) => readers === 0)) return unreadReason(records)
  if (records.every(({ readers, uninvited }) => readers === uninvited.length)) return `no one ${there} is invited`
  if (records.every(({ recipients }) => recipients.length === 0)) return `no one ${there} wants emails about new files`
  return 'those who get one were told before'
}
