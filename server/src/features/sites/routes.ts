/** Sites: who holds the permission reaches those they belong to; everybody sees the one they are on in a narrow form. */

import { getSiteLogo, getSiteSettings, removeSiteLogo, setSiteLogo, sites } from '@corridor/contract/sites.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { THEME_COLORS, themeField } from '@corridor/domain/sites/theme.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Trx } from '../../platform/database/database.ts'
import { imageUrl, keepImage, receiveImage, sendImage } from '../../platform/files/images.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { portalLabel } from '../../platform/http/found-session.ts'
import { publicRoute, rawRoute, route } from '../../platform/http/route.ts'
import { onSite, scopeOfSession } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import {
  type ChangeCall,
  loadRow,
  lockRow,
  type ResourceBinding,
  type ResourceCall,
  type Row,
} from '../../platform/records/resource-rows.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'

const LOGO_URL = sql`case when t.logo_sha256 is not null then '/api/sites/' || t.id || '/logo?v=' || left(t.logo_sha256, 12) end`

const binding: ResourceBinding = {
  resource: sites,
  table: 'site',
  key: 'id',
  fields: {
    logoUrl: LOGO_URL,
    ...Object.fromEntries(THEME_COLORS.map((name) => [themeField(name), sql`t.theme->>${sql.lit(name)}`])),
    theme: sql`t.theme || jsonb_build_object('logo', ${LOGO_URL})`,
    users: sql`(select count(*) from user_site x join user_account u on u.id = x.user_id and u.status = 1 where x.site_id = t.id)`,
  },
  columns: Object.fromEntries(THEME_COLORS.map((name) => [themeField(name), null])),
  reach: (_, { userId }) => sql`exists (select from user_site x where x.site_id = t.id and x.user_id = ${userId})`,
  own: ({ siteId }) => sql`t.id = ${siteId}`,
  search: ['name', 'displayName', 'url', 'contactName'],
  dependants: [
    { what: 'other user', count: ({ id }) => sql`select greatest(count(*) - 1, 0) from user_site where site_id = ${id}` },
    { what: 'batch of reports', count: ({ id }) => sql`select count(*) from report_batch where site_id = ${id}` },
  ],
  parts: [{ table: 'userSite', column: 'siteId' }],
  inactive: { column: 'status', off: 'INACTIVE', on: 'ACTIVE' },
  check: checkSite,
  // People who switch to the site are sent to its address, and sign in there.
  confirms: ({ before, after }) => changesAddress(before, after),
  link: async ({ trx, session, before, after, key }) => {
    // Whoever makes a site belongs to it, or nobody could open it.
    if (!before)
      await trx
        .insertInto('userSite')
        .values({ userId: session.userId, siteId: Number(key) })
        .execute()
    const colors = THEME_COLORS.filter((name) => after?.[themeField(name)] !== undefined)
    if (colors.length === 0) return
    const changed = Object.fromEntries(colors.map((name) => [name, after?.[themeField(name)]]))
    await sql`update site set theme = theme || ${JSON.stringify(changed)}::jsonb where id = ${Number(key)}`.execute(trx)
  },
  masked: ['contactEmail', 'contactPhone'],
}

export function siteRoutes(app: FastifyInstance, kernel: Kernel): void {
  publicRoute(app, kernel, getSiteSettings, async ({ session }) => {
    const {
      minLength,
      minUniqueChars,
      minUpperAlphaChars,
      minLowerAlphaChars,
      minNumericChars,
      minSymbolChars,
      reusePasswords,
      expirationDays,
      sessionTimeout,
    } = await kernel.db
      .selectFrom('settings')
      .select([
        'minLength',
        'minUniqueChars',
        'minUpperAlphaChars',
        'minLowerAlphaChars',
        'minNumericChars',
        'minSymbolChars',
        'reusePasswords',
        'expirationDays',
        'sessionTimeout',
      ])
      .executeTakeFirstOrThrow()
    return {
      portalLabel: portalLabel(session.siteId || 1),
      minLength,
      minUniqueChars,
      minUpperAlphaChars,
      minLowerAlphaChars,
      minNumericChars,
      minSymbolChars,
      reusePasswords,
      expirationDays,
      sessionTimeout,
    }
  })
  publicRoute(app, kernel, getSiteLogo, async ({ input, request, reply }) =>
    sendImage(request, reply, kernel.files, await logoOf(kernel.db, input.id), { name: `site-${input.id}`, asked: input.v, shared: true }),
  )
  rawRoute(app, kernel, setSiteLogo, async ({ input, session, scope, request, transact }) => {
    // Reach before bytes: who may not change it hands in nothing.
    await transact(({ trx }) => loadRow({ trx, session, scope }, binding, setSiteLogo.access, input.id))
    const image = await receiveImage(request, kernel.files, 'logo')
    return transact(async ({ trx, record }) => {
      await keepImage(trx, image)
      return changeLogo({ trx, session, scope, record }, kernel, input.id, image.sha256)
    })
  })
  route(app, kernel, removeSiteLogo, ({ input, ...call }) => changeLogo(call, kernel, input.id, null))
  resourceRoutes(app, kernel, binding)
}

