/** The review of a month's audits: how each stands, signing it off, withdrawing that, and the statement as a paper. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECK_TITLES } from '@corridor/domain/auditing/rules.ts'
import { REVIEW_STANDINGS } from '@corridor/domain/auditing/sign-off.ts'
import { z } from 'zod'
import { settlingReason } from './auditing.ts'
import { bytes, endpoint, flag, idParam, nothing } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { monthEndText } from './reports.ts'

const view = permission('ASSET_REPORT', 1, STAFF_ROLES, 'site')
const change = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

const check = worded(z.enum(AUDIT_CHECK_CODES), AUDIT_CHECK_TITLES)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** One audit; without a period it is the current month's. */
const ofAudit = { check, period: monthEndText.optional() }

const signOffRecord = z.object({
  id: z.int(),
  check,
  period: z.string(),
  signedBy: z.string(),
  signedAt: z.string(),
  note: z.string().nullable(),
  stateSha256: z.string().meta({ description: 'Over what was examined, applied, found and settled when it was signed off.' }),
  statement: z.string().meta({ description: 'The audit in one sentence, as it was signed off.' }),
  isCurrent: z.boolean().meta({ description: 'The audit still stands as it was signed off, and the sign-off was not withdrawn.' }),
  withdrawnBy: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  withdrawalReason: z.string().nullable(),
})
export type SignOffRecord = z.infer<typeof signOffRecord>

export const auditReview = endpoint({
  method: 'GET',
  path: '/api/exceptions/review',
  summary: 'How a month’s audit stands with its reviewers, and whether the caller may sign it off.',
  access: view,
  input: z.strictObject(ofAudit),
  reply: z.object({
    period: z.string(),
    stateSha256: z.string(),
    standing: z.enum(REVIEW_STANDINGS),
    sentence: z.string(),
    signOffId: z.int().nullable(),
    /** Why the caller may not sign it off; null when they may. */
    refused: z.string().nullable(),
    /** Why a note is needed; null where it may be left out. */
    noteAsked: z.string().nullable(),
  }),
})

export const listSignOffs = endpoint({
  method: 'GET',
  path: '/api/exceptions/sign-offs',
  listName: ':check sign-offs',
  summary: 'Every sign-off, of one audit or month or of all, those withdrawn or of an earlier state among them.',
  access: view,
  input: pageInput(['signedAt', 'period'], 'signedAt', true).extend({ check: check.optional(), period: monthEndText.optional() }),
  reply: page(signOffRecord),
})

export const signOffAudit = endpoint({
  method: 'POST',
  path: '/api/exceptions/sign-offs',
  summary: 'Signs off a month’s audit in the state that the caller looked at. Refused to whoever posted or entered values of the month.',
  access: change,
  input: z.strictObject({ check, period: monthEndText, stateSha256: sha256, note: z.string().trim().max(500).optional() }),
  reply: signOffRecord,
  success: 201,
})

export const withdrawSignOff = endpoint({
  method: 'POST',
  path: '/api/exceptions/sign-offs/:id/withdraw',
  summary: 'Withdraws a sign-off, with a reason. It stays in the history.',
  access: change,
  input: z.strictObject({ id: idParam, reason: settlingReason }),
  reply: nothing,
  success: 204,
})

/** More are in the list's export, which has no end. */
export const STATEMENT_EXCEPTIONS = 2_000
export const auditStatement = endpoint({
  method: 'GET',
  path: '/api/exceptions/statement',
  summary:
    'The statement of a month’s audit as a PDF: what was examined, rules applied and skipped, exceptions and how each was settled, who reviewed it.',
  access: view,
  kind: 'file',
  input: z.strictObject({ ...ofAudit, inline: flag.optional() }),
  reply: bytes,
})
