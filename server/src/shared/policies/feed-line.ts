/** A carrier's line as it was read, under the carrier's own headers: what a figure is traced back to. */

import { isPersonal } from '@corridor/domain/data-feeds/columns.ts'
import type { SnapshotPolicy } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { LINES_OF_A_SHEET } from '../../platform/formats/reading/lines.ts'

/** A file's mapping as stored: header to field, or to none. */
export const mappingForm = z.record(z.string(), z.string().nullable()).catch({})

/** The sheet of a line of file `f`; null where it has one only. @param line a column that keeps lines as `lineOf` of kernel/reading numbers them */
export const sheetOf = (line: string) => sql<string | null>`f.sheets[${sql.ref(line)} / ${sql.lit(LINES_OF_A_SHEET)} + 1]`
/** And the row in that sheet, which is the line of any other file. */
export const rowOf = (line: string) =>
  sql<number | null>`case when f.sheets is null then ${sql.ref(line)} else ${sql.ref(line)} % ${sql.lit(LINES_OF_A_SHEET)} end`

/** Where a value was read, as a snapshot keeps it; null for one that no file told. */
export const sourceOf = ({
  fileId,
  fileName,
  sheet,
  lineNumber,
}: {
  fileId: number | null
  fileName: string | null
  sheet: string | null
  lineNumber: number | null
}): SnapshotPolicy['source'] =>
  fileId === null || fileName === null || lineNumber === null
    ? null
    : { fileId, fileName, ...(sheet === null ? {} : { sheet }), line: lineNumber }

/** The raw line under its headers; a header used twice, or none, is told apart by its place. @param masked the mapping, where personal columns are not shown @param isMasked which they are */
export function cellsOf(
  headers: readonly string[],
  raw: readonly string[],
  masked: Record<string, string | null> | null,
  isMasked = isPersonal,
): Record<string, string | null> {
  const cells: Record<string, string | null> = {}
  for (let place = 0; place < Math.max(headers.length, raw.length); place++) {
    const header = headers[place] || `Column ${place + 1}`
    cells[header in cells ? `${header} (${place + 1})` : header] = masked && isMasked(header, masked[header]) ? '•••' : (raw[place] ?? null)
  }
  return cells
}
