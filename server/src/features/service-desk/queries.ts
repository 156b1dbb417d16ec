/** Service requests as either side lists them: an institution's people their own and those that colleagues share, staff those of the site. */

import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { listServiceRequests } from '@corridor/contract/service-desk.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { isOverdue } from '@corridor/domain/service-requests/statuses.ts'
import type { TimedRequest } from '@corridor/domain/service-requests/times.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { personName } from '../../shared/people/person-name.ts'
import { siteDayOf } from '../../shared/site-day.ts'

const askedBy = sql<string>`coalesce(${personName('r.userId')}, 'A former user')`
const owner = personName('r.ownerId')
const lastMessageAt = sql<string>`coalesce(r.last_message_at, r.created_at)`

export const SORTS = {
  createdAt: 'r.createdAt',
  subject: sql`lower(r.subject)`,
  institutionName: 'i.name',
  kind: 'r.kind',
  status: sql`array_position(array['NEW', 'IN_WORK', 'WAITING', 'DONE'], r.status)`,
  askedBy,
  owner,
  dueOn: 'r.dueOn',
  lastMessageAt,
}
export const SEARCHED = ['r.subject', 'r.body', 'i.name', askedBy, owner] as const

/** How far the person has read; null for a request that they never opened. */
const readUpTo = ({ userId }: Scope) => sql`(select x.read_up_to from service_request_reading x
  where x.institution_id = r.institution_id and x.request_id = r.id and x.user_id = ${userId})`

/** Staff are told of requests under way that they own, or that nobody owns and an institution they serve sent. */
const concerns = ({ userId }: Scope) => sql<boolean>`(r.status <> 'DONE' and (r.owner_id = ${userId} or (r.owner_id is null and exists (
  select from service_team_member t where t.institution_id = r.institution_id and t.site_id = r.site_id and t.user_id = ${userId}))))`

/**
 * An institution's people are told of the team's answers to what they take part in; staff, of what concerns them, of all that others wrote, the request itself included.
 * Lists and the number in the bank's menu count by this one rule.
 */
const unreadOf = (scope: Scope) => {
  const later = sql`m.institution_id = r.institution_id and m.request_id = r.id and m.kind <> 'CHANGE' and m.user_id <> ${scope.userId}
    and m.id > coalesce(${readUpTo(scope)}, 0)`
  return scope.side === 'staff'
    ? sql<number>`(case when ${concerns(scope)} then (select count(*) from service_request_message m where ${later}) + (${readUpTo(scope)} is null)::int else 0 end)::int`
    : sql<number>`(select count(*) from service_request_message m where ${later} and m.from_team and ${takesPart(scope)})::int`
}

/** Under way with nothing of the team since the institution's last word: its request, reply or reopening. Reading it, a note, an owner and a status are no answer. */
const waitsForTeam = sql<boolean>`(r.status in ('NEW', 'IN_WORK') and not exists (select from service_request_message a
  where a.institution_id = r.institution_id and a.request_id = r.id and a.kind = 'REPLY' and a.from_team and not exists (
    select from service_request_message b where b.institution_id = r.institution_id and b.request_id = r.id and not b.from_team and b.id > a.id)))`
const unanswered = (scope: Scope) => (scope.side === 'staff' ? sql<boolean>`(${concerns(scope)} and ${waitsForTeam})` : waitsForTeam)

const takesPart = ({ userId }: Scope) => sql<boolean>`(r.user_id = ${userId} or exists (select from service_request_message p
  where p.institution_id = r.institution_id and p.request_id = r.id and p.user_id = ${userId}))`

export const selectRequests = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('serviceRequest as r')
    .innerJoin('institution as i', 'i.id', 'r.institutionId')
    .select([
      'r.id',
      'r.institutionId',
      'i.name as institutionName',
      'r.subject',
      'r.body as text',
      'r.kind',
      'r.status',
      'r.shared',
      askedBy.as('askedBy'),
      sql<boolean>`r.user_id = ${scope.userId}`.as('mine'),
      'r.ownerId',
      owner.as('owner'),
      'r.dueOn',
      unreadOf(scope).as('unread'),
      'r.createdAt',
      'r.lastMessageAt',
      'r.firstAnsweredAt',
      'r.doneAt',
      'r.recipients',
    ])
    .where(visible(scope, 'r'))
    .where(readable(scope))

