/** Sign-in with one's bank, and the settings behind it. */
import {
  answerOwnProvider,
  checkProviderDomain,
  finishSingleSignOn,
  getIdentityProvider,
  getOwnProvider,
  offerSingleSignOn,
  removeIdentityProvider,
  saveIdentityProvider,
  startSingleSignOn,
} from '@corridor/contract/single-sign-on.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { publicRoute, rawRoute, route } from '../../platform/http/route.ts'
import { requireRecentSignIn } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { answerOwn, selectOwn } from './confirmation.ts'
import { mailBank } from './mails.ts'
import { findRecord, keepProof } from './proofs.ts'
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

  const { keys } = kernel.configuration
  route(app, kernel, getIdentityProvider, async ({ trx, scope, input }) => ({
    provider: await selectSettings(trx, keys, scope, input.id),
    redirectUri: redirectUriOf(kernel.configuration),
  }))
  rawRoute(app, kernel, saveIdentityProvider, async ({ input, scope, session, transact, ...asked }) => {
    // The user is known before anything is called.
    await transact(({ trx }) => selectSettings(trx, keys, scope, input.id))
    requireRecentSignIn(asked)
    await proveProvider(kernel.configuration, input)
    return transact((call) => saveSettings(kernel, { ...call, scope, session }, input))
  })
  route(app, kernel, removeIdentityProvider, async (call) => {
    requireRecentSignIn(call)
    return removeSettings(kernel, call, call.input.id)
  })
  rawRoute(app, kernel, checkProviderDomain, async ({ input: { id, domain }, scope, session, transact }) => {
    const provider = await transact(({ trx }) => selectSettings(trx, keys, scope, id))
    const proof = provider?.proofs.find((one) => one.domain === domain)
    if (!provider || !proof) throw new AppError('not_found')
    await findRecord(kernel, proof)
    return transact(async ({ trx, record }) => {
      const key = { institutionId: id, siteId: scope.siteId }
      await keepProof(
        trx,
        key,
        domain,
        { proof: 'DNS', provedAt: kernel.now().toISOString(), provedBy: session.userId },
        provider.updatedAt,
      )
      await record({
        action: 'identity-provider.proved',
        entity: 'institutions',
        entityId: id,
        institutionId: id,
        after: { domain, by: 'DNS' },
      })
      const after = await selectSettings(trx, keys, scope, id)
      if (!after) throw new AppError('not_found')
      await mailBank(kernel, trx, { ...key, by: session, happened: 'confirmed', provider: after })
      return after
    })
  })
  route(app, kernel, getOwnProvider, async (call) => ({ provider: await selectOwn(call) }))
  route(app, kernel, answerOwnProvider, async (call) => ({ provider: await answerOwn(call) }))
}
