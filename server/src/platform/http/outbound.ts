/** Calls to addresses that managers enter: https only, no redirects, no private network (SSRF, ASVS 1.3.6), bounded in time and size. */
import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type Configuration, isLoopback } from '../configuration.ts'

const TIMEOUT = 10_000
const MOST_BYTES = 1024 * 1024

export interface OutboundCall {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
}

/** A portal that only this machine can reach may call other services of this machine, over plain http too. */
export const mayCall = (configuration: Pick<Configuration, 'publicUrl'>, url: string): boolean =>
  URL.canParse(url) && (new URL(url).protocol === 'https:' || (new URL(url).protocol === 'http:' && isLocal(configuration, url)))

const isLocal = ({ publicUrl }: Pick<Configuration, 'publicUrl'>, url: string) => isLoopback(publicUrl) && isLoopback(url)

/** @throws Error when the address may not be called, does not answer in ten seconds, or answers more than a megabyte */
export async function callOutside(configuration: Pick<Configuration, 'publicUrl'>, url: string, call: OutboundCall): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(call.signal ? [call.signal] : [])])
  const reply = await openOutside(configuration, url, { ...call, signal })
  const body = await wholeBody(reply, MOST_BYTES)
  const status = reply.statusCode ?? 502
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers)) if (typeof value === 'string') headers.set(name, value)
  return new Response(status === 204 || status === 304 ? null : Uint8Array.from(body), { status, headers })
}

/** @throws Error when there are more bytes than `most`, or the answer breaks off */
export async function wholeBody(reply: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of reply) {
    size += chunk.length
    if (size > most) throw new Error(`the answer is longer than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * An answer whose body the caller reads as it comes, and reads to its end or destroys: no redirect is followed.
 * @param call.silence milliseconds without a byte, before the answer or within it, after which the call is given up
 * @throws Error when the address may not be called or does not answer; reading the body throws when it breaks off
 */
export async function openOutside(
  configuration: Pick<Configuration, 'publicUrl'>,
  url: string,
  { method, headers, body, signal, silence }: OutboundCall & { silence?: number },
): Promise<IncomingMessage> {
  if (!mayCall(configuration, url)) throw new Error(`${url} is not an https address`)
  const local = isLocal(configuration, url)
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (!local && isPrivate(host)) throw new Error(`${host} is an address of a private network`)
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    // The name is asked at the moment of connecting: one that answers differently the second time gains nothing.
    const sent = send(url, { method, headers, ...(local ? {} : { lookup: publicOnly }), ...(signal ? { signal } : {}) }, resolve)
    sent.on('error', reject)
    if (silence !== undefined)
      sent.setTimeout(silence, () => sent.destroy(new SilentAnswer(`${host} said nothing for ${silence / 1000} s`)))
    sent.end(body)
  })
}

/** A service that takes a call and then does not answer, or stops in the middle of its answer. */
export class SilentAnswer extends Error {}

// A list each: Node takes an IPv4 address for its mapped form, and so for part of ::ffff:0:0/96.
const PRIVATE = { 4: new BlockList(), 6: new BlockList() }
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE[4].addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE[6].addSubnet(network, prefix, 'ipv6')

export function isPrivate(address: string): boolean {
  const family = isIP(address)
  return family === 6 ? PRIVATE[6].check(address, 'ipv6') : family === 4 && PRIVATE[4].check(address, 'ipv4')
}

const publicOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (failure, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (failure || !first) return callback(failure ?? new Error(`${hostname} is not known`), '', 4)
    if (addresses.some(({ address }) => isPrivate(address))) return callback(new Error(`${hostname} leads into a private network`), '', 4)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
