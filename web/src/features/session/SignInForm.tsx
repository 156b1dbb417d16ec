/** Email address and password, as password managers expect them: used by the sign-in page and by the dialog over a live page. */
import { login, type Session } from '@corridor/contract/session.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { EmailField } from './EmailField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { refusalOf } from './refusal.ts'
import css from './SignInForm.module.css'
import { SiteChoice, useSitesOf } from './SiteChoice.tsx'

interface SignInFormProps {
  email: string
  password: string
  onEmail: (email: string) => void
  onPassword: (password: string) => void
  onSignedIn: (session: Session) => void
  submitLabel?: string
  /** Over a live page: the place it shows, to which signing in comes back. */
  place?: { siteId: number; institutionId: number }
  /** On the sign-in page, among several sites: the one the address belongs to is chosen at first. */
  choice?: { id: number; displayName: string; severalSites: boolean } | undefined
}

export function SignInForm({ email, password, onEmail, onPassword, onSignedIn, submitLabel = 'Sign in', place, choice }: SignInFormProps) {
  const id = useId()
  // Where the dialog begins: at what is still missing.
  const [startAtPassword] = useState(email !== '')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const sites = useSitesOf(email, choice)
  const passwordField = useRef<HTMLInputElement>(null)
  const siteId = place?.siteId ?? chosen ?? choice?.id

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    if (!email.trim() || !password) return setProblem('Enter your email address and your password.')
    const elsewhere = sites.find((site) => site.id === siteId)?.elsewhere
    // A site on a host of its own has a sign-in page of its own: its cookie can be set there only.
    if (elsewhere) return location.assign(`${elsewhere}${location.pathname}${location.search}`)
    setRunning(true)
    setProblem(null)
    try {
      onSignedIn(
        await call(login, {
          email: email.trim(),
          password,
          ...(siteId === undefined ? {} : { siteId }),
          ...(place?.institutionId ? { institutionId: place.institutionId } : {}),
        }),
      )
    } catch (error) {
      setProblem(refusalOf(error))
      passwordField.current?.select()
      setRunning(false)
    }
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <EmailField id={id} email={email} onEmail={onEmail} problem={problem}>
        {(describedBy) => (
          <PasswordField
            label="Password"
            value={password}
            onChange={onPassword}
            autoComplete="current-password"
            describedBy={describedBy}
            begin={startAtPassword}
            input={passwordField}
          />
        )}
      </EmailField>
      {sites.length > 0 && siteId !== undefined ? <SiteChoice sites={sites} value={siteId} onChange={setChosen} /> : null}
      <button type="submit" className={css.submit} aria-disabled={running}>
        {running ? 'Signing in' : submitLabel}
      </button>
    </form>
  )
}
