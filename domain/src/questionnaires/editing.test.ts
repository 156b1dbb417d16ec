/** Editing the questions: whatever is done, nothing is lost or doubled but what was retired. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_QUESTIONNAIRE } from './default-questions.ts'
import { definitionProblems, questionsOf } from './definition.ts'
import {
  addQuestion,
  addSection,
  changeQuestion,
  changeSection,
  deciding,
  editedRows,
  moveByOne,
  moveQuestion,
  moveSection,
  type Part,
  retire,
  type Sections,
} from './editing.ts'

const START: Sections = DEFAULT_QUESTIONNAIRE.sections
const codes = (sections: Sections) => sections.map(({ code, questions }) => [code, questions.map((question) => question.code)])
const q = (code: string): Part => ({ kind: 'question', code })
const s = (code: string): Part => ({ kind: 'section', code })

test('a question goes one down, over the edge into the next section, and back', () => {
  const one = moveByOne(START, q('legal-name'), 1)
  expect(one[0]?.questions.slice(0, 2).map(({ code }) => code)).toEqual(['city', 'legal-name'])
  const last = START[0]?.questions.at(-1)?.code ?? ''
  const over = moveByOne(START, q(last), 1)
  expect([over[0]?.questions.some(({ code }) => code === last), over[1]?.questions[0]?.code]).toEqual([false, last])
  expect(codes(moveByOne(over, q(last), -1))).toEqual(codes(START))
  expect(moveByOne(START, q('legal-name'), -1)).toBe(START)
  expect(moveByOne(START, s('outlook'), 1)).toBe(START)
})

test('a question that is not there moves nothing, and a section that is not there takes none', () => {
  expect(moveQuestion(START, 'no-such-question', 'outlook', 0)).toBe(START)
  expect(moveQuestion(START, 'city', 'no-such-section', 0)).toBe(START)
})

test('what is added is not whole yet, and says where; then it is', () => {
  const added = addQuestion(addSection(START, 'security', s('institution')), 'q-1', 'choice', s('security'))
  expect(added[1]).toMatchObject({ code: 'security', questions: [{ code: 'q-1', type: 'choice', required: false }] })
  const problems = (sections: Sections) =>
    definitionProblems({ ...DEFAULT_QUESTIONNAIRE, sections: [...sections] }).map(({ field }) => field)
  expect(problems(added)).toEqual(['sections.1.title', 'sections.1.questions.0.label', 'sections.1.questions.0.options'])
  const options = [
    { value: 'first', label: 'One' },
    { value: 'second', label: 'Two' },
  ]
  const whole = changeQuestion(changeSection(added, 'security', { title: 'Security' }), 'q-1', { label: 'Which?', options })
  expect(problems(whole)).toEqual([])
  expect(deciding(whole, 'died').map(({ code }) => code)).toContain('q-1')
  expect(deciding(whole, 'q-1').map(({ code }) => code)).not.toContain('died')
  expect(addQuestion(START, 'q-2', 'text', q('city'))[0]?.questions[2]?.code).toBe('q-2')
  expect(addQuestion(START, 'q-2', 'text', null).at(-1)?.questions.at(-1)?.code).toBe('q-2')
})

test('a question that others wait for leaves them with a problem when it is retired', () => {
  const sections = retire(START, q('merged'))
  expect(definitionProblems({ ...DEFAULT_QUESTIONNAIRE, sections: [...sections] })).toEqual([
    { field: 'sections.0.questions.10.when', message: expect.any(String) },
  ])
})

test('any number of moves keeps every section and question once, and each code where its row says', () => {
  const part = fc.constantFrom(...editedRows(START))
  const move = fc.tuple(part, fc.constantFrom(-1 as const, 1 as const), fc.integer({ min: -2, max: 20 }), fc.constantFrom(...START))
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      let sections = START
      for (const [row, by, to, into] of moves) {
        sections = moveByOne(sections, row, by)
        sections = row.kind === 'section' ? moveSection(sections, row.code, to) : moveQuestion(sections, row.code, into.code, to)
      }
      const sorted = (all: Sections) =>
        questionsOf({ sections: [...all] })
          .map(({ code }) => code)
          .sort()
      expect(sorted(sections)).toEqual(sorted(START))
      expect(sections.map(({ code }) => code).sort()).toEqual(START.map(({ code }) => code).sort())
      for (const row of editedRows(sections))
        if (row.kind === 'question') expect(sections.find(({ code }) => code === row.section)?.questions[row.index]?.code).toBe(row.code)
    }),
    { numRuns: 60 },
  )
})
