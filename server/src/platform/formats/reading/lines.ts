/** Lines of a file of several sheets under one number each: the sheet's place times this, plus the row in the sheet. A sheet has half as many rows at most. */
export const LINES_OF_A_SHEET = 2_000_000
export const MAX_SHEETS = 1_000

/** @param place of the sheet in the workbook, hidden ones counted; 0 for text */
export const lineOf = (place: number, row: number): number => place * LINES_OF_A_SHEET + row

/** @param sheets their names by place; null where the file has one table only, whose rows are its lines */
export const placeOf = (sheets: readonly string[] | null, line: number): { sheet: string | null; row: number } =>
  sheets === null
    ? { sheet: null, row: line }
    : { sheet: sheets[Math.floor(line / LINES_OF_A_SHEET)] ?? null, row: line % LINES_OF_A_SHEET }

export function sayLine(sheets: readonly string[] | null, line: number): string {
  const { sheet, row } = placeOf(sheets, line)
  return sheet === null ? `line ${row.toLocaleString('en-US')}` : `row ${row.toLocaleString('en-US')} of sheet “${sheet}”`
}
