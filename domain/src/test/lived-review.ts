/** Books lived year by year, as annual reviews of their year ends would store them: what comparisons of reviews must find out is known beforehand. */
import fc from 'fast-check'
import type { Flow } from '../calculations/yields.ts'
import { type Cents, cents, sumCents } from '../primitives/money.ts'
import { type PlainDate, plainDate } from '../primitives/period.ts'
import { REVIEW_RISK_CODES } from '../reports/annual-review/outline.ts'
import type {
  AnnualReviewSnapshot,
  ReviewCharges,
  ReviewEndedPolicy,
  ReviewPolicy,
  ReviewValue,
} from '../reports/annual-review/snapshot.ts'
import type { SnapshotPolicy, SnapshotRemovedPolicy } from '../reports/asset-report/snapshot.ts'
import { firstExampleBank } from './first-example-bank.ts'
import { BOARD, reviewExample } from './review-example.ts'

const START = 2020
export const LIVED_YEARS = [2021, 2022, 2023, 2024] as const
const endOf = (year: number): PlainDate => plainDate(`${year}-12-31`)
const amount = (max: number) => fc.integer({ min: 0, max }).map(cents)

const year = fc.record({
  interest: amount(20_000_000),
  costOfInsurance: amount(2_000_000),
  expense: amount(500_000),
  release: amount(200_000),
  premium: fc.option(amount(30_000_000), { freq: 4 }),
  withdrawal: fc.option(amount(1_000_000), { freq: 5 }),
  refund: fc.option(amount(500_000), { freq: 6 }),
})
const ENDS = { DEATH_CLAIM: 'DEATH_PAID', SURRENDER: 'SURRENDERED', EXCHANGE_OUT: 'EXCHANGED_OUT', LAPSE: 'LAPSED' } as const
const policy = fc.record({
  carrier: fc.constantFrom('ALPHA', 'BRAVO', 'CHARLIE'),
  opening: fc.integer({ min: 50_000_000, max: 900_000_000 }).map(cents),
  years: fc.array(year, { minLength: 4, maxLength: 4 }),
  /** Held from the start, or issued in the course of a year. */
  issuedIn: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }),
  end: fc.option(
    fc.record({
      in: fc.integer({ min: 0, max: 3 }),
      how: fc.constantFrom('DEATH_CLAIM', 'SURRENDER', 'EXCHANGE_OUT', 'LAPSE'),
      /** Earned from the last month end that the carrier told to the day of the end. */
      after: amount(900_000),
    }),
    { freq: 3 },
  ),
})
const side = fc.record({
  tier1: fc.integer({ min: 4_000_000_000, max: 9_000_000_000 }).map(cents),
  aggregate: fc.constantFrom(0.2, 0.25, 0.3),
  basis: fc.constantFrom('TIER1' as const, 'TIER1_PLUS_ACL' as const),
  stateRate: fc.constantFrom(0, 0.05, 0.09),
  quantity: fc.constantFrom(null, 'LOW' as const, 'HIGH' as const),
})
export const livedReviews = fc.record({
  policies: fc.array(policy, { minLength: 1, maxLength: 8 }),
  sides: fc.array(side, { minLength: 4, maxLength: 4 }),
  /** A carrier that tells no charges, if any. */
  silent: fc.constantFrom(null, null, 'BRAVO'),
})
export type LivedReviews = typeof livedReviews extends fc.Arbitrary<infer One> ? One : never
type Lived = LivedReviews['policies'][number]

interface Life {
  issueDate: PlainDate
  flows: Flow[]
  values: Map<PlainDate, Cents>
  charges: Map<PlainDate, { interest: Cents; costOfInsurance: Cents; expense: Cents; release: Cents }>
  /** The level of the surrender charge. */
  surrenderCharge: Map<PlainDate, Cents>
  endedOn: PlainDate | null
  /** A policy that ended. */
  lastValue: Cents | null
}

