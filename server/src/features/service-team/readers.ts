/** Readers of what the portal holds of an institution, as its Clients review it. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getServiceTeam } from '@corridor/contract/service-team.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { asProduct, type Scope } from '../../platform/http/scope.ts'
import { INVITATION } from '../../shared/people/invitation.ts'

type Readers = NonNullable<ReplyOf<typeof getServiceTeam>['readers']>
type Person = Readers['people'][number]

/**
 * Its active people on the site, and its representatives. Accounts are read under the client's own row-level security, which knows no other bank's; the
 * rights of staff only add to them what it does not show: who is on the site, invitations, sign-ins, and who is assigned.
 * @param asksSecondFactor a password alone is no sign-in
 */
export async function selectReaders(trx: Trx, scope: Scope, asksSecondFactor: boolean): Promise<Readers> {
  const { siteId, institutionId } = scope
  const accounts = await trx
    .selectFrom('userAccount')
    .select(['id', 'email', 'title', 'role', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('status', '=', 1)
    .where((of) => of.or([of('institutionId', '=', institutionId), of('role', '=', 'e')]))
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')
    .execute()
  const ids = accounts.map(({ id }) => id)
  const known = await asProduct(trx, scope, async () => {
    const { rows } = await sql<Pick<Person, 'id' | 'invitation' | 'lastSignedInAt'>>`
      select t.id, ${INVITATION} as invitation, (
        select a.at from activity a where a.actor_id = t.id and a.site_id = ${siteId}
          and (a.action in ('mfa.passed', 'mfa.added') or a.action = 'session.started' and (not ${asksSecondFactor}::boolean or a.after ->> 'secondFactor' = 'true'))
        order by a.at desc limit 1) as last_signed_in_at
      from user_account t join user_site s on s.user_id = t.id and s.site_id = ${siteId}
      where t.id = any(${ids}::int[])
        and (t.institution_id = ${institutionId} or exists (select from user_institution x where x.user_id = t.id and x.institution_id = ${institutionId}))`.execute(
      trx,
    )
    return new Map(rows.map((row) => [row.id, row]))
  })
  const people: Person[] = []
  const representatives: Readers['representatives'] = []
  for (const { id, name, email, title, role } of accounts) {
    const more = known.get(id)
    if (!more) continue
    if (role === 'a' || role === 'c') people.push({ ...more, name, email, title, role })
    else representatives.push({ id, name, email })
  }
  return { people, representatives }
}
