/** The changes that answers propose to the in-force register, by the figures of First Example Bank. */
import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { addDays, plainDate } from '../primitives/period.ts'
import { findingsOf, linesOf } from '../reports/form-8925/rules.ts'
import { workedForm8925 } from '../test/form-8925-example.ts'
import { questionnaireBook } from '../test/questionnaire-book.ts'
import type { Answer, AnswerValue, RowValue } from './answers.ts'
import { daysOfEffect, effectiveOnProblem, isContested, type ProposedChange, proposedChanges } from './changes.ts'
import { DEFAULT_QUESTIONNAIRE } from './default-questions.ts'
import { effectsOf, type FormFacts } from './effects.ts'
import { compareAnswers, offeredAnswers, sameValue } from './prefilled-answers.ts'
import type { QuestionnaireBook } from './register-facts.ts'

const answer = (question: string, value: AnswerValue, row = ''): Answer => ({ question, row, value, note: '' })
const row = (cells: RowValue['cells']): RowValue => ({ cells })
const period = plainDate('2025-12-31')
const changes = (answers: Answer[], now = questionnaireBook(), sent = questionnaireBook()) =>
  proposedChanges({ questionnaire: DEFAULT_QUESTIONNAIRE, answers, period, returnedOn: plainDate('2026-02-10') }, sent, now)
const FORM: FormFacts = {
  entityId: 0,
  holder: 'First Example Bank, N.A.',
  taxYearEnd: period,
  valuesOf: period,
  employees: 118,
  policies: workedForm8925().policies,
  insureds: workedForm8925().insureds,
}
const effects = (change: ProposedChange | undefined, form: Partial<FormFacts> = {}, book = questionnaireBook()) =>
  change ? effectsOf(change, book, [{ ...FORM, ...form }]) : []

test('less capital: the proposal says where the concentration goes', () => {
  const [change, ...others] = changes([answer('tier-1-capital', usd(58_000_000)), answer('allowance', usd(5_400_000))])
  expect(others).toEqual([])
  expect(change).toMatchObject({
    kind: 'CAPITAL',
    fields: [{ field: 'TIER_1', fromWords: '$60,000,000.00', toWords: '$58,000,000.00', sentWords: null }],
    answered: { TIER_1: usd(58_000_000), ALLOWANCE: usd(5_400_000) },
    holdsFrom: '2025-09-30',
  })
  const [effect] = effects(change)
  if (effect?.kind !== 'CONCENTRATION') throw new Error('no concentration')
  expect(effect).toMatchObject({ before: { status: 'near', limit: 0.25, headroomCents: 31_745_519 }, after: { status: 'over' } })
  expect(effect.before.fraction).toBeCloseTo(0.244709, 6)
  expect(effect.after.fraction).toBeCloseTo(14_682_544.81 / 58_000_000, 12)
  expect(effect.after.headroomCents).toBe(usd(58_000_000 * 0.25 - 14_682_544.81))
})

test('capital of a day before the figures on file moves no concentration', () => {
  const [change] = changes([answer('tier-1-capital', usd(58_000_000)), answer('capital-as-of', '2025-06-30')])
  expect(change).toMatchObject({ kind: 'CAPITAL', holdsFrom: '2025-06-30' })
  expect(effects(change)).toEqual([])
})

test('a new state rate moves the combined rate from 25.74%', () => {
  const [change] = changes([answer('state-rate', 0.08)])
  expect(change?.holdsFrom).toBe(period)
  const [effect] = effects(change)
  if (effect?.kind !== 'COMBINED_RATE') throw new Error('no rate')
  expect(effect.before).toBeCloseTo(0.2574, 10)
  expect(effect.after).toBeCloseTo(0.08 + 0.21 * 0.92, 10)
})

