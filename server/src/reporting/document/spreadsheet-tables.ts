/** An asset report's tables as spreadsheets take them: flat, every row complete, subtotals as formulas over the rows above them. */

import { EMPTY_LIST } from '@corridor/domain/primitives/money.ts'
import type { AssetReportView, DetailTable } from '@corridor/domain/reports/asset-report/view.ts'
import type { ReportFooter, ReportHeader } from '@corridor/domain/reports/heading.ts'
import type { ReleasedOver } from '@corridor/domain/reports/open-items.ts'
import type { CellKind, CellValue, Column, ViewRow, ViewTable } from '@corridor/domain/reports/table.ts'
import { csvText } from '../../platform/formats/csv.ts'
import type { AboutRow } from '../../platform/formats/list-file.ts'
import {
  columnName,
  type Sheet,
  type SheetCell,
  type SheetColumn,
  type SheetValue,
  type StyledRow,
} from '../../platform/formats/xlsx-writer.ts'

export interface CsvTable {
  columns: SheetColumn[]
  rows: SheetValue[][]
}

/** Contents of the CSV: the policies, or in a summary the carriers, without totals. */
export function tablesOf(view: AssetReportView): { csv: CsvTable } {
  if (!view.detail)
    return {
      csv: { columns: view.carriers.columns.map(sheetColumn), rows: view.carriers.rows.map((row) => valuesOf(row, view.carriers.columns)) },
    }
  const rows = view.detail.carriers.flatMap((carrier) =>
    carrier.products.flatMap((product) =>
      product.rows.map((row) => [
        carrier.carrierName,
        product.productName,
        product.accountTypeName,
        ...valuesOf(row, view.detail?.columns ?? []),
      ]),
    ),
  )
  return { csv: { columns: [...LEADING, ...view.detail.columns.map(sheetColumn)], rows } }
}

/** A flat table with its total as a formula over the rows where it is their sum. */
export function tableSheet(name: string, table: ViewTable): Sheet {
  const last = table.rows.length + 1
  const rows: StyledRow[] = table.rows.map((row) => ({ cells: cellsIn(row, table.columns) }))
  if (table.total && table.rows.length > 0) rows.push(sumLine('total', 'Total', table.total, table.columns, [], [[2, last]]))
  return { name, columns: table.columns.map(sheetColumn), rows, frozenColumns: 1 }
}

/** Policies with carrier and product in every row, so that filters and pivot tables work; details fold away below their subtotals. */
export function detailSheet(name: string, detail: DetailTable): Sheet {
  const rows: StyledRow[] = []
  const all: Range[] = []
  for (const carrier of detail.carriers) {
    const ofCarrier: Range[] = []
    for (const product of carrier.products) {
      const first = rows.length + 2
      const leading = [carrier.carrierName, product.productName, product.accountTypeName]
      for (const row of product.rows) rows.push({ cells: [...leading, ...valuesOf(row, detail.columns)], outline: 2 })
      const range: Range = [first, rows.length + 1]
      ofCarrier.push(range)
      rows.push({
        ...sumLine('subtotal', `Subtotal ${product.productName}`, product.subtotal, detail.columns, leading, [range]),
        outline: 1,
      })
    }
    all.push(...ofCarrier)
    rows.push(
      sumLine(
        'subtotal',
        `Subtotal ${carrier.carrierName}`,
        carrier.subtotal,
        detail.columns,
        [carrier.carrierName, null, null],
        ofCarrier,
      ),
    )
  }
  if (rows.length > 0) rows.push(sumLine('total', 'Total', detail.total, detail.columns, ['Total', null, null], [[2, rows.length + 1]]))
  return { name, columns: [...LEADING, ...detail.columns.map(sheetColumn)], rows, frozenColumns: LEADING.length + 1 }
}

export const typed = (kind: CellKind, value: CellValue): SheetCell => ({ value, kind })
export const text = (value: string | null): SheetCell => typed('text', value)
export const title = (words: string): StyledRow => ({ cells: [text(words)], style: 'total' })
export const head = (labels: readonly string[]): StyledRow => ({ cells: labels.map(text), style: 'group' })

