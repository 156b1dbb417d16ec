/** The annual questionnaire (report type AQU): its sections and typed questions as data, and what makes such a set valid. */
import { BOOK_FACTS, type BookFact } from './register-facts.ts'

/** Fields that a question and the cell of a table have in common. */
const PLAIN_TYPES = {
  number: 'Number',
  money: 'Amount in dollars',
  percent: 'Percentage',
  date: 'Date',
  yesNo: 'Yes or no',
  choice: 'One of several',
} as const
export const QUESTION_TYPES = {
  text: 'Short text',
  area: 'Long text',
  ...PLAIN_TYPES,
  rows: 'Table',
  file: 'File',
  contact: 'Contact',
} as const
export type QuestionType = keyof typeof QUESTION_TYPES
export const COLUMN_TYPES = {
  text: 'Text',
  ...PLAIN_TYPES,
  insured: 'An insured person',
} as const
export type ColumnType = keyof typeof COLUMN_TYPES

/** Where the rows of a table come from: the person answering adds them, or the book has them already and each is confirmed. */
export const ROW_SOURCES = {
  ADDED: 'Rows that the institution adds',
  INSUREDS: 'One row an insured',
  ENTITIES: 'One row a legal entity',
} as const
export type RowSource = keyof typeof ROW_SOURCES

export interface Option {
  value: string
  label: string
}
export interface QuestionColumn {
  code: string
  label: string
  type: ColumnType
  required?: boolean | undefined
  options?: Option[] | undefined
  /** Salary and its like: for those alone who may see personal detail. */
  personal?: boolean | undefined
}
export interface Question {
  /** The same over all versions: last year's answer is found by it. */
  code: string
  label: string
  hint?: string | undefined
  type: QuestionType
  required: boolean
  /** For a choice. */
  options?: Option[] | undefined
  /** For a table. */
  columns?: QuestionColumn[] | undefined
  rows?: RowSource | undefined
  /** Asked beside a yes, or a no. */
  followUp?: { on: 'yes' | 'no'; label: string; required: boolean } | undefined
  /** For numbers, cents or fractions. */
  least?: number | undefined
  most?: number | undefined
  /** A fraction: an answer further than this from last year's is explained in a note. */
  explainBeyond?: number | undefined
  /** For a date: not after today. */
  past?: boolean | undefined
  /** Asked only when an earlier question is answered so: "yes", "no", or the value of a choice. */
  when?: { question: string; is: string } | undefined
  /** False: about this year alone, so that last year's answer is not offered again. */
  carried?: boolean | undefined
  /** The fact of the register it asks about: offered from there, and proposed to be changed there. */
  fact?: BookFact | undefined
}
export interface QuestionnaireSection {
  code: string
  title: string
  note?: string | undefined
  questions: Question[]
}
export interface Questionnaire {
  sections: QuestionnaireSection[]
  /** The signer's statement. */
  attestation: string
}

export const SECTIONS_MOST = 40
export const QUESTIONS_MOST = 300
export const OPTIONS_MOST = 60
export const COLUMNS_MOST = 14

export const questionsOf = ({ sections }: Pick<Questionnaire, 'sections'>): Question[] => sections.flatMap(({ questions }) => questions)

export const questionOf = (questionnaire: Questionnaire, code: string): Question | undefined =>
  questionsOf(questionnaire).find((question) => question.code === code)

/** The columns without those of personal detail, for readers who may not see it. */
export const withoutPersonalColumns = (questionnaire: Questionnaire): Questionnaire => ({
  ...questionnaire,
  sections: questionnaire.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) =>
      question.columns ? { ...question, columns: question.columns.filter(({ personal }) => !personal) } : question,
    ),
  })),
})

/** Number, amount or percentage: it has a size. */
export const isNumeric = (type: QuestionType | ColumnType): type is 'number' | 'money' | 'percent' =>
  type === 'number' || type === 'money' || type === 'percent'

export interface DefinitionProblem {
  /** "sections.2.questions.0.label" */
  field: string
  message: string
}

const CODE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Faults that keep a set of questions from being used, each with the field it is in; none when it can be sent. */
export function definitionProblems({ sections, attestation }: Questionnaire): DefinitionProblem[] {
  const found: DefinitionProblem[] = []
  const say = (field: string, message: string) => found.push({ field, message })
  if (attestation.trim() === '') say('attestation', 'Enter what the signer states.')
  if (sections.length === 0) say('sections', 'A questionnaire has at least one section.')
  if (sections.length > SECTIONS_MOST) say('sections', `A questionnaire has up to ${SECTIONS_MOST} sections.`)
  if (questionsOf({ sections }).length > QUESTIONS_MOST) say('sections', `A questionnaire has up to ${QUESTIONS_MOST} questions.`)
  const before = new Map<string, Question>()
  const facts = new Set<BookFact>()
  const sectionCodes = new Set<string>()
  for (const [at, section] of sections.entries()) {
    const place = `sections.${at}`
    if (!CODE.test(section.code) || sectionCodes.has(section.code)) say(`${place}.code`, 'Each section has a code of its own.')
    sectionCodes.add(section.code)
    if (section.title.trim() === '') say(`${place}.title`, 'Enter the section’s title.')
    if (section.questions.length === 0) say(`${place}.questions`, 'A section has at least one question.')
    for (const [index, question] of section.questions.entries()) {
      for (const { field, message } of questionProblems(question, before, facts)) say(`${place}.questions.${index}.${field}`, message)
      before.set(question.code, question)
      if (question.fact) facts.add(question.fact)
    }
  }
  return found
}

