/**
 * Changes between two asset reports, from their stored snapshots alone. Cash surrender value, death benefit and the period's increase are
 * explained policy by policy; yields, the share of capital and the count of policies from the whole.
 */

import { sourcesInWords } from '../../auditing/controls.ts'
import { STATUS_OF_LIMIT } from '../../calculations/concentration.ts'
import { combinedRateOf, policyGrowthTaxRate } from '../../calculations/tax-equivalent-yield.ts'
import { type Cents, formatPercent } from '../../primitives/money.ts'
import { addMonthEnds, daysBetween, daysInYear, formatLongDate, yearOf } from '../../primitives/period.ts'
import {
  because,
  byCarrier,
  type Causes,
  type CauseTexts,
  type ComparedPart,
  type Comparison,
  type Concluded,
  changedConclusions,
  sideOf,
  summedMeasure,
  wholeMeasure,
} from '../comparison.ts'
import { countMoved, deathBenefitMoved, type Measured, standingOf } from '../policy-changes.ts'
import { buildAssetReport } from './build.ts'
import { betweenOf, breakdownOf, cashValue, income, type Line, linesOf, lookBack, type Pair } from './comparison-lines.ts'
import type { AssetReportSnapshot, SnapshotTax } from './snapshot.ts'
import { type AssetReportView, limitsShown } from './view.ts'

/**
 * @param one @param other in any order; the one of the earlier date, or of the lower version, is what changed
 * @throws RangeError when they are of two institutions or kinds, or one of a quarter and the other of a month
 */
export function compareAssetReports(one: AssetReportSnapshot, other: AssetReportSnapshot): Comparison {
  const [from, to] = isBefore(one, other) ? [one, other] : [other, one]
  requireAlike(from, to)
  const pair: Pair = { from, to, sameDate: from.period === to.period }
  const [before, after] = [buildAssetReport(from), buildAssetReport(to)]
  const lines = linesOf(pair)
  const summed = (key: string, label: string, of: (line: Line) => Measured) => {
    const measured = lines.map((line) => ({ line, ...of(line) }))
    const each = measured.map(({ line, ...own }): ComparedPart => ({ ...line.who, standing: standingOf(line), ...own }))
    const credited = measured.flatMap(({ line, causes }) => (causes.interest ? [line] : []))
    return summedMeasure(key, label, to.kind === 'AssetSummaryReport' ? byCarrier(each) : each, sourcesOf(credited))
  }
  return {
    title: 'What changed',
    institutionName: after.header.subsidiaryName ?? after.header.institutionName,
    legalName: after.header.subsidiaryName ?? after.header.legalName,
    between: pair.sameDate ? 'versions' : 'periods',
    from: sideOf(before.header, before.footer),
    to: sideOf(after.header, after.footer),
    measures: [
      summed('cashSurrenderValue', 'Cash surrender value', (line) => cashValue(line, pair)),
      summed('increase', `${to.isQuarterly ? 'Quarter' : 'Monthly'} increase`, (line) => income(line, pair)),
      summed('deathBenefit', 'Death benefit', (line) => deathBenefitMoved(line, betweenOf(pair))),
      wholeMeasure(
        'netYield',
        'Current net yield',
        'percent',
        [before.totals.netYield, after.totals.netYield],
        yieldCauses(lines, pair, [before, after]),
        sourcesOf(lines.filter(({ to: side }) => breakdownOf(side?.holding.inForce ?? null)?.interest)),
      ),
      wholeMeasure(
        'taxEquivalentYield',
        'Tax-equivalent yield',
        'percent',
        [before.totals.taxEquivalentYield, after.totals.taxEquivalentYield],
        taxCauses([from.tax, to.tax], [before.totals.netYield, after.totals.netYield]),
      ),
      ...(from.withoutCapital && to.withoutCapital
        ? []
        : [
            wholeMeasure(
              'shareOfTier1',
              'CSV as % of Tier 1',
              'percent',
              [before.totals.shareOfTier1, after.totals.shareOfTier1],
              capitalCauses([from.capital, to.capital], [before.totals.cashSurrenderValue, after.totals.cashSurrenderValue]),
            ),
          ]),
      wholeMeasure(
        'policies',
        'Policies in force',
        'count',
        [before.totals.policies, after.totals.policies],
        countMoved(lines, betweenOf(pair)),
      ),
    ],
    conclusions: changedConclusions(concluded(before), concluded(after)),
    notes: notesOf(pair, [before, after]),
  }
}

/** Interest of values that were entered is none that a carrier reported. */
function sourcesOf(lines: readonly Line[]): CauseTexts {
  const entered = lines.filter(({ to }) => to?.holding.inForce?.source === null).length
  return entered === 0 ? {} : { interest: `As posted: ${sourcesInWords(lines.length, entered)}.` }
}

type Views = readonly [AssetReportView, AssetReportView]

