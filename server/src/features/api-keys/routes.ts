/** API keys: list, make, renew, end. */

import { scopesFor } from '@corridor/contract/api-key-scopes.ts'
import { createApiKey, listApiKeyScopes, listApiKeys, revokeApiKey, rotateApiKey } from '@corridor/contract/api-keys.ts'
import { openToLimitedKeys } from '@corridor/contract/kernel/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { selectKeys, selectLimits } from './queries.ts'
import { makeKey, revokeKey, rotateKey } from './service.ts'

export function apiKeyRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listApiKeys, ({ input, trx, scope }) => selectKeys(kernel, trx, scope, input))
  route(app, kernel, listApiKeyScopes, async ({ trx, scope, session }) => ({
    scopes: scopesFor(session).map(({ code, access, calls }) => ({
      code,
      access,
      calls: calls.map((call) => ({
        method: call.method,
        path: call.path,
        summary: call.summary,
        // Whatever a client's key can be given is of its own institution.
        ofSeveral: scope.side === 'staff' && !openToLimitedKeys(call),
      })),
    })),
    carriers: await trx
      .selectFrom('carrier')
      .select(['code', 'shortName as name'])
      .where('status', '=', 'ACTIVE')
      .orderBy('shortName')
      .orderBy('id')
      .execute(),
    institutions: await selectLimits(trx, scope),
    today: await dayOfSite(kernel, trx, scope.siteId),
  }))
  route(app, kernel, createApiKey, makeKey)
  route(app, kernel, rotateApiKey, rotateKey)
  route(app, kernel, revokeApiKey, revokeKey)
}
