/** The audits of whole clients: increase and yield against their recent months (M8, Y6), and their opening balances (B1 to B6). */
import { auditClient, CLIENT_MONTH_RULES, type ClientTotals, clientLacks } from '@corridor/domain/auditing/client-month.ts'
import { auditOpening, auditOpenings, type OpeningBalance, yearToDate } from '@corridor/domain/auditing/opening-balances.ts'
import { type AuditRuleCode, DEFAULT_RULES } from '@corridor/domain/auditing/rules.ts'
import { ADDING_FLOWS, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import { rulesUnder } from '@corridor/domain/data-feeds/tolerances.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { heldAt } from '../policies/in-force-policies.ts'
import { siteDayOf } from '../site-day.ts'
import { OF_CLIENT_MONTH } from './coverage.ts'
import type { Found } from './found.ts'
import { keepExceptions } from './keep-exceptions.ts'
import { selectSuppressed, selectTolerances, suppressionKey } from './settings.ts'
import { type AuditTotals, addTotals, type Kept, NOTHING_AUDITED } from './totals.ts'

const CLIENT_RULES: readonly AuditRuleCode[] = ['M8', 'Y6', 'B1', 'B2', 'B3', 'B4', 'B5', 'B6']

interface Clients {
  period: PlainDate
  institutionIds: readonly number[]
}

/** Clients read together: each of their policies has an opening balance. */
const AT_ONCE = 20

/** The clients in turns of some at a time. */
export const turnsOf = (institutionIds: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(institutionIds.length / AT_ONCE) }, (_, turn) =>
    institutionIds.slice(turn * AT_ONCE, (turn + 1) * AT_ONCE),
  )

export async function auditClients(trx: Trx, scope: Scope, { period, institutionIds }: Clients): Promise<AuditTotals> {
  let totals = NOTHING_AUDITED
  for (const turn of turnsOf(institutionIds)) totals = addTotals(totals, await auditSome(trx, scope, { period, institutionIds: turn }))
  return totals
}

async function auditSome(trx: Trx, scope: Scope, { period, institutionIds }: Clients): Promise<Kept> {
  const rules = rulesUnder(DEFAULT_RULES, await selectTolerances(trx, scope))
  const suppressed = await selectSuppressed(trx, scope, period)
  const nothing = { carrierCode: null, policyId: null, figures: {}, fileId: null, lineNumber: null, enteredBy: null, settled: null }
  const found: Found[] = []
  const withLedger: number[] = []
  const totals = await selectClientTotals(trx, scope, institutionIds, period)
  for (const [institutionId, months] of totals)
    for (const one of auditClient(months, rules(null, null)))
      found.push({
        ...nothing,
        ...one,
        institutionId,
        figures:
          one.ruleCode === 'Y6'
            ? { currentNetYield: one.measured?.actual ?? null, priorNetYield: one.measured?.expected ?? null }
            : { increaseCents: one.measured?.actual ?? null, expectedCents: one.measured?.expected ?? null },
      })
  for (const [institutionId, balances] of Map.groupBy(
    await selectOpenings(trx, scope, institutionIds, period),
    (row) => row.institutionId,
  )) {
    for (const balance of balances)
      for (const one of auditOpening(balance, rules(balance.carrierCode, balance.productName)))
        found.push({
          ...nothing,
          ...one,
          institutionId,
          policyId: balance.policyId,
          figures: openingFigures(balance),
          enteredBy: balance.postedBy,
        })
    const [first] = balances
    if (first && first.ledger !== null) withLedger.push(institutionId)
    for (const one of auditOpenings(balances, first?.ledger ?? null, rules(null, null))) found.push({ ...nothing, ...one, institutionId })
  }
  const skipped = institutionIds.map((institutionId) => ({
    institution_id: institutionId,
    skipped: CLIENT_MONTH_RULES.flatMap((ruleCode) => {
      const reason = clientLacks(ruleCode, totals.get(institutionId) ?? [])
      return reason === null ? [] : [{ ruleCode, reason, policies: 0 }]
    }),
  }))
  // The controls statement says of a bank that gave no balance that B6 was not asked, and of a partial month that M8 and Y6 were not.
  await sql`update audit_coverage set asked = asked - 'B6' || case when institution_id = any(${withLedger}::int[]) then '{"B6": 1}'::jsonb else '{}' end,
      skipped = jsonb_path_query_array(audit_coverage.skipped, ${`$[*] ? (!${OF_CLIENT_MONTH})`}::jsonpath)
        || coalesce((select s.skipped from jsonb_to_recordset(${JSON.stringify(skipped)}::jsonb) as s (institution_id int, skipped jsonb)
          where s.institution_id = audit_coverage.institution_id), '[]')
    where site_id = ${scope.siteId} and period = ${period} and institution_id = any(${[...institutionIds]}::int[])`.execute(trx)
  return keepExceptions(
    trx,
    scope,
    { period, institutionIds, carrierCode: null, rules: CLIENT_RULES },
    found.filter(({ ruleCode, policyId }) => policyId === null || !suppressed.has(suppressionKey(ruleCode, policyId))),
  )
}

