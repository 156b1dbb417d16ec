/** A table of an audit's statement. */
import type { ViewTable } from '@corridor/domain/reports/table.ts'

export const table = (
  id: string,
  title: string,
  lead: string,
  columns: ViewTable['columns'],
  rows: ViewTable['rows'][number]['cells'][],
  total: ViewTable['rows'][number]['cells'] | null = null,
) => ({
  id,
  title,
  lead,
  columns,
  rows: rows.map((cells, index) => ({ id: `${id}-${index + 1}`, cells })),
  total: total && { id: `${id}-total`, cells: total },
})
