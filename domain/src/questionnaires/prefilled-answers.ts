/** Answers offered before anybody answers, and the differences of this year's answers from last year's. */

import { consentCountWords } from '../policies/consent-counts.ts'
import { counted, firstNamed } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'
import { addMonthEnds, formatDate, type PlainDate, yearOf } from '../primitives/period.ts'
import { type Answer, type AnswerValue, bookRows, byQuestion, type Cell, isContact, isRowValue, shapeProblem } from './answers.ts'
import { type Question, type Questionnaire, questionsOf } from './definition.ts'
import { cellWords } from './formats.ts'
import { BOOK_FACTS, type BookDeath, type BookInsured, CONSENTS_QUESTION, type QuestionnaireBook } from './register-facts.ts'

export interface Offered extends Answer {
  from: 'BOOK' | 'LAST_YEAR'
}

/**
 * Every answer that the book or last year's questionnaire can offer; the book comes first, being the newer of the two. Nothing is offered that the
 * question would refuse, nothing of last year that is about that year alone, and nothing that the register contradicts. An offer is no answer: somebody
 * confirms it.
 */
export function offeredAnswers(questionnaire: Questionnaire, book: QuestionnaireBook, lastYear: readonly Answer[]): Offered[] {
  const before = byQuestion(lastYear)
  return questionsOf(questionnaire).flatMap((question): Offered[] => {
    const kept = question.carried === false ? [] : (before.get(question.code) ?? [])
    const denial = denialOf(questionnaire, question, book)
    const offers = offersOf(question, book, kept)
    return offers.filter((offer) => shapeProblem(question, offer) === undefined && (denial === undefined || offer.value !== denial))
  })
}

function offersOf(question: Question, book: QuestionnaireBook, lastYear: readonly Answer[]): Offered[] {
  const { code, fact, rows } = question
  const again = ({ row, value, note }: Answer): Offered => ({
    question: code,
    row,
    value: knownCells(question, value),
    note,
    from: 'LAST_YEAR',
  })
  if (question.type === 'rows' && rows !== 'ADDED') {
    const before = new Map(lastYear.map((answer) => [answer.row, answer]))
    return bookRows(question, book).flatMap(({ key }): Offered[] => {
      const insured = rows === 'INSUREDS' ? book.insureds.find(({ id }) => String(id) === key) : undefined
      const last = before.get(key)
      if (fact === 'CENSUS' && insured)
        return [{ question: code, row: key, value: { cells: censusCells(question, insured) }, note: '', from: 'BOOK' }]
      const stated = fact === 'EMPLOYEES' ? book.employees?.find(({ entityId }) => String(entityId) === key) : undefined
      if (stated && !last) return [{ question: code, row: key, value: { cells: { employees: stated.employees } }, note: '', from: 'BOOK' }]
      return last ? [again(last)] : []
    })
  }
  if (fact === 'CONTACTS' && book.contacts?.length)
    return book.contacts.map(({ key, cells }) => ({
      question: code,
      row: key,
      value: knownCells(question, { cells }),
      note: '',
      from: 'BOOK',
    }))
  if (fact === 'DEATHS' && book.deaths?.length)
    return book.deaths.map(({ id, date, claims }) => ({
      question: code,
      row: `death-${id}`,
      value: knownCells(question, { cells: { insured: String(id), date, claimFiled: claims > 0 } }),
      note: '',
      from: 'BOOK',
    }))
  const known = fact ? BOOK_FACTS[fact].known(book) : null
  if (known !== null) return [{ question: code, row: '', value: known, note: '', from: 'BOOK' }]
  return lastYear.map(again)
}

/** A table may have lost columns since. */
function knownCells({ columns = [] }: Question, value: AnswerValue | null): AnswerValue | null {
  if (!isRowValue(value)) return value
  const codes = new Set(columns.map(({ code }) => code))
  return { cells: Object.fromEntries(Object.entries(value.cells).filter(([code]) => codes.has(code))) }
}

/** The register's facts of an insured, by the columns of the census. */
export function censusCells({ columns = [] }: Pick<Question, 'columns'>, insured: BookInsured): Record<string, Cell> {
  const known: Record<string, Cell> = {
    status: insured.employmentStatus,
    statusDate: insured.statusDate,
    title: insured.title,
    salary: insured.annualCompensationCents,
    state: insured.stateOfResidence,
  }
  return Object.fromEntries(columns.flatMap(({ code }) => (known[code] === undefined || known[code] === null ? [] : [[code, known[code]]])))
}

