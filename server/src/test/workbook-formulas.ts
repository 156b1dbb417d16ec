/** A workbook's formulas worked out anew, as whoever changes an input of it sees them. */
import { workOut } from '@corridor/domain/reports/explanation/formula-text.ts'
import type ExcelJS from 'exceljs'

/** Works formulas out as a spreadsheet does, from the cells that they name. */
export function evaluator(book: ExcelJS.Workbook): (sheet: string, address: string) => number {
  const known = new Map<string, number>()
  const of = (sheet: string, address: string): number => {
    const key = `${sheet}!${address}`
    const done = known.get(key)
    if (done !== undefined) return done
    const cell = book.getWorksheet(sheet)?.getCell(address)
    const value = cell?.formula ? calculate(cell.formula, sheet) : Number(cell?.value ?? 0)
    known.set(key, value)
    return value
  }
  const calculate = (formula: string, sheet: string): number => {
    const cells = new Map<string, number>()
    const text = formula
      .replaceAll(/'([^']+)'!\$?([A-Z]+)\$?(\d+)|\b([A-Z]{1,2}\d+)\b/g, (_, name: string, column: string, row: string, own: string) => {
        const key = `cell${cells.size}`
        cells.set(key, name === undefined ? of(sheet, own) : of(name, column + row))
        return key
      })
      .replaceAll('ROUND(', '0.01*round(100*(')
      .replaceAll(',2)', '))')
      .replaceAll('LN(', 'ln(')
      .replaceAll('MAX(', 'max(')
    return workOut(text, (name) => cells.get(name) ?? Number.NaN)
  }
  return of
}
