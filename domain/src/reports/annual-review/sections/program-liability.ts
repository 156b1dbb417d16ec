/** Assets and liabilities of deferred compensation in an annual review: coverage by plan before and after tax, how it came about, and the hedges. */

import { combinedRateOf } from '../../../calculations/tax-equivalent-yield.ts'
import { type PlanStanding, planStanding, type ReviewLiability } from '../../../policies/plan-liability.ts'
import { counted } from '../../../primitives/counted.ts'
import { type Cents, cents, formatMoney, formatPercent, sumCents } from '../../../primitives/money.ts'
import { formatDate, type PlainDate } from '../../../primitives/period.ts'
import { column, findingsOf, tableBlock } from '../blocks.ts'
import type { ReviewFigures } from '../figures.ts'
import type { ReviewPlan } from '../snapshot.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'

const finding = findingsOf('PROGRAM')
/** Hedges are sized to the point where it matters: five percentage points. */
const HEDGE_SLACK = 0.05

interface StatedPlan {
  plan: ReviewPlan
  stated: ReviewLiability
  value: Cents
  standing: PlanStanding
}

const taxRateOf = ({ snapshot }: ReviewFigures) => (snapshot.asset.tax ? combinedRateOf(snapshot.asset.tax) : null)

/** The value of the plan's policies in force at a year end. */
function valueAt({ holdings, snapshot }: ReviewFigures, planId: number, date: PlainDate): Cents {
  return sumCents(
    holdings.flatMap(({ policy, more }) => {
      if (more.planId !== planId) return []
      if (date === snapshot.asset.period) return policy.cashSurrenderValue
      return more.values.find((value) => value.date === date)?.cashSurrenderValue ?? []
    }),
  )
}

/** Whether every policy of the plan that is in force now and was issued by then has a value of that day. */
const isValuedAt = ({ holdings, snapshot }: ReviewFigures, planId: number, date: PlainDate): boolean =>
  date === snapshot.asset.period ||
  holdings.every(
    ({ policy, more }) => more.planId !== planId || policy.issueDate > date || more.values.some((value) => value.date === date),
  )

/** Each plan with the newest liability stated up to a year end. */
function statedAt(figures: ReviewFigures, date: PlainDate): StatedPlan[] {
  return figures.snapshot.plans.flatMap((plan) => {
    const stated = plan.liabilities?.findLast(({ asOf }) => asOf <= date)
    if (!stated) return []
    const value = valueAt(figures, plan.planId, date)
    return [{ plan, stated, value, standing: planStanding(value, stated.liability, stated.hedges, taxRateOf(figures)) }]
  })
}

function together(figures: ReviewFigures, plans: readonly StatedPlan[]): { value: Cents; liability: Cents; standing: PlanStanding } {
  const [value, liability] = [sumCents(plans.map((one) => one.value)), sumCents(plans.map(({ stated }) => stated.liability))]
  const hedges = plans.flatMap(({ stated }) => stated.hedges)
  return { value, liability, standing: planStanding(value, liability, hedges, taxRateOf(figures)) }
}

export function liabilityFindings(figures: ReviewFigures): ReviewFinding[] {
  const plans = statedAt(figures, figures.snapshot.asset.period)
  const say = (status: ReviewFinding['status'], sentence: string) => finding('funding', 'Assets to liability', status, sentence)
  if (plans.length === 0)
    return [
      // Reviews made before liabilities were kept say so, as they always did.
      figures.snapshot.plans.every(({ liabilities }) => liabilities === undefined)
        ? say(
            'unknown',
            'The liability of the deferred compensation plans is not kept on this portal, so the coverage by cash surrender value is not computed. State it beside this review.',
          )
        : say(
            'unknown',
            'No liability of the deferred compensation plans is on file, so the coverage by cash surrender value is not computed. It is entered in the register, under plan liabilities.',
          ),
    ]
  const { value, liability, standing } = together(figures, plans)
  const { coverage, afterTaxCoverage, ahead } = standing
  const rate = taxRateOf(figures)
  const held = `Cash surrender value of ${formatMoney(value)} against liabilities of ${formatMoney(liability)} (${datesOf(plans)})`
  const covers = coverage === null ? 'nothing is owed' : `${formatPercent(coverage)} gross`
  const after = afterTaxCoverage === null ? '' : `, ${formatPercent(afterTaxCoverage)} after tax at ${formatPercent(rate)}`
  const lag =
    ahead === null || ahead >= 0
      ? ''
      : ` The asset is ${formatMoney(cents(-ahead))} behind what the liability costs after tax; policies lag behind in their early years.`
  return [
    say(
      coverage === null ? 'good' : afterTaxCoverage === null ? 'unknown' : afterTaxCoverage >= 1 ? 'good' : 'watch',
      `${held}: ${covers}${after}.${lag}`,
    ),
    hedgeFinding(standing, plans),
  ]
}

const datesOf = (plans: readonly StatedPlan[]): string =>
  `as of ${[...new Set(plans.map(({ stated }) => formatDate(stated.asOf)))].join(' and ')}`

