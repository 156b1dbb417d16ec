/** Each client’s policies with each carrier as the last audit of a month saw them, and how many exceptions it found. */
import { CLIENT_SUMS, type clientExceptionsReport } from '@corridor/contract/auditing.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { NOTHING_CHANGED, type Received } from '@corridor/domain/auditing/received.ts'
import type { AuditCheck } from '@corridor/domain/auditing/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { matches, pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type ReceivedPart, selectReceived } from '../../shared/auditing/received.ts'

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
  const parts = await selectReceived(trx, scope, period)
  let query = trx
    .selectFrom('auditCoverage as a')
    .leftJoin(changedParts(parts), (join) =>
      join.onRef('h.institutionId', '=', 'a.institutionId').onRef('h.carrierCode', '=', 'a.carrierCode'),
    )
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
    .select(['a.postedCashSurrenderValueCents', 'a.postedDeathBenefitCents'])
    .select([
      inFile('a.fed_cash_surrender_value_cents').as('fedCashSurrenderValueCents'),
      inFile('a.fed_death_benefit_cents').as('fedDeathBenefitCents'),
      sql<number>`(a.fed_cash_surrender_value_cents - coalesce(h.corrected_cents, 0) + coalesce(h.excluded_cents, 0))::bigint`.as(
        'receivedCashSurrenderValueCents',
      ),
      sql<number>`coalesce(h.corrected_policies, 0)`.as('correctedPolicies'),
      sql<number>`coalesce(h.corrected_cents, 0)::bigint`.as('correctedCashSurrenderValueCents'),
      sql<number>`coalesce(h.excluded_rows, 0)`.as('excludedRows'),
      sql<number>`coalesce(h.excluded_cents, 0)::bigint`.as('excludedCashSurrenderValueCents'),
      sql<number>`coalesce(h.unread_rows, 0)`.as('unreadRows'),
      UNFED_POLICIES.as('unfedPolicies'),
      UNFED_VALUE.as('unfedCashSurrenderValueCents'),
      POLICY_ROLL.as('rolled'),
      POLICY_DIFFERENCE.as('difference'),
      FILE_DIFFERENCE.as('fileDifference'),
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
      ties: ['i.name', 'c.shortName'],
      id: ['a.institutionId', 'a.carrierCode'],
      sort: {
        institutionName: 'i.name',
        carrierName: 'c.shortName',
        expected: 'a.expected',
        posted: 'a.posted',
        fed: 'a.fed',
        difference: sql`abs(${POLICY_DIFFERENCE})`,
        fileDifference: sql`abs(${FILE_DIFFERENCE})`,
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
  return { ...answer, totals, unplaced: await selectUnplaced(trx, scope, period, parts) }
}

/** Parts as rows `h`, for a join. */
const changedParts = (parts: readonly ReceivedPart[]) =>
  sql<
    Pick<ReceivedPart, 'institutionId' | 'carrierCode'>
  >`(select "institutionId" as institution_id, "carrierCode" as carrier_code, "correctedPolicies" as corrected_policies,
      "correctedCents" as corrected_cents, "excludedRows" as excluded_rows, "excludedCents" as excluded_cents, "unreadRows" as unread_rows
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part ("institutionId" int, "carrierCode" text, "correctedPolicies" int, "correctedCents" bigint, "excludedRows" int,
      "excludedCents" bigint, "unreadRows" int))`.as('h')

/** Excluded rows of institutions that the register does not know, or not with their carrier: in no row of the list. */
async function selectUnplaced(trx: Trx, scope: Scope, period: PlainDate, parts: readonly ReceivedPart[]): Promise<Received> {
  if (parts.length === 0) return NOTHING_CHANGED
  const covered = await trx
    .selectFrom('auditCoverage')
    .select(['institutionId', 'carrierCode'])
    .where('siteId', '=', scope.siteId)
    .where('period', '=', period)
    .execute()
  const known = new Set(covered.map(({ institutionId, carrierCode }) => `${institutionId} ${carrierCode}`))
  return sumOf(parts.filter(({ institutionId, carrierCode }) => !known.has(`${institutionId} ${carrierCode}`)))
}
const sumOf = (parts: readonly Received[]): Received =>
  parts.reduce<Received>(
    (sum, part) => ({
      correctedPolicies: sum.correctedPolicies + part.correctedPolicies,
      correctedCents: sum.correctedCents + part.correctedCents,
      excludedRows: sum.excludedRows + part.excludedRows,
      excludedCents: sum.excludedCents + part.excludedCents,
      unreadRows: sum.unreadRows + part.unreadRows,
    }),
    NOTHING_CHANGED,
  )

/** The sums of all rows of a month, for its statement in print. */
export async function selectValueSums(trx: Trx, scope: Scope, period: PlainDate) {
  const { rows } = await sql<{ fedCents: number; postedCents: number; policies: number; cashSurrenderValueCents: number }>`
    select coalesce(sum(a.fed_cash_surrender_value_cents), 0)::bigint as fed_cents, coalesce(sum(a.posted_cash_surrender_value_cents), 0)::bigint as posted_cents,
      coalesce(sum(${UNFED_POLICIES}), 0)::int as policies, coalesce(sum(${UNFED_VALUE}), 0)::bigint as cash_surrender_value_cents
    from audit_coverage a where a.site_id = ${scope.siteId} and a.period = ${period}`.execute(trx)
  const parts = await selectReceived(trx, scope, period)
  const sums = rows[0] ?? { fedCents: 0, postedCents: 0, policies: 0, cashSurrenderValueCents: 0 }
  return { ...sums, received: sumOf(parts), unplacedRows: (await selectUnplaced(trx, scope, period, parts)).excludedRows }
}
/** Last month's policies rolled forward, and posted policies less those. */
export const POLICY_ROLL = sql<number>`(a.prior + a.added - a.removed)`
export const POLICY_DIFFERENCE = sql<number>`(a.posted - ${POLICY_ROLL})`
/** Posted policies less those of the carrier's file; null where no file came. */
export const FILE_DIFFERENCE = sql<number | null>`(a.posted - a.fed)`
/** Null where no file came: the file then states nothing, which is not zero. */
const inFile = (column: string) => sql<number | null>`case when a.fed is not null then ${sql.ref(column)} end`
/** Policies with a posted value that no line of the carrier's file has, and the values. */
export const UNFED_POLICIES = sql<number>`case when a.fed is null then a.posted else cardinality(a.extra) end`
export const UNFED_VALUE = sql<number>`(select coalesce(sum(v.cash_surrender_value_cents), 0)::bigint
  from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
  where v.institution_id = a.institution_id and v.site_id = a.site_id and v.as_of_date = a.period and v.status = 'POSTED' and p.carrier_code = a.carrier_code
    and (a.fed is null or p.policy_number = any(a.extra)))`
const SURRENDER_DIFFERENCE = sql<number>`(a.posted_cash_surrender_value_cents - a.fed_cash_surrender_value_cents)::bigint`
const among = (column: string, values: readonly string[] | undefined) =>
  values ? sql`and x.${sql.ref(column)} = any(${[...values]}::text[])` : sql``
