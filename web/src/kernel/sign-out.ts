/** Signing out: on the server, in this browser, in its other tabs. */
import { logout } from '@corridor/contract/session.ts'
import { call } from './call.ts'
import { forgetPerson, forgetWaitingAnswers } from './local-memory.ts'
import { announceSignOut, stopSessionLife } from './session-life.ts'
import { queries } from './use-endpoint.ts'

/** @param deliberate false when the session could not be kept: this browser's storage then stays as it is */
export async function signOut(deliberate = true): Promise<void> {
  // A call under way has nobody to read it; answered after the end it would look like an expired session.
  await queries.cancelQueries()
  // Without an answer the session ends by itself in a few minutes; this page forgets it at once in any case.
  await call(logout, { deliberate }).catch(() => undefined)
  stopSessionLife()
  forgetPerson()
  if (deliberate) forgetWaitingAnswers()
  announceSignOut()
}
