/** Capital as the returned questionnaire states it, beside the figures of the same day that section 4 of an annual review measures on. */

import { concentration } from '../../../calculations/concentration.ts'
import { type Cents, formatMoney, formatPercent } from '../../../primitives/money.ts'
import { formatDate } from '../../../primitives/period.ts'
import { capitalSource, findingsOf } from '../blocks.ts'
import { aggregateOf } from '../entity-limits.ts'
import type { ReviewFigures } from '../figures.ts'
import type { ReviewFinding } from '../view.ts'

const finding = findingsOf('CONCENTRATION')

const COMPARED = {
  tier1: 'Tier 1 capital',
  allowance: 'allowance for credit losses',
  total: 'total risk-based capital',
  totalAssets: 'total assets',
} as const
const KEYS = ['tier1', 'allowance', 'total', 'totalAssets'] as const

/** Call Reports are filed in thousands of dollars: a smaller difference is rounding. */
const ROUNDING = 1_000_00

/** Figures that the institution signed and that differ from those which the review uses; figures of another day differ by right. */
export function statedCapitalFinding(figures: ReviewFigures): ReviewFinding[] {
  const { answers, capital } = figures.snapshot
  const [stated, used] = [answers?.capital, capital.at(-1)]
  if (!answers || !stated || !used || (stated.asOf ?? figures.snapshot.asset.period) !== used.asOf) return []
  const apart = KEYS.flatMap((key) => {
    const [said, measured] = [stated[key], used[key]]
    return said !== null && measured !== null && Math.abs(said - measured) >= ROUNDING ? [{ key, said, measured }] : []
  })
  if (apart.length === 0) return []
  const told = apart.map(({ key, said, measured }) => `${COMPARED[key]} of ${formatMoney(said)}, not ${formatMoney(measured)}`)
  const tier1 = apart.find(({ key }) => key === 'tier1')
  return [
    finding(
      'stated-capital',
      'Capital stated',
      'watch',
      `The questionnaire returned ${formatDate(answers.returnedOn)} states other capital at ${formatDate(used.asOf)} than this review uses (${capitalSource(used.source)}): ${told.join('; ')}.${tier1 ? shares(figures, tier1) : ''}`,
    ),
  ]
}

function shares({ asset }: ReviewFigures, { said, measured }: { said: Cents; measured: Cents }): string {
  const held = aggregateOf({ asset })?.cashSurrenderValue ?? asset.totals.cashSurrenderValue
  return said > 0 && measured > 0
    ? ` All that is held is ${formatPercent(concentration(held, said))} of the Tier 1 capital stated, ${formatPercent(concentration(held, measured))} of the one used.`
    : ''
}
