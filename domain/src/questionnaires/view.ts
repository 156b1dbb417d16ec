/** A questionnaire to be read: each answer beside last year's, tables as tables, who signed; or empty, for a bank that writes on paper. One view for screen, PDF and XLSX. */

import { formatCount, formatPercent, MISSING } from '../primitives/money.ts'
import { formatLongDate } from '../primitives/period.ts'
import { column, type ViewRow, type ViewTable } from '../reports/table.ts'
import { type Answer, byQuestion, type Cell, isAsked, isRowValue, sizeWords } from './answers.ts'
import { type Question, type Questionnaire, type QuestionnaireSection, questionsOf } from './definition.ts'
import { answerWords, cellWords } from './formats.ts'
import {
  type ComparedAnswer,
  censusCells,
  compareAnswers,
  DIFFERENCES,
  type Difference,
  insuredNames,
  portalNoteOf,
} from './prefilled-answers.ts'
import type { QuestionnaireBook } from './register-facts.ts'
import { framed, type QuestionnaireFrame, type QuestionnaireParts } from './rows-by-entity.ts'

/** A line or row of a table; `difference` marks it for whoever looks for what changed. */
export interface AnswerRow extends ViewRow {
  question: string
  row: string
  difference: Difference
}
export interface QuestionnaireSectionView {
  code: string
  number: number
  title: string
  note: string
  /** In the order of their numbers. */
  pieces: QuestionnairePiece[]
}
/** Questions in a row with one answer each, or the table of one question. */
export interface QuestionnairePiece extends ViewTable<AnswerRow> {
  note: string
  isTable: boolean
}
export interface QuestionnaireView extends QuestionnaireFrame {
  /** The year compared with; null without one. */
  before: number | null
  sections: QuestionnaireSectionView[]
}

/** Columns of the view's own beside those of a table; no code of a column has a hyphen. */
export const ROW_NAME = 'row-name'
export const ROW_ANSWER = 'row-answer'
const ROW_DIFFERENCE = 'row-difference'
/** Words of the portal about an answer stand apart from it: the answer's own column holds nothing that the institution did not write. */
const PORTAL_NOTE = 'portal-note'

/** The answers given, or so far. */
export function buildQuestionnaire(parts: QuestionnaireParts): QuestionnaireView {
  const { content, answers, lastYear, book } = parts
  const given = byQuestion(answers)
  const all = compareAnswers(content, answers, lastYear?.answers ?? [], book)
  const compared = Map.groupBy(parts.returned ? all : all.flatMap((one) => soFar(one, content)), ({ question }) => question)
  const sections = content.sections.map((section, index): QuestionnaireSectionView => {
    const shown = section.questions.filter(
      (question) => isAsked(question, given) || (compared.get(question.code) ?? []).some(({ difference }) => difference === 'GONE'),
    )
    const view = sectionView(section, index, shown, {
      columns: [
        column('number', 'No.', 'text', { width: 6 }),
        column('question', 'Question', 'text', { width: 54 }),
        column('now', String(parts.year), 'text', { width: 44 }),
        column(PORTAL_NOTE, 'Portal’s note', 'text', { width: 40 }),
        ...(lastYear
          ? [column('before', String(lastYear.year), 'text', { width: 34 }), column('difference', 'Difference', 'text', { width: 26 })]
          : []),
      ],
      cellsOf: (question) => plainCells(question, (compared.get(question.code) ?? [])[0], parts),
      rowsOf: (question) => answeredRows(question, compared.get(question.code) ?? [], parts),
      columnsOf: (question, rows) => withoutIdle(question, tableColumns(question, lastYear !== null), rows),
      nothing: parts.returned ? 'None stated' : 'None so far',
    })
    return { ...view, pieces: view.pieces.map(withoutIdleNote) }
  })
  const [signed] = parts.returns
  const state =
    parts.returned && signed
      ? `Signed by ${signed.signerName}, ${signed.signerTitle}, and returned on ${formatLongDate(signed.signedOn)}.`
      : `Not returned yet: ${formatCount(answers.filter(({ value }) => value !== null).length)} answers so far.`
  return { ...framed(parts, parts.returned ? 'final' : 'preliminary', state), sections, before: lastYear?.year ?? null }
}

