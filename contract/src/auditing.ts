/** The five audits of a posted month: what was examined, the exceptions found, and how each is settled. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { BIRTH_DATE_PARTS } from '@corridor/domain/auditing/birth-dates.ts'
import { EXCEPTION_STATUSES, GIVEN_REASONS, REASON_CODES, REASONS, STATUS_TABLE } from '@corridor/domain/auditing/exceptions.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECK_TITLES, AUDIT_UNITS, type AuditCheck, auditRuleCodes } from '@corridor/domain/auditing/rules.ts'
import { z } from 'zod'
import { CLIENT_SUMS, changes, clientRecord } from './audit-clients.ts'
import { bookRow } from './book-row.ts'
import { correctedCell } from './corrected-cell.ts'
import { endpoint, idParam, repeated, rowId } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { BULK_MAX, page, pageInput } from './kernel/page.ts'
import { day } from './register-calls.ts'
import { monthEndText } from './reports.ts'
import { SEVERITY_WORDS } from './words.ts'

const view = permission('ASSET_REPORT', 1, STAFF_ROLES, 'site')
const change = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

const check = worded(z.enum(AUDIT_CHECK_CODES), AUDIT_CHECK_TITLES)
export const ruleCode = z.enum(auditRuleCodes)
const severity = worded(z.enum(['error', 'warning', 'info']), SEVERITY_WORDS)
const status = worded(z.enum(EXCEPTION_STATUSES), STATUS_TABLE)
/** The reason for a change that is kept with it. */
export const settlingReason = z.string().trim().min(5, 'Say why, in a few words').max(500)

/** Filters of every list of exceptions; without a period it is the current month's. */
const filters = {
  period: monthEndText.optional(),
  institutionId: repeated(idParam),
  carrierCode: repeated(z.string().trim().toUpperCase().max(12)),
  ruleCode: repeated(ruleCode),
  severity: repeated(severity),
  status: repeated(status),
  policyId: idParam.optional(),
  /** The caller's own. */
  mine: z.stringbool().optional(),
  /** In place of the current month's. */
  everyMonth: z.stringbool().optional(),
}

/** The figures that the audit compared, in cents, fractions, basis points, dates and words, by column of its report. */
const figures = z.record(z.string(), z.union([z.number(), z.string(), z.null()]))
export const exceptionRecord = z.object({
  institutionId: z.int(),
  id: z.int(),
  institutionName: z.string(),
  carrierCode: z.string().nullable(),
  carrierName: z.string().nullable(),
  policyId: z.int().nullable(),
  policyNumber: z.string().nullable(),
  policyNumbers: z.array(z.string()).meta({ description: 'Of an exception of a client and a carrier: the policies that it names.' }),
  insuredName: z.string().nullable(),
  check,
  ruleCode: z.string(),
  ruleTitle: z.string(),
  severity,
  period: z.string(),
  message: z.string(),
  unit: worded(z.enum(AUDIT_UNITS), { cents: 'US dollars', fraction: 'Fraction', days: 'Days', count: 'Count', words: 'Words' }),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  differenceCents: z.int().nullable(),
  compared: z.string().nullable().meta({ description: 'In words, both expected and actual are of this; of rules of movements.' }),
  tolerance: z.number().nullable(),
  figures,
  status,
  reasonCode: worded(z.enum(REASON_CODES), REASONS).nullable(),
  note: z.string().nullable(),
  assignedTo: z.int().nullable(),
  assignedToName: z.string().nullable(),
  dueOn: z.string().nullable(),
  overdue: z.boolean().meta({ description: 'Due before today, by the site’s calendar, and not settled.' }),
  settledBy: z.string().nullable(),
  settledAt: z.string().nullable(),
  firstSeen: z.string(),
  updatedAt: z.string(),
  ageDays: z.int(),
  months: z.int().meta({ description: 'How many months it runs, this one included.' }),
  fileId: z.int().nullable(),
  fileName: z.string().nullable(),
  sheet: z.string().nullable(),
  lineNumber: z.int().nullable(),
  bookRow: bookRow.nullable().meta({ description: 'Of a value that came in with the firm’s book: where it stands there.' }),
  mayClear: z.boolean().meta({ description: 'False for an error in a value that the caller posted or entered.' }),
})
export type ExceptionRecord = z.infer<typeof exceptionRecord>

