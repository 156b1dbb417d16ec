/** The explanations of an annual review are asked of a figure on its page, and complete what its formula says of it. */

import type { FigureAddress } from '../explanation/address.ts'
import type { Figure } from '../explanation/explanation.ts'
import type { ViewTable } from '../table.ts'
import type { AnnualReviewView, ReviewWorkings } from './view.ts'

/** Enough for what the printed tables alone can tell. */
export interface Printed {
  view: AnnualReviewView
  address: FigureAddress
  figure: Figure
}
export interface Asked extends Printed {
  workings: ReviewWorkings
}
export type FigureParts = Partial<Figure>

export const tableOf = (view: AnnualReviewView, id: string): ViewTable | undefined =>
  view.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' && block.table.id === id ? [block.table] : [])),
  )[0]
