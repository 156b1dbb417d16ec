/** Replies of the server for component tests and for looking at pages without one: invented, and true to the contract. */
import type { boliChart, carrierSummaryChart, closeBoard, creditChart } from '@corridor/contract/charts.ts'
import type { searchReports } from '@corridor/contract/client-reports.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getSite, Session } from '@corridor/contract/session.ts'
import { PERMISSION_CODES } from '@corridor/domain/access.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/period.ts'

export function buildSession(overrides: Partial<Session> = {}): Session {
  return {
    userId: 1,
    userRole: 'd',
    firstName: 'Helen',
    lastName: 'Marsh',
    email: 'manager@corridor.example',
    title: 'Director of Client Service',
    mfaChannel: 'email',
    isMfaValid: true,
    isMFAEnabled: true,
    permissions: PERMISSION_CODES.map((code) => ({ code, access: 2 as const })),
    reportTypeCodes: [],
    siteId: 1,
    siteName: 'Corridor BOLI',
    portalLabel: 'BOLI Portal',
    sites: [
      { id: 1, name: 'Corridor BOLI' },
      { id: 2, name: 'Corridor COLI' },
    ],
    institutionId: 0,
    institutionName: '',
    institutions: [],
    msLength: 900_000,
    serviceRequest: '',
    environment: 'production',
    version: '0.0.120',
    actingAs: null,
    ...overrides,
  }
}

export const clientSession = (overrides: Partial<Session> = {}): Session =>
  buildSession({
    userId: 4,
    userRole: 'c',
    firstName: 'Margaret',
    lastName: 'Ellison',
    email: 'client@firstcoastal.example',
    title: 'Chief Financial Officer',
    permissions: [],
    reportTypeCodes: ['MBR', 'SMB', 'ABR', 'EOL'],
    institutionId: 101,
    institutionName: 'First Coastal Bank',
    sites: [{ id: 1, name: 'Corridor BOLI' }],
    ...overrides,
  })

export const repSession = (overrides: Partial<Session> = {}): Session =>
  clientSession({
    userId: 3,
    userRole: 'e',
    firstName: 'Owen',
    lastName: 'Tate',
    email: 'rep@corridor.example',
    title: null,
    institutions: [
      { id: 101, name: 'First Coastal Bank' },
      { id: 102, name: 'Harbor Mills Savings' },
      { id: 103, name: 'Prairie Union Bank' },
    ],
    ...overrides,
  })

export const signedOutSession = (): Session => buildSession({ userId: 0, firstName: '', lastName: '', email: '', permissions: [] })

export const site: ReplyOf<typeof getSite> = {
  id: 1,
  name: 'Corridor BOLI',
  displayName: 'Corridor BOLI',
  portalLabel: 'BOLI Portal',
  url: null,
  linkedUrl: null,
  logoUrl: null,
  theme: null,
  siteNavigation: [],
  environment: 'production',
  version: '0.0.120',
  demoAccounts: [
    { email: 'manager@corridor.example', role: 'd', password: 'Corridor-Demo-2026' },
    { email: 'staff@corridor.example', role: 'b', password: 'Corridor-Demo-2026' },
    { email: 'rep@corridor.example', role: 'e', password: 'Corridor-Demo-2026' },
    { email: 'client@firstcoastal.example', role: 'c', password: 'Corridor-Demo-2026' },
    { email: 'team@firstcoastal.example', role: 'a', password: 'Corridor-Demo-2026' },
  ],
}

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
  highlights: {
    cashSurrenderValueCents: LAST,
    monthlyIncreaseCents: 23_188_412,
    yearToDateIncreaseCents: 187_204_355,
    netYield: 0.0397,
    taxEquivalentYield: 0.0505,
    deathBenefitCents: 15_230_000_000,
    policies: 160,
    insureds: 131,
    carriers: 6,
    shareOfTier1: 0.186,
    aggregateLimit: 0.25,
    limitStatus: 'within',
  },
  months: MONTHS.map((month, index) => ({
    ...month,
    increaseCents: index === 0 ? null : month.cashSurrenderValueCents - (MONTHS[index - 1]?.cashSurrenderValueCents ?? 0),
    netYield: 0.0397,
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
    return report(index + 1, 'MBR', 'Monthly BOLI', period, `${addMonthEnds(period, 1).slice(0, 8)}12T15:04:00Z`, index === 3)
  }).concat([
    report(20, 'SMB', 'Summary Monthly BOLI', '2026-09-30', '2026-10-12T15:10:00Z'),
    report(21, 'SMB', 'Summary Monthly BOLI', '2026-08-31', '2026-09-12T15:10:00Z'),
  ]),
}