const EXCEPTION_SORT = [
  'urgency',
  'institutionName',
  'carrierName',
  'policyNumber',
  'ruleCode',
  'severity',
  'status',
  'firstSeen',
  'differenceCents',
  'dueOn',
] as const
const CLIENT_SORT = [
  'institutionName',
  'carrierName',
  'expected',
  'posted',
  'fed',
  'difference',
  'fileDifference',
  'exceptions',
  'open',
  'cashSurrenderValueDifferenceCents',
] as const

const clientsOf = (name: AuditCheck, path: string, what: string) =>
  endpoint({
    listName: AUDIT_CHECK_TITLES[name],
    method: 'GET',
    path: `/api/exceptions/${name}/${path}`,
    summary: what,
    access: view,
    input: pageInput(CLIENT_SORT, 'open', true).extend(filters),
    reply: page(clientRecord).extend({
      totals: z
        .record(z.enum(CLIENT_SUMS), z.int())
        .meta({ description: 'Of all rows that were asked for, whatever page; a file that did not come adds nothing.' }),
      unplaced: z.object({ cashSurrenderValue: changes, deathBenefit: changes }).meta({
        description:
          'Excluded rows that name no institution of the register, or none with a policy of their carrier. No row above counts them.',
      }),
    }),
  })
const exceptionsOf = (name: AuditCheck, what: string) =>
  endpoint({
    listName: `${AUDIT_CHECK_TITLES[name]} exceptions`,
    method: 'GET',
    path: `/api/exceptions/${name}/report`,
    summary: what,
    access: view,
    input: pageInput(EXCEPTION_SORT, 'institutionName').extend(filters),
    reply: page(exceptionRecord),
  })

export const clientExceptionsReport = clientsOf(
  'client-exceptions',
  'report',
  'Each client’s policies with each carrier: valued or not, and posted against what the carrier sent.',
)
export const policyCountReport = clientsOf(
  'policy-count-exceptions',
  'report-simple',
  'Each client’s policies with each carrier: last month’s, added, removed, expected, posted and in the file.',
)
export const cashSurrenderReport = exceptionsOf(
  'cash-surrender-exceptions',
  'Policies whose movement since the prior month end is an exception.',
)
export const beginningYearReport = exceptionsOf('beginning-year-balance', 'Policies whose opening balance is an exception.')
export const yieldReport = exceptionsOf('yield-exceptions', 'Policies whose yield is an exception.')

export const listExceptions = endpoint({
  method: 'GET',
  path: '/api/exceptions',
  listName: ':check exceptions',
  summary: 'Exceptions of one audit or all: of a month, a client, a policy, or assigned to the caller.',
  access: view,
  input: pageInput(EXCEPTION_SORT, 'institutionName').extend({ ...filters, check: check.optional() }),
  reply: page(exceptionRecord),
})

/** Exceptions that are alike, as other pages show them. */
const counted = z.object({
  check,
  ruleCode: z.string(),
  ruleTitle: z.string(),
  severity,
  period: z.string(),
  open: z.int(),
  settled: z.int().meta({ description: 'Acknowledged, resolved, or found to be none.' }),
  only: z
    .object({ institutionId: z.int(), id: z.int() })
    .nullable()
    .meta({ description: 'The exception itself, where there is one alone.' }),
})
export type CountedExceptions = z.infer<typeof counted>
export const countExceptions = endpoint({
  method: 'GET',
  path: '/api/exceptions/counts',
  summary:
    'Exceptions by rule and month: the open ones of a client, or those that a carrier’s file raised, and those that its posting resolved.',
  access: view,
  input: z.strictObject({ institutionId: idParam.optional(), fileId: idParam.optional() }),
  reply: z.object({
    records: z.array(counted),
    resolved: z.array(counted),
    isAudited: z.boolean().meta({ description: 'A month of the client, or of the site where none is asked for, was audited.' }),
  }),
})