test('each fact of the institution is decided by itself', () => {
  const found = changes([answer('legal-name', 'First Example Bank, N.A.'), answer('city', 'Dayton'), answer('state', 'OH')])
  expect(found.map(({ kind, key, title }) => [kind, key, title])).toEqual([
    ['INSTITUTION', 'LEGAL_NAME', 'Legal name'],
    ['INSTITUTION', 'CITY', 'City of the main office'],
  ])
  expect(found.flatMap((change) => effects(change))).toEqual([])
})

test('112 employees where 118 were stated: line 1 of Form 8925, and nothing else of it', () => {
  const stated = { ...questionnaireBook(), employees: [{ entityId: 0, taxYearEnd: period, employees: 118 }] }
  const [change] = changes([answer('employees', row({ employees: 112 }), '0')], stated, stated)
  expect(change).toMatchObject({ kind: 'EMPLOYEES', title: 'First Example Bank', fields: [{ from: 118, to: 112 }], holdsFrom: period })
  expect(effects(change)).toMatchObject([
    {
      kind: 'FORM_8925',
      holder: 'First Example Bank, N.A.',
      before: { line1: 118, line2: 4, line3: usd(23_950_000), line4b: 1 },
      after: { line1: 112, line2: 4, line3: usd(23_950_000), line4b: 1 },
    },
  ])
  // The form of another entity takes nothing of it.
  expect(effects(change, { entityId: 8, holder: 'Trust' })).toEqual([])
  expect(effects(changes([answer('employees', row({ employees: 118 }), '0')])[0], { employees: null })).toMatchObject([
    { before: { line1: null }, after: { line1: 118 } },
  ])
})

test('a subsidiary without an EIN of its own is counted with its institution; one with its own by itself', () => {
  const book: QuestionnaireBook = {
    ...questionnaireBook(),
    entities: [
      { id: 0, name: 'First Example Bank', ownReturn: true },
      { id: 7, name: 'Leasing', ownReturn: false },
      { id: 8, name: 'Trust', ownReturn: true },
    ],
  }
  const said = [100, 5, 12].map((employees, index) => answer('employees', row({ employees }), ['0', '7', '8'][index]))
  expect(changes(said, book, book).map(({ key, fields, remarks }) => [key, fields[0]?.to, remarks])).toEqual([
    ['0', 105, ['With Leasing, on the same return.']],
    ['8', 12, []],
  ])
  // One number of two says nothing about their sum.
  expect(changes(said.slice(0, 1), book, book)).toEqual([])
})

test('who retires leaves lines 2 and 3 with the whole death benefit', () => {
  const [retired] = changes([answer('census', row({ status: 'RETIRED', statusDate: '2025-11-30', title: 'Vice President' }), '4')])
  expect(retired).toMatchObject({
    kind: 'CENSUS',
    title: 'Dan Dorn',
    fields: [
      { field: 'status', fromWords: 'Active', toWords: 'Retired' },
      { field: 'statusDate', fromWords: '-', toWords: '11/30/2025' },
    ],
  })
  const theirs = FORM.policies.find(({ insuredId }) => insuredId === 4)
  if (!theirs?.deathBenefit) throw new Error('no policy of 4')
  expect(effects(retired)).toMatchObject([
    { kind: 'FORM_8925', before: { line2: 4, line3: usd(23_950_000) }, after: { line2: 3, line3: usd(23_950_000) - theirs.deathBenefit } },
  ])
  // For next year: an employee still at the end of this one.
  expect(effects(changes([answer('census', row({ status: 'RETIRED', statusDate: '2026-01-31' }), '4')])[0])).toEqual([])
  expect(effects(changes([answer('census', row({ status: 'DISABLED', statusDate: '2025-11-30' }), '4')])[0])).toEqual([])
})

