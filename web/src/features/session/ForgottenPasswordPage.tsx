/** /forgotten-password: asks for a link by mail; the answer is the same whether anybody has the address or not. */
import { forgotPassword } from '@corridor/contract/session.ts'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { paths } from '../../paths.ts'
import { EmailField } from './EmailField.tsx'
import css from './EntryPage.module.css'
import { EntryPage, useSite } from './EntryPage.tsx'
import { refusalOf } from './refusal.ts'
import form from './SignInForm.module.css'

export function ForgottenPasswordPage() {
  const id = useId()
  const site = useSite()
  const [email, setEmail] = useState('')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return setProblem('Enter your email address.')
    setRunning(true)
    setProblem(null)
    try {
      await call(forgotPassword, { email: email.trim() })
      setSentTo(email.trim())
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setRunning(false)
  }

  return (
    <EntryPage title="Forgot your password" site={site}>
      {sentTo ? (
        <div role="status">
          <p className={css.done}>
            If an account belongs to <b>{sentTo}</b>, an email with a link is on its way. The link works once, for 30 minutes.
          </p>
          <p className={css.note}>Nothing after a few minutes? Check your spam folder and the address, or ask your service team.</p>
        </div>
      ) : (
        <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
          <p className={css.note}>Enter the address you sign in with, and we will send you a link to choose a new password.</p>
          <EmailField id={id} email={email} onEmail={setEmail} problem={problem} />
          <button type="submit" className={form.submit} aria-disabled={running}>
            {running ? 'Sending' : 'Send the link'}
          </button>
        </form>
      )}
      <p className={css.ways}>
        <a href={paths.login()}>Back to sign-in</a>
        {sentTo ? (
          <button type="button" className={css.again} onClick={() => setSentTo(null)}>
            Send it again
          </button>
        ) : null}
      </p>
    </EntryPage>
  )
}
