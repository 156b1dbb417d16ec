/** The price risk of an annual review: what assets behind separate accounts are worth, how long their wraps last, whether funds keep to their guidelines. */

import { aboveGuidelines, fundOf, type WeighedFund } from '../../../policies/separate-account-funds.ts'
import { counted } from '../../../primitives/counted.ts'
import { type Cents, cents, formatMoney, formatPercent, roundHalfAwayFromZero, sumCents } from '../../../primitives/money.ts'
import { addMonthEnds, formatDate } from '../../../primitives/period.ts'
import { figure, findingsOf } from '../blocks.ts'
import type { ReviewFigures, ReviewHolding } from '../figures.ts'
import type { ReviewFigure, ReviewFinding } from '../view.ts'
import { riskWeightedAssets } from './accounting-and-capital.ts'

const finding = findingsOf('RISKS')
/** A wrap that ends within so many months needs a successor. */
const SOON_MONTHS = 12

export function priceRisk(figures: ReviewFigures): { facts: ReviewFigure[]; findings: ReviewFinding[] } {
  const { holdings } = figures
  const { funds } = riskWeightedAssets(figures)
  const held = holdings.filter(({ policy }) => policy.accountType === 'SEPARATE')
  const { market, book, known } = marketAndBook(figures)
  const wrapped = wrappedPolicies(figures)
  const ends = funds.flatMap(({ fund }) => fund.wrap?.endsOn ?? []).toSorted()
  return {
    facts: [
      figure('value', 'Cash surrender value in separate accounts', 'money', sumCents(held.map(({ policy }) => policy.cashSurrenderValue))),
      figure('market', 'Market value of their assets', 'money', known ? market : null),
      figure(
        'ratio',
        funds.length > 0 ? 'Market value over book value' : 'Market value to cash surrender value',
        'percent',
        known && book > 0 ? market / book : null,
      ),
      ...(funds.length > 0
        ? [
            figure('unrealized', 'Unrealized position', 'money', cents(market - book), 'Market value less book value'),
            figure('wrap-ends', 'First wrap ends', 'date', ends[0] ?? null),
          ]
        : []),
      figure('wrapped', 'Policies under a stable value wrap', 'count', wrapped.length),
    ],
    findings: [
      finding(
        'market-value',
        'Market value',
        !known ? 'unknown' : market >= book ? 'good' : 'watch',
        !known
          ? 'Carriers have not reported the market value of the assets behind the separate accounts.'
          : market >= book
            ? 'The assets behind the separate accounts are worth at least what the policies carry.'
            : `The assets behind the separate accounts are worth ${formatMoney(cents(book - market))} less than the policies carry: ${owedBy(funds)}.`,
      ),
      ...(funds.length > 0 ? [wrapFinding(funds, figures), guidelineFinding(funds)] : []),
    ],
  }
}

/** Under a wrap as their fund's statement has it; without a statement, as their product does. */
export const wrappedPolicies = ({ holdings, snapshot }: ReviewFigures): ReviewHolding[] =>
  holdings.filter(({ policy, more }) => {
    if (policy.accountType !== 'SEPARATE') return false
    const fund = fundOf(policy, snapshot.asset.funds ?? [])
    return fund ? fund.wrap !== null : snapshot.products.some((product) => product.productId === more.productId && product.stableValueWrap)
  })

/** The assets behind separate accounts: where no fund is on file, the carrier's own figure of the month stands for it. */
export function marketAndBook(figures: ReviewFigures): { market: Cents; book: Cents; known: boolean } {
  const sides = marketSides(figures)
  return {
    market: sumCents(sides.map((side) => side.market)),
    book: sumCents(sides.map((side) => side.book)),
    known: sides.length > 0,
  }
}

/** Each fund, and each policy without one. */
export function marketSides(figures: ReviewFigures): { fund: string | null; market: Cents; book: Cents }[] {
  const { snapshot, holdings } = figures
  const told = holdings.filter(
    ({ policy, more }) => policy.accountType === 'SEPARATE' && more.marketValue !== null && !fundOf(policy, snapshot.asset.funds ?? []),
  )
  return [
    ...riskWeightedAssets(figures).funds.map((weighed) => ({ fund: weighed.fund.name, ...sidesOf(weighed) })),
    ...told.map(({ policy, more }) => ({ fund: null, market: more.marketValue ?? cents(0), book: policy.cashSurrenderValue })),
  ]
}

/** Under a wrap the policies carry book value, without one market value: the statement gives the other. */
function sidesOf({ fund, carryingValue }: WeighedFund): { market: Cents; book: Cents } {
  const { marketValue, bookValue } = fund
  const scaled = (of: number, over: number) => cents(roundHalfAwayFromZero((carryingValue * of) / over))
  return fund.wrap === null
    ? { market: carryingValue, book: scaled(bookValue, marketValue) }
    : { market: scaled(marketValue, bookValue), book: carryingValue }
}

const owedBy = (funds: readonly WeighedFund[]): string => {
  const providers = [...new Set(funds.flatMap(({ fund, wrapPart }) => (fund.wrap && wrapPart > 0 ? [fund.wrap.provider] : [])))]
  return providers.length === 0
    ? 'the stable value wrap covers the difference'
    : `${providers.join(' and ')} ${providers.length === 1 ? 'owes' : 'owe'} what the wraps cover`
}

function wrapFinding(funds: readonly WeighedFund[], { snapshot }: ReviewFigures): ReviewFinding {
  const { period } = snapshot.asset
  const wraps = funds.flatMap(({ fund }) => (fund.wrap ? [{ name: fund.name, ...fund.wrap }] : []))
  const ending = wraps.filter(({ endsOn }) => endsOn !== null && endsOn <= addMonthEnds(period, SOON_MONTHS))
  const say = (status: ReviewFinding['status'], sentence: string) => finding('wrap', 'Stable value wraps', status, sentence)
  if (wraps.length === 0) return say('watch', 'No fund is wrapped: the institution bears what its assets lose.')
  const [first] = ending
  if (!first)
    return say(
      'good',
      `${counted(wraps.length, 'wrap')}, by ${[...new Set(wraps.map(({ provider, rating }) => (rating === null ? provider : `${provider} (${rating})`)))].join(' and ')}; none ends within a year.`,
    )
  return say(
    ending.some(({ endsOn }) => endsOn !== null && endsOn <= period) ? 'bad' : 'watch',
    ending
      .map(({ name, provider, endsOn }) =>
        endsOn !== null && endsOn <= period
          ? `The wrap of ${name} by ${provider} ended ${formatDate(endsOn)}.`
          : `The wrap of ${name} by ${provider} ends ${formatDate(endsOn)}: its renewal should be agreed.`,
      )
      .join(' '),
  )
}

function guidelineFinding(funds: readonly WeighedFund[]): ReviewFinding {
  const above = funds.flatMap(({ fund }) => aboveGuidelines(fund).map((one) => ({ fund: fund.name, ...one })))
  const unsaid = funds.every(({ fund }) => fund.classes.every(({ most }) => most === null))
  return finding(
    'guidelines',
    'Permitted investments',
    above.length > 0 ? 'bad' : unsaid ? 'unknown' : 'good',
    above.length > 0
      ? above
          .map(
            ({ fund, name, share, most }) =>
              `${fund} holds ${formatPercent(share)} of ${name} where its guidelines allow ${formatPercent(most)}.`,
          )
          .join(' ')
      : unsaid
        ? 'The guidelines of the funds are not on file.'
        : 'The funds hold no more of any class than their guidelines allow.',
  )
}