const file = (id: number, fileName: string, status: string, openErrors: number) => ({
  id,
  fileName,
  status,
  openErrors,
  receivedAt: '2026-11-03T14:12:00Z',
})
const bank = (
  institutionId: number,
  name: string,
  status: ReplyOf<typeof closeBoard>['banks'][number]['status'],
  rest: Partial<ReplyOf<typeof closeBoard>['banks'][number]> = {},
): ReplyOf<typeof closeBoard>['banks'][number] => ({
  institutionId,
  name,
  stateCode: 'OH',
  status,
  blockers: [],
  policiesExpected: 80,
  policiesValued: 80,
  cashSurrenderValueCents: 3_120_448_912 + institutionId * 7_331_207,
  owner: 'Dana Whitfield',
  reportId: null,
  batchId: null,
  openExceptions: 0,
  ...rest,
})

export const board: ReplyOf<typeof closeBoard> = {
  period: '2026-10-31',
  periods: ['2026-10-31', '2026-09-30', '2026-08-31'],
  lockedAt: null,
  carriers: [
    {
      carrierCode: 'ALD',
      name: 'Aldergate Mutual Life',
      status: 'posted',
      dueOn: '2026-11-05',
      policiesExpected: 241,
      policiesValued: 241,
      files: [file(31, 'aldergate-2026-10.csv', 'POSTED', 0)],
    },
    {
      carrierCode: 'BRK',
      name: 'Brookhaven Life',
      status: 'posted',
      dueOn: '2026-11-05',
      policiesExpected: 188,
      policiesValued: 188,
      files: [file(32, 'BROOKHAVEN_OCT26.xlsx', 'POSTED', 0)],
    },
    {
      carrierCode: 'CND',
      name: 'Candlewick Assurance Company of America',
      status: 'errors',
      dueOn: '2026-11-05',
      policiesExpected: 164,
      policiesValued: 0,
      files: [file(33, 'candlewick inforce 10-31-2026.csv', 'VALIDATED', 2)],
    },
    {
      carrierCode: 'DUN',
      name: 'Dunmore National',
      status: 'inProgress',
      dueOn: '2026-11-06',
      policiesExpected: 120,
      policiesValued: 0,
      files: [file(34, 'dunmore_20261031.csv', 'PARSED', 0)],
    },
    {
      carrierCode: 'EVG',
      name: 'Evergreen Pacific Life',
      status: 'late',
      dueOn: '2026-11-04',
      policiesExpected: 101,
      policiesValued: 0,
      files: [],
    },
    {
      carrierCode: 'FAR',
      name: 'Farrow Heritage Life',
      status: 'awaited',
      dueOn: '2026-11-10',
      policiesExpected: 86,
      policiesValued: 0,
      files: [],
    },
  ],
  banks: [
    bank(101, 'First Coastal Bank', 'blocked', {
      blockers: ['Candlewick Assurance: 2 open errors in candlewick inforce 10-31-2026.csv', 'Evergreen Pacific Life: file late'],
      policiesValued: 61,
      openExceptions: 2,
      stateCode: 'NC',
    }),
    bank(102, 'Harbor Mills Savings', 'ready', { reportId: 512, batchId: 44, stateCode: 'MA' }),
    bank(103, 'Prairie Union Bank', 'released', { reportId: 513, batchId: 44, stateCode: 'KS' }),
    bank(104, 'Granite State Trust', 'failed', {
      blockers: ['Policy EV-20871 has no value for October 2026'],
      reportId: 514,
      batchId: 44,
      policiesValued: 79,
      openExceptions: 1,
      stateCode: 'NH',
    }),
    bank(105, 'Lakeshore Community Bank', 'generating', { reportId: 515, batchId: 44, stateCode: 'MI' }),
    bank(106, 'Old Mission Bank & Trust', 'open', { policiesValued: 40, stateCode: 'CA', owner: null }),
    bank(107, 'Pine Ridge National Bank', 'ready', { reportId: 517, batchId: 44, stateCode: 'SD' }),
    bank(108, 'Riverbend Federal Savings', 'released', { reportId: 518, batchId: 44, stateCode: 'KY' }),
  ],
  totals: { policiesExpected: 900, policiesValued: 429, released: 2, ready: 2, blocked: 2 },
}
