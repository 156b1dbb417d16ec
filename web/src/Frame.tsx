/** Around every page: the layout of the person's role, the keeper of the session, the toasts. */
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useMaybeSession } from './kernel/session.ts'
import { LAYOUTS } from './layouts/layouts.ts'
import { PublicLayout } from './layouts/PublicLayout.tsx'
import { PATTERNS } from './paths.ts'
import { Toasts } from './ui/overlays/Toasts.tsx'

const SessionKeeper = lazy(() => import('./layouts/SessionKeeper.tsx').then((file) => ({ default: file.SessionKeeper })))

export function Frame() {
  const session = useMaybeSession()
  useTitleAndFocus(session)
  const signingIn = useRouterState({ select: (state) => SIGNING_IN.has(state.matches.at(-1)?.pathname ?? '') })
  // Without the second factor there is nothing to navigate to; and what a set-up shows once must outlive the moment the session opens.
  const alone = useRouterState({ select: ({ location: { pathname } }) => standsAlone(pathname, session) })
  const here = useRouterState({ select: ({ location: { pathname } }) => pathname })
  const Layout = alone ? Alone : session?.isMfaValid && !signingIn ? LAYOUTS[session.userRole] : PublicLayout
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Layout>
        <Outlet />
      </Layout>
      <Toasts here={here} />
      {session ? (
        <Suspense fallback={null}>
          <SessionKeeper />
        </Suspense>
      ) : null}
    </>
  )
}

/** Pages of the way in draw themselves whole. */
const standsAlone = (pathname: string, session: Session | null): boolean =>
  pathname === PATTERNS.login ||
  pathname === PATTERNS.forgottenPassword ||
  pathname === PATTERNS.confirmEmail ||
  (pathname === PATTERNS.changePassword && (!session || session.passwordExpired))
const Alone = ({ children }: { children: ReactNode }) => children

const SIGNING_IN = new Set<string>([PATTERNS.verifySecondFactor, PATTERNS.setUpSecondFactor])

/** A page change in one document is silent: the title says it, and the focus moves to the new content, unless a dialog has it that opened meanwhile. */
function useTitleAndFocus(session: Session | null) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const own = session !== null && !isStaff(session.userRole) ? 'clientTitle' : 'title'
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData[own] })
  const earlier = useRef<string | undefined>(undefined)
  useEffect(() => {
    document.title = title ? `${title} · Corridor` : 'Corridor'
    const inDialog = document.activeElement?.closest('dialog')
    if (earlier.current !== undefined && pathname !== undefined && earlier.current !== pathname && !inDialog)
      document.getElementById('content')?.focus({ preventScroll: true })
    if (earlier.current === undefined && pathname !== undefined) startAtTop()
    if (pathname !== undefined) earlier.current = pathname
  }, [pathname, title])
}

/** The form that signed in is gone, and a browser would go on from its place: the first Tab leads to the first thing on the page. */
function startAtTop() {
  const root = document.getElementById('root')
  if (!root || document.activeElement !== document.body) return
  root.tabIndex = -1
  root.focus({ preventScroll: true })
  root.blur()
  root.removeAttribute('tabindex')
}
