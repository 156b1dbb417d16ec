/** People: staff with the permission reach those of the active site, everybody reaches themselves. Only managers make and unmake staff. */
import { getMembership, listSitesOfEmail, users } from '@corridor/contract/users.ts'
import { ROLE_NUMBERS, ROLES, type Role } from '@corridor/domain/access.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { ResourceBinding, Row } from '../../kernel/resource-rows.ts'
import { resourceRoutes } from '../../kernel/resources.ts'
import { publicRoute, route } from '../../kernel/route.ts'
import { selectMembership } from './queries.ts'
import { checkUser, linkUser } from './service.ts'

const roleNumber = sql`case t.role ${sql.join(
  ROLES.map((role) => sql`when ${sql.lit(role)} then ${sql.lit(ROLE_NUMBERS[role])}`),
  sql` `,
)} end`
const roleOf = (number: unknown): Role | undefined => ROLES.find((role) => ROLE_NUMBERS[role] === number)

const binding: ResourceBinding = {
  resource: users,
  table: 'userAccount',
  key: 'id',
  fields: {
    avatar: sql`null`,
    role: roleNumber,
    institutionName: sql`(select i.name from institution i where i.id = t.institution_id)`,
    siteIds: sql`array(select x.site_id from user_site x where x.user_id = t.id order by 1)`,
    institutionIds: sql`array(select x.institution_id from user_institution x where x.user_id = t.id order by 1)`,
  },
  columns: { siteIds: null, institutionIds: null },
  store: (input: Row) => (input.role === undefined ? input : { ...input, role: roleOf(input.role) }),
  reach: ({ siteId }) => sql`exists (select from user_site x where x.user_id = t.id and x.site_id = ${siteId})`,
  own: ({ userId }) => sql`t.id = ${userId}`,
  search: ['firstName', 'lastName', 'email', 'institutionName'],
  dependants: [
    { what: 'entries of the activity log', count: ({ id }) => sql`select count(*) from activity where actor_id = ${id}` },
    { what: 'batches of reports', count: ({ id }) => sql`select count(*) from report_batch where created_by = ${id}` },
  ],
  parts: [
    { table: 'userSite', column: 'userId' },
    { table: 'userInstitution', column: 'userId' },
    { table: 'userPermission', column: 'userId' },
  ],
  inactive: { column: 'status', off: 0, on: 1 },
  check: checkUser,
  link: linkUser,
  masked: ['email', 'phone', 'bio'],
}

export function userRoutes(app: FastifyInstance, kernel: Kernel): void {
  publicRoute(app, kernel, listSitesOfEmail, async () => ({
    records: await kernel.db
      .selectFrom('site')
      .select(['id', 'displayName as name', 'url'])
      .where('status', '=', 'ACTIVE')
      .orderBy('id')
      .execute(),
  }))
  route(app, kernel, getMembership, async ({ trx, session, scope, input }) => {
    const codes = await selectMembership(trx, scope, session, input.userId)
    if (!codes) throw new AppError('not_found')
    return { reportTypeCodes: codes }
  })
  resourceRoutes(app, kernel, binding)
}
