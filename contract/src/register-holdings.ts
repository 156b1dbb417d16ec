/** Policies, split-dollar agreements and dated transactions of the register. */

import { AGREEMENT_TYPES, BENEFIT_FORMULAS, RATE_BASES, TRANSACTION_TYPES } from '@corridor/domain/policies/register.ts'
import { POLICY_STATUSES } from '@corridor/domain/policies/statuses.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { z } from 'zod'
import { idParam, repeated } from './kernel/endpoint.ts'
import { summed, worded } from './kernel/list-cells.ts'
import { amount, day, holdingTotals, needed, registerCalls, text } from './register-calls.ts'
import { ACCOUNT_WORDS } from './words.ts'

export const policyStatus = worded(z.enum(codesOf(POLICY_STATUSES)), POLICY_STATUSES)

const policyFields = {
  policyNumber: needed('the policy number', 40),
  planId: idParam,
  subsidiaryId: idParam.nullable(),
  productId: idParam,
  carrierCode: z.string().max(12),
  insuredId: idParam,
  splitDollarAgreementId: idParam.nullable(),
  issueDate: day,
  issueState: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Enter the state as two letters')
    .nullable(),
  issueAge: z.int().min(0).max(120).nullable(),
  riskClass: text(100),
  underwritingBasis: z.enum(['GI', 'SI', 'FULL']).nullable(),
  faceAmountCents: amount.min(1, 'A face amount is above 0'),
  deathBenefitOption: z.enum(['A', 'B']),
  singlePremium: z.boolean(),
  initialPremiumCents: amount,
  costBasisCents: amount,
  mec: z.boolean(),
  isSection1035Replacement: z.boolean(),
  replacedCarrier: text(100),
  replacedIssueDate: day.nullable(),
  materialChange: z.boolean(),
  isAcquired: z.boolean(),
  acquisitionDate: day.nullable(),
  ownerName: text(300),
  beneficiaryName: text(300),
}
export const policies = registerCalls({
  path: 'policies',
  words: ['policy', 'policies'],
  fields: policyFields,
  row: {
    policyNumber: z.string(),
    carrierCode: z.string(),
    carrierName: z.string(),
    productName: z.string(),
    accountType: worded(z.string(), ACCOUNT_WORDS),
    planId: z.int(),
    planName: z.string(),
    insuredId: z.int(),
    insuredName: z.string(),
    subsidiaryName: z.string().nullable(),
    /** As of the period. */
    policyStatus: policyStatus,
    statusDate: z.string(),
    issueDate: z.string(),
    faceAmountCents: summed(z.int()),
    cashSurrenderValueCents: summed(z.int().nullable()),
    deathBenefitCents: summed(z.int().nullable()),
    /** In force at the period without a posted value. */
    withoutValue: z.boolean(),
  },
  filters: {
    planId: idParam.optional(),
    carrierCode: z.string().max(12).optional(),
    policyStatus: repeated(policyStatus),
    subsidiaryId: idParam.optional(),
    insuredId: idParam.optional(),
    held: z.enum(['held', 'ended', 'withoutValue']).optional(),
  },
  totals: holdingTotals,
  sortable: [
    'policyNumber',
    'carrierCode',
    'productName',
    'planName',
    'insuredName',
    'policyStatus',
    'statusDate',
    'issueDate',
    'faceAmountCents',
    'cashSurrenderValueCents',
    'deathBenefitCents',
  ],
  defaultSort: 'policyNumber',
})

export const policyRecord = z.object({ id: z.int(), ...policyFields, updatedAt: z.string() })

const agreementFields = {
  insuredId: idParam,
  policyIds: z.array(idParam).max(50),
  type: worded(z.enum(codesOf(AGREEMENT_TYPES)), AGREEMENT_TYPES),
  benefitFormula: worded(z.enum(codesOf(BENEFIT_FORMULAS)), BENEFIT_FORMULAS),
  amountCents: amount.nullable(),
  fraction: z.number().min(0).max(100).nullable(),
  capCents: amount.nullable(),
  survivesTermination: z.boolean(),
  rateBasis: worded(z.enum(codesOf(RATE_BASES)), RATE_BASES),
  effectiveDate: day,
  terminationDate: day.nullable(),
}
export const agreements = registerCalls({
  path: 'agreements',
  words: ['split-dollar agreement', 'split-dollar agreements'],
  fields: agreementFields,
  row: {
    ...z.object(agreementFields).omit({ policyIds: true }).shape,
    effectiveDate: z.string(),
    terminationDate: z.string().nullable(),
    insuredName: z.string(),
    policyIds: z.array(z.int()),
    policyNumbers: z.string().nullable(),
    /** Posted for the period: the insured's share of the death benefits. */
    insuredShareCents: z.int(),
    deathBenefitCents: z.int(),
  },
  filters: {
    type: repeated(z.enum(codesOf(AGREEMENT_TYPES))),
    benefitFormula: repeated(z.enum(codesOf(BENEFIT_FORMULAS))),
    insuredId: idParam.optional(),
  },
  totals: z.object({ agreements: z.int(), insuredShareCents: z.int(), deathBenefitCents: z.int() }),
  sortable: ['insuredName', 'type', 'benefitFormula', 'effectiveDate', 'terminationDate', 'insuredShareCents', 'deathBenefitCents'],
  defaultSort: 'insuredName',
})

export const transactionType = worded(z.enum(codesOf(TRANSACTION_TYPES)), TRANSACTION_TYPES)
const transactionFields = {
  policyId: idParam,
  transactionDate: day,
  type: transactionType,
  amountCents: z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).nullable(),
  note: text(500),
  /** For an exchange in: the policy of the same institution that was exchanged out; null when it was another's. */
  pairedPolicyId: idParam.nullable().optional(),
}
export const transactions = registerCalls({
  path: 'transactions',
  words: ['transaction', 'transactions'],
  fields: transactionFields,
  row: {
    policyId: z.int(),
    policyNumber: z.string(),
    carrierCode: z.string(),
    carrierName: z.string(),
    insuredName: z.string(),
    transactionDate: z.string(),
    type: transactionType,
    amountCents: z.int().nullable(),
    note: z.string().nullable(),
    pairedPolicyId: z.int().nullable(),
    pairedPolicyNumber: z.string().nullable(),
    /** The carrier's file and line that reported it; null when entered by hand. */
    fileId: z.int().nullable(),
    fileName: z.string().nullable(),
    sheet: z.string().nullable(),
    lineNumber: z.int().nullable(),
    enteredBy: z.string().nullable(),
  },
  filters: {
    type: repeated(transactionType),
    carrierCode: z.string().max(12).optional(),
    policyId: idParam.optional(),
    from: day.optional(),
    to: day.optional(),
  },
  totals: z.object({ addedCents: z.int(), removedCents: z.int() }),
  sortable: ['transactionDate', 'policyNumber', 'carrierCode', 'insuredName', 'type', 'amountCents'],
  defaultSort: 'transactionDate',
  desc: true,
})
