/** Making, renewing and ending API keys. The secret leaves in one answer; what is kept finds it again and cannot tell it. */
import { randomBytes } from 'node:crypto'
import { scopesFor } from '@corridor/contract/api-key-scopes.ts'
import { API_KEY_DAYS_MOST, type ApiKey, type createApiKey, type revokeApiKey, type rotateApiKey } from '@corridor/contract/api-keys.ts'
import { uploadFile } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { allows } from '@corridor/domain/access/access.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { hashOfKey, KEY_PREFIX } from '../../platform/http/api-keys.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import { requireRecentSignIn } from '../../platform/http/sessions.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { mailOwner } from './mails.ts'
import { selectKey, selectLimits } from './queries.ts'

const MOST_OF_A_PERSON = 50
const DAY = 86_400_000
const HOUR = 3_600_000

/** @throws AppError confirm_required; input where a scope is beyond the caller's own rights, the carrier or institution unknown, the end past or too far off */
export async function makeKey(call: Call<typeof createApiKey>): Promise<ReplyOf<typeof createApiKey>> {
  const { kernel, trx, scope, session, record, input } = call
  requireRecentSignIn(call)
  const scopes = input.carrierCode === null ? input.scopes : uploadFile.access.anyOf.map((code) => ({ code, access: 2 as const }))
  const offered = scopesFor(session)
  const beyond = scopes.filter((one) => !offered.some(({ code, access }) => code === one.code && access === one.access))
  if (input.carrierCode !== null && !allows(session, uploadFile.access))
    throw inputError({ carrierCode: ['Uploading carriers’ files is beyond your own rights, so a key of yours cannot do it.'] })
  if (beyond.length > 0) throw inputError({ scopes: ['A key cannot be given more than you may do yourself. Choose again.'] })
  await refuseUnknown(call)
  const ofClient = scope.side === 'client'
  const institutionId = ofClient ? scope.institutionId : input.institutionId
  refuseEnd(input.expiresOn, await dayOfSite(kernel, trx, scope.siteId))
  const secret = newSecret()
  const { id } = await trx
    .insertInto('apiKey')
    .values({
      siteId: scope.siteId,
      ownerId: session.userId,
      name: input.name,
      hint: hintOf(secret),
      secretHash: hashOfKey(kernel, secret),
      scopes: JSON.stringify(scopes),
      carrierCode: input.carrierCode,
      institutionId,
      ofClient,
      expiresOn: plainDate(input.expiresOn),
      createdAt: kernel.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name, carrierCode, expiresOn } = input
  const after = { name, scopes, carrierCode, institutionId, expiresOn }
  await record({ action: 'api-keys.made', entity: 'api-keys', entityId: id, after, ...ofInstitution(institutionId) })
  const key = await selectKey(kernel, trx, scope, id)
  await mailOwner(call, key)
  return { ...key, secret }
}

/** @throws AppError confirm_required; not_found; forbidden for another person's, whose secret would act as them; wrong_status once it has ended */
export async function rotateKey(call: Call<typeof rotateApiKey>): Promise<ReplyOf<typeof rotateApiKey>> {
  const { kernel, trx, scope, session, record, input } = call
  requireRecentSignIn(call)
  await trx.selectFrom('apiKey').select('id').where('id', '=', input.id).where('siteId', '=', scope.siteId).forUpdate().execute()
  const before = await selectKey(kernel, trx, scope, input.id)
  if (before.ownerId !== session.userId)
    throw new AppError('forbidden', { message: `Only ${before.ownerName} can give this key a new secret: it acts with their rights.` })
  if (before.status !== 'ACTIVE') throw new AppError('wrong_status', { message: 'This key has ended. Make a new one.' })
  const secret = newSecret()
  const now = kernel.now()
  const until = new Date(now.getTime() + input.overlapHours * HOUR).toISOString()
  const goesOn = input.overlapHours > 0
  await trx
    .updateTable('apiKey')
    .set((of) => ({
      formerHash: goesOn ? of.ref('secretHash') : null,
      formerUntil: goesOn ? until : null,
      secretHash: hashOfKey(kernel, secret),
      hint: hintOf(secret),
      rotatedAt: now.toISOString(),
    }))
    .where('id', '=', input.id)
    .execute()
  const [was, is] = [{ hint: before.hint }, { hint: hintOf(secret), overlapHours: input.overlapHours }]
  await record({
    action: 'api-keys.rotated',
    entity: 'api-keys',
    entityId: input.id,
    before: was,
    after: is,
    ...ofInstitution(before.institutionId),
  })
  const key = await selectKey(kernel, trx, scope, input.id)
  await mailOwner(call, key, input.overlapHours)
  return { ...key, secret }
}

/** Again, it changes nothing. @throws AppError not_found */
export async function revokeKey({ kernel, trx, scope, session, record, input }: Call<typeof revokeApiKey>): Promise<ApiKey> {
  await selectKey(kernel, trx, scope, input.id)
  const { numUpdatedRows } = await trx
    .updateTable('apiKey')
    .set({ revokedAt: kernel.now().toISOString(), revokedBy: session.userId, formerHash: null, formerUntil: null })
    .where('id', '=', input.id)
    .where('siteId', '=', scope.siteId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const key = await selectKey(kernel, trx, scope, input.id)
  if (numUpdatedRows > 0n) {
    const about = ofInstitution(key.institutionId)
    await record({ action: 'api-keys.revoked', entity: 'api-keys', entityId: input.id, after: { name: key.name }, ...about })
  }
  return key
}

/** The log finds what was done about a key under its institution, too. */
const ofInstitution = (institutionId: number | null) => (institutionId === null ? {} : { institutionId })

const newSecret = (): string => `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`
/** Six of 43 letters: nobody comes nearer to the rest by them. */
const hintOf = (secret: string): string => secret.slice(0, KEY_PREFIX.length + 6)

async function refuseUnknown({ trx, scope, session, input: { carrierCode, institutionId } }: Call<typeof createApiKey>): Promise<void> {
  const { count } = await trx
    .selectFrom('apiKey')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('ownerId', '=', session.userId)
    .where('siteId', '=', scope.siteId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= MOST_OF_A_PERSON) throw inputError({ name: [`You have ${MOST_OF_A_PERSON} keys. Revoke one that is no longer used.`] })
  if (institutionId !== null && !(await selectLimits(trx, scope)).some(({ id }) => id === institutionId))
    throw inputError({ institutionId: ['No active institution of this site has this number.'] })
  if (carrierCode === null) return
  const known = await trx.selectFrom('carrier').select('id').where('code', '=', carrierCode).executeTakeFirst()
  if (!known) throw inputError({ carrierCode: ['No carrier has this code.'] })
}

function refuseEnd(expiresOn: string, today: string): void {
  const latest = new Date(Date.parse(today) + API_KEY_DAYS_MOST * DAY).toISOString().slice(0, 10)
  if (expiresOn < today) throw inputError({ expiresOn: ['Choose today or a later day.'] })
  if (expiresOn > latest)
    throw inputError({ expiresOn: [`Choose a day up to ${formatDate(plainDate(latest))}: a key is good for a year at most.`] })
}
