/**
 * How the figures of any report's tables come about, whatever family it is of: the tables are found in its view by their shape, and totals list the lines
 * that they sum. A family with formulas of its own has an explainer that knows them.
 */
import type { ViewTable } from '../table.ts'
import type { FigureAddress } from './address.ts'
import { type Explanation, explain, figureOfTable } from './explanation.ts'
import { SHARED_FORMULAS } from './formulas.ts'

/** @param view as a family's domain functions made it @returns null for what is in none of its tables */
export function explainTables(view: unknown, address: FigureAddress): Explanation | null {
  const table = tablesIn(view).find(({ id }) => id === address.table)
  const figure = table ? figureOfTable(table, address) : null
  return figure?.formula && figure.formula in SHARED_FORMULAS ? explain(figure, SHARED_FORMULAS) : null
}

/** Every table of a view, wherever in it. */
export function tablesIn(value: unknown): ViewTable[] {
  if (Array.isArray(value)) return value.flatMap(tablesIn)
  if (typeof value !== 'object' || value === null) return []
  return isTable(value) ? [value] : Object.values(value).flatMap(tablesIn)
}

const isTable = (value: object): value is ViewTable =>
  'id' in value && 'columns' in value && 'rows' in value && 'total' in value && Array.isArray(value.columns) && Array.isArray(value.rows)
