/** Answers: what can be kept, what is wrong with it, and what is left before a signature. */
import { expect, test } from 'vitest'
import { consentCountWords } from '../policies/consent-counts.ts'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { questionnaireBook } from '../test/questionnaire-book.ts'
import { type Answer, type AnswerContext, type AnswerValue, progressOf, type RowValue, shapeProblem } from './answers.ts'
import { proposedChanges } from './changes.ts'
import { DEFAULT_QUESTIONNAIRE } from './default-questions.ts'
import { type Questionnaire, questionOf } from './definition.ts'
import { answerWords } from './formats.ts'
import { deathsOfYear, offeredAnswers, onFileOf, portalNoteOf } from './prefilled-answers.ts'
import type { QuestionnaireBook } from './register-facts.ts'

const ASKED: Questionnaire = DEFAULT_QUESTIONNAIRE
const answer = (question: string, value: AnswerValue | null, { row = '', note = '' } = {}): Answer => ({ question, row, value, note })
const row = (cells: RowValue['cells'], unchanged?: boolean): RowValue => ({ cells, ...(unchanged ? { unchanged } : {}) })
const context = (changes: Partial<AnswerContext> = {}): AnswerContext => ({
  today: plainDate('2026-03-02'),
  book: questionnaireBook(),
  lastYear: [],
  files: new Map(),
  ...changes,
})
/** The part of one question that is unanswered. */
const left = (question: string, answers: Answer[], changes: Partial<AnswerContext> = {}) =>
  progressOf(ASKED, answers, context(changes))
    .flatMap((section) => section.left)
    .filter((one) => one.question === question)
    .map(({ row: key, message }) => (key ? `${key}: ${message}` : message))

test('nothing answered: every required question is left, each insured as one of its own', () => {
  const sections = progressOf(ASKED, [], context())
  expect(sections.every(({ done }) => done === 0)).toBe(true)
  expect(sections.find(({ code }) => code === 'census')).toMatchObject({ required: 5, done: 0 })
  for (const { required, left: open } of sections) expect(open).toHaveLength(required)
})

test('Tier 1 capital is above 0, and explained when it is over 40% away from the year before', () => {
  const say = (dollars: number, note = '') => left('tier-1-capital', [answer('tier-1-capital', usd(dollars), { note })])
  expect(say(0)).toEqual(['Enter $0.01 or more.'])
  expect(say(84_000_000)).toEqual([])
  expect(say(84_000_001)).toEqual(['This is more than 40% away from $60,000,000.00, the figure before. Say why in the note.'])
  expect(say(35_999_999)).toHaveLength(1)
  expect(say(84_000_001, 'Capital raise in May')).toEqual([])
  const lastYear = [answer('tier-1-capital', usd(100_000_000))]
  expect(left('tier-1-capital', [answer('tier-1-capital', usd(84_000_001))], { lastYear })).toEqual([])
})

test('tax rates lie between 0 and 0.5', () => {
  for (const [value, found] of [
    [0.21, 0],
    [0.5, 0],
    [0.51, 1],
    [-0.01, 1],
  ] as const)
    expect(left('federal-rate', [answer('federal-rate', value)])).toHaveLength(found)
})

test('there are at least as many employees as active insured people; the census answered meanwhile counts', () => {
  const employees = (count: number) => answer('employees', row({ employees: count }), { row: '0' })
  expect(left('employees', [employees(4)])).toEqual([])
  expect(left('employees', [employees(3)])).toEqual([
    '0: 4 insured people are active, so there cannot be only 3 employees. Directors count.',
  ])
  const retired = answer('census', row({ status: 'RETIRED', statusDate: '2025-11-30' }), { row: '1' })
  expect(left('employees', [employees(3), retired])).toEqual([])
  expect(left('employees', [employees(3), answer('census', row({ status: 'RETIRED' }, true), { row: '1' })])).toHaveLength(1)
})

