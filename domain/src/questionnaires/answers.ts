/** Answers of a questionnaire: their form, the rules of each, and the answers still missing before it can be signed. */

import { counted } from '../primitives/counted.ts'
import { cents, formatCount, formatMoney, formatPercent } from '../primitives/money.ts'
import { isPlainDate, type PlainDate } from '../primitives/period.ts'
import { isEmail, isPhone } from '../primitives/typed-input.ts'
import {
  type ColumnType,
  isNumeric,
  type Question,
  type QuestionColumn,
  type Questionnaire,
  type QuestionnaireSection,
  type QuestionType,
  questionsOf,
} from './definition.ts'
import { BOOK_FACTS, type QuestionnaireBook } from './register-facts.ts'

/** Money is cents, a percentage a fraction, a date YYYY-MM-DD, a choice its value. */
export type Cell = string | number | boolean | null
export interface RowValue {
  cells: Record<string, Cell>
  /** For a row from the register: everything in it still holds. */
  unchanged?: boolean | undefined
}
export interface ContactValue {
  name: string
  title: string
  email: string
  phone: string
}
export type AnswerValue = string | number | boolean | RowValue | ContactValue
export interface Answer {
  question: string
  /** For a table: the row's own key, the insured's or the entity's number for rows of the book. Empty otherwise. */
  row: string
  /** Null is an answer taken back. */
  value: AnswerValue | null
  /** The follow-up to a yes or no, or the reason for a number far from last year's. */
  note: string
}

export const TEXT_MOST = 4_000
export const NOTE_MOST = 2_000
export const ROWS_MOST = 500
/** Cents that a number of JavaScript holds exactly. */
const NUMBER_MOST = Number.MAX_SAFE_INTEGER

export const isRowValue = (value: AnswerValue | null): value is RowValue => typeof value === 'object' && value !== null && 'cells' in value
export const isContact = (value: AnswerValue | null): value is ContactValue =>
  typeof value === 'object' && value !== null && !('cells' in value)

/** The answers by question, rows in the order given; what was taken back is left out. */
export function byQuestion(answers: readonly Answer[]): Map<string, Answer[]> {
  return Map.groupBy(
    answers.filter(({ value }) => value !== null),
    ({ question }) => question,
  )
}

/** Why a value cannot be an answer to the question at all; undefined when it can be kept, complete or not. */
export function shapeProblem(question: Question, { row, value, note }: Omit<Answer, 'question'>): string | undefined {
  if (note.length > NOTE_MOST) return `A note has up to ${NOTE_MOST.toLocaleString('en-US')} characters.`
  if ((question.type === 'rows') !== (row !== '')) return question.type === 'rows' ? 'Enter the row’s name.' : 'This question has no rows.'
  if (value === null) return undefined
  const { type } = question
  if (type === 'file') return 'Attach a file instead.'
  if (type === 'rows') return isRowValue(value) ? rowShape(question, value) : 'Send the cells of the row.'
  if (type === 'contact')
    return isContact(value) && Object.values(value).every((text) => text.length <= 200) ? undefined : 'Send name, title, email and phone.'
  if (type === 'area' || type === 'text') return typeof value === 'string' && value.length <= TEXT_MOST ? undefined : 'Enter text.'
  return typeof value === 'object' ? 'Send one value.' : cellShape(question, value)
}

function rowShape({ columns = [] }: Question, { cells }: RowValue): string | undefined {
  for (const [code, cell] of Object.entries(cells)) {
    const column = columns.find((one) => one.code === code)
    if (!column) return `There is no column ${code}.`
    const problem = cell === null ? undefined : cellShape(column, cell)
    if (problem) return `${column.label}: ${problem}`
  }
  return undefined
}

function cellShape(
  { type, options }: Pick<Question | QuestionColumn, 'type' | 'options'>,
  value: string | number | boolean,
): string | undefined {
  if (type === 'yesNo') return typeof value === 'boolean' ? undefined : 'Answer yes or no.'
  if (isNumeric(type)) {
    if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > NUMBER_MOST) return 'Enter a number.'
    return type === 'percent' || Number.isSafeInteger(value) ? undefined : 'Enter a whole number.'
  }
  if (typeof value !== 'string') return 'Enter text.'
  if (type === 'date') return isPlainDate(value) ? undefined : 'Enter a date as YYYY-MM-DD.'
  if (type === 'insured') return /^\d{1,9}$/.test(value) ? undefined : 'Choose an insured person.'
  if (type === 'choice') return options?.some((option) => option.value === value) ? undefined : 'Choose one of the answers.'
  return value.length <= TEXT_MOST ? undefined : `Enter up to ${TEXT_MOST.toLocaleString('en-US')} characters.`
}

