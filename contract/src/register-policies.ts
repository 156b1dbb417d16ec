/** One policy or insured of the register with all that hangs on it: statuses by date, posted values and their lines, changes and reports concerned. */

import { LEDGER_ACCOUNT_KEYS } from '@corridor/domain/calculations/journal-entries.ts'
import { ADDING_FLOWS, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import { CONSENT_STATUS_CODES } from '@corridor/domain/policies/consents.ts'
import { SETTLEMENTS } from '@corridor/domain/policies/endings.ts'
import { DEATH_SOURCES, REGISTER_ENTITIES } from '@corridor/domain/policies/register.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { z } from 'zod'
import { bookRow } from './book-row.ts'
import { correctedCell } from './corrected-cell.ts'
import { changeInstitutions, readInstitutions } from './institutions.ts'
import { keptValues } from './kept-values.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { consentRecord, insuredRecord } from './register.ts'
import { amount, day, reason } from './register-calls.ts'
import { policyRecord, policyStatus, transactionType } from './register-holdings.ts'

/** A transaction that reports count as a flow. */
export const flow = z.object({ date: z.string(), type: z.enum([...ADDING_FLOWS, ...REMOVING_FLOWS]), amountCents: z.int() })
/** Under which accounts journal entries are suggested. */
export const ledgerAccounts = z.record(z.enum(LEDGER_ACCOUNT_KEYS), z.object({ number: z.string().nullable(), name: z.string() }))

const id = { id: idParam }
const ofPolicy = { id: idParam, policyId: idParam }
const BASE = '/api/institutions/:id/register'
const choice = z.object({ id: z.int(), name: z.string() })

export const getRegister = endpoint({
  method: 'GET',
  path: BASE,
  summary: 'What the register of an institution holds, its months, and what forms choose from.',
  access: readInstitutions,
  input: z.strictObject(id),
  background: true,
  reply: z.object({
    institutionName: z.string(),
    /** Month ends with posted values, latest first. */
    periods: z.array(z.string()),
    /** The last month that is locked; what is dated up to then cannot be changed. */
    lockedThrough: z.string().nullable(),
    plans: z.array(choice),
    subsidiaries: z.array(choice),
    carriers: z.array(z.object({ code: z.string(), name: z.string(), held: z.boolean() })),
    products: z.array(choice.extend({ carrierCode: z.string(), accountType: z.string() })),
    insureds: z.array(choice),
    policies: z.array(choice.extend({ insuredId: z.int(), productId: z.int() })),
    agreements: z.array(choice.extend({ insuredId: z.int() })),
  }),
})

const value = z.object({
  cashSurrenderValueCents: z.int(),
  deathBenefitCents: z.int(),
  insuredShareCents: z.int(),
  accountValueEndCents: z.int().nullable(),
  surrenderChargeCents: z.int().nullable(),
})
const valuation = z.object({ ...keptValues, ...value.shape }).extend({
  asOfDate: z.string(),
  version: z.int(),
  superseded: z.boolean(),
  restatementReason: z.string().nullable(),
  postedAt: z.string(),
  postedBy: z.string().nullable(),
  fileId: z.int().nullable(),
  fileName: z.string().nullable(),
  sheet: z.string().nullable(),
  lineNumber: z.int().nullable(),
  bookRow: bookRow.nullable(),
})
const statusRow = z.object({
  id: z.int(),
  effectiveDate: z.string(),
  status: policyStatus,
  reason: z.string().nullable(),
  source: z.enum(['BOOK', 'HAND', 'FEED']),
  /** For a status that ended the policy: the settlement of its value and the amount; null where no transaction has them. */
  settlement: z.enum(codesOf(SETTLEMENTS)).nullable(),
  releasedCents: z.int().nullable(),
  transactionId: z.int().nullable(),
  fileId: z.int().nullable(),
  sheet: z.string().nullable(),
  lineNumber: z.int().nullable(),
  recordedBy: z.string().nullable(),
  recordedAt: z.string(),
  /** Set aside: who, when, why. */
  voidedBy: z.string().nullable(),
  voidedAt: z.string().nullable(),
  voidReason: z.string().nullable(),
})
const reportConcerned = z.object({
  reportId: z.int(),
  batchId: z.int(),
  reportType: z.string(),
  name: z.string(),
  period: z.string(),
  released: z.boolean(),
  status: z.string(),
})

export const getPolicy = endpoint({
  method: 'GET',
  path: `${BASE}/policies/:policyId`,
  summary: 'One policy with its statuses, values, transactions, people and reports concerned by corrections.',
  access: readInstitutions,
  input: z.strictObject(ofPolicy),
  reply: z.object({
    record: policyRecord,
    status: z.object({ status: policyStatus, since: z.string() }),
    /** In force at the latest month of the carrier without a posted value: that month. */
    withoutValue: z.string().nullable(),
    names: z.object({
      institution: z.string(),
      plan: z.string(),
      carrier: z.string(),
      product: z.string(),
      accountType: z.string(),
      insured: z.string(),
      subsidiary: z.string().nullable(),
      agreement: z.string().nullable(),
    }),
    dateOfDeath: z.string().nullable(),
    ledgerAccounts,
    consent: z.object({ status: z.enum(CONSENT_STATUS_CODES), reasons: z.array(z.string()) }),
    statuses: z.array(statusRow),
    /** The last 36 month ends, latest first; corrected ones with what they said before. */
    valuations: z.array(valuation),
    transactions: z.array(
      z.object({
        id: z.int(),
        transactionDate: z.string(),
        type: transactionType,
        amountCents: z.int().nullable(),
        note: z.string().nullable(),
        pairedPolicyId: z.int().nullable(),
        pairedPolicyNumber: z.string().nullable(),
      }),
    ),
    /** The last line that a value was read from, under the carrier's own headers; personal columns masked below level 2. A later value may have come by hand. */
    line: z
      .object({
        /** The value that was read from it. */
        asOfDate: z.string(),
        version: z.int(),
        fileId: z.int(),
        fileName: z.string(),
        sheet: z.string().nullable(),
        lineNumber: z.int(),
        receivedAt: z.string(),
        raw: z.record(z.string(), z.string().nullable()),
        corrections: z.array(correctedCell),
      })
      .nullable(),
    /** Made before figures of this policy were corrected: to be made again. */
    outdatedReports: z.array(reportConcerned),
  }),
})

export const getInsured = endpoint({
  method: 'GET',
  path: `${BASE}/insureds/:insuredId`,
  summary: 'One insured with consents and policies; looking at it is recorded, and personal data needs level 2.',
  access: readInstitutions,
  input: z.strictObject({ id: idParam, insuredId: idParam }),
  reply: z.object({
    record: insuredRecord,
    seesPersonal: z.boolean(),
    consents: z.array(consentRecord),
    consent: z.object({ status: z.enum(CONSENT_STATUS_CODES), reasons: z.array(z.string()) }),
    policies: z.array(
      z.object({
        id: z.int(),
        policyNumber: z.string(),
        carrierCode: z.string(),
        issueDate: z.string(),
        faceAmountCents: z.int(),
        policyStatus,
        consentStatus: z.enum(CONSENT_STATUS_CODES),
      }),
    ),
  }),
})

export const listChanges = endpoint({
  method: 'GET',
  path: `${BASE}/changes`,
  summary: 'Who changed a record, when, from what to what, and why; latest first.',
  access: readInstitutions,
  input: z.strictObject({
    id: idParam,
    entity: z.enum(codesOf(REGISTER_ENTITIES)).optional(),
    entityId: idParam.optional(),
    policyId: idParam.optional(),
    insuredId: idParam.optional(),
  }),
  reply: z.object({
    records: z.array(
      z.object({
        id: z.int(),
        entity: z.enum(codesOf(REGISTER_ENTITIES)),
        entityId: z.int(),
        action: z.enum(['ADDED', 'CORRECTED', 'REMOVED']),
        reason: z.string().nullable(),
        by: z.string().nullable(),
        at: z.string(),
        fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
  }),
})

// ---------------------------------------------------------------- statuses by date
/** Terms that the journal entry of a status needs, whether it is entered by hand or accepted from a carrier's file. */
export const statusTerms = {
  /** For a status that ends the policy: the destination of its value, where there is a choice. */
  settlement: z.enum(codesOf(SETTLEMENTS)).nullable().optional(),
  /** Received in cash or transferred by the exchange; of a claim the value released, the last posted one unless given. */
  releasedCents: amount.nullable().optional(),
  /** That the amount is right though it differs from the posted value by more than 1%. */
  differenceConfirmed: z.boolean().optional(),
  /** For a claim, when the insured's death is not on file yet. */
  dateOfDeath: day.nullable().optional(),
  deathSource: z.enum(codesOf(DEATH_SOURCES)).nullable().optional(),
}
const statusFields = { status: policyStatus, effectiveDate: day, ...statusTerms }
const policyWritten = z.object({ id: z.int(), updatedAt: z.string() })
const dated = { ...ofPolicy, reason, updatedAt: z.iso.datetime() }
export const addStatus = endpoint({
  method: 'POST',
  path: `${BASE}/policies/:policyId/statuses`,
  summary: 'Enter a status that a policy has from a date on.',
  access: changeInstitutions,
  input: z.strictObject({ ...dated, ...statusFields }),
  reply: policyWritten,
  success: 201,
  idempotent: true,
})
export const correctStatus = endpoint({
  method: 'PUT',
  path: `${BASE}/policies/:policyId/statuses/:statusId`,
  summary: 'Correct a status or its date; the earlier one is voided with the reason.',
  access: changeInstitutions,
  input: z.strictObject({ ...dated, statusId: idParam, ...statusFields }),
  reply: policyWritten,
})
export const setStatusAside = endpoint({
  method: 'DELETE',
  path: `${BASE}/policies/:policyId/statuses/:statusId`,
  summary: 'Set a status aside that was a mistake, with the transaction that came with it.',
  access: changeInstitutions,
  input: z.strictObject({ ...dated, statusId: idParam }),
  reply: policyWritten,
})

// ---------------------------------------------------------------- posted values
export const correctValue = endpoint({
  method: 'POST',
  path: `${BASE}/policies/:policyId/valuations`,
  summary: 'Correct a posted value, or enter one that no feed brought; the one before is kept, and reports concerned are marked.',
  access: changeInstitutions,
  input: z.strictObject({
    ...ofPolicy,
    reason,
    asOfDate: day,
    /** The version as the page showed it; 0 when there was none. */
    version: z.coerce.number().int().min(0).max(2_147_483_646),
    cashSurrenderValueCents: amount,
    deathBenefitCents: amount,
    insuredShareCents: amount,
    accountValueEndCents: amount.nullable(),
    surrenderChargeCents: amount.nullable(),
  }),
  reply: z.object({ asOfDate: z.string(), version: z.int(), outdatedReports: z.array(reportConcerned) }),
  success: 201,
  idempotent: true,
})
