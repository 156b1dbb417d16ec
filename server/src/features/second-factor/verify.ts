/** Answering: every try is counted before it is looked at, a right one serves once, ends its question and gives the session a new id. */
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { CODE_MINUTES, CODE_TRIES, MFA_CHANNELS, type MfaChannel, type verifyMfa } from '@corridor/contract/mfa.ts'
import { type Selectable, sql } from 'kysely'
import type { MfaChallenge } from '../../db/schema.ts'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { asPerson } from '../../platform/database/as-person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { readSession, rotateSession, sessionRowOf } from '../../platform/http/sessions.ts'
import { hashCode, recoveryCodeIn, replaceRecoveryCodes, sameCode, spendRecoveryCode, stepOf } from './codes.ts'
import { limitTries } from './limits.ts'
import { tellOfChange } from './messages.ts'
import { checkAuthentication, checkRegistration } from './passkeys.ts'
import { CHANNEL_NAMES, countRecoveryCodes, insertMethod, selectMethods, selectPerson, settleChannel, takeTurn } from './queries.ts'
import type { Visit } from './setup.ts'

type Answer = ParsedOf<typeof verifyMfa>
type Question = Selectable<MfaChallenge>

export async function verify(visit: Visit, answer: Answer): Promise<ReplyOf<typeof verifyMfa>> {
  const { kernel, session, request, reply } = visit
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  const question = await countTry(visit, row.idHash, answer)
  const passed = await asPerson(kernel.db, session.userId, async (trx) => {
    await takeTurn(trx, session.userId)
    const right =
      question.purpose === 'setup' ? await finishSetup(visit, trx, question, answer) : await confirm(visit, trx, question, answer)
    if (!right || !(await useUp(trx, question.id, kernel.now()))) return undefined
    await recordActivity(trx, visit, {
      action: question.purpose === 'setup' ? 'mfa.added' : 'mfa.passed',
      entity: 'mfa',
      ...(right.methodId === undefined ? {} : { entityId: right.methodId }),
      after: { channel: question.channel },
    })
    return { recoveryCodes: right.recoveryCodes, idHash: await rotateSession(kernel, trx, row.idHash, reply, { mfaValid: true }) }
  })
  if (!passed) {
    await recordActivity(kernel.db, visit, { action: 'mfa.refused', entity: 'mfa', after: { channel: question.channel } })
    throw inputError({ code: [WRONG[question.channel]] })
  }
  const next = await readSession(kernel, passed.idHash)
  return passed.recoveryCodes ? { ...next, recoveryCodes: passed.recoveryCodes } : next
}

const WRONG: Record<Question['channel'], string> = {
  totp: 'That code is incorrect or was already used. Wait for the next one in your app and enter it.',
  email: 'That code is incorrect. Check the latest email, or send a new code.',
  sms: 'That code is incorrect. Check the latest message, or send a new code.',
  recovery: 'That recovery code is incorrect or was already used.',
  passkey: 'The passkey was not accepted. Try again, or choose another method.',
}

/** In a transaction of its own: the try stays counted when the answer is wrong, and however many arrive at once. */
function countTry({ kernel, session }: Visit, sessionHash: Buffer, answer: Answer): Promise<Question> {
  const now = kernel.now()
  return asPerson(kernel.db, session.userId, async (trx) => {
    await takeTurn(trx, session.userId)
    await limitTries(trx, session.userId, now)
    const question = await findQuestion(trx, session.userId, sessionHash, answer, now)
    if (question.failures >= CODE_TRIES) {
      const seconds = Math.max(1, Math.ceil((Date.parse(question.expiresAt) - now.getTime()) / 1000))
      throw new AppError('too_many_requests', {
        message: question.sent
          ? 'This code was tried too many times. Send a new one.'
          : `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} minutes, or choose another method.`,
        ...(question.sent ? {} : { retryAfter: seconds }),
      })
    }
    await trx.updateTable('mfaChallenge').set({ failures: sql<number>`failures + 1` }).where('id', '=', question.id).execute()
    return question
  })
}

/** The challenge that is answered: the set-up or method named, a recovery code by its form, else the latest question put to this session. */
async function findQuestion(trx: Trx, userId: number, sessionHash: Buffer, answer: Answer, now: Date): Promise<Question> {
  const open = () =>
    trx
      .selectFrom('mfaChallenge')
      .selectAll()
      .where('userId', '=', userId)
      .where('sessionHash', '=', sessionHash)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now.toISOString())
      .orderBy('id', 'desc')
      .limit(1)
  const count = (channel: 'totp' | 'recovery', methodId: number | null) =>
    countingQuestion(trx, { userId, sessionHash, channel, methodId, now })

  if (answer.setupId !== undefined) {
    const setup = await open().where('methodToBe', '=', answer.setupId).where('purpose', '=', 'setup').executeTakeFirst()
    return setup ?? tooLate()
  }
  if (answer.passkey) return (await open().where('passkeyChallenge', 'is not', null).executeTakeFirst()) ?? tooLate()
  if (recoveryCodeIn(answer.code ?? '') !== undefined)
    return (await open().where('channel', '=', 'recovery').executeTakeFirst()) ?? count('recovery', null)
  const methods = await selectMethods(trx, await selectPerson(trx, userId))
  if (answer.methodId === undefined) {
    const latest = await open().where('channel', 'in', ['totp', 'email', 'sms']).executeTakeFirst()
    if (latest) return latest
  }
  const method =
    answer.methodId === undefined ? methods.find(({ channel }) => channel === 'totp') : methods.find(({ id }) => id === answer.methodId)
  if (!method) return answer.methodId === undefined ? tooLate() : notFound()
  const asked = await open().where('methodId', '=', method.id).executeTakeFirst()
  if (asked) return asked
  return method.channel === 'totp' ? count('totp', method.id) : tooLate()
}

