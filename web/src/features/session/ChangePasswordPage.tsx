/**
 * /change-password: for whoever is signed in, whoever's password has expired, and whoever comes by the link of an invitation or a reset
 * (`#token=…`, which no server and no other site ever sees).
 */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { checkPasswordLink, getSession } from '@corridor/contract/session.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '../../kernel/api-error.ts'
import { call } from '../../kernel/call.ts'
import { adoptSession, useMaybeSession } from '../../kernel/session.ts'
import { startSessionLife } from '../../kernel/session-life.ts'
import { toast } from '../../kernel/toasts.ts'
import { homeOf, PATTERNS, paths, safeReturn } from '../../paths.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import css from './EntryPage.module.css'
import { EntryPage, useSite } from './EntryPage.tsx'
import { refusalOf } from './refusal.ts'
import { SignInPage } from './SignInPage.tsx'

type Link = ReplyOf<typeof checkPasswordLink>

/** Alone on the page, or among the pages of the person's layout. */
export function ChangePasswordPage({ alone = false }: { alone?: boolean }) {
  const session = useMaybeSession()
  const token = tokenOf(location.hash)
  if (token) return <ByLink token={token} />
  if (!session) return <LinkOver />
  return alone || session.passwordExpired ? <Expired email={session.email} /> : <Signed email={session.email} />
}

const tokenOf = (hash: string): string | null => /^#token=([\w-]{43})$/.exec(hash)?.[1] ?? null

function Signed({ email }: { email: string }) {
  const done = async () => {
    const next = await call(getSession, {})
    adoptSession(next)
    startSessionLife(next.msLength)
    toast.success('Saved!')
    if (history.length > 1) history.back()
    else location.assign(PATTERNS.profile)
  }
  return (
    <>
      <PageHeader title="Change password" note="You stay signed in here and are signed out everywhere else." />
      <Panel>
        <ChangePasswordForm email={email} submitLabel="Change password" beside onDone={() => void done()} />
      </Panel>
    </>
  )
}

function Expired({ email }: { email: string }) {
  const site = useSite()
  const done = async () => {
    const next = await call(getSession, {})
    location.replace(safeReturn(new URLSearchParams(location.search).get('fromPath')) ?? homeOf(next.userRole))
  }
  return (
    <EntryPage title="Choose a new password" site={site}>
      <p className={css.note}>Your password has expired. Choose a new one to continue.</p>
      <ChangePasswordForm email={email} submitLabel="Change password and continue" onDone={() => void done()} />
      <p className={css.ways}>
        <a href={paths.logout()}>Log out</a>
      </p>
    </EntryPage>
  )
}

function ByLink({ token }: { token: string }) {
  const site = useSite()
  const [link, setLink] = useState<Link | 'over' | ApiError | null>(null)
  const [done, setDone] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    call(checkPasswordLink, { token }, { signal: stop.signal }).then(setLink, (error: unknown) => {
      if (error instanceof ApiError) setLink(error.code === 'link_over' ? 'over' : error)
    })
    return () => stop.abort()
  }, [token])
  if (link === 'over') return <LinkOver />
  if (link instanceof ApiError)
    return (
      <EntryPage title="Choose a password" site={site}>
        <p className={css.note} role="alert">
          {refusalOf(link)}
        </p>
        <p className={css.ways}>
          <a href={location.pathname + location.hash} onClick={() => location.reload()}>
            Try again
          </a>
        </p>
      </EntryPage>
    )
  if (done && link)
    return (
      <SignInPage
        known={{
          email: link.email,
          title: 'Your password is set',
          note: `Sign in with it now.${link.purpose === 'invite' ? '' : ' You have been signed out everywhere else.'}`,
        }}
      />
    )
  return (
    <EntryPage title={link?.purpose === 'invite' ? 'Welcome to Corridor' : 'Choose a new password'} site={site}>
      {link ? (
        <>
          <p className={css.note}>
            {link.purpose === 'invite' ? `${link.firstName}, choose the password for ` : 'For '}
            <b>{link.email}</b>.
          </p>
          <ChangePasswordForm
            email={link.email}
            token={token}
            submitLabel="Set password"
            onDone={() => {
              // A link that was used leads nowhere: it need not stay in the history.
              history.replaceState(null, '', paths.changePassword())
              setDone(true)
            }}
            onLinkOver={() => setLink('over')}
          />
        </>
      ) : (
        <div className={css.waiting} aria-busy="true" />
      )}
    </EntryPage>
  )
}

function LinkOver() {
  const site = useSite()
  return (
    <EntryPage title="This link is no longer valid" site={site}>
      <p className={css.note}>
        It was used, has expired, or was replaced by newer ones. A password link works once, for 30 minutes; an invitation link works once,
        for seven days, until another is sent.
      </p>
      <p className={css.ways}>
        <a className={css.way} href={paths.forgottenPassword()}>
          Send me a new link
        </a>
        <a href={paths.login()}>Back to sign-in</a>
      </p>
    </EntryPage>
  )
}
