/** Each client’s policies with each carrier as the last audit of a month saw them, and how many exceptions it found. */
import { CLIENT_SUMS, type clientExceptionsReport } from '@corridor/contract/auditing.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { AuditCheck } from '@corridor/domain/auditing/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { matches, pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Exceptions of the audit beside a row of coverage `a`, of its carrier or of the client as a whole. */
const counted = (check: AuditCheck, which: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from audit_exception x where x.site_id = a.site_id and x.institution_id = a.institution_id and x.period = a.period and x.check_code = ${check}
    and x.carrier_code = a.carrier_code and ${which})`
const OPEN = sql`x.status = 'OPEN'`

export async function pageOfClients(
  trx: Trx,
  scope: Scope,
  check: AuditCheck,
  input: ParsedOf<typeof clientExceptionsReport>,
  period: PlainDate,
) {
  let query = trx
    .selectFrom('auditCoverage as a')
    .innerJoin('institution as i', 'i.id', 'a.institutionId')
    .innerJoin('carrier as c', 'c.code', 'a.carrierCode')
    .where('a.siteId', '=', scope.siteId)
    .where('a.period', '=', period)
    .select([
      'a.institutionId',
      'i.name as institutionName',
      'a.carrierCode',
      'c.shortName as carrierName',
      'a.expected',
      'a.posted',
      'a.fed',
      'a.prior',
    ])
    .select(['a.added', 'a.removed', 'a.missing', 'a.extra', 'a.auditedAt'])
    .select(['a.fedCashSurrenderValueCents', 'a.postedCashSurrenderValueCents', 'a.fedDeathBenefitCents', 'a.postedDeathBenefitCents'])
    .select([
      POLICY_ROLL.as('rolled'),
      POLICY_DIFFERENCE.as('difference'),
      SURRENDER_DIFFERENCE.as('cashSurrenderValueDifferenceCents'),
      sql<number>`(a.posted_death_benefit_cents - a.fed_death_benefit_cents)::bigint`.as('deathBenefitDifferenceCents'),
      counted(check, sql`true`).as('exceptions'),
      counted(check, OPEN).as('open'),
      counted(check, sql`${OPEN} and x.severity = 'error'`).as('errors'),
    ])
  if (input.institutionId) query = query.where('a.institutionId', 'in', input.institutionId)
  if (input.carrierCode) query = query.where('a.carrierCode', 'in', input.carrierCode)
  if (input.status || input.severity || input.ruleCode)
    query = query.where(
      sql<boolean>`exists (select from audit_exception x where x.site_id = a.site_id and x.institution_id = a.institution_id and x.period = a.period and x.check_code = ${check}
        and x.carrier_code = a.carrier_code ${among('status', input.status)} ${among('severity', input.severity)} ${among('rule_code', input.ruleCode)})`,
    )
  if (input.search) query = query.where(matches(input.search, ['i.name', 'c.shortName']))
  const answer = await pageOf(
    query,
    { ...input, search: undefined },
    {
      id: ['i.name', 'c.shortName', 'a.institutionId', 'a.carrierCode'],
      sort: {
        institutionName: 'i.name',
        carrierName: 'c.shortName',
        expected: 'a.expected',
        posted: 'a.posted',
        fed: 'a.fed',
        difference: sql`abs(${POLICY_DIFFERENCE})`,
        exceptions: counted(check, sql`true`),
        open: counted(check, OPEN),
        cashSurrenderValueDifferenceCents: sql`abs(${SURRENDER_DIFFERENCE})`,
      },
    },
  )
  const totals = await trx
    .selectFrom(query.as('row'))
    .select(CLIENT_SUMS.map((column) => sql<number>`coalesce(sum(${sql.ref(`row.${column}`)}), 0)::bigint`.as(column)))
    .executeTakeFirstOrThrow()
  return { ...answer, totals }
}
/** Last month's policies rolled forward, and posted policies less those. */
export const POLICY_ROLL = sql<number>`(a.prior + a.added - a.removed)`
export const POLICY_DIFFERENCE = sql<number>`(a.posted - ${POLICY_ROLL})`
const SURRENDER_DIFFERENCE = sql<number>`(a.posted_cash_surrender_value_cents - a.fed_cash_surrender_value_cents)::bigint`
const among = (column: string, values: readonly string[] | undefined) =>
  values ? sql`and x.${sql.ref(column)} = any(${[...values]}::text[])` : sql``
