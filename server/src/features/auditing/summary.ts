/** The policies that an audit examined in a month, the rules that were asked and those that were not, and what was found: the statement that a page opens with, and that an examiner is shown. */
import { COVERED_RULES, POLICY_RULES } from '@corridor/domain/auditing/applicability.ts'
import { CLIENT_MONTH_RULES } from '@corridor/domain/auditing/client-month.ts'
import { REASON_CODES } from '@corridor/domain/auditing/exceptions.ts'
import { lacksCarrier } from '@corridor/domain/auditing/no-file.ts'
import { AUDIT_RULES, type AuditCheck, type AuditRuleCode, rulesOf } from '@corridor/domain/auditing/rules.ts'
import type { Skip } from '@corridor/domain/auditing/skips.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { lacksOpening, selectOpened } from '../../shared/auditing/controls.ts'
import { UNFED, UNFED_POLICIES } from './client-queries.ts'
import { ageDays } from './exception-queries.ts'

interface Reach {
  period: PlainDate
  institutionId?: number[] | undefined
  carrierCode?: string[] | undefined
}

const narrowed = (alias: string, { institutionId, carrierCode }: Reach) =>
  sql`${institutionId ? sql`and ${sql.ref(`${alias}.institution_id`)} = any(${institutionId}::int[])` : sql``} ${carrierCode ? sql`and ${sql.ref(`${alias}.carrier_code`)} = any(${carrierCode}::text[])` : sql``}`

const coverageForm = z.object({
  asked: z.record(z.string(), z.number()).catch({}),
  skipped: z.array(z.object({ ruleCode: z.string(), reason: z.string(), policies: z.number() })).catch([]),
})

export async function selectSummary(trx: Trx, scope: Scope, check: AuditCheck, reach: Reach) {
  const { period } = reach
  const { rows: coverage } = await sql<{
    institutionId: number
    carrierName: string
    expected: number
    posted: number
    prior: number
    fed: number | null
    isMissed: boolean
    postedCashSurrenderValueCents: number
    unfedPolicies: number
    unfedCashSurrenderValueCents: number
    fileIds: number[]
    asked: unknown
    skipped: unknown
    auditedAt: string
  }>`
    select a.institution_id, c.short_name as carrier_name, a.expected, a.posted, a.prior, a.fed, a.file_ids, a.asked, a.skipped, a.audited_at, ${UNFED_POLICIES} as unfed_policies, ${UNFED.cashSurrenderValue} as unfed_cash_surrender_value_cents,
      exists (select from audit_exception x where x.site_id = a.site_id and x.institution_id = a.institution_id and x.period = a.period and x.carrier_code = a.carrier_code
        and x.rule_code = 'P6') as is_missed,
      (select coalesce(sum(v.cash_surrender_value_cents), 0)::bigint from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
        where v.institution_id = a.institution_id and v.site_id = a.site_id and v.as_of_date = a.period and v.status = 'POSTED' and p.carrier_code = a.carrier_code) as posted_cash_surrender_value_cents
    from audit_coverage a join carrier c on c.code = a.carrier_code
    where a.site_id = ${scope.siteId} and a.period = ${period} ${narrowed('a', reach)}`.execute(trx)
  const { rows: counts } = await sql<{ ruleCode: string } & Record<(typeof COUNTED)[number], number>>`
    select x.rule_code, count(*)::int as found, count(*) filter (where x.status = 'OPEN')::int as open, count(*) filter (where x.status = 'OPEN' and x.severity = 'error')::int as open_errors,
      count(*) filter (where x.status = 'ACKNOWLEDGED')::int as acknowledged, count(*) filter (where x.status = 'RESOLVED')::int as resolved,
      count(*) filter (where x.status = 'FALSE_POSITIVE')::int as false_positives
    from audit_exception x where x.site_id = ${scope.siteId} and x.period = ${period} and x.check_code = ${check} ${narrowed('x', reach)} group by x.rule_code`.execute(
    trx,
  )
  const all = (of: (typeof COUNTED)[number]) => counts.reduce((total, count) => total + count[of], 0)
  const byRule = new Map(counts.map((count) => [count.ruleCode, count]))
  const told: Told[] = coverage.map((row) => ({ ...row, ...coverageForm.parse(row) }))
  const ids = [...new Set(told.map(({ institutionId }) => institutionId))]
  const opened = check === 'beginning-year-balance' ? await selectOpened(trx, scope, ids, period) : null
  const rules = rulesOf(check).map((code) => ({
    code,
    title: AUDIT_RULES[code].title,
    severity: AUDIT_RULES[code].severity,
    ...askedOf(code, told, opened),
    found: byRule.get(code)?.found ?? 0,
    open: byRule.get(code)?.open ?? 0,
  }))
  const sum = (of: (row: (typeof coverage)[number]) => number) => coverage.reduce((total, row) => total + of(row), 0)
  return {
    period,
    examined: {
      clients: new Set(coverage.map(({ institutionId }) => institutionId)).size,
      carriers: new Set(coverage.map(({ carrierName }) => carrierName)).size,
      files: new Set(coverage.flatMap(({ fileIds }) => fileIds)).size,
      policies: sum(({ expected }) => expected),
      valued: sum(({ posted }) => posted),
      cashSurrenderValueCents: sum(({ postedCashSurrenderValueCents }) => postedCashSurrenderValueCents),
      auditedAt:
        coverage
          .map(({ auditedAt }) => auditedAt)
          .toSorted()
          .at(-1) ?? null,
    },
    unfed: {
      policies: sum(({ unfedPolicies }) => unfedPolicies),
      cashSurrenderValueCents: sum(({ unfedCashSurrenderValueCents }) => unfedCashSurrenderValueCents),
    },
    rules,
    found: all('found'),
    open: all('open'),
    openErrors: all('openErrors'),
    acknowledged: all('acknowledged'),
    resolved: all('resolved'),
    falsePositives: all('falsePositives'),
    ...(await selectShapes(trx, scope, check, reach)),
  }
}

