/** The fields of the chosen section or question: what it asks, of which type, when, and what it is judged by. */
import { counted } from '@corridor/domain/primitives/counted.ts'
import {
  type DefinitionProblem,
  isNumeric,
  QUESTION_TYPES,
  type Question,
  ROW_SOURCES,
} from '@corridor/domain/questionnaires/definition.ts'
import { changeQuestion, changeSection, deciding, type Sections } from '@corridor/domain/questionnaires/editing.ts'
import { BOOK_FACTS } from '@corridor/domain/questionnaires/register-facts.ts'
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/fields/Field.tsx'
import ordering from '../../ui/ordering/ordering.module.css'
import { CellInput } from './CellInput.tsx'
import css from './configuration.module.css'
import { problemsOfPart } from './definition-problems.ts'
import { ColumnsField, OptionsField } from './QuestionLists.tsx'

interface Props {
  sections: Sections
  code: string
  problems: readonly DefinitionProblem[]
  onChange?: (sections: Sections) => void
}

export function SectionFields({ sections, code, problems, onChange }: Props) {
  const section = sections.find((each) => each.code === code)
  if (!section) return null
  const found = problemsOfPart(sections, problems, { kind: 'section', code })
  const errorOf = (field: string) => found.find((problem) => problem.field === field)?.message
  const change = (part: Parameters<typeof changeSection>[2]) => onChange?.(changeSection(sections, code, part))
  return (
    <fieldset className={ordering.fields} disabled={!onChange}>
      <legend>Section</legend>
      <div data-part-title>
        <TextField
          label="Title"
          required
          maxLength={300}
          value={section.title}
          error={errorOf('title')}
          onChange={(title) => change({ title })}
        />
      </div>
      <TextArea
        label="Note below the title"
        rows={2}
        maxLength={1000}
        value={section.note ?? ''}
        onChange={(note) => change({ note: note === '' ? undefined : note })}
      />
      <p className={css.hint}>
        {section.questions.length === 0
          ? (errorOf('questions') ?? 'No questions yet.')
          : `${counted(section.questions.length, 'question')}. They are retired with the section.`}
      </p>
    </fieldset>
  )
}

const TYPES = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }))
const SOURCES = Object.entries(ROW_SOURCES).map(([value, label]) => ({ value, label }))
const FOLLOWS = [
  { value: '', label: 'Nothing' },
  { value: 'yes', label: 'After a yes' },
  { value: 'no', label: 'After a no' },
]

export function QuestionFields({ sections, code, problems, onChange }: Props) {
  const question = sections.flatMap(({ questions }) => questions).find((each) => each.code === code)
  if (!question) return null
  const found = problemsOfPart(sections, problems, { kind: 'question', code })
  const errorOf = (field: string) => found.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))?.message
  const change = (part: Partial<Question>) => onChange?.(changeQuestion(sections, code, part))
  const { type, fact, rows } = question
  return (
    <fieldset className={ordering.fields} disabled={!onChange}>
      <legend>{QUESTION_TYPES[type]}</legend>
      {fact ? (
        <p className={css.fact}>
          About the register: <b>{BOOK_FACTS[fact].label}</b>. The answer is prefilled from there, and a changed answer is proposed there.
        </p>
      ) : null}
      <div data-part-title>
        <TextArea
          label="Question"
          required
          rows={2}
          maxLength={300}
          value={question.label}
          error={errorOf('label')}
          onChange={(label) => change({ label })}
        />
      </div>
      <TextArea
        label="Help text"
        rows={2}
        maxLength={1000}
        value={question.hint ?? ''}
        onChange={(hint) => change({ hint: hint === '' ? undefined : hint })}
      />
      {fact ? null : (
        <SelectField
          label="Type"
          value={type}
          options={TYPES}
          error={errorOf('type')}
          hint="If the type changes, the answer is not prefilled next year."
          onChange={(next) => change(ofType(question, next))}
        />
      )}
      <Checkbox label="Required before signing" checked={question.required} onChange={(required) => change({ required })} />
      <Checkbox
        label="For this year only"
        hint="Last year’s answer is not prefilled."
        checked={question.carried === false}
        onChange={(only) => change({ carried: only ? false : undefined })}
      />
      <WhenFields sections={sections} question={question} error={errorOf('when')} change={change} />
      {type === 'choice' ? (
        <OptionsField
          options={question.options ?? []}
          fixed={fact !== undefined}
          error={errorOf('options')}
          onChange={(options) => change({ options })}
        />
      ) : null}
      {type === 'yesNo' ? <FollowUpFields question={question} error={errorOf('followUp')} change={change} /> : null}
      {isNumeric(type) ? <LimitFields question={question} error={errorOf('least')} change={change} /> : null}
      {type === 'date' ? (
        <Checkbox label="No later than today" checked={question.past === true} onChange={(past) => change({ past: past || undefined })} />
      ) : null}
      {type === 'rows' ? (
        <>
          {fact ? null : (
            <SelectField
              label="Its rows"
              value={rows ?? 'ADDED'}
              options={SOURCES}
              onChange={(next) => change({ rows: next === 'INSUREDS' || next === 'ENTITIES' ? next : 'ADDED' })}
            />
          )}
          <ColumnsField
            columns={question.columns ?? []}
            kept={fact ? BOOK_FACTS[fact].columns : []}
            error={errorOf('columns')}
            onChange={(columns) => change({ columns })}
          />
        </>
      ) : null}
    </fieldset>
  )
}

