/** Settings of a site for its audits: suppressions, tolerances, and the opening balances that a year is measured from. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { AUDIT_CHECK_CODES, AUDIT_UNITS } from '@corridor/domain/auditing/rules.ts'
import { LIMIT_NAMES } from '@corridor/domain/data-feeds/tolerances.ts'
import { z } from 'zod'
import { ruleCode, settlingReason } from './auditing.ts'
import { endpoint, idParam, nothing, repeated, rowId } from './kernel/endpoint.ts'
import { page, pageInput } from './kernel/page.ts'
import { day } from './register-calls.ts'
import { monthEndText } from './reports.ts'

const view = permission('ASSET_REPORT', 1, STAFF_ROLES, 'site')
const change = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

/** Nothing is found of the rule and policy until the day. */
export const suppressionRecord = z.object({
  institutionId: z.int(),
  id: z.int(),
  institutionName: z.string(),
  policyId: z.int(),
  policyNumber: z.string(),
  carrierCode: z.string(),
  ruleCode: z.string(),
  ruleTitle: z.string(),
  until: z.string(),
  reason: z.string(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  liftedBy: z.string().nullable(),
  liftedAt: z.string().nullable(),
})
export const listSuppressions = endpoint({
  method: 'GET',
  path: '/api/exceptions/suppressions',
  summary: 'Rules that are not applied to a policy through a day, and why.',
  access: view,
  input: pageInput(['until', 'institutionName', 'policyNumber', 'ruleCode', 'createdAt'], 'until').extend({
    policyId: idParam.optional(),
    lifted: z.stringbool().optional(),
  }),
  reply: page(suppressionRecord),
})
export const suppressException = endpoint({
  method: 'POST',
  path: '/api/exceptions/suppressions',
  summary: 'Suppresses a rule for a policy up to a day, with a reason; its exceptions resolve at the next audit.',
  access: change,
  input: z.strictObject({ institutionId: rowId, policyId: rowId, ruleCode, until: day, reason: settlingReason }),
  reply: suppressionRecord,
  success: 201,
})
export const liftSuppression = endpoint({
  method: 'POST',
  path: '/api/exceptions/suppressions/:institutionId/:id/lift',
  summary: 'Ends a suppression before its day.',
  access: change,
  input: z.strictObject({ institutionId: idParam, id: idParam }),
  reply: nothing,
  success: 204,
})

/** A client's opening balances for a fiscal year end, beside the bank's own ledger. */
export const openingRecord = z.object({
  institutionId: z.int(),
  institutionName: z.string(),
  yearEnd: z.string(),
  policies: z.int(),
  openingCents: z.int(),
  postedCents: z.int().meta({ description: 'Posted now at the year end, of the same policies.' }),
  storedAt: z.string(),
  ledgerCents: z.int().nullable(),
  ledgerSource: z.string().nullable(),
})
export const listOpenings = endpoint({
  method: 'GET',
  path: '/api/exceptions/openings',
  summary: 'Each client’s opening balances by fiscal year, as stored when the year end was locked, and the bank’s own ledger beside them.',
  access: view,
  input: pageInput(['institutionName', 'yearEnd', 'openingCents'], 'yearEnd', true).extend({ institutionId: repeated(idParam) }),
  reply: page(openingRecord),
})
export const restateOpenings = endpoint({
  method: 'POST',
  path: '/api/exceptions/openings/restate',
  summary: 'Stores a client’s opening balances again from what is posted at the year end, with a reason.',
  access: change,
  input: z.strictObject({ institutionId: rowId, yearEnd: monthEndText, reason: settlingReason }),
  reply: openingRecord,
})
export const setLedgerBalance = endpoint({
  method: 'PUT',
  path: '/api/exceptions/openings/ledger',
  summary: 'Enters the bank’s own general ledger balance of its policies at a fiscal year end.',
  access: change,
  input: z.strictObject({
    institutionId: rowId,
    yearEnd: monthEndText,
    balanceCents: z.int().min(0).max(1_000_000_000_000_000),
    source: z.string().trim().min(3).max(200),
  }),
  reply: openingRecord,
})

/** Tolerances of the site: the defaults, and what was set in their place. */
const limits = z.partialRecord(z.enum(LIMIT_NAMES), z.number().min(-1).max(1_000_000_000))
export const toleranceRecord = z.object({
  id: z.int(),
  ruleCode: z.string(),
  ruleTitle: z.string(),
  carrierCode: z.string().nullable(),
  carrierName: z.string().nullable(),
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  limits,
  reason: z.string(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  endedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export const listTolerances = endpoint({
  method: 'GET',
  path: '/api/audit-tolerances',
  summary: 'The rules with their default tolerances, and the tolerances that the site set, with their history.',
  access: view,
  input: z.strictObject({}),
  reply: z.object({
    rules: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        check: z.enum(AUDIT_CHECK_CODES),
        severity: z.enum(['error', 'warning', 'info']),
        unit: z.enum(AUDIT_UNITS),
        limits,
      }),
    ),
    records: z.array(toleranceRecord),
    products: z.array(z.object({ id: z.int(), carrierCode: z.string(), carrierName: z.string(), name: z.string() })),
  }),
})
const toleranceInput = z.strictObject({
  ruleCode,
  carrierCode: z.string().trim().toUpperCase().max(12).nullable(),
  productId: rowId.nullable(),
  limits,
  reason: settlingReason,
})
export const previewTolerance = endpoint({
  method: 'POST',
  path: '/api/audit-tolerances/preview',
  summary: 'How many exceptions of the current month would come and go with a tolerance. Nothing is saved.',
  access: change,
  input: toleranceInput.omit({ reason: true }),
  reply: z.object({ period: z.string(), come: z.int(), go: z.int(), stay: z.int() }),
  changes: false,
})
export const setTolerance = endpoint({
  method: 'POST',
  path: '/api/audit-tolerances',
  summary:
    'Sets a tolerance in place of the one that held, keeps that in the history, and audits the current month again. Without limits the default holds again.',
  access: change,
  input: toleranceInput,
  reply: toleranceRecord.nullable(),
})