function questionProblems(question: Question, before: ReadonlyMap<string, Question>, facts: ReadonlySet<BookFact>): DefinitionProblem[] {
  const found: DefinitionProblem[] = []
  const say = (field: string, message: string) => found.push({ field, message })
  const { type, options, columns, rows, followUp, least, most, when, fact } = question
  if (!CODE.test(question.code)) say('code', 'A code has small letters, digits and hyphens.')
  if (before.has(question.code)) say('code', 'Another question has this code.')
  if (question.label.trim() === '') say('label', 'Enter the question.')
  if (type === 'choice') found.push(...optionProblems('options', options))
  else if (options) say('options', 'Only a choice has options.')
  if (type === 'rows') {
    if (!rows) say('rows', 'Choose where the rows come from.')
    found.push(...columnProblems(columns))
  } else if (columns || rows) say('columns', 'Only a table has columns.')
  if (followUp && type !== 'yesNo') say('followUp', 'Only a yes or no question has a follow-up.')
  if (followUp && followUp.label.trim() === '') say('followUp', 'Enter the follow-up question.')
  if ((least !== undefined || most !== undefined || question.explainBeyond !== undefined) && !isNumeric(type))
    say('least', 'Only numbers have limits.')
  if (least !== undefined && most !== undefined && least > most) say('least', 'The least is more than the most.')
  if (question.past && type !== 'date') say('past', 'Only a date can be limited to the past.')
  if (when) {
    const asked = before.get(when.question)
    const answers = asked?.type === 'yesNo' ? ['yes', 'no'] : (asked?.options?.map(({ value }) => value) ?? [])
    if (!asked || !answers.includes(when.is)) say('when', 'Choose an answer of an earlier yes or no, or of an earlier choice.')
  }
  if (fact) {
    const { label, type: wanted, rows: wantedRows } = BOOK_FACTS[fact]
    if (facts.has(fact)) say('fact', `Another question asks about ${label.toLowerCase()} already.`)
    if (type !== wanted || rows !== wantedRows) say('fact', `${label} is asked as: ${QUESTION_TYPES[wanted].toLowerCase()}.`)
    const missing = BOOK_FACTS[fact].columns.filter((code) => !columns?.some((column) => column.code === code))
    if (missing.length > 0) say('columns', `${label} needs the columns ${missing.join(', ')}.`)
    // Whoever writes questions opens nothing of the book to those who may not see it: salaries are offered from there.
    if (fact === 'CENSUS' && columns?.some(({ code, personal }) => code === 'salary' && !personal))
      say('columns', 'Salaries are personal detail: this column cannot be changed.')
  }
  return found
}

function columnProblems(columns: readonly QuestionColumn[] = []): DefinitionProblem[] {
  if (columns.length === 0) return [{ field: 'columns', message: 'A table has at least one column.' }]
  if (columns.length > COLUMNS_MOST) return [{ field: 'columns', message: `A table has up to ${COLUMNS_MOST} columns.` }]
  const codes = new Set<string>()
  return columns.flatMap(({ code, label, type, options }, index) => {
    const field = `columns.${index}`
    const found: DefinitionProblem[] = []
    if (!/^[a-z][A-Za-z0-9]*$/.test(code) || codes.has(code))
      found.push({ field: `${field}.code`, message: 'Each column has a code of its own.' })
    codes.add(code)
    if (label.trim() === '') found.push({ field: `${field}.label`, message: 'Enter the column’s name.' })
    if (type === 'choice') found.push(...optionProblems(`${field}.options`, options))
    return found
  })
}

function optionProblems(field: string, options: readonly Option[] = []): DefinitionProblem[] {
  if (options.length < 2 || options.length > OPTIONS_MOST) return [{ field, message: `Offer 2 to ${OPTIONS_MOST} answers to choose from.` }]
  if (new Set(options.map(({ value }) => value)).size < options.length) return [{ field, message: 'Two answers have the same value.' }]
  return options.some(({ value, label }) => value.trim() === '' || label.trim() === '') ? [{ field, message: 'Enter every answer.' }] : []
}
