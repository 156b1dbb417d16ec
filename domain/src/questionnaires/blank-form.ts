/** A questionnaire with room to write, for a bank that answers by hand: beside each question what is known already. */

import { MISSING } from '../primitives/money.ts'
import { column } from '../reports/table.ts'
import { type Answer, bookRows, byQuestion, type Cell, isRowValue } from './answers.ts'
import type { Question } from './definition.ts'
import { answerWords } from './formats.ts'
import { insuredNames, onFileOf } from './prefilled-answers.ts'
import type { QuestionnaireBook } from './register-facts.ts'
import { framed, type QuestionnaireParts } from './rows-by-entity.ts'
import {
  type AnswerRow,
  type QuestionnaireSectionView,
  type QuestionnaireView,
  ROW_ANSWER,
  ROW_NAME,
  sectionView,
  tableColumns,
  wordsOf,
} from './view.ts'

/** Rows that a bank is given to fill in by hand. */
const EMPTY_ROWS = 6
/** Printed where somebody writes: spaces that keep a column wide. */
const EMPTY = '\u00a0'.repeat(24)
const EMPTY_ANSWER = '\u00a0'.repeat(90)
const BOX = '[\u00a0\u00a0\u00a0]\u00a0'
/** Every question, asked or not by what was answered before: on paper nobody knows yet. */
export function buildBlankQuestionnaire(parts: QuestionnaireParts): QuestionnaireView {
  const { content, book } = parts
  const names = insuredNames(book)
  const offered = byQuestion(parts.offers)
  const sections = content.sections.map(
    (section, index): QuestionnaireSectionView =>
      sectionView(section, index, section.questions, {
        columns: [
          column('number', 'No.', 'text', { width: 6 }),
          column('question', 'Question', 'text', { width: 54 }),
          column('before', 'On file', 'text', { width: 36 }),
          column('now', 'Your answer', 'text', { width: 60 }),
        ],
        cellsOf: (question) => ({
          difference: 'NONE',
          cells: {
            before:
              knownOf(onFileOf(content, question, book, parts.period)) ??
              answerWords(question, offered.get(question.code)?.[0]?.value, names),
            now: room(question),
          },
        }),
        rowsOf: (question) => emptyRows(question, offered.get(question.code) ?? [], book),
        columnsOf: (question) => tableColumns(question, false),
      }),
  )
  return {
    ...framed({ ...parts, returns: [] }, 'preliminary', 'To be filled in, signed and sent back to your service team.'),
    sections,
    blank: true,
    before: null,
  }
}

/** The register's count, with what it counts where another paper counts otherwise. */
const knownOf = (known: ReturnType<typeof onFileOf>): string | undefined =>
  known && (known.scope ? `${known.words}. ${known.scope}` : known.words)

function emptyRows(question: Question, offers: readonly Answer[], book: QuestionnaireBook): AnswerRow[] {
  const { columns = [] } = question
  const row = (key: string, name: string, cells: Readonly<Record<string, Cell>>): AnswerRow => {
    const words = wordsOf(question, cells, book)
    return {
      id: `${question.code}/${key}`,
      question: question.code,
      row: key,
      difference: 'NONE',
      cells: {
        ...Object.fromEntries(columns.map(({ code }) => [code, words[code] === MISSING ? EMPTY : (words[code] ?? EMPTY)])),
        [ROW_NAME]: name,
        [ROW_ANSWER]: `${BOX}No change`,
      },
    }
  }
  const cellsOf = (key: string) => {
    const value = offers.find((offer) => offer.row === key)?.value ?? null
    return isRowValue(value) ? value.cells : {}
  }
  if (question.rows !== 'ADDED') return bookRows(question, book).map(({ key, name }) => row(key, name, cellsOf(key)))
  const there = offers.map((offer) => row(offer.row, '', cellsOf(offer.row)))
  return [...there, ...Array.from({ length: EMPTY_ROWS }, (_, index) => row(`empty ${index + 1}`, '', {}))]
}

/** Where somebody writes or ticks. */
function room({ type, options = [], followUp }: Question): string {
  if (type === 'file') return 'Please enclose it.'
  if (type === 'choice') return options.map(({ label }) => `${BOX}${label.replaceAll(' ', '\u00a0')}`).join('     ')
  if (type !== 'yesNo') return EMPTY_ANSWER
  return `${BOX}Yes     ${BOX}No${followUp ? `     If ${followUp.on}: ${followUp.label}` : ''}`
}