test('every insured is answered: by no change, or by a status with its day when it differs from the register', () => {
  const census = (cells: RowValue['cells'], unchanged = false) =>
    left('census', [answer('census', row(cells, unchanged), { row: '1' })]).filter((text) => text.startsWith('1:'))
  expect(census({}, true)).toEqual([])
  expect(census({})).toEqual(['1: Status: not answered yet.'])
  expect(census({ status: 'ACTIVE' })).toEqual([])
  expect(census({ status: 'RETIRED' })).toEqual(['1: Enter the date from which the status applies.'])
  expect(census({ status: 'RETIRED', statusDate: '2026-03-03' })).toEqual(['1: This date is in the future.'])
  expect(census({ status: 'RETIRED', statusDate: '2026-03-02' })).toEqual([])
})

test('a yes opens what follows it, and a no closes it again', () => {
  expect(left('deaths', [answer('died', false)])).toEqual([])
  expect(left('deaths', [answer('died', true)])).toEqual(['Add at least one row.'])
  const death = (date: string, insured = '4') => answer('deaths', row({ insured, date, claimFiled: true }), { row: 'x' })
  expect(left('deaths', [answer('died', true), death('2025-12-24')])).toEqual([])
  expect(left('deaths', [answer('died', true), death('2026-03-03')])).toEqual(['x: This date is in the future.'])
  expect(left('deaths', [answer('died', true), death('2025-12-24', '77')])).toEqual(['x: Insured: choose one of your insured people.'])
  expect(left('deaths', [answer('died', false), death('2026-03-03')])).toEqual([])
})

test('what a yes is followed by has to be said', () => {
  expect(left('charter-changed', [answer('charter-changed', true)])).toEqual(['Describe what changed, and when.'])
  expect(left('charter-changed', [answer('charter-changed', true, { note: 'To national, in June' })])).toEqual([])
  expect(left('charter-changed', [answer('charter-changed', false)])).toEqual([])
})

test('a required file is left until one is attached', () => {
  const asked: Questionnaire = {
    attestation: 'x',
    sections: [{ code: 's', title: 'S', questions: [{ code: 'f', label: 'F', type: 'file', required: true }] }],
  }
  expect(progressOf(asked, [], context())[0]).toMatchObject({ required: 1, done: 0 })
  expect(progressOf(asked, [], context({ files: new Map([['f', 1]]) }))[0]).toMatchObject({ required: 1, done: 1, left: [] })
})

test('what the register offers, confirmed as it is, leaves no problem', () => {
  const offers = offeredAnswers(ASKED, questionnaireBook(), [])
  const capital = progressOf(ASKED, offers, context()).find(({ code }) => code === 'capital')
  expect(capital).toMatchObject({ required: 8, done: 8, left: [] })
})

test('a questionnaire asks about deaths of its own fiscal year, the first day and the last included', () => {
  const deaths = ['2025-06-30', '2025-07-01', '2026-06-30', '2026-07-01'].map((date, id) => ({
    id,
    name: 'Dee',
    date: plainDate(date),
    claims: 0,
  }))
  expect(deathsOfYear({ deaths }, plainDate('2026-06-30')).map(({ date }) => date)).toEqual(['2025-07-01', '2026-06-30'])
})

