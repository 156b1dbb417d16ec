/** A questionnaire as print: its sections as tables, beside last year's answers or with room to write, then what is signed. */

import { signatureWords } from '@corridor/domain/questionnaires/rows-by-entity.ts'
import type { QuestionnaireView } from '@corridor/domain/questionnaires/view.ts'
import type { ViewTable } from '@corridor/domain/reports/table.ts'
import { flowSections, leadOf, type Section } from '../../reporting/document/page-flow.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedTable } from '../../reporting/document/printed-parts.ts'
import { sheetFor } from '../../reporting/document/sheet.ts'
import { layOutTable, type Sizes, type Spacing, spaced, type TableContent } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

/** In points: who signed, above the first section. */
const STATE_HEIGHT = 30
/** Ems of a column that is filled in by hand. */
const ROOM_TO_WRITE = 11

const READ: Sizes = { greatest: 8, comfortable: 7, least: 4, rowHeight: 14 }
const WRITTEN: Sizes = { greatest: 8, comfortable: 7, least: 4, rowHeight: 26 }

export const paper: Paper<QuestionnaireView> = {
  module: import.meta.url,
  template: new URL('print.typ', import.meta.url).href,
  layOut: printedQuestionnaire,
  viewOf: () => {
    throw new RangeError('a questionnaire is printed as it stands')
  },
}

function printedQuestionnaire(view: QuestionnaireView, measure: Measure, spacing: Spacing): PrintedDocument {
  // Room to write is kept.
  const sizes = view.blank ? WRITTEN : spaced(READ, spacing)
  const tableOf = (title: string, lead: string, table: ViewTable) => ({
    title: printable(title),
    lead,
    content: view.blank ? withRoomToWrite(printedTable(split(table))) : printedTable(split(table)),
    sizes,
  })
  // Each section's first piece bears its name.
  const tables = view.sections.flatMap(({ number, title, note, pieces }) =>
    pieces.map((piece, index) => {
      const [first, own] = [index === 0, piece.isTable]
      const heading = first && own ? `${number}. ${title}: ${piece.title}` : own ? piece.title : `${number}. ${piece.title}`
      return tableOf(heading, [first ? note : '', piece.note].filter(Boolean).join(' '), piece)
    }),
  )
  const sheet = sheetFor(tables, measure)
  const sections = tables.map(
    ({ content, lead, ...rest }): Section => ({
      ...rest,
      lead: leadOf(lead, measure, sheet.width),
      table: layOutTable(content, measure, sheet.width, sizes),
    }),
  )
  return {
    ...frontMatter(view),
    sheet,
    state: printable(view.state),
    unit: printable(view.header.unit),
    pages: flowSections(sections, sheet.height, sheet.height - sheet.firstHeight + STATE_HEIGHT, spacing).pages,
    attestation: printable(view.attestation),
    signatures: view.signatures.map((signed) => ({ text: printable(signatureWords(signed)), hash: signed.answersSha256 })),
    lines: view.blank ? ['Name', 'Title', 'Signature', 'Date'] : [],
  }
}

/** A column without a word in it is there to be written in. */
const withRoomToWrite = (content: TableContent): TableContent => ({
  ...content,
  columns: content.columns.map((column, index) =>
    content.rows.every(({ kind, cells }) => kind !== 'row' || cells[index]?.trim() === '') ? { ...column, least: ROOM_TO_WRITE } : column,
  ),
})

/** A row stands on one page: a longer text goes on in a row of its own. */
const LONGEST = 1_400
function split(table: ViewTable): ViewTable {
  return {
    ...table,
    rows: table.rows.flatMap((row) => {
      const parts = Object.entries(row.cells).map(([key, value]) => [key, typeof value === 'string' ? pieces(value) : [value]] as const)
      const most = Math.max(...parts.map(([, all]) => all.length))
      return Array.from({ length: most }, (_, index) => ({
        ...row,
        id: index === 0 ? row.id : `${row.id} ${index + 1}`,
        cells: Object.fromEntries(parts.map(([key, all]) => [key, all[index] ?? (index === 0 ? null : '\u00a0')])),
      }))
    }),
  }
}

function pieces(text: string): string[] {
  if (text.length <= LONGEST) return [text]
  const at = text.lastIndexOf(' ', LONGEST)
  const end = at > LONGEST / 2 ? at : LONGEST
  return [text.slice(0, end), ...pieces(text.slice(end).trimStart())]
}