/** An app's code and a recovery code answer no question that was sent; their tries are counted on one made now. */
const countingQuestion = (
  trx: Trx,
  { now, ...of }: { userId: number; sessionHash: Buffer; channel: 'totp' | 'recovery'; methodId: number | null; now: Date },
): Promise<Question> =>
  trx
    .insertInto('mfaChallenge')
    .values({
      ...of,
      purpose: 'verify',
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const tooLate = (): never => {
  throw inputError({ code: ['The code has expired or was used. Send a new one.'] })
}
const notFound = (): never => {
  throw new AppError('not_found')
}

async function useUp(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mfaChallenge')
    .set({ usedAt: now.toISOString() })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Right {
  methodId?: number
  recoveryCodes?: string[]
}

async function confirm(visit: Visit, trx: Trx, question: Question, answer: Answer): Promise<Right | undefined> {
  const { kernel, session } = visit
  const now = kernel.now()
  const { configuration } = kernel
  if (question.channel === 'recovery') {
    const right = await spendRecoveryCode(trx, session.userId, recoveryCodeIn(answer.code ?? '') ?? '', now)
    if (!right) return undefined
    const left = await countRecoveryCodes(trx, session.userId)
    const happened = `A recovery code was used to sign in. ${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.`
    await tellOfChange(visit, trx, happened, 'recoveryCodeUsed')
    return {}
  }
  if (question.channel === 'passkey') {
    const challenge = question.passkeyChallenge
    const methodId =
      answer.passkey && challenge ? await checkAuthentication(trx, configuration, session.userId, answer.passkey, challenge) : undefined
    return methodId === undefined ? undefined : touched(trx, methodId, now)
  }
  const methodId = question.methodId
  if (methodId === null || answer.code === undefined) return undefined
  if (question.channel === 'totp') return (await spendStep()) ? touched(trx, methodId, now) : undefined
  return codeMatches() ? touched(trx, methodId, now) : undefined

  function codeMatches() {
    return question.codeHash !== null && sameCode(question.codeHash, hashCode(configuration, session.userId, answer.code ?? ''))
  }
  /** A step serves once, and none before it any more (RFC 6238 5.2, ASVS 6.5.1). */
  async function spendStep(): Promise<boolean> {
    const method = await trx
      .selectFrom('mfaMethod')
      .select(['sealedSecret', 'lastStep'])
      .where('id', '=', Number(methodId))
      .executeTakeFirst()
    const step = method?.sealedSecret && stepOf(configuration, session.userId, method.sealedSecret, answer.code ?? '', now)
    if (!step || (method.lastStep !== null && step <= method.lastStep)) return false
    await trx.updateTable('mfaMethod').set({ lastStep: step }).where('id', '=', Number(methodId)).execute()
    return true
  }
}

async function touched(trx: Trx, methodId: number, now: Date): Promise<Right> {
  await trx.updateTable('mfaMethod').set({ lastUsedAt: now.toISOString() }).where('id', '=', methodId).execute()
  return { methodId }
}

async function finishSetup(visit: Visit, trx: Trx, question: Question, answer: Answer): Promise<Right | undefined> {
  const { kernel, session } = visit
  const { channel, methodToBe: methodId } = question
  if (channel === 'recovery' || methodId === null) return undefined
  const proof = await proofOf({ kernel, session }, question, answer)
  if (!proof) return undefined
  const person = await selectPerson(trx, session.userId)
  const methods = await selectMethods(trx, person)
  // The person may have set one up elsewhere since this set-up began: from then on a password alone adds nothing.
  if (!session.isMfaValid && methods.length > 0) throw new AppError('mfa_required')
  const replaced = channel !== 'passkey' && methods.some((method) => method.channel === channel)
  await insertMethod(trx, { id: methodId, userId: person.id, channel, name: question.name ?? CHANNEL_NAMES[channel], ...proof })
  await settleChannel(trx, person.id, isStronger(channel, person.mfaChannel) ? channel : undefined)
  const bare = (await countRecoveryCodes(trx, person.id)) === 0
  const codes = bare ? ' New recovery codes were created with it.' : ''
  await tellOfChange(visit, trx, `${CHANNEL_NAMES[channel]} was ${replaced ? 'set up anew' : 'added'} as a sign-in method.${codes}`)
  return { methodId, ...(bare ? { recoveryCodes: await replaceRecoveryCodes(trx, person.id, kernel.now()) } : {}) }
}

/** The proof of the set-up, as it is kept; undefined when the answer is none. */
async function proofOf({ kernel, session }: Pick<Visit, 'kernel' | 'session'>, question: Question, { code = '', passkey }: Answer) {
  const { configuration } = kernel
  if (question.channel === 'passkey')
    return passkey && question.passkeyChallenge ? checkRegistration(configuration, passkey, question.passkeyChallenge) : undefined
  if (question.channel === 'totp') {
    const { sealedSecret } = question
    const step = sealedSecret ? stepOf(configuration, session.userId, sealedSecret, code, kernel.now()) : undefined
    return step === undefined ? undefined : { sealedSecret, lastStep: step }
  }
  const right = question.codeHash !== null && sameCode(question.codeHash, hashCode(configuration, session.userId, code))
  return right ? { phone: question.phone } : undefined
}

const isStronger = (channel: MfaChannel, than: MfaChannel | null): boolean =>
  than === null || MFA_CHANNELS.indexOf(channel) < MFA_CHANNELS.indexOf(than)
