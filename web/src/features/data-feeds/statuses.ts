/** How the statuses of carriers' files, rows and findings read and look. */
import type { CarrierFile, FileFinding, getFile } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const FILE_STATUS: StatusTable<CarrierFile['status']> = {
  RECEIVED: { label: 'Being read', tone: 'busy' },
  PARSED: { label: 'Needs attention', tone: 'warn' },
  VALIDATED: { label: 'To be posted', tone: 'note' },
  POSTED: { label: 'Posted', tone: 'good' },
  REJECTED: { label: 'Discarded', tone: 'quiet' },
}

export const SEVERITY: StatusTable<FileFinding['severity']> = {
  error: { label: 'Error', tone: 'bad' },
  warning: { label: 'Warning', tone: 'warn' },
  info: { label: 'Note', tone: 'note' },
}

export const FINDING_STATUS: StatusTable<FileFinding['status']> = {
  OPEN: { label: 'Open', tone: 'warn' },
  RESOLVED: { label: 'Resolved', tone: 'good' },
  ACCEPTED: { label: 'Accepted', tone: 'good' },
}

export const MATCH_STATUS: StatusTable<'MATCHED' | 'UNMATCHED' | 'DUPLICATE' | 'NEW' | 'REJECTED'> = {
  MATCHED: { label: 'Matched', tone: 'good' },
  UNMATCHED: { label: 'No policy found', tone: 'bad' },
  DUPLICATE: { label: 'Duplicate', tone: 'bad' },
  NEW: { label: 'New policy', tone: 'note' },
  REJECTED: { label: 'Left out', tone: 'quiet' },
}

export const isWorking = (file: Pick<CarrierFile, 'status' | 'failure'>): boolean => file.status === 'RECEIVED' && file.failure === null
export const isOpen = (file: Pick<CarrierFile, 'status'>): boolean => file.status !== 'POSTED' && file.status !== 'REJECTED'

/** A file whose open errors stop the posting needs a person, whatever step it has reached. */
export const shownFileStatus = (file: Pick<CarrierFile, 'status' | 'openErrors'>): CarrierFile['status'] =>
  file.status === 'VALIDATED' && file.openErrors > 0 ? 'PARSED' : file.status

export type FileReply = ReplyOf<typeof getFile>
