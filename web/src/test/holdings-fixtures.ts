/** A bank's holdings and released reports as the server answers them: invented, and true to the contract. */
import type { boliChart, carrierSummaryChart, controlsStatement, creditChart } from '@corridor/contract/charts.ts'
import type { searchReports } from '@corridor/contract/client-reports.ts'
import type { clientToDo, limitsChart, monthEntries } from '@corridor/contract/dashboard.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'

const START = plainDate('2023-10-31')
const MONTHS = Array.from({ length: 36 }, (_, index) => {
  const general = Math.round(2_410_000_000 * 1.0031 ** index + (index > 14 ? 310_000_000 : 0))
  const hybrid = Math.round(1_520_000_000 * 1.0034 ** index)
  const separate = Math.round(890_000_000 * 1.0028 ** index + Math.sin(index) * 9_000_000)
  return {
    period: addMonthEnds(START, index),
    generalCents: general,
    hybridCents: hybrid,
    separateCents: separate,
    cashSurrenderValueCents: general + hybrid + separate,
  }
})
const LAST = MONTHS.at(-1)?.cashSurrenderValueCents ?? 0

export const boli: ReplyOf<typeof boliChart> = {
  asOf: '2026-09-30',
  report: { id: 31, batchId: 7, reportType: 'AssetReport' },
  highlights: {
    cashSurrenderValueCents: LAST,
    monthlyIncreaseCents: 23_188_412,
    yearToDateIncreaseCents: 187_204_355,
    yearToDateSince: 'Since 12/31/2025',
    netYield: 0.0397,
    taxEquivalentYield: 0.0505,
    deathBenefitCents: 15_230_000_000,
    policies: 160,
    insureds: 131,
    carriers: 6,
    shareOfTier1: 0.186,
    allOfTier1: null,
    aggregateLimit: 0.25,
    limitStatus: 'within',
  },
  months: MONTHS.map((month, index) => ({
    ...month,
    increaseCents: index === 0 ? null : month.cashSurrenderValueCents - (MONTHS[index - 1]?.cashSurrenderValueCents ?? 0),
    netYield: 0.0397,
    policies: 160,
    missing: 0,
  })),
}

const CARRIERS = [
  {
    carrierCode: 'ALD',
    name: 'Aldergate Mutual Life',
    share: 0.288,
    policies: 41,
    netYield: 0.0412,
    amBest: 'A++',
    sp: 'AA+',
    moodys: 'Aa1',
    fitch: 'AAA',
    comdex: 100,
    outlook: 'STABLE' as const,
  },
  {
    carrierCode: 'BRK',
    name: 'Brookhaven Life',
    share: 0.235,
    policies: 36,
    netYield: 0.0398,
    amBest: 'A++',
    sp: 'AA+',
    moodys: 'Aa1',
    fitch: 'AAA',
    comdex: 99,
    outlook: 'STABLE' as const,
  },
  {
    carrierCode: 'CND',
    name: 'Candlewick Assurance Company of America',
    share: 0.201,
    policies: 33,
    netYield: 0.0405,
    amBest: 'A++',
    sp: 'AA+',
    moodys: 'Aa3',
    fitch: 'AA+',
    comdex: 98,
    outlook: 'STABLE' as const,
  },
  {
    carrierCode: 'DUN',
    name: 'Dunmore National',
    share: 0.129,
    policies: 22,
    netYield: 0.0387,
    amBest: 'A++',
    sp: 'AA+',
    moodys: 'Aa1',
    fitch: 'AA+',
    comdex: 96,
    outlook: 'POSITIVE' as const,
  },
  {
    carrierCode: 'EVG',
    name: 'Evergreen Pacific Life',
    share: 0.094,
    policies: 17,
    netYield: 0.0371,
    amBest: 'A+',
    sp: 'AA-',
    moodys: 'Aa3',
    fitch: 'AA-',
    comdex: 92,
    outlook: 'STABLE' as const,
  },
  {
    carrierCode: 'FAR',
    name: 'Farrow Heritage Life',
    share: 0.053,
    policies: 11,
    netYield: 0.0342,
    amBest: 'A',
    sp: 'A-',
    moodys: 'A3',
    fitch: null,
    comdex: 74,
    outlook: 'NEGATIVE' as const,
  },
]

export const carrierSummary: ReplyOf<typeof carrierSummaryChart> = {
  asOf: '2026-09-30',
  capitalAsOf: '2026-06-30',
  carriers: CARRIERS.map(({ carrierCode, name, share, policies, netYield }) => ({
    carrierCode,
    name,
    accountTypes: ['GENERAL'],
    policies,
    cashSurrenderValueCents: Math.round(LAST * share),
    shareOfTotal: share,
    shareOfTier1: share * 0.186,
    netYield,
  })),
  measured: [
    ...CARRIERS.map(({ carrierCode, name, share }) => ({
      key: carrierCode,
      label: name,
      cashSurrenderValueCents: Math.round(LAST * share),
      parts: [],
      lacking: null,
    })),
    { key: 'aggregate', label: 'Aggregate', cashSurrenderValueCents: LAST, parts: [], lacking: null },
  ],
}