function hedgeFinding({ hedgeRatio, hedgeTarget }: PlanStanding, plans: readonly StatedPlan[]): ReviewFinding {
  const say = (status: ReviewFinding['status'], sentence: string) => finding('hedge', 'Hedge ratio', status, sentence)
  if (hedgeRatio === null) return say('unknown', 'Participants’ elections, by notional fund, are not on file.')
  const unhedged = plans.filter(({ stated }) => stated.hedges.length === 0)
  const gaps = unhedged.length > 0 ? ` The notional funds of ${counted(unhedged.length, 'plan')} are not on file.` : ''
  if (hedgeTarget === null)
    return say('unknown', `Hedged: ${formatPercent(hedgeRatio)} of the liability; no tax rate is on file to size it by.${gaps}`)
  return say(
    Math.abs(hedgeRatio - hedgeTarget) <= HEDGE_SLACK ? 'good' : 'watch',
    `Hedged: ${formatPercent(hedgeRatio)} of the liability, against the ${formatPercent(hedgeTarget)} that a benefit costs after tax.${gaps}`,
  )
}

/** The total is after tax of the printed total, as each plan is of its own, so the plans may miss it by cents. */
function roundingOf(plans: readonly StatedPlan[], { afterTaxCost }: PlanStanding): string {
  const footed = sumCents(plans.map(({ standing }) => standing.afterTaxCost ?? cents(0)))
  return afterTaxCost === null || footed === afterTaxCost
    ? ''
    : ` After tax each plan is rounded to the cent on its own: the plans add to ${formatMoney(footed)}, the total liability comes to ${formatMoney(afterTaxCost)}.`
}

/** Coverage by plan, by year, and what is hedged by fund; nothing without a liability on file. */
export function liabilityBlocks(figures: ReviewFigures): ReviewBlock[] {
  const { period } = figures.snapshot.asset
  const plans = statedAt(figures, period)
  if (plans.length === 0) return []
  const all = together(figures, plans)
  const cellsOf = ({ coverage, afterTaxCoverage, afterTaxCost, ahead, hedgeRatio }: PlanStanding) => ({
    coverage,
    cost: afterTaxCost,
    afterTax: afterTaxCoverage,
    ahead,
    hedged: hedgeRatio,
  })
  const standingColumns = [
    column('value', 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
    column('liability', 'Liability', 'money', { formula: 'planLiability' }),
    column('coverage', 'Coverage, gross', 'percent', { total: 'computed', formula: 'grossCoverage' }),
    column('cost', 'Liability after tax', 'money', { total: 'computed', formula: 'liabilityAfterTax' }),
    column('afterTax', 'Coverage, after tax', 'percent', { total: 'computed', formula: 'coverageAfterTax' }),
    column('ahead', 'Asset less liability after tax', 'money', { total: 'computed', formula: 'assetAhead' }),
  ]
  const years = figures.snapshot.yearEnds.flatMap((date) => {
    const then = statedAt(figures, date)
    return then.length === 0
      ? []
      : [{ date, isWhole: then.every(({ plan }) => isValuedAt(figures, plan.planId, date)), ...together(figures, then) }]
  })
  const hedges = plans.flatMap(({ plan, stated }) =>
    stated.hedges.map((hedge) => ({ plan: plan.name, liability: stated.liability, ...hedge })),
  )
  return [
    tableBlock(
      'plan-coverage',
      'Assets and liabilities of deferred compensation',
      [
        column('plan', 'Plan', 'text', { width: 20, group: 'key' }),
        column('asOf', 'Liability as of', 'date', { group: 'key' }),
        ...standingColumns,
        column('hedged', 'Hedge ratio', 'percent', { total: 'computed', formula: 'hedgeRatio' }),
      ],
      plans.map(({ plan, stated, value, standing }) => ({
        id: String(plan.planId),
        plan: plan.name,
        asOf: stated.asOf,
        value,
        liability: stated.liability,
        ...cellsOf(standing),
      })),
      {
        total: { plan: 'Total', value: all.value, liability: all.liability, ...cellsOf(all.standing) },
        note: `Values of the plans’ policies in force. ${plans.map(({ plan, stated }) => `${plan.name}: ${stated.source}`).join('; ')}.${roundingOf(plans, all.standing)}`,
      },
    ),
    tableBlock(
      'coverage-by-year',
      'Coverage by year',
      [
        column('year', 'Year to', 'date', { group: 'key' }),
        column('value', 'Cash surrender value', 'money', { total: 'none', formula: 'planValue' }),
        ...standingColumns.slice(1).map((each) => ({ ...each, total: 'none' as const })),
      ],
      years.map(({ date, isWhole, value, liability, standing: { hedgeRatio: _, hedgeTarget: _target, ...standing } }) => ({
        id: date,
        year: date,
        liability,
        ...cellsOf({ ...standing, hedgeRatio: null, hedgeTarget: null }),
        ...(isWhole ? { value } : { value: null, coverage: null, afterTax: null, ahead: null }),
      })),
      {
        note: 'Policies in force at the date of this review, each year with the liability that was stated up to it, after tax at the rates of this review. A year in which a policy of the plans has no value shows no coverage.',
      },
    ),
    ...(hedges.length > 0
      ? [
          tableBlock(
            'hedges',
            'Hedges by notional fund',
            [
              column('plan', 'Plan', 'text', { width: 20, group: 'key' }),
              column('fund', 'Notional fund', 'text', { width: 26, group: 'key' }),
              column('notional', 'Hedged', 'money', { formula: 'hedged' }),
              column('share', 'Of the plan’s liability', 'percent', { formula: 'hedgeRatio' }),
            ],
            hedges.map(({ plan, fund, notional, liability }) => ({
              plan,
              fund,
              notional,
              share: liability > 0 ? notional / liability : null,
            })),
            { total: { plan: 'Total', notional: sumCents(hedges.map(({ notional }) => notional)) } },
          ),
        ]
      : []),
  ]
}
