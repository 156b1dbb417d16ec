/**
 * Are amounts and rates of the size that such figures have? Thousands of dollars, cents without a decimal point and percentages taken for fractions are
 * readable, add up, and are wrong by a factor; a first load has no month before that would tell.
 */
import { FEED_FIELDS } from './feed-columns.ts'
import type { FeedValues, PolicyFacts, Report } from './feed-row.ts'
import { type Cents, cents, formatMoney, formatPercent } from './money.ts'
import { addMonthEnds, type PlainDate } from './period.ts'

/** What a factor between a figure and what it should be likely means. */
export type Meaning = 'thousands' | 'cents' | 'unknown'
export const MEANINGS: Record<Meaning, string> = {
  thousands: 'these look like thousands of dollars',
  cents: 'these look like cents without a decimal point',
  unknown: 'is this the right column, and the right file?',
}

/** Within these factors two figures of the same kind are plausible: values grow for decades, and benefits by option B. */
const PLAUSIBLE = { least: 1 / 50, most: 20 }

/** Null where the figure may be; no figure is compared with nothing, or with a loss. */
export function meaningOf(amount: number, usual: number): Meaning | null {
  if (amount <= 0 || usual <= 0) return null
  const factor = amount / usual
  if (factor >= PLAUSIBLE.least && factor <= PLAUSIBLE.most) return null
  if (factor >= 1 / 5_000 && factor < 1 / 200) return 'thousands'
  return factor > PLAUSIBLE.most && factor <= 500 ? 'cents' : 'unknown'
}

export interface OddSize {
  field: 'cashSurrenderValue' | 'deathBenefit'
  meaning: Meaning
  amount: Cents
  usual: Cents
}

/** What the row's values are beside: last month's, else what the register says of a policy that was in it before the file came. */
export function oddSizes(values: FeedValues, usual: PolicyFacts['usual']): OddSize[] {
  if (!usual) return []
  return (['cashSurrenderValue', 'deathBenefit'] as const).flatMap((field) => {
    const [amount, beside] = [values[field], usual[field]]
    const meaning = amount === null || beside === null ? null : meaningOf(amount, beside)
    return meaning === null || amount === null || beside === null ? [] : [{ field, meaning, amount, usual: beside }]
  })
}

/** Averages of a first load: without anything to compare with, a death benefit a policy between these is plausible. */
const BENEFIT_OF_A_POLICY = { least: 200_000, most: 5_000_000_000 }

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
  const { interestCredited: interest, cashSurrenderValue: value } = values
  const firstMonth = values.issueDate ?? facts?.issueDate ?? null
  if (
    interest !== null &&
    interest > 0 &&
    interest <= LIKE_A_RATE &&
    value !== null &&
    (interest * 12) / value < CREDITED.least &&
    (firstMonth === null || firstMonth <= addMonthEnds(period, -1))
  )
    report(
      'RATE',
      'interestCredited',
      `Interest credited is ${formatMoney(interest)} on ${formatMoney(value)}, ${formatPercent((interest * 12) / value, 3)} a year: does the column hold rates, not dollars? Say so under Columns.`,
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
