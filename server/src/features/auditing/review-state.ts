/** The state of a month's audit that a sign-off is given for: what was examined, rules applied and skipped, tolerances, exceptions; and a hash over its codes and figures and every exception. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { EXCEPTION_STATUSES, type ExceptionStatus, type ReasonCode } from '@corridor/domain/auditing/exceptions.ts'
import type { AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { type AuditStatement, statementOf } from '@corridor/domain/auditing/statement.ts'
import { limitsWords } from '@corridor/domain/data-feeds/limit-words.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { selectSummary } from './summary.ts'
import { selectToleranceBook } from './tolerances.ts'

type Summary = Awaited<ReturnType<typeof selectSummary>>
export type ReviewedRule = Summary['rules'][number] & {
  /** The default, then what the site set in its place for a carrier or product. */
  tolerances: string[]
  /** The same as figures. */
  limits: RuleLimits[]
}
interface RuleLimits {
  carrierCode: string | null
  productId: number | null
  limits: Record<string, number>
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

interface Reviewed {
  auditedAt: string | null
  state: ReviewState
  sha256: string
  /** When a tolerance of the site was last set or ended; null before the first. */
  tolerancesSetAt: string | null
}

/** An audit that ran again and found the same is in the same state: the time at which it ran is no part of it. */
export async function selectReviewState(trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate): Promise<Reviewed> {
  const summary = await selectSummary(trx, scope, check, { period })
  const { tolerancesOf, tolerancesSetAt } = await selectTolerancesInForce(trx, scope)
  const { auditedAt, ...examined } = summary.examined
  const state: ReviewState = {
    check,
    period,
    statement: statementOf(summary satisfies AuditStatement),
    examined,
    rules: summary.rules.map((rule) => ({
      ...rule,
      skipped: rule.skipped.toSorted((one, other) => (one.reason < other.reason ? -1 : 1)),
      ...tolerancesOf(rule.code),
    })),
    found: summary.found,
    open: summary.open,
    openErrors: summary.openErrors,
    states: await selectStates(trx, scope, check, period),
    exceptionsSha256: await digestOf(trx, scope, check, period),
  }
  return {
    auditedAt,
    state,
    sha256: createHash('sha256')
      .update(JSON.stringify(factsOf(state)))
      .digest('hex'),
    tolerancesSetAt,
  }
}

/** The audit is the same when a rule's title, a tolerance or the statement is worded otherwise. */
function factsOf({ statement: _, rules, ...facts }: ReviewState) {
  return { ...facts, rules: rules.map(({ title: _title, tolerances: _words, ...rule }) => rule) }
}

/** A sign-off as it was kept before its hash stood for codes and figures alone: without the tolerances' figures, and with a hash over the words of its day. */
const keptInWords = z.looseObject({
  statement: z.string(),
  rules: z.array(z.looseObject({ title: z.string(), tolerances: z.array(z.string()), limits: z.undefined().optional() })),
})

/** The hash that a sign-off stands for today: one over words is carried over where every figure is the same and no tolerance was set since. */
export function hashOfSignOff(kept: { stateSha256: string; statement: unknown; signedAt: string }, now: Reviewed): string {
  const inWords = keptInWords.safeParse(kept.statement)
  if (!inWords.success || (now.tolerancesSetAt !== null && now.tolerancesSetAt > kept.signedAt)) return kept.stateSha256
  const figures = ({ statement: _, rules, ...facts }: z.output<typeof keptInWords>) => ({
    ...facts,
    rules: rules.map(({ title: _title, tolerances: _words, limits: _limits, ...rule }) => rule),
  })
  const today = { ...now.state, rules: now.state.rules.map(({ limits: _, ...rule }) => rule) }
  return isDeepStrictEqual(figures(inWords.data), figures(keptInWords.parse(today))) ? now.sha256 : kept.stateSha256
}

async function selectTolerancesInForce(trx: Trx, scope: Scope) {
  const { rules, records } = await selectToleranceBook(trx, scope)
  const holding = records.filter(({ endedAt }) => endedAt === null).toSorted((one, other) => one.id - other.id)
  const tolerancesOf = (ruleCode: string): Pick<ReviewedRule, 'tolerances' | 'limits'> => {
    const own = rules.find(({ code }) => code === ruleCode)
    const set = holding.filter((one) => one.ruleCode === ruleCode)
    const whole = { ...own?.limits, ...set.find(({ carrierCode }) => carrierCode === null)?.limits }
    const narrower = set.filter(({ carrierCode }) => carrierCode !== null)
    return {
      tolerances: [
        ...(own ? [limitsWords(whole)] : []),
        ...narrower.map(
          ({ carrierName, productName, limits }) => `${[carrierName, productName].filter(Boolean).join(', ')}: ${limitsWords(limits)}`,
        ),
      ].filter((words) => words !== ''),
      limits: [
        { carrierCode: null, productId: null, limits: whole },
        ...narrower.map(({ carrierCode, productId, limits }) => ({ carrierCode, productId, limits })),
      ],
    }
  }
  const times = records.flatMap(({ createdAt, endedAt }) => [createdAt, ...(endedAt === null ? [] : [endedAt])])
  return { tolerancesOf, tolerancesSetAt: times.toSorted().at(-1) ?? null }
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
