/** Renders the whole portal at an address, for a session, against replies at the edge of the network. */
import type { Session } from '@corridor/contract/session.ts'
import { AUDIT_CHECK_CODES } from '@corridor/domain/auditing/rules.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { currentSession } from '../kernel/session.ts'
import { startSessionLife } from '../kernel/session-life.ts'
import { queries } from '../kernel/use-endpoint.ts'
import { fetchLayout } from '../layouts/layouts.ts'
import { createPortalRouter } from '../router.tsx'
import { board } from './close-board-fixtures.ts'
import { site } from './fixtures.ts'
import { boli, carrierSummary, clientReports, controls, credit, entries, limits, toDo } from './holdings-fixtures.ts'
import { counts, nothingNew, siteWithMenu } from './menu-fixtures.ts'

/** By "METHOD /path": a JSON body, or what the server answers in full; a promise answers later. */
export type Replies = Record<string, unknown>

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  headers: Headers
}

/** Puts the network's edge in place; answers the list of calls made. */
export function serve(replies: Replies, session: Session | null = null): Asked[] {
  const asked: Asked[] = []
  const standing: Replies = {
    'GET /api/session': session,
    'GET /api/session/refresh': session,
    'GET /api/site': site,
    'GET /api/charts/boli': boli,
    'GET /api/charts/carrier-summary': carrierSummary,
    'GET /api/charts/credit': credit,
    'GET /api/charts/controls': controls,
    'GET /api/charts/limits': limits,
    'GET /api/charts/entries': entries,
    'GET /api/charts/to-do': toDo,
    'GET /api/service-team': { records: [], contact: { name: null, email: null, phone: null }, readers: null },
    'POST /api/reports/search': clientReports,
    'GET /api/sites/1': siteWithMenu,
    'GET /api/sites/menu/counts': counts,
    'GET /api/sites/menu/new': nothingNew,
    'GET /api/close-board': board,
    'GET /api/period-locks': { records: [] },
    'GET /api/announcements/active': { records: [] },
    ...Object.fromEntries(
      AUDIT_CHECK_CODES.map((check) => [`GET /api/exceptions/${check}/check`, { result: false, endOfMonth: '2026-10-31', open: 0 }]),
    ),
    'GET /api/saved-views': { records: [] },
    'GET /api/notifications': { records: [], unread: 0 },
    'GET /api/profile/settings': { openGroups: null, hidesFirstSteps: false },
    'GET /api/profile/first-steps': { steps: [] },
    'GET /api/drafts/': { records: [] },
    'PUT /api/drafts/': { savedAt: '2026-11-03T15:00:00.000Z' },
    'DELETE /api/drafts/': new Response(null, { status: 204 }),
  }
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, 'http://portal.example')
    const method = options.method ?? 'GET'
    asked.push({
      method,
      path: url.pathname,
      query: url.searchParams,
      body: typeof options.body === 'string' ? JSON.parse(options.body) : undefined,
      headers: new Headers(options.headers),
    })
    const name = `${method} ${url.pathname}`
    // Drafts are kept by form; a test that names none has none.
    const reply = await (name in replies ? replies[name] : (standing[name] ?? standing[name.replace(/(\/api\/drafts\/).*/, '$1')]))
    if (reply instanceof Error) throw reply
    if (reply instanceof Response) return reply.clone()
    return reply === undefined
      ? refusal(404, { code: 'not_found', message: 'This does not exist, or you do not have access to it.' })
      : Response.json(reply)
  })
  return asked
}

export const refusal = (status: number, body: object): Response => Response.json(body, { status })

export interface OpenPortal extends RenderResult {
  asked: Asked[]
  address: () => string
}

export async function openPortal(address: string, session: Session | null, replies: Replies = {}): Promise<OpenPortal> {
  const asked = serve(replies, session)
  currentSession.set(session)
  if (session) startSessionLife(session.msLength)
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }))
  await Promise.all([router.load(), session && fetchLayout(session.userRole)])
  const rendered = render(<RouterProvider router={router} />, { wrapper: Providers })
  return { ...rendered, asked, address: () => router.state.location.href }
}

export const Providers = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>
