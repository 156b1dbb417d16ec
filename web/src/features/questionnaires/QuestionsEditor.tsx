/** Sections and questions in their order, changed by dragging, by keys and by buttons alike; what was done is said, and can be taken back. */
import type { Place } from '@corridor/domain/client-menu/editing.ts'
import { type DefinitionProblem, QUESTION_TYPES, type QuestionType } from '@corridor/domain/questionnaires/definition.ts'
import {
  addQuestion,
  addSection,
  type EditedRow,
  editedRows,
  isPart,
  moveByOne,
  moveQuestion,
  moveSection,
  type Part,
  retire,
  type Sections,
} from '@corridor/domain/questionnaires/editing.ts'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { focusRow, TreeEditing, type TreeTool } from '../../ui/ordering/TreeEditing.tsx'
import { TreeRow } from '../../ui/ordering/TreeRow.tsx'
import { useSteps } from '../../ui/ordering/use-steps.ts'
import { problemsOfPart } from './definition-problems.ts'
import { QuestionFields, SectionFields } from './QuestionFields.tsx'

interface Props {
  sections: Sections
  problems: readonly DefinitionProblem[]
  error?: string | undefined
  /** Without it the questions are only read. */
  onChange?: (sections: Sections) => void
}
const TYPES = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }))
const isType = (value: string): value is QuestionType => Object.hasOwn(QUESTION_TYPES, value)
/** Keys of this set and of all before it: last year's answers are found by them. */
const newCode = (): string => `q-${crypto.randomUUID().slice(0, 8)}`

export function QuestionsEditor({ sections, problems, error, onChange }: Props) {
  const [chosen, setChosen] = useState<Part | null>(null)
  const [type, setType] = useState<string>('text')
  const list = useRef<HTMLDivElement>(null)
  const steps = useSteps<Sections>(
    sections,
    (state) => JSON.stringify(state),
    (state) => onChange?.(state),
  )
  const rows = editedRows(sections)
  const current = rows.find((row) => chosen && isPart(row, chosen)) ?? rows[0]
  // A row is called by its place, from 1: 0 is what sections stand in.
  const choose = (id: number) => setChosen(rows[id - 1] ?? null)
  const take = (next: Sections, part: Part, did: string) => {
    const after = editedRows(next)
    const row = after.find((each) => isPart(each, part))
    const within = row?.kind === 'question' ? ` in ${titleOf(rowOfSection(next, row.section))}` : ''
    steps.step(next, row ? `${titleOf(row)} ${did}: ${row.index + 1} of ${row.siblings}${within}.` : did)
    setChosen(part)
    if (row) focusRow(list, after.indexOf(row) + 1)
  }
  const move = (by: -1 | 1) => {
    if (!current) return
    const next = moveByOne(sections, current, by)
    if (next === sections) steps.say(`${titleOf(current)} cannot be moved any further.`)
    else take(next, current, 'moved')
  }
  // Sections stand among sections, questions in one.
  const refuses = (id: number, parentId: number) => (rows[id - 1]?.kind === 'section') !== (parentId === 0)
  const drop = (id: number, { parentId, index }: Place) => {
    const moved = rows[id - 1]
    const into = rows[parentId - 1]
    if (moved) take(into ? moveQuestion(sections, moved.code, into.code, index) : moveSection(sections, moved.code, index), moved, 'moved')
  }
  const add = (kind: 'section' | 'question') => {
    const code = newCode()
    const next =
      kind === 'section'
        ? addSection(sections, code, current ?? null)
        : addQuestion(sections, code, isType(type) ? type : 'text', current ?? null)
    steps.step(next, kind === 'section' ? 'Section added. Give it a title.' : 'Question added. Enter its text.')
    setChosen({ kind, code })
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-part-title] input, [data-part-title] textarea')?.focus())
  }
  const remove = () => {
    if (!current || rows.length < 2) return
    const above = Math.max(rows.indexOf(current), 1)
    const next = retire(sections, current)
    steps.step(next, `${titleOf(current)} is no longer asked from the next version on. Undo restores it.`)
    setChosen(editedRows(next)[above - 1] ?? null)
    focusRow(list, above)
  }
  const tools: TreeTool[] = [
    { label: 'Move up', keyName: 'ArrowUp', disabled: !current, onPress: () => move(-1), icon: IconArrowUp },
    { label: 'Move down', keyName: 'ArrowDown', disabled: !current, onPress: () => move(1), icon: IconArrowDown },
    { label: 'Retire', keyName: 'Delete', disabled: !current || rows.length < 2, onPress: remove, icon: IconTrash },
  ]
  const fields = { sections, problems, ...(onChange ? { onChange: steps.step } : {}) }
  return (
    <TreeEditing
      label="Sections and questions"
      list={list}
      ids={rows.map((_, at) => at + 1)}
      chosen={current && rows.indexOf(current) + 1}
      onChoose={choose}
      steps={steps}
      long
      error={error}
      editing={
        onChange && {
          tools,
          add: (
            <>
              <SelectField label="Type of the new question" hideLabel value={type} options={TYPES} onChange={setType} />
              <Button variant="default" onClick={() => add('question')}>
                Add a question
              </Button>
              <Button variant="default" onClick={() => add('section')}>
                Add a section
              </Button>
            </>
          ),
          hint: 'Drag a line, or select it and use the buttons. Keyboard: arrow keys select, Alt with an arrow key moves, Delete retires, Ctrl+Z undoes.',
        }
      }
      rows={rows.map((row, at) => (
        <TreeRow
          key={`${row.kind}.${row.code}`}
          id={at + 1}
          parentId={row.kind === 'section' ? 0 : rows.findIndex((each) => each.kind === 'section' && each.code === row.section) + 1}
          level={row.kind === 'section' ? 1 : 2}
          index={row.index}
          siblings={row.siblings}
          mayHold={row.kind === 'section'}
          name={row.title}
          unnamed={titleOf({ ...row, title: '' })}
          heading={row.kind === 'section'}
          chosen={row === current}
          fault={problemsOfPart(sections, problems, row)[0]?.message}
          onChoose={() => setChosen(row)}
          drag={onChange && { refuses, onDrop: drop }}
        />
      ))}
    >
      {current?.kind === 'section' ? (
        <SectionFields key={current.code} code={current.code} {...fields} />
      ) : current ? (
        <QuestionFields key={current.code} code={current.code} {...fields} />
      ) : null}
    </TreeEditing>
  )
}

const titleOf = (row: EditedRow | undefined): string =>
  row?.title || (row?.kind === 'section' ? 'Section without a title' : 'Question without text')
const rowOfSection = (sections: Sections, code: string) => editedRows(sections).find((row) => row.kind === 'section' && row.code === code)
