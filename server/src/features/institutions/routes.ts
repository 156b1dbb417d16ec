/** Institutions of the active site; clients see their own in a narrow form. What hangs on one is counted with links. */
import { getRelated, institutions } from '@corridor/contract/institutions.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { loadRow, type ResourceBinding } from '../../kernel/resource-rows.ts'
import { resourceRoutes } from '../../kernel/resources.ts'
import { route } from '../../kernel/route.ts'
import { selectRelated } from './queries.ts'

const binding: ResourceBinding = {
  resource: institutions,
  table: 'institution',
  key: 'id',
  fields: {
    logo: sql`null`,
    carriers: sql`array(select distinct p.carrier_code from policy p where p.institution_id = t.id order by 1)`,
  },
  reach: ({ siteId }) => sql`exists (select from institution_site x where x.institution_id = t.id and x.site_id = ${siteId})`,
  own: ({ institutionId }) => sql`t.id = ${institutionId}`,
  search: ['name', 'legalName', 'city', 'fdicCert'],
  filters: { carrierCode: (code) => sql`exists (select from policy p where p.institution_id = t.id and p.carrier_code = ${code})` },
  dependants: [
    { what: 'users', count: ({ id }) => sql`select count(*) from user_account where institution_id = ${id}` },
    { what: 'representatives', count: ({ id }) => sql`select count(*) from user_institution where institution_id = ${id}` },
    { what: 'plans', count: ({ id }) => sql`select count(*) from plan where institution_id = ${id}` },
    { what: 'policies', count: ({ id }) => sql`select count(*) from policy where institution_id = ${id}` },
    { what: 'reports', count: ({ id }) => sql`select count(*) from report where institution_id = ${id}` },
    { what: 'documents', count: ({ id }) => sql`select count(*) from client_report where institution_id = ${id}` },
  ],
  parts: [
    { table: 'institutionSite', column: 'institutionId' },
    { table: 'membership', column: 'institutionId' },
  ],
  inactive: { column: 'status', off: 'INACTIVE', on: 'ACTIVE' },
  // A new institution belongs to the site it is made on; other sites take it up themselves.
  link: async ({ trx, scope, before, key }) => {
    if (before) return
    await trx
      .insertInto('institutionSite')
      .values({ institutionId: Number(key), siteId: scope.siteId })
      .execute()
    await trx
      .insertInto('membership')
      .values({ institutionId: Number(key), siteId: scope.siteId, userId: null })
      .execute()
  },
  masked: ['ein'],
}

export function institutionRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getRelated, async ({ trx, session, scope, input }) => {
    await loadRow({ trx, session, scope }, binding, getRelated.access, input.id)
    return { records: await selectRelated(trx, scope, input.id) }
  })
  resourceRoutes(app, kernel, binding)
}
