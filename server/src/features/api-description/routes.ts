/** /api/openapi.json for machines, /api/docs for people. */
import { apiDescription } from '@corridor/contract/client-reports.ts'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { FastifyInstance } from 'fastify'
import { styleNonce } from '../../platform/http/browser-safety.ts'
import { publicRoute } from '../../platform/http/route.ts'
import { cookieName } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { VERSION } from '../../platform/version.ts'
import { openApiDocument } from './document.ts'
import { descriptionPage } from './page.ts'

export function apiDescriptionRoutes(app: FastifyInstance, kernel: Kernel): void {
  const { publicUrl } = kernel.configuration
  let made: ReturnType<typeof openApiDocument> | undefined
  const document = () => (made ??= openApiDocument(ENDPOINTS, { version: VERSION, publicUrl, cookie: cookieName(kernel.configuration) }))
  // More than a megabyte for whoever asks, written anew each time.
  publicRoute(app, kernel, apiDescription, async () => document(), { rateLimit: { max: 60, timeWindow: 60_000 } })
  app.get('/api/docs', async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(descriptionPage(document(), ENDPOINTS, styleNonce(reply))),
  )
}
