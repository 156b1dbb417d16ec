/** A questionnaire as print: its sections as tables, beside last year's answers or with room to write, then what is signed. */

import { signatureWords } from '@corridor/domain/questionnaires/rows-by-entity.ts'
import type { QuestionnaireView } from '@corridor/domain/questionnaires/view.ts'
import type { ViewTable } from '@corridor/domain/reports/table.ts'
import { flowSections, type Section } from '../../reporting/document/page-flow.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedTable } from '../../reporting/document/printed-parts.ts'
import { layOutTable, type Sizes } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

// Points, as set up in print.typ: letter landscape, the first page with its band.
const WIDTH = 736
const PAGE_HEIGHT = 509
const FIRST_PAGE_HEIGHT = 440

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

function printedQuestionnaire(view: QuestionnaireView, measure: Measure): PrintedDocument {
  const sizes = view.blank ? WRITTEN : READ
  const tableOf = (title: string, lead: string, table: ViewTable): Section => ({
    title: printable(title),
    lead: printable(lead),
    table: layOutTable(printedTable(split(table)), measure, WIDTH, sizes),
  })
  // Each section's first piece bears its name.
  const sections = view.sections.flatMap(({ number, title, note, answers, tables, tablesFirst }): Section[] => {
    const plain = answers ? [{ ...answers, title: '', note: '' }] : []
    return (tablesFirst ? [...tables, ...plain] : [...plain, ...tables]).map((piece, index) => {
      const heading =
        index === 0 ? `${number}. ${title}${piece.title ? `: ${piece.title}` : ''}` : piece.title || `${number}. ${title}, other questions`
      return tableOf(heading, [index === 0 ? note : '', piece.note].filter(Boolean).join(' '), piece)
    })
  })
  return {
    ...frontMatter(view),
    state: printable(view.state),
    unit: printable(view.header.unit),
    pages: flowSections(sections, PAGE_HEIGHT, PAGE_HEIGHT - FIRST_PAGE_HEIGHT).pages,
    attestation: printable(view.attestation),
    signatures: view.signatures.map((signed) => ({ text: printable(signatureWords(signed)), hash: signed.answersSha256 })),
    lines: view.blank ? ['Name', 'Title', 'Signature', 'Date'] : [],
  }
}

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
