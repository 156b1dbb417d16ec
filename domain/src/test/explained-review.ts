/** Figures of an annual review as somebody opens them, for tests that hold an explanation against what is printed. */
import { explainReviewFigure } from '../reports/annual-review/explanation.ts'
import { type AnnualReviewView, tablesOfReview } from '../reports/annual-review/view.ts'
import type { FigureAddress } from '../reports/explanation/address.ts'
import type { Explanation } from '../reports/explanation/explanation.ts'

/** The numbers that stand in these columns of any table, totals among them. */
export const addressesOf = (view: AnnualReviewView, ...columns: readonly string[]): FigureAddress[] =>
  tablesOfReview(view).flatMap(({ id, rows, total }) =>
    [...rows, ...(total ? [total] : [])].flatMap((row) =>
      columns.flatMap((column) => (typeof row.cells[column] === 'number' ? [{ table: id, row: row.id, column }] : [])),
    ),
  )

export function explained(view: AnnualReviewView, address: FigureAddress): Explanation {
  const made = explainReviewFigure(view, address)
  if (!made) throw new Error(`${JSON.stringify(address)} is not explained`)
  return made
}

export const sumOfLines = ({ lines }: Explanation): number => (lines ?? []).reduce((sum, { value }) => sum + value, 0)