type Told = z.output<typeof coverageForm> & { institutionId: number; carrierName: string } & Parameters<typeof lacksCarrier>[1]
interface AskedOf {
  asked: number | null
  skipped: (Skip & { carriers: string[] })[]
}

function askedOfPolicies(code: AuditRuleCode, told: readonly Told[]): AskedOf {
  const skipped = new Map<string, { policies: number; carriers: Set<string> }>()
  const skip = (reason: string, policies: number, carrierName: string) => {
    const known = skipped.get(reason) ?? { policies: 0, carriers: new Set<string>() }
    known.policies += policies
    known.carriers.add(carrierName)
    skipped.set(reason, known)
  }
  for (const { carrierName, skipped: reasons } of told)
    for (const { reason, policies } of reasons.filter(({ ruleCode }) => ruleCode === code)) skip(reason, policies, carrierName)
  // Months that were audited before the rules of whole files were counted tell nothing of them.
  const isTold = POLICY_RULES.some((rule) => rule === code) || skipped.size > 0 || told.some(({ asked }) => code in asked)
  for (const row of told) {
    const reason = lacksCarrier(code, row)
    if (reason !== null) skip(reason, row.expected, row.carrierName)
  }
  return {
    asked: isTold && COVERED_RULES.some((rule) => rule === code) ? told.reduce((sum, { asked }) => sum + (asked[code] ?? 0), 0) : null,
    skipped: [...skipped].map(([reason, { policies, carriers }]) => ({ reason, policies, carriers: [...carriers].toSorted() })),
  }
}

