/** Talking to a bank's provider: who it is (discovery, kept for an hour), where to send the browser, and what its answer proves. */
import type { Selectable } from 'kysely'
import * as oidc from 'openid-client'
import type { IdentityProvider } from '../../db/schema.ts'
import type { Configuration } from '../../platform/configuration.ts'
import { AppError } from '../../platform/http/errors.ts'
import { callOutside, mayCall } from '../../platform/http/outbound.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { unseal } from '../../platform/security/encryption.ts'

export type Provider = Pick<
  Selectable<IdentityProvider>,
  'institutionId' | 'siteId' | 'issuer' | 'clientId' | 'sealedSecret' | 'strongAcrValues' | 'updatedAt'
>

/** A client secret opens for its institution and site only. */
export const secretPurpose = ({ institutionId, siteId }: { institutionId: number; siteId: number }): string =>
  `identity provider ${institutionId} ${siteId}`

export const redirectUriOf = ({ publicUrl }: Configuration): string => `${publicUrl}/api/session/single-sign-on/callback`

const KEPT = 3_600_000
const known = new WeakMap<Kernel, Map<string, { at: number; metadata: Promise<oidc.ServerMetadata> }>>()

/** @throws AppError('unavailable') when the provider does not say who it is */
export async function clientOf(kernel: Kernel, provider: Provider): Promise<oidc.Configuration> {
  const { configuration } = kernel
  const secret = unseal(configuration.keys, provider.sealedSecret, secretPurpose(provider))
  const metadata = await metadataOf(kernel, provider).catch((cause: unknown) => {
    throw new AppError('unavailable', {
      message: 'Your bank’s sign-in cannot be reached. Sign in with your password, or try again later.',
      cause,
    })
  })
  // A client of its own for each sign-in fetches the provider's keys anew: a key that was replaced or withdrawn counts at once.
  const client = new oidc.Configuration(metadata, provider.clientId, undefined, secretAsAsked(secret))
  client.timeout = TIMEOUT_SECONDS
  client[oidc.customFetch] = callThrough(configuration)
  for (const set of checksFor(provider.issuer)) set(client)
  return client
}

async function metadataOf(kernel: Kernel, { institutionId, siteId, updatedAt, issuer, clientId }: Provider): Promise<oidc.ServerMetadata> {
  const kept = known.get(kernel) ?? new Map()
  known.set(kernel, kept)
  const key = `${institutionId} ${siteId} ${updatedAt}`
  const found = kept.get(key)
  const now = kernel.now().getTime()
  if (found && Math.abs(now - found.at) < KEPT) return found.metadata
  const metadata = discover(kernel.configuration, issuer, clientId)
  kept.set(key, { at: now, metadata })
  // A failure is not remembered: the next person asks again.
  metadata.catch(() => kept.delete(key))
  return metadata
}

/** @throws Error when the issuer cannot be reached, is another one than it says, or lacks what signing in needs */
export async function discover(configuration: Configuration, issuer: string, clientId: string): Promise<oidc.ServerMetadata> {
  if (!mayCall(configuration, issuer)) throw new Error('the issuer is not an https address')
  const client = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: callThrough(configuration),
    execute: checksFor(issuer),
  })
  const metadata = client.serverMetadata()
  const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = metadata
  for (const address of [authorize, token, keys])
    if (!address || !mayCall(configuration, address)) throw new Error('the issuer names no usable endpoints')
  return metadata
}

const TIMEOUT_SECONDS = 10

const callThrough =
  (configuration: Configuration): oidc.CustomFetch =>
  (url, { method, headers, body, signal }) =>
    callOutside(configuration, url, { method, headers, signal, body: body instanceof URLSearchParams ? body.toString() : undefined })

/**
 * The signature of an ID token is verified with the provider's published keys, although it comes over TLS (OpenID Connect Core 3.1.3.7 leaves that
 * open): what stands between this server and the provider, a proxy that inspects TLS for one, must not sign anybody in.
 * Plain http is for a provider on this machine alone (mayCall).
 */
const checksFor = (issuer: string): ((client: oidc.Configuration) => void)[] => [
  oidc.enableNonRepudiationChecks,
  ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
]

/** In the body where the provider takes it there, else in the header (OpenID Connect Core 9: its default). */
function secretAsAsked(secret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, ...rest) => (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest)
}

export interface Departure {
  url: string
  state: string
  nonce: string
  codeVerifier: string
}

export async function departure(
  client: oidc.Configuration,
  { redirectUri, email, strongAcrValues }: { redirectUri: string; email: string; strongAcrValues: readonly string[] },
): Promise<Departure> {
  const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    login_hint: email,
    ...(strongAcrValues.length > 0 ? { acr_values: strongAcrValues.join(' ') } : {}),
  })
  return { url: url.href, state, nonce, codeVerifier }
}

export interface Arrival {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  amr: readonly string[]
  acr: string | undefined
}

/** Trades the code for an ID token, checked for issuer, audience, signature, time, nonce. @throws Error when anything does not hold */
export async function arrival(
  client: oidc.Configuration,
  url: URL,
  { state, nonce, codeVerifier }: Omit<Departure, 'url'>,
): Promise<Arrival> {
  const tokens = await oidc.authorizationCodeGrant(client, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider gave no ID token')
  // Many providers keep the address out of the ID token.
  const details: Record<string, unknown> =
    typeof claims.email === 'string' ? claims : await askUserInfo(client, tokens.access_token, claims.sub)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof details.email === 'string' ? details.email : undefined,
    emailVerified: details.email_verified === true,
    amr: Array.isArray(claims.amr) ? claims.amr.filter((value) => typeof value === 'string') : [],
    acr: typeof claims.acr === 'string' ? claims.acr : undefined,
  }
}

const askUserInfo = async (client: oidc.Configuration, accessToken: string, subject: string): Promise<Record<string, unknown>> =>
  client.serverMetadata().userinfo_endpoint ? { ...(await oidc.fetchUserInfo(client, accessToken, subject)) } : {}

/** Phishing-resistant, in software or hardware (OpenID EAP), and the multi-factor policy of PAPE. */
const STRONG_ACR = new Set(['phr', 'phrh', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'])

/** Whether the provider itself says that more than a password was asked (RFC 8176); nothing is guessed from single methods. */
export const provesSecondFactor = ({ amr, acr }: Pick<Arrival, 'amr' | 'acr'>, strongAcrValues: readonly string[]): boolean =>
  amr.includes('mfa') || (acr !== undefined && (STRONG_ACR.has(acr) || strongAcrValues.includes(acr)))
