/** Snapshots of any size for tests and benchmarks: invented figures that foot, the same for the same arguments. */

import type { AccountType } from '@corridor/domain/primitives/insurance-terms.ts'
import { type Cents, cents, sumCents, times } from '@corridor/domain/primitives/money.ts'
import {
  addDays,
  addMonthEnds,
  monthEndsBetween,
  type PlainDate,
  plainDate,
  priorFiscalYearEnd,
} from '@corridor/domain/primitives/period.ts'
import type { AssetReportSnapshot, SnapshotBalance, SnapshotPolicy } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { SnapshotMonth } from '@corridor/domain/reports/asset-report/snapshot-sums.ts'

/** The paper that a sample prints on. */
export { paper as samplePaper } from '../features/asset-reports/print.ts'

export interface SampleOptions {
  policies: number
  period?: PlainDate
  kind?: AssetReportSnapshot['kind']
  isQuarterly?: boolean
  carriers?: number
  seed?: number
  /** Multiplies every amount: 1 is policies of half a million dollars. */
  scale?: number
  overrides?: Partial<AssetReportSnapshot>
}

export function sampleSnapshot(options: SampleOptions): AssetReportSnapshot {
  const {
    policies: count,
    period = plainDate('2026-09-30'),
    kind = 'AssetReport',
    isQuarterly = false,
    carriers = 4,
    seed = 1,
    scale = 1,
  } = options
  const random = randomFrom(seed)
  const priorPeriod = addMonthEnds(period, isQuarterly ? -3 : -1)
  const yearStart = priorFiscalYearEnd(period)
  const chosen = CARRIERS.slice(0, Math.max(1, Math.min(carriers, CARRIERS.length)))
  const begin = yearStart < priorPeriod ? yearStart : priorPeriod
  const policies = Array.from({ length: count }, (_, index) => policyOf(index, chosen, begin, period, scale, random))
  const value = sumCents(policies.map((policy) => policy.cashSurrenderValue))
  return {
    schema: 1,
    kind,
    isQuarterly,
    period,
    priorPeriod,
    yearStart,
    institution: {
      id: 7,
      name: 'First Coastal',
      legalName: 'First Coastal Bank & Trust',
      city: 'Wilmington',
      stateCode: 'NC',
      fiscalYearEndMonth: 12,
      subsidiary: null,
      callReportForm: 'FFIEC051',
    },
    site: { id: 1, name: 'BOLI', portalLabel: 'BOLI' },
    planNames: ['Officer and Director Plan'],
    batchId: 417,
    reportId: 2231,
    version: 1,
    restated: false,
    preparedOn: addDays(period, 6),
    preliminary: null,
    tax: {
      federalRate: 0.21,
      stateRate: 0.025,
      stateCode: 'NC',
      federalDeductibleFraction: 0,
      boliStateTreatment: 'EXCLUDED',
      combinedRateOverride: null,
      asOf: yearStart,
      source: 'Questionnaire',
    },
    capital:
      count === 0
        ? null
        : {
            tier1: times(value, 4.2),
            allowance: times(value, 0.3),
            total: times(value, 4.8),
            asOf: addMonthEnds(period, -3),
            source: 'CALL_REPORT',
          },
    limits: { perCarrier: 0.15, aggregate: 0.25, basis: 'TIER1' },
    yieldConvention: 'SIMPLE',
    valuationHash: '9f3ac21b',
    carriers: chosen.map(({ code, shortName }, index) => ({ code, shortName, ratings: RATINGS[index % RATINGS.length] ?? RATINGS[0] })),
    policies,
    removedPolicies: [],
    trend: trendOf(policies, period),
    activity: activityOf(policies, period),
    ledgerAccounts: {
      cashSurrenderValue: { number: '1.1850.00', name: 'Cash surrender value of life insurance' },
      otherIncome: { number: '4.2310.10', name: 'Other noninterest income' },
    },
    ...options.overrides,
  }
}

