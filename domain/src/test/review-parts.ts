/** Finds the parts that tests speak of in an annual review's view. */

import type { ReviewSectionCode } from '../reports/annual-review/outline.ts'
import { type AnnualReviewView, findingsOfReview, type ReviewBlock, tablesOfReview } from '../reports/annual-review/view.ts'
import type { ViewRow } from '../reports/table.ts'

export const tableOf = (of: AnnualReviewView, id: string) => {
  const found = tablesOfReview(of).find((table) => table.id === id)
  if (!found) throw new Error(`no table ${id}`)
  return found
}
export const rowOf = (of: AnnualReviewView, table: string, row: string): ViewRow['cells'] =>
  (row === 'total' ? tableOf(of, table).total : tableOf(of, table).rows.find(({ id }) => id === row))?.cells ?? {}
export const findingOf = (of: AnnualReviewView, id: string) => findingsOfReview(of).find((finding) => finding.id === id)
export const blocksOf = (of: AnnualReviewView, code: ReviewSectionCode): ReviewBlock[] =>
  of.sections.find((one) => one.code === code)?.blocks ?? []
export const figureOf = (of: AnnualReviewView, id: string) =>
  of.sections
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'figures' ? block.figures : [])))
    .find((one) => one.id === id)