const openingFigures = (balance: OpeningRow): Found['figures'] => ({
  carrier: balance.carrierCode,
  yearEnd: balance.yearEnd,
  openingBalanceCents: balance.opening,
  postedYearEndCents: balance.postedYearEnd,
  statementCents: balance.statement,
  yearToDateReportedCents: balance.increases,
  yearToDateRecomputedCents: yearToDate(balance),
  restatedOn: balance.restatedOn,
})

/** Sums of policies with a value at both ends, of values that do not follow the market, for the month and the three before it. */
async function selectClientTotals(
  trx: Trx,
  scope: Scope,
  institutionIds: readonly number[],
  period: PlainDate,
): Promise<Map<number, ClientTotals[]>> {
  const totals = new Map<number, ClientTotals[]>()
  for (const back of [3, 2, 1, 0]) {
    const [month, since] = [addMonthEnds(period, -back), addMonthEnds(period, -back - 1)]
    const { rows } = await sql<ClientTotals & { institutionId: number }>`
      with flow as materialized (
        select t.institution_id, t.policy_id, sum(${NET}) as net, sum(${NET} * (${month}::date - t.transaction_date)::float8 / (${month}::date - ${since}::date)) as weighted
        from policy_transaction t
        where t.institution_id = any(${[...institutionIds]}::int[]) and t.site_id = ${scope.siteId} and t.transaction_date > ${since} and t.transaction_date <= ${month}
          and t.amount_cents is not null and t.type = any(${[...ADDING_FLOWS, ...REMOVING_FLOWS]}::text[])
        group by t.institution_id, t.policy_id)
      select p.institution_id, ${month}::date as period, sum(b.cash_surrender_value_cents) filter (where v.policy_id is not null)::bigint as begin,
        coalesce(sum(v.cash_surrender_value_cents - b.cash_surrender_value_cents - coalesce(f.net, 0) - coalesce(b.surrender_charge_cents - v.surrender_charge_cents, 0)), 0)::bigint as increase,
        coalesce(sum(b.cash_surrender_value_cents + coalesce(f.weighted, 0)) filter (where v.policy_id is not null), 0)::float8 as average_invested,
        coalesce(sum(b.cash_surrender_value_cents * (v.gross_crediting_rate - b.gross_crediting_rate))
          / nullif(sum(b.cash_surrender_value_cents) filter (where v.policy_id is not null), 0), 0)::float8 as reset,
        coalesce(bool_and(v.policy_id is not null or not ${heldAt(month)}), false) as is_whole
      from policy_valuation b
      join policy p on p.institution_id = b.institution_id and p.id = b.policy_id and p.site_id = ${scope.siteId} and p.institution_id = any(${[...institutionIds]}::int[])
      join product on product.id = p.product_id and (product.account_type <> 'SEPARATE' or product.stable_value_wrap)
      left join policy_valuation v on v.institution_id = b.institution_id and v.policy_id = b.policy_id and v.as_of_date = ${month} and v.status = 'POSTED'
        and v.institution_id = any(${[...institutionIds]}::int[])
      left join flow f on f.institution_id = b.institution_id and f.policy_id = b.policy_id
      where b.institution_id = any(${[...institutionIds]}::int[]) and b.as_of_date = ${since} and b.status = 'POSTED'
      group by p.institution_id`.execute(trx)
    for (const { institutionId, ...month } of rows) totals.set(institutionId, [...(totals.get(institutionId) ?? []), month])
  }
  for (const [institutionId, months] of totals) if (months.at(-1)?.period !== period) totals.delete(institutionId)
  return totals
}
const NET = sql.raw(
  `case when t.type in (${ADDING_FLOWS.map((type) => `'${type}'`).join(', ')}) then t.amount_cents else -t.amount_cents end`,
)

interface OpeningRow extends OpeningBalance {
  institutionId: number
  policyId: number
  carrierCode: string
  productName: string
  ledger: Cents | null
  postedBy: number | null
}

