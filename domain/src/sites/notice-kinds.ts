/** Kinds of what the bell tells: whom each is for, and whether it goes by mail too unless the person chose otherwise. */
import { codesOf } from '../primitives/codes.ts'

export const NOTICE_DELIVERIES = {
  NOW: 'An email at once',
  DAILY: 'In one email each morning',
  NONE: 'Only here',
} as const
export type NoticeDelivery = keyof typeof NOTICE_DELIVERIES
export const NOTICE_DELIVERY_CODES = codesOf(NOTICE_DELIVERIES)

interface NoticeKindRow {
  /** "A batch that I asked for is done" */
  label: string
  for: 'staff' | 'clients'
  usual: NoticeDelivery
  /** Its mails are chosen for all files together: domain/src/sites/mail-frequency.ts. */
  hasOwnMails?: true
}

export const NOTICE_KINDS = {
  BATCH_DONE: { label: 'A batch that I asked for is done', for: 'staff', usual: 'DAILY' },
  RELEASE_WAITING: { label: 'Reports of a schedule are generated, or wait for release', for: 'staff', usual: 'NOW' },
  FILE_WAITING: { label: 'A carrier’s file that arrived by itself was refused, or waits for me', for: 'staff', usual: 'NOW' },
  EXCEPTION_ASSIGNED: { label: 'An audit exception was assigned to me', for: 'staff', usual: 'DAILY' },
  REQUEST_CAME: { label: 'An institution sent a service request, or replied', for: 'staff', usual: 'NOW' },
  REQUEST_ANSWERED: { label: 'My service team answered a request', for: 'clients', usual: 'NOW' },
  FILES_CAME: { label: 'New reports or documents', for: 'clients', usual: 'NONE', hasOwnMails: true },
} as const satisfies Record<string, NoticeKindRow>
export type NoticeKind = keyof typeof NOTICE_KINDS
export const NOTICE_KIND_CODES = codesOf(NOTICE_KINDS)
/** Kinds whose mails each person chooses. */
export const CHOSEN_KIND_CODES = NOTICE_KIND_CODES.filter((kind) => !('hasOwnMails' in NOTICE_KINDS[kind]))

/** Days after which the bell forgets. */
export const NOTICE_DAYS = 90

export const chosenKindsFor = (isStaff: boolean): NoticeKind[] =>
  CHOSEN_KIND_CODES.filter((kind) => NOTICE_KINDS[kind].for === (isStaff ? 'staff' : 'clients'))
