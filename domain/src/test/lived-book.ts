/** Books whose policies are lived month by month, so that it is known beforehand why a value moved: what comparisons must find out. */
import fc from 'fast-check'
import type { Flow } from '../calculations/yields.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { addDays, addMonthEnds, monthEndsBetween, type PlainDate, plainDate, priorFiscalYearEnd } from '../primitives/period.ts'
import type { AssetReportSnapshot, SnapshotPolicy, SnapshotRemovedPolicy } from '../reports/asset-report/snapshot.ts'
import { firstExampleBank } from './first-example-bank.ts'

const START = plainDate('2024-12-31')
const MONTHS = monthEndsBetween(addMonthEnds(START, 1), addMonthEnds(START, 14))

const amount = (max: number) => fc.integer({ min: 0, max }).map(cents)
const month = fc.record({
  interest: amount(2_000_000),
  costOfInsurance: amount(200_000),
  expense: amount(50_000),
  /** The fall of the surrender charge. */
  release: amount(20_000),
  premium: fc.option(amount(30_000_000), { freq: 4 }),
  withdrawal: fc.option(amount(1_000_000), { freq: 5 }),
  refund: fc.option(amount(500_000), { freq: 6 }),
  rate: fc.double({ min: 0.02, max: 0.06, noNaN: true }),
})
export const livedPolicy = fc.record({
  carrier: fc.constantFrom('ALPHA', 'BRAVO', 'CHARLIE'),
  opening: fc.integer({ min: 50_000_000, max: 900_000_000 }).map(cents),
  months: fc.array(month, { minLength: 14, maxLength: 14 }),
  /** Held from the start, or issued in the course of a month. */
  issuedIn: fc.option(fc.integer({ min: 0, max: 13 }), { freq: 3 }),
  end: fc.option(
    fc.record({
      in: fc.integer({ min: 0, max: 13 }),
      how: fc.constantFrom('SURRENDER' as const, 'DEATH_CLAIM' as const, 'EXCHANGE_OUT' as const, 'LAPSE' as const),
    }),
    { freq: 3 },
  ),
  /** Whether the carrier tells interest and charges. */
  told: fc.boolean(),
})
export type LivedPolicy = typeof livedPolicy extends fc.Arbitrary<infer One> ? One : never

interface Life {
  flows: Flow[]
  values: Map<PlainDate, Cents>
  issueDate: PlainDate
  removedOn: PlainDate | null
}

/** Month by month: value + premium - withdrawal - refund + interest - charges, until it ends. */
function lifeOf({ opening, months, issuedIn, end }: LivedPolicy): Life {
  const issueDate = issuedIn === null ? plainDate('2015-06-15') : addDays(MONTHS[issuedIn] ?? START, -9)
  const values = new Map<PlainDate, Cents>()
  const flows: Flow[] = []
  let value = issuedIn === null ? opening : cents(0)
  if (issuedIn === null) values.set(START, value)
  for (const [index, date] of MONTHS.entries()) {
    if (issuedIn !== null && index < issuedIn) continue
    const day = addDays(date, -8)
    if (index === issuedIn) flows.push({ date: issueDate, type: 'PREMIUM', amount: opening })
    if (index === issuedIn) value = opening
    if (end !== null && end.in === index && index !== issuedIn) {
      if (end.how !== 'LAPSE') flows.push({ date: day, type: end.how, amount: value })
      return { flows, values, issueDate, removedOn: day }
    }
    const own = months[index]
    if (!own) continue
    const { interest, costOfInsurance, expense, release, premium, withdrawal, refund } = own
    if (premium !== null) flows.push({ date: day, type: 'PREMIUM', amount: premium })
    if (withdrawal !== null) flows.push({ date: day, type: 'WITHDRAWAL', amount: withdrawal })
    if (refund !== null) flows.push({ date: day, type: 'PREMIUM_REFUND', amount: refund })
    value = cents(value + (premium ?? 0) - (withdrawal ?? 0) - (refund ?? 0) + interest + release - costOfInsurance - expense)
    values.set(date, value)
  }
  return { flows, values, issueDate, removedOn: null }
}

/** The monthly report of the lives at a month end, as the server would snapshot it. */
export function reportAt(lived: readonly LivedPolicy[], place: number, overrides: Partial<AssetReportSnapshot> = {}): AssetReportSnapshot {
  const period = MONTHS[place] ?? START
  const priorPeriod = addMonthEnds(period, -1)
  const yearStart = priorFiscalYearEnd(period)
  const policies: SnapshotPolicy[] = []
  const removedPolicies: SnapshotRemovedPolicy[] = []
  for (const [index, one] of lived.entries()) {
    const life = lifeOf(one)
    if (life.issueDate > period) continue
    const since = yearStart < priorPeriod ? yearStart : priorPeriod
    const shared = {
      policyId: index + 1,
      policyNumber: `P-${index + 1}`,
      carrierCode: one.carrier,
      productName: 'Product',
      accountType: 'GENERAL' as const,
      insuredId: index + 1,
      insuredName: `Name${index + 1}, Given`,
      issueDate: life.issueDate,
      costBasis: one.opening,
      balances: [...life.values]
        .filter(([date]) => date >= since && date < period)
        .map(([date, cashSurrenderValue]) => ({ date, cashSurrenderValue })),
      flows: life.flows.filter(({ date }) => date > since && date <= period),
    }
    if (life.removedOn !== null && life.removedOn <= period) {
      if (life.removedOn > since)
        removedPolicies.push({ ...shared, removedOn: life.removedOn, removal: one.end?.how ?? 'LAPSE', institutionDeathBenefit: null })
      continue
    }
    const own = one.months[place]
    policies.push({
      ...shared,
      cashSurrenderValue: life.values.get(period) ?? cents(0),
      deathBenefit: cents(1_000_000_000),
      insuredShare: cents(0),
      grossRate: own?.rate ?? null,
      interest: one.told ? (own?.interest ?? null) : null,
      costOfInsurance: one.told ? (own?.costOfInsurance ?? null) : null,
      expense: one.told ? (own?.expense ?? null) : null,
      surrenderChargeRelease: one.told ? (own?.release ?? null) : null,
      valuationVersion: 1,
      source: null,
      flags: { insuredNotEmployed: false, pendingClaim: false, newThisPeriod: life.issueDate > priorPeriod, estimated: false },
    })
  }
  return firstExampleBank({ period, priorPeriod, yearStart, policies, removedPolicies, trend: [], reportId: 100 + place, ...overrides })
}

export const livedBook = fc.array(livedPolicy, { minLength: 1, maxLength: 10 })