export const controls: ReplyOf<typeof controlsStatement> = {
  asOf: '2026-09-30',
  examined: { policies: 160, valued: 160, carriers: 6, files: 6, auditedAt: '2026-10-09T14:00:00.000Z' },
  lines: [
    {
      check: 'client-exceptions',
      title: 'Monthly validation of cash surrender values and death benefits',
      asked: 11,
      skipped: 0,
      found: 0,
      open: 0,
      sentences: [],
    },
    {
      check: 'cash-surrender-exceptions',
      title: 'Month-over-month balance of cash surrender values and death benefits',
      asked: 7,
      skipped: 1,
      unasked: ['roll-forward (no interest in the carrier’s file)'],
      found: 1,
      open: 0,
      done: { resolved: 1, falsePositives: 0, acknowledged: 0 },
      sentences: ['Movement too large: 1 exception; the carrier confirmed the value.'],
    },
    {
      check: 'beginning-year-balance',
      title: 'Comparison of balances at the beginning of the year',
      asked: 0,
      skipped: 5,
      found: 0,
      open: 0,
      sentences: [],
    },
  ],
}

export const credit: ReplyOf<typeof creditChart> = {
  asOf: '2026-09-30',
  carriers: CARRIERS.map(({ share, ...carrier }) => ({
    ...carrier,
    watch: carrier.carrierCode === 'FAR',
    cashSurrenderValueCents: Math.round(LAST * share),
  })),
}

const report = (
  id: number,
  typeCode: string,
  typeName: string,
  period: string,
  created: string,
  restated = false,
): ReplyOf<typeof searchReports>['records'][number] => ({
  id,
  typeCode,
  typeName,
  typeOrder: typeCode === 'MBR' ? 1 : 2,
  institutionId: 101,
  uploadName: `101-${typeCode}-${period.slice(2, 4)}-${period}.pdf`,
  yearOverride: Number(period.slice(0, 4)),
  name: period,
  displayName: `${typeName}, ${monthName(period)}`,
  extension: 'pdf',
  path: `reports/${id}.pdf`,
  carrierCode: null,
  isCarrier: false,
  isVendor: false,
  sizeBytes: 412_300 + id * 731,
  restated,
  createdAt: created,
  updatedAt: created,
  sourceReportId: 500 + id,
  sourceBatchId: 40 + (id % 9),
})
const monthName = (period: string) =>
  new Date(`${period}T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const clientReports: ReplyOf<typeof searchReports> = {
  page: { totalRecords: 16 },
  records: Array.from({ length: 14 }, (_, index) => {
    const period = addMonthEnds(plainDate('2026-09-30'), -index)
    return report(index + 1, 'MBR', 'Asset Report', period, `${addMonthEnds(period, 1).slice(0, 8)}12T15:04:00Z`, index === 3)
  }).concat([
    report(20, 'SMB', 'Summary Asset Report', '2026-09-30', '2026-10-12T15:10:00Z'),
    report(21, 'SMB', 'Summary Asset Report', '2026-08-31', '2026-09-12T15:10:00Z'),
  ]),
}

export const limits: ReplyOf<typeof limitsChart> = {
  asOf: '2026-09-30',
  capitalAsOf: '2026-06-30',
  lines: [
    {
      key: 'ALD',
      label: 'Aldergate Mutual Life',
      cashSurrenderValueCents: 1_500_000_000,
      limit: 0.15,
      basis: 'TIER1',
      capitalCents: 30_000_000_000,
      ratio: 0.05,
      headroomCents: 3_000_000_000,
      status: 'within',
      lacking: null,
      growth: 0.0412,
    },
    {
      key: 'aggregate',
      label: 'Aggregate',
      cashSurrenderValueCents: 7_341_272_405,
      limit: 0.25,
      basis: 'TIER1',
      capitalCents: 30_000_000_000,
      ratio: 7_341_272_405 / 30_000_000_000,
      headroomCents: 158_727_595,
      status: 'near',
      lacking: null,
      growth: 0.034217,
    },
  ],
}
export const entries: ReplyOf<typeof monthEntries> = {
  asOf: '2026-09-30',
  reports: [
    {
      id: 31,
      batchId: 7,
      reportType: 'AssetReport',
      version: 2,
      owner: null,
      periodText: 'Period September 1, 2026 to September 30, 2026',
      entries: 2,
      debitsCents: 23_188_412,
      creditsCents: 23_188_412,
      problem: null,
    },
  ],
}
export const toDo: ReplyOf<typeof clientToDo> = { today: '2026-11-03', items: [] }