/** By what it is made of: interest, charges and the rest, each a year's rate on the average invested value. Simple annualization adds up; another convention is named. */
function yieldCauses(lines: readonly Line[], { from, to }: Pair, [before, after]: Views): Causes {
  const causes: Causes = {}
  const sides = [
    { snapshot: from, holdings: lines.flatMap((line) => line.from?.holding ?? []), shown: before.totals.netYield, sign: -1 },
    { snapshot: to, holdings: lines.flatMap((line) => line.to?.holding ?? []), shown: after.totals.netYield, sign: 1 },
  ]
  for (const { snapshot, holdings, shown, sign } of sides) {
    const told = holdings.filter(({ span }) => span.increase !== null && span.atWork !== null)
    const atWork = told.reduce((sum, { span }) => sum + (span.atWork ?? 0), 0)
    if (!(atWork > 0)) return {}
    const aYear = daysInYear(yearOf(snapshot.period)) / daysBetween(snapshot.priorPeriod, snapshot.period) / atWork
    let simple = 0
    for (const { inForce, span } of told) {
      const gain = span.increase ?? 0
      simple += gain * aYear
      const given = breakdownOf(inForce)
      if (!given) because(causes, 'growth', sign * gain * aYear)
      else {
        because(causes, 'interest', sign * given.interest * aYear)
        because(causes, 'costOfInsurance', sign * -given.costOfInsurance * aYear)
        because(causes, 'expenses', sign * -given.expense * aYear)
        because(causes, 'surrenderCharges', sign * given.surrenderChargeRelease * aYear)
      }
    }
    if (snapshot.yieldConvention !== 'SIMPLE') because(causes, 'convention', sign * ((shown ?? simple) - simple))
  }
  return causes
}

type Two<T> = readonly [T, T]

/** A tax-equivalent yield: the net yield at the earlier rates, then the later yield at its own. */
export function taxCauses([from, to]: Two<SnapshotTax | null>, [oldYield, newYield]: Two<number | null>): Causes {
  if (!from || !to || oldYield === null || newYield === null) return {}
  const factor = (tax: SnapshotTax) => (1 - policyGrowthTaxRate(tax)) / (1 - combinedRateOf(tax))
  return { netYield: (newYield - oldYield) * factor(from), taxRate: newYield * (factor(to) - factor(from)) }
}

/** A share of Tier 1: the value on the earlier capital, then the later value on its own. */
export function capitalCauses([from, to]: Two<{ tier1: Cents } | null>, [oldValue, newValue]: Two<Cents>): Causes {
  if (!from || !to) return {}
  return { cashValue: (newValue - oldValue) / from.tier1, capital: newValue / to.tier1 - newValue / from.tier1 }
}

const concluded = (view: AssetReportView): Concluded[] =>
  limitsShown(view).map(({ key, label, status, sentence }) => ({
    key: `limit-${key}`,
    about: 'Limits',
    label,
    side: { status: STATUS_OF_LIMIT[status], text: sentence },
  }))

function notesOf({ from, to, sameDate }: Pair, [before, after]: Views): string[] {
  const untold = (view: AssetReportView) => view.totals.increase === null
  const [oldTax, newTax] = [before.totals.combinedTaxRate, after.totals.combinedTaxRate]
  return [
    sameDate
      ? `Two versions of the report as of ${formatLongDate(to.period)}, each from the inputs stored with it.`
      : `From ${formatLongDate(from.period)} to ${formatLongDate(to.period)}, each from the inputs stored with its report. Positive amounts raise the figure, negative ones lower it.`,
    'The rest is shown as unexplained, policy by policy, and is never spread over the causes.',
    !sameDate &&
      from.period < to.priorPeriod &&
      `Interest and charges are known for the ${to.isQuarterly ? 'quarter' : 'month'} to ${formatLongDate(to.period)}. Those of the time between stand as “Months between”; compare neighboring periods to see them.`,
    !sameDate &&
      from.period < lookBack(to) &&
      `The later report looks back to ${formatLongDate(lookBack(to))}: what happened before is not in it, and stands as unexplained.`,
    (untold(before) || untold(after)) && 'A report without a posted value to compare with shows no increase: it counts as zero here.',
    oldTax !== null &&
      newTax !== null &&
      oldTax !== newTax &&
      `The combined tax rate went from ${formatPercent(oldTax)} to ${formatPercent(newTax)}.`,
    !sameDate && addMonthEnds(to.period, to.isQuarterly ? -3 : -1) === from.period
      ? `Interest of a policy is taken apart in this order: the new rate on the old value and days, then the new days, then the new average invested value.`
      : false,
  ].filter((note) => typeof note === 'string')
}

function isBefore(one: AssetReportSnapshot, other: AssetReportSnapshot): boolean {
  return one.period === other.period ? one.version <= other.version : one.period < other.period
}

function requireAlike(from: AssetReportSnapshot, to: AssetReportSnapshot): void {
  const key = ({ kind, isQuarterly, institution, site }: AssetReportSnapshot) =>
    [kind, isQuarterly, institution.id, institution.subsidiary?.id ?? 0, site.id].join(' ')
  if (key(from) !== key(to)) throw new RangeError(`reports of ${key(from)} and ${key(to)} are not compared`)
}
