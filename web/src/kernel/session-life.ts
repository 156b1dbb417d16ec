/**
 * The end of a session, foreseen and met: the deadline that every answered call moves, and the wait for a new sign-in after a 401.
 * Knows nothing of React or of calls; SessionKeeper draws it.
 */
import { observable } from './observable.ts'

/** On the sign-in page's address: the person ended their session, and is told that it is over. */
export const SIGNED_OUT = '#signed-out'

/** Epoch milliseconds at which the session ends without activity; null while nobody is signed in. Shared by all tabs. */
export const deadline = observable<number | null>(null)
/** True from a 401 until the person has signed in again in place. */
export const expired = observable(false)

/** How long before the end the warning comes: 120 s, or 30 s when the whole session is that short. */
export const WARNING_LEAD_MS = 120_000
export const SHORT_WARNING_LEAD_MS = 30_000
/** Before the server has told a length, when it tells none, and signed out. */
const LENGTH_UNTOLD_MS = 300_000
const LENGTH_WITHOUT_VALUE_MS = 1_800_000
const LENGTH_SIGNED_OUT_MS = 30_000

export const warningLead = (sessionLength: number): number => (sessionLength <= WARNING_LEAD_MS ? SHORT_WARNING_LEAD_MS : WARNING_LEAD_MS)

type Message = { kind: 'alive'; askedAt: number; deadline: number } | { kind: 'signed-in'; userId: number } | { kind: 'signed-out' }

let sessionLength = LENGTH_UNTOLD_MS
/** When the call was sent that the deadline counts from: answers overtake each other, and an older one must not undo a newer. */
let countedFrom = 0
let holder = 0
let latestEnd = Number.POSITIVE_INFINITY
let waiting: ((signedIn: boolean) => void)[] = []
let elsewhere: (message: Message) => void = () => undefined
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('corridor-session')

/** Called with the server's figure after sign-in, refresh and page load. `askedAt`: when the call that brought it was sent. */
export function startSessionLife(length: number, askedAt = Date.now()): void {
  sessionLength = length > 0 ? length : LENGTH_WITHOUT_VALUE_MS
  countFrom(askedAt)
}

/** The session of this page (userId 0 is nobody), and when it ends whatever they do. */
export function holdSession(userId: number, msAbsolute: number): void {
  holder = userId
  latestEnd = msAbsolute > 0 ? Date.now() + msAbsolute : Number.POSITIVE_INFINITY
}
/** Whether no activity puts the end off any more: twelve hours after sign-in every session ends. */
export const isFinal = (end: number | null): boolean => end !== null && end >= latestEnd
export const isHeld = (): boolean => holder !== 0
export const isHolder = (userId: unknown): boolean => userId === holder

export const currentSessionLength = (): number => sessionLength

/**
 * A call on a person's behalf succeeded: the clock starts anew, in every tab, from when it was asked. An answer that was long under way (a slow
 * download, a computer that slept) must not promise time that the server, which counts from the question, will not give.
 */
export function sessionAnswered(askedAt: number): void {
  if (deadline.get() !== null) countFrom(askedAt)
}

export function stopSessionLife(): void {
  deadline.set(null)
  countedFrom = 0
  sessionLength = LENGTH_SIGNED_OUT_MS
}

/** A call met 401. Resolves true once the person has signed in again (the call may be repeated), false when they leave. */
export function sessionEnded(): Promise<boolean> {
  expired.set(true)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Ends the wait of every call that met the 401. */
export function answerSignIn(signedIn: boolean): void {
  expired.set(false)
  const calls = waiting
  waiting = []
  for (const resume of calls) resume(signedIn)
}

export const announceSignIn = (userId: number): void => tell({ kind: 'signed-in', userId })
export const announceSignOut = (): void => tell({ kind: 'signed-out' })

/** Messages of other tabs of this browser. */
export function onOtherTab(listener: (message: Message) => void): () => void {
  elsewhere = listener
  return () => {
    elsewhere = () => undefined
  }
}

function countFrom(askedAt: number) {
  const next = Math.min(askedAt + sessionLength, latestEnd)
  if (adopt(askedAt, next)) tell({ kind: 'alive', askedAt, deadline: next })
}

function adopt(askedAt: number, next: number): boolean {
  if (askedAt < countedFrom) return false
  countedFrom = askedAt
  deadline.set(next)
  return true
}

const tell = (message: Message) => channel?.postMessage(message)

if (channel) {
  channel.onmessage = (event: MessageEvent<Message>) => {
    if (event.data.kind === 'alive' && deadline.get() !== null) adopt(event.data.askedAt, event.data.deadline)
    elsewhere(event.data)
  }
}
