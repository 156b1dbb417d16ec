/** Changes to a set of questions while staff edit it: each answers a new set and leaves the old one as it was. What may be saved, `definitionProblems` says. */
import type { Question, QuestionnaireSection, QuestionType } from './definition.ts'

export type Sections = readonly QuestionnaireSection[]
/** A section, or a question, by its code. */
export interface Part {
  kind: 'section' | 'question'
  code: string
}
/** One line of the editor, in the order of the questionnaire. */
export interface EditedRow extends Part {
  title: string
  /** The code of the section it is or lies in. */
  section: string
  /** Among the sections, or the questions of its section. */
  index: number
  siblings: number
}

export const editedRows = (sections: Sections): EditedRow[] =>
  sections.flatMap(({ code, title, questions }, index): EditedRow[] => [
    { kind: 'section', code, title, section: code, index, siblings: sections.length },
    ...questions.map(
      (question, at): EditedRow => ({
        kind: 'question',
        code: question.code,
        title: question.label,
        section: code,
        index: at,
        siblings: questions.length,
      }),
    ),
  ])

export const isPart = (part: Part, { kind, code }: Part): boolean => part.kind === kind && part.code === code

/** @param to among the others, the moved one left out; beyond either end is that end */
export function moveSection(sections: Sections, code: string, to: number): Sections {
  const moved = sections.find((section) => section.code === code)
  return moved ? inserted(without(sections, code), moved, to) : sections
}

/** @param to among the questions of that section, the moved one left out */
export function moveQuestion(sections: Sections, code: string, into: string, to: number): Sections {
  const moved = sections.flatMap(({ questions }) => questions).find((question) => question.code === code)
  if (!moved || !sections.some((section) => section.code === into)) return sections
  return sections.map((section) => {
    const others = without(section.questions, code)
    return { ...section, questions: section.code === into ? inserted(others, moved, to) : [...others] }
  })
}

/** One step up or down; at the edge of its section a question goes to the neighboring one. The same set where there is no further. */
export function moveByOne(sections: Sections, part: Part, by: -1 | 1): Sections {
  const row = editedRows(sections).find((each) => isPart(each, part))
  if (!row) return sections
  const to = row.index + by
  if (part.kind === 'section') return to < 0 || to >= row.siblings ? sections : moveSection(sections, part.code, to)
  if (to >= 0 && to < row.siblings) return moveQuestion(sections, part.code, row.section, to)
  const neighbor = sections[sections.findIndex(({ code }) => code === row.section) + by]
  return neighbor ? moveQuestion(sections, part.code, neighbor.code, by > 0 ? 0 : neighbor.questions.length) : sections
}

/** Empty, below the section that the part is or lies in; at the end without one. @param code new, of this set and of all before */
export function addSection(sections: Sections, code: string, after: Part | null): Sections {
  const at = after ? sections.findIndex((section) => holds(section, after)) : -1
  return inserted(sections, { code, title: '', questions: [] }, at < 0 ? sections.length : at + 1)
}

/** Below the part, or at the end. @param code new, of this set and of all before: last year's answers are found by it */
export function addQuestion(sections: Sections, code: string, type: QuestionType, after: Part | null): Sections {
  const into = sections.find((section) => after && holds(section, after)) ?? sections.at(-1)
  if (!into) return sections
  const at = after?.kind === 'section' ? 0 : into.questions.findIndex((question) => question.code === after?.code) + 1
  const question: Question = { code, label: '', type, required: false, ...STARTS[type]?.() }
  return sections.map((section) =>
    section === into
      ? { ...section, questions: inserted(section.questions, question, at > 0 || after ? at : section.questions.length) }
      : section,
  )
}

const STARTS: Partial<Record<QuestionType, () => Partial<Question>>> = {
  choice: () => ({
    options: [
      { value: 'first', label: '' },
      { value: 'second', label: '' },
    ],
  }),
  rows: () => ({ rows: 'ADDED', columns: [{ code: 'first', label: '', type: 'text' }] }),
}

/** Asked no more from the next version on; what was answered stays with the questionnaires that asked it. A section goes with its questions. */
export function retire(sections: Sections, part: Part): Sections {
  if (part.kind === 'section') return without(sections, part.code)
  return sections.map((section) => ({ ...section, questions: [...without(section.questions, part.code)] }))
}

export const changeSection = (sections: Sections, code: string, change: Partial<QuestionnaireSection>): Sections =>
  sections.map((section) => (section.code === code ? { ...section, ...change } : section))

export const changeQuestion = (sections: Sections, code: string, change: Partial<Question>): Sections =>
  sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => (question.code === code ? { ...question, ...change } : question)),
  }))

/** Questions of a set that can decide whether a later one is asked, with the answers it can wait for. */
export function deciding(sections: Sections, code: string): { code: string; label: string; answers: { value: string; label: string }[] }[] {
  const all = sections.flatMap(({ questions }) => questions)
  const before = all.slice(
    0,
    Math.max(
      0,
      all.findIndex((question) => question.code === code),
    ),
  )
  return before.flatMap(({ code: earlier, label, type, options = [] }) => {
    if (type === 'yesNo')
      return [
        {
          code: earlier,
          label,
          answers: [
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ],
        },
      ]
    return type === 'choice' ? [{ code: earlier, label, answers: options }] : []
  })
}

const holds = (section: QuestionnaireSection, { kind, code }: Part): boolean =>
  kind === 'section' ? section.code === code : section.questions.some((question) => question.code === code)
const without = <Item extends { code: string }>(items: readonly Item[], code: string): readonly Item[] =>
  items.filter((item) => item.code !== code)
function inserted<Item>(items: readonly Item[], item: Item, at: number): Item[] {
  const place = Math.min(Math.max(at, 0), items.length)
  return [...items.slice(0, place), item, ...items.slice(place)]
}
