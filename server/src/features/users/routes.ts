/** People: staff with the permission reach those of the active site, everybody reaches themselves. Only managers make and unmake staff. */
import { listSitesOfEmail } from '@corridor/contract/session.ts'
import { getInvitation, getMembership, sendInvitation, userPortrait, users } from '@corridor/contract/users.ts'
import { INVITATION_WORDS } from '@corridor/contract/words.ts'
import { ROLE_NAMES, ROLE_NUMBERS, ROLES, type Role } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { sendImage } from '../../platform/files/images.ts'
import { AppError } from '../../platform/http/errors.ts'
import { publicRoute, rawRoute, route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { loadRow, type ResourceBinding, type Row } from '../../platform/records/resource-rows.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { INVITATION } from '../../shared/people/invitation.ts'
import { mailChangeOfAddress, mailChangeOfContact, mailGains, mailReturn } from './mails.ts'
import { selectInvitation, selectMembership } from './queries.ts'
import { checkUser, invite, linkUser } from './service.ts'

const byRole = (of: Record<Role, string | number>) =>
  sql`case t.role ${sql.join(
    ROLES.map((role) => sql`when ${sql.lit(role)} then ${sql.lit(of[role])}`),
    sql` `,
  )} end`
const roleNumber = byRole(ROLE_NUMBERS)
const roleOf = (number: unknown): Role | undefined => ROLES.find((role) => ROLE_NUMBERS[role] === number)

/** A person who joined is active: a list shows one status a person, and its file the same. */
const STATUS_OF_INVITATION = sql.join(
  Object.entries({ ...INVITATION_WORDS, accepted: 'Active' }).map(([is, word]) => sql`when ${sql.lit(is)} then ${sql.lit(word)}`),
  sql` `,
)

const binding: ResourceBinding = {
  resource: users,
  table: 'userAccount',
  key: 'id',
  fields: {
    avatar: sql`case when t.avatar_sha256 is not null then '/api/users/' || t.id || '/avatar?v=' || left(t.avatar_sha256, 12) end`,
    fullName: sql`t.first_name || ' ' || t.last_name`,
    invitation: INVITATION,
    role: roleNumber,
    roleName: byRole(ROLE_NAMES),
    statusName: sql`case when t.status <> 1 then 'Deactivated' else case ${INVITATION} ${STATUS_OF_INVITATION} end end`,
    institutionName: sql`(select i.name from institution i where i.id = t.institution_id)`,
    siteIds: sql`array(select x.site_id from user_site x where x.user_id = t.id order by 1)`,
    institutionIds: sql`array(select x.institution_id from user_institution x where x.user_id = t.id order by 1)`,
  },
  columns: { siteIds: null, institutionIds: null, invite: null },
  store: (input: Row) => (input.role === undefined ? input : { ...input, role: roleOf(input.role) }),
  reach: ({ siteId }) => sql`exists (select from user_site x where x.user_id = t.id and x.site_id = ${siteId})`,
  own: ({ userId }) => sql`t.id = ${userId}`,
  search: ['fullName', 'lastName', 'email', 'institutionName'],
  filters: {
    // A representative's institutions.
    institutionId: (id) =>
      sql`(t.institution_id = ${id} or exists (select from user_institution x where x.user_id = t.id and x.institution_id = ${id}))`,
  },
  dependants: [
    { what: 'entry of the activity log', count: ({ id }) => sql`select count(*) from activity where actor_id = ${id}` },
    { what: 'batch of reports', count: ({ id }) => sql`select count(*) from report_batch where created_by = ${id}` },
  ],
  parts: [
    { table: 'userSite', column: 'userId' },
    { table: 'userInstitution', column: 'userId' },
    { table: 'userPermission', column: 'userId' },
  ],
  inactive: { column: 'status', off: 0, on: 1 },
  nameOf: ({ firstName, lastName }) => `${String(firstName)} ${String(lastName)}`,
  check: checkUser,
  // Where a person is reached: who found a colleague's screen unlocked changes neither.
  confirms: ({ session, before, after }) =>
    before !== undefined &&
    before.id !== session.userId &&
    (['email', 'phone'] as const).some((field) => after?.[field] !== undefined && after[field] !== before[field]),
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
  const reachable: ResourceBinding = {
    ...binding,
    link: async (change) => {
      await linkUser(change)
      await mailGains(kernel, change)
      await mailChangeOfAddress(kernel, change)
      await mailChangeOfContact(kernel, change)
      if (change.before === undefined && change.after?.invite === true) await invite(kernel, change.trx, Number(change.key))
    },
    returned: (call) => mailReturn(kernel, call, call.row),
  }
  resourceRoutes(app, kernel, reachable)

  route(app, kernel, getInvitation, async ({ input, ...call }) => {
    await loadRow(call, binding, getInvitation.access, input.id)
    return selectInvitation(call.trx, input.id)
  })
  route(app, kernel, sendInvitation, async ({ input, ...call }) => {
    const person = await loadRow(call, binding, sendInvitation.access, input.id)
    // Whoever may not change a person may not open their account either.
    await checkUser({ ...call, before: person, after: {} })
    if (person.status !== 1) throw new AppError('wrong_status', { message: 'Reactivate this person first.' })
    if (person.invitation === 'accepted')
      throw new AppError('wrong_status', { message: 'The invitation was used. A forgotten password can be reset on the sign-in page.' })
    await invite(kernel, call.trx, input.id)
    await call.record({ action: 'users.invited', entity: 'users', entityId: input.id })
    return selectInvitation(call.trx, input.id)
  })
  rawRoute(app, kernel, userPortrait, async ({ input, request, reply, session, scope, transact }) => {
    const sha256 = await transact(async ({ trx }) => {
      await loadRow({ trx, session, scope }, binding, userPortrait.access, input.id)
      const found = await trx.selectFrom('userAccount').select('avatarSha256').where('id', '=', input.id).executeTakeFirst()
      return found?.avatarSha256
    })
    return sendImage(request, reply, kernel.files, sha256, { name: 'portrait', asked: input.v })
  })
}
