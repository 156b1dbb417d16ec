/** E-mail address and password, as password managers expect them: used by the sign-in page and by the dialog over a live page. */
import { login, type Session } from '@corridor/contract/session.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { PasswordField } from './PasswordField.tsx'
import { refusalOf } from './refusal.ts'
import css from './SignInForm.module.css'

interface SignInFormProps {
  email: string
  password: string
  onEmail: (email: string) => void
  onPassword: (password: string) => void
  onSignedIn: (session: Session) => void
  submitLabel?: string
}

export function SignInForm({ email, password, onEmail, onPassword, onSignedIn, submitLabel = 'Sign in' }: SignInFormProps) {
  const id = useId()
  // Where the dialog begins: at what is still missing.
  const [startAtPassword] = useState(email !== '')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    if (!email.trim() || !password) return setProblem('Enter your e-mail address and your password.')
    setRunning(true)
    setProblem(null)
    try {
      onSignedIn(await call(login, { email: email.trim(), password }))
    } catch (error) {
      setProblem(refusalOf(error))
      passwordField.current?.select()
      setRunning(false)
    }
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={css.problem} role="alert" id={`${id}-problem`}>
        {problem ? <p>{problem}</p> : null}
      </div>
      <label htmlFor={`${id}-email`}>E-mail address</label>
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
        aria-describedby={problem ? `${id}-problem` : undefined}
      />
      <PasswordField
        label="Password"
        value={password}
        onChange={onPassword}
        autoComplete="current-password"
        describedBy={problem ? `${id}-problem` : undefined}
        autoFocus={startAtPassword}
        input={passwordField}
      />
      <button type="submit" className={css.submit} aria-disabled={running}>
        {running ? 'Signing in' : submitLabel}
      </button>
    </form>
  )
}