test('deaths that the register holds are offered as rows, whose people may have no policy any more, and are told before they are asked about', () => {
  const deaths = [{ id: 901, name: 'Dee Pierce', date: plainDate('2026-02-02'), claims: 1 }]
  const book = { ...questionnaireBook(), deaths }
  const [offer] = offeredAnswers(ASKED, book, []).filter(({ question }) => question === 'deaths')
  expect(offer).toMatchObject({ value: row({ insured: '901', date: '2026-02-02', claimFiled: true }), from: 'BOOK' })
  if (!offer) throw new Error('nothing is offered')
  expect(left('deaths', [answer('died', true), offer], { book })).toEqual([])
  expect(
    proposedChanges(
      {
        questionnaire: ASKED,
        answers: [answer('died', true), offer],
        period: plainDate('2026-12-31'),
        returnedOn: plainDate('2027-01-04'),
      },
      book,
      book,
    ),
  ).toEqual([])
  const knows = (code: string, held = deaths, period = '2026-12-31') => onFileOf(ASKED, { code }, { deaths: held }, plainDate(period))
  expect(knows('died')).toEqual({
    words: '1 death in 2026',
    denial: false,
    scope: '',
    warning: 'On file: 1 death in 2026: Dee Pierce, 02/02/2026. Answer yes to confirm it, or tell your service team what is wrong.',
  })
  expect(knows('died', deaths, '2026-06-30')?.words).toBe('1 death in the year to 06/30/2026')
  expect([knows('merged'), knows('died', [])]).toEqual([undefined, undefined])
})

test('beside the answer on consents the questionnaire says how many the register holds, and where the two contradict each other', () => {
  const said = (value: boolean, missing: number, needConsent?: number) => {
    const withoutConsent = Array.from({ length: missing }, (_, id) => ({ id, name: `Person ${id + 1}` }))
    const book = { ...questionnaireBook(), withoutConsent, ...(needConsent === undefined ? {} : { needConsent }) }
    return portalNoteOf(ASKED, { code: 'consents-located' }, book, plainDate('2026-12-31'), value)
  }
  const scope = consentCountWords('QUESTIONNAIRE')
  const denied = 'This contradicts the answer.'
  expect(said(true, 3, 64)).toBe(`On file: 61 of 64 insureds who need a signed consent have one. ${denied} ${scope}`)
  expect(said(false, 3, 64)).toBe(`On file: 61 of 64 insureds who need a signed consent have one. ${scope}`)
  expect(said(true, 0, 64)).toBe(`On file: 64 of 64 insureds who need a signed consent have one. ${scope}`)
  expect(said(false, 0, 1)).toBe(`On file: 1 of 1 insured who needs a signed consent has one. ${denied} ${scope}`)
  expect(said(true, 0, 0), 'nobody needs one').toBe('')
  expect(said(true, 2), 'a book of before the number was kept').toBe(`On file: 2 insureds without a signed consent. ${denied} ${scope}`)
})

test('people without a signed consent are told before the question is answered; that all are held is not offered of last year, and keeps nobody from signing', () => {
  const people = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `Person ${id + 1}` }))
  const knows = (count: number, code = 'consents-located') =>
    onFileOf(ASKED, { code }, { withoutConsent: people(count) }, plainDate('2026-12-31'))
  expect(knows(1)).toMatchObject({ words: '1 insured without a signed consent', denial: true })
  expect(knows(1)?.warning).toMatch(/^On file: 1 insured without a signed consent: Person 1\. Form 8925 counts/)
  expect(knows(14)?.warning).toMatch(/^On file: 14 insureds without a signed consent: Person 1; .*; Person 12 and 2 more\./)
  expect([knows(0), knows(1, 'merged')]).toEqual([undefined, undefined])
  const book = { ...questionnaireBook(), withoutConsent: people(1) }
  const offered = (value: boolean, of: QuestionnaireBook) =>
    offeredAnswers(ASKED, of, [answer('consents-located', value)]).filter(({ question }) => question === 'consents-located').length
  expect([offered(true, book), offered(false, book), offered(true, questionnaireBook())]).toEqual([0, 1, 1])
  expect(left('consents-located', [answer('consents-located', true)], { book })).toEqual([])
})

