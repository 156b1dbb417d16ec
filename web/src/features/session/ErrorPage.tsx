/** /error/{code}: what happened, what to do, and the reference an administrator finds in the log. */
import { noteRefusedPage } from '@corridor/contract/session.ts'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { refusedPage } from '../../kernel/refused-page.ts'
import { useMaybeSession } from '../../kernel/session.ts'
import { homeOf, paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import css from './ErrorPage.module.css'

const PAGES: Record<string, { title: string; advice: string }> = {
  '403': {
    title: 'You do not have the right to open this page',
    advice: 'Ask a manager of your team for the permission, or go back to your dashboard.',
  },
  '404': {
    title: 'This page does not exist',
    advice: 'The address may be mistyped, or the page was removed. Your dashboard leads to everything you may open.',
  },
  '500': { title: 'The server could not answer', advice: 'Unable to complete operation. Please contact system administrator.' },
  offline: {
    title: 'Corridor cannot be reached',
    advice: 'Check your connection, then try again. What you typed into forms is kept.',
  },
  expired: {
    title: 'Your session has expired',
    advice: 'Please login again. What you typed into forms is kept, and offered to you when you come back.',
  },
  chunk: {
    title: 'Corridor has been updated',
    advice: 'A part of the page could not be loaded. Loading the page again usually solves it; what you typed into forms is kept.',
  },
}
const UNKNOWN = { title: 'This page cannot be shown', advice: 'Go back to your dashboard and try again from there.' }

export function ErrorPage() {
  const session = useMaybeSession()
  const code = useRouterState({ select: (state) => state.location.pathname.split('/').at(-1) ?? '' })
  const given = useRouterState({ select: (state) => new URLSearchParams(state.location.searchStr).get('reference') })
  const reference = useReference(code, given)
  const { title, advice } = PAGES[code] ?? UNKNOWN
  return (
    <div className={css.error}>
      <p className={css.code}>{/^\d{3}$/.test(code) ? `Error ${code}` : 'Corridor'}</p>
      <h1>{title}</h1>
      <p>{advice}</p>
      {reference ? (
        <p>
          Reference <code>{reference}</code>
        </p>
      ) : null}
      <Link className={css.way} to={session ? homeOf(session.userRole) : paths.login()}>
        {session ? 'Go to the dashboard' : 'Go to the sign-in page'}
      </Link>
    </div>
  )
}

/** The one that came with the failure, else one under which the server wrote down that this page was shown. */
function useReference(code: string, given: string | null): string | null {
  const [noted, setNoted] = useState<string | null>(null)
  useEffect(() => {
    if (given !== null || !/^\d{3}$/.test(code)) return
    const path = (refusedPage.get() ?? location.pathname).slice(0, 500)
    const stop = new AbortController()
    call(noteRefusedPage, { code, path }, { signal: stop.signal }).then(
      ({ reference }) => setNoted(reference),
      () => undefined,
    )
    return () => stop.abort()
  }, [code, given])
  return given ?? noted
}
