/** The statement of a month's audit for an examiner: what was examined, the rules and their tolerances, exceptions and what was done about each, and who reviewed it. */
import { STATEMENT_EXCEPTIONS } from '@corridor/contract/audit-sign-offs.ts'
import { REASONS, STATUS_TABLE } from '@corridor/domain/auditing/exceptions.ts'
import { MEASURES, type Sides, sideLines } from '@corridor/domain/auditing/received.ts'
import { AUDIT_CHECKS, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { appliedOf, askedInWords, skipsInWords } from '@corridor/domain/auditing/skips.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, formatLongDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { type ReportFooter, type ReportHeader, type ReportStamp, sourceText } from '@corridor/domain/reports/heading.ts'
import { column, type ViewTable } from '@corridor/domain/reports/table.ts'
import { sql } from 'kysely'
import type { Acting } from '../../platform/http/route.ts'
import { selectSite } from '../../shared/institutions/portals.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { exceptionKey, selectBirthDateWords } from './birth-dates.ts'
import { selectPolicyCounts, selectSides } from './client-queries.ts'
import { selectExceptions, toRecord } from './exception-queries.ts'
import { reconciliationTables } from './policy-count-tables.ts'
import type { ReviewState } from './review-state.ts'
import { selectReview } from './sign-offs.ts'
import { table } from './statement-table.ts'

export interface AuditStatementView {
  header: ReportHeader
  footer: ReportFooter
  statement: string
  /** The extent of the audit, in a line. */
  examined: string
  /** The reviewer and the day, or that nobody reviewed it. */
  review: string
  tables: (ViewTable & { lead: string })[]
  controlTotals: { policies: number; exceptions: number; open: number }
}

export async function selectStatement(
  { trx, scope, record }: Pick<Acting, 'trx' | 'scope' | 'record'>,
  { check, period, today, showsBirthDates }: { check: AuditCheck; period: PlainDate; today: PlainDate; showsBirthDates: boolean },
): Promise<AuditStatementView> {
  const { state, sha256, auditedAt, sentence, standing, rows } = await selectReview(trx, scope, check, period)
  const { portalLabel, name: portal } = await selectSite(trx, scope)
  const found = await selectExceptions(trx, scope, { check }, period)
    .select([siteDayOf(sql`x.resolved_at`, scope.siteId).as('settledOn')])
    .orderBy('i.name')
    .orderBy('x.ruleCode')
    .orderBy('x.id')
    .limit(STATEMENT_EXCEPTIONS)
    .execute()
  const birthDates = await selectBirthDateWords(
    { trx, record },
    found.filter(({ ruleCode, fileId }) => ruleCode === 'V12' && fileId !== null).map(({ institutionId, id }) => ({ institutionId, id })),
    showsBirthDates,
  )
  const { title, question } = AUDIT_CHECKS[check]
  return {
    header: {
      title,
      portalLabel: `${portalLabel} Portal`,
      institutionId: 0,
      institutionName: 'All institutions',
      legalName: `All institutions of the ${portalLabel} portal`,
      subsidiaryName: null,
      place: question,
      planNames: [],
      asOf: period,
      asOfText: `As of ${formatLongDate(period)}`,
      preparedOn: today,
      preparedText: `Prepared ${formatLongDate(today)}`,
      stamp: STAMP_OF[standing],
      preliminaryReason: null,
      unit: 'Amounts in US dollars.',
    },
    footer: {
      portal,
      batchId: 0,
      reportId: 0,
      version: 0,
      valuationHash: sha256.slice(0, 8),
      reference: `${title}, ${formatMonth(period)} · Findings ${sha256.slice(0, 8)}`,
      source: sourceText({ files: state.examined.files, entered: 0, postedOn: null }),
      disclaimer:
        'Compares the register, the posted values and what the carriers sent, by the rules and tolerances stated. Exceptions stand as they did when this was prepared.',
    },
    statement: state.statement,
    examined: examinedInWords(state, auditedAt),
    review: sentence,
    tables: [
      ...(check === 'policy-count-exceptions' ? reconciliationTables(await selectPolicyCounts(trx, scope, period)) : []),
      rulesTable(state),
      ...(check === 'client-exceptions' ? [sidesTable(await selectSides(trx, scope, period))] : []),
      statesTable(state),
      exceptionsTable(
        found.map((row) => {
          const record = toRecord(row, scope.userId, false)
          return { ...record, message: `${record.message}${birthDates.get(exceptionKey(record)) ?? ''}`, settledOn: row.settledOn }
        }),
        state.found,
      ),
      reviewsTable(rows, sha256),
    ],
    controlTotals: { policies: state.examined.policies, exceptions: state.found, open: state.open },
  }
}

const STAMP_OF: Readonly<Record<'none' | 'current' | 'earlier', ReportStamp>> = {
  none: { kind: 'draft', text: 'NOT REVIEWED' },
  current: { kind: 'final', text: 'REVIEWED' },
  earlier: { kind: 'preliminary', text: 'REVIEWED, CHANGED SINCE' },
}

/** Cells corrected by hand and excluded rows have lines of their own, so that no correction is compared with itself. */
const sidesTable = (sides: Sides) =>
  table(
    'sides',
    'From the carriers’ files to posted',
    '',
    [
      column('label', 'Line', 'text', { width: 40, group: 'key' }),
      column('note', 'How many', 'text', { width: 46 }),
      ...MEASURES.map((measure) => column(measure, LABELS[measure], 'money', { width: 20 })),
    ],
    sideLines(sides).map((line) => ({ ...line })),
  )
const LABELS = { cashSurrenderValue: 'Cash surrender value', deathBenefit: 'Death benefit' } as const

/** "What was examined: 794 policies in force, 719 with a posted value, ...; Rules applied 13 of 13." */
function examinedInWords({ check, examined, rules }: ReviewState, auditedAt: string | null): string {
  if (auditedAt === null) return 'The month was not audited.'
  const { policies, valued, cashSurrenderValueCents, clients, carriers, files } = examined
  // The audit of values has a table of them.
  const amount = check === 'client-exceptions' ? '' : ` of ${formatMoney(cents(cashSurrenderValueCents))} cash surrender value`
  const extent = [
    `${counted(policies, 'policy')} in force`,
    `${formatCount(valued)} with a posted value${amount}`,
    counted(clients, 'institution'),
    counted(carriers, 'carrier'),
    counted(files, 'carrier file'),
  ]
  return `What was examined: ${extent.join(', ')}. Rules applied: ${formatCount(appliedOf(rules))} of ${formatCount(rules.length)}.`
}

function rulesTable({ rules }: ReviewState) {
  return table(
    'rules',
    'Rules applied, their tolerances, and what was skipped',
    'Tolerances are those in force when this was prepared; where a carrier or a product is named, the tolerance is its own.',
    [
      column('rule', 'Rule', 'text', { width: 40, group: 'key' }),
      column('severity', 'Severity', 'text', { width: 10 }),
      column('asked', 'Policies checked', 'text', { width: 12, align: 'right' }),
      column('tolerance', 'Tolerance in force', 'text', { width: 46 }),
      column('skipped', 'Skipped', 'text', { width: 70 }),
      column('found', 'Found', 'count'),
      column('open', 'Open', 'count'),
    ],
    rules.map(({ code, title, severity, asked, tolerances, skipped, found, open }) => ({
      rule: `${code}, ${title}`,
      severity: `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`,
      asked: askedInWords({ asked, skipped }),
      tolerance: tolerances.join('; ') || 'Exact match',
      skipped: skipsInWords(skipped).join('; ') || null,
      found,
      open,
    })),
  )
}

function statesTable({ found, states }: ReviewState) {
  return table(
    'states',
    'Exceptions by status',
    found === 0 ? 'No exception was found.' : '',
    [
      column('state', 'Status', 'text', { width: 18, group: 'key' }),
      column('reason', 'Reason', 'text', { width: 44 }),
      column('count', 'Exceptions', 'count'),
    ],
    states.map(({ status, reasonCode, count }) => ({
      state: STATUS_TABLE[status].label,
      reason: reasonCode === null ? null : REASONS[reasonCode].label,
      count,
    })),
  )
}

/** Policies of one exception; the list of those on one side only has the others. */
const NAMED = 3
type Printed = ReturnType<typeof toRecord> & { settledOn: PlainDate | null }
function exceptionsTable(found: readonly Printed[], all: number) {
  return table(
    'exceptions',
    'Exceptions, and what was done about each',
    found.length < all ? `The first ${formatCount(found.length)} of ${formatCount(all)}; the export of the list has all of them.` : '',
    [
      column('client', 'Institution', 'text', { width: 24, group: 'key' }),
      column('carrier', 'Carrier', 'text', { width: 14 }),
      column('policyNumber', 'Policy', 'text', { width: 13 }),
      column('rule', 'Rule', 'text', { width: 8 }),
      column('finding', 'Finding', 'text', { width: 70 }),
      column('state', 'Status', 'text', { width: 14 }),
      column('settled', 'What was done', 'text', { width: 60 }),
    ],
    found.map((one) => ({
      client: one.institutionName,
      carrier: one.carrierName,
      policyNumber: one.policyNumber ?? (firstNamed(one.policyNumbers, NAMED) || null),
      rule: one.ruleCode,
      finding: one.message,
      state: STATUS_TABLE[one.status].label,
      settled: settledWords(one),
    })),
  )
}

const DONE = { ACKNOWLEDGED: 'Acknowledged', RESOLVED: 'Resolved', FALSE_POSITIVE: 'Marked as a false positive' } as const
function settledWords({ status, reasonCode, note, settledBy, settledOn }: Printed): string | null {
  if (status === 'OPEN') return null
  const [reason, who] = [
    reasonCode === null ? null : REASONS[reasonCode].label,
    settledBy ?? (reasonCode === 'NOT_FOUND' ? 'the audit' : null),
  ]
  const signed = [who === null ? null : `by ${who}`, settledOn === null ? null : `on ${formatDate(settledOn)}`].filter(
    (part) => part !== null,
  )
  return [
    [reason, note]
      .filter((part) => part)
      .join(': ')
      .replace(/[.!?]?$/, '.'),
    signed.length > 0 ? `${DONE[status]} ${signed.join(' ')}.` : '',
  ]
    .join(' ')
    .trim()
}

type SignOffRow = Awaited<ReturnType<typeof selectReview>>['rows'][number]
function reviewsTable(rows: readonly SignOffRow[], sha256: string) {
  return table(
    'reviews',
    'Reviews',
    `${rows.length === 0 ? 'Not reviewed. ' : ''}Findings printed here, SHA-256 over what was examined, applied, found and settled: ${sha256}`,
    [
      column('signedBy', 'Reviewed by', 'text', { width: 24, group: 'key' }),
      column('signedOn', 'On', 'date'),
      column('note', 'Note', 'text', { width: 50 }),
      column('said', 'Findings that were reviewed', 'text', { width: 60 }),
      column('standing', 'Standing', 'text', { width: 50 }),
    ],
    rows.map((row) => ({
      signedBy: row.signedBy,
      signedOn: row.signedOn,
      note: row.note,
      said: `${saidIn(row.statement)} State ${row.stateSha256.slice(0, 8)}.`,
      standing:
        row.withdrawnAt !== null
          ? `Withdrawn by ${row.withdrawnBy}: ${row.withdrawalReason}`
          : row.stateSha256 === sha256
            ? 'Of the state printed here'
            : 'Of an earlier state',
    })),
  )
}
const saidIn = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'statement' in statement && typeof statement.statement === 'string'
    ? statement.statement
    : ''
