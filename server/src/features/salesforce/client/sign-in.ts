/** Signing in to Salesforce as one integration user: OAuth 2.0 JWT bearer (RFC 7523) where there is a key, client credentials (RFC 6749 4.4) else. */
import { createSign } from 'node:crypto'
import { z } from 'zod'
import type { Configuration } from '../../../platform/configuration.ts'
import { openOutside, wholeBody } from '../../../platform/http/outbound.ts'
import { mayTalkTo, type SalesforceSettings } from '../../../platform/salesforce-settings.ts'
import { type Refusal, refusedSignIn, SalesforceFault } from './faults.ts'

export interface Session {
  accessToken: string
  /** The organization's own address, without a trailing slash. */
  instanceUrl: string
}

const token = z.looseObject({ access_token: z.string().min(1), instance_url: z.url() })
const refused = z.looseObject({ error: z.string(), error_description: z.string().default('') })

/** Milliseconds without a byte from the token endpoint. */
const SILENCE = 30_000
const MOST_BYTES = 100_000
/** Salesforce takes assertions that are good for three minutes at the most. */
const GOOD_FOR_SECONDS = 170

/** @throws SalesforceFault */
export async function signIn(
  configuration: Pick<Configuration, 'publicUrl'>,
  settings: SalesforceSettings,
  now: Date,
  signal: AbortSignal,
): Promise<Session> {
  const answer = await openOutside(configuration, `${settings.loginUrl}/services/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(grantOf(settings, now)).toString(),
    signal,
    silence: SILENCE,
  })
  const text = (await wholeBody(answer, MOST_BYTES)).toString('utf8')
  const status = answer.statusCode ?? 502
  const body = parsed(text)
  if (status !== 200) {
    const said = refused.safeParse(body).data
    throw status >= 300 && status < 400
      ? sentElsewhere(answer.headers.location)
      : refusedSignIn(status, said?.error, said?.error_description ?? '')
  }
  const granted = token.safeParse(body)
  if (!granted.success)
    throw new SalesforceFault(
      'NOT_SALESFORCE',
      `${new URL(settings.loginUrl).host} does not answer as Salesforce does. Check SALESFORCE_LOGIN_URL.`,
    )
  const instanceUrl = granted.data.instance_url.replace(/\/+$/, '')
  if (!mayTalkTo(settings, instanceUrl))
    throw new SalesforceFault(
      'OTHER_HOST',
      `Salesforce names ${new URL(instanceUrl).host} as the organization’s address, which is not an address of Salesforce. Nothing was sent there.`,
    )
  return { accessToken: granted.data.access_token, instanceUrl }
}

export const sentElsewhere = (location: string | undefined): SalesforceFault =>
  new SalesforceFault(
    'REDIRECT',
    `Salesforce sends the call on to ${location && URL.canParse(location) ? new URL(location).host : 'another address'}, which is not followed. Set SALESFORCE_LOGIN_URL to the organization’s own My Domain address.`,
  )

function grantOf({ loginUrl, clientId, credentials }: SalesforceSettings, now: Date): Record<string, string> {
  if (credentials.kind === 'secret')
    return { grant_type: 'client_credentials', client_id: clientId, client_secret: credentials.clientSecret }
  const claims = {
    iss: clientId,
    sub: credentials.user,
    aud: new URL(loginUrl).origin,
    exp: Math.floor(now.getTime() / 1000) + GOOD_FOR_SECONDS,
  }
  const signed = `${part({ alg: 'RS256' })}.${part(claims)}`
  const signature = createSign('RSA-SHA256').update(signed).sign(credentials.privateKey, 'base64url')
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: `${signed}.${signature}` }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The value that a JSON text holds; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusal = z.looseObject({ errorCode: z.string(), message: z.string().default('') })
const refusals = z.union([z.array(refusal), refusal.transform((one) => [one])])
export const refusalsIn = (text: string): Refusal[] => refusals.safeParse(parsed(text)).data ?? []
