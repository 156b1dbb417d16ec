/** The risk weight of a fund behind separate accounts, class by class, and the accounts by their funds: the same in asset reports and annual reviews. */

import { LEAST_FUND_WEIGHT } from '../../calculations/risk-weight.ts'
import { FUND_APPROACHES, type FundClass } from '../../policies/separate-account-funds.ts'
import { type Explanation, type ExplanationLine, lineOf } from '../explanation/explanation.ts'
import { money, plain, precise } from '../explanation/line.ts'
import type { ViewTable } from '../table.ts'

type Lines = NonNullable<Explanation['lines']>

/**
 * The part of each class that the elected approach takes.
 * @param approach as it is printed: "Full look-through"
 */
export function classLines(approach: string, classes: readonly FundClass[], weight: number): Lines {
  const lines = takenOf(approach, classes).flatMap(({ name, taken, weight: own }) =>
    taken > 0 ? [plain(name, `${precise(taken)} × ${precise(own)}`, precise(taken * own), taken * own)] : [],
  )
  const rest = weight - lines.reduce((total, { value }) => total + value, 0)
  const isFloor = weight === LEAST_FUND_WEIGHT && rest > 1e-12
  return isFloor ? [...lines, plain('Up to the least that a fund may weigh', null, precise(rest), rest)] : lines
}

function takenOf(approach: string, classes: readonly FundClass[]): { name: string; taken: number; weight: number }[] {
  if (approach === FUND_APPROACHES.FULL) return classes.map((one) => ({ ...one, taken: one.share }))
  const heaviest = classes.toSorted((a, b) => b.weight - a.weight)
  if (approach === FUND_APPROACHES.SIMPLE_MODIFIED)
    return heaviest
      .filter(({ share, most }) => share > 0 || most === null || most > 0)
      .slice(0, 1)
      .map((one) => ({ ...one, taken: 1 }))
  let left = 1
  return heaviest.map((one) => {
    const taken = Math.min(left, one.most ?? 1)
    left -= taken
    return { ...one, taken }
  })
}

/** The funds' weighted assets, and at 100% what no fund is on file for. */
export function fundLines(funds: ViewTable, whole: number): Lines {
  const assets = funds.columns.find(({ key }) => key === 'assets')
  const lines = funds.rows.flatMap((row): ExplanationLine[] => (assets ? lineOf(funds.id, row, assets, funds.columns) : []))
  const rest = whole - lines.reduce((sum, { value }) => sum + value, 0)
  return rest === 0 ? lines : [...lines, plain('Without a fund on file, at 100%', null, money(rest), rest)]
}
