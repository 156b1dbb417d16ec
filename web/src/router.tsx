/** The portal's router: the table of pages with its guards, and one frame around all. */
import { Suspense, useLayoutEffect } from 'react'
import { Frame } from './Frame.tsx'
import { elsewhere } from './guard.ts'
import { withTimeOut } from './kernel/chunk.ts'
import { refusedPage } from './kernel/refused-page.ts'
import { browserHistory, type PlaceHistory } from './kernel/routing/history.ts'
import { createRouter, type Router } from './kernel/routing/router.ts'
import { type ScrollMemory, scrollMemory } from './kernel/routing/scroll.ts'
import { RouterContext, useRouterState } from './kernel/routing/use-router.ts'
import { currentSession } from './kernel/session.ts'
import { Boundary } from './Outlet.tsx'
import { PATTERNS, paths } from './paths.ts'
import { ROUTES } from './routes.tsx'
import { PageSkeleton } from './ui/Skeletons.tsx'

const SIGNED_IN = { kind: 'session', roles: [], anyOf: [], minimum: 0, row: 'none' } as const

/** Home, and where there is no page, lead on to another address. */
const guarded = new Map(ROUTES.map((route) => [route.path, route]))
const routes = ROUTES.map(({ path, title, page }) => ({ path, title, page: () => withTimeOut(page()) }))

/** @param history in memory for tests */
export const createPortalRouter = (history?: PlaceHistory): Router =>
  createRouter({
    routes,
    guard: (route, place) => {
      const session = currentSession.get()
      if (place.pathname === PATTERNS.root)
        return elsewhere(session, { path: PATTERNS.root, access: SIGNED_IN }, place.href) ?? paths.login()
      const page = route && guarded.get(route.path)
      const target = page ? elsewhere(session, page, place.href) : paths.error(404)
      // An error page tells the server which page it stands for.
      if (target?.startsWith('/error/')) refusedPage.set(place.href)
      return target
    },
    history: history ?? browserHistory(),
    scroll: history ? undefined : (present): ScrollMemory => scrollMemory(present),
  })

export const RouterProvider = ({ router }: { router: Router }) => (
  <RouterContext value={router}>
    <WholePage router={router} />
  </RouterContext>
)

function WholePage({ router }: { router: Router }) {
  const match = useRouterState((state) => state.match)
  useLayoutEffect(() => {
    if (match?.Page || match?.error) router.drawn()
  }, [router, match])
  if (!match) return null
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Boundary attempt={match}>
        <Frame />
      </Boundary>
    </Suspense>
  )
}
