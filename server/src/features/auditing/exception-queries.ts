/** Exceptions as lists and pages show them: with client, policy, person, file and line. */

import type { getException, listExceptions } from '@corridor/contract/auditing.ts'
import type { BookRow } from '@corridor/contract/book-row.ts'
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { comparisonOf, effectOf, sidesOf, titleOf } from '@corridor/domain/auditing/compared.ts'
import { isExceptionOverdue, REASON_CODES, settlingRefused } from '@corridor/domain/auditing/exceptions.ts'
import { AUDIT_CHECK_CODES, isAuditRule, unitOf } from '@corridor/domain/auditing/rules.ts'
import { reasonShown } from '@corridor/domain/policies/kept-reasons.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { bookRowOfValue } from '../../shared/onboarding/book-row.ts'
import { personName } from '../../shared/people/person-name.ts'
import { rowOf, sheetOf } from '../../shared/policies/feed-line.ts'
import { siteDayOf } from '../../shared/site-day.ts'

export type ExceptionFilter = Partial<Omit<ParsedOf<typeof listExceptions>, 'take' | 'skip' | 'sort' | 'desc'>>

const INSURED = sql<string | null>`case when n.id is null then null else n.last_name || ', ' || n.first_name end`
/** An exception names the row alone; the import is told by the value that was read from it. */
const BOOK_ROW = sql<BookRow | null>`case when x.file_id is null and x.line_number is not null then (
  select ${bookRowOfValue} from policy_valuation v where v.institution_id = x.institution_id and v.policy_id = x.policy_id and v.as_of_date = x.period
    and v.line_number = x.line_number and v.onboarding_source_id is not null order by v.version desc limit 1) end`
/**
 * Whether an exception is about a policy q: its own, or one that it names. Exceptions found before they kept the policies that they name are asked by their words,
 * which end in "…: 2 posted policies, A-1, A-2."
 */
const isAbout = sql<boolean>`q.institution_id = x.institution_id and q.site_id = x.site_id and (q.id = x.policy_id
  or x.policy_id is null and q.carrier_code = x.carrier_code and case when x.figures ? 'policyIds' then x.figures -> 'policyIds' @> to_jsonb(q.id)
    else q.policy_number = any(regexp_split_to_array(x.message, ', | and |[.]$')) end)`
/** More policies than a list or a dialog is read for. */
const NAMED_MOST = 200
/** P4 alone names policies: no other exception of a client is asked for them. */
const POLICY_NUMBERS = sql<string[]>`case when x.policy_id is null and x.rule_code = 'P4' then array(
  select q.policy_number from policy q where ${isAbout} order by q.policy_number, q.id limit ${sql.lit(NAMED_MOST)}) else '{}' end`
/** Days since the audit first found it, until it was resolved or found to be none: one that is acknowledged grows older. */
export const ageDays = ({ siteId }: Scope) => {
  const until = sql`case when x.status in ('RESOLVED', 'FALSE_POSITIVE') then coalesce(x.resolved_at, now()) else now() end`
  return sql<number>`greatest(0, ${siteDayOf(until, siteId)} - ${siteDayOf(sql`x.first_seen`, siteId)})`
}
const BY_SEVERITY = sql`case x.severity when 'error' then 1 when 'warning' then 2 else 3 end`

/** Every exception of the site that a filter leaves. @param period null: of every month */
export function selectExceptions(trx: Trx, scope: Scope, filter: ExceptionFilter, period: PlainDate | null) {
  let query = trx
    .selectFrom('auditException as x')
    .innerJoin('institution as i', 'i.id', 'x.institutionId')
    .leftJoin('carrier as c', 'c.code', 'x.carrierCode')
    .leftJoin('policy as p', (join) => join.onRef('p.institutionId', '=', 'x.institutionId').onRef('p.id', '=', 'x.policyId'))
    .leftJoin('insured as n', (join) => join.onRef('n.institutionId', '=', 'p.institutionId').onRef('n.id', '=', 'p.insuredId'))
    .leftJoin('carrierFile as f', 'f.id', 'x.fileId')
    .where('x.siteId', '=', scope.siteId)
    .select([
      'x.institutionId',
      'x.id',
      'i.name as institutionName',
      'x.carrierCode',
      'c.shortName as carrierName',
      'x.policyId',
      'p.policyNumber',
    ])
    .select([
      'x.checkCode',
      'x.ruleCode',
      'x.severity',
      'x.period',
      'x.message',
      'x.expected',
      'x.actual',
      'x.differenceCents',
      'x.tolerance',
      'x.figures',
    ])
    .select([
      'x.status',
      'x.reasonCode',
      'x.note',
      'x.assignedTo',
      'x.dueOn',

      'x.resolvedAt',
      'x.firstSeen',
      'x.updatedAt',
      'x.months',
    ])
    .select(['x.fileId', 'f.fileName', 'x.enteredBy'])
    .select([
      POLICY_NUMBERS.as('policyNumbers'),
      INSURED.as('insuredName'),
      personName('x.assigned_to').as('assignedToName'),
      personName('x.resolved_by').as('settledBy'),
      sheetOf('x.line_number').as('sheet'),
      rowOf('x.line_number').as('lineNumber'),
      BOOK_ROW.as('bookRow'),
      ageDays(scope).as('ageDays'),
    ])
  if (period !== null) query = query.where('x.period', '=', period)
  if (filter.check) query = query.where('x.checkCode', '=', filter.check)
  if (filter.institutionId) query = query.where('x.institutionId', 'in', filter.institutionId)
  if (filter.carrierCode) query = query.where('x.carrierCode', 'in', filter.carrierCode)
  if (filter.ruleCode) query = query.where('x.ruleCode', 'in', filter.ruleCode)
  if (filter.severity) query = query.where('x.severity', 'in', filter.severity)
  if (filter.status) query = query.where('x.status', 'in', filter.status)
  if (filter.policyId !== undefined)
    query = query.where(sql<boolean>`exists (select from policy q where q.id = ${filter.policyId} and ${isAbout})`)
  if (filter.mine) query = query.where('x.assignedTo', '=', scope.userId)
  return query
}

