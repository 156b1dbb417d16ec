/** Which cells of a report's tables open how they come about: asked while drawing, so it knows nothing of the formulas themselves. */
import type { Column, ViewRow } from '../table.ts'

/** A figure on the page: a cell of a table, or a figure that stands alone, by the name of its group and its own. */
export interface FigureAddress {
  table: string
  row: string
  column: string
}

/** Whether a cell opens its explanation: numbers whose column or row names a formula, and totals that are sums. */
export function isExplained(column: Column, row: ViewRow, isTotal: boolean): boolean {
  return typeof row.cells[column.key] === 'number' && formulaAt(column, row, isTotal) !== null
}

export function formulaAt(column: Column, row: ViewRow, isTotal: boolean): string | null {
  const own = row.formulas?.[column.key]
  if (own !== undefined) return own
  if (isTotal && column.total === 'sum') return 'lines'
  return column.formula ?? null
}
