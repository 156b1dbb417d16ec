/** The activity log as the report reads it: rows in reach of the active site, with the names behind their numbers. */
import { ACTIVITY_KIND_NAMES, type ActivityKind, actionsOfKind, REFUSED_ACTIONS } from '@corridor/domain/audit-log/sentences.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

export interface ActivityFilter {
  actorId?: number | undefined
  kind?: ActivityKind | undefined
  action?: string | undefined
  entity?: string | undefined
  entityId?: string | undefined
  institutionId?: number | undefined
  outcome?: 'done' | 'refused' | undefined
  from?: string | undefined
  to?: string | undefined
}

const nameOf = (id: string) =>
  sql<string | null>`(select u.first_name || ' ' || u.last_name from user_account u where u.id = ${sql.ref(id)})`
const numberOf = sql`case when t.entity_id ~ '^[0-9]{1,9}$' then t.entity_id::int end`

/** A report's name begins with what its family is called: "annual review December 2025". */
const REPORT_NOUNS = REPORT_TYPE_NAMES.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(REPORT_FAMILIES[name].singular)}`)

/** A record's own name, by the entity's name in the log; null once it is gone or out of reach. */
const ENTITY_NAME = sql<string | null>`case t.entity
  when 'users' then (select u.first_name || ' ' || u.last_name from user_account u where u.id = ${numberOf})
  when 'user' then (select u.first_name || ' ' || u.last_name from user_account u where u.id = ${numberOf})
  when 'institutions' then (select i.name from institution i where i.id = ${numberOf})
  when 'institution' then (select i.name from institution i where i.id = ${numberOf})
  when 'sites' then (select s.display_name from site s where s.id = ${numberOf})
  when 'site' then (select s.display_name from site s where s.id = ${numberOf})
  when 'carrierFile' then (select f.file_name from carrier_file f where f.id = ${numberOf})
  when 'report' then (select case r.report_type ${sql.join(REPORT_NOUNS, sql` `)} end || to_char(r.period, ' FMMonth YYYY') from report r where r.id = ${numberOf} limit 1)
  when 'report_batch' then (select b.batch_name from report_batch b where b.id = ${numberOf})
  when 'client_report' then (select r.display_name from client_report r where r.id = ${numberOf})
  when 'documents' then (select d.display_name from document d where d.id = ${numberOf})
  when 'report-types' then (select r.name from report_type r where r.code = t.entity_id)
  when 'carriers' then (select c.short_name from carrier c where c.code = t.entity_id or c.id = ${numberOf} limit 1)
  when 'api-keys' then (select k.name from api_key k where k.id = ${numberOf})
  when 'policy' then (select p.policy_number from policy p where p.id = ${numberOf} limit 1)
  when 'announcements' then (select a.title from announcement a where a.id = ${numberOf})
  when 'email-templates' then (select e.name from email_template e where e.id = ${numberOf})
end`

const PLACE = sql<{ batchId: number; family: string } | null>`case t.entity
  when 'report' then (select jsonb_build_object('batchId', r.batch_id, 'family', r.report_type) from report r where r.id = ${numberOf} limit 1)
  when 'report_batch' then (select jsonb_build_object('batchId', b.id, 'family', b.report_type) from report_batch b where b.id = ${numberOf})
