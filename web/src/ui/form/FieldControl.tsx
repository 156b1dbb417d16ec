/** One field of a form, by its kind: the controls of ui/fields over what is typed, or its words for who may only read. */

import { DROPDOWN_MOST, DROPDOWN_PLACEHOLDER, INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { formatAmount } from '@corridor/domain/primitives/money.ts'
import { maskPhone, phoneDigits, typedMoney } from '@corridor/domain/primitives/typed-input.ts'
import { moneyProblem } from '@corridor/domain/primitives/typed-problems.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Checkbox, SelectField, TextArea, TextField } from '../fields/Field.tsx'
import { SearchableDropdown } from '../fields/SearchableDropdown.tsx'
import css from './form.module.css'
import { type Choice, type FieldDefinition, listOf, type Value } from './form-fields.ts'

interface FieldControlProps {
  field: FieldDefinition
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
  error: string | undefined
}

/** Up to so many options stand as checkboxes; more are searched. */
const CHECKBOXES_MOST = 12

export function FieldControl({ field, value, onChange, onBlur, error }: FieldControlProps) {
  const { kind, label, hint, required = false, options = [] } = field
  const common = { label, hint, error, required }
  const typed = typeof value === 'string' ? value : ''
  if (field.own) return <field.own.Control value={value} onChange={onChange} error={error} />
  if (kind === 'area') return <TextArea {...common} rows={4} value={typed} onChange={onChange} onBlur={onBlur} />
  if (kind === 'check')
    return (
      <div className={css.lone}>
        <Checkbox label={label} hint={hint} checked={value === true} onChange={onChange} />
        {error ? <p className={css.error}>{error}</p> : null}
      </div>
    )
  if (kind === 'select') {
    // A select knows only texts; the form keeps the option's own value.
    const shown = [
      ...(required && value !== null ? [] : [{ value: '', label: DROPDOWN_PLACEHOLDER }]),
      ...options.map((each) => ({ value: String(each.value), label: each.label })),
    ]
    return (
      <SelectField
        {...common}
        value={value === null ? '' : String(value)}
        options={shown}
        onChange={(text) => onChange(options.find((option) => String(option.value) === text)?.value ?? null)}
      />
    )
  }
  if (kind === 'dropdown') return <OneOfMany field={field} value={value} onChange={onChange} error={error} />
  if (kind === 'many') return <Several field={field} value={listOf(value)} options={options} onChange={onChange} error={error} />
  if (kind === 'phone')
    return (
      <TextField
        {...common}
        type="tel"
        inputMode="numeric"
        autoComplete={field.autoComplete ?? 'tel-national'}
        placeholder="(___) ___-____"
        value={maskPhone(typed)}
        onBlur={onBlur}
        onChange={(text) => onChange(digitsAfter(typed, text))}
      />
    )
  const [prefix, suffix] = [kind === 'money' ? '$' : undefined, kind === 'percent' ? '%' : undefined]
  return (
    <div
      className={css.typed}
      data-prefix={prefix}
      data-suffix={suffix}
      data-figure={prefix || suffix || kind === 'whole' || kind === 'number' ? true : undefined}
    >
      <TextField
        {...common}
        type={kind === 'email' ? 'email' : 'text'}
        {...(kind === 'date' || kind === 'whole' ? { inputMode: 'numeric' as const } : {})}
        {...(kind === 'money' || kind === 'percent' || kind === 'number' ? { inputMode: 'decimal' as const } : {})}
        {...(kind === 'email' ? { autoCapitalize: 'none', spellCheck: false } : {})}
        {...(kind === 'date' ? { placeholder: field.monthEnds ? 'mm/yyyy' : 'mm/dd/yyyy' } : {})}
        autoComplete={field.autoComplete ?? 'off'}
        value={typed}
        onChange={onChange}
        onBlur={() => {
          const settled = kind === 'money' ? settledMoney(typed) : typed
          if (settled !== typed) onChange(settled)
          onBlur()
        }}
      />
    </div>
  )
}

/** An amount as the book shows it, once the field is left; what cannot be read stays as it was typed. */
function settledMoney(typed: string): string {
  const amount = moneyProblem(typed) === undefined ? typedMoney(typed) : undefined
  return typeof amount === 'number' ? formatAmount(amount) : typed
}

/** A text on file that the list no longer offers, such as a code from before the list was, stays a choice: it is seen, and not lost by a save. */
function OneOfMany({ field: { label, required = false, options = [] }, value, onChange, error }: Omit<FieldControlProps, 'onBlur'>) {
  const [stored] = useState(value)
  const isOffered = typeof stored !== 'string' || stored === '' || options.some((option) => option.value === stored)
  return (
    <SearchableDropdown
      label={required ? `${label} *` : label}
      options={isOffered ? options : [...options, { value: stored, label: stored }]}
      value={typeof value === 'string' || typeof value === 'number' ? value : null}
      onChange={onChange}
      maxItems={mostOf(options)}
      error={error}
      {...(required ? {} : { defaultValue: null })}
    />
  )
}

function Several({
  field,
  value,
  options,
  onChange,
  error,
}: {
  field: FieldDefinition
  value: (string | number)[]
  options: readonly Choice[]
  onChange: (value: Value) => void
  error: string | undefined
}) {
  const labelOf = (item: string | number) => options.find((option) => option.value === item)?.label ?? String(item)
  return (
    <fieldset className={css.several} aria-invalid={error ? true : undefined}>
      <legend>
        {field.label}
        {field.required ? <span aria-hidden> *</span> : null}
      </legend>
      {options.length <= CHECKBOXES_MOST ? (
        <div className={css.checks}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={value.includes(option.value)}
              onChange={(on) => onChange(on ? [...value, option.value] : value.filter((item) => item !== option.value))}
            />
          ))}
        </div>
      ) : (
        <>
          {value.length > 0 ? (
            <ul className={css.chips}>
              {value.map((item) => (
                <li key={item}>
                  {labelOf(item)}
                  <button
                    type="button"
                    aria-label={`Remove ${labelOf(item)}`}
                    onClick={() => onChange(value.filter((each) => each !== item))}
                  >
                    <IconX size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <SearchableDropdown
            label={`Add to ${field.label}`}
            hideLabel
            {...(value.length === 0 ? {} : { placeholder: 'Add another' })}
            options={options.filter((option) => !value.includes(option.value))}
            value={null}
            maxItems={mostOf(options)}
            onChange={(added) => added !== null && onChange([...value, added])}
          />
        </>
      )}
      {field.hint ? <p className={css.hint}>{field.hint}</p> : null}
      {error ? <p className={css.error}>{error}</p> : null}
    </fieldset>
  )
}

/** A short list keeps the usual six; among a thousand institutions one wants to scroll. */
const mostOf = (options: readonly Choice[]): number => (options.length > 50 ? INSTITUTION_DROPDOWN_MOST : DROPDOWN_MOST)

/** Deleting a bracket or dash of the mask means the digit before it. */
function digitsAfter(before: string, text: string): string {
  const digits = phoneDigits(text)
  return text.length < maskPhone(before).length && digits === before ? digits.slice(0, -1) : digits
}
