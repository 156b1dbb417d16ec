/** Proposed changes of a returned questionnaire to the in-force register: one proposal for each record whose answers the institution changed. Nothing is written by it. */
import { MISSING } from '../primitives/money.ts'
import { addDays, addMonthEnds, formatDate, isPlainDate, type PlainDate } from '../primitives/period.ts'
import { type Answer, byQuestion, type Cell, isAsked, isRowValue } from './answers.ts'
import { type Question, type Questionnaire, questionsOf } from './definition.ts'
import { cellWords } from './formats.ts'
import { censusCells, insuredNames } from './prefilled-answers.ts'
import { BOOK_FACTS, type BookFact, type QuestionnaireBook } from './register-facts.ts'

/** The records of the book that answers change, in the order they are shown. */
export const CHANGE_KINDS = {
  INSTITUTION: 'The institution',
  CAPITAL: 'Capital',
  TAX: 'Tax rates',
  LIMITS: 'Limits of the board',
  EMPLOYEES: 'Employees at year end',
  CENSUS: 'Census',
  DEATH: 'Deaths',
  CONTACT: 'Contacts',
} as const
export type ChangeKind = keyof typeof CHANGE_KINDS

export interface ChangedField {
  /** The fact, or the column of the table. */
  field: string
  label: string
  /** In the book now. */
  from: Cell
  to: Cell
  /** Both as people read them. */
  fromWords: string
  toWords: string
  /** The register's value when the questionnaire was sent, where it is another now; null otherwise. */
  sentWords: string | null
}
export interface ProposedChange {
  kind: ChangeKind
  /** The record: a fact of the institution, or the row of a table; empty for records that there is one of. */
  key: string
  title: string
  fields: ChangedField[]
  /** Everything answered about the record, changed or not: a decision is about these answers. */
  answered: Record<string, Cell>
  /** A remark for staff beside it, which no field of the register holds. */
  remarks: string[]
  /** From when on the record holds, or of which day it is; null when it has no date. */
  holdsFrom: PlainDate | null
}
/** The answers that were returned. */
export interface Returned {
  questionnaire: Questionnaire
  answers: readonly Answer[]
  /** The end of the fiscal year that was asked about. */
  period: PlainDate
  /** The day of the signature. */
  returnedOn: PlainDate
}

const OF_INSTITUTION = [
  'LEGAL_NAME',
  'CITY',
  'STATE',
  'EIN',
  'FDIC_CERTIFICATE',
  'PRIMARY_REGULATOR',
  'FISCAL_YEAR_END',
  'TAX_ENTITY',
  'TOTAL_EQUITY',
] as const
const OF_CAPITAL = ['CAPITAL_AS_OF', 'TIER_1', 'ALLOWANCE', 'TOTAL_CAPITAL', 'TOTAL_ASSETS'] as const
const OF_TAX = ['FEDERAL_RATE', 'STATE_RATE', 'COMBINED_RATE'] as const
const OF_LIMITS = ['PER_CARRIER_LIMIT', 'AGGREGATE_LIMIT', 'LIMITS_APPROVED'] as const

/** Kinds that hold from a day on until another row does: whoever accepts them may choose that day. */
export const HOLDS_ON: ReadonlySet<ChangeKind> = new Set(['TAX', 'LIMITS'])

/** The first and the last day from which what a year's questionnaire says can hold: of that year or of the one after. @param period the year's end */
export const daysOfEffect = (period: PlainDate): readonly [PlainDate, PlainDate] => [
  addDays(addMonthEnds(period, -12), 1),
  addMonthEnds(period, 12),
]

/** A sentence when what a year's questionnaire says cannot hold from the day. @param period the year's end */
export function effectiveOnProblem(day: PlainDate, period: PlainDate): string | undefined {
  const [first, last] = daysOfEffect(period)
  return day < first || day > last ? `Choose a day from ${formatDate(first)} to ${formatDate(last)}.` : undefined
}

/**
 * Every answer by which the institution differs from the book as it was sent, and that the book does not say already. An answer that only confirmed
 * what was offered proposes nothing, whatever became of the book since.
 * @param sent the book as it stood when the questionnaire was sent
 * @param now the book as it stands
 */
export function proposedChanges(returned: Returned, sent: QuestionnaireBook, now: QuestionnaireBook): ProposedChange[] {
  const meant = new Map(differences(returned, sent).map((change) => [`${change.kind} ${change.key}`, change]))
  return differences(returned, now).flatMap((change): ProposedChange[] => {
    const asSent = meant.get(`${change.kind} ${change.key}`)
    if (!asSent) return []
    const fields = change.fields.flatMap((one): ChangedField[] => {
      const then = asSent.fields.find(({ field }) => field === one.field)
      return then ? [{ ...one, sentWords: then.from === one.from ? null : then.fromWords }] : []
    })
    return fields.length > 0 || change.remarks.length > 0 ? [{ ...change, fields }] : []
  })
}

