/** The email address of an account, as password managers expect it, and above it what was wrong with the last try. */
import type { ReactNode } from 'react'
import css from './SignInForm.module.css'

interface EmailFieldProps {
  id: string
  email: string
  onEmail: (email: string) => void
  problem: string | null
  /** Other fields of the form, told by the same problem. */
  children?: (describedBy: string | undefined) => ReactNode
}

export function EmailField({ id, email, onEmail, problem, children }: EmailFieldProps) {
  const describedBy = problem ? `${id}-problem` : undefined
  return (
    <>
      <div className={css.problem} role="alert" id={`${id}-problem`}>
        {problem ? <p>{problem}</p> : null}
      </div>
      <label htmlFor={`${id}-email`}>Email address</label>
      <input
        id={`${id}-email`}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        aria-describedby={describedBy}
      />
      {children?.(describedBy)}
    </>
  )
}
