/** Compares what an audit found with what is on record: new exceptions are opened, changed ones reopened, and what is no longer found is resolved. Nothing is deleted. */
import type { ExceptionStatus } from '@corridor/domain/auditing/exceptions.ts'
import { type AuditRuleCode, checkOf, unitOf } from '@corridor/domain/auditing/rules.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Found } from './found.ts'
import type { Kept } from './totals.ts'

interface OnRecord {
  institutionId: number
  id: number
  ruleCode: string
  carrierCode: string | null
  policyId: number | null
  status: ExceptionStatus
  reasonCode: string | null
  actual: string | null
  expected: string | null
  months: number
}

const subjectOf = (one: { institutionId: number; ruleCode: string; carrierCode: string | null; policyId: number | null }): string =>
  `${one.institutionId} ${one.ruleCode} ${one.policyId ?? one.carrierCode ?? ''}`

/** @param rules those that were asked: what they no longer find is resolved @param carrierCode null: exceptions of clients as a whole */
export async function keepExceptions(
  trx: Trx,
  scope: Scope,
  asked: { period: PlainDate; institutionIds: readonly number[]; carrierCode: string | null; rules: readonly AuditRuleCode[] },
  found: readonly Found[],
): Promise<Kept> {
  const onRecord = latest(await selectOnRecord(trx, scope, asked, asked.period))
  const before = latest(await selectOnRecord(trx, scope, asked, addMonthEnds(asked.period, -1)))
  const seen = new Set<string>()
  const fresh: object[] = []
  const changed: object[] = []
  let reopened = 0
  for (const one of found) {
    const subject = subjectOf(one)
    if (seen.has(subject)) continue
    seen.add(subject)
    const known = onRecord.get(subject)
    const previous = before.get(subject)
    const row = rowOf(one)
    if (!known) {
      fresh.push({ ...row, previous_id: previous?.id ?? null, months: (previous?.months ?? 0) + 1, ...firstStatus(one) })
      continue
    }
    const differs = known.actual !== row.actual || known.expected !== row.expected
    const isClosed = known.status === 'RESOLVED' || known.status === 'FALSE_POSITIVE'
    const reopens = (differs && known.status !== 'OPEN') || (isClosed && known.reasonCode === 'NOT_FOUND')
    if (isClosed && !reopens) continue
    if (reopens) reopened++
    changed.push({ ...row, id: known.id, ...(reopens ? firstStatus(one) : { status: known.status }), reopens })
  }
  const gone = [...onRecord.entries()].filter(
    ([subject, { status }]) => !seen.has(subject) && (status === 'OPEN' || status === 'ACKNOWLEDGED'),
  )
  await open(trx, scope, asked.period, fresh)
  await change(trx, scope, changed)
  await resolve(
    trx,
    scope,
    gone.map(([, { institutionId, id }]) => ({ institution_id: institutionId, id })),
  )
  return { opened: fresh.length, reopened, resolved: gone.length, standing: fresh.length + changed.length }
}

/** As an exception begins: open, unless somebody else than the poster settled it before posting. */
const firstStatus = ({ settled }: Found) =>
  settled
    ? { status: 'ACKNOWLEDGED', reason_code: settled.reasonCode, note: settled.note, resolved_by: settled.by }
    : { status: 'OPEN', reason_code: null, note: null, resolved_by: null }

function rowOf(one: Found) {
  const { measured } = one
  const isMoney = unitOf(one.ruleCode) === 'cents'
  return {
    institution_id: one.institutionId,
    check_code: checkOf(one.ruleCode),
    rule_code: one.ruleCode,
    severity: one.severity,
    carrier_code: one.carrierCode,
    policy_id: one.policyId,
    expected: measured ? String(measured.expected) : null,
    actual: measured ? String(measured.actual) : null,
    difference_cents: measured && isMoney ? Math.round(measured.actual - measured.expected) : null,
    tolerance: measured?.tolerance ?? null,
    message: one.message,
    figures: one.figures,
    file_id: one.fileId,
    line_number: one.lineNumber,
    entered_by: one.enteredBy,
  }
}