test('what one person changes on the form is what the whole form says with that change', () => {
  const again = { status: 'ACTIVE', statusDate: '2025-11-01' }
  const book = questionnaireBook()
  // The register of the form's example.
  book.insureds = FORM.insureds.map(({ insuredId, employmentStatus, statusDate }, index) => {
    const [one] = questionnaireBook().insureds.slice(index)
    if (!one) throw new Error('no insured')
    return { ...one, id: insuredId, employmentStatus: employmentStatus === 'RETIRED' ? 'RETIRED' : 'ACTIVE', statusDate }
  })
  for (const { insuredId } of FORM.insureds)
    for (const cells of [{ status: 'RETIRED', statusDate: '2025-11-30' }, { status: 'DECEASED', statusDate: '2025-11-30' }, again]) {
      const [change] = changes([answer('census', row(cells), String(insuredId))], book, book)
      const day = plainDate(cells.statusDate)
      const later = { employmentStatus: cells.status, statusDate: day, ...(cells.status === 'DECEASED' ? { dateOfDeath: day } : {}) }
      const insureds = FORM.insureds.map((insured) => (insured.insuredId === insuredId ? { ...insured, ...later } : insured))
      const whole = linesOf(findingsOf({ period, policies: FORM.policies, insureds }), FORM.employees)
      const before = linesOf(findingsOf({ period, policies: FORM.policies, insureds: [...FORM.insureds] }), FORM.employees)
      const effect = effects(change, {}, book).find(({ kind }) => kind === 'FORM_8925')
      expect(effect ?? { before, after: before }).toMatchObject({ before, after: whole })
    }
})

test('a new name is a change until the register has it; a corrected number is told and never written', () => {
  const said = [answer('census', row({ status: 'ACTIVE', newName: 'Dan Dorne', ssnChanged: true }), '4')]
  expect(changes(said)).toMatchObject([{ fields: [{ field: 'newName', from: 'Dan Dorn', to: 'Dan Dorne' }] }])
  expect(changes(said)[0]?.remarks.join()).toContain('Bank Uploads')
  const renamed = questionnaireBook()
  renamed.insureds = renamed.insureds.map((insured) => (insured.id === 4 ? { ...insured, name: 'Dan Dorne' } : insured))
  expect(changes(said, renamed)).toMatchObject([{ fields: [] }])
})

test('a death proposes a claim for the policies on that life, once, wherever it was told', () => {
  const told = answer('deaths', row({ insured: '4', date: '2025-12-24', claimFiled: false }), 'x')
  const census = answer('census', row({ status: 'DECEASED', statusDate: '2025-12-24', title: 'President' }), '4')
  const [inCensus, died] = changes([answer('died', true), told, census])
  expect(inCensus).toMatchObject({ kind: 'CENSUS', fields: [{ field: 'title' }] })
  expect(effects(inCensus)).toEqual([])
  expect(died).toMatchObject({ kind: 'DEATH', title: 'Dan Dorn', holdsFrom: '2025-12-24' })
  const claim = { kind: 'CLAIM', policies: 1, deathBenefitCents: usd(9_800_000) }
  expect(effects(died)).toMatchObject([{ kind: 'FORM_8925', after: { line2: 3 } }, claim])
  expect(effects(changes([census])[0])).toMatchObject([{ kind: 'FORM_8925', after: { line2: 3 } }, claim])
  // Taken back by a no: what stands in the closed table counts for nothing.
  expect(changes([answer('died', false), told])).toEqual([])
})

test('contacts: one added, one changed, one gone', () => {
  const cells = (role: string, name: string) => ({ role, name, email: `${name.toLowerCase()}@bank.test` })
  const book = {
    ...questionnaireBook(),
    contacts: [
      { key: 'a', cells: cells('CFO', 'Ann') },
      { key: 'b', cells: cells('CEO', 'Bob') },
    ],
  }
  const now = [answer('contacts', row(cells('CFO', 'Amy')), 'a'), answer('contacts', row(cells('HR', 'Cid')), 'c')]
  expect(changes(now, book, book).map(({ kind, title, fields }) => [kind, title, fields.map(({ field }) => field)])).toEqual([
    ['CONTACT', 'Amy', ['name', 'email']],
    ['CONTACT', 'Cid', ['role', 'name', 'email']],
    ['CONTACT', 'Bob', ['role', 'name', 'email']],
  ])
  expect(changes(now.slice(0, 1), book, book).map(({ title }) => title)).toEqual(['Amy', 'Bob'])
  expect(changes([], book, book)).toEqual([])
})