export const withOverdue = <Row extends Parameters<typeof isOverdue>[0]>(row: Row, today: PlainDate) => ({
  ...row,
  overdue: isOverdue(row, today),
})
/** The rule of `isOverdue` in domain as a condition. */
const overdue = (today: PlainDate) => sql<boolean>`(r.due_on < ${today} and r.status not in ('DONE', 'WAITING'))`

/** The first fence about colleagues; row-level security is the second. */
const readable = (scope: Scope) => (scope.side === 'staff' ? sql<boolean>`true` : sql<boolean>`(r.user_id = ${scope.userId} or r.shared)`)

export function narrowed(
  query: ReturnType<typeof selectRequests>,
  scope: Scope,
  today: PlainDate,
  { status, kind, ownerId, institutionId, show }: ParsedOf<typeof listServiceRequests>,
) {
  let found = query
  if (status && status.length > 0) found = found.where('r.status', 'in', status)
  if (kind && kind.length > 0) found = found.where('r.kind', 'in', kind)
  if (ownerId !== undefined) found = found.where('r.ownerId', '=', ownerId)
  if (institutionId !== undefined) found = found.where('r.institutionId', '=', institutionId)
  if (show === 'mine') found = found.where(scope.side === 'staff' ? 'r.ownerId' : 'r.userId', '=', scope.userId)
  if (show === 'unowned') found = found.where('r.ownerId', 'is', null).where('r.status', '<>', 'DONE')
  if (show === 'overdue') found = found.where(overdue(today))
  if (show === 'unanswered') found = found.where(unanswered(scope))
  if (show === 'unread') found = found.where(sql<boolean>`${unreadOf(scope)} > 0`)
  return found
}

/** @throws AppError('not_found') also for a colleague's that is not shared */
export async function requestOf(trx: Trx, scope: Scope, today: PlainDate, id: number) {
  const row = await selectRequests(trx, scope).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return withOverdue(row, today)
}

/** Beside the sidebar's entry: requests with an answer to read; for staff those that wait for an answer, theirs or nobody's of an institution that they serve. */
export async function countWaiting(trx: Trx, scope: Scope): Promise<number> {
  const waits = scope.side === 'client' ? sql<boolean>`${unreadOf(scope)} > 0` : unanswered(scope)
  const all = trx
    .selectFrom('serviceRequest as r')
    .select(sql<number>`(count(*) filter (where ${waits}))::int`.as('waiting'))
    .where(visible(scope, 'r'))
    .where(readable(scope))
  return (await all.executeTakeFirstOrThrow()).waiting
}

export const selectOwners = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('userAccount as u')
    .select(['u.id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .where((of) =>
      of.exists(of.selectFrom('serviceRequest as r').select('r.id').where(visible(scope, 'r')).whereRef('r.ownerId', '=', 'u.id')),
    )
    .orderBy('u.lastName')
    .orderBy('u.firstName')
    .orderBy('u.id')
    .limit(1000)
    .execute()

const MONTHS = 12
/** Requests of the last twelve months by the calendar of the site, but for those that the answer counts apart. */
export async function selectTimed(trx: Trx, scope: Scope, today: PlainDate) {
  const day = siteDayOf(sql`r.created_at`, scope.siteId)
  const rows = await trx
    .selectFrom('serviceRequest as r')
    .select([
      sql<string>`to_char(${day}, 'YYYY-MM')`.as('month'),
      'r.ownerId',
      owner.as('owner'),
      'r.createdAt',
      'r.firstAnsweredAt',
      'r.doneAt',
      'r.mergedInto',
      'r.status',
    ])
    .where(visible(scope, 'r'))
    .where(sql<boolean>`${day} >= (date_trunc('month', ${today}::date) - make_interval(months => ${MONTHS - 1}))::date`)
    .orderBy('r.id')
    .execute()
  const byMail = rows.filter(({ status, doneAt }) => status === 'DONE' && doneAt === null).length
  const merged = rows.filter(({ mergedInto }) => mergedInto !== null).length
  const timed: TimedRequest[] = rows.filter(
    ({ status, doneAt, mergedInto }) => mergedInto === null && !(status === 'DONE' && doneAt === null),
  )
  return { timed, byMail, merged }
}
