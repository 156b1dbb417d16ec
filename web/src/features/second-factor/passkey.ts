/** The browser's passkey dialogs; their code comes when one is asked for. */
import type { PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@corridor/contract/mfa.ts'

/** Something the person can act on; the page shows its sentence. */
export class PasskeyProblem extends Error {
  override name = 'PasskeyProblem'
}

/** @throws PasskeyProblem */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<PasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(explain)
  const { attestationObject, clientDataJSON, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { attestationObject, clientDataJSON, transports } }
}

/** @throws PasskeyProblem */
export async function answerWithPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({ optionsJSON }).catch(explain)
  const { authenticatorData, clientDataJSON, signature } = response
  return { id, rawId, type: 'public-key', response: { authenticatorData, clientDataJSON, signature } }
}

function explain(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError') throw new PasskeyProblem('This device has a passkey for your account already.')
  if (name === 'SecurityError') throw new PasskeyProblem('Passkeys do not work at this address. Open the portal by its usual address.')
  // Browsers say the same for "canceled", "timed out" and "none found", so that no page can tell them apart.
  throw new PasskeyProblem('No passkey was used. Try again, or choose another method.')
}
