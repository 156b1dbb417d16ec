/** What the funds behind separate accounts weigh, class by class, and what that makes of the account. */
import type { ExplanationLine } from './explanation.ts'
import { LEAST_FUND_WEIGHT } from './risk-weight.ts'
import { FUND_APPROACHES } from './separate-account-funds.ts'
import { money, type Printed, plain, precise, type Told, tableOf } from './told-figure.ts'

interface FundClass {
  name: string
  share: number
  most: number | null
  weight: number
}

/** Of each class as much as the elected approach takes of it. */
export function fundWeight({ view, address, figure }: Printed): Told {
  const fund = tableOf(view, 'separate-account-funds')?.rows.find(({ id }) => id === address.row)
  const classes = (tableOf(view, 'fund-classes')?.rows ?? []).flatMap(({ id, cells }): FundClass[] => {
    const { name, share, most, weight } = cells
    if (!id.startsWith(`${address.row}-`) || typeof share !== 'number' || typeof weight !== 'number') return []
    return [{ name: String(name), share, most: typeof most === 'number' ? most : null, weight }]
  })
  if (!fund || classes.length === 0 || typeof figure.value !== 'number') return {}
  const lines = takenOf(String(fund.cells.approach), classes).flatMap(({ name, taken, weight }) =>
    taken > 0 ? [plain(name, `${precise(taken)} × ${precise(weight)}`, precise(taken * weight), taken * weight)] : [],
  )
  const sum = lines.reduce((total, { value }) => total + value, 0)
  const rest = figure.value - sum
  const isFloor = figure.value === LEAST_FUND_WEIGHT && rest > 1e-12
  return { lines: isFloor ? [...lines, plain('Up to the least that a fund may weigh', null, precise(rest), rest)] : lines }
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

const isOfFunds = ({ view, address }: Printed): boolean =>
  address.table === 'risk-weights' && address.row === 'SEPARATE' && tableOf(view, 'separate-account-funds') !== undefined

/** Where funds are on file, and of the total, weighted assets over value; of other accounts as laid down. */
export const riskWeight = (asked: Printed): Told => (isOfFunds(asked) || asked.address.row === 'total' ? { formula: 'weightOfAssets' } : {})

/** The funds' weighted assets, and at 100% what no fund is on file for. */
export function riskWeighted(asked: Printed): Told {
  if (!isOfFunds(asked) || typeof asked.figure.value !== 'number') return {}
  const table = tableOf(asked.view, 'separate-account-funds')
  const lines = (table?.rows ?? []).flatMap(({ id, cells }): ExplanationLine[] =>
    typeof cells.assets === 'number'
      ? [
          {
            label: String(cells.fund),
            detail: null,
            text: money(cells.assets),
            value: cells.assets,
            address: { table: 'separate-account-funds', row: id, column: 'assets' },
          },
        ]
      : [],
  )
  const rest = asked.figure.value - lines.reduce((sum, { value }) => sum + value, 0)
  return {
    formula: 'fundsWeighted',
    lines: rest === 0 ? lines : [...lines, plain('Without a fund on file, at 100%', null, money(rest), rest)],
  }
}
