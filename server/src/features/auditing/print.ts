/** The statement of a month's audit as print: the sentence, who reviewed it, then its tables, on the sheet that they need. */
import { flowSections, leadOf } from '../../reporting/document/page-flow.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedTable } from '../../reporting/document/printed-parts.ts'
import { sheetFor } from '../../reporting/document/sheet.ts'
import { type LaidOutTable, layOutTable, type Sizes, wrap } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'
import type { AuditStatementView } from './statement-view.ts'

// Points, as set up in print.typ.
const HEAD = { size: 9, line: 12.5, between: 8 }
const SIZES: Sizes = { greatest: 7.4, comfortable: 6.8, least: 4.6, rowHeight: 13 }

export const paper: Paper<AuditStatementView> = {
  module: import.meta.url,
  template: new URL('print.typ', import.meta.url).href,
  layOut: printedStatement,
  viewOf: () => {
    throw new RangeError('the statement of an audit is printed as it stands')
  },
}

function printedStatement(view: AuditStatementView, measure: Measure): PrintedDocument {
  const tables = view.tables.map(({ title, lead, ...table }) => ({
    title,
    lead,
    isLine: table.id === 'reviews' && table.rows.length === 0,
    content: printedTable({ title, ...table }),
    sizes: SIZES,
  }))
  const sheet = sheetFor(tables, measure)
  const lines = [view.statement, view.examined, view.review].map((text) =>
    wrap(printable(text), (part) => measure(part, 'semibold') * HEAD.size, sheet.width),
  )
  const head = lines.reduce((height, { length }) => height + length * HEAD.line, HEAD.between)
  const sections = tables.map(({ title, lead, isLine, content, sizes }) => {
    const table = layOutTable(content, measure, sheet.width, sizes)
    return { title: printable(title), lead: leadOf(lead, measure, sheet.width), table: isLine ? withoutRows(table) : table }
  })
  const flow = (some: typeof sections) => flowSections(some, sheet.height, sheet.height - (sheet.firstHeight - head)).pages
  const pages = flow(sections)
  const last = sections.at(-1)
  // A line takes no page of its own: it then stands before the table that fills the last one.
  const isAlone = last?.table.rows.length === 0 && pages.at(-1)?.length === 1
  return {
    ...frontMatter(view),
    sheet,
    head,
    statement: (lines[0] ?? []).join('\n'),
    examined: (lines[1] ?? []).join('\n'),
    review: (lines[2] ?? []).join('\n'),
    pages: isAlone ? flow([...sections.slice(0, -2), last, ...sections.slice(-2, -1)]) : pages,
  }
}

/** A section of its title and its lead. */
const withoutRows = (table: LaidOutTable): LaidOutTable => ({ ...table, headerHeight: 0, header: [], rows: [] })
