/**
 * Are amounts and rates of the size that such figures have? Thousands of dollars, cents without a decimal point and percentages taken for fractions are
 * readable, add up, and are wrong by a factor; a first load has no month before that would tell.
 */

import { type Cents, cents, formatMoney, formatPercent } from '../primitives/money.ts'
import { addMonthEnds, type PlainDate } from '../primitives/period.ts'
import { FEED_FIELDS, type FeedField } from './columns.ts'
import type { Band } from './field.ts'
import { type FeedValues, MONEY_FIELDS, type PolicyFacts, type Report } from './row.ts'

/** The likely meaning of a factor between a figure and its expected value. */
export type Meaning = 'thousands' | 'cents' | 'digit' | 'unknown'
export const MEANINGS: Record<Meaning, string> = {
  thousands: 'these look like thousands of dollars',
  cents: 'these look like cents without a decimal point',
  digit: 'is a digit missing, or one too many?',
  unknown: 'is this the right column, and the right file?',
}

/** Within these factors two figures of the same kind are plausible: values grow for decades. */
const PLAUSIBLE: Band = { least: 1 / 50, most: 20 }
/** A death benefit beside the face amount or last month's: option B and the corridor raise it by less. */
const OF_BENEFITS: Band = { least: 1 / 5, most: 5 }

/** Null where the figure may be; no figure is compared with nothing, or with a loss. */
export function meaningOf(amount: number, usual: number, { least, most }: Band = PLAUSIBLE): Meaning | null {
  if (amount <= 0 || usual <= 0) return null
  const factor = amount / usual
  if (factor >= least && factor <= most) return null
  if (factor >= 1 / 5_000 && factor < 1 / 200) return 'thousands'
  if (factor >= 1 / 20 && factor <= 20) return 'digit'
  return factor > 20 && factor <= 500 ? 'cents' : 'unknown'
}

export interface OddSize {
  field: FeedField
  meaning: Meaning
  amount: Cents
  usual: Cents
  /** Where the usual figure comes from: the book, or another column of the row. */
  beside: 'book' | 'row'
}

/** The values that a row is compared with: last month's, else the register's values of a policy that was in it before the file came; and beside each other. */
export function oddSizes(values: FeedValues, { usual, costBasis }: Pick<PolicyFacts, 'usual' | 'costBasis'>): OddSize[] {
  const found: OddSize[] = []
  const compare = (field: OddSize['field'] & keyof FeedValues, usualAmount: Cents | null, beside: OddSize['beside'], band?: Band) => {
    const amount = values[field]
    if (typeof amount !== 'number' || usualAmount === null) return
    const meaning = meaningOf(amount, usualAmount, band)
    if (meaning !== null) found.push({ field, meaning, amount: cents(amount), usual: usualAmount, beside })
  }
  if (usual) {
    compare('cashSurrenderValue', usual.cashSurrenderValue, 'book')
    compare('deathBenefit', usual.deathBenefit, 'book', OF_BENEFITS)
  }
  for (const field of MONEY_FIELDS) if (FEED_FIELDS[field].besideBasis) compare(field, costBasis, 'book')
  const value = values.cashSurrenderValue
  // A value of another size is said once, not of every column beside it.
  if (value === null || found.some(({ field }) => field === 'cashSurrenderValue')) return found
  for (const field of MONEY_FIELDS) {
    const { besideValue } = FEED_FIELDS[field]
    if (besideValue) compare(field, value, 'row', besideValue)
  }
  // Nothing is lent beyond the account.
  const account = Math.max(value, values.accountValueEnd ?? 0)
  if (values.loanBalance !== null && values.loanBalance > account && account > 0)
    found.push({
      field: 'loanBalance',
      meaning: values.loanBalance > 20 * account ? 'cents' : 'unknown',
      amount: values.loanBalance,
      usual: cents(account),
      beside: 'row',
    })
  return found
}

/** Averages of a first load: without anything to compare with, a death benefit a policy between these is plausible. */
const BENEFIT_OF_A_POLICY = { least: 750_000, most: 5_000_000_000 }

/**
 * A carrier's policies of one institution that nothing in the book tells the size of, as a whole.
 * @param typical averages a policy of what is posted for the carrier @param filed the institution's life insurance by its Call Report
 */
export function oddAverages(
  load: { policies: number; cashSurrenderValue: number; deathBenefit: number },
  typical: { policies: number; cashSurrenderValue: number; deathBenefit: number },
  filed: Cents | null,
): { meaning: Meaning; message: string } | null {
  if (load.policies === 0) return null
  const average = (total: number) => cents(Math.round(total / load.policies))
  const benefit = average(load.deathBenefit)
  for (const field of ['deathBenefit', 'cashSurrenderValue'] as const) {
    const meaning = typical.policies < 3 ? null : meaningOf(average(load[field]), typical[field])
    if (meaning !== null)
      return {
        meaning,
        message: `${FEED_FIELDS[field].label} averages ${formatMoney(average(load[field]))} a policy; the carrier’s posted policies average ${formatMoney(cents(Math.round(typical[field])))}`,
      }
  }
  if (typical.policies < 3 && benefit > 0 && (benefit < BENEFIT_OF_A_POLICY.least || benefit > BENEFIT_OF_A_POLICY.most))
    return {
      meaning: benefit < BENEFIT_OF_A_POLICY.least ? 'thousands' : 'cents',
      message: `Death benefit averages ${formatMoney(benefit)} a policy`,
    }
  if (filed !== null && filed > 0 && load.cashSurrenderValue > 0) {
    const factor = load.cashSurrenderValue / filed
    const meaning: Meaning | null =
      factor > 3 ? (factor / 100 <= 1.5 && factor >= 20 ? 'cents' : 'unknown') : factor * 1_000 <= 1.5 ? 'thousands' : null
    if (meaning !== null)
      return {
        meaning,
        message: `Cash surrender value adds up to ${formatMoney(cents(load.cashSurrenderValue))}; the institution’s last Call Report has ${formatMoney(filed)} of life insurance`,
      }
  }
  return null
}

