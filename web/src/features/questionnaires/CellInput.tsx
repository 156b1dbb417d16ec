/** One value of a question or of a table's column, typed as people type it and given on as the questionnaire keeps it. */
import { DROPDOWN_PLACEHOLDER } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { isPlainDate } from '@corridor/domain/primitives/period.ts'
import type { Cell } from '@corridor/domain/questionnaires/answers.ts'
import type { ColumnType, Option, QuestionType } from '@corridor/domain/questionnaires/definition.ts'
import { useId, useState } from 'react'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { Field, SelectField, TextArea, TextField } from '../../ui/fields/Field.tsx'
import { MoneyInput } from '../../ui/fields/MoneyInput.tsx'
import css from './answering.module.css'

interface CellInputProps {
  type: QuestionType | ColumnType
  label: string
  options?: readonly Option[] | undefined
  /** Cell of a column of insured people. */
  insureds?: readonly { id: number; name: string }[]
  value: Cell | undefined
  onChange: (value: Cell) => void
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
}

export function CellInput({
  type,
  label,
  options = [],
  insureds = [],
  value = null,
  onChange,
  error,
  hint,
  required = false,
  disabled = false,
}: CellInputProps) {
  const field = { label, error, required, ...(hint ? { hint } : {}) }
  const text = typeof value === 'string' ? value : ''
  const common = { ...field, disabled }
  if (type === 'money') return <MoneyInput {...common} value={typeof value === 'number' ? cents(value) : null} onChange={onChange} />
  if (type === 'date') return <DateInput {...common} value={isPlainDate(text) ? text : null} onChange={onChange} />
  if (type === 'number' || type === 'percent')
    return <NumberInput {...common} type={type} value={typeof value === 'number' ? value : null} onChange={onChange} />
  if (type === 'yesNo') return <YesNo {...common} value={typeof value === 'boolean' ? value : null} onChange={onChange} />
  if (type === 'choice' || type === 'insured') {
    const offered = type === 'insured' ? insureds.map(({ id, name }) => ({ value: String(id), label: name })) : options
    return (
      <SelectField
        {...common}
        value={text}
        options={[{ value: '', label: DROPDOWN_PLACEHOLDER }, ...offered]}
        onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
      />
    )
  }
  return type === 'area' ? (
    <TextArea {...common} value={text} onChange={onChange} />
  ) : (
    <TextField {...common} value={text} onChange={onChange} />
  )
}

interface NumberInputProps {
  type: 'number' | 'percent'
  label: string
  value: number | null
  onChange: (value: number | null) => void
  error: string | undefined
  required: boolean
  disabled: boolean
  hint?: string
}

/** A count, or a percentage typed as "21" and kept as 0.21. Half a number is kept on the screen and not given on. */
function NumberInput({ type, value, onChange, error, disabled, ...field }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === null ? '' : String(type === 'percent' ? Number((value * 100).toFixed(10)) : value)
  const parsed = typed === null ? undefined : parse(type, typed)
  return (
    <Field
      {...field}
      error={
        typed !== null && parsed === undefined
          ? type === 'percent'
            ? 'Enter a percentage such as 21 or 4.48'
            : 'Enter a whole number'
          : error
      }
    >
      {(control) => (
        <span className={type === 'percent' ? css.percent : undefined}>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            value={typed ?? shown}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              const next = parse(type, event.currentTarget.value)
              if (next !== undefined) onChange(next)
            }}
            onBlur={() => parsed !== undefined && setTyped(null)}
          />
        </span>
      )}
    </Field>
  )
}

/** Null is nothing typed, undefined is no number. */
function parse(type: 'number' | 'percent', text: string): number | null | undefined {
  const plain = text.trim().replaceAll(',', '').replace(/%$/, '')
  if (plain === '') return null
  if (type === 'percent') return /^-?\d{1,4}(\.\d{1,8})?$/.test(plain) ? Number((Number(plain) / 100).toFixed(12)) : undefined
  return /^-?\d{1,12}$/.test(plain) ? Number(plain) : undefined
}

function YesNo({
  label,
  value,
  onChange,
  error,
  hint,
  required,
  disabled,
}: Omit<NumberInputProps, 'type' | 'value' | 'onChange'> & { value: boolean | null; onChange: (value: boolean) => void }) {
  const id = useId()
  return (
    <fieldset className={css.yesNo} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </legend>
      <div>
        {([true, false] as const).map((each) => (
          <label key={String(each)}>
            <input type="radio" name={id} checked={value === each} disabled={disabled} onChange={() => onChange(each)} />
            {each ? 'Yes' : 'No'}
          </label>
        ))}
      </div>
      {hint ? <p className={css.hint}>{hint}</p> : null}
      {error ? (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
