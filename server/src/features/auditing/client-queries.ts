/** Each client’s policies with each carrier as the last audit of a month saw them, and how many exceptions it found. */
import { CLIENT_SUMS } from '@corridor/contract/audit-clients.ts'
import type { clientExceptionsReport } from '@corridor/contract/auditing.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { type Settled, standingOf } from '@corridor/domain/auditing/no-file.ts'
import {
  AMOUNTS,
  type Changes,
  MEASURES,
  type Measure,
  NOTHING_CHANGED,
  perMeasure,
  type Received,
  sidesOf,
  sumReceived,
} from '@corridor/domain/auditing/received.ts'
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
/** The same by how far they are settled. */
const settled = (check: AuditCheck) => {
  const of = (which: ReturnType<typeof sql>) => sql`count(*) filter (where ${which})::int`
  return sql<Settled>`(select jsonb_build_object('open', ${of(OPEN)}, 'errors', ${of(sql`${OPEN} and x.severity = 'error'`)}, 'acknowledged', ${of(sql`x.status = 'ACKNOWLEDGED'`)},
      'resolved', ${of(sql`x.status = 'RESOLVED'`)}, 'falsePositives', ${of(sql`x.status = 'FALSE_POSITIVE'`)})
    from audit_exception x where x.site_id = a.site_id and x.institution_id = a.institution_id and x.period = a.period and x.check_code = ${check} and x.carrier_code = a.carrier_code)`
}

/** A row for each institution and carrier of a month. */
const clientRows = (trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate, parts: readonly ReceivedPart[]) =>
  trx
    .selectFrom('auditCoverage as a')
    .leftJoin(changedParts(parts), (join) =>
      join.onRef('h.institutionId', '=', 'a.institutionId').onRef('h.carrierCode', '=', 'a.carrierCode'),
    )
    .innerJoin('institution as i', 'i.id', 'a.institutionId')
    .innerJoin('carrier as c', 'c.code', 'a.carrierCode')
    .where('a.siteId', '=', scope.siteId)
    .where('a.period', '=', period)
    .select(['a.institutionId', 'i.name as institutionName', 'a.carrierCode', 'c.shortName as carrierName'])
    .select(['a.expected', 'a.posted', 'a.fed', 'a.prior', 'a.added', 'a.removed', 'a.missing', 'a.extra', 'a.auditedAt'])
    .select(['a.postedCashSurrenderValueCents', 'a.postedDeathBenefitCents'])
    .select(MEASURES.map((measure) => inFile(measure).as(AMOUNTS[measure].fed)))
    .select(
      MEASURES.flatMap((measure) => [
        RECEIVED[measure].as(AMOUNTS[measure].received),
        change(measure, 'correctedPolicies').as(AMOUNTS[measure].correctedPolicies),
        change(measure, 'correctedCents').as(AMOUNTS[measure].corrected),
        change(measure, 'excludedCents').as(AMOUNTS[measure].excluded),
        change(measure, 'unreadRows').as(AMOUNTS[measure].unreadRows),
        DIFFERENCE[measure].as(AMOUNTS[measure].difference),
        UNFED[measure].as(AMOUNTS[measure].unfed),
      ]),
    )
    .select([
      change('cashSurrenderValue', 'excludedRows').as('excludedRows'),
      UNFED_POLICIES.as('unfedPolicies'),
      POLICY_ROLL.as('rolled'),
      POLICY_DIFFERENCE.as('difference'),
      FILE_DIFFERENCE.as('fileDifference'),
      counted(check, sql`true`).as('exceptions'),
      counted(check, OPEN).as('open'),
      counted(check, sql`${OPEN} and x.severity = 'error'`).as('errors'),
      settled(check).as('own'),
      settled('policy-count-exceptions').as('reconciled'),
    ])
type ClientRow = Awaited<ReturnType<ReturnType<typeof clientRows>['executeTakeFirstOrThrow']>>
/** Policies on one side only make the values differ, and are exceptions of the policy reconciliation alone. */
const withStatus =
  (check: AuditCheck) =>
  ({ own, reconciled, ...row }: ClientRow) => {
    const differs = check === 'client-exceptions' && MEASURES.some((measure) => row[AMOUNTS[measure].difference] !== 0)
    return { ...row, status: standingOf(row, own, differs ? reconciled : null) }
  }