/** Fractions a year. Nothing is credited above, and hardly anything below; between two months a declared rate moves by less than the step. */
const CREDITED = { least: 0.005, most: 0.1, step: 0.02 }
const GUARANTEED_MOST = 0.06
/** Interest of a month in dollars that a rate in percent could be. */
const LIKE_A_RATE = 2_000
/** Interest of a month as a fraction a year of the account; above, a year's interest or another column stands there. */
const MOST_CREDITED = 0.2

export function checkRates(values: FeedValues, facts: PolicyFacts | null, period: PlainDate, report: Report): void {
  for (const field of ['grossCreditingRate', 'netCreditingRate', 'guaranteedRate'] as const) {
    const rate = values[field]
    if (rate === null) continue
    const label = FEED_FIELDS[field].label
    const most = field === 'guaranteedRate' ? GUARANTEED_MOST : CREDITED.most
    if (rate < 0) report('RATE', field, `${label} is ${formatPercent(rate)} a year, below zero. Is a sign or another column meant?`)
    else if (rate > most)
      report('RATE', field, `${label} is ${formatPercent(rate)} a year, above what any policy has. ${perhaps([rate / 10, rate / 100])}`)
    else if (field === 'grossCreditingRate' && rate > 0 && rate < CREDITED.least)
      report('RATE', field, `${label} is ${formatPercent(rate, 3)} a year, below what any policy has. ${perhaps([rate * 100, rate * 10])}`)
    else if (field === 'grossCreditingRate') checkStep(rate, facts, report)
  }
  const { grossCreditingRate: gross } = values
  if (gross !== null && gross > 0)
    for (const field of ['netCreditingRate', 'guaranteedRate'] as const) {
      const rate = values[field]
      if (rate !== null && rate > gross)
        report(
          'RATE',
          field,
          `${FEED_FIELDS[field].label} is ${formatPercent(rate)} a year, above the gross crediting rate of ${formatPercent(gross)}. Are the columns exchanged?`,
        )
    }
  checkInterest(values, facts, period, report)
}

function checkInterest(values: FeedValues, facts: PolicyFacts | null, period: PlainDate, report: Report): void {
  const { interestCredited: interest, cashSurrenderValue: value } = values
  if (interest === null || interest <= 0 || value === null || value <= 0) return
  const issued = values.issueDate ?? facts?.issueDate ?? null
  if (issued !== null && issued > addMonthEnds(period, -1)) return
  const prior = facts?.prior
  let [smallest, largest]: [number, number] = [value, value]
  for (const amount of [values.accountValueBegin, values.accountValueEnd, prior?.cashSurrenderValue, prior?.accountValueEnd])
    if (amount && amount > 0) [smallest, largest] = [Math.min(smallest, amount), Math.max(largest, amount)]
  const [least, most] = [(interest * 12) / largest, (interest * 12) / smallest]
  if (facts?.cannotFall !== false && (least > MOST_CREDITED || (most < CREDITED.least && interest > LIKE_A_RATE)))
    report(
      'RATE',
      'interestCredited',
      `Interest credited is ${formatMoney(interest)} on ${formatMoney(value)}, ${formatPercent(least, 2)} a year: is it the interest of the month, credited on the account? A year’s, or a loan’s, stands in another column.`,
    )
  else if (interest <= LIKE_A_RATE && most < CREDITED.least)
    report(
      'RATE',
      'interestCredited',
      `Interest credited is ${formatMoney(interest)} on ${formatMoney(value)}, ${formatPercent((interest * 12) / value, 3)} a year: does the column hold rates, not dollars? Say so under Column mapping.`,
    )
}

function checkStep(rate: number, facts: PolicyFacts | null, report: Report): void {
  const before = facts?.prior?.grossRate ?? null
  if (before !== null && before > 0 && rate > 0 && Math.abs(rate - before) > CREDITED.step)
    report(
      'RATE',
      'grossCreditingRate',
      `Gross crediting rate is ${formatPercent(rate)} a year; last month it was ${formatPercent(before)}. A declared rate moves less in a month.`,
    )
}

/** Rates that the digits could be with the point elsewhere. */
function perhaps(rates: readonly number[]): string {
  const likely = rates.filter((rate) => rate >= 0.001 && rate <= 0.08)
  return likely.length === 0 ? 'Is this the right column?' : `Perhaps ${likely.map((rate) => formatPercent(rate)).join(' or ')} was meant.`
}