test.each([
  ['tier-1-capital', '', 'ten', 'Enter a number.'],
  ['tier-1-capital', '', 1.5, 'Enter a whole number.'],
  ['federal-rate', '', 0.215, undefined],
  ['federal-rate', '', Number.NaN, 'Enter a number.'],
  ['capital-as-of', '', '2026-02-30', 'Enter a date as YYYY-MM-DD.'],
  ['taxed-as', '', 'LLC', 'Choose one of the answers.'],
  ['merged', '', 'yes', 'Answer yes or no.'],
  ['legal-name', '1', 'Bank', 'This question has no rows.'],
  ['census', '', { cells: {} }, 'Enter the row’s name.'],
  ['census', '1', { cells: { ssn: '123-45-6789' } }, 'There is no column ssn.'],
  ['census', '1', { cells: { status: 'GONE' } }, 'Status: Choose one of the answers.'],
  ['deaths', 'x', { cells: { insured: 'Dan' } }, 'Insured: Choose an insured person.'],
  ['death-certificates', '', 'a.pdf', 'Attach a file instead.'],
  ['legal-name', '', null, undefined],
  ['legal-name', '', 'x'.repeat(4_001), 'Enter text.'],
] as const)('%s %s: %j', (code, key, value, problem) => {
  const question = questionOf(ASKED, code)
  if (!question) throw new Error(`no question ${code}`)
  expect(shapeProblem(question, { row: key, value, note: '' })).toBe(problem)
})

test('answers in words: dollars, percent, dates, names', () => {
  const words = (code: string, value: AnswerValue | null) => {
    const question = questionOf(ASKED, code)
    if (!question) throw new Error(`no question ${code}`)
    return answerWords(question, value, new Map([['4', 'Dan Dorn']]))
  }
  expect(words('tier-1-capital', usd(60_000_000))).toBe('$60,000,000.00')
  expect(words('federal-rate', 0.21)).toBe('21.00%')
  expect(words('capital-as-of', '2025-12-31')).toBe('12/31/2025')
  expect(words('taxed-as', 'S_CORP')).toBe('S corporation')
  expect(words('merged', false)).toBe('No')
  expect(words('census', row({}, true))).toBe('No change')
  expect(words('deaths', row({ insured: '4', date: '2025-12-24', claimFiled: false }))).toBe(
    'Insured: Dan Dorn; Date of death: 12/24/2025; Claim filed: No',
  )
  expect(words('remarks', null)).toBe('-')
})

test('what can be kept ends where its limit is, not before', () => {
  const text = ASKED.sections.flatMap(({ questions }) => questions).find(({ type }) => type === 'area')
  const money = questionOf(ASKED, 'tier-1-capital')
  if (!text || !money) throw new Error('no such question')
  const ofText = (length: number, note = '') => shapeProblem(text, { row: '', value: 'x'.repeat(length), note })
  expect([ofText(4_000), ofText(4_001), ofText(1, 'n'.repeat(2_000)), ofText(1, 'n'.repeat(2_001))]).toEqual([
    undefined,
    'Enter text.',
    undefined,
    'A note has up to 2,000 characters.',
  ])
  const ofMoney = (value: number) => shapeProblem(money, { row: '', value, note: '' })
  expect([ofMoney(Number.MAX_SAFE_INTEGER), ofMoney(2 ** 53), ofMoney(-5), ofMoney(1.5), ofMoney(Number.NaN)]).toEqual([
    undefined,
    'Enter a number.',
    undefined,
    'Enter a whole number.',
    'Enter a number.',
  ])
})
test('the least and the most that a number may be are themselves right', () => {
  const ask = { ...ASKED, sections: ASKED.sections.map((section) => ({ ...section, questions: section.questions.map(bounded) })) }
  function bounded(question: (typeof ASKED.sections)[number]['questions'][number]) {
    return question.code === 'federal-rate' ? { ...question, least: 0.1, most: 0.3 } : question
  }
  const problems = (value: number) =>
    progressOf(ask, [answer('federal-rate', value)], context())
      .flatMap((section) => section.left)
      .filter(({ question }) => question === 'federal-rate')
      .map(({ message }) => message)
  expect([0.1, 0.3, 0.0999, 0.3001].map(problems)).toEqual([[], [], ['Enter 10.00% or more.'], ['Enter 30.00% or less.']])
})
