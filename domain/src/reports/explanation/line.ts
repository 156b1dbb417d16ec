/** What the explanations from an annual review's workings share: what they are asked, what they tell, how they write a line. */

import { roundHalfAwayFromZero } from '../../primitives/money.ts'
import type { ReviewWorkings } from '../annual-review/supporting-detail.ts'
import type { AnnualReviewView } from '../annual-review/view.ts'
import { formatCell, type ViewTable } from '../table.ts'
import type { FigureAddress } from './address.ts'
import type { ExplanationLine, Figure } from './explanation.ts'

/** What is told by the printed tables alone. */
export interface Printed {
  view: AnnualReviewView
  address: FigureAddress
  figure: Figure
}
export interface Asked extends Printed {
  workings: ReviewWorkings
}
export type Told = Partial<Figure>

export const precise = (fraction: number, decimals = 6): string => `${Number((fraction * 100).toFixed(decimals))}%`
export const money = (amount: number): string => formatCell('money', roundHalfAwayFromZero(amount))
export const plain = (label: string, work: string | null, text: string, value: number): ExplanationLine => ({
  label,
  detail: null,
  ...(work === null ? {} : { work }),
  text,
  value,
  address: null,
})

export const tableOf = (view: AnnualReviewView, id: string): ViewTable | undefined =>
  view.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' && block.table.id === id ? [block.table] : [])),
  )[0]
