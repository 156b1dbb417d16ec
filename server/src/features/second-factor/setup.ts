/** Beginning things: a set-up, a code sent, a passkey asked for. Each is a question to this session, answered in verify.ts. */

import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { type askPasskey, CODE_MINUTES, type MfaChannel, type startMfaSetup } from '@corridor/contract/mfa.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isPhone, phoneDigits } from '@corridor/domain/primitives/typed-input.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Insertable } from 'kysely'
import type { MfaChallenge } from '../../db/schema.ts'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { asPerson } from '../../platform/database/as-person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { sessionRowOf } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { hashCode, newAuthenticator, newCode } from './codes.ts'
import { limitSendings } from './limits.ts'
import { sendCode } from './messages.ts'
import { authenticationOptions, registrationOptions } from './passkeys.ts'
import { CHANNEL_NAMES, hintOf, type Method, nextMethodId, type Person, selectMethods, selectPerson, takeTurn } from './queries.ts'

export interface Visit {
  kernel: Kernel
  session: Session
  request: FastifyRequest
  reply: FastifyReply
}

const MOST_PASSKEYS = 10

/**
 * Before the second factor is confirmed, only who holds none may set one up: a password alone must not add a factor of the thief's own (ASVS 6.4.3).
 */
export async function beginSetup(
  visit: Visit,
  { channel, phone, name }: ParsedOf<typeof startMfaSetup>,
): Promise<ReplyOf<typeof startMfaSetup>> {
  const { kernel, session } = visit
  const number = channel === 'sms' ? phoneOf(phone) : null
  return ask(visit, async ({ trx, person, methods, open }) => {
    if (!session.isMfaValid && methods.length > 0) throw new AppError('mfa_required')
    if (channel === 'passkey' && methods.filter((method) => method.channel === 'passkey').length >= MOST_PASSKEYS)
      throw inputError({ channel: [`You have ${MOST_PASSKEYS} passkeys. Remove one before you add another.`] })
    await recordActivity(trx, visit, { action: 'mfa.begun', entity: 'mfa', after: { channel } })
    const methodToBe = await nextMethodId(trx)
    const setup = { purpose: 'setup', channel, methodToBe, name: name ?? CHANNEL_NAMES[channel] } as const
    if (channel === 'totp') {
      const { sealedSecret, ...shown } = await newAuthenticator(kernel.configuration, person)
      await open({ ...setup, sealedSecret })
      return { id: methodToBe, ...shown }
    }
    if (channel === 'passkey') {
      const options = await registrationOptions(kernel.configuration, person, methods)
      await open({ ...setup, passkeyChallenge: options.challenge })
      return { id: methodToBe, options }
    }
    await sendTo(visit, { trx, person, open }, { channel, phone: number }, setup)
    return { id: methodToBe, sentTo: hintOf({ channel, phone: number }, person) }
  })
}

/** Without a method, the session's channel; where that sends nothing, the first that does. */
export async function sendAnotherCode(visit: Visit, methodId: number | undefined): Promise<void> {
  await ask(visit, async ({ trx, person, methods, open }) => {
    const method =
      methodId === undefined
        ? methods.find(({ channel }) => channel === 'sms' || channel === 'email')
        : methods.find(({ id }) => id === methodId)
    if (!method) throw methodId === undefined ? noneToSend() : new AppError('not_found')
    if (method.channel !== 'sms' && method.channel !== 'email') throw noneToSend()
    await sendTo(visit, { trx, person, open }, { channel: method.channel, phone: method.phone }, { purpose: 'verify', methodId: method.id })
    await recordActivity(trx, visit, { action: 'mfa.sent', entity: 'mfa', entityId: method.id, after: { channel: method.channel } })
  })
}

export async function askForPasskey(visit: Visit): Promise<ReplyOf<typeof askPasskey>> {
  return ask(visit, async ({ trx, methods, open }) => {
    const passkeys = methods.filter(({ channel }) => channel === 'passkey')
    if (passkeys.length === 0) throw new AppError('not_found', { message: 'You have no passkey yet. Choose another method.' })
    const options = await authenticationOptions(visit.kernel.configuration, passkeys)
    await open({ purpose: 'verify', channel: 'passkey', passkeyChallenge: options.challenge })
    await recordActivity(trx, visit, { action: 'mfa.asked', entity: 'mfa', after: { channel: 'passkey' } })
    return { options }
  })
}

type Question = Pick<
  Insertable<MfaChallenge>,
  'purpose' | 'methodId' | 'methodToBe' | 'name' | 'sealedSecret' | 'phone' | 'codeHash' | 'passkeyChallenge' | 'sent'
> & {
  channel: MfaChannel
}
interface Asking {
  trx: Trx
  person: Person
  methods: readonly Method[]
  /** Puts the question to this session; answers its number. */
  open: (question: Question) => Promise<number>
}

async function ask<Result>({ kernel, session, request }: Visit, work: (asking: Asking) => Promise<Result>): Promise<Result> {
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  const now = kernel.now()
  return asPerson(kernel.db, session.userId, async (trx) => {
    await takeTurn(trx, session.userId)
    const person = await selectPerson(trx, session.userId)
    const open = async (question: Question) => {
      const { id } = await trx
        .insertInto('mfaChallenge')
        .values({
          ...question,
          userId: session.userId,
          sessionHash: row.idHash,
          createdAt: now.toISOString(),
          expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000).toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    return work({ trx, person, methods: await selectMethods(trx, person), open })
  })
}

async function sendTo(
  { kernel }: Visit,
  { trx, person, open }: Omit<Asking, 'methods'>,
  { channel, phone }: { channel: 'sms' | 'email'; phone: string | null },
  question: Pick<Question, 'purpose' | 'name' | 'methodId' | 'methodToBe'>,
): Promise<void> {
  await limitSendings(trx, person.id, kernel.now())
  const code = newCode()
  const challengeId = await open({ ...question, channel, phone, codeHash: hashCode(kernel.configuration, person.id, code), sent: true })
  await sendCode(kernel, trx, { challengeId, code, to: phone === null ? person : { phone } })
}

function phoneOf(typed: string | undefined): string {
  if (!typed) throw inputError({ phone: ['Enter the number of a mobile phone.'] })
  if (!isPhone(typed)) throw inputError({ phone: ['Enter the phone number as 10 digits.'] })
  return phoneDigits(typed)
}

const noneToSend = () =>
  inputError({ methodId: ['No code is sent for this method. Open your authenticator app, or choose another method.'] })