test('changes hold from a day of the year or of the one after it, its first and last day included', () => {
  const [first, last] = daysOfEffect(period)
  expect([first, last].map((day) => effectiveOnProblem(day, period))).toEqual([undefined, undefined])
  expect([addDays(first, -1), addDays(last, 1)].map((day) => effectiveOnProblem(day, period))).toEqual([
    expect.stringContaining('Choose a day from'),
    expect.stringContaining('Choose a day from'),
  ])
})

test('a person of whom one answer says unchanged and the other lists cells is not answered alike, whatever the cells', () => {
  const cells = { title: 'President' }
  expect(sameValue({ cells }, { cells: { ...cells, state: '' } })).toBe(true)
  expect(sameValue({ cells, unchanged: true }, { cells })).toBe(false)
  expect(sameValue({ cells }, { cells: { title: 'Chair' } })).toBe(false)
})

test('what the register learnt meanwhile: the same is nothing to do, another is contested, and what was only confirmed is nobody’s change', () => {
  const since = questionnaireBook()
  since.insureds = since.insureds.map((insured) =>
    insured.id === 4 ? { ...insured, title: 'President', stateOfResidence: 'KY' } : insured,
  )
  // The title was offered and confirmed; the state was changed.
  const said = (state: string) => [answer('census', row({ status: 'ACTIVE', title: 'Vice President', state }), '4')]
  expect(changes(said('KY'), since)).toEqual([])
  const [change] = changes(said('IN'), since)
  expect(change?.fields).toMatchObject([{ field: 'state', from: 'KY', to: 'IN', sentWords: 'OH' }])
  expect(change && isContested(change)).toBe(true)
  expect(changes(said('IN')).map(isContested)).toEqual([false])
})

test('beside last year: what changed and by how much, row by row', () => {
  const before = [answer('tier-1-capital', usd(50)), answer('merged', false), answer('census', row({ status: 'ACTIVE' }), '1')]
  const now = [
    answer('tier-1-capital', usd(60)),
    answer('census', row({ status: 'RETIRED' }), '1'),
    answer('legal-name', 'First Example Bank'),
  ]
  const rows = compareAnswers(DEFAULT_QUESTIONNAIRE, now, before, questionnaireBook())
  const of = (question: string, key = '') => rows.find((one) => one.question === question && one.row === key)
  expect(of('tier-1-capital')).toMatchObject({ difference: 'CHANGED', change: 1_000, changeFraction: 0.2 })
  expect(of('merged')).toMatchObject({ difference: 'GONE', change: null })
  expect(of('legal-name')).toMatchObject({ difference: 'NEW' })
  expect(of('census', '1')).toMatchObject({ rowName: 'Ada Ames', difference: 'CHANGED' })
  expect(of('census', '2')).toMatchObject({ rowName: 'Ben Boyd', difference: 'NONE' })
})

test('last year is offered where the register says nothing, and never what was about that year alone', () => {
  const lastYear = [answer('holding-company', 'Example Bancorp'), answer('merged', true), answer('legal-name', 'Old Name')]
  const offers = offeredAnswers(DEFAULT_QUESTIONNAIRE, questionnaireBook(), lastYear)
  const of = (question: string) => offers.find((offer) => offer.question === question)
  expect(of('holding-company')).toMatchObject({ value: 'Example Bancorp', from: 'LAST_YEAR' })
  expect(of('legal-name')).toMatchObject({ value: 'First Example Bank', from: 'BOOK' })
  expect(of('merged')).toBeUndefined()
  expect(offers.filter(({ question }) => question === 'census')).toHaveLength(5)
})
