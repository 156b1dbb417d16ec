/** Signing in and out, and what the browser knows of the session (product.md 2). */
import {
  confirmSession,
  getSession,
  getSite,
  login,
  logout,
  refreshSession,
  switchInstitution,
  switchSite,
} from '@corridor/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../kernel/demo-accounts.ts'
import { AppError } from '../../kernel/errors.ts'
import { imageUrl } from '../../kernel/images.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { publicRoute, rawRoute } from '../../kernel/route.ts'
import { portalLabel } from '../../kernel/session-lookup.ts'
import { VERSION } from '../../kernel/version.ts'
import { confirmPassword } from './password.ts'
import { selectActiveEmails, selectPublicSite } from './queries.ts'
import { moveToInstitution, moveToSite, signIn, signOut } from './service.ts'

export function sessionRoutes(app: FastifyInstance, kernel: Kernel): void {
  publicRoute(app, kernel, getSession, async ({ session }) => session)
  publicRoute(app, kernel, login, async ({ input, ...visit }) => signIn(visit, input), { rateLimit: { max: 120, timeWindow: 60_000 } })
  publicRoute(app, kernel, logout, async (visit) => signOut(visit, visit.input.deliberate))
  rawRoute(app, kernel, confirmSession, async (visit) => confirmPassword(visit, visit.input.password))
  rawRoute(app, kernel, refreshSession, async ({ session }) => session)
  rawRoute(app, kernel, switchInstitution, async (visit) => moveToInstitution(visit, visit.input.id))
  rawRoute(app, kernel, switchSite, async (visit) => moveToSite(visit, visit.input.id))
  publicRoute(app, kernel, getSite, async ({ session, request }) => {
    const { environmentText, mode } = kernel.configuration
    const site = await selectPublicSite(kernel.db, session.siteId, request.hostname)
    if (!site) throw new AppError('not_found', { message: 'There is no site yet. An administrator makes the first one.' })
    const { logoSha256, siteNavigation, ...shown } = site
    return {
      ...shown,
      logoUrl: imageUrl(`/api/sites/${site.id}/logo`, logoSha256),
      siteNavigation: Array.isArray(siteNavigation) ? siteNavigation : [],
      portalLabel: portalLabel(site.id),
      environment: environmentText,
      version: VERSION,
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
