/** Statuses of a file that an institution sent to its service team: the words both sides read, and what may be done in each status. */

export const BANK_UPLOAD_WORDS = {
  SENT: { label: 'Sent', meaning: 'Your service team can see it and has not taken it yet.' },
  TAKEN: { label: 'Taken', meaning: 'Your service team is working on it.' },
  WITHDRAWN: { label: 'Withdrawn', meaning: 'Withdrawn by its sender; the service team cannot open it.' },
  HELD: { label: 'Being checked', meaning: 'The virus scanner has not checked it yet; it cannot be opened until then.' },
  REFUSED: { label: 'Refused', meaning: 'The virus scanner found something harmful in it; it cannot be opened.' },
} as const
type Status = keyof typeof BANK_UPLOAD_WORDS

export const bankUploadCan: Readonly<Record<'withdraw' | 'take' | 'open', readonly Status[]>> = {
  withdraw: ['SENT', 'HELD', 'REFUSED'],
  take: ['SENT'],
  open: ['SENT', 'TAKEN'],
}
