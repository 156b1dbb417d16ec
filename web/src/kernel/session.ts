/** The session as this page knows it, and what its holder may do. */
import { getSession, type Session } from '@corridor/contract/session.ts'
import { type Access, allows, isStaff } from '@corridor/domain/access/access.ts'
import { call } from './call.ts'
import { forgetPerson, remember, rememberReportCodes } from './local-memory.ts'
import { observable, useObservable } from './observable.ts'
import { holdSession } from './session-life.ts'

/** Null while nobody is signed in. */
export const currentSession = observable<Session | null>(null)

export function useSession(): Session {
  const session = useObservable(currentSession)
  if (!session) throw new Error('A page for signed-in people was drawn without a session.')
  return session
}

export const useMaybeSession = (): Session | null => useObservable(currentSession)

/** Whether the signed-in person meets an access rule, usually an endpoint's: `useCan(generateReports.access)`. */
export function useCan(access: Access): boolean {
  const session = useObservable(currentSession)
  return session !== null && allows(session, access)
}

export async function loadSession(): Promise<Session | null> {
  const session = await call(getSession, {})
  return adoptSession(session)
}

/** Takes over a session the server answered; userId 0 is nobody. */
export function adoptSession(session: Session): Session | null {
  const adopted = session.userId === 0 ? null : session
  if (adopted) {
    remember({ signedIn: true, staff: isStaff(adopted.userRole) })
    rememberReportCodes(adopted)
  } else forgetPerson()
  holdSession(adopted?.userId ?? 0, adopted?.msAbsolute ?? 0)
  currentSession.set(adopted)
  return adopted
}

export const fullName = (session: Session): string => [session.firstName, session.lastName].filter(Boolean).join(' ') || session.email