/** Few answers have a note: where none does there is no column for one. */
const withoutIdleNote = (piece: QuestionnairePiece): QuestionnairePiece =>
  piece.rows.some(({ cells }) => cells[PORTAL_NOTE]) ? piece : { ...piece, columns: piece.columns.filter(({ key }) => key !== PORTAL_NOTE) }

/** Until it is returned, an answer that is still to come differs from nothing, and a row that last year added has not been left out. */
function soFar(one: ComparedAnswer, content: Questionnaire): ComparedAnswer[] {
  if (one.now !== null || one.before === null) return [one]
  const isAdded = questionsOf(content).some(({ code, rows }) => code === one.question && rows === 'ADDED')
  return isAdded ? [] : [{ ...one, difference: 'NONE' }]
}

interface Drawing {
  columns: ViewTable['columns']
  cellsOf: (question: Question) => Pick<AnswerRow, 'difference' | 'cells'>
  columnsOf: (question: Question, rows: readonly AnswerRow[]) => ViewTable['columns']
  rowsOf: (question: Question) => AnswerRow[]
  /** The answer of a table without a row, which is then a line among the others; a form to be written on draws it. */
  nothing?: string
}

export function sectionView(
  section: QuestionnaireSection,
  index: number,
  shown: readonly Question[],
  { columns, cellsOf, columnsOf, rowsOf, nothing }: Drawing,
): QuestionnaireSectionView {
  const numberOf = (question: Question) => `${index + 1}.${section.questions.indexOf(question) + 1}`
  const rows = new Map(shown.filter(({ type }) => type === 'rows').map((question) => [question.code, rowsOf(question)]))
  const isTable = ({ code }: Question) => (rows.get(code)?.length ?? 0) > 0 || (nothing === undefined && rows.has(code))
  const lineOf = (question: Question): AnswerRow => {
    const { cells, difference } = rows.has(question.code) ? withoutRows(columns, nothing) : cellsOf(question)
    return {
      id: question.code,
      question: question.code,
      row: '',
      difference,
      cells: { number: numberOf(question), question: `${question.label}${question.required ? ' *' : ''}`, ...cells },
    }
  }
  const pieces: QuestionnairePiece[] = []
  for (const question of shown) {
    const before = pieces.at(-1)
    const own = rows.get(question.code) ?? []
    const piece = { id: question.code, note: '', total: null }
    if (isTable(question))
      pieces.push({
        ...piece,
        isTable: true,
        title: `${numberOf(question)} ${question.label}`,
        note: question.hint ?? '',
        columns: columnsOf(question, own),
        rows: own,
      })
    else if (before && !before.isTable) pieces.splice(-1, 1, { ...before, rows: [...before.rows, lineOf(question)] })
    else {
      const title = before ? `${section.title}, from ${numberOf(question)}` : section.title
      pieces.push({ ...piece, isTable: false, title, columns, rows: [lineOf(question)] })
    }
  }
  return { code: section.code, number: index + 1, title: section.title, note: section.note ?? '', pieces }
}

const withoutRows = (columns: ViewTable['columns'], nothing = ''): Pick<AnswerRow, 'difference' | 'cells'> => ({
  difference: 'NONE',
  cells: Object.fromEntries(
    columns.flatMap(({ key }) =>
      key === 'number' || key === 'question' || key === PORTAL_NOTE ? [] : [[key, key === 'now' ? nothing : MISSING]],
    ),
  ),
})

