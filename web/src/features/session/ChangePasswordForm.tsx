/** Choosing a password: with the present one, or by the link of a mail. The rules tick themselves off; the server's refusals come all at once. */
import { changePassword } from '@corridor/contract/session.ts'
import { getSiteSettings } from '@corridor/contract/sites.ts'
import { passwordViolations } from '@corridor/domain/access/password-policy.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError } from '../../kernel/api-error.ts'
import { call } from '../../kernel/call.ts'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { PasswordField } from './PasswordField.tsx'
import { refusalOf } from './refusal.ts'
import css from './SignInForm.module.css'

interface ChangePasswordFormProps {
  /** For password managers: whose password it is. */
  email: string
  /** Token of a link; without one the current password is asked for. */
  token?: string
  submitLabel: string
  /** Where there is room: the rules stand beside the fields. */
  beside?: boolean
  onDone: () => void
  /** The link was used meanwhile. */
  onLinkOver?: () => void
}

type Policy = Parameters<typeof PasswordChecklist>[0]['policy']

export function ChangePasswordForm({ email, token, submitLabel, beside = false, onDone, onLinkOver }: ChangePasswordFormProps) {
  const id = useId()
  const policy = usePolicy()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [refused, setRefused] = useState<{ current?: string; password?: string; other?: string }>({})
  const [running, setRunning] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    const broken = policy ? passwordViolations(policy, password, confirmation) : []
    const missing = token === undefined && current === '' ? { current: 'Enter your current password.' } : {}
    if (broken.length > 0 || missing.current)
      return setRefused({ ...missing, ...(broken.length > 0 ? { password: sentence(broken) } : {}) })
    setRunning(true)
    setRefused({})
    try {
      await call(changePassword, { password, confirmation, ...(token === undefined ? { current } : { token }) })
      onDone()
    } catch (error) {
      setRunning(false)
      if (error instanceof ApiError && error.code === 'link_over' && onLinkOver) return onLinkOver()
      setRefused(refusals(error))
    }
  }

  return (
    <form className={css.form} data-beside={beside || undefined} onSubmit={(event) => void submit(event)} noValidate>
      <div className={css.problem} role="alert">
        {refused.other ? <p>{refused.other}</p> : null}
      </div>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {token === undefined ? (
        <PasswordField
          label="Current password"
          value={current}
          onChange={setCurrent}
          autoComplete="current-password"
          problem={refused.current ?? null}
        />
      ) : null}
      <PasswordField
        label="New password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        describedBy={policy ? `${id}-rules` : undefined}
        problem={refused.password ?? null}
      />
      <PasswordField label="Confirm new password" value={confirmation} onChange={setConfirmation} autoComplete="new-password" />
      {policy ? <PasswordChecklist id={`${id}-rules`} policy={policy} password={password} confirmation={confirmation} /> : null}
      <button type="submit" className={css.submit} aria-disabled={running}>
        {running ? 'Saving' : submitLabel}
      </button>
    </form>
  )
}

/** The list is comfort: without it the server still says what a password must be. */
function usePolicy(): Policy | null {
  const [policy, setPolicy] = useState<Policy | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    call(getSiteSettings, {}, { signal: stop.signal }).then(setPolicy, () => undefined)
    return () => stop.abort()
  }, [])
  return policy
}

function refusals(error: unknown): { current?: string; password?: string; other?: string } {
  const fields = error instanceof ApiError ? error.fields : {}
  const { current = [], password = [] } = fields
  if (current.length + password.length === 0) return { other: refusalOf(error) }
  return {
    ...(current[0] ? { current: current[0] } : {}),
    ...(password.length > 0 ? { password: sentence(password) } : {}),
  }
}

const sentence = (messages: readonly string[]): string => messages.join('; ')