async function selectOnRecord(
  trx: Trx,
  scope: Scope,
  {
    institutionIds,
    carrierCode,
    rules,
  }: { institutionIds: readonly number[]; carrierCode: string | null; rules: readonly AuditRuleCode[] },
  period: PlainDate,
): Promise<OnRecord[]> {
  const { rows } = await sql<OnRecord>`
    select institution_id, id, rule_code, carrier_code, policy_id, status, reason_code, expected, actual, months from audit_exception
    where site_id = ${scope.siteId} and period = ${period} and institution_id = any(${[...institutionIds]}::int[]) and rule_code = any(${[...rules]}::text[])
      and carrier_code is not distinct from ${carrierCode}
    order by id`.execute(trx)
  return rows
}
/** One of each subject: the newest. */
const latest = (rows: readonly OnRecord[]): Map<string, OnRecord> => new Map(rows.map((row) => [subjectOf(row), row]))

const COLUMNS =
  sql.raw(`institution_id int, id int, check_code text, rule_code text, severity text, carrier_code text, policy_id int, expected text, actual text,
  difference_cents bigint, tolerance float8, message text, figures jsonb, file_id int, line_number int, entered_by int, previous_id int, months int, status text,
  reason_code text, note text, resolved_by int, reopens boolean`)

async function open(trx: Trx, scope: Scope, period: PlainDate, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await sql`with entered as (
      insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, carrier_code, policy_id, expected, actual, difference_cents, tolerance,
        message, figures, file_id, line_number, entered_by, previous_id, months, status, reason_code, note, resolved_by)
      select institution_id, ${scope.siteId}, check_code, rule_code, severity, ${period}, carrier_code, policy_id, expected, actual, difference_cents, tolerance,
        message, figures, file_id, line_number, entered_by, previous_id, months, status, reason_code, note, resolved_by
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (${COLUMNS})
      returning institution_id, id, status, reason_code, note, resolved_by)
    insert into audit_exception_step (institution_id, site_id, exception_id, user_id, status, reason_code, note)
    select institution_id, ${scope.siteId}, id, resolved_by, status, reason_code, note from entered`.execute(trx)
}

async function change(trx: Trx, scope: Scope, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await sql`with found as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (${COLUMNS})),
    written as (
      update audit_exception x set expected = f.expected, actual = f.actual, difference_cents = f.difference_cents, tolerance = f.tolerance, message = f.message, figures = f.figures,
        severity = f.severity, file_id = f.file_id, line_number = f.line_number, entered_by = f.entered_by, last_seen = now(), status = f.status,
        reason_code = case when f.reopens then f.reason_code else x.reason_code end, note = case when f.reopens then f.note else x.note end,
        resolved_by = case when f.reopens then f.resolved_by else x.resolved_by end, resolved_at = case when f.reopens then null else x.resolved_at end,
        updated_at = case when f.reopens then clock_timestamp() else x.updated_at end
      from found f where x.institution_id = f.institution_id and x.id = f.id
      returning x.institution_id, x.id, x.status, f.reopens)
    insert into audit_exception_step (institution_id, site_id, exception_id, status, note)
    select institution_id, ${scope.siteId}, id, status, 'The values changed, or the check finds it again.' from written where reopens`.execute(
    trx,
  )
}

async function resolve(trx: Trx, scope: Scope, rows: readonly { institution_id: number; id: number }[]): Promise<void> {
  if (rows.length === 0) return
  await sql`with gone as (
      update audit_exception x set status = 'RESOLVED', reason_code = 'NOT_FOUND', resolved_by = null, resolved_at = clock_timestamp(), updated_at = clock_timestamp(),
        note = 'The check no longer finds it.'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (institution_id int, id int) where x.institution_id = g.institution_id and x.id = g.id
      returning x.institution_id, x.id)
    insert into audit_exception_step (institution_id, site_id, exception_id, status, reason_code, note)
    select institution_id, ${scope.siteId}, id, 'RESOLVED', 'NOT_FOUND', 'The check no longer finds it.' from gone`.execute(trx)
}
