/** A table of an audit's statement. */
import type { ViewTable } from '@corridor/domain/reports/table.ts'

export const table = (
  id: string,
  title: string,
  lead: string,
  columns: ViewTable['columns'],
  rows: ViewTable['rows'][number]['cells'][],
) => ({
  id,
  title,
  lead,
  columns,
  rows: rows.map((cells, index) => ({ id: `${id}-${index + 1}`, cells })),
  total: null,
})
