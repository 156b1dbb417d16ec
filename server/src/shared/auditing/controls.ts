/** The controls statement of institutions for a month, from the records of its audits. A client reads no note and no name of staff. */
import { CLIENT_MONTH_RULES } from '@corridor/domain/auditing/client-month.ts'
import { type Compared, titleOf } from '@corridor/domain/auditing/compared.ts'
import { type ControlsStatement, controlsOf } from '@corridor/domain/auditing/controls.ts'
import { type ExceptionStatus, REASON_CODES } from '@corridor/domain/auditing/exceptions.ts'
import { lackOfCarrier } from '@corridor/domain/auditing/no-file.ts'
import { reachesOf } from '@corridor/domain/auditing/partly.ts'
import { type AuditRuleCode, isAuditRule, rulesOf } from '@corridor/domain/auditing/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { asProduct, type Scope } from '../../platform/http/scope.ts'
import { heldAt } from '../policies/in-force-policies.ts'

const coverageForm = z.object({
  asked: z.record(z.string(), z.number()).catch({}),
  skipped: z.array(z.object({ ruleCode: z.string(), reason: z.string(), policies: z.number() })).catch([]),
})

/** Rules that are asked of a client as a whole, or of its policies with a carrier, wherever a month was audited. */
const ALWAYS = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'M8', 'Y6']

interface CoverageRow {
  institutionId: number
  expected: number
  posted: number
  prior: number
  fed: number | null
  isMissed: boolean
  fileIds: number[]
  asked: unknown
  skipped: unknown
  auditedAt: string
}
interface ExceptionRow extends Compared {
  institutionId: number
  status: ExceptionStatus
  reasonCode: string | null
}

/** The statement of each institution for a month end, as its audits stand now. */
export async function selectControls(
  trx: Trx,
  scope: Scope,
  institutionIds: readonly number[],
  period: PlainDate,
): Promise<(institutionId: number) => ControlsStatement> {
  const of = sql`institution_id = any(${[...institutionIds]}::int[]) and site_id = ${scope.siteId}`
  const { rows: coverage } = await sql<CoverageRow>`
    select institution_id, expected, posted, prior, fed, file_ids, asked, skipped, audited_at, exists (select from audit_exception x where x.institution_id = c.institution_id
        and x.site_id = c.site_id and x.period = c.period and x.carrier_code = c.carrier_code and x.rule_code = 'P6') as is_missed
    from audit_coverage c where ${of} and period = ${period}
    order by institution_id, carrier_code`.execute(trx)
  const { rows: seen } = await sql<{ id: number }>`select id from audit_exception where ${of} and period = ${period}`.execute(trx)
  // Their names are told by figures that clients may not read: of those that the caller sees, nothing but the name leaves here.
  const { rows: exceptions } = await asProduct(trx, scope, () =>
    sql<ExceptionRow>`
      select institution_id, rule_code, expected, actual, figures, status, reason_code from audit_exception where ${of} and period = ${period}
        and id = any(${seen.map(({ id }) => id)}::int[]) order by rule_code, id`.execute(trx),
  )
  const [covered, found] = [Map.groupBy(coverage, (row) => row.institutionId), Map.groupBy(exceptions, (row) => row.institutionId)]
  const opened = await selectOpened(trx, scope, institutionIds, period)
  // A client does not read which file a value came in: the number alone leaves here.
  const entered = await asProduct(trx, scope, () => selectEntered(trx, scope, institutionIds, period))
  return (institutionId) =>
    statementOf(
      period,
      covered.get(institutionId) ?? [],
      found.get(institutionId) ?? [],
      opened.has(institutionId),
      entered.get(institutionId) ?? 0,
    )
}

/** Values of policies in force that no carrier's file brought, by institution. */
async function selectEntered(trx: Trx, scope: Scope, institutionIds: readonly number[], period: PlainDate): Promise<Map<number, number>> {
  const { rows } = await sql<{ institutionId: number; entered: number }>`
    select v.institution_id, count(*)::int as entered from policy_valuation v
    join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
    where v.institution_id = any(${[...institutionIds]}::int[]) and v.site_id = ${scope.siteId} and v.as_of_date = ${period} and v.status = 'POSTED'
      and v.file_id is null and ${heldAt(period)}
    group by v.institution_id`.execute(trx)
  return new Map(rows.map((row) => [row.institutionId, row.entered]))
}

