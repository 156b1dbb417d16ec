/** Suppressions: a rule that is not asked of a policy up to a day, because a carrier keeps reporting what is settled. */
import type { listSuppressions, suppressException } from '@corridor/contract/audit-settings.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { AUDIT_RULES, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { addDays, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { auditTouched } from '../../shared/auditing/audit-month.ts'
import { currentMonth } from '../../shared/auditing/audit-run.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { personName } from '../../shared/people/person-name.ts'
import { dayOfSite } from '../../shared/site-day.ts'

const selectSuppressions = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('auditSuppression as s')
    .innerJoin('institution as i', 'i.id', 's.institutionId')
    .innerJoin('policy as p', (join) => join.onRef('p.institutionId', '=', 's.institutionId').onRef('p.id', '=', 's.policyId'))
    .where('s.siteId', '=', scope.siteId)
    .select([
      's.institutionId',
      's.id',
      'i.name as institutionName',
      's.policyId',
      'p.policyNumber',
      'p.carrierCode',
      's.ruleCode',
      's.until',
      's.reason',
    ])
    .select(['s.createdAt', 's.liftedAt'])
    .select([personName('s.created_by').as('createdBy'), personName('s.lifted_by').as('liftedBy')])

const toRecord = <Row extends { ruleCode: string }>(row: Row) => ({
  ...row,
  ruleTitle: isAuditRule(row.ruleCode) ? AUDIT_RULES[row.ruleCode].title : row.ruleCode,
})

export async function pageOfSuppressions(trx: Trx, scope: Scope, input: ParsedOf<typeof listSuppressions>) {
  let query = selectSuppressions(trx, scope)
  if (input.policyId !== undefined) query = query.where('s.policyId', '=', input.policyId)
  if (!input.lifted) query = query.where('s.liftedAt', 'is', null)
  const { records, page } = await pageOf(query, input, {
    id: ['s.institutionId', 's.id'],
    sort: { until: 's.until', institutionName: 'i.name', policyNumber: 'p.policyNumber', ruleCode: 's.ruleCode', createdAt: 's.createdAt' },
    search: ['i.name', 'p.policyNumber', 's.reason'],
  })
  return { records: records.map(toRecord), page }
}

/** A suppression ends: a year at the most. */
const LONGEST_DAYS = 366

export async function suppress(call: Acting, input: ParsedOf<typeof suppressException>) {
  const { kernel, trx, scope, session, record } = call
  await takeTurn(trx, scope)
  const { institutionId, policyId, ruleCode, reason } = input
  const until = plainDate(input.until)
  const today = await dayOfSite(kernel, trx, scope.siteId)
  if (until < today) throw inputError({ until: ['The day is past.'] })
  if (until > addDays(today, LONGEST_DAYS)) throw inputError({ until: ['A suppression lasts a year at the most. Look at it again then.'] })
  const policy = await trx
    .selectFrom('policy')
    .select(['policyNumber'])
    .where('institutionId', '=', institutionId)
    .where('id', '=', policyId)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!policy) throw new AppError('not_found')
  const { id } = await trx
    .insertInto('auditSuppression')
    .values({ institutionId, siteId: scope.siteId, policyId, ruleCode, until, reason, createdBy: session.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({
    action: 'suppression.added',
    entity: 'suppression',
    entityId: id,
    institutionId,
    after: { policy: policy.policyNumber, rule: `${ruleCode}, ${AUDIT_RULES[ruleCode].title}`, until, reason },
  })
  await auditTouched(trx, scope, { period: await currentMonth(trx, scope, today), today, institutionIds: [institutionId] })
  const made = await selectSuppressions(trx, scope)
    .where('s.institutionId', '=', institutionId)
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow()
  return toRecord(made)
}

export async function lift(call: Acting, { institutionId, id }: { institutionId: number; id: number }): Promise<void> {
  const { kernel, trx, scope, session, record } = call
  await takeTurn(trx, scope)
  const { numUpdatedRows } = await trx
    .updateTable('auditSuppression')
    .set({ liftedBy: session.userId, liftedAt: sql`clock_timestamp()` })
    .where('institutionId', '=', institutionId)
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .where('liftedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('not_found')
  await record({ action: 'suppression.lifted', entity: 'suppression', entityId: id, institutionId })
  const today = await dayOfSite(kernel, trx, scope.siteId)
  await auditTouched(trx, scope, { period: await currentMonth(trx, scope, today), today, institutionIds: [institutionId] })
}