/** The facts that answers are judged by, beside the questions. */
export interface AnswerContext {
  today: PlainDate
  book: QuestionnaireBook
  lastYear: readonly Answer[]
  /** How many files are attached, by question. */
  files: ReadonlyMap<string, number>
}
/** Something to do before the questionnaire can be returned. */
export interface Left {
  section: string
  question: string
  row: string
  message: string
}
export interface SectionProgress {
  code: string
  /** Answers that are required here; each row from the register counts as one. */
  required: number
  /** Those answered without a problem. */
  done: number
  left: Left[]
}

/** Whether a question is asked, by what was answered before it. */
export function isAsked({ when }: Question, answers: ReadonlyMap<string, readonly Answer[]>): boolean {
  if (!when) return true
  const value = answers.get(when.question)?.[0]?.value
  return (value === true ? 'yes' : value === false ? 'no' : value) === when.is
}

/** How far each section is. A questionnaire can be signed when nothing is left in any. */
export function progressOf(questionnaire: Questionnaire, answers: readonly Answer[], context: AnswerContext): SectionProgress[] {
  const given = byQuestion(answers)
  return questionnaire.sections.map((section) => progressOfSection(questionnaire, section, given, context))
}

function progressOfSection(
  questionnaire: Questionnaire,
  section: QuestionnaireSection,
  given: ReadonlyMap<string, readonly Answer[]>,
  context: AnswerContext,
): SectionProgress {
  const left: Left[] = []
  let required = 0
  let done = 0
  for (const question of section.questions) {
    if (!isAsked(question, given)) continue
    const own = given.get(question.code) ?? []
    for (const { row, needed, message } of itemsOf(questionnaire, question, own, given, context)) {
      if (needed) required += 1
      if (message) left.push({ section: section.code, question: question.code, row, message })
      else if (needed) done += 1
    }
  }
  return { code: section.code, required, done, left }
}

interface Item {
  row: string
  needed: boolean
  /** Problems and missing answers. */
  message?: string | undefined
}

const NOT_ANSWERED = 'Not answered yet.'

function itemsOf(
  questionnaire: Questionnaire,
  question: Question,
  own: readonly Answer[],
  given: ReadonlyMap<string, readonly Answer[]>,
  context: AnswerContext,
): Item[] {
  const { type, required } = question
  if (type === 'file') {
    const attached = (context.files.get(question.code) ?? 0) > 0
    return [{ row: '', needed: required, message: required && !attached ? 'No file is attached yet.' : undefined }]
  }
  if (type !== 'rows') {
    const [answer] = own
    if (!answer) return [{ row: '', needed: required, message: required ? NOT_ANSWERED : undefined }]
    return [{ row: '', needed: required, message: plainProblem(question, answer, context) }]
  }
  if (question.rows === 'ADDED') {
    const rows: Item[] = own.map((answer) => ({ row: answer.row, needed: false, message: rowProblem(question, answer, context) }))
    return [{ row: '', needed: required, message: required && own.length === 0 ? 'Add at least one row.' : undefined }, ...rows]
  }
  const keys = bookRows(question, context.book)
  const items = keys.map(({ key }): Item => {
    const answer = own.find(({ row }) => row === key)
    if (!answer) return { row: key, needed: required, message: required ? NOT_ANSWERED : undefined }
    return { row: key, needed: required, message: rowProblem(question, answer, context) }
  })
  const [first] = items
  if (question.fact === 'EMPLOYEES' && first && !first.message) first.message = tooFewEmployees(questionnaire, own, given, context)
  return items
}

/** The rows that a table takes from the book, by key; none when the institution adds its own. */
export function bookRows({ rows }: Pick<Question, 'rows'>, book: QuestionnaireBook): { key: string; name: string }[] {
  if (rows === 'INSUREDS') return book.insureds.map(({ id, name }) => ({ key: String(id), name }))
  return rows === 'ENTITIES' ? book.entities.map(({ id, name }) => ({ key: String(id), name })) : []
}