/** Fields that another type has no use for go. */
function ofType(question: Question, next: string): Partial<Question> {
  const type = TYPES.find(({ value }) => value === next)
  if (!type) return {}
  const kind = Object.keys(QUESTION_TYPES).find((each): each is Question['type'] => each === next) ?? question.type
  return {
    type: kind,
    options:
      kind === 'choice'
        ? (question.options ?? [
            { value: 'first', label: '' },
            { value: 'second', label: '' },
          ])
        : undefined,
    columns: kind === 'rows' ? (question.columns ?? [{ code: 'first', label: '', type: 'text' }]) : undefined,
    rows: kind === 'rows' ? (question.rows ?? 'ADDED') : undefined,
    followUp: kind === 'yesNo' ? question.followUp : undefined,
    past: kind === 'date' ? question.past : undefined,
    ...(isNumeric(kind) ? {} : { least: undefined, most: undefined, explainBeyond: undefined }),
  }
}

interface PartProps {
  question: Question
  error: string | undefined
  change: (part: Partial<Question>) => void
}

function WhenFields({ sections, question, error, change }: PartProps & { sections: Sections }) {
  const earlier = deciding(sections, question.code)
  const { when } = question
  const chosen = earlier.find(({ code }) => code === when?.question)
  return (
    <>
      <SelectField
        label="Asked"
        value={when?.question ?? ''}
        error={error}
        options={[
          { value: '', label: 'Always' },
          ...(when && !chosen ? [{ value: when.question, label: 'After a question that is no longer above it' }] : []),
          ...earlier.map(({ code, label }) => ({ value: code, label: `After: ${label}` })),
        ]}
        onChange={(code) => {
          const first = earlier.find((each) => each.code === code)?.answers[0]
          change({ when: code === '' || !first ? undefined : { question: code, is: first.value } })
        }}
      />
      {when && chosen ? (
        <SelectField
          label="when its answer is"
          value={when.is}
          options={chosen.answers}
          onChange={(is) => change({ when: { ...when, is } })}
        />
      ) : null}
    </>
  )
}

function FollowUpFields({ question: { followUp }, error, change }: PartProps) {
  return (
    <>
      <SelectField
        label="Follow-up"
        value={followUp?.on ?? ''}
        options={FOLLOWS}
        onChange={(on) =>
          change({
            followUp: on === 'yes' || on === 'no' ? { label: followUp?.label ?? '', required: followUp?.required ?? true, on } : undefined,
          })
        }
      />
      {followUp ? (
        <>
          <TextField
            label="Follow-up question"
            required
            maxLength={300}
            error={error}
            value={followUp.label}
            onChange={(label) => change({ followUp: { ...followUp, label } })}
          />
          <Checkbox
            label="Follow-up required"
            checked={followUp.required}
            onChange={(required) => change({ followUp: { ...followUp, required } })}
          />
        </>
      ) : null}
    </>
  )
}

function LimitFields({ question, error, change }: PartProps) {
  const numberOr = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return (
    <div className={css.pair}>
      <CellInput
        type={question.type}
        label="At least"
        value={question.least}
        error={error}
        onChange={(least) => change({ least: numberOr(least) })}
      />
      <CellInput type={question.type} label="At most" value={question.most} onChange={(most) => change({ most: numberOr(most) })} />
      <CellInput
        type="percent"
        label="Explanation required beyond a change of"
        value={question.explainBeyond}
        onChange={(explainBeyond) => change({ explainBeyond: numberOr(explainBeyond) })}
      />
    </div>
  )
}
