/** How the statuses of carriers' files, rows and findings read and look. */

import type { CarrierFile } from '@corridor/contract/carrier-file.ts'
import type { FileFinding, getFile } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { FINDING_STATUS_WORDS, MATCH_WORDS, SEVERITY_WORDS, SHOWN_FILE_STATUS_WORDS } from '@corridor/contract/words.ts'
import { permission } from '@corridor/domain/access/access.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const FILE_STATUS: StatusTable<CarrierFile['shown']> = {
  RECEIVED: { label: SHOWN_FILE_STATUS_WORDS.RECEIVED, tone: 'busy' },
  PARSED: { label: SHOWN_FILE_STATUS_WORDS.PARSED, tone: 'warn' },
  VALIDATED: { label: SHOWN_FILE_STATUS_WORDS.VALIDATED, tone: 'note', sign: 'toPost' },
  POSTED: { label: SHOWN_FILE_STATUS_WORDS.POSTED, tone: 'good' },
  REJECTED: { label: SHOWN_FILE_STATUS_WORDS.REJECTED, tone: 'quiet', sign: 'discarded' },
  UNREADABLE: { label: SHOWN_FILE_STATUS_WORDS.UNREADABLE, tone: 'bad', sign: 'failed' },
}

export const SEVERITY: StatusTable<FileFinding['severity']> = {
  error: { label: SEVERITY_WORDS.error, tone: 'bad' },
  warning: { label: SEVERITY_WORDS.warning, tone: 'warn' },
  info: { label: SEVERITY_WORDS.info, tone: 'note' },
}

export const FINDING_STATUS: StatusTable<FileFinding['status']> = {
  OPEN: { label: FINDING_STATUS_WORDS.OPEN, tone: 'warn' },
  RESOLVED: { label: FINDING_STATUS_WORDS.RESOLVED, tone: 'good' },
  ACCEPTED: { label: FINDING_STATUS_WORDS.ACCEPTED, tone: 'good', sign: 'seen' },
}

/** Statuses in a file that was discarded: nobody is to settle the finding any more. */
export const LEFT_FINDING_STATUS: typeof FINDING_STATUS = { ...FINDING_STATUS, OPEN: { label: 'Not settled', tone: 'quiet' } }

export const MATCH_STATUS: StatusTable<'MATCHED' | 'UNMATCHED' | 'DUPLICATE' | 'NEW' | 'REJECTED'> = {
  MATCHED: { label: MATCH_WORDS.MATCHED, tone: 'good' },
  UNMATCHED: { label: MATCH_WORDS.UNMATCHED, tone: 'bad', sign: 'failed' },
  DUPLICATE: { label: MATCH_WORDS.DUPLICATE, tone: 'bad', sign: 'replaced' },
  NEW: { label: MATCH_WORDS.NEW, tone: 'note', sign: 'added' },
  REJECTED: { label: MATCH_WORDS.REJECTED, tone: 'quiet' },
}

export const isWorking = (file: Pick<CarrierFile, 'status' | 'failure'>): boolean => file.status === 'RECEIVED' && file.failure === null
export const isOpen = (file: Pick<CarrierFile, 'status'>): boolean => file.status !== 'POSTED' && file.status !== 'REJECTED'

/** Somebody set it aside: nothing of it is open any more, whatever was found in it. */
export const isDiscarded = ({ shown }: Pick<CarrierFile, 'shown'>): boolean => shown === 'REJECTED'

export type FileReply = ReplyOf<typeof getFile>
/** As the server shows cells of personal columns. */
export const PERSONAL = permission('INSTITUTIONS', 2)
