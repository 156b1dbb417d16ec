/** A questionnaire as a workbook: the answers on one sheet, each table on a sheet of its own, who signed, and what the file is. */
import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import { signatureWords } from '@corridor/domain/questionnaires/rows-by-entity.ts'
import type { QuestionnaireView } from '@corridor/domain/questionnaires/view.ts'
import { type AboutRow, aboutSheet } from '../../platform/formats/list-file.ts'
import { type Sheet, type StyledRow, workbookBytes } from '../../platform/formats/xlsx-writer.ts'
import { tableSheet } from '../../reporting/document/spreadsheet-tables.ts'

/** The same view makes the same bytes: every date in the file comes from the view. */
export function questionnaireXlsx(view: QuestionnaireView): Promise<Buffer> {
  const { header, sections } = view
  return workbookBytes({
    title: `${header.title}, ${header.legalName}`,
    author: header.portalLabel,
    date: header.preparedOn,
    sheets: [
      answersSheet(view),
      ...sections.flatMap(({ pieces }) =>
        pieces.filter(({ isTable }) => isTable).map((table) => ({ ...tableSheet(table.title, table), wraps: true })),
      ),
      aboutSheet(aboutOf(view)),
    ],
  })
}

/** Below one another, each section under its name, so that a filter finds any of them. */
function answersSheet({ sections }: QuestionnaireView): Sheet {
  const answers = sections.flatMap(({ title, pieces }) =>
    pieces.filter(({ isTable }) => !isTable).map((piece) => ({ ...piece, section: title })),
  )
  // The portal's notes are a column of the sections that have one.
  const [columns = []] = answers.map((piece) => piece.columns).toSorted((a, b) => b.length - a.length)
  return {
    name: 'Answers',
    columns: [
      { label: 'Section', kind: 'text', width: 24 },
      ...columns.map(({ label, width, key }) => ({ label, kind: 'text' as const, width: key === 'number' ? 7 : width })),
    ],
    rows: answers.flatMap(({ section, rows }) =>
      rows.map((row): StyledRow => ({ cells: [section, ...columns.map(({ key }) => row.cells[key] ?? null)] })),
    ),
    wraps: true,
    frozenColumns: 3,
  }
}

const aboutOf = ({ header, footer, state, signatures, attestation }: QuestionnaireView): AboutRow[] => [
  ['Questionnaire', header.title],
  ['Institution', header.legalName],
  ['Fiscal year ended', formatLongDate(header.asOf)],
  ['State', state],
  ['Statement of the signer', attestation],
  ...signatures.flatMap((signed): AboutRow[] => [
    ['Signed', signatureWords(signed)],
    ['Attestation hash of the answers', signed.answersSha256],
  ]),
  ['Prepared', formatLongDate(header.preparedOn)],
  ['Reference', footer.reference],
]
