/** Signing out: on the server, in this browser, in its other tabs. */
import { logout } from '@corridor/contract/session.ts'
import { call } from './call.ts'
import { forgetPerson } from './local-memory.ts'
import { stopSessionLife, tellSignedOut } from './session-life.ts'

export async function signOut(): Promise<void> {
  // Without an answer the session ends by itself in a few minutes; this page forgets it at once in any case.
  await call(logout, {}).catch(() => undefined)
  stopSessionLife()
  forgetPerson()
  tellSignedOut()
}
