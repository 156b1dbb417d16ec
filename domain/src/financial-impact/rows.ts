/** Rows and tables of a scenario. */
import { type Basis, type ViewRow, type ViewTable } from '../reports/table.ts'
import type { ScenarioKey } from './scenario.ts'

/** An input by name; 0 where it is not known. */
export type Given = (key: ScenarioKey) => number

export const rowOf = (id: string, cells: ViewRow['cells'], basis?: Basis, formulas?: ViewRow['formulas']): ViewRow => ({
  id,
  cells,
  ...(basis ? { basis } : {}),
  ...(formulas ? { formulas } : {}),
})
export const flatTable = (id: string, title: string, columns: ViewTable['columns'], rows: ViewRow[], basis?: Basis): ViewTable => ({
  id,
  title,
  columns: columns.map((each) => ({ ...each, total: 'none' })),
  rows,
  total: null,
  ...(basis ? { basis } : {}),
})

/** The last line of a table of before and after. */
export function changeOf(before: ViewRow, after: ViewRow): ViewRow {
  const keys = Object.keys(before.cells).filter((key) => typeof before.cells[key] === 'number' && typeof after.cells[key] === 'number')
  const change = (key: string) => Number(after.cells[key]) - Number(before.cells[key])
  return rowOf(
    'change',
    { label: 'Change', ...Object.fromEntries(keys.map((key) => [key, change(key)])) },
    undefined,
    Object.fromEntries(keys.map((key) => [key, 'change'])),
  )
}