/** Whether somebody changed the record since the questionnaire was sent: two say different things, and a person decides between them. */
export const isContested = ({ fields }: Pick<ProposedChange, 'fields'>): boolean => fields.some(({ sentWords }) => sentWords !== null)

type Answers = ReadonlyMap<string, readonly Answer[]>
type Rows = (question: Question, rows: readonly Answer[]) => ProposedChange[]

/** By which the answers differ from one state of the book. */
function differences({ questionnaire, answers, period, returnedOn }: Returned, book: QuestionnaireBook): ProposedChange[] {
  const said = byQuestion(answers)
  const asked = questionsOf(questionnaire).filter((question) => isAsked(question, said))
  const ofFact = (fact: BookFact) => asked.find((question) => question.fact === fact)
  /** A fact stated without a date holds at the year's end, or from the day it was told when that is still to come. */
  const holdsFrom = returnedOn < period ? returnedOn : period
  const record = (kind: ChangeKind, facts: readonly BookFact[], from: PlainDate | null, key = ''): ProposedChange[] => {
    const questions = facts.flatMap((fact) => ofFact(fact) ?? [])
    const fields = questions.flatMap((question) => factChange(question, said, book) ?? [])
    if (fields.length === 0) return []
    const answered = Object.fromEntries(questions.map((question) => [question.fact ?? '', plainAnswerTo(question, said)]))
    const [first] = questions
    return [{ kind, key, title: key && first ? first.label : CHANGE_KINDS[kind], fields, answered, remarks: [], holdsFrom: from }]
  }
  const rowsOf = (fact: BookFact, work: Rows): ProposedChange[] => {
    const question = ofFact(fact)
    return question ? work(question, said.get(question.code) ?? []) : []
  }
  const deaths = ofFact('DEATHS')
  const dead = new Set((deaths ? (said.get(deaths.code) ?? []) : []).map(({ value }) => (isRowValue(value) ? value.cells.insured : null)))
  return [
    ...OF_INSTITUTION.flatMap((fact) => record('INSTITUTION', [fact], null, fact)),
    ...record('CAPITAL', OF_CAPITAL, dayAnswered(ofFact('CAPITAL_AS_OF'), said) ?? book.capital?.asOf ?? holdsFrom),
    ...record('TAX', OF_TAX, holdsFrom),
    ...record('LIMITS', OF_LIMITS, holdsFrom),
    ...rowsOf('EMPLOYEES', (question, rows) => employeeChanges(question, rows, book, period)),
    ...rowsOf('CENSUS', (question, rows) => censusChanges(question, rows, book, dead, holdsFrom)),
    ...rowsOf('DEATHS', (question, rows) => deathChanges(question, rows, book)),
    ...rowsOf('CONTACTS', (question, rows) => contactChanges(question, rows, book)),
  ]
}

/** The one plain value given to a question; null for none. */
function plainAnswerTo(question: Question, said: Answers): Cell {
  const value = said.get(question.code)?.[0]?.value
  return value === undefined || value === '' || typeof value === 'object' ? null : value
}

function dayAnswered(question: Question | undefined, said: Answers): PlainDate | null {
  const value = question ? plainAnswerTo(question, said) : null
  return typeof value === 'string' ? asDay(value) : null
}

function factChange(question: Question, said: Answers, book: QuestionnaireBook): ChangedField | null {
  const value = plainAnswerTo(question, said)
  if (!question.fact || value === null) return null
  const known = BOOK_FACTS[question.fact].known(book)
  return known === value ? null : field(question.fact, question, known, value)
}

const field = (
  name: string,
  asked: Parameters<typeof cellWords>[0] & { label: string },
  from: Cell,
  to: Cell,
  names?: ReadonlyMap<string, string>,
): ChangedField => ({
  field: name,
  label: asked.label,
  from,
  to,
  fromWords: cellWords(asked, from, names),
  toWords: cellWords(asked, to, names),
  sentWords: null,
})

/** By who files a return: what a subsidiary without an EIN of its own states is counted with its institution. */
function employeeChanges(
  question: Question,
  rows: readonly Answer[],
  { entities, employees = [] }: QuestionnaireBook,
  period: PlainDate,
): ProposedChange[] {
  const asked = question.columns?.find(({ code }) => code === 'employees')
  if (!asked) return []
  const filers = Map.groupBy(entities, ({ id, ownReturn = true }) => (ownReturn ? id : 0))
  return [...filers].flatMap(([id, theirs]): ProposedChange[] => {
    const stated = theirs.map((entity) => cellsOf(rows, String(entity.id)).employees)
    const counts = stated.filter((count) => typeof count === 'number')
    const own = entities.find((entity) => entity.id === id)
    if (!own || counts.length < theirs.length) return []
    const before = employees.find((count) => count.entityId === id && count.taxYearEnd === period)?.employees ?? null
    const after = counts.reduce((sum, count) => sum + count, 0)
    if (before === after) return []
    return [
      {
        kind: 'EMPLOYEES',
        key: String(id),
        title: own.name,
        fields: [field('employees', asked, before, after)],
        answered: { employees: after },
        remarks:
          theirs.length > 1 ? [`With ${theirs.flatMap((one) => (one.id === id ? [] : [one.name])).join(', ')}, on the same return.`] : [],
        holdsFrom: period,
      },
    ]
  })
}

