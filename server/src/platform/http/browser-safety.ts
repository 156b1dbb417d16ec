/** Refusals that a browser is told of, and our own of a browser: headers on every answer, no state change on another site's word. */
import { randomBytes } from 'node:crypto'
import { checkPhone } from '@corridor/contract/mfa.ts'
import { refreshSession } from '@corridor/contract/session.ts'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../configuration.ts'
import { AppError } from './errors.ts'

/** The GETs that change something (ASVS 3.5.3), by their route: an address can be written in many ways (`/%61pi/…`). */
const CHANGING_GETS = new Set([refreshSession.path, checkPhone.path])

/** A year, as browsers' own lists ask. */
const HSTS_SECONDS = 31_536_000

/** Browser features that a script of ours never needs, so that one that is not ours cannot use it either; passkeys are asked for by our own pages alone. */
const PERMISSIONS = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi'],
  ...['payment', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

const DIRECTIVES = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}
const isHttps = (configuration: Configuration): boolean => configuration.publicUrl.startsWith('https:')

export async function keepBrowsersSafe(app: FastifyInstance, configuration: Configuration): Promise<void> {
  const https = isHttps(configuration)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...Object.fromEntries(Object.entries(DIRECTIVES).map(([name, sources]) => [name, sources.split(' ')])),
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('permissions-policy', PERMISSIONS)
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store')
    refuseForeign(request, configuration)
  })
}

/** The same on an answer that no hook has seen: to a path that cannot be decoded, which fails before there is a route. */
export function keepBareAnswerSafe(request: FastifyRequest, reply: FastifyReply, configuration: Configuration): void {
  const policy = Object.entries(DIRECTIVES).map(([name, sources]) => `${name} ${sources}`)
  if (isHttps(configuration)) {
    policy.push('upgrade-insecure-requests')
    reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}; includeSubDomains`)
  }
  reply
    .header('content-security-policy', policy.join(';'))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', PERMISSIONS)
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('x-permitted-cross-domain-policies', 'none')
    .header('x-request-id', request.id)
}

/** A page's styles may carry this nonce; Mantine writes its theme as an inline style. The header of this one answer names it. */
export function styleNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace(/style-src 'self'/, `style-src 'self' 'nonce-${nonce}'`))
  return nonce
}

/** A browser says where a call comes from, in one header or the other; with neither it is not a browser. Our pages' calls are same-origin, never typed in. */
function refuseForeign(request: FastifyRequest, configuration: Configuration): void {
  const safe = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
  if (safe && !CHANGING_GETS.has(request.routeOptions.url ?? '')) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new AppError('cross_site')
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== configuration.publicUrl && hostOf(origin) !== host) throw new AppError('cross_site')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
