/** Second factors: setting them up, being asked for one at sign-in, recovery codes, and what a manager may reset. */
import { permission, permissionOrOwn, ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing } from './kernel/endpoint.ts'
import { session } from './session.ts'

export const MFA_CHANNELS = ['passkey', 'totp', 'sms', 'email'] as const
export const mfaChannel = z.enum(MFA_CHANNELS)
export type MfaChannel = z.infer<typeof mfaChannel>

export const CODE_MINUTES = 10
export const CODE_TRIES = 5
/** Before a code is sent once more. */
export const RESEND_SECONDS = 30
export const RECOVERY_CODES = 10

const managersOf = permission('USERS', 2, ['d'], 'site')
const mfaName = z.string().trim().min(1).max(60)

export const mfaMethod = z.object({
  id: z.int(),
  channel: mfaChannel,
  /** A passkey's own name; of the others what they are. */
  name: z.string(),
  /** Where a code goes, mostly hidden: "(•••) •••-0142". */
  hint: z.string(),
  /** The one that sign-in asks first. */
  preferred: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type MfaMethod = z.infer<typeof mfaMethod>

export const listMfaMethods = endpoint({
  method: 'GET',
  path: '/api/mfa',
  summary: 'One’s own second factors, the preferred one first.',
  access: signedIn(),
  background: true,
  input: z.strictObject({}),
  reply: z.object({
    methods: z.array(mfaMethod),
    recoveryCodesLeft: z.int(),
    /** The number of the profile, to begin with when text messages are set up. */
    phone: z.string().nullable(),
  }),
})

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).default([]),
})
const verification = z.enum(['discouraged', 'preferred', 'required'])
/** Options of navigator.credentials.create, as JSON (WebAuthn Level 3). */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({ residentKey: verification, userVerification: verification, requireResidentKey: z.boolean() }),
})
/** Options of navigator.credentials.get. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(credential),
  userVerification: verification,
})
export type PasskeyCreation = z.output<typeof passkeyCreation>
export type PasskeyRequest = z.output<typeof passkeyRequest>
export const startMfaSetup = endpoint({
  method: 'POST',
  path: '/api/mfa',
  summary: 'Begin to set up a second factor; a code is sent where the channel sends one.',
  access: signedIn(),
  input: z.strictObject({ channel: mfaChannel, phone: z.string().max(40).optional(), name: mfaName.optional() }),
  reply: z.object({
    id: z.int(),
    otpauthUri: z.string().optional(),
    qrSvg: z.string().optional(),
    options: passkeyCreation.optional(),
    /** Where the code went, mostly hidden. */
    sentTo: z.string().optional(),
  }),
})
export const sendMfaCode = endpoint({
  method: 'POST',
  path: '/api/mfa/challenge',
  summary: 'Send a code on the session’s channel, or on another of one’s own methods.',
  access: signedIn(),
  input: z.strictObject({ methodId: idParam.optional() }),
  reply: nothing,
  success: 204,
})
export const askPasskey = endpoint({
  method: 'POST',
  path: '/api/mfa/challenge/passkey',
  summary: 'What the browser needs to ask for one of one’s passkeys.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: z.object({ options: passkeyRequest }),
})

const text = z.string().max(20_000)
const passkeyAnswer = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    /** The answer to a registration. */
    attestationObject: text.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    /** The answer to a sign-in. */
    authenticatorData: text.optional(),
    signature: text.optional(),
    userHandle: text.nullish(),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

export const verifyMfa = endpoint({
  method: 'POST',
  path: '/api/mfa/verify',
  summary: 'Answer with a code, a recovery code or a passkey; ends a set-up, or opens the session.',
  access: signedIn(),
  input: z
    .strictObject({
      code: z.string().trim().min(1, 'Enter the code.').max(40).optional(),
      passkey: passkeyAnswer.optional(),
      /** The set-up this answers, as `POST /mfa` named it; without it the latest question of the session. */
      setupId: idParam.optional(),
      /** Another method than the one asked last. */
      methodId: idParam.optional(),
    })
    .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), { message: 'Enter the code.', path: ['code'] }),
  /** The recovery codes come with a person's first method, and never again. */
  reply: session.extend({ recoveryCodes: z.array(z.string()).optional() }),
})
export const checkPhone = endpoint({
  method: 'GET',
  path: '/api/mfa/verify/:phone',
  summary: 'Whether a phone number can be one of North America.',
  access: signedIn(),
  background: true,
  input: z.strictObject({ phone: z.string().max(40) }),
  reply: z.object({ phone: z.string(), valid: z.boolean(), e164: z.string().nullable() }),
})
export const changeMfaMethod = endpoint({
  method: 'PUT',
  path: '/api/mfa/:id',
  summary: 'Rename one’s own second factor, or prefer it.',
  access: signedIn(),
  input: z.strictObject({ id: idParam, name: mfaName.optional(), preferred: z.literal(true).optional() }),
  reply: mfaMethod,
})
export const removeMfaMethod = endpoint({
  method: 'DELETE',
  path: '/api/mfa/:id',
  summary: 'Remove one’s own second factor, or, for managers, reset another person’s.',
  access: permissionOrOwn(managersOf, ROLES),
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/mfa/recovery-codes',
  summary: 'Ten new recovery codes, shown once; the old ones end.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const listMfaOfUser = endpoint({
  method: 'GET',
  path: '/api/users/:userId/mfa',
  summary: 'The second factors of a person, for a manager who may have to reset them.',
  access: managersOf,
  background: true,
  input: z.strictObject({ userId: idParam }),
  reply: z.object({
    methods: z.array(mfaMethod.omit({ hint: true, preferred: true })),
    recoveryCodesLeft: z.int(),
    /** Providers of the bank that know this person. */
    identities: z.array(z.object({ issuer: z.string(), linkedAt: z.string(), lastUsedAt: z.string() })),
  }),
})
export const unlinkIdentities = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/identities',
  summary: 'Forget which account of the bank’s sign-in provider a person is; the next sign-in there links anew.',
  access: managersOf,
  input: z.strictObject({ userId: idParam }),
  reply: nothing,
  success: 204,
})
