/** One's own profile and portrait. Written as corridor_app, which may set these columns and no others: no input reaches role, institution or status. */
import { getAvatar, getProfile, type Profile, removeAvatar, saveProfile, uploadAvatar } from '@corridor/contract/profile.ts'
import type { FastifyInstance } from 'fastify'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { asPerson } from '../../platform/database/as-person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { imageUrl, keepImage, receiveImage, sendImage } from '../../platform/files/images.ts'
import { AppError } from '../../platform/http/errors.ts'
import { rawRoute } from '../../platform/http/route.ts'
import { requireRecentSignIn } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { firstStepRoutes } from './first-steps.ts'
import { settingRoutes } from './settings.ts'

export function profileRoutes(app: FastifyInstance, kernel: Kernel): void {
  settingRoutes(app, kernel)
  firstStepRoutes(app, kernel)
  rawRoute(app, kernel, getProfile, async ({ session }) => asPerson(kernel.db, session.userId, (trx) => selectProfile(trx, session.userId)))
  rawRoute(app, kernel, saveProfile, async (call) => {
    const { updatedAt, ...wanted } = call.input
    const userId = call.session.userId
    return asPerson(kernel.db, userId, async (trx) => {
      await trx.selectFrom('userAccount').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
      const before = await selectProfile(trx, userId)
      if (before.updatedAt !== updatedAt) throw new AppError('conflict', { meta: { current: before, yours: wanted } })
      // The phone may be where codes go one day: it is changed by who knows the password (ASVS 7.5.1).
      if (wanted.phone !== undefined && wanted.phone !== before.phone) requireRecentSignIn(call)
      await trx
        .updateTable('userAccount')
        .set({ ...wanted, updatedAt: later(kernel.now(), updatedAt) })
        .where('id', '=', userId)
        .execute()
      const after = await selectProfile(trx, userId)
      await recordActivity(trx, call, {
        action: 'profile.saved',
        entity: 'users',
        entityId: userId,
        before: masked(before),
        after: masked(after),
      })
      return after
    })
  })
  rawRoute(app, kernel, uploadAvatar, async (call) => {
    const image = await receiveImage(call.request, kernel.files, 'avatar')
    return asPerson(kernel.db, call.session.userId, async (trx) => {
      await keepImage(trx, image)
      return setAvatar(trx, call, image.sha256)
    })
  })
  rawRoute(app, kernel, removeAvatar, async (call) => asPerson(kernel.db, call.session.userId, (trx) => setAvatar(trx, call, null)))
  rawRoute(app, kernel, getAvatar, async ({ session, request, reply, input }) => {
    const found = await kernel.db.selectFrom('userAccount').select('avatarSha256').where('id', '=', session.userId).executeTakeFirst()
    return sendImage(request, reply, kernel.files, found?.avatarSha256, { name: 'portrait', asked: input.v })
  })
}

async function selectProfile(trx: Trx, userId: number): Promise<Profile> {
  const { avatarSha256, ...found } = await trx
    .selectFrom('userAccount')
    .select([
      'firstName',
      'middleName',
      'lastName',
      'displayName',
      'title',
      'bio',
      'phone',
      'extension',
      'mailReports',
      'mailFrequency',
      'email',
      'avatarSha256',
      'passwordChangedAt',
      'updatedAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...found, avatarUrl: imageUrl('/api/profile/avatar', avatarSha256) }
}

type Asked = Parameters<typeof recordActivity>[1]

async function setAvatar(trx: Trx, { session, request }: Asked, avatarSha256: string | null): Promise<Profile> {
  await trx.updateTable('userAccount').set({ avatarSha256 }).where('id', '=', session.userId).execute()
  await recordActivity(
    trx,
    { session, request },
    { action: 'profile.portrait', entity: 'users', entityId: session.userId, after: { avatarSha256 } },
  )
  return selectProfile(trx, session.userId)
}

/** Saved within the same millisecond, it is still a later version. */
const later = (now: Date, than: string): string => new Date(Math.max(now.getTime(), Date.parse(than) + 1)).toISOString()

/** The log keeps who changed which field; a person's number and words stay out of it. */
const masked = ({ phone, bio, email: _, avatarUrl: __, updatedAt: ___, passwordChangedAt: ____, ...rest }: Profile) => ({
  ...rest,
  phone: phone && '(masked)',
  bio: bio && '(masked)',
})
