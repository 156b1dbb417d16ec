/** A bank's OpenID Connect provider on this machine, for tests: signs in whoever the login_hint names, as `people` says, without asking. */
import { createHmac, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export interface ProviderPerson {
  subject: string
  email: string
  email_verified: boolean
  amr?: string[]
  acr?: string
}

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** By the address the sign-in page sends along. */
  people: Map<string, ProviderPerson>
  /** From now on it signs with another key, and publishes that one alone; once. */
  rotateKeys: () => void
  /** An ID token of its own with other claims or another header, signed by its key, or with what is given: as a provider that lies would. */
  sign: (idToken: string, claims: object, header?: { alg: 'HS256'; secret: string }) => string
  /** Changes what it answers in JSON at a path on the way, as somebody between could. */
  altered: Map<string, (answer: Record<string, unknown>) => Record<string, unknown>>
  close: () => Promise<void>
}

export async function startIdentityProvider(redirectUri: string): Promise<TestProvider> {
  const people = new Map<string, ProviderPerson>()
  const [clientId, clientSecret] = ['corridor', 'a-secret-of-the-test-and-of-nothing-else']
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bySubject = (subject: string) => [...people.values()].find((person) => person.subject === subject)
  const configuration = (key: Jwk): Configuration => ({
    jwks: { keys: [key] },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ['code'] }],
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'] },
    acrValues: ['urn:bank:strong', 'urn:bank:weak'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, subject) => {
      const person = bySubject(subject)
      return person && { accountId: subject, claims: async () => ({ sub: subject, ...claimsOf(person) }) }
    },
    // Consent was the bank's to give.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: String(context.oidc.client?.clientId),
        accountId: String(context.oidc.session?.accountId),
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    cookies: { keys: ['of the test'] },
    pkce: { required: () => true },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  })
  const keys = [newKey(), newKey()] as const
  // Both made at once: the library writes a line about itself at each.
  const [first, next] = [new Provider(issuer, configuration(keys[0])), new Provider(issuer, configuration(keys[1]))]
  let [provider, key]: [Provider, Jwk] = [first, keys[0]]
  const bank: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    people,
    rotateKeys: () => {
      provider = next
      key = keys[1]
    },
    sign: (idToken, claims, header) => signed(idToken, claims, key, header),
    altered: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  server.on('request', (request, response) => {
    const alteration = bank.altered.get(request.url ?? '')
    if (alteration) alter(response, alteration)
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    void provider.interactionDetails(request, response).then(({ params }) => {
      const person = people.get(String(params.login_hint))
      const result = person
        ? {
            login: {
              accountId: person.subject,
              remember: false,
              ...(person.amr ? { amr: person.amr } : {}),
              ...(person.acr ? { acr: person.acr } : {}),
            },
          }
        : { error: 'access_denied' }
      return provider.interactionFinished(request, response, result)
    })
  })
  return bank
}

type Jwk = ReturnType<typeof newKey>
const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  alg: 'RS256',
  use: 'sig',
})

function signed(idToken: string, claims: object, key: Jwk, header?: { alg: 'HS256'; secret: string }): string {
  const [first = '', second = ''] = idToken.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const read = (text: string): object => JSON.parse(Buffer.from(text, 'base64url').toString())
  const body = `${header ? part({ alg: header.alg }) : first}.${part({ ...read(second), ...claims })}`
  const signature = header
    ? createHmac('sha256', header.secret).update(body).digest()
    : sign('sha256', Buffer.from(body), createPrivateKey({ key, format: 'jwk' }))
  return `${body}.${signature.toString('base64url')}`
}

/** Its answers in JSON are small and end in one piece. */
function alter(response: ServerResponse, alteration: (answer: Record<string, unknown>) => Record<string, unknown>): void {
  const end = response.end.bind(response)
  response.end = ((body: unknown) => {
    const altered = JSON.stringify(alteration(JSON.parse(String(body))))
    response.setHeader('content-length', Buffer.byteLength(altered))
    return end(altered)
  }) as typeof response.end
}

const claimsOf = ({ subject: _, ...claims }: ProviderPerson) => claims
