/** Where an annual review prints what its funds hold and weigh: the tables that the lines are taken from. */

import type { FundClass } from '../../policies/separate-account-funds.ts'
import { classLines, fundLines } from '../asset-report/funds-explanation.ts'
import { type FigureParts, type Printed, tableOf } from './explained-figure.ts'

export function fundWeight({ view, address, figure }: Printed): FigureParts {
  const fund = tableOf(view, 'separate-account-funds')?.rows.find(({ id }) => id === address.row)
  const classes = (tableOf(view, 'fund-classes')?.rows ?? []).flatMap(({ id, cells }): FundClass[] => {
    const { name, share, most, weight } = cells
    if (!id.startsWith(`${address.row}-`) || typeof share !== 'number' || typeof weight !== 'number') return []
    return [{ name: String(name), share, most: typeof most === 'number' ? most : null, weight }]
  })
  if (!fund || classes.length === 0 || typeof figure.value !== 'number') return {}
  return { lines: classLines(String(fund.cells.approach), classes, figure.value) }
}

const isOfFunds = ({ view, address }: Printed): boolean =>
  address.table === 'risk-weights' && address.row === 'SEPARATE' && tableOf(view, 'separate-account-funds') !== undefined

/** Where funds are on file, and of the total, weighted assets over value; of other accounts as laid down. */
export const riskWeight = (asked: Printed): FigureParts =>
  isOfFunds(asked) || asked.address.row === 'total' ? { formula: 'weightOfAssets' } : {}

export const riskWeighted = (asked: Printed): FigureParts => (isOfFunds(asked) ? { formula: 'fundsWeighted', ...fundsWeighted(asked) } : {})

export function fundsWeighted({ view, figure }: Printed): FigureParts {
  const funds = tableOf(view, 'separate-account-funds')
  return funds && typeof figure.value === 'number' ? { lines: fundLines(funds, figure.value) } : {}
}
