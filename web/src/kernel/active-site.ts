/** After a move to another institution or site everything on the page is of the place left: the application starts anew, in every tab. */
import type { Session } from '@corridor/contract/session.ts'
import { homeOf } from '../paths.ts'
import { adoptSession, currentSession } from './session.ts'

interface Place {
  siteId: number
  institutionId: number
  /** The viewer's identity: it changes when staff begin or end viewing as a client. */
  userId: number
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('corridor-place')

/**
 * Keeps the session that the move answered, tells the other tabs, and loads the application at its root.
 * @param elsewhere where the site answers when it is on a host of its own; this host's session stays what it is
 */
export function startAnewAt(session: Session, elsewhere: string | null = null): void {
  if (elsewhere !== null) return location.assign(elsewhere)
  adoptSession(session)
  channel?.postMessage(placeOf(session))
  location.assign('/')
}

/** Begins or ends seeing through another person's eyes. The page left keeps its own session to the last: it is drawn for that. */
export function startAnewAs(session: Session, path: string): void {
  channel?.postMessage(placeOf(session))
  location.assign(path)
}

/** Other tabs would go on showing the rows of the place left, and write into the new one. */
export function followOtherTabs(): () => void {
  if (!channel) return () => undefined
  const listen = ({ data }: MessageEvent<unknown>) => {
    const here = currentSession.get()
    if (!here || !isPlace(data) || isSame(placeOf(here), data)) return
    location.assign(homeOf(here.userRole))
  }
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}

const placeOf = ({ siteId, institutionId, userId }: Session): Place => ({ siteId, institutionId, userId })
const isSame = (one: Place, other: Place): boolean =>
  one.siteId === other.siteId && one.institutionId === other.institutionId && one.userId === other.userId
const isPlace = (data: unknown): data is Place =>
  typeof data === 'object' && data !== null && 'siteId' in data && 'institutionId' in data && 'userId' in data
