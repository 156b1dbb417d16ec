/** Faults of a set of questions, by the part that has them. */
import type { DefinitionProblem } from '@corridor/domain/questionnaires/definition.ts'
import type { Part, Sections } from '@corridor/domain/questionnaires/editing.ts'

/** Those of the part alone, each with the field of it: a section's are not its questions'. */
export function problemsOfPart(sections: Sections, problems: readonly DefinitionProblem[], { kind, code }: Part): DefinitionProblem[] {
  return problems.flatMap(({ field, message }) => {
    const [, section = '', , question, ...rest] = field.split('.')
    const at = sections[Number(section)]
    if (!at || !field.startsWith('sections.')) return []
    if (question === undefined) return kind === 'section' && at.code === code ? [{ field: field.split('.')[2] ?? '', message }] : []
    return kind === 'question' && at.questions[Number(question)]?.code === code ? [{ field: rest.join('.'), message }] : []
  })
}
