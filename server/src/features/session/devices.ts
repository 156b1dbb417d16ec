/**
 * Browsers that have signed in as an account before, known by a cookie of their own: somebody who guesses elsewhere does not keep the person out there
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It opens nothing: who has it gives the password all the same.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../platform/kernel.ts'

const DAYS = 180
const DAY = 86_400_000
/** People who share a browser. */
const MOST = 4

/** @returns the browser's own number, when it has signed in with this address within half a year */
export function knownDevice(kernel: Kernel, request: FastifyRequest, email: string): string | undefined {
  const today = Math.floor(kernel.now().getTime() / DAY)
  for (const token of tokensOf(kernel, request)) {
    const [id = '', day = '', mac = ''] = token.split('.')
    const [given, right] = [Buffer.from(mac), Buffer.from(macOf(kernel, email, id, day))]
    if (given.length === right.length && timingSafeEqual(given, right) && today - Number(day) <= DAYS) return id
  }
  return undefined
}

/** After the right password; the browser keeps its number, so that signing in again gives it no new tries. */
export function rememberDevice(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, email: string): void {
  const known = knownDevice(kernel, request, email)
  const id = known ?? randomBytes(16).toString('base64url')
  const day = String(Math.floor(kernel.now().getTime() / DAY))
  const others = tokensOf(kernel, request).filter((token) => !token.startsWith(`${id}.`))
  reply.setCookie(cookieName(kernel), [`${id}.${day}.${macOf(kernel, email, id, day)}`, ...others].slice(0, MOST).join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(kernel),
    maxAge: DAYS * (DAY / 1000),
  })
}

const isHttps = ({ configuration }: Kernel) => configuration.publicUrl.startsWith('https:')
const cookieName = (kernel: Kernel): string => (isHttps(kernel) ? '__Host-device' : 'device')

const tokensOf = (kernel: Kernel, request: FastifyRequest): string[] =>
  (request.cookies[cookieName(kernel)] ?? '')
    .split('~')
    .filter((token) => /^[\w-]{22}\.\d{1,6}\.[\w-]{43}$/.test(token))
    .slice(0, MOST)

const macOf = ({ configuration }: Kernel, email: string, id: string, day: string): string =>
  createHmac('sha256', configuration.keys.encryption).update(`device ${id} ${day} ${email.trim().toLowerCase()}`).digest('base64url')