const CARRIERS = [
  { code: 'GRANITE', shortName: 'Granite State Life' },
  { code: 'HARBOR', shortName: 'Harborlight Mutual Life' },
  { code: 'NORTH', shortName: 'Northfield Assurance' },
  { code: 'PACIFIC', shortName: 'Pacific Summit Life' },
  { code: 'CEDAR', shortName: 'Cedar Valley Life and Annuity' },
  { code: 'OLDMILL', shortName: 'Old Mill Mutual' },
  { code: 'PRAIRIE', shortName: 'Prairie Home Assurance Company of Nebraska' },
  { code: 'SEAWARD', shortName: 'Seaward Life' },
]
const RATINGS = [
  { amBest: 'A++', sp: 'AA+', moodys: 'Aa2', fitch: 'AA', comdex: 96, outlook: 'STABLE' },
  { amBest: 'A+', sp: 'AA-', moodys: 'A1', fitch: 'AA-', comdex: 91, outlook: 'STABLE' },
  { amBest: 'A+', sp: 'A+', moodys: null, fitch: 'A+', comdex: 84, outlook: 'NEGATIVE' },
  { amBest: 'A', sp: null, moodys: null, fitch: null, comdex: null, outlook: null },
] as const
const PRODUCTS: { productName: string; accountType: AccountType }[] = [
  { productName: 'Executive Universal Life 2001', accountType: 'GENERAL' },
  { productName: 'Executive Universal Life 2017', accountType: 'GENERAL' },
  { productName: 'Stable Value Separate Account', accountType: 'SEPARATE' },
  { productName: 'Indexed Hybrid II', accountType: 'HYBRID' },
]
const LAST_NAMES = [
  'Abbott',
  'Becker',
  'Castañeda',
  'Dvořák',
  'Eriksson',
  'Fontaine',
  'Gallagher',
  'Huang',
  'Iverson',
  'Jankowski',
  'Kowalski',
  'Lindqvist',
  'Müller',
  'Novak',
  'O’Neill',
  'Quigley',
  'Schultz',
  'Thompson',
]
const FIRST_NAMES = [
  'Anna',
  'Brian',
  'Carla',
  'Dmitri',
  'Elise',
  'Frank',
  'Gwen',
  'Hector',
  'Irene',
  'Jamal',
  'Katarzyna',
  'Luis',
  'Mónica',
  'Nils',
  'Olivia',
  'Pavel',
  'Quentin',
  'Rosa',
]

type Random = () => number

function policyOf(
  index: number,
  carriers: typeof CARRIERS,
  begin: PlainDate,
  period: PlainDate,
  scale: number,
  random: Random,
): SnapshotPolicy {
  const carrier = pick(carriers, random)
  const product = pick(PRODUCTS, random)
  const basis = cents(Math.round((5_000_000 + random() * 60_000_000) * scale))
  const rate = 0.028 + random() * 0.014
  const ends = monthEndsBetween(begin, period)
  let value = times(basis, 1.1 + random())
  const balances: SnapshotBalance[] = []
  for (const date of ends) {
    balances.push({ date, cashSurrenderValue: value })
    value = times(value, 1 + (rate - 0.006) / 12)
  }
  const last = balances.pop()?.cashSurrenderValue ?? value
  const deathBenefit = cents(Math.round((last * (2 + random())) / 100_000) * 100_000)
  return {
    policyId: index + 1,
    policyNumber: `${carrier.code[0]}${String(540_000 + index * 37)}-${String(100 + (index % 900)).padStart(4, '0')}`,
    carrierCode: carrier.code,
    ...product,
    insuredId: index + 1,
    insuredName: `${pick(LAST_NAMES, random)}, ${pick(FIRST_NAMES, random)}`,
    issueDate: addDays(plainDate('2001-03-15'), Math.floor(random() * 6500)),
    costBasis: basis,
    balances,
    flows: [],
    cashSurrenderValue: last,
    deathBenefit,
    insuredShare: index % 3 === 0 ? times(deathBenefit, 0.1) : cents(0),
    grossRate: Math.round(rate * 1e4) / 1e4,
    interest: null,
    costOfInsurance: null,
    expense: null,
    valuationVersion: 1,
    source: { fileId: 1, fileName: `${carrier.code.toLowerCase()}.csv`, line: index + 2 },
    flags: { insuredNotEmployed: index % 19 === 3, pendingClaim: index % 97 === 41, newThisPeriod: false, estimated: false },
  }
}

function trendOf(policies: SnapshotPolicy[], period: PlainDate): SnapshotMonth[] {
  const whole = sumCents(policies.map((policy) => policy.cashSurrenderValue))
  if (policies.length === 0) return []
  const flows: SnapshotMonth['flows'] = []
  const at = (back: number): Cents => times(whole, (1 - 0.0026) ** back)
  return Array.from({ length: 13 }, (_, index) => ({
    period: addMonthEnds(period, index - 12),
    cashSurrenderValue: at(12 - index),
    beginCashSurrenderValue: at(13 - index),
    flows,
    comparable: true,
  }))
}

function activityOf(policies: SnapshotPolicy[], period: PlainDate): AssetReportSnapshot['activity'] {
  const [first, second] = policies
  const name = ({ policyNumber, carrierCode, insuredName }: SnapshotPolicy) => ({ policyNumber, carrierCode, insuredName })
  return {
    transactions: first
      ? [{ ...name(first), date: addDays(period, -12), type: 'PREMIUM', amount: cents(1_250_000), note: 'Scheduled premium' }]
      : [],
    rateChanges: first
      ? [
          {
            effectiveDate: addDays(period, -29),
            carrierCode: first.carrierCode,
            productName: first.productName,
            oldRate: 0.0385,
            newRate: 0.0395,
            policies: 41,
          },
        ]
      : [],
    statusChanges: second ? [{ ...name(second), date: addDays(period, -9), oldStatus: 'ACTIVE', newStatus: 'RETIRED', reason: null }] : [],
    claims: [],
  }
}

const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

// mulberry32: small, and the same everywhere.
function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
