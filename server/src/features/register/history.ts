/** The table of changes: who, when, from what to what, why; written with every change, read as a timeline. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { listChanges } from '@corridor/contract/register-policies.ts'
import type { PlainDate } from '@corridor/domain/period.ts'
import type { ChangeAction, RegisterEntity } from '@corridor/domain/register.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JsonValue } from '../../db/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/resource-rows.ts'
import type { RegisterCall } from './place.ts'

export interface Change {
  entity: RegisterEntity
  entityId: number
  action: ChangeAction
  reason: string | null
  before?: Row | undefined
  after?: Row | undefined
  policyId?: number | null
  insuredId?: number | null
  /** The first day whose figures it touches. */
  reachesFrom?: PlainDate | null
}

const LOGGED: Record<ChangeAction, string> = { ADDED: 'register.entered', CORRECTED: 'register.corrected', REMOVED: 'register.taken_out' }
/** Of people: kept in the history for those who may see it, never in the activity log. */
const PERSONAL = ['dateOfBirth', 'annualCompensationCents', 'compensationAsOf']
const MASK = '•••'

export async function noteChange(call: RegisterCall, change: Change): Promise<void> {
  const { trx, scope, session, institutionId } = call
  const names = [...new Set([...Object.keys(change.before ?? {}), ...Object.keys(change.after ?? {})])]
  const changed = names.filter((name) => JSON.stringify(change.before?.[name] ?? null) !== JSON.stringify(change.after?.[name] ?? null))
  const only = (row: Row | undefined) => row && Object.fromEntries(changed.map((name) => [name, row[name] ?? null]))
  const [before, after] = [only(change.before), only(change.after)]
  await trx
    .insertInto('registerChange')
    .values({
      institutionId,
      siteId: scope.siteId,
      entity: change.entity,
      entityId: change.entityId,
      policyId: change.policyId ?? null,
      insuredId: change.insuredId ?? null,
      action: change.action,
      reason: change.reason,
      before: asJson(before),
      after: asJson(after),
      reachesFrom: change.reachesFrom ?? null,
      userId: session.userId,
    })
    .execute()
  await call.record({
    action: LOGGED[change.action],
    entity: `register.${change.entity}`,
    entityId: change.entityId,
    institutionId,
    ...(before ? { before: masked(before) } : {}),
    after: { ...masked(after ?? {}), ...(change.reason === null ? {} : { reason: change.reason }) },
  })
}

const asJson = (row: Row | undefined) => (row === undefined ? null : sql<JsonValue>`${JSON.stringify(row)}::jsonb`)
const masked = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, PERSONAL.includes(name) && value !== null ? '(masked)' : value]))

/** What the answer to a stale save adds to both versions: who was there before, and when. */
export async function staleSave(call: RegisterCall, entity: RegisterEntity, entityId: number, current: Row, yours: Row): Promise<AppError> {
  const { rows } = await sql<{ changedBy: string | null; changedAt: string }>`
    select concat_ws(' ', u.first_name, u.last_name) as changed_by, c.at as changed_at from register_change c left join user_account u on u.id = c.user_id
    where c.institution_id = ${call.institutionId} and c.site_id = ${call.scope.siteId} and c.entity = ${entity} and c.entity_id = ${entityId} order by c.id desc limit 1`.execute(
    call.trx,
  )
  return new AppError('conflict', { meta: { current, yours, ...rows[0] } })
}

const MOST = 200
type Changes = ReplyOf<typeof listChanges>['records']
interface ChangeRow {
  id: number
  entity: RegisterEntity
  entityId: number
  action: ChangeAction
  reason: string | null
  by: string | null
  at: string
  before: unknown
  after: unknown
}

/** @param seesPersonal whether birth dates and salaries may be read (INSTITUTIONS 2) */
export async function selectChanges(
  { trx, scope, institutionId }: Pick<RegisterCall, 'trx' | 'scope' | 'institutionId'>,
  of: {
    entity?: RegisterEntity | undefined
    entityId?: number | undefined
    policyId?: number | undefined
    insuredId?: number | undefined
  },
  seesPersonal: boolean,
): Promise<Changes> {
  const conditions = [
    sql`c.institution_id = ${institutionId} and c.site_id = ${scope.siteId}`,
    ...(of.entity === undefined ? [] : [sql`c.entity = ${of.entity}`]),
    ...(of.entityId === undefined ? [] : [sql`c.entity_id = ${of.entityId}`]),
    ...(of.policyId === undefined ? [] : [sql`c.policy_id = ${of.policyId}`]),
    ...(of.insuredId === undefined ? [] : [sql`c.insured_id = ${of.insuredId}`]),
  ]
  const { rows } = await sql<ChangeRow>`
    select c.id, c.entity, c.entity_id, c.action, c.reason, nullif(concat_ws(' ', u.first_name, u.last_name), '') as by, c.at, c.before, c.after
    from register_change c left join user_account u on u.id = c.user_id
    where ${sql.join(conditions, sql` and `)} order by c.id desc limit ${MOST}`.execute(trx)
  return rows.map(({ before, after, ...change }) => ({
    ...change,
    fields: fieldsOf(content.parse(before), content.parse(after), seesPersonal),
  }))
}

const content = z.record(z.string(), z.unknown()).nullable()
function fieldsOf(before: Row | null, after: Row | null, seesPersonal: boolean): Changes[number]['fields'] {
  const hidden = (name: string, value: unknown) => (!seesPersonal && PERSONAL.includes(name) && value !== null ? MASK : value)
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: hidden(field, before?.[field] ?? null),
    after: hidden(field, after?.[field] ?? null),
  }))
}
