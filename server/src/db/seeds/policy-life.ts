/** One policy month by month from its issue: interest, cost of insurance, expenses, and the death benefit over the corridor. */
import { corridorFactor } from '@corridor/domain/calculations/cash-value-corridor.ts'
import { type Cents, cents, roundHalfAwayFromZero } from '@corridor/domain/primitives/money.ts'
import { dayOf, daysInMonth, daysInYear, monthEnd, monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { fundReturn, marketToBook } from './market.ts'
import type { ProductTerms } from './products.ts'

export interface LifeTerms {
  product: ProductTerms
  /** Declared gross rate of a month; undefined for total-return products. */
  rate: (year: number, month: number) => number | undefined
  /** Probability of dying within a year at an attained age, for the insured's gender. */
  mortality: (age: number) => number
  issueDate: PlainDate
  issueAge: number
  faceAmount: Cents
  deathBenefitOption: 'A' | 'B'
  initialPremium: Cents
  /** Further premiums, one at each anniversary until they are all paid. */
  renewalPremium: Cents
  renewalPremiums: number
  /** Taken out at the anniversary of a year, up to the basis. */
  withdrawal: { year: number; amount: Cents } | undefined
  /** Basis brought along in an exchange, instead of the premium. */
  carriedBasis: Cents | undefined
  /** The month end after which no cost of insurance is taken: the insured died in its month, and the death benefit stands as it was before. */
  chargesUntil: PlainDate | undefined
}

export interface MonthValue {
  asOfDate: PlainDate
  begin: Cents
  premium: Cents
  withdrawals: Cents
  interest: Cents
  costOfInsurance: Cents
  expense: Cents
  end: Cents
  surrenderCharge: Cents
  cashSurrenderValue: Cents
  deathBenefit: Cents
  grossRate: number | null
  cumulativePremium: Cents
  costBasis: Cents
  marketValue: Cents | null
}

/**
 * The values at each month end from `from` to `until`, both included, after simulating every month since issue.
 * end = begin + premium - withdrawals + interest - costOfInsurance - expense, exactly, in each of them.
 */
export function rollForward(terms: LifeTerms, from: PlainDate, until: PlainDate): MonthValue[] {
  const { product } = terms
  const values: MonthValue[] = []
  const issueDay = dayOf(terms.issueDate)
  const issueIndex = yearOf(terms.issueDate) * 12 + monthOf(terms.issueDate) - 1
  const fromIndex = yearOf(from) * 12 + monthOf(from) - 1
  const untilIndex = yearOf(until) * 12 + monthOf(until) - 1
  const lastCharged = terms.chargesUntil ? yearOf(terms.chargesUntil) * 12 + monthOf(terms.chargesUntil) - 1 : Number.POSITIVE_INFINITY
  let balance = 0
  let cumulativePremium = 0
  let costBasis = 0
  let deathBenefit: number = terms.faceAmount
  for (let index = issueIndex; index <= untilIndex; index += 1) {
    const year = Math.floor(index / 12)
    const month = (index % 12) + 1
    const days = daysInMonth(year, month)
    const elapsed = index - issueIndex
    const policyYear = Math.floor(elapsed / 12)
    const age = terms.issueAge + policyYear
    const anniversary = elapsed > 0 && elapsed % 12 === 0
    const first = elapsed === 0
    const premium = first ? terms.initialPremium : anniversary && policyYear <= terms.renewalPremiums ? terms.renewalPremium : 0
    const taken = anniversary && terms.withdrawal?.year === year ? Math.min(terms.withdrawal.amount, costBasis) : 0
    const flowShare = (days - Math.min(issueDay, days) + 1) / days

    const gross = terms.rate(year, month)
    const yearShare = days / daysInYear(year)
    const growth = gross === undefined ? fundReturn(product.id, year, month) : (1 + gross) ** yearShare - 1
    const flowGrowth = gross === undefined ? growth * flowShare : (1 + gross) ** (yearShare * flowShare) - 1
    const interest = roundHalfAwayFromZero(balance * growth + (premium - taken) * flowGrowth)

    // Charges of a month are taken on what stood at its beginning; in the first month, on the premium and for its days.
    const base = first ? premium : balance
    const share = first ? flowShare : 1
    const alive = index <= lastCharged
    const atRisk = alive ? Math.max(deathBenefit - base, 0) : 0
    const costOfInsurance = roundHalfAwayFromZero((atRisk * terms.mortality(age) * product.mortalityScale * share) / 12)
    const expense = roundHalfAwayFromZero(((base * product.annualExpense) / 12 + product.monthlyFeeCents) * share)

    const end = balance + premium - taken + interest - costOfInsurance - expense
    cumulativePremium += premium
    costBasis += (first && terms.carriedBasis !== undefined ? terms.carriedBasis : premium) - taken
    const charge = product.surrenderCharge
    const surrenderCharge = charge
      ? roundHalfAwayFromZero((terms.initialPremium * charge.fraction * Math.max(charge.months - elapsed, 0)) / charge.months)
      : 0
    const corridor = roundHalfAwayFromZero(end * corridorFactor(age))
    if (index < lastCharged) deathBenefit = Math.max(terms.deathBenefitOption === 'A' ? terms.faceAmount : terms.faceAmount + end, corridor)
    if (index >= fromIndex) {
      values.push({
        asOfDate: monthEnd(year, month),
        begin: cents(balance),
        premium: cents(premium),
        withdrawals: cents(taken),
        interest: cents(interest),
        costOfInsurance: cents(costOfInsurance),
        expense: cents(expense),
        end: cents(end),
        surrenderCharge: cents(surrenderCharge),
        cashSurrenderValue: cents(end - surrenderCharge),
        deathBenefit: cents(deathBenefit),
        grossRate: gross ?? null,
        cumulativePremium: cents(cumulativePremium),
        costBasis: cents(costBasis),
        marketValue:
          product.accountType === 'SEPARATE'
            ? cents(roundHalfAwayFromZero(end * (product.stableValueWrap ? marketToBook(product, year, month) : 1)))
            : null,
      })
    }
    balance = end
  }
  return values
}

/** Increase from the last month end to a date inside the next month: the value released by an exchange or a surrender on that date. */
export function valueAt(month: MonthValue, date: PlainDate): Cents {
  const days = daysInMonth(yearOf(date), monthOf(date))
  const earned = month.interest - month.costOfInsurance - month.expense
  return cents(month.begin + roundHalfAwayFromZero((earned * dayOf(date)) / days))
}

/**
 * Face that a single premium buys when the contract is funded to the guideline limit, before rounding to dollars.
 * The net single premium at 4 % a year, with the margin that guaranteed issue costs.
 */
export function faceForPremium(premium: Cents, issueAge: number, mortality: (age: number) => number): Cents {
  let alive = 1
  let discount = 1
  let single = 0
  for (let age = issueAge; age <= 120; age += 1) {
    const q = age === 120 ? 1 : Math.min(mortality(age), 1)
    discount /= 1.04
    single += alive * q * discount
    alive *= 1 - q
  }
  return cents(Math.round((premium * 0.72) / single / 100) * 100)
}
