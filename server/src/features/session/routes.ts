/** Signing in and out, and what the browser knows of the session. */
import {
  changePassword,
  checkPasswordLink,
  confirmSession,
  endOtherSessions,
  endSession,
  endUserSessions,
  enterSite as enterSiteCall,
  forgotPassword as forgotPasswordCall,
  getSession,
  getSite,
  listSessions,
  listUserSessions,
  login,
  logout,
  noteRefusedPage,
  refreshSession,
  switchInstitution,
  switchSite,
} from '@corridor/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { imageUrl } from '../../platform/files/images.ts'
import { AppError } from '../../platform/http/errors.ts'
import { portalLabel } from '../../platform/http/found-session.ts'
import { publicRoute, rawRoute } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { VERSION } from '../../platform/version.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../shared/people/demo-accounts.ts'
import { enterSite } from './hand-over.ts'
import { endOwnOtherSessions, endOwnSession, endSessionsOfUser, ownSessions, sessionsOfUser } from './own-sessions.ts'
import { confirmPassword, forgotPassword, readPasswordLink, setPassword } from './password.ts'
import { selectActiveEmails, selectPublicSite } from './queries.ts'
import { moveToInstitution, moveToSite, signIn, signOut } from './service.ts'

/** Beside the counting of attempts: what one address may ask of one node in a minute. Each of these costs a password's hash or sends a mail. */
const AT_MOST = { rateLimit: { max: 120, timeWindow: 60_000 } }

export function sessionRoutes(app: FastifyInstance, kernel: Kernel): void {
  publicRoute(app, kernel, getSession, async ({ session }) => session)
  publicRoute(app, kernel, login, async ({ input, ...visit }) => signIn(visit, input), AT_MOST)
  publicRoute(app, kernel, logout, async (visit) => signOut(visit, visit.input.deliberate))
  publicRoute(app, kernel, forgotPasswordCall, async ({ input, ...visit }) => forgotPassword(visit, input.email), AT_MOST)
  publicRoute(app, kernel, changePassword, async ({ input, ...visit }) => setPassword(visit, input), AT_MOST)
  publicRoute(app, kernel, checkPasswordLink, async ({ input, ...visit }) => readPasswordLink(visit, input.token), AT_MOST)
  publicRoute(app, kernel, enterSiteCall, async ({ input, ...visit }) => enterSite(visit, input.token), AT_MOST)
  publicRoute(
    app,
    kernel,
    noteRefusedPage,
    async ({ input, session, request }) => {
      // Without query: it may hold what was searched for.
      const after = { code: input.code, path: input.path.split(/[?#]/)[0] }
      request.log.warn(after, 'a page was refused')
      if (session.userId !== 0) await recordActivity(kernel.db, { session, request }, { action: 'page.refused', after })
      return { reference: request.id }
    },
    AT_MOST,
  )
  rawRoute(app, kernel, listSessions, async (visit) => ({ records: await ownSessions(visit) }))
  rawRoute(app, kernel, endSession, async (visit) => endOwnSession(visit, visit.input.id))
  rawRoute(app, kernel, endOtherSessions, async (visit) => endOwnOtherSessions(visit))
  rawRoute(app, kernel, listUserSessions, async (visit) => ({ records: await sessionsOfUser(visit, visit.input.id) }))
  rawRoute(app, kernel, endUserSessions, async (visit) => endSessionsOfUser(visit, visit.input.id))
  rawRoute(app, kernel, confirmSession, async (visit) => confirmPassword(visit, visit.input.password))
  rawRoute(app, kernel, refreshSession, async ({ session }) => session)
  rawRoute(app, kernel, switchInstitution, async (visit) => moveToInstitution(visit, visit.input.id))
  rawRoute(app, kernel, switchSite, async (visit) => moveToSite(visit, visit.input.id))
  publicRoute(app, kernel, getSite, async ({ session, request }) => {
    const { environmentText, mode, mfaRequired } = kernel.configuration
    const site = await selectPublicSite(kernel.db, session.siteId, request.hostname)
    if (!site) throw new AppError('not_found', { message: 'There is no site yet. An administrator creates the first one.' })
    const { logoSha256, siteNavigation, ...shown } = site
    return {
      ...shown,
      logoUrl: imageUrl(`/api/sites/${site.id}/logo`, logoSha256),
      siteNavigation: Array.isArray(siteNavigation) ? siteNavigation : [],
      portalLabel: portalLabel(site.id),
      environment: environmentText,
      version: VERSION,
      asksSecondFactor: mfaRequired,
      demoAccounts: mode === 'demo' ? await demoAccounts(kernel) : [],
    }
  })
}

async function demoAccounts(kernel: Kernel) {
  const there = new Set(
    (
      await selectActiveEmails(
        kernel.db,
        DEMO_ACCOUNTS.map(({ email }) => email),
      )
    ).map(({ email }) => email),
  )
  return DEMO_ACCOUNTS.filter(({ email }) => there.has(email)).map((account) => ({ ...account, password: DEMO_PASSWORD }))
}
