/**
 * The second half of M4: interest and cost of insurance of a policy's month, recomputed from the product's declared rates and its cost-of-insurance table, beside
 * what is posted. Pure; figures are cents, rates fractions.
 */
import {
  type CostOfInsuranceTable,
  type CreditingTerms,
  type DatedRate,
  type InsuredClass,
  interestCredited,
  monthlyCharge,
  rateOf,
  yearsBetween,
} from '../calculations/interest-credited.ts'
import { additionsOf, type Flow, removalsOf } from '../calculations/yields.ts'
import { isClaimed } from '../data-feeds/movements.ts'
import type { FeedValues, PolicyFacts } from '../data-feeds/row.ts'
import { type Cents, cents, formatMoney, formatPercent } from '../primitives/money.ts'
import { addDays, addMonthEnds, formatDate, type PlainDate } from '../primitives/period.ts'
import type { AuditReport } from './finding.ts'
import type { AuditRules } from './rules.ts'

/** The tables of the policy's product, and what is asked of them. */
export interface ProductTables {
  terms: CreditingTerms
  /** Rates that held in the month, oldest first; without one on its first day the interest is not recomputed. */
  rates: readonly DatedRate[]
  /** Interest of the product follows an index: a declared rate does not make it. */
  followsIndex: boolean
  costOfInsurance: CostOfInsuranceTable | null
  /** Null without an age at issue. */
  insured: InsuredClass | null
  flows: readonly Flow[]
  /** False when a file told a flow without its day. */
  flowsAreDated: boolean
}

interface Month {
  posted: FeedValues
  facts: PolicyFacts
  tables: ProductTables
}

/** Why interest and charge of a policy's month are not recomputed; null when they are. */
export function notRecomputed({ posted, facts, tables }: Month, period: PlainDate): string | null {
  const first = addDays(addMonthEnds(period, -1), 1)
  const because = (holds: boolean, reason: string) => (holds ? reason : null)
  return (
    because(!facts.cannotFall, 'the value follows the market') ??
    because(tables.followsIndex, `interest of ${facts.productName} follows an index`) ??
    because(!tables.rates.some(({ from }) => from <= first), `no declared rate is entered for ${facts.productName}`) ??
    because(tables.costOfInsurance === null, `no cost-of-insurance table is entered for ${facts.productName}`) ??
    because(facts.prior === null, 'no value posted for the month before') ??
    because(isClaimed(posted, facts), 'a death claim is pending') ??
    because(posted.interestCredited === null, 'no interest in the carrier’s file') ??
    because(posted.costOfInsurance === null, 'no cost of insurance in the carrier’s file') ??
    because((posted.loanBalance ?? 0) > 0, 'part of the value is loaned') ??
    because(facts.hasFaceChange, 'the face amount changed in the month') ??
    because(!tables.flowsAreDated, 'the carrier’s file gives a premium or withdrawal without its day') ??
    because(!hasFlowsPosted(posted, tables), 'premiums and withdrawals of the file are not those of the register') ??
    because(tables.insured === null, 'no issue age is in the register') ??
    because(
      chargeRate(tables) === null,
      `the cost-of-insurance table of ${facts.productName} has no rate for the insured’s age, sex and smoker class`,
    )
  )
}

const hasFlowsPosted = ({ premiumPaid, withdrawals }: FeedValues, { flows }: ProductTables): boolean =>
  (premiumPaid === null && withdrawals === null) || (premiumPaid ?? 0) - (withdrawals ?? 0) === additionsOf(flows) - removalsOf(flows)
const chargeRate = ({ costOfInsurance, insured }: ProductTables): number | null =>
  costOfInsurance && insured ? rateOf(costOfInsurance, insured) : null

export interface Recomputed {
  interest: Cents
  costOfInsurance: Cents
  begin: Cents
  netAmountAtRisk: Cents
  /** Dollars per $1,000 of the table, for the time that it says. */
  chargeRate: number
}

