/**
 * How the figures of any report's tables come about, whatever family it is of: the tables are found in its view by their shape, totals list the lines
 * they sum, and other cells follow the formula that their column names. A family with more to say has an explainer of its own.
 */
import type { ViewTable } from '../table.ts'
import type { FigureAddress } from './address.ts'
import { type Explanation, explain, figureOfTable } from './explanation.ts'

/** @param view as a family's domain functions made it @returns null for what is in none of its tables */
export function explainTables(view: unknown, address: FigureAddress): Explanation | null {
  const table = tablesIn(view).find(({ id }) => id === address.table)
  const figure = table ? figureOfTable(table, address) : null
  return figure && explain(figure)
}

/** Every table of a view, wherever in it. */
export function tablesIn(value: unknown): ViewTable[] {
  if (Array.isArray(value)) return value.flatMap(tablesIn)
  if (typeof value !== 'object' || value === null) return []
  return isTable(value) ? [value] : Object.values(value).flatMap(tablesIn)
}

const isTable = (value: object): value is ViewTable =>
  'id' in value && 'columns' in value && 'rows' in value && 'total' in value && Array.isArray(value.columns) && Array.isArray(value.rows)
