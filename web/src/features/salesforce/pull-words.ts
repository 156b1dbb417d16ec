/** How pulls read and look. */

import type { SalesforcePull } from '@corridor/contract/salesforce.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

type Shown =
  | 'WAITING'
  | 'RUNNING'
  | 'FAILED'
  | 'CANCELED'
  | 'NOTHING'
  | 'CHECKING'
  | 'TO_ACCEPT'
  | 'PROBLEMS'
  | 'WRITING'
  | 'ACCEPTED'
  | 'SET_ASIDE'
  | 'SUPERSEDED'

export const PULL_STATUS: StatusTable<Shown> = {
  WAITING: { label: 'Waiting', tone: 'busy', sign: 'waiting' },
  RUNNING: { label: 'Reading', tone: 'busy' },
  CHECKING: { label: 'Being checked', tone: 'busy', sign: 'checking' },
  WRITING: { label: 'Being written', tone: 'busy', sign: 'underWay' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELED: { label: 'Canceled', tone: 'quiet', sign: 'canceled' },
  NOTHING: { label: 'No changes', tone: 'quiet', sign: 'same' },
  TO_ACCEPT: { label: 'To be accepted', tone: 'note', sign: 'ready' },
  PROBLEMS: { label: 'Needs attention', tone: 'warn' },
  ACCEPTED: { label: 'Accepted', tone: 'good' },
  SET_ASIDE: { label: 'Discarded', tone: 'quiet', sign: 'discarded' },
  SUPERSEDED: { label: 'Replaced by a later pull', tone: 'quiet', sign: 'replaced' },
}

const OF_FILE: Readonly<Record<string, Shown>> = {
  RECEIVED: 'CHECKING',
  PARSED: 'PROBLEMS',
  VALIDATED: 'TO_ACCEPT',
  POSTED: 'ACCEPTED',
  REJECTED: 'SET_ASIDE',
}
const OF_IMPORT: Readonly<Record<string, Shown>> = {
  WAITING: 'WRITING',
  CHECKING: 'WRITING',
  WRITING: 'WRITING',
  DONE: 'ACCEPTED',
  FAILED: 'FAILED',
  UNDONE: 'SET_ASIDE',
}

/** One word for where a pull stands, from the reading to the book. */
export function shownStatus({ status, fileStatus, import: checked, mayBeAccepted }: SalesforcePull): Shown {
  if (status !== 'DONE') return status
  if (fileStatus !== null) return OF_FILE[fileStatus] ?? 'CHECKING'
  if (!checked) return 'NOTHING'
  if (mayBeAccepted) return 'TO_ACCEPT'
  if (checked.problems > 0) return 'PROBLEMS'
  return OF_IMPORT[checked.status] ?? 'SUPERSEDED'
}

export const isBusy = (pull: SalesforcePull): boolean => PULL_STATUS[shownStatus(pull)].tone === 'busy'

/** The records that a pull brought, in a few words. */
export function broughtWords({ status, recordsRead, recordsExpected, import: checked }: SalesforcePull): string {
  const count = (rows: number) => counted(rows, 'record')
  if (status === 'RUNNING' && recordsExpected !== null) return `${formatCount(recordsRead)} of ${count(recordsExpected)}`
  if (!checked) return count(recordsRead)
  const parts = [
    checked.added > 0 ? `${formatCount(checked.added)} new` : '',
    checked.changed > 0 ? `${formatCount(checked.changed)} changed` : '',
    checked.same > 0 ? `${formatCount(checked.same)} unchanged` : '',
    checked.problems > 0 ? counted(checked.problems, 'problem') : '',
  ].filter(Boolean)
  return `${count(recordsRead)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}
