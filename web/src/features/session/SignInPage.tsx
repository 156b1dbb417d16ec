/** The sign-in page: the one page everybody loads first. */
import type { Session } from '@corridor/contract/session.ts'
import { ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { lazy, Suspense, useState } from 'react'
import { adoptSession } from '../../kernel/session.ts'
import { announceSignIn, SIGNED_OUT } from '../../kernel/session-life.ts'
import { homeOf, paths } from '../../paths.ts'
import { NO_SECOND_FACTOR } from '../../shared/demo-words.ts'
import css from './EntryPage.module.css'
import { EntryPage, type Site, useSite } from './EntryPage.tsx'
import { SignInForm } from './SignInForm.tsx'

// Most people type a password: the bank's own sign-in comes with the first address, and what became of it with the way back.
const BankSignIn = lazy(() => import('./BankSignIn.tsx').then((file) => ({ default: file.BankSignIn })))
const BankSignInProblem = lazy(() => import('./BankSignIn.tsx').then((file) => ({ default: file.BankSignInProblem })))

interface SignInPageProps {
  /** The person began to type: the application can be fetched meanwhile. */
  onIntent?: () => void
  onSignedIn?: (session: Session) => void
  /** Filled in for whoever has just set their password: they type only that. */
  known?: { email: string; title: string; note: string }
}

export function SignInPage({ onIntent, onSignedIn = goHome, known }: SignInPageProps) {
  const site = useSite()
  const [email, setEmail] = useState(known?.email ?? '')
  const [password, setPassword] = useState('')

  const enter = (session: Session) => {
    adoptSession(session)
    announceSignIn(session.userId)
    onSignedIn(session)
  }
  const fill = (account: Site['demoAccounts'][number]) => {
    setEmail(account.email)
    setPassword(account.password)
  }

  return (
    <EntryPage
      title={known?.title ?? 'Sign in'}
      site={site}
      onIntent={onIntent}
      below={site && !known && site.demoAccounts.length > 0 ? <DemoAccounts site={site} chosen={email} onChoose={fill} /> : null}
    >
      {known ? (
        <p className={css.done} role="status">
          {known.note}
        </p>
      ) : null}
      {!known && location.hash === SIGNED_OUT ? (
        <p className={css.note} role="status">
          You are signed out.
        </p>
      ) : null}
      <Suspense fallback={null}>{new URLSearchParams(location.search).has('sso') ? <BankSignInProblem /> : null}</Suspense>
      <SignInForm
        email={email}
        password={password}
        onEmail={setEmail}
        onPassword={setPassword}
        onSignedIn={enter}
        choice={site ?? undefined}
      />
      <Suspense fallback={null}>{email.includes('@') ? <BankSignIn email={email} siteId={site?.id} /> : null}</Suspense>
      <p className={css.ways}>
        <a href={paths.forgottenPassword()}>Forgot your password?</a>
      </p>
    </EntryPage>
  )
}

function DemoAccounts({
  site: { demoAccounts, asksSecondFactor },
  chosen,
  onChoose,
}: {
  site: Site
  chosen: string
  onChoose: (account: Site['demoAccounts'][number]) => void
}) {
  return (
    <section className={css.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Demo accounts</h2>
      <p>Choose one to fill in the form above.</p>
      {asksSecondFactor ? null : <p>{NO_SECOND_FACTOR}</p>}
      <ul>
        {demoAccounts.map((account) => (
          <li key={account.email}>
            <button type="button" aria-pressed={chosen === account.email} onClick={() => onChoose(account)}>
              <b>{ROLE_NAMES[account.role]}</b>
              <span>{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const goHome = (session: Session) => location.assign(homeOf(session.userRole))