const changesAddress = (before: Row | undefined, after: Row | undefined): boolean =>
  before !== undefined && after?.url !== undefined && after.url !== before.url

async function checkSite({ trx, session, before, after }: ChangeCall): Promise<void> {
  if (session.userRole !== 'd' && (changesAddress(before, after) || (before === undefined && typeof after?.url === 'string')))
    throw new AppError('forbidden', { message: 'Only a manager can change the address of a site, because people sign in there.' })
  const leaves = before !== undefined && before.status === 'ACTIVE' && (after === undefined || after.status === 'INACTIVE')
  if (leaves) {
    if (before.id === session.siteId) throw inputError({ status: ['You are working on this site. Switch to another one first.'] })
    // Two who close the last two at the same moment take turns here; locking the rows themselves, they would wait for each other in a circle.
    await sql`select pg_advisory_xact_lock(hashtextextended('closing a site', 0))`.execute(trx)
    const active = await trx.selectFrom('site').select('id').where('status', '=', 'ACTIVE').execute()
    if (active.every(({ id }) => id === before.id)) throw inputError({ status: ['At least one site must stay active.'] })
  }
  if (before !== undefined && after === undefined) await refuseWhileUsed(trx, session, Number(before.id), String(before.name))
  if (typeof after?.url === 'string') await keepAddressesApart(trx, after.url, Number(before?.id ?? 0))
}

/** Records on another site are out of sight here, so they are counted there. */
async function refuseWhileUsed(trx: Trx, session: ChangeCall['session'], id: number, name: string): Promise<void> {
  // An inactive site is not in the session's list, but its rows stand: the caller belongs to it, or would not have reached it.
  const used = await onSite(trx, scopeOfSession(session), [{ id }], id, async () => {
    const { rows } = await sql<{ institutions: number; batches: number }>`select
      (select count(*) from institution_site where site_id = ${id}) as institutions, (select count(*) from report_batch where site_id = ${id}) as batches`.execute(
      trx,
    )
    return rows[0] ?? { institutions: 0, batches: 0 }
  })
  const { rows } = await sql<{ users: number }>`select greatest(count(*) - 1, 0) as users from user_site where site_id = ${id}`.execute(trx)
  const named = [
    [used.institutions, 'institution'],
    [used.batches, 'batch of reports'],
    [rows[0]?.users ?? 0, 'other user'],
  ] as const
  const depends = named.filter(([count]) => count > 0).map(([count, what]) => counted(count, what))
  if (depends.length > 0)
    throw new AppError('in_use', { message: `${name} has ${depends.join(', ')}. Deactivate it instead.`, meta: { [id]: depends } })
}

/** A visitor's host chooses the site, so two sites never share one. */
async function keepAddressesApart(trx: Trx, url: string, id: number): Promise<void> {
  const others = await trx.selectFrom('site').select(['displayName', 'url']).where('id', '!=', id).execute()
  const other = others.find((site) => hostOf(site.url ?? '') === hostOf(url))
  if (other) throw inputError({ url: [`${other.displayName} already has this address.`] })
}

const hostOf = (url: string): string => {
  const address = /^https?:/.test(url) ? url : `https://${url}`
  return URL.canParse(address) ? new URL(address).host : url
}

async function changeLogo(call: ResourceCall, kernel: Kernel, id: number, sha256: string | null) {
  await lockRow(call.trx, binding, id)
  await loadRow(call, binding, setSiteLogo.access, id)
  const before = await logoOf(call.trx, id)
  const later: RawBuilder<string> = sql`greatest(${kernel.now().toISOString()}::timestamptz, updated_at + interval '1 millisecond')`
  const { updatedAt } = await call.trx
    .updateTable('site')
    .set({ logoSha256: sha256, updatedAt: later })
    .where('id', '=', id)
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  await call.record({
    action: `sites.logo.${sha256 === null ? 'removed' : 'changed'}`,
    entity: 'sites',
    entityId: id,
    before: { logo: before },
    after: { logo: sha256 },
  })
  return { logoUrl: imageUrl(`/api/sites/${id}/logo`, sha256), updatedAt: z.string().parse(updatedAt) }
}

const logoOf = async (db: Db | Trx, id: number): Promise<string | null> =>
  (await db.selectFrom('site').select('logoSha256').where('id', '=', id).executeTakeFirst())?.logoSha256 ?? null