const checkReply = z.object({
  result: z.boolean().meta({ description: 'True when an error or a warning of the month is not settled.' }),
  endOfMonth: z.string(),
  open: z.int().meta({ description: 'How many exceptions of the month are open, notes among them.' }),
})
const checkCall = (name: (typeof AUDIT_CHECK_CODES)[number]) =>
  endpoint({
    method: 'GET',
    path: `/api/exceptions/${name}/check`,
    summary: 'Whether the current month has an exception of this audit that is not settled.',
    access: view,
    input: z.strictObject({}),
    reply: checkReply,
    background: true,
  })
export const checkClientExceptions = checkCall('client-exceptions')
export const checkCashSurrender = checkCall('cash-surrender-exceptions')
export const checkPolicyCount = checkCall('policy-count-exceptions')
export const checkBeginningYear = checkCall('beginning-year-balance')
export const checkYields = checkCall('yield-exceptions')

const runRecord = z.object({
  id: z.int(),
  period: z.string(),
  askedBy: z.string().nullable(),
  askedAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  parts: z.int(),
  partsDone: z.int(),
  policies: z.int(),
  opened: z.int(),
  reopened: z.int(),
  resolved: z.int(),
  failure: z.string().nullable(),
})
const skipped = z.object({ reason: z.string(), policies: z.int(), carriers: z.array(z.string()), institutions: z.int().optional() })
export const auditSummary = endpoint({
  method: 'GET',
  path: '/api/exceptions/summary',
  summary: 'What an audit examined in a month: policies, dollars, carriers, files, rules applied and skipped, and what was found.',
  access: view,
  input: z.strictObject({
    check,
    period: monthEndText.optional(),
    institutionId: repeated(idParam),
    carrierCode: repeated(z.string().trim().toUpperCase().max(12)),
  }),
  reply: z.object({
    period: z.string(),
    /** Months with a posted value or an exception, newest first. */
    periods: z.array(z.string()),
    examined: z.object({
      clients: z.int(),
      carriers: z.int(),
      files: z.int(),
      policies: z.int(),
      valued: z.int(),
      cashSurrenderValueCents: z.int(),
      auditedAt: z.string().nullable(),
    }),
    unfed: z
      .object({ policies: z.int(), cashSurrenderValueCents: z.int() })
      .meta({ description: 'Posted without a line in the carrier’s file; a part of what was examined.' }),
    rules: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        severity,
        /** How many policies it was asked of; null for a rule of whole clients, or 0 where it could be asked of none. */
        asked: z.int().nullable(),
        skipped: z.array(skipped),
        found: z.int(),
        open: z.int(),
      }),
    ),
    found: z.int(),
    open: z.int(),
    openErrors: z.int(),
    acknowledged: z.int().meta({ description: 'Known, and not resolved yet.' }),
    resolved: z.int(),
    falsePositives: z.int(),
    settled: z.array(z.object({ reasonCode: z.enum(REASON_CODES).nullable(), count: z.int() })),
    /** Open exceptions by how many days they have been. */
    aging: z.array(z.object({ label: z.string(), errors: z.int(), warnings: z.int() })),
    /** Open and settled exceptions by carrier. */
    byCarrier: z.array(z.object({ carrierName: z.string(), open: z.int(), settled: z.int() })),
    run: runRecord.nullable(),
  }),
})

export const auditMovements = endpoint({
  method: 'GET',
  path: '/api/exceptions/movements',
  summary:
    'The increase of each policy of a month beside what its yield of the month before leads to expect, for the chart: those off most, and a sample of the rest.',
  access: view,
  input: z.strictObject({
    period: monthEndText.optional(),
    institutionId: repeated(idParam),
    carrierCode: repeated(z.string().trim().toUpperCase().max(12)),
  }),
  reply: z.object({
    policies: z.int(),
    points: z.array(
      z.object({
        institutionId: z.int(),
        policyId: z.int(),
        policyNumber: z.string(),
        institutionName: z.string(),
        carrierCode: z.string(),
        expectedCents: z.int(),
        increaseCents: z.int(),
        isException: z.boolean(),
      }),
    ),
  }),
})

/** A posted value and its source: a line of a file, a row of the firm's book, or the person who entered it. */
const postedValue = exceptionRecord.pick({ fileId: true, fileName: true, sheet: true, lineNumber: true, bookRow: true }).extend({
  asOfDate: z.string(),
  cashSurrenderValueCents: z.int(),
  postedBy: z.string().nullable(),
  reason: z.string().nullable().meta({ description: 'Why it was entered or corrected.' }),
})