/** Months of which values of an institution are posted and none of its carriers was audited, the earliest first; institutions that have none are not in it. */
export async function selectUnaudited(
  trx: Trx,
  scope: Scope,
  institutionIds: readonly number[],
  months: readonly PlainDate[],
): Promise<Map<number, PlainDate[]>> {
  const { rows } = await sql<{ institutionId: number; month: PlainDate }>`
    select i.id as institution_id, m.month from unnest(${[...institutionIds]}::int[]) i(id) cross join unnest(${[...months]}::date[]) m(month)
    where not exists (select from audit_coverage c where c.institution_id = i.id and c.site_id = ${scope.siteId} and c.period = m.month)
      and exists (select from policy_valuation v where v.institution_id = i.id and v.site_id = ${scope.siteId} and v.as_of_date = m.month and v.status = 'POSTED')
    order by i.id, m.month`.execute(trx)
  return new Map([...Map.groupBy(rows, (row) => row.institutionId)].map(([id, of]) => [id, of.map(({ month }) => month)]))
}

/** Institutions with an opening balance of the fiscal year that the month lies in. */
export async function selectOpened(trx: Trx, scope: Scope, institutionIds: readonly number[], period: PlainDate): Promise<Set<number>> {
  const { rows } = await sql<{ institutionId: number }>`
    select distinct institution_id from opening_balance where institution_id = any(${[...institutionIds]}::int[]) and site_id = ${scope.siteId}
      and year_end < ${period} and year_end >= ${period}::date - interval '1 year'`.execute(trx)
  return new Set(rows.map(({ institutionId }) => institutionId))
}

const NO_OPENINGS = 'no opening balance is stored'
const NO_LEDGER = 'no general ledger balance was entered'

/** The lack for which a rule of opening balances is not asked of an institution; null where it is asked. */
export function lacksOpening(ruleCode: AuditRuleCode, hasOpenings: boolean, hasLedger: boolean): string | null {
  if (!hasOpenings) return NO_OPENINGS
  return ruleCode === 'B6' && !hasLedger ? NO_LEDGER : null
}

function statementOf(
  asOf: PlainDate,
  coverage: readonly CoverageRow[],
  exceptions: readonly ExceptionRow[],
  hasOpenings: boolean,
  entered: number,
): ControlsStatement {
  if (coverage.length === 0) return { asOf, examined: null, lines: [] }
  const asked = new Set(ALWAYS)
  const skipped = new Map<string, Set<string>>()
  const forms = coverage.map((row) => coverageForm.parse(row))
  for (const code of rulesOf('beginning-year-balance')) {
    const lacks = lacksOpening(
      code,
      hasOpenings,
      forms.some((form) => 'B6' in form.asked),
    )
    if (lacks === null) asked.add(code)
    else skipped.set(code, new Set([lacks]))
  }
  for (const form of forms) {
    for (const code of Object.keys(form.asked)) asked.add(code)
    for (const { ruleCode, reason } of form.skipped) skipped.set(ruleCode, (skipped.get(ruleCode) ?? new Set()).add(reason))
  }
  // A rule of the carriers' files was applied where the file of one of them came.
  for (const code of rulesOf('policy-count-exceptions')) {
    const lacks = coverage.map((row) => lackOfCarrier(code, row))
    const reasons = lacks.filter((reason) => reason !== null)
    if (reasons.length < lacks.length) continue
    asked.delete(code)
    skipped.set(code, new Set(reasons))
  }
  for (const code of CLIENT_MONTH_RULES) if (skipped.has(code)) asked.delete(code)
  const valued = coverage.reduce((sum, { posted }) => sum + posted, 0)
  return {
    asOf,
    examined: {
      policies: coverage.reduce((sum, { expected }) => sum + expected, 0),
      valued,
      // Entered since the audit, a value is none that it examined.
      entered: Math.min(entered, valued),
      carriers: coverage.length,
      files: new Set(coverage.flatMap(({ fileIds }) => fileIds)).size,
      auditedAt:
        coverage
          .map(({ auditedAt }) => auditedAt)
          .toSorted()
          .at(-1) ?? '',
    },
    lines: controlsOf(
      exceptions.flatMap(({ ruleCode, status, reasonCode, ...compared }) =>
        isAuditRule(ruleCode)
          ? [
              {
                ruleCode,
                title: titleOf({ ruleCode, ...compared }),
                status,
                reasonCode: REASON_CODES.find((code) => code === reasonCode) ?? null,
              },
            ]
          : [],
      ),
      asked,
      new Map([...skipped].filter(([code]) => !asked.has(code)).map(([code, reasons]) => [code, [...reasons].toSorted()])),
      reachesOf(coverage.map((row) => ({ ...row, ...coverageForm.parse(row) }))),
    ),
  }
}
