/** Interest that a product credits to an account value, and the cost of insurance that it takes: by its declared rates, its own convention and its table. */
import { type Cents, cents, roundHalfAwayFromZero } from '../primitives/money.ts'
import { addDays, dayOf, daysBetween, daysInYear, isMonthEnd, type PlainDate, yearOf } from '../primitives/period.ts'
import { ADDING_FLOWS, type Flow } from './yields.ts'

export const INTEREST_METHODS = ['EFFECTIVE', 'SIMPLE'] as const
export const DAY_COUNTS = ['ACTUAL_ACTUAL', 'ACTUAL_365', 'THIRTY_360'] as const
export const INTEREST_BEGINNINGS = ['RECEIPT', 'DAY_AFTER'] as const

/** A product's convention. */
export interface CreditingTerms {
  /** `EFFECTIVE`: a declared 4 % makes 1.00 into 1.04 in a year. `SIMPLE`: a part of the year earns the same part of 4 %. */
  interestMethod: (typeof INTEREST_METHODS)[number]
  dayCount: (typeof DAY_COUNTS)[number]
  /** The first day on which a premium earns, and from which a withdrawal earns no more. */
  interestFrom: (typeof INTEREST_BEGINNINGS)[number]
}

/** A declared rate, a fraction a year, from a day on. */
export interface DatedRate {
  from: PlainDate
  rate: number
}

/** The part of a year from the end of one day to the end of another in the same month, or from the month end before it. */
export function yearsBetween(from: PlainDate, to: PlainDate, dayCount: CreditingTerms['dayCount']): number {
  if (dayCount === 'THIRTY_360') return (thirtieth(to) - (from.slice(0, 7) === to.slice(0, 7) ? thirtieth(from) : 0)) / 360
  return daysBetween(from, to) / (dayCount === 'ACTUAL_365' ? 365 : daysInYear(yearOf(to)))
}
/** Every month has thirty days, and ends on the last of them. */
const thirtieth = (date: PlainDate): number => (isMonthEnd(date) ? 30 : Math.min(dayOf(date), 30))

/**
 * Interest on 1.00 from the end of one day to the end of another in the same month, a fraction: each rate for the days on which it held.
 *
 *   growth([{ from: 2025-07-01, rate: 0.041 }], 2025-11-30, 2025-12-31, effective actual/actual) // 0.0034185
 *
 * @param rates oldest first @throws RangeError when none holds on the first day
 */
export function growth(rates: readonly DatedRate[], from: PlainDate, to: PlainDate, terms: CreditingTerms): number {
  const first = addDays(from, 1)
  const held = rates.findLast((rate) => rate.from <= first)
  if (from >= to) return 0
  if (!held) throw new RangeError(`no rate is declared on ${first}`)
  const changes = rates.filter((rate) => rate.from > first && rate.from <= to)
  const parts = [{ rate: held.rate, since: from }, ...changes.map((change) => ({ rate: change.rate, since: addDays(change.from, -1) }))]
  const isEffective = terms.interestMethod === 'EFFECTIVE'
  const grown = parts.reduce(
    (total, { rate, since }, place) => {
      const years = yearsBetween(since, parts[place + 1]?.since ?? to, terms.dayCount)
      return isEffective ? total * (1 + rate) ** years : total + rate * years
    },
    isEffective ? 1 : 0,
  )
  return isEffective ? grown - 1 : grown
}

/**
 * Interest of a month on its beginning value and on its dated flows, rounded to the cent once.
 * @param period.from the month end before @param period.to the month end
 */
export function interestCredited(
  begin: Cents,
  flows: readonly Flow[],
  rates: readonly DatedRate[],
  period: { from: PlainDate; to: PlainDate },
  terms: CreditingTerms,
): Cents {
  const of = (amount: number, from: PlainDate) => amount * growth(rates, from, period.to, terms)
  const onFlows = flows.reduce((total, { date, type, amount }) => {
    const since = terms.interestFrom === 'RECEIPT' ? addDays(date, -1) : date
    return total + (ADDING_FLOWS.some((adding) => adding === type) ? 1 : -1) * of(amount, since)
  }, 0)
  return cents(roundHalfAwayFromZero(of(begin, period.from) + onFlows))
}

export const TABLE_SEXES = ['M', 'F', 'UNISEX'] as const
export const SMOKER_CLASSES = ['NONSMOKER', 'SMOKER', 'COMPOSITE'] as const
export const CHARGED_PER = ['MONTH', 'YEAR'] as const

/** One rate of a product's cost-of-insurance table. */
export interface CostOfInsuranceRate {
  sex: (typeof TABLE_SEXES)[number]
  smokerClass: (typeof SMOKER_CLASSES)[number]
  attainedAge: number
  /** Dollars per $1,000 of net amount at risk, for the time that the table says. */
  rate: number
}

/** A table ready to be asked. */
export interface CostOfInsuranceTable {
  per: (typeof CHARGED_PER)[number]
  rates: ReadonlyMap<string, number>
}
export const rateKey = ({ sex, smokerClass, attainedAge }: Omit<CostOfInsuranceRate, 'rate'>): string =>
  `${sex} ${smokerClass} ${attainedAge}`

export interface InsuredClass {
  sex: 'M' | 'F' | null
  smokerClass: 'NONSMOKER' | 'SMOKER' | null
  attainedAge: number
}

/** The rate of an insured: of the own sex and class where the table tells them apart, else unisex or composite. @returns null when the table has none */
export function rateOf({ rates }: CostOfInsuranceTable, insured: InsuredClass): number | null {
  const { attainedAge } = insured
  for (const sex of [insured.sex, 'UNISEX'] as const)
    for (const smokerClass of [insured.smokerClass, 'COMPOSITE'] as const) {
      if (sex === null || smokerClass === null) continue
      const rate = rates.get(rateKey({ sex, smokerClass, attainedAge }))
      if (rate !== undefined) return rate
    }
  return null
}

/**
 * The charge of a month, to the cent.
 *
 *   monthlyCharge(0.187013, 'MONTH', usd(3_850_000)) // usd(720)
 *
 * @param rate dollars per $1,000 @param netAmountAtRisk at the beginning of the month, cents; nothing is charged on what is not above 0
 */
export const monthlyCharge = (rate: number, per: CostOfInsuranceTable['per'], netAmountAtRisk: Cents): Cents =>
  cents(roundHalfAwayFromZero((Math.max(netAmountAtRisk, 0) * rate) / 1000 / (per === 'YEAR' ? 12 : 1)))

/** Age that the charge of a month is taken at: at issue, and a year more in each month of the anniversary. */
export const attainedAgeAt = (issueAge: number, issueDate: PlainDate, period: PlainDate): number =>
  issueAge + Math.max(Math.floor((monthNumber(period) - monthNumber(issueDate)) / 12), 0)
const monthNumber = (date: PlainDate): number => yearOf(date) * 12 + Number(date.slice(5, 7))
