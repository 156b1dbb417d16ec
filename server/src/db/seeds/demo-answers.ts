/** Answers of the demo's banks in their questionnaires: the register's values, plain answers elsewhere, and the changes of one. */
import { cents } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { type Answer, byQuestion, type Cell, isAsked, isRowValue, progressOf } from '@corridor/domain/questionnaires/answers.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { type Question, questionsOf } from '@corridor/domain/questionnaires/definition.ts'
import { offeredAnswers } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import type { QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import type { Random } from './random.ts'

export interface Holder {
  institutionId: number
  siteId: number
  fiscalYearEndMonth: number
  signerId: number
  signerName: string
  signerTitle: string
  signerEmail: string
}

/** A year before, equity was a little less, and what happened since had not happened. Capital is that of its own date, as the Call Report of the day has it. */
export function earlier(book: QuestionnaireBook, on: PlainDate): QuestionnaireBook {
  const { limits } = book
  const equity = book.institution.totalEquityCents
  const approved = limits?.boardApprovalDate ?? null
  return {
    ...book,
    limits: limits && {
      ...limits,
      boardApprovalDate: approved && approved > on ? plainDate(`${yearOf(approved) - 1}${approved.slice(4)}`) : approved,
    },
    insureds: book.insureds.map((insured) =>
      insured.statusDate !== null && insured.statusDate > on ? { ...insured, employmentStatus: 'ACTIVE', statusDate: null } : insured,
    ),
    institution: { ...book.institution, totalEquityCents: equity && cents(Math.round((equity * 0.955) / 100_000) * 100_000) },
  }
}

/** Every required question answered without a problem: what the book says, and plain answers elsewhere. */
export function answersOf(book: QuestionnaireBook, random: Random, holder: Holder, today: PlainDate): Answer[] {
  const offers = byQuestion(offeredAnswers(DEFAULT_QUESTIONNAIRE, book, []))
  const given = new Map<string, Answer[]>()
  for (const question of questionsOf(DEFAULT_QUESTIONNAIRE)) {
    if (!isAsked(question, given)) continue
    const answers =
      question.fact === 'CENSUS'
        ? unchanged(question, book)
        : question.fact === 'EMPLOYEES'
          ? employees(question, book, random, offers.get(question.code) ?? [])
          : (offers.get(question.code) ?? plainAnswers(question, book, random, holder))
    if (answers.length > 0)
      given.set(
        question.code,
        answers.map(({ question: code, row, value, note }) => ({ question: code, row, value, note })),
      )
  }
  const answers = [...given.values()].flat()
  const left = progressOf(DEFAULT_QUESTIONNAIRE, answers, { today, book, lastYear: [], files: new Map() }).flatMap(
    (section) => section.left,
  )
  if (left.length > 0)
    throw new Error(`a demo questionnaire is not complete: ${left.map(({ question, message }) => `${question}: ${message}`).join(' ')}`)
  return answers
}

const unchanged = ({ code }: Question, { insureds }: QuestionnaireBook): Answer[] =>
  insureds.map(({ id }) => ({ question: code, row: String(id), value: { cells: {}, unchanged: true }, note: '' }))

function plainAnswers(
  question: Question,
  book: QuestionnaireBook,
  random: Random,
  { signerName, signerTitle, signerEmail }: Holder,
): Answer[] {
  const one = (value: Answer['value']): Answer[] => [{ question: question.code, row: '', value, note: '' }]
  const rows = (...all: Record<string, Cell>[]): Answer[] =>
    all.map((cells, index) => ({ question: question.code, row: `r${index + 1}`, value: { cells }, note: '' }))
  if (question.fact === 'CONTACTS')
    return rows({ role: 'CFO', name: signerName, title: signerTitle, email: signerEmail, receives: 'All reports' })
  if (question.code === 'benefit-expense')
    return rows({ kind: 'HEALTH', amount: random.whole(8, 30) * 10_000_000 }, { kind: 'PENSION', amount: random.whole(4, 12) * 10_000_000 })
  if (!question.required) return []
  if (question.type === 'yesNo') return one(['form-8925-filed', 'consents-located'].includes(question.code))
  if (question.type === 'date') return one(PAST_DAYS[question.code] ?? plainDate('2025-12-31'))
  if (question.type === 'money') return one(book.institution.totalEquityCents ?? book.capital?.tier1Cents ?? cents(1_000_000_000))
  if (question.type === 'percent') return one(0.21)
  if (question.type === 'choice') return one(question.options?.[0]?.value ?? '')
  return one(TEXTS[question.code] ?? 'As before')
}

/** The register's value of the year, and a number of its size where there is none. */
function employees({ code }: Question, { entities, insureds }: QuestionnaireBook, random: Random, known: readonly Answer[]): Answer[] {
  const active = insureds.filter(({ employmentStatus }) => employmentStatus === 'ACTIVE').length
  return entities.map(
    ({ id }, index): Answer =>
      known.find(({ row }) => row === String(id)) ?? {
        question: code,
        row: String(id),
        value: {
          cells: {
            employees: index === 0 ? active + random.whole(60, 240) : random.whole(8, 40),
            officers: index === 0 ? random.whole(12, 40) : 3,
          },
        },
        note: '',
      },
  )
}

const PAST_DAYS: Readonly<Record<string, PlainDate>> = {
  'board-reviewed': plainDate('2025-10-21'),
  'policy-approved': plainDate('2025-03-18'),
}
const TEXTS: Readonly<Record<string, string>> = { ein: '00-0000000', city: 'Main office', state: 'OH' }

/** More capital, three employees more than last year, one retired, a new direct line. */
export function changed(answers: readonly Answer[], { insureds }: QuestionnaireBook): Answer[] {
  const leaver = insureds.find(({ employmentStatus }) => employmentStatus === 'ACTIVE')
  return answers.map((answer): Answer => {
    const { question, row, value } = answer
    if (question === 'tier-1-capital' && typeof value === 'number')
      return { ...answer, value: Math.round((value * 1.04) / 100_000) * 100_000 }
    if (question === 'capital-as-of') return { ...answer, value: plainDate('2026-09-30') }
    if (!isRowValue(value)) return answer
    const cells = (more: Record<string, Cell>): Answer => ({ ...answer, value: { cells: { ...value.cells, ...more } } })
    if (question === 'employees' && row === '0') return cells({ employees: Number(value.cells.employees) + 3 })
    if (question === 'contacts') return cells({ phone: '5554179020' })
    if (question === 'census' && leaver && row === String(leaver.id))
      return cells({
        status: 'RETIRED',
        statusDate: '2026-09-30',
        title: leaver.title,
        state: leaver.stateOfResidence,
        salary: leaver.annualCompensationCents,
      })
    return answer
  })
}
