/** Sign-in with one's bank, and the settings behind it. */
import {
  finishSingleSignOn,
  getIdentityProvider,
  offerSingleSignOn,
  removeIdentityProvider,
  saveIdentityProvider,
  startSingleSignOn,
} from '@corridor/contract/single-sign-on.ts'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { publicRoute, rawRoute, route } from '../../kernel/route.ts'
import { redirectUriOf } from './provider.ts'
import { arrive, leave, selectProvider } from './service.ts'
import { proveProvider, removeSettings, saveSettings, selectSettings } from './settings.ts'

/** By address: discovery calls out, and guessing domains should take its time. */
const LIMIT = { rateLimit: { max: 60, timeWindow: 60_000 } }

export function singleSignOnRoutes(app: FastifyInstance, kernel: Kernel): void {
  publicRoute(
    app,
    kernel,
    offerSingleSignOn,
    async ({ input: { domain, siteId } }) => ({ offered: (await selectProvider(kernel.db, domain, siteId)) !== undefined }),
    LIMIT,
  )
  publicRoute(app, kernel, startSingleSignOn, async ({ input, ...visit }) => leave(visit, input), LIMIT)
  publicRoute(app, kernel, finishSingleSignOn, async ({ input, ...visit }) => visit.reply.redirect(await arrive(visit, input)), LIMIT)

  route(app, kernel, getIdentityProvider, async ({ trx, scope, input }) => ({
    provider: await selectSettings(trx, scope, input.id),
    redirectUri: redirectUriOf(kernel.configuration),
  }))
  rawRoute(app, kernel, saveIdentityProvider, async ({ input, scope, transact }) => {
    // Whose it is, before anything is called.
    await transact(({ trx }) => selectSettings(trx, scope, input.id))
    await proveProvider(kernel.configuration, input)
    return transact((call) => saveSettings(kernel, { ...call, scope }, input))
  })
  route(app, kernel, removeIdentityProvider, async (call) => removeSettings(call, call.input.id))
}
