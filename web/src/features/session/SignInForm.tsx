/** E-mail address and password, as password managers expect them: used by the sign-in page and by the dialog over a live page. */
import { login, type Session } from '@corridor/contract/session.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, errorSentence } from '../../kernel/api-error.ts'
import { call } from '../../kernel/call.ts'
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
  const [shown, setShown] = useState(false)
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
      setProblem(refusal(error))
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
      <label htmlFor={`${id}-password`}>Password</label>
      <div className={css.password}>
        <input
          id={`${id}-password`}
          ref={passwordField}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          data-autofocus={startAtPassword || undefined}
          required
          value={password}
          onChange={(event) => onPassword(event.currentTarget.value)}
          aria-describedby={problem ? `${id}-problem` : undefined}
        />
        <button type="button" onClick={() => setShown(!shown)} aria-pressed={shown} aria-label={shown ? 'Hide password' : 'Show password'}>
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
      <button type="submit" className={css.submit} aria-disabled={running}>
        {running ? 'Signing in' : submitLabel}
      </button>
    </form>
  )
}

/** The server's sentence; a lock-out says when to come back. */
function refusal(error: unknown): string {
  if (!(error instanceof ApiError)) return errorSentence(error)
  if (error.status === 429 && error.retryAfter !== undefined) return `${error.message} You can try again ${clockTime(error.retryAfter)}.`
  return error.status === 401 || error.status === 429 || error.status === 0 ? error.message : errorSentence(error)
}

function clockTime(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const at = new Date(Date.now() + seconds * 1000).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, at ${at}`
}
