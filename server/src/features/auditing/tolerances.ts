/** Tolerances of a site: the defaults, what was set in their place and by whom, and how many exceptions another would make. */
import type { setTolerance } from '@corridor/contract/audit-settings.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { AUDIT_RULES, type AuditRuleCode, auditRuleCodes, checkOf, isAuditRule, unitOf } from '@corridor/domain/auditing/rules.ts'
import { limitsOf } from '@corridor/domain/data-feeds/tolerances.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { askForAudit, currentMonth } from '../../shared/auditing/audit-run.ts'
import { personName } from '../../shared/people/person-name.ts'
import { dayOfSite } from '../../shared/site-day.ts'

type Wanted = Omit<ParsedOf<typeof setTolerance>, 'reason'>

const storedLimits = z.record(z.string(), z.number()).catch({})

export async function selectToleranceBook(trx: Trx, scope: Scope) {
  const products = await trx
    .selectFrom('product')
    .innerJoin('carrier', 'carrier.code', 'product.carrierCode')
    .select(['product.id', 'product.carrierCode', 'carrier.shortName as carrierName', 'product.productName as name'])
    .where((at) =>
      at.exists(
        at
          .selectFrom('policy')
          .select('policy.id')
          .whereRef('policy.productId', '=', 'product.id')
          .where('policy.siteId', '=', scope.siteId),
      ),
    )
    .orderBy('carrier.shortName')
    .orderBy('product.productName')
    .execute()
  return {
    rules: auditRuleCodes
      .map((code) => ({
        code,
        title: AUDIT_RULES[code].title,
        check: checkOf(code),
        severity: AUDIT_RULES[code].severity,
        unit: unitOf(code),
        limits: Object.fromEntries(limitsOf(AUDIT_RULES[code])),
      }))
      .filter(({ limits }) => Object.keys(limits).length > 0),
    records: await selectTolerances(trx, scope),
    products,
  }
}

async function selectTolerances(trx: Trx, scope: Scope, id?: number) {
  let query = trx
    .selectFrom('auditTolerance as t')
    .leftJoin('carrier as c', 'c.code', 't.carrierCode')
    .leftJoin('product as p', 'p.id', 't.productId')
    .where('t.siteId', '=', scope.siteId)
    .select([
      't.id',
      't.ruleCode',
      't.carrierCode',
      'c.shortName as carrierName',
      't.productId',
      'p.productName',
      't.limits',
      't.reason',
      't.createdAt',
      't.endedAt',
    ])
    .select([personName('t.created_by').as('createdBy'), personName('t.ended_by').as('endedBy')])
    .orderBy('t.id', 'desc')
  if (id !== undefined) query = query.where('t.id', '=', id)
  const rows = await query.execute()
  return rows.map(({ limits, ...row }) => ({
    ...row,
    ruleTitle: isAuditRule(row.ruleCode) ? AUDIT_RULES[row.ruleCode].title : row.ruleCode,
    limits: storedLimits.parse(limits),
  }))
}

/** Puts a tolerance in place of the one that holds for the same rule, carrier and product; without limits the default holds again. @returns its id */
async function replace(
  trx: Trx,
  scope: Scope,
  { ruleCode, carrierCode, productId, limits }: Wanted,
  reason: string,
): Promise<number | null> {
  refuse(ruleCode, limits)
  if (productId !== null) {
    const product = await trx.selectFrom('product').select('carrierCode').where('id', '=', productId).executeTakeFirst()
    if (product?.carrierCode !== carrierCode) throw inputError({ productId: ['The product is not one of the carrier’s.'] })
  }
  await sql`update audit_tolerance set ended_at = clock_timestamp(), ended_by = ${scope.userId || null}
    where site_id = ${scope.siteId} and rule_code = ${ruleCode} and carrier_code is not distinct from ${carrierCode} and product_id is not distinct from ${productId}::int and ended_at is null`.execute(
    trx,
  )
  if (Object.keys(limits).length === 0) return null
  const { id } = await trx
    .insertInto('auditTolerance')
    .values({
      siteId: scope.siteId,
      ruleCode,
      carrierCode,
      productId,
      limits: JSON.stringify(limits),
      reason,
      createdBy: scope.userId || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function refuse(ruleCode: AuditRuleCode, limits: Wanted['limits']): void {
  const known = new Map<string, number>(limitsOf(AUDIT_RULES[ruleCode]))
  for (const [name, value] of Object.entries(limits)) {
    if (!known.has(name)) throw inputError({ limits: [`${AUDIT_RULES[ruleCode].title} has no such limit.`] })
    if (value < 0 && name !== 'least') throw inputError({ limits: ['A tolerance is zero or more.'] })
  }
}

/** Audits the current month with the tolerance, compares, and takes it all back. */
export async function preview({ kernel, trx, scope }: Acting, wanted: Wanted) {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const period = await currentMonth(trx, scope, today)
  const before = await unsettled(trx, scope, wanted.ruleCode, period)
  await sql`savepoint preview`.execute(trx)
  await replace(trx, scope, wanted, 'Preview')
  await auditMonth(trx, scope, {
    period,
    today,
    isWhole: true,
    carrierCodes: wanted.carrierCode === null ? undefined : [wanted.carrierCode],
  })
  const after = await unsettled(trx, scope, wanted.ruleCode, period)
  await sql`rollback to savepoint preview`.execute(trx)
  const stay = [...after].filter((one) => before.has(one)).length
  return { period, come: after.size - stay, go: before.size - stay, stay }
}

/** Exceptions of the rule that are not settled, by what they are about. */
async function unsettled(trx: Trx, scope: Scope, ruleCode: string, period: PlainDate): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select concat_ws(' ', institution_id, policy_id, carrier_code) as subject from audit_exception
    where site_id = ${scope.siteId} and period = ${period} and rule_code = ${ruleCode} and status in ('OPEN', 'ACKNOWLEDGED')`.execute(trx)
  return new Set(rows.map(({ subject }) => subject))
}

export async function keep(call: Acting, { reason, ...wanted }: ParsedOf<typeof setTolerance>) {
  const { kernel, trx, scope, record } = call
  const id = await replace(trx, scope, wanted, reason)
  const title = AUDIT_RULES[wanted.ruleCode].title
  await record({
    action: 'tolerance.changed',
    entity: 'tolerance',
    ...(id === null ? {} : { entityId: id }),
    after: {
      rule: `${wanted.ruleCode}, ${title}`,
      carrier: wanted.carrierCode,
      productId: wanted.productId,
      limits: wanted.limits,
      reason,
    },
  })
  await askForAudit(kernel, trx, scope, await currentMonth(trx, scope, await dayOfSite(kernel, trx, scope.siteId)))
  if (id === null) return null
  const [made] = await selectTolerances(trx, scope, id)
  return made ?? null
}