function plainProblem(question: Question, { value, note }: Answer, context: AnswerContext): string | undefined {
  if (typeof value === 'string' && value.trim() === '') return question.required ? NOT_ANSWERED : undefined
  if (isContact(value)) return contactProblem(value)
  if (question.type === 'yesNo' && question.followUp?.required && (question.followUp.on === 'yes') === value && note.trim() === '')
    return question.followUp.label
  if (typeof value === 'number') return numberProblem(question, value, note, context)
  if (question.type === 'date' && question.past && typeof value === 'string' && value > context.today) return 'This date is in the future.'
  return undefined
}

function contactProblem({ name, email, phone }: ContactValue): string | undefined {
  if (name.trim() === '') return 'Enter the name.'
  if (email !== '' && !isEmail(email)) return 'Enter an email address such as name@bank.com.'
  return phone === '' || isPhone(phone) ? undefined : 'Enter the ten digits of a US phone number.'
}

/** A number of a question: dollars, a percentage or a count. */
export function sizeWords(type: QuestionType | ColumnType, value: number): string {
  if (type === 'money') return formatMoney(cents(value))
  return type === 'percent' ? formatPercent(value) : formatCount(value)
}

function numberProblem(question: Question, value: number, note: string, { lastYear, book }: AnswerContext): string | undefined {
  const { type, least, most, explainBeyond, fact } = question
  if (least !== undefined && value < least) return `Enter ${sizeWords(type, least)} or more.`
  if (most !== undefined && value > most) return `Enter ${sizeWords(type, most)} or less.`
  if (explainBeyond === undefined || note.trim() !== '') return undefined
  const before = lastYear.find((answer) => answer.question === question.code)?.value ?? (fact ? BOOK_FACTS[fact].known(book) : null)
  if (typeof before !== 'number' || before === 0 || Math.abs(value - before) <= Math.abs(before) * explainBeyond) return undefined
  return `This is more than ${Math.round(explainBeyond * 100)}% away from ${sizeWords(type, before)}, the figure before. Say why in the note.`
}

function rowProblem(question: Question, { row, value }: Answer, { today, book }: AnswerContext): string | undefined {
  if (!isRowValue(value) || value.unchanged) return undefined
  const { columns = [], fact } = question
  for (const column of columns) {
    const problem = cellProblem(column, value.cells[column.code] ?? null, book)
    if (problem) return `${column.label}: ${problem}`
  }
  const day = value.cells[fact === 'CENSUS' ? 'statusDate' : 'date']
  if ((fact === 'CENSUS' || fact === 'DEATHS') && typeof day === 'string' && day > today) return 'This date is in the future.'
  const known = fact === 'CENSUS' ? book.insureds.find(({ id }) => String(id) === row) : undefined
  if (known && value.cells.status !== known.employmentStatus && !day) return 'Enter the date from which the status applies.'
  return undefined
}

function cellProblem({ type, required, code }: QuestionColumn, cell: Cell, book: QuestionnaireBook): string | undefined {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return required ? 'not answered yet.' : undefined
  if (isNumeric(type) && typeof cell === 'number' && cell < 0) return 'write 0 or more.'
  if (type === 'insured' && ![...book.insureds, ...(book.deaths ?? [])].some(({ id }) => String(id) === cell))
    return 'choose one of your insured people.'
  if (code === 'email' && typeof cell === 'string' && !isEmail(cell)) return 'write an email address such as name@bank.com.'
  return code === 'phone' && typeof cell === 'string' && !isPhone(cell) ? 'write the ten digits of a US phone number.' : undefined
}

/** Whoever is insured and active is an employee (IRC 101(j)(5)(A) counts directors too): there are at least as many. */
function tooFewEmployees(
  questionnaire: Questionnaire,
  own: readonly Answer[],
  given: ReadonlyMap<string, readonly Answer[]>,
  { book }: AnswerContext,
): string | undefined {
  const census = questionsOf(questionnaire).find(({ fact }) => fact === 'CENSUS')
  const said = new Map((census ? (given.get(census.code) ?? []) : []).map(({ row, value }) => [row, value]))
  const active = book.insureds.filter(({ id, employmentStatus }) => {
    const value = said.get(String(id)) ?? null
    return (isRowValue(value) && !value.unchanged ? (value.cells.status ?? employmentStatus) : employmentStatus) === 'ACTIVE'
  }).length
  let employees = 0
  for (const { value } of own) if (isRowValue(value) && typeof value.cells.employees === 'number') employees += value.cells.employees
  if (own.length < book.entities.length || employees >= active) return undefined
  return `${active} insured people are active, so there cannot be only ${counted(employees, 'employee')}. Directors count.`
}