function askedOf(code: AuditRuleCode, told: readonly Told[], opened: ReadonlySet<number> | null): AskedOf {
  if (opened)
    return askedOfClients(told, (id, rows) =>
      lacksOpening(
        code,
        opened.has(id),
        rows.some(({ asked }) => 'B6' in asked),
      ),
    )
  // Each carrier's row of an institution says the same of its month.
  if (CLIENT_MONTH_RULES.some((rule) => rule === code))
    return askedOfClients(
      told,
      (_, rows) => rows.flatMap(({ skipped }) => skipped).find(({ ruleCode }) => ruleCode === code)?.reason ?? null,
    )
  return askedOfPolicies(code, told)
}

/** A rule of whole institutions: those that lack what it compares are counted by what they lack. */
function askedOfClients(told: readonly Told[], lacks: (id: number, rows: readonly Told[]) => string | null): AskedOf {
  const clients = Map.groupBy(told, ({ institutionId }) => institutionId)
  const lacking = [...clients].flatMap(([id, rows]) => lacks(id, rows) ?? [])
  return {
    asked: lacking.length > 0 && lacking.length === clients.size ? 0 : null,
    skipped: [...Map.groupBy(lacking, (reason) => reason)].map(([reason, { length }]) => ({
      reason,
      policies: 0,
      carriers: [],
      institutions: length,
    })),
  }
}

const COUNTED = ['found', 'open', 'openErrors', 'acknowledged', 'resolved', 'falsePositives'] as const

const AGES = [
  { label: 'Up to 2 days', least: 0 },
  { label: '3 to 7 days', least: 3 },
  { label: '8 to 30 days', least: 8 },
  { label: 'Over 30 days', least: 31 },
] as const

async function selectShapes(trx: Trx, scope: Scope, check: AuditCheck, reach: Reach) {
  const where = sql`x.site_id = ${scope.siteId} and x.period = ${reach.period} and x.check_code = ${check} ${narrowed('x', reach)}`
  const { rows: ages } = await sql<{ age: number; severity: string; count: number }>`
    select ${ageDays(scope)} as age, x.severity, count(*)::int as count from audit_exception x where ${where} and x.status in ('OPEN', 'ACKNOWLEDGED') group by 1, 2`.execute(
    trx,
  )
  const { rows: byCarrier } = await sql<{ carrierName: string; open: number; settled: number }>`
    select coalesce(c.short_name, 'All carriers') as carrier_name, count(*) filter (where x.status = 'OPEN')::int as open, count(*) filter (where x.status <> 'OPEN')::int as settled
    from audit_exception x left join carrier c on c.code = x.carrier_code where ${where} group by 1 order by 2 desc, 1`.execute(trx)
  const { rows: settled } = await sql<{ reasonCode: string | null; count: number }>`
    select x.reason_code, count(*)::int as count from audit_exception x where ${where} and x.status <> 'OPEN' group by 1 order by 2 desc`.execute(
    trx,
  )
  const ageOf = (age: number) => AGES.findLast(({ least }) => age >= least)
  const count = (label: string, isError: boolean) =>
    ages
      .filter(({ age, severity }) => ageOf(age)?.label === label && (severity === 'error') === isError)
      .reduce((total, row) => total + row.count, 0)
  return {
    aging: AGES.map(({ label }) => ({ label, errors: count(label, true), warnings: count(label, false) })),
    byCarrier,
    settled: settled.map((row) => ({ count: row.count, reasonCode: REASON_CODES.find((code) => code === row.reasonCode) ?? null })),
  }
}

/** Months to choose from, newest first: those that were audited, and the current one. */
export async function selectPeriods(trx: Trx, scope: Scope, current: PlainDate): Promise<PlainDate[]> {
  const { rows } = await sql<{ period: PlainDate }>`
    select period from (select ${current}::date as period union select period from audit_coverage where site_id = ${scope.siteId}
      union select period from audit_exception where site_id = ${scope.siteId}) months order by period desc limit 60`.execute(trx)
  return rows.map(({ period }) => period)
}

