/** For tests: a carrier's extract as a workbook, numbers as numbers, with whatever sheets a carrier puts beside it. */
import ExcelJS from 'exceljs'
import { HEADERS, MONEY } from './feed-fixture.ts'

export interface SheetOf {
  name: string
  lines?: Record<string, string | number>[]
  headers?: Record<string, string>
  preamble?: string[][]
  trailer?: (string | number)[]
  state?: 'hidden' | 'veryHidden'
}

/** @param touch changes what `sheet` makes before it is written */
export async function workbook(sheets: readonly SheetOf[], touch: (book: ExcelJS.Workbook) => void = () => {}): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  for (const { name, lines = [], headers = HEADERS, preamble = [], trailer, state } of sheets) {
    const sheet = book.addWorksheet(name)
    if (state) sheet.state = state
    for (const cells of preamble) sheet.addRow(cells)
    if (lines.length > 0) sheet.addRow(Object.values(headers))
    for (const line of lines)
      sheet.addRow(
        Object.keys(headers).map((column) =>
          MONEY.has(column) && typeof line[column] === 'number' ? Number(line[column]) / 100 : line[column],
        ),
      )
    if (trailer) sheet.addRow(trailer)
  }
  touch(book)
  return Buffer.from(await book.xlsx.writeBuffer())
}
