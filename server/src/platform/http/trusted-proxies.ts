/** The trusted source of a caller's address: `TRUSTED_PROXIES`, or the proxy on this machine where there must be one. */
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Addresses and networks of proxies, or how many of them stand in front of the server. */
export type TrustedProxies = readonly string[] | number

/** A proxy on this machine. Nobody else can speak from these addresses. */
const LOOPBACK: TrustedProxies = ['127.0.0.0/8', '::1/128']
const MOST_HOPS = 10

/**
 * Behind TLS there is a proxy, and unless its address is given it is one on this machine. On plain http there need not be one, and whoever calls could
 * write the header themselves.
 */
export const defaultProxies = (publicUrl: string): TrustedProxies => (publicUrl.startsWith('https:') ? LOOPBACK : 0)

/** "10.0.0.5, 10.1.0.0/16", or a number of hops; a sentence on what is wrong with anything else. */
export function proxiesFromText(text: string): { proxies: TrustedProxies } | { problem: string } {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops <= MOST_HOPS ? { proxies: hops } : { problem: `set it to at most ${MOST_HOPS} proxies, or to their addresses` }
  }
  const given = text.split(',').map((one) => one.trim())
  for (const one of given) {
    const problem = problemOf(one)
    if (problem) return { problem: `${JSON.stringify(one)} ${problem}` }
  }
  return { proxies: Object.freeze(given) }
}

function problemOf(one: string): string | undefined {
  const [address = '', prefix, ...rest] = one.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0)
    return 'is no address: set it to the proxies’ addresses or networks, such as 10.0.0.5 or 10.1.0.0/16, or to how many proxies there are'
  if (prefix === undefined) return undefined
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!(bits <= (family === 4 ? 32 : 128))) return `is no network: an IPv${family} network ends in /1 to /${family === 4 ? 32 : 128}`
  return bits === 0 ? 'is every address: name only the proxies, or every caller could write their own address' : undefined
}

/**
 * The form that Fastify takes. A number of hops says nothing of who the nearest one is, which Fastify therefore refuses to believe; whoever sets it has said that
 * nobody else reaches this port.
 */
export const trustOf = (proxies: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? proxies > 0 && ((_: string, hop: number) => hop < proxies) : [...proxies]

interface Notice {
  configuration: { publicUrl: string }
  log: { info: (message: string) => void }
}

/** Behind a proxy that is not named everybody shares its address, and one limit: the log says so once. */
export function noticeOtherProxies(app: FastifyInstance, { configuration, log }: Notice): void {
  let told = !configuration.publicUrl.startsWith('https:')
  app.addHook('onRequest', async ({ headers, ip, socket }) => {
    if (told || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    told = true
    log.info(
      `X-Forwarded-For from ${ip} is not believed, as TRUSTED_PROXIES does not name it. If that is your proxy, name it there; until then all its callers count as one address.`,
    )
  })
}
