/** The bell. Read and written as corridor_app, whose policy lets through the person's own rows only; nobody reads it through another's eyes. */
import { BELL_MOST, getNoticeChoices, listNotifications, readNotifications, saveNoticeChoice } from '@corridor/contract/notifications.ts'
import { isStaff, type Role } from '@corridor/domain/access/access.ts'
import { chosenKindsFor, NOTICE_KINDS } from '@corridor/domain/sites/notice-kinds.ts'
import type { FastifyInstance } from 'fastify'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { asPerson } from '../../platform/database/as-person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { rawRoute } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'

export function notificationRoutes(app: FastifyInstance, kernel: Kernel): void {
  rawRoute(app, kernel, listNotifications, async ({ session: { userId, siteId, actingAs } }) => {
    if (actingAs) return { records: [], unread: 0 }
    return asPerson(kernel.db, userId, async (trx) => {
      const found = await trx
        .selectFrom('notification')
        .select(['id', 'kind', 'title', 'link', 'createdAt', 'readAt'])
        .where('userId', '=', userId)
        .where('siteId', '=', siteId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(BELL_MOST)
        .execute()
      const { unread } = await trx
        .selectFrom('notification')
        .select((of) => of.fn.countAll<number>().as('unread'))
        .where('userId', '=', userId)
        .where('siteId', '=', siteId)
        .where('readAt', 'is', null)
        .executeTakeFirstOrThrow()
      return { records: found.map(({ readAt, ...row }) => ({ ...row, isRead: readAt !== null })), unread }
    })
  })
  rawRoute(app, kernel, readNotifications, async ({ session: { userId, siteId }, input: { ids } }) =>
    asPerson(kernel.db, userId, async (trx) => {
      let read = trx
        .updateTable('notification')
        .set({ readAt: kernel.now().toISOString() })
        .where('userId', '=', userId)
        .where('siteId', '=', siteId)
        .where('readAt', 'is', null)
      if (ids) read = read.where('id', 'in', ids.length > 0 ? ids : [0])
      await read.execute()
    }),
  )
  rawRoute(app, kernel, getNoticeChoices, async ({ session: { userId, userRole } }) =>
    asPerson(kernel.db, userId, (trx) => selectChoices(trx, userId, userRole)),
  )
  rawRoute(app, kernel, saveNoticeChoice, async (call) => {
    const { kind, delivery } = call.input
    const { userId, userRole } = call.session
    return asPerson(kernel.db, userId, async (trx) => {
      const before = await selectChoices(trx, userId, userRole)
      await trx
        .insertInto('notificationChoice')
        .values({ userId, kind, delivery })
        .onConflict((row) => row.columns(['userId', 'kind']).doUpdateSet({ delivery }))
        .execute()
      await recordActivity(trx, call, {
        action: 'profile.saved',
        entity: 'users',
        entityId: userId,
        before: { [kind]: before.choices[kind] },
        after: { [kind]: delivery },
      })
      return selectChoices(trx, userId, userRole)
    })
  })
}

/** Kinds that the person's side is told of, each with their choice or the usual. */
async function selectChoices(trx: Trx, userId: number, role: Role) {
  const made = await trx.selectFrom('notificationChoice').select(['kind', 'delivery']).where('userId', '=', userId).execute()
  return {
    choices: Object.fromEntries(
      chosenKindsFor(isStaff(role)).map((kind) => {
        const delivery = made.find((each) => each.kind === kind)?.delivery
        return [kind, delivery ?? NOTICE_KINDS[kind].usual]
      }),
    ),
  }
}
