/** A carrier's line as it was read, under the carrier's own headers: what a figure is traced back to. */

import type { CorrectedCell } from '@corridor/contract/corrected-cell.ts'
import { isUnreadable, LATEST_BIRTH_YEAR, readDate } from '@corridor/domain/data-feeds/cell-values.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
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

/** The corrections in force of a line, by the order in which they were made. @param file, line columns with their numbers, as `v.file_id` */
export const correctionsOf = (file: string, line: string) => sql<CorrectedCell[]>`coalesce((
  select jsonb_agg(jsonb_build_object('header', c.column_name, 'received', c.received, 'value', c.value, 'reason', c.reason,
    'correctedBy', nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'correctedAt', c.corrected_at) order by c.id)
  from (select distinct on (k.column_name) k.* from carrier_file_correction k where k.file_id = ${sql.ref(file)} and k.line_number = ${sql.ref(line)}
    order by k.column_name, k.id desc) c
  left join user_account u on u.id = c.corrected_by where c.value is not null), '[]')`

/** Without what is hidden: a column that is masked is masked as corrected too. @param masked as of `cellsOf` */
export const maskedCorrections = (
  corrections: readonly CorrectedCell[],
  masked: Record<string, string | null> | null,
  isMasked = isPersonal,
): CorrectedCell[] =>
  corrections.map((cell) => (masked && isMasked(cell.header, masked[cell.header]) ? { ...cell, received: '•••', value: '•••' } : cell))

/** The date of birth that a line states, by its corrected cell where there is one; null where it cannot be read. @param header its column */
export function birthDateOf({ header, headers, raw, corrections, isDayFirst }: BirthDateCell): PlainDate | null {
  const cell = corrections.find((corrected) => corrected.header === header)?.value ?? raw[headers.indexOf(header)] ?? ''
  const read = readDate(cell, LATEST_BIRTH_YEAR, isDayFirst ? 'DMY' : 'MDY')
  return isUnreadable(read) ? null : read
}
interface BirthDateCell {
  header: string
  headers: readonly string[]
  raw: readonly string[]
  corrections: readonly CorrectedCell[]
  isDayFirst: boolean
}

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
