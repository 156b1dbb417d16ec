/** What a browser is told to refuse, and what we refuse from one: headers on every answer, no state change on another site's word. */
import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from './configuration.ts'
import { AppError } from './errors.ts'

/** The two GETs of the seed that change something (ASVS 3.5.3). */
const CHANGING_GETS = /^\/api\/(session\/refresh|mfa\/verify\/)/

export async function keepBrowsersSafe(app: FastifyInstance, configuration: Configuration): Promise<void> {
  const https = configuration.publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    refuseForeign(request, configuration)
  })
}

/** A page's styles may carry this nonce; Mantine writes its theme as an inline style. The header of this one answer names it. */
export function styleNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace(/style-src 'self'/, `style-src 'self' 'nonce-${nonce}'`))
  return nonce
}

/** A browser says where a call comes from, in one header or the other; with neither it is not a browser. */
function refuseForeign(request: FastifyRequest, configuration: Configuration): void {
  const safe = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
  if (safe && !CHANGING_GETS.test(request.url)) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('cross_site')
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== configuration.publicUrl && hostOf(origin) !== host) throw new AppError('cross_site')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
