/** Six digits: filled in by the phone or a password manager, pasted, or typed; handed on by itself when complete. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/fields/Field.tsx'
import css from './second-factor.module.css'

interface CodeFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (value: string) => void
  /** Once for each complete code. */
  onComplete: (code: string) => void
  disabled?: boolean
}

export function CodeField({ label, hint, error, value, onChange, onComplete, disabled = false }: CodeFieldProps) {
  const [handed, setHanded] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const take = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '').slice(0, 6)
    onChange(digits)
    if (digits.length < 6) return setHanded('')
    if (digits === handed) return
    setHanded(digits)
    onComplete(digits)
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          className={`${control.className} ${css.code}`}
          name="one-time-code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          // Not six: "123 456" may be pasted.
          maxLength={12}
          spellCheck={false}
          ref={input}
          data-autofocus
          readOnly={disabled}
          value={value}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
