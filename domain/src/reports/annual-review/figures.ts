/** The figures that sections of an annual review share: five fiscal years of value, income, yield, charges and deaths; who is insured; what is held. */

import { chargeBasisPoints } from '../../calculations/cost-of-insurance.ts'
import type { ExposedLife } from '../../calculations/lives-by-age.ts'
import { annualMortality } from '../../calculations/mortality.ts'
import { taxEquivalentYieldOf } from '../../calculations/tax-equivalent-yield.ts'
import { additionsOf, type Flow, flowsBetween, increase, netYield, removalsOf, weightedBegin } from '../../calculations/yields.ts'
import { type Cents, cents, sumCents } from '../../primitives/money.ts'
import { type PlainDate, yearOf } from '../../primitives/period.ts'
import { buildAssetReport } from '../asset-report/build.ts'
import type { SnapshotPolicy } from '../asset-report/snapshot.ts'
import { eventOf } from '../asset-report/value-events.ts'
import type { AssetReportView } from '../asset-report/view.ts'
import type { Basis, ViewRow } from '../table.ts'
import type { ReviewFrame } from './outline.ts'
import type { AnnualReviewSnapshot, ReviewCapital, ReviewEndedPolicy, ReviewInsured, ReviewPolicy, ReviewValue } from './snapshot.ts'

/** A fiscal year of the history. */
export interface ReviewYear {
  from: PlainDate
  to: PlainDate
  /** "2025", of a fiscal year that ends in it. */
  name: string
  /** At its end: null where none of the policies held has a value, the sum of the others where some lack it. */
  cashSurrenderValue: Cents | null
  /** Held at its end, and of them those without a value then. */
  policies: number
  missing: number
  /** The explanation of a remarkable fall of the value: "Surrender, Mar 2026"; null where there was none, or nothing on file explains it. */
  event: string | null
  /** The policies that have a value. */
  carriers: ReadonlyMap<string, Cents>
  /** Null where a value at one of its ends is missing. */
  income: Cents | null
  /** The increase on the beginning value, flows counted for the days they were there. */
  netYield: number | null
  taxEquivalentYield: number | null
  /** Null of a year that the book does not hold from its beginning; the decline of surrender charges null where no carrier tells it, or the review did not keep it. */
  charges: { interest: Cents; costOfInsurance: Cents; expense: Cents; surrenderChargeRelease: Cents | null; incomplete: boolean } | null
  costBasisPoints: number | null
  capital: ReviewCapital | null
  /** People insured at its beginning, and how many of them the table expects to die in it. */
  lives: number
  expectedDeaths: number
  expectedProceeds: Cents
  /** The insureds in both sums: those whose age and sex are known. */
  exposed: ExposedLife[]
  deaths: number
  /** Institution's share of death benefits paid in it. */
  proceeds: Cents
  /** Proceeds over the cash surrender value released. */
  deathGain: Cents
  /** Inputs of increase and yield: beginning, end, flows, average invested value. */
  basis: Basis
}

/** A policy in force with both halves of what is known of it. */
export interface ReviewHolding {
  policy: SnapshotPolicy
  more: ReviewPolicy
  insured: ReviewInsured
}

export interface ReviewFigures {
  snapshot: AnnualReviewSnapshot
  frame: ReviewFrame
  /** The year's asset report, of which this is the review. */
  asset: AssetReportView
  holdings: ReviewHolding[]
  /** Oldest first; the last is the year under review. */
  years: ReviewYear[]
  year: ReviewYear
  lastYear: ReviewYear | null
  /** Insured under policies in force, each person once. */
  people: ReviewPerson[]
}

export interface ReviewPerson {
  insured: ReviewInsured
  holdings: ReviewHolding[]
  deathBenefit: Cents
}

/** @throws RangeError when a policy lacks its other half or its insured, or there is no year */
export function figuresOfReview(snapshot: AnnualReviewSnapshot): ReviewFigures {
  const asset = buildAssetReport(snapshot.asset)
  const more = new Map(snapshot.policies.map((policy) => [policy.policyId, policy]))
  const insureds = new Map(snapshot.insureds.map((insured) => [insured.insuredId, insured]))
  const holdings = snapshot.asset.policies.map((policy): ReviewHolding => {
    const [half, insured] = [more.get(policy.policyId), insureds.get(policy.insuredId)]
    if (!half || !insured) throw new RangeError(`policy ${policy.policyNumber} is known by half`)
    return { policy, more: half, insured }
  })
  const years = yearsOf(snapshot, holdings, insureds, asset)
  const year = years.at(-1)
  if (!year) throw new RangeError('a review of no year')
  const people = [...Map.groupBy(holdings, ({ insured }) => insured.personId).values()].flatMap((theirs): ReviewPerson[] => {
    const [first] = theirs
    return first
      ? [{ insured: first.insured, holdings: theirs, deathBenefit: sumCents(theirs.map(({ policy }) => policy.deathBenefit)) }]
      : []
  })
  return { snapshot, frame: snapshot.asset.site.portalLabel, asset, holdings, years, year, lastYear: years.at(-2) ?? null, people }
}