type Named = ReplyOf<typeof getException>['policies'][number]
/** Policies that an exception of a client and its carrier names, with what is posted of them in its month and the one before, and where that came from. */
export async function selectNamedPolicies(
  trx: Trx,
  { institutionId, id, period }: { institutionId: number; id: number; period: PlainDate },
) {
  const { rows } = await sql<Named>`
    select q.id as policy_id, q.policy_number, coalesce((
      select jsonb_agg(jsonb_build_object('asOfDate', v.as_of_date, 'cashSurrenderValueCents', v.cash_surrender_value_cents, 'fileId', v.file_id, 'fileName', f.file_name,
        'sheet', ${sheetOf('v.line_number')}, 'lineNumber', ${rowOf('v.line_number')}, 'bookRow', ${bookRowOfValue}, 'postedBy', ${personName('v.posted_by')}, 'reason', v.restatement_reason)
        order by v.as_of_date desc)
      from policy_valuation v left join carrier_file f on f.id = v.file_id
      where v.institution_id = q.institution_id and v.policy_id = q.id and v.status = 'POSTED' and v.as_of_date in (${period}, ${addMonthEnds(period, -1)})), '[]') as values
    from audit_exception x join policy q on ${isAbout}
    where x.institution_id = ${institutionId} and x.id = ${id} and x.policy_id is null order by q.policy_number, q.id limit ${sql.lit(NAMED_MOST)}`.execute(
    trx,
  )
  return rows.map(({ values, ...policy }) => ({
    ...policy,
    values: values.map((value) => ({ ...value, reason: reasonShown(value.reason) })),
  }))
}
const SEARCHED = ['x.message', 'p.policyNumber', 'i.name', 'x.ruleCode']
/** Names of insureds are searched only for those who may read them. */
export const exceptionSearch = (seesPersonal: boolean) => (seesPersonal ? [...SEARCHED, INSURED] : SEARCHED)

export async function pageOfExceptions(
  trx: Trx,
  scope: Scope,
  input: ParsedOf<typeof listExceptions>,
  period: PlainDate | null,
  { seesPersonal, today }: { seesPersonal: boolean; today: PlainDate },
) {
  const { records, page } = await pageOf(selectExceptions(trx, scope, input, period), input, {
    ties: ['i.name'],
    id: ['x.institutionId', 'x.id'],
    sort: {
      institutionName: 'i.name',
      carrierName: 'c.shortName',
      policyNumber: 'p.policyNumber',
      ruleCode: 'x.ruleCode',
      // Those that are still open come first, errors before warnings.
      urgency: sql`case when x.status in ('RESOLVED', 'FALSE_POSITIVE') then 3 else 0 end + ${BY_SEVERITY}`,
      severity: BY_SEVERITY,
      status: 'x.status',
      firstSeen: 'x.firstSeen',
      differenceCents: sql`abs(x.difference_cents)`,
      dueOn: 'x.dueOn',
    },
    search: exceptionSearch(seesPersonal),
  })
  return { records: records.map((row) => withOverdue(toRecord(row, scope.userId, seesPersonal), today)), page }
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectExceptions>['executeTakeFirstOrThrow']>>

export function toRecord({ checkCode, resolvedAt, enteredBy, figures, ...row }: Selected, userId: number, seesPersonal: boolean) {
  const { ruleCode } = row
  const kept = figuresOf(figures)
  return {
    ...row,
    ...sidesOf({ ...row, figures: kept }),
    // A sheet that is exported has the line's number, which says nothing without its file.
    fileName: row.fileName ?? row.bookRow?.source ?? null,
    insuredName: seesPersonal ? row.insuredName : null,
    check: AUDIT_CHECK_CODES.find((code) => code === checkCode) ?? AUDIT_CHECK_CODES[0],
    ruleTitle: titleOf({ ...row, figures: kept }),
    unit: isAuditRule(ruleCode) ? unitOf(ruleCode) : ('words' as const),
    reasonCode: REASON_CODES.find((code) => code === row.reasonCode) ?? null,
    figures: kept,
    compared: (isAuditRule(ruleCode) && comparisonOf(ruleCode, { ...row, figures: kept })?.quantity) || null,
    differenceCents: effectOf(row.differenceCents, { ...row, figures: kept }),
    settledAt: resolvedAt,
    mayClear: settlingRefused({ status: 'OPEN', severity: row.severity, enteredBy }, 'RESOLVED', userId) === null,
  }
}

/** @param today by the site's calendar */
export const withOverdue = <Row extends Parameters<typeof isExceptionOverdue>[0]>(row: Row, today: PlainDate) => ({
  ...row,
  overdue: isExceptionOverdue(row, today),
})

const figuresOf = (stored: unknown): Record<string, number | string | null> =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? Object.fromEntries(
        Object.entries(stored).flatMap(([name, value]) =>
          Array.isArray(value) ? [] : [[name, typeof value === 'number' || typeof value === 'string' ? value : null]],
        ),
      )
    : {}
