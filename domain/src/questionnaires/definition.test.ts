/** A set of questions: the one that ships can be sent, and what cannot be is told at its field. */
import { expect, test } from 'vitest'
import { DEFAULT_QUESTIONNAIRE } from './default-questions.ts'
import { definitionProblems, type Question, type Questionnaire, questionOf, questionsOf, withoutPersonalColumns } from './definition.ts'
import { BOOK_FACTS } from './register-facts.ts'

const withQuestion = (...questions: Partial<Question>[]): Questionnaire => ({
  attestation: 'True.',
  sections: [
    {
      code: 'one',
      title: 'One',
      questions: questions.map((question, index) => ({ code: `q${index}`, label: 'Why?', type: 'text', required: true, ...question })),
    },
  ],
})
const problems = (...questions: Partial<Question>[]) =>
  definitionProblems(withQuestion(...questions)).map(({ field, message }) => `${field}: ${message}`)

test('the questionnaire that ships can be sent, and asks about every fact of the register', () => {
  expect(definitionProblems(DEFAULT_QUESTIONNAIRE)).toEqual([])
  expect(new Set(questionsOf(DEFAULT_QUESTIONNAIRE).flatMap(({ fact }) => fact ?? []))).toEqual(new Set(Object.keys(BOOK_FACTS)))
  expect(DEFAULT_QUESTIONNAIRE.sections).toHaveLength(12)
  // IRC 6039I wants name, address, number and business of the policyholder.
  for (const code of ['legal-name', 'street-address', 'city', 'state', 'ein'])
    expect(questionOf(DEFAULT_QUESTIONNAIRE, code)?.type).toBe('text')
})

test('line 1 of Form 8925 is asked for each legal entity, directors included', () => {
  expect(questionOf(DEFAULT_QUESTIONNAIRE, 'employees')).toMatchObject({
    rows: 'ENTITIES',
    fact: 'EMPLOYEES',
    label: expect.stringContaining('directors included'),
  })
})

test.each([
  ['a question without words', [{ label: ' ' }], 'sections.0.questions.0.label: Enter the question.'],
  ['the same code twice', [{ code: 'a' }, { code: 'a' }], 'sections.0.questions.1.code: Another question has this code.'],
  [
    'a choice with one answer',
    [{ type: 'choice', options: [{ value: 'x', label: 'X' }] }],
    'sections.0.questions.0.options: Offer 2 to 60 answers to choose from.',
  ],
  ['options of a text', [{ options: [] }], 'sections.0.questions.0.options: Only a choice has options.'],
  ['a table without columns', [{ type: 'rows', rows: 'ADDED' }], 'sections.0.questions.0.columns: A table has at least one column.'],
  [
    'two columns of one code',
    [{ type: 'rows', rows: 'ADDED', columns: ['a', 'a'].map((code) => ({ code, label: 'A', type: 'text' })) }],
    'sections.0.questions.0.columns.1.code: Each column has a code of its own.',
  ],
  ['limits of a text', [{ least: 1 }], 'sections.0.questions.0.least: Only numbers have limits.'],
  [
    'limits that exclude everything',
    [{ type: 'number', least: 2, most: 1 }],
    'sections.0.questions.0.least: The least is more than the most.',
  ],
  [
    'a condition on a later question',
    [{ when: { question: 'q1', is: 'yes' } }, { type: 'yesNo' }],
    'sections.0.questions.0.when: Choose an answer of an earlier yes or no, or of an earlier choice.',
  ],
  [
    'salaries that everybody could read',
    [
      {
        type: 'rows',
        rows: 'INSUREDS',
        fact: 'CENSUS',
        columns: ['status', 'statusDate', 'title', 'state', 'salary'].map((code) => ({ code, label: code, type: 'text' })),
      },
    ],
    'sections.0.questions.0.columns: Salaries are personal detail: this column cannot be changed.',
  ],
  ['a fact asked as another type', [{ fact: 'TIER_1' }], 'sections.0.questions.0.fact: Tier 1 capital is asked as: amount in dollars.'],
  [
    'a fact asked twice',
    [
      { type: 'money', fact: 'TIER_1' },
      { type: 'money', fact: 'TIER_1' },
    ],
    'sections.0.questions.1.fact: Another question asks about tier 1 capital already.',
  ],
  [
    'a census without the columns that the register is changed by',
    [{ type: 'rows', rows: 'INSUREDS', fact: 'CENSUS', columns: [{ code: 'status', label: 'Status', type: 'text' }] }],
    'sections.0.questions.0.columns: Census of the insured needs the columns statusDate, title, state.',
  ],
] as const satisfies [string, Partial<Question>[], string][])('%s is refused at its field', (_, questions, message) => {
  expect(problems(...questions)).toContain(message)
})

test('an empty set names what it lacks', () => {
  expect(definitionProblems({ sections: [], attestation: '' }).map(({ field }) => field)).toEqual(['attestation', 'sections'])
})

test('readers without the right see the census without salaries', () => {
  const census = questionOf(withoutPersonalColumns(DEFAULT_QUESTIONNAIRE), 'census')
  expect(census?.columns?.map(({ code }) => code)).toEqual(['status', 'statusDate', 'title', 'state', 'newName', 'ssnChanged'])
})