type WorthAt = Pick<ReviewValue, 'cashSurrenderValue' | 'institutionShare'>
interface Valued {
  carrierCode: string
  insuredId: number
  issueDate: PlainDate
  endedOn: PlainDate | null
  values: ReadonlyMap<PlainDate, WorthAt>
  flows: readonly Flow[]
}

function yearsOf(
  snapshot: AnnualReviewSnapshot,
  holdings: readonly ReviewHolding[],
  insureds: ReadonlyMap<number, ReviewInsured>,
  { totals: { ytdIncrease }, carriers }: AssetReportView,
): ReviewYear[] {
  const isYearWhole = !carriers.total?.partial?.includes('ytdIncrease')
  const { asset, yearEnds, ended } = snapshot
  const valued: Valued[] = [
    ...holdings.map(
      ({ policy, more }): Valued => ({
        carrierCode: policy.carrierCode,
        insuredId: policy.insuredId,
        issueDate: policy.issueDate,
        endedOn: null,
        values: new Map<PlainDate, WorthAt>([
          ...more.values.map((value) => [value.date, value] as const),
          [
            asset.period,
            { cashSurrenderValue: policy.cashSurrenderValue, institutionShare: cents(policy.deathBenefit - policy.insuredShare) },
          ] as const,
        ]),
        flows: more.flows,
      }),
    ),
    ...ended.map(
      (policy): Valued => ({
        carrierCode: policy.carrierCode,
        insuredId: policy.insuredId,
        issueDate: policy.issueDate,
        endedOn: policy.endedOn,
        values: new Map(policy.values.map((value) => [value.date, value])),
        flows: policy.flows,
      }),
    ),
  ]
  return yearEnds.slice(1).map((to, index) => {
    const from = yearEnds[index] ?? to
    const begins = valued.map((policy) => valueAt(policy, from))
    const ends = valued.map((policy) => valueAt(policy, to))
    const flows = valued.flatMap((policy) => flowsBetween(policy.flows, from, to))
    const isComplete =
      [...begins, ...ends].every((value) => value !== null) && valued.every((policy) => isPaidFor(policy, { from, to }, asset))
    const [begin, end] = [sumCents(begins.map((value) => value ?? cents(0))), sumCents(ends.map((value) => value ?? cents(0)))]
    const held = valued.filter((policy) => isHeldAt(policy, to)).length
    const missing = ends.filter((value) => value === null).length
    // The year under review is the asset report's, whose estimated values end a month earlier; a part of its increase is none of the whole.
    const income =
      to === asset.period ? (isYearWhole ? ytdIncrease : null) : isComplete && begin + end > 0 ? increase(begin, end, flows) : null
    const atWork = weightedBegin(begin, flows, from, to)
    const earned = income === null ? null : netYield(income, atWork, { from, to }, 'SIMPLE')
    // Charges of a register that begins within a year are not the year's.
    const isBegun = begins.every((value) => value !== null)
    const charges = isBegun || to === asset.period ? chargesOf(snapshot, to) : null
    return {
      from,
      to,
      name: String(yearOf(to)),
      cashSurrenderValue: held > 0 && missing === held ? null : end,
      policies: held,
      missing,
      event: eventOf({ begin, end, flows, comparable: isComplete })?.dated ?? null,
      carriers: new Map(
        [...Map.groupBy(valued, ({ carrierCode }) => carrierCode)].map(([code, theirs]) => [
          code,
          sumCents(theirs.map((policy) => valueAt(policy, to) ?? cents(0))),
        ]),
      ),
      income,
      netYield: earned,
      taxEquivalentYield: taxEquivalentYieldOf(earned, asset.tax),
      charges,
      costBasisPoints: charges && isBegun && missing === 0 ? chargeBasisPoints(charges.costOfInsurance, begin, end, { from, to }) : null,
      capital: snapshot.capital.find((row) => row.yearEnd === to) ?? null,
      basis: {
        ...(to === asset.period ? ytdBasis(carriers.total) : { begin, end, added: additionsOf(flows), taken: removalsOf(flows) }),
        atWork,
      },
      ...mortalityOf(valued, ended, insureds, { from, to }, asset.period),
    }
  })
}

/** The line of the asset report that the increase of the year rests on. */
export function ytdBasis(row: ViewRow | null | undefined): Basis {
  const of = (name: string, cell: string): number => {
    const [own, printed] = [row?.basis?.[name], row?.cells[cell]]
    return typeof own === 'number' ? own : typeof printed === 'number' ? printed : 0
  }
  return {
    end: of('ytdEnd', 'cashSurrenderValue'),
    begin: of('ytdBegin', 'yearStartValue'),
    added: of('ytdAdded', ''),
    taken: of('ytdTaken', ''),
  }
}

