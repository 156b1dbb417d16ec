/** A policy's page as the server answers it, with a claim that is pending, a value and a change. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getPolicy, getRegister, listChanges } from '@corridor/contract/register-policies.ts'
import { STANDARD_ACCOUNTS } from '@corridor/domain/calculations/journal-entries.ts'
import { KEPT_KEYS } from '@corridor/domain/data-feeds/kept-values.ts'
import { eachOf } from '@corridor/domain/primitives/codes.ts'
import { buildSession } from './fixtures.ts'

export const REGISTER = 'GET /api/institutions/7/register'
export const staff = (access: 1 | 2) => buildSession({ permissions: [{ code: 'INSTITUTIONS', access }] })
const register: ReplyOf<typeof getRegister> = {
  institutionName: 'Alder Bank',
  periods: ['2026-10-31', '2026-09-30'],
  lockedThrough: '2025-12-31',
  plans: [{ id: 1, name: 'Cost Recovery' }],
  subsidiaries: [],
  carriers: [{ code: 'CORVA', name: 'Corva Life', held: true }],
  products: [{ id: 2, name: 'Stable UL', carrierCode: 'CORVA', accountType: 'GENERAL' }],
  insureds: [{ id: 5, name: 'Quill, Rosa' }],
  policies: [{ id: 9, name: 'CV-9', insuredId: 5, productId: 2 }],
  agreements: [],
}
const policy: ReplyOf<typeof getPolicy> = {
  record: {
    id: 9,
    policyNumber: 'CV-9',
    planId: 1,
    subsidiaryId: null,
    productId: 2,
    carrierCode: 'CORVA',
    insuredId: 5,
    splitDollarAgreementId: null,
    issueDate: '2016-06-15',
    issueState: 'CO',
    issueAge: 41,
    riskClass: null,
    underwritingBasis: 'GI',
    faceAmountCents: 100_000_000,
    deathBenefitOption: 'A',
    singlePremium: true,
    initialPremiumCents: 40_000_000,
    costBasisCents: 40_000_000,
    mec: true,
    isSection1035Replacement: false,
    replacedCarrier: null,
    replacedIssueDate: null,
    materialChange: false,
    isAcquired: false,
    acquisitionDate: null,
    ownerName: null,
    beneficiaryName: null,
    updatedAt: '2026-11-03T15:00:00.000Z',
  },
  status: { status: 'DEATH_CLAIM_PENDING', since: '2026-10-02' },
  withoutValue: '2026-10-31',
  names: {
    institution: 'Alder Bank',
    plan: 'Cost Recovery',
    carrier: 'Corva Life',
    product: 'Stable UL',
    accountType: 'GENERAL',
    insured: 'Quill, Rosa',
    subsidiary: null,
    agreement: null,
  },
  dateOfDeath: '2026-09-28',
  ledgerAccounts: STANDARD_ACCOUNTS,
  consent: { status: 'DEFECTIVE', reasons: ['Signed after the policy was issued on 06/15/2016.'] },
  statuses: [
    {
      id: 31,
      effectiveDate: '2026-10-02',
      status: 'DEATH_CLAIM_PENDING',
      reason: 'Claim filed',
      source: 'HAND',
      settlement: null,
      releasedCents: null,
      transactionId: null,
      fileId: null,
      sheet: null,
      lineNumber: null,
      recordedBy: 'Ada Quill',
      recordedAt: '2026-11-03T15:00:00.000Z',
      voidedBy: null,
      voidedAt: null,
      voidReason: null,
    },
    {
      id: 30,
      effectiveDate: '2026-09-20',
      status: 'LAPSED',
      reason: null,
      source: 'HAND',
      settlement: null,
      releasedCents: null,
      transactionId: null,
      fileId: null,
      sheet: null,
      lineNumber: null,
      recordedBy: 'Ada Quill',
      recordedAt: '2026-11-02T15:00:00.000Z',
      voidedBy: 'Ada Quill',
      voidedAt: '2026-11-02T16:00:00.000Z',
      voidReason: 'Wrong policy',
    },
    {
      id: 29,
      effectiveDate: '2016-06-15',
      status: 'IN_FORCE',
      reason: null,
      source: 'BOOK',
      settlement: null,
      releasedCents: null,
      transactionId: null,
      fileId: null,
      sheet: null,
      lineNumber: null,
      recordedBy: null,
      recordedAt: '2016-06-15T00:00:00.000Z',
      voidedBy: null,
      voidedAt: null,
      voidReason: null,
    },
  ],
  valuations: [],
  transactions: [],
  line: null,
  outdatedReports: [
    {
      reportId: 70,
      batchId: 8,
      reportType: 'AssetReport',
      name: 'Asset Report, September 2026',
      period: '2026-09-30',
      released: true,
      status: 'Ready',
    },
  ],
}
const changes: ReplyOf<typeof listChanges> = {
  records: [
    {
      id: 1,
      entity: 'policy',
      entityId: 9,
      action: 'CORRECTED',
      reason: 'The policy’s first page',
      by: 'Ada Quill',
      at: '2026-11-03T15:00:00.000Z',
      fields: [{ field: 'faceAmountCents', before: 90_000_000, after: 100_000_000 }],
    },
  ],
}
export const replies = {
  [REGISTER]: register,
  [`${REGISTER}/policies/9`]: policy,
  [`${REGISTER}/changes`]: changes,
}

const posted: ReplyOf<typeof getPolicy>['valuations'][number] = {
  ...eachOf(KEPT_KEYS, () => null),
  asOfDate: '2026-09-30',
  version: 1,
  superseded: false,
  cashSurrenderValueCents: 26_987_780,
  deathBenefitCents: 71_600_000,
  insuredShareCents: 0,
  accountValueEndCents: null,
  surrenderChargeCents: null,
  grossCreditingRate: null,
  restatementReason: null,
  postedAt: '2026-10-05T15:00:00.000Z',
  postedBy: null,
  fileId: null,
  fileName: null,
  sheet: null,
  lineNumber: null,
  bookRow: null,
}
const byHand = {
  ...posted,
  asOfDate: '2026-10-31',
  loanBalanceCents: 120_000,
  guaranteedRate: 0.0125,
  postedAt: '2026-11-04T15:00:00.000Z',
  postedBy: 'Ada Quill',
}
const line = {
  asOfDate: '2026-09-30',
  version: 1,
  fileId: 4,
  fileName: 'CV_0926.csv',
  sheet: null,
  lineNumber: 72,
  receivedAt: '2026-10-05T14:00:00.000Z',
  raw: { CSV: '269,877.80' },
  corrections: [],
}
const LATEST = {
  read: [posted],
  entered: [byHand, posted],
  corrected: [
    { ...byHand, asOfDate: posted.asOfDate, version: 2 },
    { ...posted, superseded: true },
  ],
}
/** The last line from the carrier is of September; the latest value is that line's, one entered by hand since, or one by which that line's was corrected. */
export const replyWithLine = (latest: keyof typeof LATEST) => ({
  ...replies,
  [`${REGISTER}/policies/9`]: { ...policy, line, valuations: LATEST[latest] },
})
export const valuedReplies = {
  ...replies,
  'GET /api/institutions/7/register/policies/9': { ...policy, valuations: [posted] },
  'POST /api/institutions/7/register/policies/9/statuses': { id: 9, updatedAt: '2026-11-03T16:00:00.000Z' },
}
