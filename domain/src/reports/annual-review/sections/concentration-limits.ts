/** The limits of section 4 of an annual review side by side: the board's, the guideline's, the chartering state's, the legal lending limit. */

import {
  CAPITAL_BASIS_NAMES,
  capitalAndSurplus,
  capitalBase,
  DEFAULT_LIMITS,
  type LimitTest,
  limitTest,
} from '../../../calculations/concentration.ts'
import type { CapitalBasis } from '../../../primitives/insurance-terms.ts'
import type { Cents } from '../../../primitives/money.ts'
import { column, tableBlock } from '../blocks.ts'
import { aggregateOf, largestOf } from '../entity-limits.ts'
import type { ReviewFigures } from '../figures.ts'
import type { ReviewBlock } from '../view.ts'

/** The board's, the guideline's, the chartering state's, the legal lending limit: whichever of them are known, the tightest counts. */
export function limitTable(figures: ReviewFigures): ReviewBlock {
  const { snapshot } = figures
  const { capital } = snapshot.asset
  const now = snapshot.capital.at(-1)
  const [aggregate, largest] = [aggregateOf(figures), largestOf(figures)]
  const state = snapshot.state
  const rows: { id: string; whose: string; perCarrier: number | null; total: number | null; basis: CapitalBasis; base?: Cents | null }[] =
    []
  if (snapshot.asset.limits)
    rows.push({
      id: 'board',
      whose: 'Board policy',
      perCarrier: snapshot.asset.limits.perCarrier,
      total: snapshot.asset.limits.aggregate,
      basis: snapshot.asset.limits.basis,
    })
  rows.push({
    id: 'guideline',
    whose: 'Guideline of the agencies and the industry',
    perCarrier: DEFAULT_LIMITS.perCarrier,
    total: DEFAULT_LIMITS.aggregate,
    basis: DEFAULT_LIMITS.basis,
  })
  rows.push({ id: 'allowance', whose: 'Guideline, on Tier 1 and allowance', perCarrier: 0.15, total: 0.25, basis: 'TIER1_PLUS_ACL' })
  if (state && (state.perCarrier !== null || state.aggregate !== null))
    rows.push({
      id: 'state',
      whose: `${state.stateName} rule`,
      perCarrier: state.perCarrier,
      total: state.aggregate,
      basis: state.basis ?? 'TIER1',
    })
  if (now && now.tier2 !== null && now.allowance !== null)
    rows.push({
      id: 'lending',
      whose: 'Legal lending limit, of capital and surplus',
      perCarrier: 0.15,
      total: null,
      basis: 'TOTAL',
      base: capitalAndSurplus({ tier1: now.tier1, tier2: now.tier2, allowance: now.allowance, allowanceInTier2: now.allowance }),
    })
  const tested = (row: (typeof rows)[number], limit: number | null, one: LimitTest | undefined) => {
    if (limit === null || !one) return { ratio: null, headroom: null }
    const base = row.base ?? (capital ? capitalBase(capital, row.basis) : null)
    return limitTest({ ...one, limit, basis: row.basis, capital: base })
  }
  return tableBlock(
    'limits-compared',
    'Limits side by side',
    [
      column('whose', 'Limit', 'text', { width: 30, group: 'key' }),
      column('basis', 'Of', 'text', { width: 16 }),
      column('perCarrier', 'A carrier', 'percent', { formula: 'limitInForce' }),
      column('largest', 'Largest', 'percent', { formula: 'largestOfBase' }),
      column('carrierRoom', 'Headroom', 'money', { total: 'none', formula: 'roomOfLargest' }),
      column('total', 'All', 'percent', { formula: 'limitInForce' }),
      column('aggregate', 'Held', 'percent', { formula: 'programOfBase' }),
      column('room', 'Headroom in total', 'money', { total: 'none', formula: 'roomOfProgram' }),
    ],
    rows.map((row) => {
      const [one, all] = [tested(row, row.perCarrier, largest), tested(row, row.total, aggregate)]
      return {
        id: row.id,
        whose: row.whose,
        basis: row.id === 'lending' ? 'capital and surplus' : CAPITAL_BASIS_NAMES[row.basis],
        perCarrier: row.perCarrier,
        largest: one.ratio,
        carrierRoom: one.headroom,
        total: row.total,
        aggregate: all.ratio,
        room: all.headroom,
      }
    }),
    {
      note: '25% of capital in all is the interagency statement’s measure; 15% a carrier is the industry’s reading of the legal lending limit and no rule of the statement. The lending limit counts the allowance as held within Tier 2. Headroom below zero is the amount over the limit.',
    },
  )
}
