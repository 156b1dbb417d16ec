/** Saved views of lists: one's own, those shared with one's role, and the one everybody begins with. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
  VIEWS_MOST,
} from '@corridor/contract/saved-views.ts'
import type { Session } from '@corridor/contract/session.ts'
import { type Access, allows, isStaff } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { JsonValue } from '../../db/schema.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'

type Written = Pick<SavedView, 'name' | 'sharedWith' | 'role' | 'query' | 'isDefault'>

export function savedViewRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listSavedViews, async ({ input, session, scope, trx }) => {
    mayList(session, input.list)
    const rows = await usable(trx, scope).where('v.list', '=', input.list).execute()
    return { records: rows.map((row) => shown(row, session)) }
  })
  route(app, kernel, createSavedView, async ({ input: { list, ...written }, session, scope, trx, record }) => {
    mayList(session, list)
    mayShare(session, written)
    const { count } = await trx
      .selectFrom('savedView')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('list', '=', list)
      .where('ownerId', '=', scope.userId)
      .executeTakeFirstOrThrow()
    if (count >= VIEWS_MOST) throw inputError({ name: [`You keep ${VIEWS_MOST} views of this list already. Delete one first.`] })
    if (written.isDefault) await clearDefault(trx, scope, list)
    const { id } = await asTaken(() =>
      trx
        .insertInto('savedView')
        .values({ ...stored(written), list, siteId: scope.siteId, ownerId: scope.userId })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await record({ action: 'saved-views.created', entity: 'saved-views', entityId: id, after: { list, ...written } })
    return shown(await load(trx, scope, id), session)
  })
  route(app, kernel, updateSavedView, async ({ input: { id, ...written }, session, scope, trx, record }) => {
    const before = await load(trx, scope, id)
    mayList(session, before.list)
    mayChange(session, before)
    mayShare(session, written)
    if (written.isDefault) await clearDefault(trx, scope, before.list, id)
    await asTaken(() =>
      trx
        .updateTable('savedView')
        .set({ ...stored(written), updatedAt: kernel.now().toISOString() })
        .where('id', '=', id)
        .where('siteId', '=', scope.siteId)
        .execute(),
    )
    await record({
      action: 'saved-views.saved',
      entity: 'saved-views',
      entityId: id,
      before: { name: before.name, query: before.query },
      after: written,
    })
    return shown(await load(trx, scope, id), session)
  })
  route(app, kernel, deleteSavedView, async ({ input: { id }, session, scope, trx, record }) => {
    const before = await load(trx, scope, id)
    mayChange(session, before)
    await trx.deleteFrom('savedView').where('id', '=', id).where('siteId', '=', scope.siteId).execute()
    await record({ action: 'saved-views.deleted', entity: 'saved-views', entityId: id, before: { list: before.list, name: before.name } })
    return undefined
  })
}

const LISTS: ReadonlyMap<string, Access> = new Map(
  ENDPOINTS.flatMap(({ endpoint }) => (endpoint.method === 'GET' ? [[endpoint.path, endpoint.access] as const] : [])),
)

/** Whoever may not open a list learns nothing of how others look at it. */
function mayList(session: Session, list: string): void {
  const access = LISTS.get(list.split('#')[0] ?? '')
  if (!access) throw inputError({ list: ['There is no such list'] })
  if (!allows(session, access)) throw new AppError('forbidden')
}

function mayShare(session: Session, { sharedWith, role, isDefault }: Written): void {
  if (sharedWith !== 'nobody' && !isStaff(session.userRole))
    throw new AppError('forbidden', { message: 'Your views can only be for yourself.' })
  if ((sharedWith === 'role') !== (role !== null)) throw inputError({ role: ['Choose the role to share with'] })
  if (isDefault && session.userRole !== 'd')
    throw new AppError('forbidden', { message: 'Only a manager can set the default view of a list for everyone.' })
  if (isDefault && sharedWith !== 'everyone') throw inputError({ isDefault: ['A default view must be shared with everyone'] })
}

/** One's own; managers tidy up what is shared. */
const mayChangeIt = (session: Session, view: { ownerId: number; sharedWith: string }): boolean =>
  view.ownerId === session.userId || (session.userRole === 'd' && view.sharedWith !== 'nobody')
function mayChange(session: Session, view: { ownerId: number; sharedWith: string }): void {
  if (!mayChangeIt(session, view))
    throw new AppError('forbidden', { message: 'This view is someone else’s. Save it under a name of your own.' })
}

const usable = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('savedView as v')
    .innerJoin('userAccount as u', 'u.id', 'v.ownerId')
    .select([
      'v.id',
      'v.list',
      'v.name',
      'v.sharedWith',
      'v.role',
      'v.query',
      'v.isDefault',
      'v.ownerId',
      sql<string>`u.first_name || ' ' || u.last_name`.as('owner'),
    ])
    .where('v.siteId', '=', scope.siteId)
    // Managers see what any role shares: they keep it in order.
    .where((where) =>
      where.or([
        where('v.ownerId', '=', scope.userId),
        where('v.sharedWith', '=', 'everyone'),
        where.and([where('v.sharedWith', '=', 'role'), scope.role === 'd' ? sql<boolean>`true` : where('v.role', '=', scope.role)]),
      ]),
    )
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')

async function load(trx: Trx, scope: Scope, id: number) {
  const row = await usable(trx, scope).where('v.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

type ViewRow = Awaited<ReturnType<typeof load>>

const shown = (row: ViewRow, session: Session): SavedView => ({
  ...parsed.parse(row),
  mine: mayChangeIt(session, row),
})
const parsed = createSavedView.reply.omit({ mine: true })

const stored = (written: Written) => ({ ...written, query: sql<JsonValue>`${JSON.stringify(written.query)}::jsonb` })

const clearDefault = (trx: Trx, scope: Scope, list: string, but = 0) =>
  trx
    .updateTable('savedView')
    .set({ isDefault: false })
    .where('siteId', '=', scope.siteId)
    .where('list', '=', list)
    .where('isDefault', '=', true)
    .where('id', '<>', but)
    .execute()

async function asTaken<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Error && 'constraint' in cause && cause.constraint === 'saved_view_name')
      throw inputError({ name: ['You have a view of this name already.'] })
    throw cause
  }
}
