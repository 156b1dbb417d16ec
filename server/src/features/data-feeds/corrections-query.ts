/** The corrections of a file's cells that are in force: the latest of each, unless it took the earlier ones back. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Corrections } from './checking/corrected-cells.ts'

export async function readCorrections(trx: Trx, fileId: number): Promise<Corrections> {
  const { rows } = await sql<{ line: number; cells: Record<string, string> }>`
    select line_number as line, jsonb_object_agg(column_name, value) as cells from (
      select distinct on (line_number, column_name) line_number, column_name, value from carrier_file_correction where file_id = ${fileId}
      order by line_number, column_name, id desc) latest
    where value is not null group by line_number`.execute(trx)
  return new Map(rows.map(({ line, cells }) => [line, cells]))
}