export const DIFFERENCES = { SAME: 'Same answer', CHANGED: 'Changed', NEW: 'New', GONE: 'No longer stated', NONE: 'Not answered' } as const
export type Difference = keyof typeof DIFFERENCES

export interface ComparedAnswer {
  question: string
  row: string
  /** The insured, the entity, or what stands first in a row; empty when the question has no rows. */
  rowName: string
  now: Answer | null
  before: Answer | null
  difference: Difference
  /** Change between two numbers: the later less the earlier, and that as a fraction of the earlier; null without both, or when the earlier is 0. */
  change: number | null
  changeFraction: number | null
}

/** Each question once, and each row of a table once, this year's order first; what is asked no longer is left out. */
export function compareAnswers(
  questionnaire: Questionnaire,
  now: readonly Answer[],
  before: readonly Answer[],
  book: QuestionnaireBook,
): ComparedAnswer[] {
  const [later, earlier] = [byQuestion(now), byQuestion(before)]
  return questionsOf(questionnaire).flatMap((question): ComparedAnswer[] => {
    const [ours, theirs] = [later.get(question.code) ?? [], earlier.get(question.code) ?? []]
    if (question.type !== 'rows') return [compared(question, '', '', ours[0] ?? null, theirs[0] ?? null)]
    const names = new Map(bookRows(question, book).map(({ key, name }) => [key, name]))
    const keys = new Set([...names.keys(), ...ours.map(({ row }) => row), ...theirs.map(({ row }) => row)])
    return [...keys].map((key) => {
      const [one, other] = [ours.find(({ row }) => row === key) ?? null, theirs.find(({ row }) => row === key) ?? null]
      return compared(question, key, names.get(key) ?? rowTitle(question, (one ?? other)?.value ?? null, book), one, other)
    })
  })
}

function compared(question: Question, row: string, rowName: string, now: Answer | null, before: Answer | null): ComparedAnswer {
  const [value, old] = [now?.value ?? null, before?.value ?? null]
  const numbers = typeof value === 'number' && typeof old === 'number' ? { change: value - old, of: old } : null
  return {
    question: question.code,
    row,
    rowName,
    now,
    before,
    difference: differenceOf(value, old),
    change: numbers?.change ?? null,
    changeFraction: numbers && numbers.of !== 0 ? numbers.change / Math.abs(numbers.of) : null,
  }
}

function differenceOf(now: AnswerValue | null, before: AnswerValue | null): Difference {
  if (now === null) return before === null ? 'NONE' : 'GONE'
  if (before === null) return 'NEW'
  return sameValue(now, before) ? 'SAME' : 'CHANGED'
}

/** Whether two answers say the same: an empty cell says what a missing one says. */
export function sameValue(one: AnswerValue | null, other: AnswerValue | null): boolean {
  if (isRowValue(one) && isRowValue(other)) {
    if (Boolean(one.unchanged) !== Boolean(other.unchanged)) return false
    const codes = new Set([...Object.keys(one.cells), ...Object.keys(other.cells)])
    return [...codes].every((code) => (one.cells[code] ?? '') === (other.cells[code] ?? ''))
  }
  if (isContact(one) && isContact(other))
    return one.name === other.name && one.title === other.title && one.email === other.email && one.phone === other.phone
  return one === other
}

/** The first cell of a row that has no name of its own. */
export function rowTitle({ columns = [] }: Pick<Question, 'columns'>, value: AnswerValue | null, book: QuestionnaireBook): string {
  if (!isRowValue(value)) return ''
  const names = insuredNames(book)
  const filled = columns.find(({ code }) => (value.cells[code] ?? '') !== '')
  return filled ? cellWords(filled, value.cells[filled.code], names) : ''
}

/** The people of the book by their number as text: the insured, and those whose death it holds, who may have no policy in force any more. */
export const insuredNames = ({ insureds, deaths = [] }: Pick<QuestionnaireBook, 'insureds' | 'deaths'>): Map<string, string> =>
  new Map([...insureds, ...deaths].map(({ id, name }) => [String(id), name]))