function lifeOf({ opening, years, issuedIn, end }: Lived): Life {
  const issueDate = issuedIn === null ? plainDate('2015-06-15') : plainDate(`${LIVED_YEARS[issuedIn]}-03-10`)
  const life: Life = {
    issueDate,
    flows: [],
    values: new Map(),
    charges: new Map(),
    surrenderCharge: new Map(),
    endedOn: null,
    lastValue: null,
  }
  life.flows.push({ date: issueDate, type: 'PREMIUM', amount: opening })
  let value: Cents = opening
  let charge: Cents = cents(issuedIn === null ? 1_000_000 : 0)
  if (issuedIn === null) {
    life.values.set(endOf(START), value)
    life.surrenderCharge.set(endOf(START), charge)
  }
  for (const [index, calendar] of LIVED_YEARS.entries()) {
    const own = years[index]
    if (!own || (issuedIn !== null && index < issuedIn)) continue
    const { interest, costOfInsurance, expense, release, premium, withdrawal, refund } = own
    const day = plainDate(`${calendar}-09-20`)
    if (end !== null && end.in === index && index !== issuedIn) {
      // Told up to the last month end, credited up to the end, and given out with the value; a lapse releases nothing.
      life.charges.set(endOf(calendar), { interest, costOfInsurance, expense, release })
      const lastValue = cents(value + interest - costOfInsurance - expense + release)
      if (end.how !== 'LAPSE') life.flows.push({ date: day, type: end.how, amount: cents(lastValue + end.after) })
      return { ...life, endedOn: day, lastValue }
    }
    if (premium !== null) life.flows.push({ date: day, type: 'PREMIUM', amount: premium })
    if (withdrawal !== null) life.flows.push({ date: day, type: 'WITHDRAWAL', amount: withdrawal })
    if (refund !== null) life.flows.push({ date: day, type: 'PREMIUM_REFUND', amount: refund })
    value = cents(value + (premium ?? 0) - (withdrawal ?? 0) - (refund ?? 0) + interest - costOfInsurance - expense + release)
    charge = cents(charge - release)
    life.values.set(endOf(calendar), value)
    life.surrenderCharge.set(endOf(calendar), charge)
    life.charges.set(endOf(calendar), { interest, costOfInsurance, expense, release })
  }
  return life
}

