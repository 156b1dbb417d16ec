/** Properties of every questionnaire, whatever is answered: counts add up, offers can be confirmed, equal answers differ in nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MISSING } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { workedForm8925 } from '../test/form-8925-example.ts'
import { Prints } from '../test/prints.ts'
import { questionnaireBook } from '../test/questionnaire-book.ts'
import { type Answer, type AnswerContext, type AnswerValue, bookRows, type Cell, progressOf, shapeProblem } from './answers.ts'
import { buildBlankQuestionnaire } from './blank-form.ts'
import { proposedChanges } from './changes.ts'
import { DEFAULT_QUESTIONNAIRE } from './default-questions.ts'
import { type Question, type QuestionColumn, questionOf, questionsOf } from './definition.ts'
import { effectsOf } from './effects.ts'
import { compareAnswers, DIFFERENCES, offeredAnswers } from './prefilled-answers.ts'
import type { QuestionnaireParts } from './rows-by-entity.ts'
import { buildQuestionnaire, type QuestionnaireView } from './view.ts'

const ASKED = DEFAULT_QUESTIONNAIRE
const BOOK = questionnaireBook()
const date = fc.integer({ min: 1, max: 28 }).map((day) => `2026-0${(day % 4) + 1}-${String(day).padStart(2, '0')}`)
const text = fc.string({ maxLength: 20 })

function cellOf({ type, options }: Pick<Question | QuestionColumn, 'type' | 'options'>): fc.Arbitrary<Exclude<Cell, null>> {
  if (type === 'yesNo') return fc.boolean()
  if (type === 'number' || type === 'money') return fc.integer({ min: -5, max: 2_000_000_000 })
  if (type === 'percent') return fc.double({ min: -0.1, max: 1.1, noNaN: true })
  if (type === 'date') return date
  if (type === 'insured') return fc.integer({ min: 1, max: 9 }).map(String)
  return options && options.length > 0 ? fc.constantFrom(...options.map(({ value }) => value)) : text
}

function valueOf(question: Question): fc.Arbitrary<AnswerValue> {
  if (question.type !== 'rows') return cellOf(question)
  const cells = fc.record(Object.fromEntries((question.columns ?? []).map((column) => [column.code, fc.option(cellOf(column))])))
  return fc.record({ cells, unchanged: fc.boolean() })
}

function answersTo(question: Question): fc.Arbitrary<Answer[]> {
  if (question.type === 'file') return fc.constant([])
  const keys = question.type !== 'rows' ? [''] : question.rows === 'ADDED' ? ['a', 'b'] : bookRows(question, BOOK).map(({ key }) => key)
  return fc
    .tuple(
      ...keys.map((row) =>
        fc.option(fc.record({ question: fc.constant(question.code), row: fc.constant(row), value: valueOf(question), note: text })),
      ),
    )
    .map((given) => given.filter((one) => one !== null))
}
const answers = fc.tuple(...questionsOf(ASKED).map(answersTo)).map((lists): Answer[] => lists.flat())
const context = (lastYear: Answer[]): AnswerContext => ({ today: plainDate('2026-03-02'), book: BOOK, lastYear, files: new Map() })

test('what can be typed can be kept; what is done and what is left make what is required', () => {
  fc.assert(
    fc.property(answers, answers, (now, before) => {
      for (const answer of now) {
        const question = questionOf(ASKED, answer.question)
        expect(question && shapeProblem(question, answer)).toBeUndefined()
      }
      for (const { code, required, done, left } of progressOf(ASKED, now, context(before))) {
        expect(done).toBeLessThanOrEqual(required)
        expect(left.length).toBeGreaterThanOrEqual(required - done)
        expect(left.every(({ section, message }) => section === code && message !== '')).toBe(true)
      }
    }),
    { numRuns: 100 },
  )
})

const PERIOD = plainDate('2025-12-31')
const proposed = (given: readonly Answer[]) =>
  proposedChanges({ questionnaire: ASKED, answers: given, period: PERIOD, returnedOn: PERIOD }, BOOK, BOOK)

test('every offer can be confirmed, and what the register offers proposes no change of the register', () => {
  fc.assert(
    fc.property(answers, (before) => {
      const offers = offeredAnswers(ASKED, BOOK, before)
      for (const offer of offers) {
        const question = questionOf(ASKED, offer.question)
        expect(question && shapeProblem(question, offer)).toBeUndefined()
      }
      expect(proposed(offers.filter(({ from }) => from === 'BOOK'))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('answers beside themselves differ in nothing, and turned round what is new is what is gone', () => {
  const turned = { SAME: 'SAME', CHANGED: 'CHANGED', NEW: 'GONE', GONE: 'NEW', NONE: 'NONE' } as const
  fc.assert(
    fc.property(answers, answers, (now, before) => {
      expect(compareAnswers(ASKED, now, now, BOOK).every(({ difference }) => difference === 'SAME' || difference === 'NONE')).toBe(true)
      const key = ({ question, row }: { question: string; row: string }) => `${question} ${row}`
      const forth = new Map(compareAnswers(ASKED, now, before, BOOK).map((one) => [key(one), one.difference]))
      for (const one of compareAnswers(ASKED, before, now, BOOK)) {
        const there = forth.get(key(one))
        expect(there && turned[there]).toBe(one.difference)
      }
    }),
    { numRuns: 60 },
  )
})

test('each proposal changes something, and names a record of the register once', () => {
  fc.assert(
    fc.property(answers, (given) => {
      const found = proposed(given)
      expect(new Set(found.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(found.length)
      for (const change of found) {
        const { fields, remarks } = change
        expect(fields.length + remarks.length).toBeGreaterThan(0)
        expect(fields.every(({ from, to, sentWords }) => from !== to && sentWords === null)).toBe(true)
        // Whatever was typed, the effect can be told.
        expect(() => effectsOf(change, BOOK, [])).not.toThrow()
      }
    }),
    { numRuns: 60 },
  )
})

const SIGNED = {
  number: 2,
  signerName: 'Cleo Park',
  signerTitle: 'Chief Financial Officer',
  attestation: 'As I know.',
  signedOn: plainDate('2026-02-20'),
  answersSha256: '0123456789abcdef',
}
const PARTS: Omit<QuestionnaireParts, 'answers' | 'lastYear' | 'returned'> = {
  title: 'Annual questionnaire',
  portalLabel: 'BOLI',
  siteName: 'Corridor',
  id: 31,
  batchId: 4,
  institutionId: 7,
  institutionName: 'First Example Bank',
  legalName: 'First Example Bank, N.A.',
  place: 'Denver, CO',
  year: 2025,
  period: PERIOD,
  preparedOn: plainDate('2026-03-02'),
  content: ASKED,
  book: BOOK,
  offers: [],
  files: [{ question: 'board-minutes', uploadName: 'minutes.pdf' }],
  returns: [],
}

test('what is left, compared, proposed, worked out and printed of known answers stays what it was', () => {
  const prints = new Prints()
  const years = fc.sample(fc.tuple(answers, answers), { seed: 1, numRuns: 60 })
  const { policies, insureds } = workedForm8925()
  const form = { holder: 'First Example Bank', taxYearEnd: PERIOD, valuesOf: PERIOD, policies, insureds }
  const forms = [
    { ...form, entityId: 0, employees: 40 },
    { ...form, entityId: 1, employees: null },
  ]
  for (const [index, [now, before]] of years.entries()) {
    for (const { code, ...progress } of progressOf(ASKED, now, context(before))) prints.add(`left in ${code}`, progress)
    for (const one of compareAnswers(ASKED, now, before, BOOK)) prints.add(`compared, ${one.difference}`, one)
    for (const one of offeredAnswers(ASKED, BOOK, before)) prints.add(`offered from ${one.from}`, one)
    for (const change of proposed(now)) {
      prints.add(`proposed, ${change.kind}`, change)
      prints.add(`effects of ${change.kind}`, effectsOf(change, BOOK, forms))
    }
    const lastYear = index % 3 === 0 ? null : { year: 2024, answers: before }
    const parts = { ...PARTS, answers: now, lastYear, returned: index % 2 === 0, returns: index % 4 === 0 ? [SIGNED] : [] }
    const { sections, ...frame } = buildQuestionnaire(parts)
    for (const [place, section] of sections.entries()) prints.add(`printed, section ${place + 1}`, section)
    prints.add('printed, the frame', frame)
    prints.add('blank', buildBlankQuestionnaire({ ...parts, offers: offeredAnswers(ASKED, BOOK, before) }))
  }
  return expect(prints.toString()).toMatchFileSnapshot('same-answers/known-answers.txt')
})

type Sections = Pick<QuestionnaireView, 'sections'>
const tablesOf = ({ sections }: Sections) => sections.flatMap(({ pieces }) => pieces.filter(({ isTable }) => isTable))
const linesOf = ({ sections }: Sections) => sections.flatMap(({ pieces }) => pieces.flatMap(({ isTable, rows }) => (isTable ? [] : rows)))

test('questions stand in the order of their numbers, tables among the answers, on an empty form as on an answered one', () => {
  const filled = fc.sample(answers, { seed: 5, numRuns: 20 }).map((given) => ({ ...PARTS, answers: given, lastYear: null, returned: true }))
  const views = [...filled.map(buildQuestionnaire), ...filled.map((parts) => buildBlankQuestionnaire({ ...parts, offers: [] }))]
  for (const { number, pieces } of views.flatMap(({ sections }) => sections)) {
    const numbers = pieces.flatMap(({ isTable, title, rows }) =>
      isTable ? [title.split(' ')[0]] : rows.map(({ cells }) => String(cells.number)),
    )
    const places = numbers.map((words) => Number(words?.replace(`${number}.`, '')))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
  const kinds = views.flatMap(({ sections }) => sections.map(({ pieces }) => pieces.map(({ isTable }) => isTable).join(' ')))
  expect(kinds).toContain('true false')
})

test('an answer that the register contradicts keeps its own words; the portal says so in a column of its own, which no other section has', () => {
  const content = DEFAULT_QUESTIONNAIRE
  const book = { ...BOOK, withoutConsent: [{ id: 1, name: 'Ann Reed' }], needConsent: 64 }
  const told = [{ question: 'consents-located', row: '', value: true, note: '' }]
  const view = buildQuestionnaire({ ...PARTS, content, book, answers: told, lastYear: null, returned: true })
  const { now, ...cells } = linesOf(view).find(({ id }) => id === 'consents-located')?.cells ?? {}
  expect([now, String(cells['portal-note'])]).toEqual([
    'Yes',
    expect.stringMatching(/^On file: 63 of 64 .* This contradicts the answer\. /),
  ])
  const noted = view.sections.filter(({ pieces }) => pieces.some(({ columns }) => columns.some(({ label }) => label === 'Portal’s note')))
  expect(noted.map(({ code }) => code)).toEqual(['compliance'])
})

test('a table without a row is one line among the answers, never a header above nothing; a form to be written on keeps its rows', () => {
  const parts = { ...PARTS, answers: [], lastYear: null, returned: false }
  const asked = ASKED.sections.flatMap(({ questions }) => questions.filter(({ type }) => type === 'rows').map(({ code }) => code))
  for (const [returned, words] of [
    [false, 'None so far'],
    [true, 'None stated'],
  ] as const) {
    const view = buildQuestionnaire({ ...parts, returned })
    expect(tablesOf(view).every(({ rows }) => rows.length > 0)).toBe(true)
    const lines = linesOf(view).filter(({ cells }) => cells.now === words)
    expect(lines.length).toBeGreaterThan(0)
    expect(
      lines.every(({ question, cells }) => asked.includes(question) && cells.question !== undefined && cells.number !== undefined),
    ).toBe(true)
  }
  const blank = tablesOf(buildBlankQuestionnaire({ ...parts, offers: [] }))
  expect(blank.map(({ id }) => id)).toEqual(asked)
  expect(blank.every(({ rows, columns }) => rows.length > 0 || columns.length > 0)).toBe(true)
})

test('an empty form says beside a question what the register knows on it, in place of last year’s answer', () => {
  const book = { ...BOOK, deaths: [{ id: 9, name: 'Dee Pierce', date: PERIOD, claims: 0 }] }
  const { sections } = buildBlankQuestionnaire({ ...PARTS, book, answers: [], lastYear: null, returned: false })
  const line = linesOf({ sections }).find(({ question }) => question === 'died')
  expect(line?.cells.before).toBe('1 death in 2025')
})

test('until it is returned, what is not answered yet differs from nothing; once returned, it is no longer stated, and a row that is gone tells what it held', () => {
  const [before = []] = fc.sample(answers, { seed: 3, numRuns: 40 }).toSorted((a, b) => b.length - a.length)
  const readAs = (returned: boolean) => {
    const { sections } = buildQuestionnaire({ ...PARTS, answers: [], lastYear: { year: 2024, answers: before }, returned })
    return {
      plain: linesOf({ sections }),
      rows: tablesOf({ sections }).flatMap(({ rows }) => rows),
    }
  }
  const [open, closed] = [readAs(false), readAs(true)]
  expect([...open.plain, ...open.rows].filter(({ difference }) => difference === 'GONE')).toEqual([])
  expect(open.plain.some(({ cells }) => cells.before !== MISSING && cells.difference === MISSING)).toBe(true)
  const gone = closed.rows.filter(({ difference }) => difference === 'GONE')
  expect(closed.plain.some(({ cells }) => cells.difference === DIFFERENCES.GONE)).toBe(true)
  expect(gone.length).toBeGreaterThan(0)
  const held = (text: unknown) => text !== undefined && text !== MISSING && text !== ''
  expect(
    gone.some(({ cells: { 'row-name': _name, 'row-answer': _answer, 'row-difference': _difference, ...own } }) =>
      Object.values(own).some(held),
    ),
  ).toBe(true)
  const added = ASKED.sections.flatMap(({ questions }) => questions.filter(({ rows }) => rows === 'ADDED').map(({ code }) => code))
  expect(open.rows.filter(({ question }) => added.includes(question))).toEqual([])
})
