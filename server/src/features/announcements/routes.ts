/** Announcements: kept by staff for sites, roles and institutions; each person is answered those of today that are meant for them. */
import {
  ANNOUNCEMENT_PHASES,
  announcements,
  countAudience,
  dismissAnnouncement,
  listActiveAnnouncements,
  removeAnnouncement,
  searchAnnouncements,
} from '@corridor/contract/announcements.ts'
import type { Session } from '@corridor/contract/session.ts'
import { ROLES } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { removeRows } from '../../platform/records/resource-removal.ts'
import type { ChangeCall, ResourceBinding } from '../../platform/records/resource-rows.ts'
import { listRows, resourceRoutes } from '../../platform/records/resources.ts'
import { type Audience, selectAudience, selectShown } from './queries.ts'

function bindingOf(kernel: Kernel): ResourceBinding {
  const { phase, ...fields } = FIELDS
  const phaseNow = () => phase(kernel.now().toISOString())
  return {
    resource: announcements,
    table: 'announcement',
    key: 'id',
    // Read at each call: which phase it is in is a matter of the day.
    get fields() {
      return { ...fields, phase: phaseNow() }
    },
    reach: ({ siteId }) => sql`(t.site_ids = '{}' or ${siteId} = any(t.site_ids))`,
    search: ['title', 'body'],
    filters: {
      phase: (phases) => sql`${phaseNow()} = any(${Array.isArray(phases) ? phases : [phases]})`,
      role: (role) => sql`(t.roles = '{}' or ${role} = any(t.roles))`,
      institutionId: (id) => sql`(t.institution_ids = '{}' or ${id} = any(t.institution_ids))`,
    },
    dependants: [],
    inactive: { column: 'status', off: 'INACTIVE', on: 'ACTIVE' },
    check: checkAnnouncement,
    nameOf: ({ title }) => String(title),
  }
}

const FIELDS = {
  sites: sql`array(select s.display_name from site s where s.id = any(t.site_ids) order by s.id)`,
  institutions: sql`array(select i.name from institution i where i.id = any(t.institution_ids) order by i.name)`,
  phase: (
    now: string,
  ) => sql`(select case when t.status = 'INACTIVE' then ${ANNOUNCEMENT_PHASES[3]} when t.starts_on > d.today then ${ANNOUNCEMENT_PHASES[1]}
    when t.ends_on < d.today then ${ANNOUNCEMENT_PHASES[2]} else ${ANNOUNCEMENT_PHASES[0]} end
    from (select (${now}::timestamptz at time zone s.time_zone)::date as today from site s
      where s.id = (select nullif(current_setting('app.site', true), '')::int)) d)`,
} as const

export function announcementRoutes(app: FastifyInstance, kernel: Kernel): void {
  const binding = bindingOf(kernel)
  route(app, kernel, listActiveAnnouncements, async ({ trx, scope, session }) => ({
    records: await selectShown(kernel, trx, scope, session),
  }))
  route(app, kernel, searchAnnouncements, async ({ input, ...call }) =>
    listReply.parse(await listRows(call, binding, searchAnnouncements.access, input)),
  )
  route(app, kernel, countAudience, async ({ trx, session, input }) => {
    const byRole = await selectAudience(trx, await withinSight(trx, session, input))
    return { people: byRole.reduce((sum, { people }) => sum + people, 0), byRole }
  })
  route(app, kernel, dismissAnnouncement, async ({ trx, scope, session, input }) => {
    const shown = (await selectShown(kernel, trx, scope, session)).find(({ id }) => id === input.id)
    if (!shown) throw new AppError('not_found')
    if (!shown.dismissible) throw inputError({ id: ['This announcement cannot be dismissed until it ends.'] })
    await trx
      .insertInto('announcementDismissal')
      .values({ announcementId: input.id, userId: scope.userId, dismissedAt: kernel.now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return undefined
  })
  route(app, kernel, removeAnnouncement, async ({ input, ...call }) => {
    await removeRows(call, kernel, binding, [input.id])
    return undefined
  })
  resourceRoutes(app, kernel, binding)
}

/** Sites and institutions out of the caller's sight count nobody. That none is named means all; a number that is nobody's keeps it apart. */
async function withinSight(trx: Trx, { sites }: Session, asked: Audience): Promise<Audience> {
  const { rows } = await sql<{ id: number }>`select id from institution where id = any(${asked.institutionIds}::int[])`.execute(trx)
  const seen = (ids: readonly number[], open: readonly { id: number }[]) => {
    const left = ids.filter((id) => open.some((one) => one.id === id))
    return ids.length > 0 && left.length === 0 ? [0] : left
  }
  return { ...asked, siteIds: seen(asked.siteIds, sites), institutionIds: seen(asked.institutionIds, rows) }
}

const listReply = searchAnnouncements.reply
const audience = z.object({
  siteIds: z.array(z.int()).optional(),
  roles: z.array(z.enum(ROLES)).optional(),
  institutionIds: z.array(z.int()).optional(),
  startsOn: z.string().optional(),
  endsOn: z.string().nullable().optional(),
})

/** Nobody writes to sites they do not belong to, nor to institutions of another site; what stood there before may stay. */
async function checkAnnouncement({ trx, session, before, after }: ChangeCall): Promise<void> {
  if (after === undefined) return
  const given = audience.parse(after)
  const stood = audience.parse(before ?? {})
  const added = (name: 'siteIds' | 'institutionIds') => (given[name] ?? []).filter((id) => !stood[name]?.includes(id))
  if (added('siteIds').some((id) => !session.sites.some((site) => site.id === id))) throw new AppError('not_found')
  // An announcement that leaves the site its writer is on would be out of their own sight.
  if (given.siteIds && given.siteIds.length > 0 && !given.siteIds.includes(session.siteId))
    throw inputError({ siteIds: [`Keep ${session.siteName} among the sites, or switch to the other site and create it there.`] })
  const institutions = added('institutionIds')
  if (institutions.length > 0) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from institution i where i.id = any(${institutions}::int[])`.execute(trx)
    if (rows[0]?.count !== new Set(institutions).size) throw new AppError('not_found')
  }
  const [from, to] = [given.startsOn ?? stood.startsOn, given.endsOn === undefined ? stood.endsOn : given.endsOn]
  if (from && to && to < from) throw inputError({ endsOn: ['The last day must be after the first.'] })
}