function plainCells(
  question: Question,
  one: ComparedAnswer | undefined,
  { files, book, content, period }: QuestionnaireParts,
): Pick<AnswerRow, 'difference' | 'cells'> {
  if (question.type === 'file') {
    const names = files.filter((file) => file.question === question.code).map(({ uploadName }) => uploadName)
    return { difference: 'NONE', cells: { now: names.join(', ') || MISSING, before: MISSING, difference: MISSING } }
  }
  const words = (side: Answer | null | undefined) => {
    const text = answerWords(question, side?.value, insuredNames(book))
    return side?.note ? `${text} (${side.note})` : text
  }
  const difference = one?.difference ?? 'NONE'
  const note = portalNoteOf(content, question, book, period, one?.now?.value ?? null)
  return {
    difference,
    cells: {
      now: words(one?.now),
      ...(note && { [PORTAL_NOTE]: note }),
      before: words(one?.before),
      difference: differenceWords(question, one),
    },
  }
}

function differenceWords(question: Question, one: ComparedAnswer | undefined): string {
  if (!one || one.difference === 'NONE') return MISSING
  const { change, changeFraction } = one
  if (change === null || change === 0) return DIFFERENCES[one.difference]
  const sign = change > 0 ? '+' : ''
  return `${sign}${sizeWords(question.type, change)}${changeFraction === null ? '' : `, ${sign}${formatPercent(changeFraction)}`}`
}

/** A row's own name comes first where the book gives it; then the columns, then what the row says as a whole. */
export function tableColumns(question: Question, compared: boolean): ViewTable['columns'] {
  const { rows, columns = [] } = question
  return [
    ...(rows === 'ADDED' ? [] : [column(ROW_NAME, rows === 'ENTITIES' ? 'Legal entity' : 'Insured', 'text', { width: 22 })]),
    ...columns.map(({ code, label, type }) =>
      column(code, label, 'text', {
        width: type === 'text' ? 20 : 13,
        align: type === 'money' || type === 'number' || type === 'percent' ? 'right' : 'left',
      }),
    ),
    ...(rows === 'ADDED' ? [] : [column(ROW_ANSWER, 'Answer', 'text', { width: 12 })]),
    ...(compared ? [column(ROW_DIFFERENCE, 'Difference', 'text', { width: 14 })] : []),
  ]
}

/** Columns that have to be filled in, and those in which something stands. */
function withoutIdle({ columns = [] }: Question, shown: ViewTable['columns'], rows: readonly AnswerRow[]): ViewTable['columns'] {
  if (rows.length === 0) return shown
  return shown.filter(
    ({ key }) =>
      columns.some(({ code, required }) => code === key && required) || rows.some(({ cells }) => (cells[key] ?? MISSING) !== MISSING),
  )
}

function answeredRows(question: Question, compared: readonly ComparedAnswer[], { book }: QuestionnaireParts): AnswerRow[] {
  return compared.map((one): AnswerRow => {
    const value = one.now?.value ?? null
    // A row that is gone is told by what stood in it last year.
    const shown = value ?? (one.difference === 'GONE' ? (one.before?.value ?? null) : null)
    const unchanged = isRowValue(shown) && shown.unchanged === true
    const stored = isRowValue(shown) ? shown.cells : {}
    const cells = unchanged ? { ...known(question, one.row, book), ...stored } : stored
    return {
      id: `${question.code}/${one.row}`,
      question: question.code,
      row: one.row,
      difference: one.difference,
      cells: {
        ...wordsOf(question, cells, book),
        [ROW_NAME]: one.rowName,
        [ROW_ANSWER]: value === null ? 'Not answered' : unchanged ? 'No change' : 'As written',
        [ROW_DIFFERENCE]: one.difference === 'NONE' ? MISSING : DIFFERENCES[one.difference],
      },
    }
  })
}

const known = (question: Question, row: string, book: QuestionnaireBook): Record<string, Cell> => {
  const insured = question.fact === 'CENSUS' ? book.insureds.find(({ id }) => String(id) === row) : undefined
  return insured ? censusCells(question, insured) : {}
}

export function wordsOf(
  { columns = [] }: Question,
  cells: Readonly<Record<string, Cell>>,
  book: QuestionnaireBook,
): Record<string, string> {
  const names = insuredNames(book)
  return Object.fromEntries(columns.map((each) => [each.code, cellWords(each, cells[each.code], names)]))
}
