/**
 * Changes on each policy between two annual reviews. A review keeps the year-end values and flows of five years, so any two of them meet; interest and
 * charges it keeps by carrier and year, so what a policy's value grew by is taken apart for its carrier.
 */

import { flowsBetween, increase } from '../../calculations/yields.ts'
import { type Cents, cents, sumCents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import { because, byCarrier, type CauseKey, type Causes, type ComparedPart } from '../comparison.ts'
import { type Between, closes, type Measured, type PolicyPair, type PolicySide, standingOf, valueMoved } from '../policy-changes.ts'
import type { ReviewFigures } from './figures.ts'
import type { AnnualReviewSnapshot, ReviewCharges, ReviewEndedPolicy, ReviewValue } from './snapshot.ts'

export interface ReviewPair {
  from: ReviewFigures
  to: ReviewFigures
  sameDate: boolean
}

/** A policy as one review has it: in force at its date, or ended within its history. */
export interface Side extends PolicySide {
  carrierCode: string
  policyNumber: string
  insuredName: string
  held: (NonNullable<PolicySide['held']> & { surrenderCharge: Cents | null }) | null
  ended:
    | (NonNullable<PolicySide['ended']> & {
        status: string
        institutionShare: Cents | null
        lastValue: ReviewEndedPolicy['lastValue'] | undefined
      })
    | null
  /** At the year ends before the date. */
  values: readonly ReviewValue[]
}
export interface ReviewLine extends PolicyPair<Side> {
  id: number
}

const NOTHING = cents(0)
const END_CAUSES: Readonly<Record<string, CauseKey>> = { DEATH_PAID: 'deaths', SURRENDERED: 'surrenders', EXCHANGED_OUT: 'exchanges' }
const endCause = (status: string): CauseKey => END_CAUSES[status] ?? 'lapses'
export const periodOf = ({ snapshot }: ReviewFigures): PlainDate => snapshot.asset.period

/** Every policy of either review, by carrier and number. */
export function reviewLines({ from, to }: ReviewPair): ReviewLine[] {
  const [before, after] = [sidesOf(from), sidesOf(to)]
  const ids = [...new Set([...after.keys(), ...before.keys()])]
  const place = (id: number) => {
    const side = after.get(id) ?? before.get(id)
    return `${side?.carrierCode} ${side?.policyNumber}`
  }
  return ids
    .toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : a - b))
    .map((id) => ({ id, from: before.get(id), to: after.get(id) }))
}

function sidesOf({ holdings, snapshot }: ReviewFigures): Map<number, Side> {
  const held = holdings.map(({ policy, more }): [number, Side] => [
    policy.policyId,
    {
      carrierCode: policy.carrierCode,
      policyNumber: policy.policyNumber,
      insuredName: policy.insuredName,
      issueDate: policy.issueDate,
      held: {
        cashSurrenderValue: policy.cashSurrenderValue,
        deathBenefit: policy.deathBenefit,
        surrenderCharge: more.surrenderCharge,
        valuationVersion: policy.valuationVersion,
        isEstimated: policy.flags.estimated,
      },
      ended: null,
      values: more.values,
      flows: more.flows,
    },
  ])
  const ended = snapshot.ended.map(({ endedOn, status, institutionShare, lastValue, ...policy }): [number, Side] => [
    policy.policyId,
    { ...policy, held: null, ended: { on: endedOn, status, cause: endCause(status), institutionShare, lastValue } },
  ])
  return new Map([...held, ...ended])
}

export const betweenOf = ({ from, to, sameDate }: ReviewPair): Between => ({
  since: periodOf(from),
  upTo: periodOf(to),
  sameDate,
  looksBackTo: to.snapshot.yearEnds[0] ?? periodOf(to),
})

/** Lines of the policies, named as the later review has them. */
export function partsOf(lines: readonly ReviewLine[], pair: ReviewPair, of: (line: ReviewLine) => Measured): ComparedPart[] {
  const names = new Map([...pair.from.snapshot.carriers, ...pair.to.snapshot.carriers].map(({ code, shortName }) => [code, shortName]))
  return lines.flatMap((line) => {
    const who = line.to ?? line.from
    if (!who) return []
    const { policyNumber, insuredName, carrierCode } = who
    const named = { id: line.id, policyId: line.id, policyNumber, insured: insuredName, carrier: names.get(carrierCode) ?? carrierCode }
    return [{ ...named, standing: standingOf(line), ...of(line) }]
  })
}

/** From the earlier value by corrections and flows to the later one; what is left is the increase of the years between. */
function cashValue(line: ReviewLine, pair: ReviewPair): Measured {
  const between = betweenOf(pair)
  const { measured, rest } = valueMoved(line, between, (to) => openingOf(to, between.since))
  if (rest === null) return measured
  const { ended } = rest.to
  const after = afterLastValue(rest.to, between.since, between.upTo)
  // A policy that ends without a value released leaves at its last reported value; earlier growth stands among interest and charges.
  const left = after && after.cause !== 'growth' ? after.amount : 0
  if (after) because(measured.causes, after.cause, left)
  because(measured.causes, ended && !after && !rest.flows.some(closes) ? ended.cause : 'growth', rest.increase - left)
  return measured
}

/**
 * Movement of a terminated policy's value after the last month end that its carrier told: the days up to the exchange, surrender or claim, or all of it where
 * nothing was released. No interest and charges are told of these days. Null of one that did not end in the years, and where a review keeps no last value.
 */