end`

/** Every row in reach; row-level security says the same again, and more: a row without a site may speak of an institution elsewhere. */
export function selectActivity(trx: Trx, scope: Scope, filter: ActivityFilter) {
  let query = trx
    .selectFrom('activity as t')
    .select(['t.id', 't.at', 't.action', 't.actorId', 't.actorRole', 't.siteId', 't.institutionId', 't.entity', 't.entityId', 't.address'])
    .select(['t.requestId', 't.sealedSequence', 't.after'])
    .select([
      nameOf('t.actorId').as('actorName'),
      nameOf('t.actingAs').as('actingAsName'),
      sql<string | null>`(select i.name from institution i where i.id = t.institution_id)`.as('institutionName'),
      ENTITY_NAME.as('entityName'),
    ])
    .where(sql<SqlBool>`(t.site_id = ${scope.siteId} or t.site_id is null)`)
  for (const condition of conditionsOf(filter, scope)) query = query.where(condition)
  return query
}

export const ACTOR_NAME = nameOf('t.actorId')
export const INSTITUTION_NAME = sql<string | null>`(select i.name from institution i where i.id = t.institution_id)`

function conditionsOf(
  { actorId, kind, action, entity, entityId, institutionId, outcome, from, to }: ActivityFilter,
  { siteId }: Scope,
): RawBuilder<SqlBool>[] {
  /** The beginning of a day where the site is, as the report shows its moments. */
  const begins = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone (select s.time_zone from site s where s.id = ${siteId})`
  const conditions: RawBuilder<SqlBool>[] = []
  if (actorId !== undefined) conditions.push(sql`t.actor_id = ${actorId}`)
  if (kind !== undefined) conditions.push(isOfKind(kind))
  if (action !== undefined) conditions.push(sql`t.action = ${action}`)
  if (entity !== undefined) conditions.push(sql`t.entity = ${entity}`)
  if (entityId !== undefined) conditions.push(sql`t.entity_id = ${entityId}`)
  if (institutionId !== undefined) conditions.push(sql`t.institution_id = ${institutionId}`)
  if (outcome !== undefined) conditions.push(sql`(t.action = any(${REFUSED_ACTIONS})) = ${outcome === 'refused'}`)
  if (from !== undefined) conditions.push(sql`t.at >= ${begins(sql`${from}::date`)}`)
  if (to !== undefined) conditions.push(sql`t.at < ${begins(sql`${to}::date + 1`)}`)
  return conditions
}

/** An action that no table names is a change: it is found by leaving the other kinds out. */
const isOfKind = (kind: ActivityKind): RawBuilder<SqlBool> =>
  kind === 'change'
    ? sql`t.action <> all(${ACTIVITY_KIND_NAMES.filter((name) => name !== 'change').flatMap(actionsOfKind)})`
    : sql`t.action = any(${actionsOfKind(kind)})`

export const selectDetail = (trx: Trx, scope: Scope, id: number) =>
  selectActivity(trx, scope, {})
    .select(['t.userAgent', 't.before'])
    .select([
      sql<string | null>`encode(substring(t.session_hash for 8), 'hex')`.as('session'),
      sql<string | null>`encode(t.seal, 'hex')`.as('seal'),
      PLACE.as('place'),
    ])
    .where('t.id', '=', id)
    .executeTakeFirst()

export async function selectSeal(
  trx: Trx,
): Promise<{ seal: { sequence: number; sealedAt: string; head: string } | null; unsealed: number }> {
  const head = await trx.selectFrom('activityHead').select(['sequence', 'seal', 'sealedAt']).executeTakeFirst()
  const { count } = await trx
    .selectFrom('activity')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('seal', 'is', null)
    .executeTakeFirstOrThrow()
  const seal = head && head.sequence > 0 ? { sequence: head.sequence, sealedAt: head.sealedAt, head: head.seal.toString('hex') } : null
  return { seal, unsealed: count }
}

/** Whom and what the report can be narrowed to: the people of the site, its institutions. */
export async function selectChoices(trx: Trx, scope: Scope) {
  const people = await sql<{ id: number; name: string }>`select u.id, u.first_name || ' ' || u.last_name as name from user_account u
    where exists (select from user_site us where us.user_id = u.id and us.site_id = ${scope.siteId}) order by 2, 1 limit 5000`.execute(trx)
  const institutions = await sql<{ id: number; name: string }>`select i.id, i.name from institution i
    join institution_site s on s.institution_id = i.id and s.site_id = ${scope.siteId} order by 2, 1 limit 5000`.execute(trx)
  return { people: people.rows, institutions: institutions.rows }
}
