/** The sign-in page. Plain controls and no router: it is the one page everybody loads first. */

import { type ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getSite, type Session } from '@corridor/contract/session.ts'
import { ROLE_NAMES } from '@corridor/domain/access.ts'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { adoptSession } from '../../kernel/session.ts'
import { tellSignedIn } from '../../kernel/session-life.ts'
import { homeOf } from '../../paths.ts'
import { SignInForm } from './SignInForm.tsx'
import css from './SignInPage.module.css'

interface SignInPageProps {
  /** The person began to type: the application can be fetched meanwhile. */
  onIntent?: () => void
  onSignedIn?: (session: Session) => void
}

type Site = ReplyOf<typeof getSite>

export function SignInPage({ onIntent, onSignedIn = goHome }: SignInPageProps) {
  const site = useSite()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const label = site?.portalLabel ?? ' '
  useEffect(() => {
    document.title = site ? `Sign in · ${site.portalLabel}` : 'Sign in · Corridor'
  }, [site])

  const enter = (session: Session) => {
    adoptSession(session)
    tellSignedIn(session.userId)
    onSignedIn(session)
  }

  return (
    <div className={css.page}>
      <header className={css.brand}>
        <div className={css.mark}>
          <svg viewBox="0 0 44 44" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" aria-hidden>
            <path d="M11 33V11h22v22M17 33V19h10v14M8 33h28" />
          </svg>
          <b>Corridor</b>
        </div>
        <div className={css.words}>
          <p className={css.lead}>Bank- and corporate-owned life insurance, month by month, to the cent.</p>
          <p>Every figure on a report leads back to the policy it came from, and to the line of the carrier’s statement behind it.</p>
        </div>
        <p className={css.small}>{site ? `${site.displayName} · ${site.environment} · Version ${site.version}` : ' '}</p>
      </header>
      <main className={css.main} id="content" onFocus={onIntent}>
        <div className={css.card}>
          <p className={css.portal}>{label}</p>
          <h1>Sign in</h1>
          <SignInForm email={email} password={password} onEmail={setEmail} onPassword={setPassword} onSignedIn={enter} />
        </div>
        {site && site.demoAccounts.length > 0 ? (
          <section className={css.demo} aria-labelledby="demo-accounts">
            <h2 id="demo-accounts">Demo accounts</h2>
            <p>Choose one to fill in the form above.</p>
            <ul>
              {site.demoAccounts.map((account) => (
                <li key={account.email}>
                  <button
                    type="button"
                    aria-pressed={email === account.email}
                    onClick={() => {
                      setEmail(account.email)
                      setPassword(account.password)
                    }}
                  >
                    <b>{ROLE_NAMES[account.role]}</b>
                    <span>{account.email}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </main>
    </div>
  )
}

/** A failed site load is silently ignored (seed 8): the form works without a label. */
function useSite(): Site | null {
  const [site, setSite] = useState<Site | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    call(getSite, {}, { signal: stop.signal }).then(setSite, () => undefined)
    return () => stop.abort()
  }, [])
  return site
}

const goHome = (session: Session) => location.assign(homeOf(session.userRole))
