/** One password: it can be shown, pasted, filled in by a password manager; Caps Lock is pointed out while it is on. */
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import css from './PasswordField.module.css'

interface PasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  problem?: string | null
  /** Ids of what else describes the field, such as a checklist. */
  describedBy?: string | undefined
  /** Where a dialog begins. */
  begin?: boolean
  input?: RefObject<HTMLInputElement | null>
}

export function PasswordField({ label, value, onChange, autoComplete, problem = null, describedBy, begin, input }: PasswordFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const described = [describedBy, problem ? `${id}-problem` : '', capsLock ? `${id}-caps` : ''].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.control}>
        <input
          id={id}
          ref={input}
          name={autoComplete}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          value={value}
          data-autofocus={begin || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={look}
          onKeyUp={look}
          onBlur={() => setCapsLock(false)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={described || undefined}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-pressed={shown}
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
      <p className={css.hint} id={`${id}-caps`} role="status">
        {capsLock ? 'Caps Lock is on.' : ''}
      </p>
      {problem ? (
        <p className={css.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