/** Blocks of rows as one sheet, an empty row after each, every row as wide as the widest. */
export function belowOneAnother(blocks: readonly (readonly StyledRow[])[], least = 1): { rows: StyledRow[]; width: number } {
  const width = Math.max(least, ...blocks.flatMap((rows) => rows.map(({ cells }) => cells.length)))
  const wide = (row: StyledRow): StyledRow => ({ ...row, cells: [...row.cells, ...Array<null>(width - row.cells.length).fill(null)] })
  return { rows: blocks.flatMap((rows) => (rows.length === 0 ? [] : [...rows.map(wide), { cells: [] }])), width }
}

/** A table below others of its sheet, under its own heading. */
export function tableRows(table: ViewTable, note: string | null = null): StyledRow[] {
  const line = (row: ViewTable['rows'][number], style?: 'subtotal'): StyledRow => ({
    cells: table.columns.map(({ key, kind }) => typed(kind, row.cells[key] ?? null)),
    ...(style ? { style } : {}),
  })
  return [
    title(table.title),
    head(table.columns.map(({ label }) => label)),
    ...(table.rows.length === 0 ? [{ cells: [text(EMPTY_LIST)] }] : table.rows.map((row) => line(row))),
    ...(table.total ? [line(table.total, 'subtotal')] : []),
    ...(note ? [{ cells: [text(note)] }] : []),
  ]
}

/** First and last row of a block, both included, as the sheet numbers them. */
type Range = readonly [first: number, last: number]

const LEADING: SheetColumn[] = [
  { label: 'Carrier', kind: 'text', width: 24 },
  { label: 'Product', kind: 'text', width: 28 },
  { label: 'Account', kind: 'text', width: 17 },
]

export const sheetColumn = ({ label, kind, width }: Column): SheetColumn => ({ label, kind, width })
/** Values with the mark of sums that leave something out. */
const cellsIn = (row: ViewRow, columns: readonly Column[]): (CellValue | SheetCell)[] =>
  row.partial
    ? columns.map(({ key }) => ({ value: row.cells[key] ?? null, isPartial: row.partial?.includes(key) ?? false }))
    : valuesOf(row, columns)
export const valuesOf = (row: ViewRow, columns: readonly Column[]): CellValue[] => columns.map(({ key }) => row.cells[key] ?? null)

// SUBTOTAL(9, ...) leaves out other subtotals, so that a total may span the whole column and still count every line once; filtered rows drop out.
function sumLine(
  style: 'subtotal' | 'total',
  label: string,
  row: ViewRow,
  columns: readonly Column[],
  leading: SheetValue[],
  ranges: readonly Range[],
): StyledRow {
  const cells = columns.map(({ key, total }, index): SheetValue | SheetCell => {
    const value = row.cells[key] ?? null
    if (index === 0 && (value === null || typeof value === 'string')) return value ?? label
    const letter = columnName(leading.length + index)
    const [from, to] = [ranges[0]?.[0], ranges.at(-1)?.[1]]
    const isPartial = row.partial?.includes(key) ?? false
    if (total !== 'sum' || typeof value !== 'number' || from === undefined || to === undefined) return { value, isPartial }
    return { value, formula: `SUBTOTAL(9,${letter}${from}:${letter}${to})`, isPartial }
  })
  return { style, cells: [...leading, ...cells] }
}

/** A report as rows for another program. A file of rows has no heading, so that each of them says how its report stands. */
export const statusCsv = (columns: readonly SheetColumn[], rows: readonly (readonly SheetValue[])[], { stamp }: ReportHeader): string =>
  csvText(
    [...columns, { label: 'Report status', kind: 'text' }],
    rows.map((row) => [...row, stamp.text]),
  )

/** For the sheet about a file: the items over which its report was released. */
export const releasedRows = (released: ReleasedOver | undefined): AboutRow[] =>
  released ? [released.title, ...released.items.map(({ text }) => text), released.reason].map((words): AboutRow => ['Release', words]) : []

/** On a workbook's About sheet: how the report stands, who made it when, and by what its values are known. */
export const madeAs = (header: ReportHeader, footer: ReportFooter): AboutRow[] => [
  ['Status', header.stamp.text],
  ['Reason', header.preliminaryReason],
  ['Prepared by', [header.portalLabel, footer.portal].join(', ')],
  ['Prepared on', header.preparedOn, 'date'],
  ['Reference', footer.reference],
  ['Source', footer.source.replace(/^Source: /, '') || null],
  ['Values (snapshot hash)', footer.valuationHash],
]
