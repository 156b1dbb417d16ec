/**
 * Changes between two annual reviews, from their stored snapshots alone: value, income, death benefits and claims with what explains them, shares of
 * capital against limits, and the tests and ratings that came out otherwise.
 */

import { CAPITAL_BASIS_NAMES, capitalBase, DEFAULT_LIMITS, headroom } from '../../calculations/concentration.ts'
import { combinedRateOf } from '../../calculations/tax-equivalent-yield.ts'
import { type Cents, cents, formatPercent, times } from '../../primitives/money.ts'
import { formatLongDate } from '../../primitives/period.ts'
import { capitalCauses, taxCauses } from '../asset-report/comparison.ts'
import { openingGap } from '../asset-report/openings.ts'
import {
  because,
  type Causes,
  type ComparedMeasure,
  type Comparison,
  type Concluded,
  changedConclusions,
  sideOf,
  summedMeasure,
  wholeMeasure,
} from '../comparison.ts'
import { countMoved, deathBenefitMoved } from '../policy-changes.ts'
import { reviewOfFigures } from './build.ts'
import { incomeByCarrier } from './comparison-income.ts'
import {
  afterLastValue,
  betweenOf,
  partsOf,
  proceeds,
  type ReviewLine,
  type ReviewPair,
  reviewLines,
  valueByCarrier,
} from './comparison-lines.ts'
import { aggregateOf } from './entity-limits.ts'
import { figuresOfReview, type ReviewFigures } from './figures.ts'
import { REVIEW_SECTIONS } from './outline.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'
import { type AnnualReviewView, findingsOfReview, ratingSentence } from './view.ts'

/**
 * @param one @param other in any order; the one of the earlier year, or of the lower version, is what changed
 * @throws RangeError when they are of two institutions or sites
 */
export function compareAnnualReviews(one: AnnualReviewSnapshot, other: AnnualReviewSnapshot): Comparison {
  const isBefore =
    one.asset.period === other.asset.period ? one.asset.version <= other.asset.version : one.asset.period < other.asset.period
  const [earlier, later] = isBefore ? [one, other] : [other, one]
  const holder = ({ asset }: AnnualReviewSnapshot) => [asset.institution.id, asset.site.id].join(' ')
  if (holder(earlier) !== holder(later)) throw new RangeError(`reviews of ${holder(earlier)} and ${holder(later)} are not compared`)
  const [from, to] = [figuresOfReview(earlier), figuresOfReview(later)]
  const pair: ReviewPair = { from, to, sameDate: earlier.asset.period === later.asset.period }
  const [before, after] = [reviewOfFigures(from), reviewOfFigures(to)]
  const lines = reviewLines(pair)
  const percent = (key: string, label: string, of: (side: ReviewFigures) => number | null, causes: Causes) =>
    wholeMeasure(key, label, 'percent', [of(from), of(to)], causes)
  return {
    title: 'What changed',
    institutionName: after.header.institutionName,
    legalName: after.header.legalName,
    between: pair.sameDate ? 'versions' : 'periods',
    from: sideOf(before.header, before.footer),
    to: sideOf(after.header, after.footer),
    measures: [
      summedMeasure('cashSurrenderValue', 'Cash surrender value', valueByCarrier(lines, pair)),
      incomeMeasure(pair, lines),
      percent('netYield', 'Net yield of the year', ({ year }) => year.netYield, yieldCauses(pair, lines)),
      percent(
        'taxEquivalentYield',
        'Tax-equivalent yield of the year',
        ({ year }) => year.taxEquivalentYield,
        taxCauses([earlier.asset.tax, later.asset.tax], [from.year.netYield, to.year.netYield]),
      ),
      summedMeasure(
        'deathBenefit',
        'Death benefit',
        partsOf(lines, pair, (line) => deathBenefitMoved(line, betweenOf(pair))),
      ),
      summedMeasure('proceeds', 'Death benefits received in the year', proceeds(lines, pair)),
      ...(to.frame === 'COLI' ? [] : capitalMeasures(pair)),
      wholeMeasure(
        'policies',
        'Policies in force',
        'count',
        [from.asset.totals.policies, to.asset.totals.policies],
        countMoved(lines, betweenOf(pair)),
      ),
    ],
    conclusions: changedConclusions(concluded(before), concluded(after)),
    notes: notesOf(pair),
  }
}

function incomeMeasure(pair: ReviewPair, lines: readonly ReviewLine[]): ComparedMeasure {
  const { from, to } = pair
  const label = 'Income of the year'
  if (from.year.income === null || to.year.income === null)
    return wholeMeasure('income', label, 'money', [from.year.income, to.year.income], {})
  return summedMeasure('income', label, incomeByCarrier(lines, pair))
}

/** Each part of the income as a rate on the average invested value: interest, charges, what ended policies were worth more, and an increase that no charges break down. */
function yieldCauses({ from, to }: ReviewPair, lines: readonly ReviewLine[]): Causes {
  const causes: Causes = {}
  const sides = [
    { year: from.year, opened: openingGap(from.snapshot.asset), own: lines.map((line) => line.from), sign: -1 },
    { year: to.year, opened: openingGap(to.snapshot.asset), own: lines.map((line) => line.to), sign: 1 },
  ]
  for (const { year, opened, own, sign } of sides) {
    const { income, netYield, charges } = year
    if (income === null || netYield === null || income === 0) return {}
    const perCent = sign * (netYield / income)
    because(causes, 'restated', perCent * opened)
    if (!charges || charges.incomplete) {
      because(causes, 'growth', perCent * (income - opened))
      continue
    }
    because(causes, 'interest', perCent * charges.interest)
    because(causes, 'costOfInsurance', -perCent * charges.costOfInsurance)
    because(causes, 'expenses', -perCent * charges.expense)
    because(causes, 'surrenderCharges', perCent * (charges.surrenderChargeRelease ?? 0))
    for (const side of own) {
      const after = afterLastValue(side, year.from, year.to)
      if (after) because(causes, after.cause, perCent * after.amount)
    }
  }
  return causes
}

