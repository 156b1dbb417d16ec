/** The state of a month's audit that a sign-off is given for: what was examined, rules applied and skipped, tolerances, exceptions; and a hash over it and every exception. */
import { createHash } from 'node:crypto'
import { EXCEPTION_STATUSES, type ExceptionStatus, type ReasonCode } from '@corridor/domain/auditing/exceptions.ts'
import type { AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { type AuditStatement, statementOf } from '@corridor/domain/auditing/statement.ts'
import { limitsWords } from '@corridor/domain/data-feeds/limit-words.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { selectSummary } from './summary.ts'
import { selectToleranceBook } from './tolerances.ts'

type Summary = Awaited<ReturnType<typeof selectSummary>>
export type ReviewedRule = Summary['rules'][number] & {
  /** The default, then what the site set in its place for a carrier or product. */
  tolerances: string[]
}
export interface ReviewState extends Pick<Summary, 'period' | 'found' | 'open' | 'openErrors'> {
  check: AuditCheck
  examined: Omit<Summary['examined'], 'auditedAt'>
  rules: ReviewedRule[]
  /** How many exceptions stand in a status, for a reason. */
  states: { status: ExceptionStatus; reasonCode: ReasonCode | null; count: number }[]
  /** The audit in one sentence. */
  statement: string
  /** Over each exception with its values, its status, and how and by whom it was settled. */
  exceptionsSha256: string
}

/** An audit that ran again and found the same is in the same state: the time at which it ran is no part of it. */
export async function selectReviewState(
  trx: Trx,
  scope: Scope,
  check: AuditCheck,
  period: PlainDate,
): Promise<{ auditedAt: string | null; state: ReviewState; sha256: string }> {
  const summary = await selectSummary(trx, scope, check, { period })
  const tolerancesOf = await selectTolerancesInForce(trx, scope)
  const { auditedAt, ...examined } = summary.examined
  const state: ReviewState = {
    check,
    period,
    statement: statementOf(summary satisfies AuditStatement),
    examined,
    rules: summary.rules.map((rule) => ({
      ...rule,
      skipped: rule.skipped.toSorted((one, other) => (one.reason < other.reason ? -1 : 1)),
      tolerances: tolerancesOf(rule.code),
    })),
    found: summary.found,
    open: summary.open,
    openErrors: summary.openErrors,
    states: await selectStates(trx, scope, check, period),
    exceptionsSha256: await digestOf(trx, scope, check, period),
  }
  return { auditedAt, state, sha256: createHash('sha256').update(JSON.stringify(state)).digest('hex') }
}

async function selectTolerancesInForce(trx: Trx, scope: Scope): Promise<(ruleCode: string) => string[]> {
  const { rules, records } = await selectToleranceBook(trx, scope)
  const holding = records.filter(({ endedAt }) => endedAt === null).toSorted((one, other) => one.id - other.id)
  return (ruleCode) => {
    const own = rules.find(({ code }) => code === ruleCode)
    const site = holding.find((one) => one.ruleCode === ruleCode && one.carrierCode === null)
    const whole = own ? limitsWords({ ...own.limits, ...site?.limits }) : ''
    return [
      ...(whole === '' ? [] : [whole]),
      ...holding
        .filter((one) => one.ruleCode === ruleCode && one.carrierCode !== null)
        .map(({ carrierName, productName, limits }) => `${[carrierName, productName].filter(Boolean).join(', ')}: ${limitsWords(limits)}`),
    ]
  }
}

async function selectStates(trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate): Promise<ReviewState['states']> {
  const { rows } = await sql<ReviewState['states'][number]>`
    select status, reason_code, count(*)::int as count from audit_exception where site_id = ${scope.siteId} and period = ${period} and check_code = ${check}
    group by status, reason_code order by array_position(${[...EXCEPTION_STATUSES]}::text[], status), reason_code`.execute(trx)
  return rows
}

async function digestOf(trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(jsonb_build_array(institution_id, id, rule_code, severity, policy_id, expected, actual, message, status, reason_code, note,
      resolved_by)::text, E'\n' order by institution_id, id), ''), 'UTF8')), 'hex') as digest
    from audit_exception where site_id = ${scope.siteId} and period = ${period} and check_code = ${check}`.execute(trx)
  return rows[0]?.digest ?? ''
}
