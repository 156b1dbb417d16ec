/** A site's menus as a generic resource: drafts are written to, what was published is kept as it was; publishing writes the site's navigation. */
import { clientMenus, type publishMenu } from '@corridor/contract/client-menus.ts'
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { compareMenus } from '@corridor/domain/client-menu/editing.ts'
import { readNavigation } from '@corridor/domain/client-menu/items.ts'
import { checkMenu } from '@corridor/domain/client-menu/validation.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { type ChangeCall, lockRow, type ResourceBinding } from '../../platform/records/resource-rows.ts'

const PUBLISHER = sql<string | null>`(select u.first_name || ' ' || u.last_name from user_account u where u.id = t.published_by)`
const ITEM_COUNT = sql<number>`jsonb_array_length(t.items)`

export const menuBinding: ResourceBinding = {
  resource: clientMenus,
  table: 'clientMenu',
  key: 'id',
  fields: { itemCount: ITEM_COUNT, publishedByName: PUBLISHER },
  columns: { items: null },
  reach: ({ siteId }) => sql`t.site_id = ${siteId}`,
  search: ['name', 'note'],
  dependants: [],
  check: checkDraft,
  // A list of objects is one JSON value here, not an array of PostgreSQL's.
  link: async ({ trx, after, key }) => {
    if (after?.items !== undefined)
      await sql`update client_menu set items = ${JSON.stringify(after.items)}::jsonb where id = ${Number(key)}`.execute(trx)
  },
  // In full it would drown the log; a publication tells what changed.
  masked: ['items'],
}

/** Only a draft changes. It may lack what is still to be written, but never stands in itself or leads where nothing may lead. */
async function checkDraft({ trx, before, after }: ChangeCall): Promise<void> {
  if (before && before.status !== 'DRAFT')
    throw new AppError('wrong_status', { message: 'What was published is kept as it was. Make a draft from it and change that.' })
  if (after?.items === undefined) return
  const faults = (await faultsOf(trx, after.items)).filter(({ unfinished }) => !unfinished)
  if (faults.length > 0) throw inputError(fieldsOf(faults))
}

/**
 * Puts a draft, or an earlier menu once more, before the site's clients. What was published becomes an earlier one; an earlier one is copied, so
 * that the history tells every change in its order. Publications of a site take turns at the site's row.
 */
export async function publish(
  kernel: Kernel,
  {
    input,
    trx,
    scope,
    record,
  }: { input: ParsedOf<typeof publishMenu>; trx: Trx; scope: Scope; record: (event: ActivityEvent) => Promise<void> },
): Promise<ReplyOf<typeof publishMenu>> {
  const site = await trx.selectFrom('site').select('siteNavigation').where('id', '=', scope.siteId).forUpdate().executeTakeFirstOrThrow()
  await lockRow(trx, menuBinding, input.id)
  const menu = await trx
    .selectFrom('clientMenu')
    .select(['id', 'name', 'items', 'status', 'updatedAt'])
    .where('id', '=', input.id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!menu) throw new AppError('not_found')
  if (menu.updatedAt !== new Date(input.updatedAt).toISOString())
    throw new AppError('conflict', { message: 'This menu was changed in the meantime. Review it again before you publish it.' })
  if (menu.status === 'PUBLISHED') throw new AppError('wrong_status', { message: 'This menu is already published.' })
  const faults = await faultsOf(trx, menu.items)
  if (faults.length > 0) throw inputError(fieldsOf(faults))
  const now = kernel.now().toISOString()
  const publication = { status: 'PUBLISHED', note: input.note, publishedBy: scope.userId, publishedAt: now, updatedAt: now } as const
  await trx
    .updateTable('clientMenu')
    .set({ status: 'EARLIER' })
    .where('siteId', '=', scope.siteId)
    .where('status', '=', 'PUBLISHED')
    .execute()
  const items = sql<never>`${JSON.stringify(menu.items)}::jsonb`
  const { id } =
    menu.status === 'DRAFT'
      ? await trx.updateTable('clientMenu').set(publication).where('id', '=', menu.id).returning('id').executeTakeFirstOrThrow()
      : await trx
          .insertInto('clientMenu')
          .values({ ...publication, siteId: scope.siteId, name: menu.name, items, copiedFrom: menu.id })
          .returning('id')
          .executeTakeFirstOrThrow()
  await trx.updateTable('site').set({ siteNavigation: items }).where('id', '=', scope.siteId).execute()
  const changes = compareMenus(readNavigation(site.siteNavigation), readNavigation(menu.items)).map(({ sentence }) => sentence)
  await record({
    action: 'client-menus.published',
    entity: 'client-menus',
    entityId: id,
    after: { name: menu.name, note: input.note, ...(id === menu.id ? {} : { again: menu.id }), changes: changes.slice(0, CHANGES_TOLD) },
  })
  return selectPublications(trx, scope).where('t.id', '=', id).executeTakeFirstOrThrow()
}
const CHANGES_TOLD = 50

/** Every menu that was ever put before the site's clients. */
export const selectPublications = (trx: Trx, { siteId }: Scope) =>
  trx
    .selectFrom('clientMenu as t')
    .select([
      't.id',
      't.name',
      't.status',
      ITEM_COUNT.as('itemCount'),
      't.note',
      't.copiedFrom',
      't.publishedAt',
      PUBLISHER.as('publishedByName'),
    ])
    .where('t.siteId', '=', siteId)
    .where('t.status', '<>', 'DRAFT')
export const PUBLICATION_FIELDS = { publishedByName: PUBLISHER, itemCount: ITEM_COUNT }

export async function selectMenuChoices(trx: Trx) {
  const [reportTypes, carriers] = await Promise.all([
    trx.selectFrom('reportType').select(['code', 'name']).orderBy('displayOrder').orderBy('code').execute(),
    trx.selectFrom('carrier').select(['code', 'shortName as name']).orderBy('shortName').orderBy('code').execute(),
  ])
  return { reportTypes, carriers }
}

async function faultsOf(trx: Trx, items: unknown) {
  const { reportTypes, carriers } = await selectMenuChoices(trx)
  return checkMenu(readNavigation(items), {
    reportCodes: reportTypes.map(({ code }) => code),
    carrierCodes: carriers.map(({ code }) => code),
  })
}

/** `items.7.Route` names item 7's field, as the builder shows it. */
function fieldsOf(faults: ReturnType<typeof checkMenu>): Record<string, string[]> {
  const fields = Map.groupBy(faults, ({ id, field }) => (id === 0 ? 'items' : `items.${id}.${field}`))
  return Object.fromEntries([...fields].map(([name, of]) => [name, of.map(({ message }) => message)]))
}