export function afterLastValue(side: Side | undefined, since: PlainDate, upTo: PlainDate): { cause: CauseKey; amount: Cents } | null {
  if (!side?.ended || side.ended.lastValue === undefined) return null
  const { ended, flows } = side
  const { lastValue: last, on, cause } = ended
  const closing = flows.findLast(closes)
  const endedOn = closing && closing.date > on ? closing.date : on
  if (endedOn <= since || endedOn > upTo) return null
  const [date, value] = last && last.date >= since ? [last.date, last.cashSurrenderValue] : [since, openingOf(side, since)]
  if (value === null) return null
  return { cause: closing ? 'growth' : cause, amount: increase(value, NOTHING, flowsBetween(flows, date, upTo)) }
}

/** The value of a review at an earlier year end; null where it holds none. */
export function openingOf({ issueDate, values, flows }: Side, date: PlainDate): Cents | null {
  if (issueDate > date) return NOTHING
  const value = values.find((each) => each.date === date)
  if (value) return value.cashSurrenderValue
  const [first] = flows
  return first !== undefined && first.type === 'EXCHANGE_IN' && first.date > date ? NOTHING : null
}

/** Cash surrender value by carrier: the increase as interest, charges and freed surrender charges; what these do not make of it stays unexplained. */
export function valueByCarrier(lines: readonly ReviewLine[], pair: ReviewPair): ComparedPart[] {
  const codes = codesByName(pair)
  return byCarrier(partsOf(lines, pair, (line) => cashValue(line, pair))).map((part) => {
    const { growth: _, ...rest } = part.causes
    const code = codes.get(part.carrier)
    const told = pair.sameDate || code === undefined ? null : chargesBetween(pair, code)
    if (!told) return part
    const causes: Causes = { ...rest }
    because(causes, 'interest', told.interest)
    because(causes, 'costOfInsurance', -told.costOfInsurance)
    because(causes, 'expenses', -told.expense)
    const own = lines.filter(({ from, to }) => (to ?? from)?.carrierCode === code)
    because(causes, 'surrenderCharges', told.release ?? sumCents(own.map((line) => freed(line, pair))))
    for (const { to } of own) {
      const after = afterLastValue(to, periodOf(pair.from), periodOf(pair.to))
      if (after?.cause === 'growth') because(causes, 'growth', after.amount)
    }
    return { ...part, causes }
  })
}

export const codesByName = ({ from, to }: ReviewPair) =>
  new Map([...from.snapshot.carriers, ...to.snapshot.carriers].map(({ code, shortName }) => [shortName, code]))

interface StatedCharges extends Pick<ReviewCharges, 'interest' | 'costOfInsurance' | 'expense'> {
  /** Surrender charges; null in a review made before they were kept. */
  release: Cents | null
}

const NO_CHARGES: StatedCharges = { interest: NOTHING, costOfInsurance: NOTHING, expense: NOTHING, release: NOTHING }

/** Sum of every year between the two; null when one is missing or lacks a figure. */
function chargesBetween(pair: ReviewPair, carrierCode: string): StatedCharges | null {
  const { to } = pair
  const { since, looksBackTo } = betweenOf(pair)
  const told = to.years.flatMap((year, index) => {
    if (year.to <= since) return []
    // A carrier that held nothing at either end of a year reports nothing of it.
    const isIdle = !year.carriers.get(carrierCode) && !to.years[index - 1]?.carriers.get(carrierCode)
    return [chargesOf(to.snapshot, carrierCode, year.to) ?? (isIdle ? NO_CHARGES : null)]
  })
  if (told.length === 0 || looksBackTo > since) return null
  const known = told.flatMap((each) => each ?? [])
  if (known.length < told.length) return null
  return {
    interest: sumCents(known.map(({ interest }) => interest)),
    costOfInsurance: sumCents(known.map(({ costOfInsurance }) => costOfInsurance)),
    expense: sumCents(known.map(({ expense }) => expense)),
    release: known.some(({ release }) => release === null) ? null : sumCents(known.map(({ release }) => release ?? NOTHING)),
  }
}

export function chargesOf({ charges }: AnnualReviewSnapshot, carrierCode: string, yearEnd: PlainDate): StatedCharges | null {
  const row = charges.find((each) => each.carrierCode === carrierCode && each.yearEnd === yearEnd)
  if (!row || row.incomplete) return null
  return { ...row, release: row.surrenderChargeRelease === undefined ? null : (row.surrenderChargeRelease ?? NOTHING) }
}

/** For reviews made before they kept it: the fall of the surrender charge, where both know it; a policy bought since begins without one. */
function freed({ from, to }: ReviewLine, pair: ReviewPair): Cents {
  if (!to?.held) return NOTHING
  const before = from?.held ? from.held.surrenderCharge : to.issueDate > periodOf(pair.from) ? NOTHING : null
  return before === null || to.held.surrenderCharge === null ? NOTHING : cents(before - to.held.surrenderCharge)
}

/** Death benefits received in each year, by the policies whose claims were paid. */
export function proceeds(lines: readonly ReviewLine[], pair: ReviewPair): ComparedPart[] {
  const paidIn = (side: Side | undefined, { year }: ReviewFigures): Cents =>
    side?.ended?.status === 'DEATH_PAID' && side.ended.on > year.from && side.ended.on <= year.to
      ? (side.ended.institutionShare ?? NOTHING)
      : NOTHING
  return partsOf(lines, pair, ({ from, to }) => {
    const causes: Causes = {}
    const [before, after] = [paidIn(from, pair.from), paidIn(to, pair.to)]
    because(causes, 'claims', after - before)
    return { from: before, to: after, causes }
  })
}
