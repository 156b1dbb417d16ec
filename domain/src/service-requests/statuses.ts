/** The life of a service request: its kinds and statuses in words, who may move which status to which, and what a message changes by itself. */
import { daysBetween, type PlainDate } from '../primitives/period.ts'

export const REQUEST_KINDS = ['QUESTION', 'CORRECTION', 'NEW_POLICY', 'CLAIM', 'ACCESS', 'OTHER'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]
export const KIND_WORDS: Readonly<Record<RequestKind, string>> = {
  QUESTION: 'Question',
  CORRECTION: 'Correction',
  NEW_POLICY: 'New policy',
  CLAIM: 'Death or claim',
  ACCESS: 'Access',
  OTHER: 'Other',
}

export const REQUEST_STATUSES = ['NEW', 'IN_WORK', 'WAITING', 'DONE'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
/** The bank asks and reads; the team answers. A representative who serves on the team answers with it. */
export type RequestSide = 'bank' | 'team'
/** A request that waits for the bank says so to each side from where it stands. */
export const STATUS_WORDS: Readonly<Record<RequestSide, Readonly<Record<RequestStatus, string>>>> = {
  bank: { NEW: 'New', IN_WORK: 'In progress', WAITING: 'Waiting for you', DONE: 'Done' },
  team: { NEW: 'New', IN_WORK: 'In progress', WAITING: 'Waiting for the institution', DONE: 'Done' },
}

/** The bell and the mail of an answer to the institution's people. */
export const answeredWords = (subject: string, status: RequestStatus): string =>
  status === 'WAITING' ? `Your request “${subject}” waits for your answer` : `News about your request “${subject}”`

/** A change of status as the conversation keeps it, in the team's words. */
export const moved = (from: RequestStatus, to: RequestStatus): string => `${MOVED}${STATUS_WORDS.team[from]} → ${STATUS_WORDS.team[to]}`
const MOVED = 'Status: '

/** Changes as a side reads them. @param text as the conversation keeps it: "Owner: Ada Hart · Status: New → Waiting for the institution" */
export const changesAsRead = (side: RequestSide, text: string): string =>
  text
    .split(' · ')
    .map((one) => (one.startsWith(MOVED) ? one.replaceAll(STATUS_WORDS.team.WAITING, STATUS_WORDS[side].WAITING) : one))
    .join(' · ')

/** The statuses that a side may move a request to, from each. */
const requestMoves: Readonly<Record<RequestSide, Readonly<Record<RequestStatus, readonly RequestStatus[]>>>> = {
  bank: { NEW: ['DONE'], IN_WORK: ['DONE'], WAITING: ['DONE'], DONE: ['IN_WORK'] },
  team: { NEW: ['IN_WORK', 'WAITING', 'DONE'], IN_WORK: ['WAITING', 'DONE'], WAITING: ['IN_WORK', 'DONE'], DONE: ['IN_WORK'] },
}

/** Reopening a request takes it out of the one that it was merged into, which is for the team to decide. */
export const movesOf = (side: RequestSide, status: RequestStatus, isMerged: boolean): readonly RequestStatus[] =>
  isMerged && side === 'bank' ? [] : requestMoves[side][status]

/** Verbs of a move, as its button says them; one that was merged stands for itself again once it is reopened. */
export function moveVerb(side: RequestSide, from: RequestStatus, to: RequestStatus, isMerged: boolean): string {
  if (from === 'DONE') return isMerged ? 'Reopen as a separate request' : 'Reopen'
  if (to === 'DONE') return side === 'bank' ? 'Close request' : 'Mark as done'
  if (to === 'WAITING') return 'Mark as waiting'
  return from === 'NEW' ? 'Start work' : 'Resume work'
}

/** The status that a reply brings by itself: the team's first begins the work; the bank's ends the waiting and reopens what was done. */
export function statusAfterReply(side: RequestSide, status: RequestStatus): RequestStatus {
  if (side === 'team') return status === 'NEW' ? 'IN_WORK' : status
  return status === 'NEW' ? 'NEW' : 'IN_WORK'
}

/** A request is late from the day after its due date, by the calendar of its site, until it is done; not while the team waits for the institution. */
export const isOverdue = ({ status, dueOn }: { status: RequestStatus; dueOn: PlainDate | null }, today: PlainDate): boolean =>
  dueOn !== null && status !== 'DONE' && status !== 'WAITING' && dueOn < today

/** Days after which a new request that nobody answered is marked. */
const ANSWERED_WITHIN = 2
/** Days that nobody has answered a new request, once they are too many; null before, and for any that was answered. */
export function unansweredFor({ status, sentOn }: { status: RequestStatus; sentOn: PlainDate }, today: PlainDate): number | null {
  const days = status === 'NEW' ? daysBetween(sentOn, today) : 0
  return days > ANSWERED_WITHIN ? days : null
}
