/** Turns the route table into a TanStack router: guards before each page, plain query strings, one frame around all. */
import { isStaff } from '@corridor/domain/access/access.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { Frame } from './Frame.tsx'
import { elsewhere, isOfOtherRoles, namesNothing } from './guard.ts'
import { withTimeOut } from './kernel/chunk.ts'
import { watchOpenings } from './kernel/opened-from.ts'
import { queryText, readQuery } from './kernel/query-text.ts'
import { refusedPage } from './kernel/refused-page.ts'
import { currentSession } from './kernel/session.ts'
import { toast } from './kernel/toasts.ts'
import { shapeOf } from './page-shapes.ts'
import { homeOf, PATTERNS, paths } from './paths.ts'
import { ROUTES } from './routes.tsx'
import { PageFailure } from './ui/states/PageFailure.tsx'
import { FormPageSkeleton } from './ui/states/Skeletons.tsx'

const root = createRootRoute({ component: Frame })

/** Dashboards of all roles: asking for another role's leads to one's own, and is no refusal to speak of. */
const HOMES = new Set<string>([PATTERNS.staffDashboard, PATTERNS.clientDashboard, PATTERNS.myAccount])

const pages = ROUTES.map((route) =>
  createRoute({
    getParentRoute: () => root,
    path: route.path,
    component: lazyRouteComponent(() => withTimeOut(route.page())),
    staticData: { title: route.title, clientTitle: route.clientTitle ?? route.title },
    pendingComponent: shapeOf(route.path),
    beforeLoad: ({ location, params, preload }) => {
      const session = currentSession.get()
      const target = elsewhere(session, route, location.href) ?? (namesNothing(params) ? paths.error(404) : null)
      if (target === null) return
      if (session && !preload && target === homeOf(session.userRole) && !HOMES.has(route.path) && isOfOtherRoles(session, route))
        toast.error(
          `You do not have access to “${route.title}” (${location.pathname}). ${isStaff(session.userRole) ? 'A manager' : 'Your service team'} can tell you why.`,
        )
      throw leaveFor(target, location.href)
    },
  }),
)

const home = createRoute({
  getParentRoute: () => root,
  path: PATTERNS.root,
  beforeLoad: ({ location }) => {
    throw redirect({
      href: elsewhere(currentSession.get(), { path: PATTERNS.root, access: SIGNED_IN }, location.href) ?? paths.login(),
      replace: true,
    })
  },
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw leaveFor(paths.error(404), location.href)
  },
})

/** An error page tells the server which page it stands for. */
function leaveFor(target: string, from: string) {
  if (target.startsWith('/error/')) refusedPage.set(from)
  return redirect({ href: target, replace: true })
}

const SIGNED_IN = { kind: 'session', roles: [], anyOf: [], minimum: 0, row: 'none' } as const

export function createPortalRouter(history?: Parameters<typeof createRouter>[0]['history']) {
  const router = createRouter({
    routeTree: root.addChildren([home, ...pages, unknown]),
    parseSearch: readQuery,
    stringifySearch: queryText,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    defaultErrorComponent: PageFailure,
    defaultPendingComponent: FormPageSkeleton,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
  watchOpenings(router)
  return router
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    clientTitle?: string
  }
}
