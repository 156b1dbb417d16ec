/** Passkeys (WebAuthn): what the browser is asked, and whether its answer holds. The relying party is the host of PUBLIC_URL. */
import { type PasskeyAnswer, type PasskeyCreation, type PasskeyRequest, passkeyCreation, passkeyRequest } from '@corridor/contract/mfa.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Configuration, isLoopback } from '../../platform/configuration.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Method, Person } from './queries.ts'

/** Browsers take no address of numbers for a relying party: on this machine that is `localhost`, whichever of its names PUBLIC_URL says. */
function relyingParty({ publicUrl }: Configuration): { id: string; origins: string[] } {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!isLoopback(publicUrl)) return { id: hostname, origins: [origin] }
  return { id: 'localhost', origins: [origin, `${protocol}//localhost${port ? `:${port}` : ''}`] }
}

export async function registrationOptions(
  configuration: Configuration,
  person: Person,
  methods: readonly Method[],
): Promise<PasskeyCreation> {
  const options = await generateRegistrationOptions({
    rpName: 'Corridor',
    rpID: relyingParty(configuration).id,
    userName: person.email,
    userDisplayName: person.firstName,
    userID: new TextEncoder().encode(`corridor ${person.id}`),
    attestationType: 'none',
    excludeCredentials: known(methods),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return passkeyCreation.parse(options)
}

export async function authenticationOptions(configuration: Configuration, methods: readonly Method[]): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(configuration).id,
    allowCredentials: known(methods),
    userVerification: 'preferred',
  })
  return passkeyRequest.parse(options)
}

const known = (methods: readonly Method[]) =>
  methods.flatMap(({ credentialId, transports }) => (credentialId === null ? [] : [{ id: credentialId, transports }]))

/** The new credential, or undefined when the answer does not hold. */
export async function checkRegistration(
  configuration: Configuration,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<{ credentialId: string; publicKey: Buffer; signCount: number; transports: string[] } | undefined> {
  const { attestationObject, clientDataJSON } = answer.response
  if (attestationObject === undefined) return undefined
  const { id, origins } = relyingParty(configuration)
  const checked: VerifiedRegistrationResponse = await verifyRegistrationResponse({
    response: { ...answer, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    // The password was the first factor: the passkey is the second, with or without a fingerprint.
    requireUserVerification: false,
  }).catch(() => ({ verified: false }))
  if (!checked.verified) return undefined
  const { credential } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: answer.response.transports ?? [],
  }
}

/** The method whose passkey answered, with its count moved on; undefined when the answer does not hold. */
export async function checkAuthentication(
  trx: Trx,
  configuration: Configuration,
  userId: number,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<number | undefined> {
  const { authenticatorData, clientDataJSON, signature } = answer.response
  if (authenticatorData === undefined || signature === undefined) return undefined
  const method = await trx
    .selectFrom('mfaMethod')
    .select(['id', 'credentialId', 'publicKey', 'signCount'])
    .where('userId', '=', userId)
    .where('credentialId', '=', answer.id)
    .executeTakeFirst()
  if (!method?.credentialId || !method.publicKey) return undefined
  const { id, origins } = relyingParty(configuration)
  const checked = await verifyAuthenticationResponse({
    response: { ...answer, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    credential: { id: method.credentialId, publicKey: new Uint8Array(method.publicKey), counter: method.signCount },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  await trx.updateTable('mfaMethod').set({ signCount: checked.authenticationInfo.newCounter }).where('id', '=', method.id).execute()
  return method.id
}
