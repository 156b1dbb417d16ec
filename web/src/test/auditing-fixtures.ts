/** An audit of a month for tests of its pages: invented, and true to the contract. */

import type { auditReview } from '@corridor/contract/audit-sign-offs.ts'
import type { auditSummary, ExceptionRecord, getException } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { NOTHING_CHANGED } from '@corridor/domain/auditing/received.ts'

export const summaryOf = (over: Partial<ReplyOf<typeof auditSummary>> = {}): ReplyOf<typeof auditSummary> => ({
  period: '2026-10-31',
  periods: ['2026-10-31', '2026-09-30'],
  examined: {
    clients: 12,
    carriers: 4,
    files: 5,
    policies: 912,
    valued: 912,
    cashSurrenderValueCents: 30_597_065_200,
    auditedAt: '2026-11-03T15:00:00.000Z',
  },
  unfed: { policies: 0, cashSurrenderValueCents: 0 },
  rules: [{ code: 'M3', title: 'Movement too large', severity: 'error', asked: 912, skipped: [], found: 1, open: 1 }],
  found: 1,
  open: 1,
  openErrors: 1,
  acknowledged: 0,
  resolved: 0,
  falsePositives: 0,
  settled: [],
  aging: [{ label: 'Up to 2 days', errors: 1, warnings: 0 }],
  byCarrier: [{ carrierName: 'Stonemarch', open: 1, settled: 0 }],
  run: null,
  ...over,
})

export const exceptionOf = (over: Partial<ExceptionRecord> = {}): ExceptionRecord => ({
  institutionId: 101,
  id: 7,
  institutionName: 'First Coastal Bank',
  carrierCode: 'SM',
  carrierName: 'Stonemarch',
  policyId: 31,
  policyNumber: 'A-1001',
  policyNumbers: [],
  insuredName: 'Ellison, Ruth',
  check: 'cash-surrender-exceptions',
  ruleCode: 'M3',
  ruleTitle: 'Movement too large',
  severity: 'error',
  period: '2026-10-31',
  message: 'The cash surrender value rose by 1.50% in a month.',
  unit: 'fraction',
  expected: '0',
  actual: '0.014986',
  differenceCents: null,
  compared: 'Movement',
  tolerance: 0.01,
  figures: { priorCashSurrenderValueCents: 305_000_000, increaseCents: 4_570_652, increaseFraction: 0.014986 },
  status: 'OPEN',
  reasonCode: null,
  note: null,
  assignedTo: null,
  assignedToName: null,
  dueOn: null,
  overdue: false,
  settledBy: null,
  settledAt: null,
  firstSeen: '2026-11-02T15:00:00.000Z',
  updatedAt: '2026-11-02T15:00:00.000Z',
  ageDays: 1,
  months: 3,
  fileId: 9,
  fileName: 'SM_UL_1026.csv',
  sheet: null,
  lineNumber: 12,
  bookRow: null,
  mayClear: true,
  ...over,
})

export const detailOf = (over: Partial<ReplyOf<typeof getException>> = {}): ReplyOf<typeof getException> => ({
  ...exceptionOf(),
  steps: [
    {
      id: 1,
      at: '2026-11-03T15:00:00.000Z',
      by: 'Helen Marsh',
      status: 'OPEN',
      reasonCode: null,
      note: null,
      assignedTo: 'Ada Quill',
      dueOn: '2026-11-10',
    },
  ],
  policies: [],
  earlier: [
    {
      ...{ id: 6, period: '2026-09-30', status: 'RESOLVED', message: 'The cash surrender value rose by 1.20% in a month.' },
      ...{ reasonCode: 'CARRIER_CONFIRMED', note: 'By telephone', settledBy: 'Dana Cole', settledAt: '2026-10-05T15:00:00.000Z' },
    },
  ],
  line: [{ header: 'CSV', cell: '3,095,706.52' }],
  corrections: [],
  birthDates: null,
  isLocked: false,
  nextStatuses: ['ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE'],
  ...over,
})

export const reviewOf = (over: Partial<ReplyOf<typeof auditReview>> = {}): ReplyOf<typeof auditReview> => ({
  period: '2026-10-31',
  stateSha256: 'a'.repeat(64),
  standing: 'none',
  sentence: 'Not reviewed: nobody has signed off this audit.',
  signOffId: null,
  refused: null,
  noteAsked: null,
  ...over,
})

export const pageOf = (records: readonly unknown[]) => ({
  records,
  page: { page: 1, perPage: 25, totalRecords: records.length, sortBy: 'severity', sortDirection: 'asc' },
  // For lists of institutions and carriers.
  totals: {},
  unplaced: NOTHING_CHANGED,
})
/** The calls of an audit's page. */
export const replies = {
  'GET /api/exceptions/summary': summaryOf(),
  'GET /api/exceptions/review': reviewOf(),
  'GET /api/exceptions/sign-offs': pageOf([]),
  'GET /api/exceptions/movements': { policies: 0, points: [] },
  'GET /api/exceptions': pageOf([exceptionOf()]),
  'GET /api/exceptions/101/7': detailOf(),
  'GET /api/exceptions/client-exceptions/report': pageOf([]),
  'GET /api/exceptions/assignees': { records: [{ id: 3, name: 'Ada Quill' }] },
  'GET /api/exceptions/cash-surrender-exceptions/check': { result: true, endOfMonth: '2026-10-31', open: 1 },
  'GET /api/audit-tolerances': { rules: [], records: [], products: [] },
  'GET /api/exceptions/carriers': { records: [] },
}