/** Nothing before issue, or before the exchange that brought it in, and after its end; null when missing. */
function valueAt(policy: Valued, date: PlainDate): Cents | null {
  const { endedOn, flows, values } = policy
  if (endedOn !== null && endedOn <= date && !flows.some((flow) => flow.date > date)) return cents(0)
  const value = values.get(date)
  if (value) return value.cashSurrenderValue
  return isHeldAt(policy, date) ? null : cents(0)
}

/** A policy of the year whose premium is not on file makes its value look like income; reports made before that was asked keep their figures. */
function isPaidFor(policy: Valued, { from, to }: { from: PlainDate; to: PlainDate }, { edition }: AnnualReviewSnapshot['asset']): boolean {
  if ((edition ?? 1) < 4 || isHeldAt(policy, from) || (valueAt(policy, to) ?? 0) === 0) return true
  return additionsOf(flowsBetween(policy.flows, from, to)) > 0
}

function isHeldAt({ issueDate, endedOn, flows, values }: Valued, date: PlainDate): boolean {
  if (endedOn !== null && endedOn <= date && !flows.some((flow) => flow.date > date)) return false
  if (values.has(date)) return true
  const [first] = flows
  return !(issueDate > date || (first !== undefined && first.type === 'EXCHANGE_IN' && first.date > date))
}

function chargesOf({ charges }: AnnualReviewSnapshot, yearEnd: PlainDate): ReviewYear['charges'] {
  const own = charges.filter((row) => row.yearEnd === yearEnd)
  if (own.length === 0) return null
  const declines = own.map((row) => row.surrenderChargeRelease)
  const told = declines.flatMap((decline) => decline ?? [])
  return {
    interest: sumCents(own.map(({ interest }) => interest)),
    costOfInsurance: sumCents(own.map(({ costOfInsurance }) => costOfInsurance)),
    expense: sumCents(own.map(({ expense }) => expense)),
    surrenderChargeRelease: declines.includes(undefined) || told.length === 0 ? null : sumCents(told),
    incomplete: own.some(({ incomplete }) => incomplete),
  }
}

/** By people: each counts once, whatever the number of policies. Those whose age or sex is not known are among the lives, not among the expected deaths. */
function mortalityOf(
  valued: readonly Valued[],
  ended: readonly ReviewEndedPolicy[],
  insureds: ReadonlyMap<number, ReviewInsured>,
  { from, to }: { from: PlainDate; to: PlainDate },
  period: PlainDate,
) {
  const held = valued.filter(({ issueDate, endedOn }) => issueDate <= from && (endedOn === null || endedOn > from))
  const people = Map.groupBy(
    held.flatMap((policy) => {
      const insured = insureds.get(policy.insuredId)
      return insured && (insured.dateOfDeath === null || insured.dateOfDeath > from) ? [{ policy, insured }] : []
    }),
    ({ insured }) => insured.personId,
  )
  const exposed = [...people.values()].flatMap((theirs): ExposedLife[] => {
    const insured = theirs[0]?.insured
    const age = insured && insured.age !== null ? insured.age - (yearOf(period) - yearOf(from)) : null
    if (!insured?.gender || age === null || age < 0) return []
    const share = sumCents(theirs.map(({ policy }) => policy.values.get(from)?.institutionShare ?? cents(0)))
    return [{ personId: insured.personId, age, chance: annualMortality(age, insured.gender), share }]
  })
  const died = [...insureds.values()].filter(({ dateOfDeath }) => dateOfDeath !== null && dateOfDeath > from && dateOfDeath <= to)
  const paid = ended.filter(({ status, endedOn }) => status === 'DEATH_PAID' && endedOn > from && endedOn <= to)
  const proceeds = sumCents(paid.map(({ institutionShare }) => institutionShare ?? cents(0)))
  return {
    lives: people.size,
    expectedDeaths: exposed.reduce((sum, { chance }) => sum + chance, 0),
    expectedProceeds: cents(Math.round(exposed.reduce((sum, { chance, share }) => sum + chance * share, 0))),
    exposed,
    deaths: new Set(died.map(({ personId }) => personId)).size,
    proceeds,
    deathGain: cents(proceeds - sumCents(paid.map(releasedBy))),
  }
}

/** Cash surrender value that a policy's end released: its claims and surrenders. */
export const releasedBy = ({ flows }: Pick<ReviewEndedPolicy, 'flows'>): Cents =>
  sumCents(
    flows.flatMap((flow) =>
      flow.type === 'DEATH_CLAIM' || flow.type === 'SURRENDER' || flow.type === 'EXCHANGE_OUT' ? [flow.amount] : [],
    ),
  )
