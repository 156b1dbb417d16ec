/** A table as the page of a frame: rows of one height and columns of known widths, so that the page around it knows where each cell stands. */
import { contentPage, escaped, marked } from '../content-page.ts'
import type { Cell } from './workbook.ts'

export type Rows = readonly (readonly (Cell | undefined)[])[]

export interface Layout {
  /** In pixels at 100 %. */
  widths: readonly number[]
  /** Width of the column of row numbers. */
  numbers: number
}

export const ROW = 26
const [LETTER, EDGE, NARROWEST, WIDEST] = [7.3, 20, 52, 380]
/** Enough rows to know how wide a column is. */
const MEASURED = 400

export function layoutOf(rows: Rows, head: readonly string[]): Layout {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), head.length)
  const widths = Array.from({ length: columns }, (_, column) => {
    let longest = (head[column] ?? '').length
    for (const row of rows.slice(0, MEASURED)) {
      const cell = row[column]
      // A title runs on over the empty cells beside it, as in Excel; it makes no column wide.
      if (cell && (cell.right || row[column + 1] || column === columns - 1)) longest = Math.max(longest, cell.text.length)
    }
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, longest * LETTER + EDGE)))
  })
  return { widths, numbers: Math.max(40, String(rows.length + 1).length * 9 + 16) }
}

export const widthOf = ({ widths, numbers }: Layout): number => numbers + widths.reduce((sum, width) => sum + width, 0)

/** @param firstNumber of the first row, as the file counts */
export function rowsPage(rows: Rows, layout: Layout, zoom: number, words: string, firstNumber: number): string {
  const body = rows.map((row, index) => `<tr><th>${index + firstNumber}</th>${cellsOf(row, layout, words)}</tr>`).join('')
  return contentPage(styleOf(layout, zoom), `<table><colgroup>${columnsOf(layout)}</colgroup><tbody>${body}</tbody></table>`)
}

export function headPage(head: readonly (Cell | undefined)[], layout: Layout, zoom: number, letters: boolean): string {
  const cells = layout.widths.map(
    (_, column) => `<th class="${letters ? 'letter' : head[column]?.right ? 'right' : 'left'}">${escaped(head[column]?.text ?? '')}</th>`,
  )
  return contentPage(
    styleOf(layout, zoom),
    `<table><colgroup>${columnsOf(layout)}</colgroup><thead><tr><th></th>${cells.join('')}</tr></thead></table>`,
  )
}

/** A, B … Z, AA. */
export function letterOf(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26)
}

const columnsOf = ({ widths }: Layout): string => `<col class="n">${widths.map((_, index) => `<col class="c${index}">`).join('')}`

const styleOf = ({ widths, numbers }: Layout, zoom: number): string =>
  `table{border-collapse:collapse;table-layout:fixed;width:${(numbers + widths.reduce((sum, width) => sum + width, 0)) * zoom}px;font:${13 * zoom}px/${(ROW - 1) * zoom}px system-ui,sans-serif;font-variant-numeric:tabular-nums}
col.n{width:${numbers * zoom}px}${widths.map((width, index) => `col.c${index}{width:${width * zoom}px}`).join('')}
tr{height:${ROW * zoom}px}td,th{height:${ROW * zoom}px;padding:0 ${8 * zoom}px;border:1px solid #e1e7ee;overflow:hidden;text-overflow:ellipsis;white-space:pre;text-align:left;font-weight:400}
th{background:#f3f6fa;color:#4a586b;text-align:right}thead th{font-weight:600;color:#16202e}th.left{text-align:left}th.letter{text-align:center;font-weight:400;color:#4a586b}.r{text-align:right}
@media print{table{width:100%}}`

function cellsOf(row: readonly (Cell | undefined)[], { widths }: Layout, words: string): string {
  let html = ''
  for (let column = 0; column < widths.length; column++) {
    const cell = row[column]
    const span = cell && !cell.right ? spanOf(row, column, widths, cell.text.length * LETTER + EDGE) : 1
    const title = cell && cell.text.length > 40 ? ` title="${escaped(cell.text)}"` : ''
    html += `<td${cell?.right ? ' class="r"' : ''}${span > 1 ? ` colspan="${span}"` : ''}${title}>${cell ? marked(cell.text.replace(/\s*\n\s*/g, ' '), words) : ''}</td>`
    column += span - 1
  }
  return html
}

/** Over how many empty cells a text runs on. */
function spanOf(row: readonly (Cell | undefined)[], column: number, widths: readonly number[], wanted: number): number {
  let [span, width] = [1, widths[column] ?? 0]
  while (width < wanted && column + span < widths.length && !row[column + span]) {
    width += widths[column + span] ?? 0
    span++
  }
  return span
}
