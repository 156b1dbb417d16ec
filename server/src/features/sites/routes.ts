/** Sites: who holds the permission reaches those they belong to; everybody sees the one they are on in a narrow form. */
import { getSiteSettings, sites } from '@corridor/contract/sites.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inputError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { resourceRoutes } from '../../kernel/resources.ts'
import { publicRoute } from '../../kernel/route.ts'
import { portalLabel } from '../../kernel/session-lookup.ts'

export function siteRoutes(app: FastifyInstance, kernel: Kernel): void {
  publicRoute(app, kernel, getSiteSettings, async ({ session }) => {
    const { minLength, minUniqueChars, minUpperAlphaChars, minLowerAlphaChars, minNumericChars, minSymbolChars, sessionTimeout } =
      await kernel.db
        .selectFrom('settings')
        .select([
          'minLength',
          'minUniqueChars',
          'minUpperAlphaChars',
          'minLowerAlphaChars',
          'minNumericChars',
          'minSymbolChars',
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
      sessionTimeout,
    }
  })
  resourceRoutes(app, kernel, {
    resource: sites,
    table: 'site',
    key: 'id',
    fields: { logoUrl: sql`null` },
    reach: (_, { userId }) => sql`exists (select from user_site x where x.site_id = t.id and x.user_id = ${userId})`,
    own: ({ siteId }) => sql`t.id = ${siteId}`,
    search: ['name', 'displayName', 'url'],
    dependants: [
      { what: 'institutions', count: ({ id }) => sql`select count(*) from institution_site where site_id = ${id}` },
      { what: 'other users', count: ({ id }) => sql`select greatest(count(*) - 1, 0) from user_site where site_id = ${id}` },
      { what: 'batches of reports', count: ({ id }) => sql`select count(*) from report_batch where site_id = ${id}` },
    ],
    parts: [{ table: 'userSite', column: 'siteId' }],
    check: async ({ session, before, after }) => {
      const leavesItself = before?.id === session.siteId && (after === undefined || after.status === 'INACTIVE')
      if (leavesItself) throw inputError({ status: ['You are working on this site. Switch to another one first.'] })
    },
    // Whoever makes a site belongs to it, or nobody could open it.
    link: async ({ trx, session, before, key }) => {
      if (!before)
        await trx
          .insertInto('userSite')
          .values({ userId: session.userId, siteId: Number(key) })
          .execute()
    },
  })
}