/** Policies with an opening balance, or a value at the closed fiscal year end, of clients that have opening balances for it. */
async function selectOpenings(trx: Trx, scope: Scope, institutionIds: readonly number[], period: PlainDate): Promise<OpeningRow[]> {
  const { rows } = await sql<OpeningRow>`
    with client as materialized (
      select i.id, e.year_end, l.balance_cents as ledger from institution i
      cross join lateral (select (make_date(extract(year from ${period}::date)::int - case when i.fiscal_year_end_month < extract(month from ${period}::date) then 0 else 1 end,
        i.fiscal_year_end_month, 1) + interval '1 month - 1 day')::date as year_end) e
      left join ledger_balance l on l.institution_id = i.id and l.site_id = ${scope.siteId} and l.year_end = e.year_end
      where i.id = any(${[...institutionIds]}::int[])
        and exists (select from opening_balance o where o.institution_id = i.id and o.site_id = ${scope.siteId} and o.year_end = e.year_end)),
    flow as materialized (
      select t.institution_id, t.policy_id, coalesce(sum(t.amount_cents) filter (where t.type = any(${[...ADDING_FLOWS]}::text[])), 0) as flows_in,
        coalesce(sum(t.amount_cents) filter (where t.type = any(${[...REMOVING_FLOWS]}::text[])), 0) as flows_out
      from policy_transaction t join client c on c.id = t.institution_id
      where t.site_id = ${scope.siteId} and t.institution_id = any(${[...institutionIds]}::int[]) and t.transaction_date > c.year_end and t.transaction_date <= ${period} and t.amount_cents is not null
      group by t.institution_id, t.policy_id),
    month as materialized (
      select v.institution_id, v.policy_id, v.as_of_date, v.cash_surrender_value_cents as value, c.year_end, v.posted_by
      from policy_valuation v join client c on c.id = v.institution_id
      where v.site_id = ${scope.siteId} and v.institution_id = any(${[...institutionIds]}::int[]) and v.as_of_date >= c.year_end and v.as_of_date <= ${period} and v.status = 'POSTED'),
    year as materialized (
      select institution_id, policy_id, max(value) filter (where as_of_date = year_end) as posted_year_end, max(value) filter (where as_of_date = ${period}) as now,
        count(*) as months, max(posted_by) filter (where as_of_date = year_end) as posted_by
      from month group by institution_id, policy_id),
    -- A file's summary is long: read once a file, and not once a policy.
    file as materialized (
      select id, received_at, summary -> 'periods' as periods, summary -> 'carriers' as carriers from carrier_file where site_id = ${scope.siteId} and status in ('POSTED', 'VALIDATED')),
    statement as materialized (
      select distinct on (r.institution_id, r.policy_id) r.institution_id, r.policy_id, r.cash_surrender_value_cents as value
      from client c
      join file on file.periods ? c.year_end::text
      join carrier_file_row r on r.file_id = file.id and r.institution_id = c.id and r.period = c.year_end and r.match_status = 'MATCHED'
      join policy p on p.institution_id = r.institution_id and p.id = r.policy_id and file.carriers ? p.carrier_code
      order by r.institution_id, r.policy_id, file.received_at desc, file.id desc)
    select p.institution_id, p.id as policy_id, p.policy_number, p.carrier_code, product.product_name, p.issue_date, c.year_end, c.ledger,
      o.cash_surrender_value_cents as opening, y.posted_year_end, ${heldAt(sql<PlainDate>`c.year_end`)} as was_held, y.now, y.posted_by,
      coalesce(f.flows_in, 0)::bigint as flows_in, coalesce(f.flows_out, 0)::bigint as flows_out,
      case when y.now is not null and y.posted_year_end is not null
        and y.months = (extract(year from age(${period}::date + 1, c.year_end + 1)) * 12 + extract(month from age(${period}::date + 1, c.year_end + 1)))::int + 1
        then y.now - y.posted_year_end - coalesce(f.flows_in, 0) + coalesce(f.flows_out, 0) end::bigint as increases,
      s.value as statement,
      (select max(${siteDayOf(sql`v.posted_at`, scope.siteId)}) from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date <= c.year_end
        and v.as_of_date > c.year_end - interval '1 year' and v.version > 1 and v.posted_at > o.stored_at) as restated_on
    from client c
    join policy p on p.institution_id = c.id and p.site_id = ${scope.siteId}
    join product on product.id = p.product_id
    left join opening_balance o on o.institution_id = p.institution_id and o.policy_id = p.id and o.year_end = c.year_end
    left join year y on y.institution_id = p.institution_id and y.policy_id = p.id
    left join flow f on f.institution_id = p.institution_id and f.policy_id = p.id
    left join statement s on s.institution_id = p.institution_id and s.policy_id = p.id
    where o.policy_id is not null or y.posted_year_end is not null
    order by p.institution_id, p.id`.execute(trx)
  return rows
}

/** Stores the opening balances of the institutions whose fiscal year ends with the month; those that are stored stay. @returns the institutions of which one was stored */
export async function storeOpenings(trx: Trx, scope: Scope, yearEnd: PlainDate): Promise<number[]> {
  const { rows } = await sql<{ institutionId: number }>`
    with stored as (insert into opening_balance (institution_id, site_id, policy_id, year_end, cash_surrender_value_cents, stored_by, stored_at)
    select v.institution_id, v.site_id, v.policy_id, v.as_of_date, v.cash_surrender_value_cents, ${scope.userId || null}, clock_timestamp()
    from policy_valuation v
    join institution i on i.id = v.institution_id and i.fiscal_year_end_month = extract(month from ${yearEnd}::date)
    join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
    where v.site_id = ${scope.siteId} and v.as_of_date = ${yearEnd} and v.status = 'POSTED' and ${heldAt(yearEnd)}
    on conflict do nothing returning institution_id)
    select distinct institution_id from stored order by 1`.execute(trx)
  return rows.map(({ institutionId }) => institutionId)
}
