/** May this session open this page? Answers where to go instead, or null when the page opens. The server checks every call again. */
import type { Session } from '@corridor/contract/session.ts'
import { type Access, allows } from '@corridor/domain/access/access.ts'
import { homeOf, PATTERNS, paths } from './paths.ts'

export interface GuardedPage {
  path: string
  access: Access
}

const WITHOUT_SECOND_FACTOR = new Set<string>([PATTERNS.verifySecondFactor, PATTERNS.setUpSecondFactor, PATTERNS.logout, PATTERNS.error])

const WITHOUT_PASSWORD = new Set<string>([PATTERNS.changePassword, PATTERNS.logout, PATTERNS.error, PATTERNS.setUpSecondFactor])

/** Whether the address has something else where a row's number stands: then it is nobody's. Codes are words. */
export const namesNothing = (params: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(params).some(([name, value]) => name !== 'code' && !/^\d{1,10}$/.test(String(value)))

/** Whether the page is of other roles: whoever asks for it is sent home, and told so. */
export function isOfOtherRoles(session: Session, { access }: GuardedPage): boolean {
  if (access.kind === 'public') return false
  const { roles, own = [] } = access
  return !roles.includes(session.userRole) && !own.includes(session.userRole)
}

/** @param url the address asked for, with its query, to come back to after sign-in */
export function elsewhere(session: Session | null, page: GuardedPage, url: string): string | null {
  if (!session) return page.access.kind === 'public' ? null : paths.login(url === '/' ? {} : { fromUrl: url })
  if (!session.isMfaValid && !WITHOUT_SECOND_FACTOR.has(page.path)) {
    const from = url === '/' || url === homeOf(session.userRole) ? {} : { fromPath: url }
    return session.mfaChannel ? paths.verifySecondFactor(from) : paths.setUpSecondFactor(from)
  }
  if (session.passwordExpired && session.isMfaValid && !WITHOUT_PASSWORD.has(page.path))
    return paths.changePassword(url === '/' || url === homeOf(session.userRole) ? {} : { fromPath: url })
  if (page.path === PATTERNS.root || page.path === PATTERNS.login || page.path === PATTERNS.forgottenPassword)
    return homeOf(session.userRole)
  if (page.access.kind === 'public') return null
  if (isOfOtherRoles(session, page)) return homeOf(session.userRole)
  return allows(session, page.access) ? null : paths.error(403)
}
