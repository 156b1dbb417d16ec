/** Label, hint and error around any control, wired for screen readers; and the plain text controls. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './Field.module.css'

export interface FieldProps {
  label: string
  hideLabel?: boolean
  hint?: ReactNode
  /** Messages of the server (`action.error?.fields.reason`) or of the form itself. */
  error?: string | readonly string[] | undefined
  required?: boolean
}

export interface ControlProps {
  id: string
  className: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  required = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const messages = error === undefined ? [] : typeof error === 'string' ? [error] : error
  const described = [hint ? `${id}-hint` : '', messages.length > 0 ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : css.label}>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </label>
      {children({
        id,
        className: css.control ?? '',
        required,
        'aria-invalid': messages.length > 0 ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      ) : null}
      {messages.length > 0 ? (
        <p id={`${id}-error`} className={css.error}>
          {messages.join(' ')}
        </p>
      ) : null}
    </div>
  )
}

type Own = 'value' | 'onChange' | 'id' | 'className' | 'required'

export function TextField({
  label,
  hideLabel,
  hint,
  error,
  required,
  value,
  onChange,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, Own> & { value: string; onChange: (value: string) => void }) {
  return (
    <Field {...{ label, hint, error }} {...(hideLabel ? { hideLabel } : {})} {...(required ? { required } : {})}>
      {(control) => <input type="text" {...rest} {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)} />}
    </Field>
  )
}

export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  required,
  value,
  onChange,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, Own> & { value: string; onChange: (value: string) => void }) {
  return (
    <Field {...{ label, hint, error }} {...(hideLabel ? { hideLabel } : {})} {...(required ? { required } : {})}>
      {(control) => <textarea rows={3} {...rest} {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)} />}
    </Field>
  )
}

export function SelectField<Value extends string>({
  label,
  hideLabel,
  hint,
  error,
  required,
  value,
  options,
  onChange,
  disabled,
}: FieldProps & {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  disabled?: boolean
}) {
  return (
    <Field {...{ label, hint, error }} {...(hideLabel ? { hideLabel } : {})} {...(required ? { required } : {})}>
      {(control) => (
        <select
          {...control}
          disabled={disabled}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function Checkbox({
  label,
  hideLabel = false,
  checked,
  indeterminate = false,
  onChange,
  disabled,
  hint,
}: {
  label: ReactNode
  hideLabel?: boolean
  checked: boolean
  indeterminate?: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  hint?: ReactNode
}) {
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        ref={(input) => {
          if (input) input.indeterminate = indeterminate
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
        {hint ? <small>{hint}</small> : null}
      </span>
    </label>
  )
}