/** Interest and charge by the tables; null where `notRecomputed` says why. */
export function recomputed(month: Month, period: PlainDate): Recomputed | null {
  const { posted, facts, tables } = month
  const rate = chargeRate(tables)
  if (notRecomputed(month, period) !== null || !facts.prior || !tables.costOfInsurance || rate === null) return null
  const begin = posted.accountValueBegin ?? facts.prior.accountValueEnd ?? facts.prior.cashSurrenderValue
  const netAmountAtRisk = cents(Math.max(facts.prior.deathBenefit - begin, 0))
  const interest = interestCredited(begin, tables.flows, tables.rates, { from: addMonthEnds(period, -1), to: period }, tables.terms)
  return {
    interest,
    costOfInsurance: monthlyCharge(rate, tables.costOfInsurance.per, netAmountAtRisk),
    begin,
    netAmountAtRisk,
    chargeRate: rate,
  }
}

export function auditRecomputation(month: Month, period: PlainDate, rules: AuditRules, report: AuditReport): void {
  const { posted, tables } = month
  const tabled = recomputed(month, period)
  if (!tabled || !tables.costOfInsurance || !tables.insured || posted.interestCredited === null || posted.costOfInsurance === null) return
  const interest = posted.interestCredited - tabled.interest
  const charge = posted.costOfInsurance - tabled.costOfInsurance
  const tolerance = rules.M4.absolute
  if (Math.abs(interest) <= tolerance && Math.abs(charge) <= tolerance) return
  const isInterest = Math.abs(interest) >= Math.abs(charge)
  const told = (name: string, expected: Cents, actual: Cents, difference: number) =>
    `${name} is ${formatMoney(expected)}; ${formatMoney(actual)} is posted, ${differenceOf(difference)}.`
  const ofInterest = told('Interest by the declared rate', tabled.interest, posted.interestCredited, interest)
  const ofCharge = told('Cost of insurance by the table', tabled.costOfInsurance, posted.costOfInsurance, charge)
  report(
    'M4',
    [
      ...(isInterest ? [ofInterest, ofCharge] : [ofCharge, ofInterest]),
      `Together the value is ${differenceOf(interest - charge)}.`,
      `Interest: ${interestFormula(tabled, tables, period)}. Cost of insurance: ${chargeFormula(tabled, tables.costOfInsurance, tables.insured)}.`,
    ].join(' '),
    isInterest
      ? { expected: tabled.interest, actual: posted.interestCredited, tolerance }
      : { expected: tabled.costOfInsurance, actual: posted.costOfInsurance, tolerance },
  )
}

const differenceOf = (amount: number): string =>
  amount === 0 ? 'the same' : `${formatMoney(cents(Math.abs(amount)))} ${amount > 0 ? 'more' : 'less'}`

/** "$3,050,000.00 × ((1 + 4.100%)^0.084932 - 1)", or a sum of such where a flow or a new rate came in the month. */
function interestFormula({ begin }: Recomputed, { rates, terms, flows }: ProductTables, period: PlainDate): string {
  const from = addMonthEnds(period, -1)
  const first = addDays(from, 1)
  const held = rates.filter(({ from: since }) => since > first && since <= period)
  const now = rates.findLast(({ from: since }) => since <= first)
  const years = yearsBetween(from, period, terms.dayCount).toFixed(6)
  const rate = formatPercent(now?.rate ?? 0, 3)
  const factor = terms.interestMethod === 'EFFECTIVE' ? `((1 + ${rate})^${years} - 1)` : `${rate} × ${years}`
  const changed = held.map(({ from: since, rate: next }) => `, ${formatPercent(next, 3)} from ${formatDate(since)}`).join('')
  const flowed = flows.map(({ date, amount }) => `, and ${formatMoney(amount)} of ${formatDate(date)} for its days`).join('')
  return `${formatMoney(begin)} × ${factor}${changed}${flowed}`
}

const SEXES = { M: 'male', F: 'female' } as const
function chargeFormula({ netAmountAtRisk, chargeRate: rate }: Recomputed, { per }: CostOfInsuranceTable, insured: InsuredClass): string {
  const { sex, smokerClass, attainedAge } = insured
  const who = [`age ${attainedAge}`, ...(sex ? [SEXES[sex]] : []), ...(smokerClass ? [smokerClass.toLowerCase()] : [])].join(', ')
  return `${formatMoney(netAmountAtRisk)} at risk × $${Number(rate.toFixed(6))} per $1,000 a ${per === 'YEAR' ? 'year ÷ 12' : 'month'}, ${who}`
}