/** Open exceptions of the audit in the month, as its page lists them: notes among them alarm nobody. */
export async function countOpen(trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate): Promise<{ open: number; result: boolean }> {
  const { rows } = await sql<{ open: number; result: boolean }>`
    select count(*)::int as open, count(*) filter (where severity in ('error', 'warning')) > 0 as result from audit_exception
    where site_id = ${scope.siteId} and period = ${period} and check_code = ${check} and status = 'OPEN'`.execute(trx)
  return rows[0] ?? { open: 0, result: false }
}

const POINTS = 600
/** Movements for the chart: every exception, and of the rest an even sample. */
export async function selectMovements(trx: Trx, scope: Scope, reach: Reach) {
  const { rows } = await sql<{
    total: number
    institutionId: number
    policyId: number
    policyNumber: string
    institutionName: string
    carrierCode: string
    expectedCents: number
    increaseCents: number
    isException: boolean
  }>`
    with moved as (
      select v.institution_id, v.policy_id, p.policy_number, p.carrier_code, v.cash_surrender_value_cents - b.cash_surrender_value_cents - coalesce(f.net, 0) as increase,
        (b.cash_surrender_value_cents - a.cash_surrender_value_cents - coalesce(g.net, 0))::float8 / nullif(a.cash_surrender_value_cents, 0)
          * b.cash_surrender_value_cents * extract(day from v.as_of_date)::int / extract(day from b.as_of_date)::int as expected
      from policy_valuation v
      join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
      join product on product.id = p.product_id and (product.account_type <> 'SEPARATE' or product.stable_value_wrap)
      join policy_valuation b on b.institution_id = v.institution_id and b.policy_id = v.policy_id and b.as_of_date = ${addMonthEnds(reach.period, -1)} and b.status = 'POSTED'
      join policy_valuation a on a.institution_id = v.institution_id and a.policy_id = v.policy_id and a.as_of_date = ${addMonthEnds(reach.period, -2)} and a.status = 'POSTED'
      left join lateral (select sum(case when t.type in ('PREMIUM', 'EXCHANGE_IN') then t.amount_cents else -t.amount_cents end) as net from policy_transaction t
        where t.institution_id = v.institution_id and t.policy_id = v.policy_id and t.amount_cents is not null and t.type in ${MOVING} and t.transaction_date > b.as_of_date and t.transaction_date <= v.as_of_date) f on true
      left join lateral (select sum(case when t.type in ('PREMIUM', 'EXCHANGE_IN') then t.amount_cents else -t.amount_cents end) as net from policy_transaction t
        where t.institution_id = v.institution_id and t.policy_id = v.policy_id and t.amount_cents is not null and t.type in ${MOVING} and t.transaction_date > a.as_of_date and t.transaction_date <= b.as_of_date) g on true
      where v.site_id = ${scope.siteId} and v.as_of_date = ${reach.period} and v.status = 'POSTED' ${narrowed('p', reach)}),
    marked as (
      select m.*, count(*) over ()::int as total, row_number() over (order by m.institution_id, m.policy_id) as place,
        exists (select from audit_exception x where x.site_id = ${scope.siteId} and x.institution_id = m.institution_id and x.policy_id = m.policy_id and x.period = ${reach.period}
          and x.check_code = 'cash-surrender-exceptions' and x.status in ('OPEN', 'ACKNOWLEDGED')) as is_exception
      from moved m where m.expected is not null)
    select total, institution_id, policy_id, policy_number, i.name as institution_name, carrier_code, round(expected)::bigint as expected_cents, increase::bigint as increase_cents, is_exception
    from marked join institution i on i.id = marked.institution_id
    where is_exception or place % greatest(1, total / ${POINTS}) = 0 order by is_exception desc, place limit ${POINTS * 2}`.execute(trx)
  return { policies: rows[0]?.total ?? 0, points: rows.map(({ total: _total, ...point }) => point) }
}
const MOVING = sql.raw(`('PREMIUM', 'EXCHANGE_IN', 'WITHDRAWAL', 'PREMIUM_REFUND', 'SURRENDER', 'DEATH_CLAIM', 'EXCHANGE_OUT')`)
