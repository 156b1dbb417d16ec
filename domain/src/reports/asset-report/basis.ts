/** Inputs of an asset report's figures beside the printed ones: the inputs of their formulas (`formulas.ts`), for a line of policies and for the whole. */

import { capitalBase, DEFAULT_LIMITS } from '../../calculations/concentration.ts'
import { combinedRateOf, effectiveStateRate } from '../../calculations/tax-equivalent-yield.ts'
import { additionsOf, flowsBetween, removalsOf } from '../../calculations/yields.ts'
import { addMonthEnds, daysBetween, daysInYear, monthOf, yearOf } from '../../primitives/period.ts'
import type { Basis } from '../table.ts'
import { monthKeys } from './columns.ts'
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import type { HoldingFigures } from './view.ts'

/** For a line: only inputs that its cells do not show already, so that a report of thousands of policies stays small. */
export function lineBasis(holdings: readonly Holding[], figures: HoldingFigures, snapshot: AssetReportSnapshot, isPolicy = false): Basis {
  const told = holdings.filter(({ span }) => span.increase !== null)
  const years = holdings.filter(({ ytdIncrease }) => ytdIncrease !== null)
  const sum = <Item>(items: readonly Item[], of: (item: Item) => number | null) => items.reduce((total, item) => total + (of(item) ?? 0), 0)
  const rated = holdings.flatMap(({ inForce }) => (inForce && inForce.grossRate !== null ? [inForce] : []))
  const basis: Record<string, number> = {}
  /** Left out where the formula finds it in the cells. */
  const say = (name: string, value: number, cell: number | null) => {
    if (value !== cell) basis[name] = value
  }
  say(
    'end',
    sum(told, ({ span }) => span.end),
    figures.cashSurrenderValue,
  )
  say(
    'begin',
    sum(told, ({ span }) => span.begin),
    figures.priorValue,
  )
  say(
    'added',
    sum(told, ({ additions }) => additions),
    figures.additions,
  )
  say(
    'taken',
    sum(told, ({ removals }) => removals),
    figures.removals,
  )
  say(
    'ytdEnd',
    sum(years, ({ cashSurrenderValue }) => cashSurrenderValue),
    figures.cashSurrenderValue,
  )
  say(
    'ytdBegin',
    sum(years, ({ yearStartValue }) => yearStartValue),
    figures.yearStartValue,
  )
  say(
    'ytdAdded',
    sum(years, ({ yearFlows }) => additionsOf(yearFlows)),
    0,
  )
  say(
    'ytdTaken',
    sum(years, ({ yearFlows }) => removalsOf(yearFlows)),
    0,
  )
  basis.atWork = sum(told, ({ span }) => span.atWork)
  if (!isPolicy) {
    basis.rated = sum(rated, ({ cashSurrenderValue }) => cashSurrenderValue)
    basis.weighted = sum(rated, ({ cashSurrenderValue, grossRate }) => cashSurrenderValue * (grossRate ?? 0))
  }
  for (const [index, { end }] of monthKeys(snapshot).entries()) {
    const held = holdings.filter(({ months }) => (months[index]?.increase ?? null) !== null)
    const flows = ({ policy }: Holding) => flowsBetween(policy.flows, addMonthEnds(end, -1), end)
    const name = `month${index + 1}`
    basis[`${name}Begin`] = sum(held, ({ months }) => months[index]?.begin ?? null)
    basis[`${name}End`] = sum(held, ({ months }) => months[index]?.end ?? null)
    say(
      `${name}Added`,
      sum(held, (holding) => additionsOf(flows(holding))),
      0,
    )
    say(
      `${name}Taken`,
      sum(held, (holding) => removalsOf(flows(holding))),
      0,
    )
  }
  return basis
}

/** For the whole report: days, capital, tax rates. */
export function reportBasis(snapshot: AssetReportSnapshot, wholeValue: number): Basis {
  const { period, priorPeriod, capital, limits, tax } = snapshot
  const base = capital ? capitalBase(capital, (limits ?? DEFAULT_LIMITS).basis) : null
  return {
    days: daysBetween(priorPeriod, period),
    daysInYear: daysInYear(yearOf(period)),
    months: (yearOf(period) - yearOf(priorPeriod)) * 12 + monthOf(period) - monthOf(priorPeriod),
    wholeValue,
    ...(capital ? { tier1: capital.tier1 } : {}),
    ...(base === null ? {} : { limitCapital: base }),
    ...(tax ? taxBasis(tax) : {}),
  }
}

function taxBasis(tax: NonNullable<AssetReportSnapshot['tax']>): Basis {
  const taxed = tax.boliStateTreatment === 'EXCLUDED' || tax.boliStateTreatment === 'TAXED'
  const stateRate = taxed ? tax.stateRate : 0
  const taxedStateRate = tax.boliStateTreatment === 'TAXED' ? tax.stateRate : 0
  const { federalRate, federalDeductibleFraction: deductible } = tax
  return {
    federalRate,
    stateRate,
    deductible,
    taxedStateRate,
    stateEffective: effectiveStateRate({ federalRate, stateRate, federalDeductibleFraction: deductible }),
    policyTax: taxedStateRate * (1 - federalRate),
    combinedTax: combinedRateOf(tax),
    ...(tax.combinedRateOverride === null ? {} : { combinedTaxOverride: 1 }),
  }
}
