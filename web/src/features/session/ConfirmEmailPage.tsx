/** /confirm-email: by the link of a mail about a change of address (`#token=…`, which no server and no other site ever sees). */
import { answerEmailChangeLink, readEmailChangeLink } from '@corridor/contract/email-changes.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '../../kernel/api-error.ts'
import { call } from '../../kernel/call.ts'
import { paths } from '../../paths.ts'
import css from './EntryPage.module.css'
import { EntryPage, useSite } from './EntryPage.tsx'
import { refusalOf } from './refusal.ts'
import form from './SignInForm.module.css'

type Link = ReplyOf<typeof readEmailChangeLink>
type Status = ReplyOf<typeof answerEmailChangeLink>['status']

const DONE: Record<Status, (link: Link) => { title: string; said: string }> = {
  changed: ({ newEmail }) => ({
    title: 'The address is changed',
    said: `From now on you sign in with ${newEmail}. You were signed out everywhere.`,
  }),
  waiting: ({ sentTo }) => ({
    title: 'Thank you',
    said:
      sentTo === 'new'
        ? 'The new address is confirmed. The change takes effect once it is agreed to from the current address.'
        : 'You agreed. The change takes effect once the link sent to the new address is used.',
  }),
  refused: () => ({ title: 'The change was stopped', said: 'Nothing was changed. The person who requested it is notified.' }),
  taken: ({ newEmail }) => ({
    title: 'This address is in use',
    said: `Someone already signs in with ${newEmail}. Nothing was changed; choose another address.`,
  }),
}

export function ConfirmEmailPage() {
  const site = useSite()
  const token = /^#token=([\w-]{43})$/.exec(location.hash)?.[1] ?? null
  const [link, setLink] = useState<Link | 'over' | ApiError | null>(token ? null : 'over')
  const [status, setStatus] = useState<Status | null>(null)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    // The link of the other mail, followed in the same tab, changes nothing but what is behind the hash sign.
    const again = () => location.reload()
    window.addEventListener('hashchange', again)
    return () => window.removeEventListener('hashchange', again)
  }, [])
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    call(readEmailChangeLink, { token }, { signal: stop.signal }).then(setLink, (error: unknown) => {
      if (error instanceof ApiError) setLink(error.code === 'link_over' ? 'over' : error)
    })
    return () => stop.abort()
  }, [token])

  const answer = async (said: 'confirm' | 'refuse') => {
    if (running || !token) return
    setRunning(true)
    setProblem(null)
    try {
      setStatus((await call(answerEmailChangeLink, { token, answer: said })).status)
      // A link that was used leads nowhere: it need not stay in the history.
      history.replaceState(null, '', paths.confirmEmail())
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_over') setLink('over')
      else setProblem(refusalOf(error))
    }
    setRunning(false)
  }

  if (link === 'over')
    return (
      <Page title="This link is no longer valid" site={site}>
        <p className={css.note}>
          It was used, the request was refused or canceled, or its seven days have passed. Nothing has been changed.
        </p>
      </Page>
    )
  if (link instanceof ApiError)
    return (
      <Page title="Change of email address" site={site}>
        <p className={css.note} role="alert">
          {refusalOf(link)}
        </p>
      </Page>
    )
  if (link === null)
    return (
      <Page title="Change of email address" site={site}>
        <div className={css.waiting} aria-busy="true" />
      </Page>
    )
  if (status) {
    const { title, said } = DONE[status](link)
    return (
      <Page title={title} site={site}>
        <p className={css.done} role="status">
          {said}
        </p>
      </Page>
    )
  }
  const cancels = link.sentTo === 'present' && link.own
  return (
    <Page
      title={link.sentTo === 'new' ? 'Confirm your address' : cancels ? 'Stop the change of address?' : 'Agree to a new address?'}
      site={site}
    >
      <div className={form.problem} role="alert">
        {problem ? <p>{problem}</p> : null}
      </div>
      <p className={css.note}>{question(link)}</p>
      <div className={form.form}>
        {cancels ? null : (
          <button type="button" className={form.submit} aria-disabled={running} onClick={() => void answer('confirm')}>
            {link.sentTo === 'new' ? 'Confirm this address' : 'Agree'}
          </button>
        )}
      </div>
      <p className={css.ways}>
        <button type="button" className={css.again} onClick={() => void answer('refuse')}>
          {cancels ? 'Stop the change' : 'Refuse: I did not ask for this'}
        </button>
      </p>
    </Page>
  )
}

function question({ sentTo, own, firstName, newEmail, requestedBy }: Link) {
  const address = <b>{newEmail}</b>
  if (sentTo === 'new')
    return (
      <>
        Hello {firstName}. {own ? 'You' : requestedBy} asked to make {address} the address you sign in with. Password links and codes will
        go there.
      </>
    )
  if (own)
    return (
      <>
        Hello {firstName}. Someone signed in as you asked to change your sign-in address to {address}. If it was you, there is nothing to do
        here. If not, stop the change, then change your password.
      </>
    )
  return (
    <>
      Hello {firstName}. {requestedBy} asked to change your sign-in address to {address}. Password links and codes will go there: anyone who
      reads mail there can sign in as you.
    </>
  )
}

function Page({ children, ...page }: Pick<Parameters<typeof EntryPage>[0], 'title' | 'site' | 'children'>) {
  return (
    <EntryPage {...page}>
      {children}
      <p className={css.ways}>
        <a href={paths.login()}>Go to sign-in</a>
      </p>
    </EntryPage>
  )
}