/** The review of one of the lived years, 0 to 3, as the server would snapshot it. */
export function reviewAt({ policies, sides, silent }: LivedReviews, place: number, version = 1): AnnualReviewSnapshot {
  const calendar = LIVED_YEARS[place] ?? LIVED_YEARS[0]
  const [period, yearStart] = [endOf(calendar), endOf(calendar - 1)]
  const yearEnds = Array.from({ length: 6 }, (_, index) => endOf(calendar - 5 + index))
  const lives = policies
    .map((lived, index) => ({ lived, id: index + 1, life: lifeOf(lived) }))
    .filter(({ life }) => life.issueDate <= period)
  const held = lives.filter(({ life }) => life.endedOn === null || life.endedOn > period)
  const gone = lives.filter(({ life }) => life.endedOn !== null && life.endedOn <= period)
  const own = sides[place]
  const shared = ({ lived, id, life }: (typeof lives)[number]) => ({
    policyId: id,
    policyNumber: `P-${id}`,
    carrierCode: lived.carrier,
    insuredId: id,
    insuredName: `Name${id}, Given`,
    issueDate: life.issueDate,
  })
  const valued = ({ life }: (typeof lives)[number]): ReviewValue[] =>
    [...life.values].flatMap(([date, cashSurrenderValue]) =>
      date < period ? [{ date, cashSurrenderValue, deathBenefit: DEATH_BENEFIT, institutionShare: DEATH_BENEFIT }] : [],
    )
  const flowsTo = ({ life }: (typeof lives)[number], after = endOf(1900)) => life.flows.filter(({ date }) => date <= period && date > after)
  const assetHolding = (one: (typeof lives)[number]) => ({
    ...shared(one),
    productName: 'Product',
    accountType: 'GENERAL' as const,
    costBasis: one.lived.opening,
    balances: [...one.life.values].flatMap(([date, cashSurrenderValue]) => (date === yearStart ? [{ date, cashSurrenderValue }] : [])),
    flows: flowsTo(one, yearStart),
  })
  const example = reviewExample()
  const capital = example.asset.capital && { ...example.asset.capital, tier1: own?.tier1 ?? cents(1), allowance: cents(500_000_000) }
  const asset = firstExampleBank({
    period,
    priorPeriod: plainDate(`${calendar}-11-30`),
    yearStart,
    version,
    reportId: 100 + place,
    capital,
    limits: own ? { perCarrier: 0.15, aggregate: own.aggregate, basis: own.basis } : null,
    tax: example.asset.tax && { ...example.asset.tax, stateRate: own?.stateRate ?? 0 },
    trend: [],
    policies: held.map(
      (one): SnapshotPolicy => ({
        ...assetHolding(one),
        cashSurrenderValue: one.life.values.get(period) ?? cents(0),
        deathBenefit: DEATH_BENEFIT,
        insuredShare: cents(0),
        grossRate: 0.04,
        interest: null,
        costOfInsurance: null,
        expense: null,
        valuationVersion: 1,
        source: null,
        flags: { insuredNotEmployed: false, pendingClaim: false, newThisPeriod: false, estimated: false },
      }),
    ),
    removedPolicies: gone.flatMap((one): SnapshotRemovedPolicy[] =>
      one.life.endedOn !== null && one.life.endedOn > yearStart
        ? [{ ...assetHolding(one), removedOn: one.life.endedOn, removal: one.lived.end?.how ?? 'LAPSE', institutionDeathBenefit: null }]
        : [],
    ),
  })
  const [first] = example.policies
  const [insured] = example.insureds
  if (!first || !insured) throw new Error('an example without a policy')
  const { texts } = example
  return reviewExample({
    asset,
    yearEnds,
    capital: [],
    board: own ? { ...BOARD, aggregate: own.aggregate, basis: own.basis } : null,
    policies: held.map(
      (one): ReviewPolicy => ({
        ...first,
        policyId: one.id,
        productId: { ALPHA: 1, BRAVO: 2, CHARLIE: 3 }[one.lived.carrier] ?? 0,
        surrenderCharge: one.life.surrenderCharge.get(period) ?? null,
        marketValue: null,
        values: valued(one),
        flows: flowsTo(one),
      }),
    ),
    ended: gone.map(
      (one): ReviewEndedPolicy => ({
        ...shared(one),
        status: ENDS[one.lived.end?.how ?? 'LAPSE'],
        endedOn: one.life.endedOn ?? period,
        modifiedEndowment: false,
        costBasis: one.lived.opening,
        institutionShare: DEATH_BENEFIT,
        lastValue:
          one.life.lastValue === null || one.life.endedOn === null
            ? null
            : { date: plainDate(`${one.life.endedOn.slice(0, 4)}-08-31`), cashSurrenderValue: one.life.lastValue },
        values: valued(one),
        flows: flowsTo(one),
      }),
    ),
    insureds: lives.map(({ id }) => ({ ...insured, insuredId: id, personId: id, name: `Name${id}, Given` })),
    charges: yearEnds.slice(1).flatMap((yearEnd) =>
      [...Map.groupBy(lives, ({ lived }) => lived.carrier)].flatMap(([carrierCode, those]): ReviewCharges[] => {
        const told = those.flatMap(({ life }) => life.charges.get(yearEnd) ?? [])
        if (told.length === 0) return []
        const sum = (of: (one: (typeof told)[number]) => Cents) => sumCents(told.map(of))
        return [
          {
            yearEnd,
            carrierCode,
            interest: sum(({ interest }) => interest),
            costOfInsurance: sum(({ costOfInsurance }) => costOfInsurance),
            expense: sum(({ expense }) => expense),
            incomplete: carrierCode === silent,
            surrenderChargeRelease: sum(({ release }) => release),
          },
        ]
      }),
    ),
    texts: {
      ...texts,
      risks: {
        ...texts.risks,
        ...Object.fromEntries(REVIEW_RISK_CODES.map((code) => [code, { ...texts.risks[code], quantity: own?.quantity ?? null }])),
      },
    },
  })
}
const DEATH_BENEFIT = cents(1_000_000_000)

/** The same review as it was stored before it kept surrender charges by year and the last values of ended policies. */
export const keptBefore = (review: AnnualReviewSnapshot): AnnualReviewSnapshot => ({
  ...review,
  ended: review.ended.map(({ lastValue: _, ...policy }) => policy),
  charges: review.charges.map(({ surrenderChargeRelease: _, ...row }) => row),
})