/** The program and its largest carrier as shares of Tier 1, and what is left below the limit: by value, by capital, by the limit itself. */
function capitalMeasures({ from, to }: ReviewPair): ComparedMeasure[] {
  const capitals = [from.snapshot.asset.capital, to.snapshot.asset.capital] as const
  const share = (key: string, label: string, of: (side: ReviewFigures) => Cents) => {
    const values = [of(from), of(to)] as const
    const ratio = (place: 0 | 1) => {
      const tier1 = capitals[place]?.tier1 ?? 0
      return tier1 > 0 ? values[place] / tier1 : null
    }
    return wholeMeasure(key, label, 'percent', [ratio(0), ratio(1)], capitalCauses(capitals, values))
  }
  return [
    share('shareOfTier1', 'Program, of Tier 1', ({ asset }) => asset.totals.cashSurrenderValue),
    share('largestCarrier', 'Largest carrier, of Tier 1', ({ year }) => cents(Math.max(0, ...year.carriers.values()))),
    headroomMeasure(from, to),
  ]
}

function headroomMeasure(from: ReviewFigures, to: ReviewFigures): ComparedMeasure {
  const of = ({ snapshot, asset }: ReviewFigures) => {
    const { aggregate, basis } = snapshot.asset.limits ?? DEFAULT_LIMITS
    const { capital } = snapshot.asset
    const held = aggregateOf({ asset })
    const value = held?.cashSurrenderValue ?? asset.totals.cashSurrenderValue
    return { aggregate, basis, capital, base: held?.lacking ? null : capital && capitalBase(capital, basis), value }
  }
  const [was, is] = [of(from), of(to)]
  const room = ({ aggregate, base, value }: typeof was) => (base === null ? null : headroom(aggregate, base, value))
  const causes: Causes = {}
  const onOldBase = is.capital && capitalBase(is.capital, was.basis)
  if (was.base !== null && is.base !== null) {
    // Without a part of the later capital that the earlier base needs, all of the base's difference is the limit's.
    const byCapital = onOldBase === null ? 0 : times(onOldBase, was.aggregate) - times(was.base, was.aggregate)
    because(causes, 'cashValue', was.value - is.value)
    because(causes, 'limitBase', byCapital)
    because(causes, 'limits', times(is.base, is.aggregate) - times(was.base, was.aggregate) - byCapital)
  }
  return wholeMeasure('headroom', 'Headroom below the limit for all carriers', 'money', [room(was), room(is)], causes)
}

/** The tests that each review prints, and the rating of each risk. */
function concluded(view: AnnualReviewView): Concluded[] {
  const tests = findingsOfReview(view).map(
    ({ id, label, status, sentence, section }): Concluded => ({
      key: `test-${id}`,
      about: REVIEW_SECTIONS[section].title,
      label,
      side: { status, text: sentence },
    }),
  )
  const ratings = view.risks.map(
    (risk): Concluded => ({
      key: `risk-${risk.code}`,
      about: 'Rating of a risk',
      label: risk.title,
      side: { status: null, text: ratingSentence(risk) },
    }),
  )
  return [...tests, ...ratings]
}

function notesOf({ from, to, sameDate }: ReviewPair): string[] {
  const [earlier, later] = [from.snapshot.asset, to.snapshot.asset]
  const limitText = ({ limits }: typeof earlier) => {
    const { perCarrier, aggregate, basis } = limits ?? DEFAULT_LIMITS
    const whose = limits ? 'the board’s' : 'the guideline’s'
    return `${whose} ${formatPercent(perCarrier)} a carrier and ${formatPercent(aggregate)} in all, of ${CAPITAL_BASIS_NAMES[basis]}`
  }
  const [oldTax, newTax] = [earlier, later].map(({ tax }) => (tax ? combinedRateOf(tax) : null))
  return [
    sameDate
      ? `Two versions of the review of the year to ${formatLongDate(later.period)}, each from the inputs stored with it.`
      : `From the year to ${formatLongDate(earlier.period)} to the year to ${formatLongDate(later.period)}, each from the inputs stored with its review. Positive amounts raise the figure, negative ones lower it.`,
    'The rest is shown as unexplained and is never spread over the causes.',
    !sameDate &&
      'Interest and charges are those that the carriers reported for the years, carrier by carrier. The crediting rate of a year is its interest on the average invested value; policies that came and went are counted at the later rate.',
    limitText(earlier) === limitText(later) ? false : `Limits went from ${limitText(earlier)} to ${limitText(later)}.`,
    typeof oldTax === 'number' &&
      typeof newTax === 'number' &&
      oldTax !== newTax &&
      `The combined tax rate went from ${formatPercent(oldTax)} to ${formatPercent(newTax)}.`,
    'A test is listed when its result is different, a risk when its rating is different.',
  ].filter((note) => typeof note === 'string')
}