/** Columns of the census whose answer the book holds under the same name; the others are told. */
const NOT_HELD = new Set(['newName', 'ssnChanged'])

function censusChanges(
  question: Question,
  rows: readonly Answer[],
  { insureds }: QuestionnaireBook,
  dead: ReadonlySet<Cell | undefined>,
  holdsFrom: PlainDate,
): ProposedChange[] {
  return insureds.flatMap((insured): ProposedChange[] => {
    const value = rows.find(({ row }) => row === String(insured.id))?.value ?? null
    if (!isRowValue(value) || value.unchanged) return []
    const diedToo = dead.has(String(insured.id))
    const known = censusCells(question, insured)
    const columns = (question.columns ?? []).filter(
      ({ code }) => !NOT_HELD.has(code) && !(diedToo && (code === 'status' || code === 'statusDate')),
    )
    const fields = changedCells({ columns }, known, value.cells).filter(({ to }) => to !== null)
    const { newName, ssnChanged } = value.cells
    const asked = question.columns?.find(({ code }) => code === 'newName')
    const name = typeof newName === 'string' ? newName.trim() : ''
    if (asked && name !== '' && name !== insured.name) fields.push(field('newName', { ...asked, label: 'Name' }, insured.name, name))
    const remarks = ssnChanged === true ? ['The Social Security number is to be corrected: ask for it through Bank Uploads.'] : []
    if (fields.length === 0 && remarks.length === 0) return []
    return [{ kind: 'CENSUS', key: String(insured.id), title: insured.name, fields, answered: { ...value.cells }, remarks, holdsFrom }]
  })
}

function deathChanges(question: Question, rows: readonly Answer[], book: QuestionnaireBook): ProposedChange[] {
  const names = insuredNames(book)
  return rows.flatMap(({ row, value }): ProposedChange[] => {
    if (!isRowValue(value)) return []
    const insured = book.insureds.find(({ id }) => String(id) === value.cells.insured)
    if (!insured || insured.employmentStatus === 'DECEASED') return []
    return [
      {
        kind: 'DEATH',
        key: row,
        title: insured.name,
        fields: changedCells(question, {}, value.cells, names),
        answered: { ...value.cells },
        remarks: [],
        holdsFrom: typeof value.cells.date === 'string' ? asDay(value.cells.date) : null,
      },
    ]
  })
}

/** People in the register who were not named again are removed: the table is answered as a whole. */
function contactChanges(question: Question, rows: readonly Answer[], { contacts = [] }: QuestionnaireBook): ProposedChange[] {
  if (rows.length === 0) return []
  const keys = new Set([...rows.map(({ row }) => row), ...contacts.map(({ key }) => key)])
  return [...keys].flatMap((key): ProposedChange[] => {
    const known: Readonly<Record<string, Cell>> = contacts.find((contact) => contact.key === key)?.cells ?? {}
    const now = cellsOf(rows, key)
    const fields = changedCells(question, known, now)
    const title = String(now.name ?? known.name ?? MISSING)
    return fields.length === 0 ? [] : [{ kind: 'CONTACT', key, title, fields, answered: { ...now }, remarks: [], holdsFrom: null }]
  })
}

const cellsOf = (rows: readonly Answer[], row: string): Record<string, Cell> => {
  const value = rows.find((answer) => answer.row === row)?.value ?? null
  return isRowValue(value) ? value.cells : {}
}

/** The columns in which two rows differ; an empty text is no value. */
function changedCells(
  { columns = [] }: Pick<Question, 'columns'>,
  before: Readonly<Record<string, Cell>>,
  after: Readonly<Record<string, Cell>>,
  names?: ReadonlyMap<string, string>,
): ChangedField[] {
  return columns.flatMap((column): ChangedField[] => {
    const [from, to] = [emptyToNull(before[column.code]), emptyToNull(after[column.code])]
    return from === to ? [] : [field(column.code, column, from, to, names)]
  })
}

const emptyToNull = (cell: Cell | undefined): Cell => (cell === undefined || cell === '' ? null : cell)
const asDay = (text: string): PlainDate | null => (isPlainDate(text) ? text : null)