/** Deaths of the fiscal year that a questionnaire asks about. @param period the year's end */
export const deathsOfYear = ({ deaths = [] }: Pick<QuestionnaireBook, 'deaths'>, period: PlainDate): BookDeath[] =>
  deaths.filter(({ date }) => date > addMonthEnds(period, -12) && date <= period)

/** Knowledge of the register on a yes-or-no question: told beside it before it is answered, and with the names once it is denied. */
interface OnFile {
  /** "1 death in 2026" */
  words: string
  /** The answer that contradicts it. It keeps nobody from signing: the register may be wrong. */
  denial: boolean
  /** "On file: 1 death in 2026: Dee Pierce, 02/02/2026. Answer yes …" */
  warning: string
  /** The people and the test behind the count, in a sentence, where another paper counts otherwise; "" where none does. */
  scope: string
}

const NAMED_MOST = 12

/** @param period the end of the year that the questionnaire asks about */
export function onFileOf(
  questionnaire: Questionnaire,
  question: Pick<Question, 'code'>,
  book: RegisterKnows,
  period: PlainDate,
): OnFile | undefined {
  const denial = denialOf(questionnaire, question, book)
  if (denial === undefined) return undefined
  const { deaths = [], withoutConsent = [] } = book
  const told = (words: string, between: string, names: readonly string[], advice: string) => {
    const named = names.length === 0 ? words : `${words}${between}${firstNamed(names, NAMED_MOST, '; ')}`
    const scope = question.code === CONSENTS_QUESTION ? consentCountWords('QUESTIONNAIRE') : ''
    return { words, denial, warning: `On file: ${named}. ${advice}`, scope }
  }
  if (question.code === CONSENTS_QUESTION)
    return told(
      consentWords(book),
      book.needConsent === undefined ? ': ' : '. Without one: ',
      withoutConsent.map(({ name }) => name),
      denial
        ? 'Form 8925 counts those of them who were employed at the end of the tax year. Answer no and name them, or send your service team the signed consents.'
        : 'Answer yes, or tell your service team which consents are missing.',
    )
  return told(
    `${counted(deaths.length, 'death')} in ${period.endsWith('-12-31') ? yearOf(period) : `the year to ${formatDate(period)}`}`,
    ': ',
    deaths.map(({ name, date }) => `${name}, ${formatDate(date)}`),
    `Answer yes to confirm ${deaths.length === 1 ? 'it' : 'them'}, or tell your service team what is wrong.`,
  )
}

type RegisterKnows = Pick<QuestionnaireBook, 'deaths' | 'withoutConsent' | 'needConsent'>

/** "61 of 64 insureds who need a signed consent have one". A book of before says only how many have none. */
function consentWords({ withoutConsent = [], needConsent }: RegisterKnows): string {
  const missing = withoutConsent.length
  if (needConsent === undefined) return `${counted(missing, 'insured')} without a signed consent`
  const [need, have] = needConsent === 1 ? ['needs', 'has'] : ['need', 'have']
  return `${formatCount(needConsent - missing)} of ${counted(needConsent, 'insured')} who ${need} a signed consent ${have} one`
}

/** The portal's note beside an answer that the register can confirm: its own count, and that the two contradict each other. Nothing of what it cannot. */
export function portalNoteOf(
  questionnaire: Questionnaire,
  question: Pick<Question, 'code'>,
  book: RegisterKnows,
  period: PlainDate,
  value: AnswerValue | null,
): string {
  const onFile = value === null ? undefined : onFileOf(questionnaire, question, book, period)
  if (!onFile) return ''
  return [`On file: ${onFile.words}.`, ...(value === onFile.denial ? ['This contradicts the answer.'] : []), onFile.scope].join(' ').trim()
}

function denialOf(
  questionnaire: Questionnaire,
  { code }: Pick<Question, 'code'>,
  { deaths, withoutConsent, needConsent }: RegisterKnows,
): boolean | undefined {
  if (code === CONSENTS_QUESTION) return withoutConsent?.length ? true : needConsent ? false : undefined
  const asks = questionsOf(questionnaire).some(({ fact, when }) => fact === 'DEATHS' && when?.question === code && when.is === 'yes')
  return asks && deaths?.length ? false : undefined
}
