/** Cells that staff corrected: read in place of those received, which stay in the row that is kept. */
import type { RawRow } from '../../../platform/formats/reading/refusal.ts'

/** By line, the corrected cells under their headers. */
export type Corrections = ReadonlyMap<number, Readonly<Record<string, string>>>

/** @returns the line with its corrections, and the received cells that they stand in for; a corrected cell has no problem of its own any more */
export function correctedRow(
  raw: RawRow,
  corrected: Readonly<Record<string, string>> | undefined,
  headers: readonly string[],
): { row: RawRow; received: ReadonlyMap<number, string> } {
  const received = new Map(raw.received)
  if (!corrected) return { row: raw, received }
  const own = new Set<number>()
  const cells = [...raw.cells]
  for (const [header, value] of Object.entries(corrected)) {
    const column = headers.indexOf(header)
    if (column < 0) continue
    if (!received.has(column)) received.set(column, cells[column] ?? '')
    own.add(column)
    cells[column] = value
  }
  const { problems = [], ...rest } = raw
  const left = problems.filter(({ column }) => !own.has(column))
  // A line that a spreadsheet left short has blanks up to the corrected cell.
  return { row: { ...rest, cells: Array.from(cells, (cell) => cell ?? ''), ...(left.length > 0 ? { problems: left } : {}) }, received }
}
