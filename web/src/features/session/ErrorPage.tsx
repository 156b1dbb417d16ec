/** /error/{code}: what happened, what to do, and the reference an administrator finds in the log. */
import { useRouterState } from '@tanstack/react-router'
import { useMaybeSession } from '../../kernel/session.ts'
import { homeOf, paths } from '../../paths.ts'
import { Link } from '../../ui/Link.tsx'
import css from './ErrorPage.module.css'

const PAGES: Record<string, { title: string; advice: string }> = {
  '403': {
    title: 'You do not have the right to open this page',
    advice: 'Ask a manager of your team for the permission, or go back to your dashboard.',
  },
  '404': {
    title: 'This page does not exist',
    advice: 'The address may be mistyped, or what it showed has been removed. Your dashboard leads to everything you may open.',
  },
  '500': { title: 'The server could not answer', advice: 'Unable to complete operation. Please contact system administrator.' },
}
const UNKNOWN = { title: 'This page cannot be shown', advice: 'Go back to your dashboard and try again from there.' }

export function ErrorPage() {
  const session = useMaybeSession()
  const code = useRouterState({ select: (state) => state.location.pathname.split('/').at(-1) ?? '' })
  const reference = useRouterState({ select: (state) => new URLSearchParams(state.location.searchStr).get('reference') })
  const { title, advice } = PAGES[code] ?? UNKNOWN
  return (
    <div className={css.error}>
      <p className={css.code}>Error {code}</p>
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
