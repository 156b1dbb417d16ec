/** The table of changes read as a timeline, and what a stale save is told of it. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { listChanges } from '@corridor/contract/register-policies.ts'
import { reasonShown } from '@corridor/domain/policies/kept-reasons.ts'
import type { ChangeAction, RegisterEntity } from '@corridor/domain/policies/register.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import type { Row } from '../../platform/records/resource-rows.ts'
import { PERSONAL } from '../../shared/policies/register-changes.ts'
import type { RegisterCall } from './register-scope.ts'

const MASK = '•••'

/** Facts that the answer to a stale save adds to both versions: who was there before, and when. */
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
    reason: reasonShown(change.reason),
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