export const getException = endpoint({
  method: 'GET',
  path: '/api/exceptions/:institutionId/:id',
  summary: 'One exception with its steps, the months before, and the carrier’s line behind it.',
  access: view,
  input: z.strictObject({ institutionId: idParam, id: idParam }),
  reply: exceptionRecord.extend({
    steps: z.array(
      z.object({
        id: z.int(),
        at: z.string(),
        by: z.string().nullable(),
        status,
        reasonCode: z.enum(REASON_CODES).nullable(),
        note: z.string().nullable(),
        assignedTo: z.string().nullable(),
        dueOn: z.string().nullable(),
      }),
    ),
    policies: z.array(z.object({ policyId: z.int(), policyNumber: z.string(), values: z.array(postedValue) })).meta({
      description:
        'Of an exception of a client and a carrier: the policies that it names, with what is posted of them then and a month before.',
    }),
    earlier: z.array(
      exceptionRecord.pick({
        id: true,
        period: true,
        status: true,
        message: true,
        reasonCode: true,
        note: true,
        settledBy: true,
        settledAt: true,
      }),
    ),
    /** The line as the carrier wrote it; cells with dates of birth and the like are masked. */
    line: z.array(z.object({ header: z.string(), cell: z.string().nullable() })).nullable(),
    corrections: z.array(correctedCell),
    birthDates: z
      .object({
        insuredId: z.int(),
        carrier: z.string().nullable(),
        register: z.string().nullable(),
        differ: z
          .array(z.enum(BIRTH_DATE_PARTS))
          .nullable()
          .meta({ description: 'Empty where the two agree by now; null where one is missing or cannot be read.' }),
        hidden: z.boolean().meta({ description: 'The caller has no right to see dates of birth: both are null.' }),
      })
      .nullable()
      .meta({
        description:
          'Of an exception that the carrier states another date of birth than the register; null for every other. Being shown them is recorded.',
      }),
    isLocked: z.boolean(),
    nextStatuses: z.array(status),
  }),
})

const chosen = z.object({ institutionId: rowId, id: rowId })
/** Some, or all that match the filters, with how many the page showed: more or fewer is refused. */
const selection = {
  records: z.array(chosen).min(1).max(BULK_MAX).optional(),
  matching: z
    .strictObject({
      check: check.optional(),
      period: monthEndText.optional(),
      institutionId: z.array(rowId).max(1000).optional(),
      carrierCode: z.array(z.string().max(12)).max(100).optional(),
      ruleCode: z.array(ruleCode).max(50).optional(),
      severity: z.array(severity).max(3).optional(),
      status: z.array(status).max(4).optional(),
      mine: z.boolean().optional(),
      search: z.string().trim().max(200).optional(),
      count: z.int().min(1).max(BULK_MAX),
    })
    .optional(),
}
export const settleExceptions = endpoint({
  method: 'POST',
  path: '/api/exceptions/settle',
  summary:
    'Acknowledges, resolves, clears or reopens exceptions, with one reason. An error is cleared by someone other than who posted or entered its value.',
  access: change,
  input: z.strictObject({
    ...selection,
    to: status,
    reasonCode: z.enum(GIVEN_REASONS).optional(),
    note: settlingReason,
  }),
  reply: z.object({ settled: z.int() }),
})
export const assignExceptions = endpoint({
  method: 'POST',
  path: '/api/exceptions/assign',
  summary: 'Assigns exceptions to someone of the staff, with a day by which they are due; or to no one.',
  access: change,
  input: z.strictObject({ ...selection, assignedTo: rowId.nullable(), dueOn: day.nullable().optional() }),
  reply: z.object({ assigned: z.int() }),
})
export const listAssignees = endpoint({
  method: 'GET',
  path: '/api/exceptions/assignees',
  summary: 'Staff of the site who may settle exceptions.',
  access: view,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(z.object({ id: z.int(), name: z.string() })) }),
})

export const startAudit = endpoint({
  method: 'POST',
  path: '/api/exceptions/runs',
  summary: 'Audits a whole month in the background.',
  access: change,
  input: z.strictObject({ period: monthEndText.optional() }),
  reply: runRecord,
  success: 202,
  idempotent: true,
})
