/** Calls to one Salesforce organization: signed in once, tried again where that helps, bounded in time and size, ended by a signal. */
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import type { Configuration } from '../../../platform/configuration.ts'
import { openOutside, SilentAnswer, wholeBody } from '../../../platform/http/outbound.ts'
import { mayTalkTo, type SalesforceSettings } from '../../../platform/salesforce-settings.ts'
import { faultOf, SalesforceFault } from './faults.ts'
import { parsed, refusalsIn, type Session, sentElsewhere, signIn } from './sign-in.ts'

export interface SalesforceCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** From the organization's address: `/services/data/…`, as Salesforce's own links (nextRecordsUrl) name it. */
  path: string
  body?: unknown
  signal: AbortSignal
}

export interface Client {
  /** One answer in JSON. @throws SalesforceFault */
  ask: <Shape extends z.ZodType>(call: SalesforceCall, shape: Shape) => Promise<z.output<Shape>>
  /** An answer read as it comes. `take` begins anew when the answer breaks off, so it puts back what it kept of the one before. @throws SalesforceFault */
  read: <Result>(call: SalesforceCall, take: (answer: IncomingMessage) => Promise<Result>) => Promise<Result>
  /** /services/data/v62.0 */
  data: string
  /** Calls so far: each counts against the organization's limit. */
  calls: () => number
}

export interface ClientOptions {
  now: () => Date
  /** Milliseconds before each further try; as many tries as there are pauses. */
  pauses?: readonly number[]
  /** Milliseconds without a byte after which a call is given up. */
  silence?: number
}

/** About half a minute in all: a restart of an instance takes so long, and a person waits. */
const PAUSES = [1_000, 4_000, 10_000, 20_000]
const LONGEST_WAIT = 60_000
const SILENCE = 60_000
/** A page of 2,000 records with many long fields is some megabytes. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_OF_A_REFUSAL = 100_000

export function createClient(
  configuration: Pick<Configuration, 'publicUrl'>,
  settings: SalesforceSettings,
  { now, pauses = PAUSES, silence = SILENCE }: ClientOptions,
): Client {
  let session: Session | undefined
  let calls = 0

  const open = async ({ method = 'GET', path, body, signal }: SalesforceCall): Promise<IncomingMessage> => {
    session ??= await signIn(configuration, settings, now(), signal)
    const url = new URL(path, session.instanceUrl).href
    if (!path.startsWith('/') || !mayTalkTo(settings, url) || new URL(url).origin !== new URL(session.instanceUrl).origin)
      throw new SalesforceFault('OTHER_HOST', 'Salesforce’s answer leads to another address than the organization’s. It was not followed.')
    calls++
    const answer = await openOutside(configuration, url, {
      method,
      headers: {
        authorization: `Bearer ${session.accessToken}`,
        accept: 'application/json, text/csv',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      silence,
    })
    const status = answer.statusCode ?? 502
    if (status >= 200 && status < 300) return answer
    if (status >= 300 && status < 400) {
      answer.destroy()
      throw sentElsewhere(answer.headers.location)
    }
    const text = (await wholeBody(answer, MOST_OF_A_REFUSAL)).toString('utf8')
    throw faultOf(status, refusalsIn(text), waitOf(answer.headers['retry-after']))
  }

  const read: Client['read'] = async (call, take) => {
    let renewed = false
    for (let tries = 0; ; ) {
      call.signal.throwIfAborted()
      try {
        const answer = await open(call)
        try {
          return await take(answer)
        } finally {
          answer.destroy()
        }
      } catch (cause) {
        call.signal.throwIfAborted()
        const fault = cause instanceof SalesforceFault ? cause : lineFault(cause, settings)
        if (fault.remedy === 'renewed' && !renewed) {
          renewed = true
          session = undefined
          continue
        }
        const pause = pauses[tries++]
        if (fault.remedy !== 'again' || pause === undefined) throw fault
        // Spread out, so that several workers do not come back at the same moment.
        await delay(Math.max(pause * (0.5 + Math.random() / 2), Math.min(fault.wait ?? 0, LONGEST_WAIT)), undefined, {
          signal: call.signal,
        })
      }
    }
  }

  return {
    read,
    ask: (call, shape) =>
      read(call, async (answer) => {
        const found = shape.safeParse(parsed((await wholeBody(answer, MOST_BYTES)).toString('utf8') || 'null'))
        if (found.success) return found.data
        // A body that was cut in two after its last byte counts as broken off, and is asked for once more.
        throw new SalesforceFault(
          'UNREADABLE',
          'Salesforce’s answer is not as its documentation says, or broke off. Nothing was taken in. Pull again later.',
          'again',
          {
            cause: found.error,
          },
        )
      }),
    data: `/services/data/v${settings.apiVersion}`,
    calls: () => calls,
  }
}

/** A failure of the network is worth another try, unless we ourselves refused to make the call. */
function lineFault(cause: unknown, { loginUrl }: SalesforceSettings): SalesforceFault {
  const { host } = new URL(loginUrl)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (cause instanceof SilentAnswer)
    return new SalesforceFault('SILENT', 'Salesforce stopped answering. Nothing was taken in. Pull again later.', 'again', { cause })
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return new SalesforceFault(
      'BROKEN_OFF',
      'Salesforce’s answer broke off in the middle, several times. Nothing was taken in. Pull again later.',
      'again',
      { cause },
    )
  if (/^(ECONN|ENET|EHOST|ETIMEDOUT|ENOTFOUND|EAI_)/.test(code))
    return new SalesforceFault(
      'UNREACHABLE',
      `Salesforce cannot be reached. Check that this server may call ${host} over https, and SALESFORCE_LOGIN_URL.`,
      'again',
      { cause },
    )
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_VERIFY)/.test(code))
    return new SalesforceFault(
      'CERTIFICATE',
      `The certificate of ${host} cannot be verified. Check the proxy between this server and Salesforce.`,
      'never',
      { cause },
    )
  throw cause
}

function waitOf(header: string | undefined): number | undefined {
  const seconds = Number(header)
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}
