/** The liability of nonqualified deferred compensation plans and the assets against it (ASC 710-10): coverage before and after tax, hedges, the asset's lag. */
import { type Cents, cents, sumCents, times } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'
import { before, type Refusals, refusals } from './rules.ts'

/** Participants' choices, by notional fund. */
export interface PlanHedge {
  fund: string
  /** Assets held against it. */
  notional: Cents
}

/** As a snapshot holds what a plan owed. */
export interface ReviewLiability {
  asOf: PlainDate
  liability: Cents
  hedges: PlanHedge[]
  source: string
}

/** Plans that owe benefits of their own. */
export const OWING_PLANS: ReadonlySet<string> = new Set(['NQDC_COLI', 'DEFERRED_COMP', 'SERP', 'DIRECTOR_RETIREMENT'])

export const liabilityRefused = (
  liability: { asOfDate: PlainDate; hedges: readonly PlanHedge[] },
  known: { planType: string; effectiveDate: PlainDate; isTaken: boolean; today: PlainDate },
): Refusals => {
  const names = liability.hedges.map(({ fund }) => fund.toLowerCase())
  return refusals([
    [!OWING_PLANS.has(known.planType), 'planId', 'A plan of this kind has no benefit liability.'],
    [before(known.today, liability.asOfDate), 'asOfDate', 'The as-of date of a liability must not be in the future.'],
    [before(liability.asOfDate, known.effectiveDate), 'asOfDate', 'The plan was not in effect yet.'],
    [known.isTaken, 'asOfDate', 'The plan’s liability as of this date exists already. Correct that one.'],
    [new Set(names).size < names.length, 'hedges', 'Each fund can be entered once.'],
  ])
}

export interface PlanStanding {
  /** Asset over liability; null without a liability. */
  coverage: number | null
  /** Asset over what the liability costs after tax, liability × (1 − t); null also without a tax rate. */
  afterTaxCoverage: number | null
  /** The liability's cost after tax. */
  afterTaxCost: Cents | null
  /** Asset less that cost: negative while the asset is behind. */
  ahead: Cents | null
  /** Hedged notional over liability; null where no notional is known. */
  hedgeRatio: number | null
  /** The target of the hedge ratio: 1 − t. */
  hedgeTarget: number | null
}

/**
 * @param value of the policies, cents
 * @param taxRate combined, a fraction; null when no tax rates are on file
 */
export function planStanding(value: Cents, liability: Cents, hedges: readonly PlanHedge[], taxRate: number | null): PlanStanding {
  const afterTaxCost = taxRate === null ? null : times(liability, 1 - taxRate)
  const owes = liability > 0
  return {
    coverage: owes ? value / liability : null,
    afterTaxCoverage: owes && taxRate !== null && taxRate < 1 ? value / (liability * (1 - taxRate)) : null,
    afterTaxCost,
    ahead: afterTaxCost === null ? null : cents(value - afterTaxCost),
    hedgeRatio: owes && hedges.length > 0 ? sumCents(hedges.map(({ notional }) => notional)) / liability : null,
    hedgeTarget: taxRate === null ? null : 1 - taxRate,
  }
}