const totalsOf = (trx: Trx, rows: ReturnType<typeof clientRows>) =>
  trx
    .selectFrom(rows.as('row'))
    .select(CLIENT_SUMS.map((column) => sql<number>`coalesce(sum(${sql.ref(`row.${column}`)}), 0)::bigint`.as(column)))
    .executeTakeFirstOrThrow()

export async function pageOfClients(
  trx: Trx,
  scope: Scope,
  check: AuditCheck,
  input: ParsedOf<typeof clientExceptionsReport>,
  period: PlainDate,
) {
  const parts = await selectReceived(trx, scope, period)
  let query = clientRows(trx, scope, check, period, parts)
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
        cashSurrenderValueDifferenceCents: sql`abs(${DIFFERENCE.cashSurrenderValue})`,
      },
    },
  )
  return {
    ...answer,
    records: answer.records.map(withStatus(check)),
    totals: await totalsOf(trx, query),
    unplaced: await selectUnplaced(trx, scope, period, parts),
  }
}

/** Every row of the policy reconciliation, for its statement in print. */
export async function selectPolicyCounts(trx: Trx, scope: Scope, period: PlainDate) {
  const query = clientRows(trx, scope, 'policy-count-exceptions', period, [])
  const rows = await query.orderBy('i.name').orderBy('c.shortName').orderBy('a.institutionId').orderBy('a.carrierCode').execute()
  return rows.map(withStatus('policy-count-exceptions'))
}

/** The sums of all rows of a month, for its statement in print. */
export async function selectSides(trx: Trx, scope: Scope, period: PlainDate) {
  const parts = await selectReceived(trx, scope, period)
  const totals = await totalsOf(trx, clientRows(trx, scope, 'client-exceptions', period, parts))
  return sidesOf(totals, await selectUnplaced(trx, scope, period, parts))
}

/** Parts as rows `h`, for a join. */
const changedParts = (parts: readonly ReceivedPart[]) =>
  sql<
    Pick<ReceivedPart, 'institutionId' | 'carrierCode'>
  >`(select "institutionId" as institution_id, "carrierCode" as carrier_code, "cashSurrenderValue" as cash_surrender_value, "deathBenefit" as death_benefit
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part ("institutionId" int, "carrierCode" text, "cashSurrenderValue" jsonb, "deathBenefit" jsonb))`.as(
    'h',
  )
const change = (measure: Measure, field: keyof Changes) =>
  sql<number>`coalesce((${sql.ref(`h.${measure}`)} ->> ${sql.lit(field)})::bigint, 0)`

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
  return sumReceived(parts.filter(({ institutionId, carrierCode }) => !known.has(`${institutionId} ${carrierCode}`)))
}
/** Last month's policies rolled forward, and posted policies less those. */
const POLICY_ROLL = sql<number>`(a.prior + a.added - a.removed)`
const POLICY_DIFFERENCE = sql<number>`(a.posted - ${POLICY_ROLL})`
/** Posted policies less those of the carrier's file; null where no file came. */
const FILE_DIFFERENCE = sql<number | null>`(a.posted - a.fed)`
const sum = (measure: Measure, side: 'fed' | 'posted') => sql.ref(`a.${AMOUNTS[measure][side]}`)
/** Null where no file came: the file then states nothing, which is not zero. */
const inFile = (measure: Measure) => sql<number | null>`case when a.fed is not null then ${sum(measure, 'fed')} end`
const RECEIVED = perMeasure(
  (measure) => sql<number>`(${sum(measure, 'fed')} - ${change(measure, 'correctedCents')} + ${change(measure, 'excludedCents')})::bigint`,
)
const DIFFERENCE = perMeasure((measure) => sql<number>`(${sum(measure, 'posted')} - ${sum(measure, 'fed')})::bigint`)
/** Policies with a posted value that no line of the carrier's file has, and the values. */
export const UNFED_POLICIES = sql<number>`case when a.fed is null then a.posted else cardinality(a.extra) end`
export const UNFED = perMeasure(
  (measure) => sql<number>`(select coalesce(sum(${sql.ref(`v.${measure}Cents`)}), 0)::bigint
  from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
  where v.institution_id = a.institution_id and v.site_id = a.site_id and v.as_of_date = a.period and v.status = 'POSTED' and p.carrier_code = a.carrier_code
    and (a.fed is null or p.policy_number = any(a.extra)))`,
)
const among = (column: string, values: readonly string[] | undefined) =>
  values ? sql`and x.${sql.ref(column)} = any(${[...values]}::text[])` : sql``
