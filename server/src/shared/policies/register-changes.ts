/** The table of changes to the register: who, when, from what to what, why; written with every change, by hand or from a carrier's file. */

import type { ChangeAction, RegisterEntity } from '@corridor/domain/policies/register.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { JsonValue } from '../../db/schema.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent } from '../../platform/kernel.ts'
import type { Row } from '../../platform/records/resource-rows.ts'

/** The editor of the register and the institution; nobody in particular where a job does. */
export interface RegisterWriter {
  trx: Trx
  scope: Scope
  institutionId: number
  record: (event: ActivityEvent) => Promise<void>
}

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
/** Fields of people: kept in the history for those who may see it, never in the audit log. */
export const PERSONAL = ['dateOfBirth', 'annualCompensationCents', 'compensationAsOf']

export async function noteChange({ trx, scope, institutionId, record }: RegisterWriter, change: Change): Promise<void> {
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
      userId: scope.userId || null,
    })
    .execute()
  await record({
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
