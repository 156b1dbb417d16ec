/** First Example Bank, a fictional bank whose worked numbers are the fixtures of formulas and reports: December 2025, three carriers, five policies. */

import type { AccountType } from '../primitives/insurance-terms.ts'
import { cents, sumCents, usd } from '../primitives/money.ts'
import { monthEndsBetween, plainDate } from '../primitives/period.ts'
import type { AssetReportSnapshot, SnapshotPolicy } from '../reports/asset-report/snapshot.ts'

export const PERIOD = plainDate('2025-12-31')
export const PRIOR = plainDate('2025-11-30')
export const YEAR_START = plainDate('2024-12-31')

/** f 21 %, s 6 %: combined 25.74 %. */
export const TAX = {
  federalRate: 0.21,
  stateRate: 0.06,
  stateCode: 'CO',
  federalDeductibleFraction: 0,
  boliStateTreatment: 'EXCLUDED',
  combinedRateOverride: null,
  asOf: plainDate('2025-01-01'),
  source: 'questionnaire 2025',
} as const

/** December by policy: begin, interest, charges and end. */
export const WORKED_POLICIES = [
  policy(
    1,
    'A-1001',
    'ALPHA',
    'GENERAL',
    'Adams, Alice',
    '2016-06-15',
    2_500_000,
    2_944_120.1,
    3_050_000,
    0.041,
    10_426.52,
    720,
    0,
    3_059_706.52,
    6_900_000,
    500_000,
  ),
  policy(
    2,
    'A-1002',
    'ALPHA',
    'GENERAL',
    'Brown, Bruno',
    '2016-06-15',
    1_700_000,
    1_969_480.55,
    2_040_000,
    0.041,
    6_973.8,
    505,
    0,
    2_046_468.8,
    4_650_000,
    0,
  ),
  policy(
    3,
    'B-2001',
    'BRAVO',
    'HYBRID',
    'Clark, Clara',
    '2019-03-01',
    3_900_000,
    4_267_310.2,
    4_400_000,
    0.0365,
    13_417.38,
    1_310,
    150,
    4_411_957.38,
    9_800_000,
    1_000_000,
  ),
  policy(
    4,
    'B-2002',
    'BRAVO',
    'HYBRID',
    'Davis, David',
    '2019-03-01',
    1_000_000,
    1_115_420.75,
    1_150_000,
    0.0365,
    3_506.82,
    340,
    40,
    1_153_126.82,
    2_600_000,
    0,
  ),
  policy(
    5,
    'C-3001',
    'CHARLIE',
    'SEPARATE',
    'Evans, Eva',
    '2012-09-30',
    3_600_000,
    3_871_905.66,
    4_000_000,
    0.039,
    13_018.62,
    900,
    833.33,
    4_011_285.29,
    7_400_000,
    0,
  ),
] as const satisfies readonly SnapshotPolicy[]

const ratings = (amBest: string, comdex: number) => ({ amBest, sp: null, moodys: null, fitch: null, comdex, outlook: 'STABLE' as const })

/** The monthly report of the fixture bank. Its balances between year start and November run on a straight line, which no worked number uses. */
export function firstExampleBank(overrides: Partial<AssetReportSnapshot> = {}): AssetReportSnapshot {
  const begin = sumCents(WORKED_POLICIES.map((held) => held.balances.at(-1)?.cashSurrenderValue ?? cents(0)))
  const end = sumCents(WORKED_POLICIES.map((held) => held.cashSurrenderValue))
  return {
    schema: 1,
    kind: 'AssetReport',
    isQuarterly: false,
    period: PERIOD,
    priorPeriod: PRIOR,
    yearStart: YEAR_START,
    institution: {
      id: 7,
      name: 'First Example Bank',
      legalName: 'First Example Bank, N.A.',
      city: 'Denver',
      stateCode: 'CO',
      fiscalYearEndMonth: 12,
      subsidiary: null,
      callReportForm: 'FFIEC051',
    },
    site: { id: 1, name: 'BOLI', portalLabel: 'BOLI' },
    planNames: ['Cost recovery 2012'],
    batchId: 12,
    reportId: 340,
    version: 1,
    restated: false,
    preparedOn: plainDate('2026-01-07'),
    preliminary: null,
    tax: TAX,
    capital: { tier1: usd(60_000_000), allowance: usd(5_400_000), total: null, asOf: plainDate('2025-09-30'), source: 'Call Report' },
    limits: null,
    yieldConvention: 'SIMPLE',
    valuationHash: '1a2b3c4d',
    carriers: [
      { code: 'CHARLIE', shortName: 'Charlie', ratings: ratings('A', 80) },
      { code: 'ALPHA', shortName: 'Alpha', ratings: ratings('A+', 92) },
      { code: 'BRAVO', shortName: 'Bravo', ratings: ratings('A', 85) },
    ],
    policies: [...WORKED_POLICIES].reverse(),
    removedPolicies: [],
    trend: [{ period: PERIOD, cashSurrenderValue: end, beginCashSurrenderValue: begin, flows: [], comparable: true }],
    activity: { transactions: [], rateChanges: [], statusChanges: [], claims: [] },
    ledgerAccounts: {},
    edition: 7,
    ...overrides,
  }
}

function policy(
  policyId: number,
  policyNumber: string,
  carrierCode: string,
  accountType: AccountType,
  insuredName: string,
  issueDate: string,
  basis: number,
  yearStart: number,
  prior: number,
  grossRate: number,
  interest: number,
  coi: number,
  expense: number,
  end: number,
  deathBenefit: number,
  insuredShare: number,
): SnapshotPolicy {
  const ends = monthEndsBetween(YEAR_START, PRIOR)
  const balances = ends.map((date, index) => ({
    date,
    cashSurrenderValue: usd(yearStart + ((prior - yearStart) * index) / (ends.length - 1)),
  }))
  return {
    policyId,
    policyNumber,
    carrierCode,
    productName: `${carrierCode} ${accountType.toLowerCase()}`,
    accountType,
    insuredId: policyId,
    insuredName,
    issueDate: plainDate(issueDate),
    costBasis: usd(basis),
    balances,
    flows: [],
    cashSurrenderValue: usd(end),
    deathBenefit: usd(deathBenefit),
    insuredShare: usd(insuredShare),
    grossRate,
    interest: usd(interest),
    costOfInsurance: usd(coi),
    expense: usd(expense),
    valuationVersion: 1,
    source: { fileId: 1, fileName: `${carrierCode}.csv`, line: policyId + 1 },
    flags: { insuredNotEmployed: false, pendingClaim: false, newThisPeriod: false, estimated: false },
  }
}
